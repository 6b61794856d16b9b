"""Attributes of what is plain data or a known class; of anything else there are none."""

import math
from typing import TYPE_CHECKING, Any

from provenance.evaluation.classes import body_frame
from provenance.evaluation.functions import CLASS, METHOD, PROPERTY, STATIC, function_at
from provenance.evaluation.outcome import Refused
from provenance.evaluation.values import (
    Bound,
    ClassValue,
    Given,
    Member,
    ModuleValue,
    Outer,
    Record,
    is_plain,
    kind_of,
)
from provenance.resolution.classes import is_plain as adds_nothing
from provenance.resolution.classes import lineage
from provenance.resolution.names import Outside, Site, own_members
from provenance.syntax.terms import build

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

_CONSTANTS: dict[str, float] = {
    f"math.{name}": getattr(math, name) for name in ("pi", "e", "tau", "inf", "nan")
}
_NUMBERS = ("real", "imag", "numerator", "denominator")
_ENUM_BASES = ("enum.Enum", "enum.IntEnum", "enum.StrEnum", "builtins.int", "builtins.str",
               "builtins.Exception")  # fmt: skip


def attribute_of(it: "Interpreter", value: Any, name: str) -> Any:
    """Give an attribute of a value.

    Raises:
        Refused: nothing is known for certain of it.
    """
    if name.startswith("__"):
        raise Refused(f"the attribute {name}")
    if isinstance(value, Outer):
        known = _CONSTANTS.get(f"{value.name}.{name}")
        return Outer(f"{value.name}.{name}") if known is None else known
    if isinstance(value, ModuleValue):
        return it.names.member(value, name)
    if isinstance(value, ClassValue):
        return _of_class(it, value, name)
    if isinstance(value, Given | Record | Member):
        return _of_object(it, value, name)
    if is_plain(value):
        return _of_plain(value, name)
    raise Refused(f"the attribute {name} of {kind_of(value)}")


def _of_plain(value: Any, name: str) -> Any:
    if isinstance(value, int) and name in _NUMBERS:
        return getattr(value, name)
    if isinstance(value, float) and name in _NUMBERS[:2]:
        return getattr(value, name)
    if isinstance(value, range) and name in ("start", "stop", "step"):
        return getattr(value, name)
    return Bound(name, value)


def _of_object(it: "Interpreter", value: Given | Record | Member, name: str) -> Any:
    if isinstance(value, Member):
        if name in ("name", "value"):
            if own_members(it.names.files, value.cls.site, name):
                raise Refused(f"{name}, which class {value.cls.name} defines itself")
            return value.name if name == "name" else value.value
        found = found_method(it, value.cls.site, name)
        if found is None and value.cls.mixin is not None:
            return _of_plain(value.value, name)
    else:
        if name in value.fields:
            return value.fields[name]
        owner = value.owner if isinstance(value, Given) else value.cls.site
        found = found_method(it, owner, name) if owner is not None else None
    if found is None:
        raise Refused(f"the attribute {name}, which is not given, of {kind_of(value)}")
    return _bound(it, found, value)


def _bound(it: "Interpreter", site: Site, value: Any) -> Any:
    callee = function_at(it, site)
    if callee.sort == PROPERTY:
        return it.call(callee.function, [value], {})
    if callee.sort == METHOD:
        return Bound(callee.function, value)
    if callee.sort == STATIC:
        return callee.function
    if isinstance(value, Given):
        raise Refused(f"the class method {site.definition.name} of an object")
    return Bound(callee.function, value.cls)


def found_method(it: "Interpreter", owner: Site, name: str) -> Site | None:
    """Give the method of a name that a class has, from itself or a base; None for none.

    Raises:
        Refused: what it has of that name is no method, or may come from elsewhere.
    """
    for step in lineage(it.names.files, owner):
        if isinstance(step, Site):
            found = own_members(it.names.files, step, name)
            if len(found) > 1:
                raise Refused(f"{name}, which class {step.definition.name} defines several times")
            if found:
                return _method(found[0], step, name)
        elif not adds_nothing(step) and not _is_enum(step):
            raise Refused(f"{name}, which a base of {owner.definition.name} may have")
    return None


def _is_enum(step: object) -> bool:
    return isinstance(step, Outside) and step.name in _ENUM_BASES


def _method(found: Site, owner: Site, name: str) -> Site:
    if not found.definition.is_function:
        raise Refused(f"the attribute {name}, which class {owner.definition.name} sets itself")
    around = found.definition.node.parent
    if around is None or around.parent != owner.definition.inner:
        raise Refused(f"{name}, which class {owner.definition.name} defines under a condition")
    return found


def _of_class(it: "Interpreter", cls: ClassValue, name: str) -> Any:
    if cls.members:
        if name in cls.members:
            return cls.members[name]
        if name in ("name", "value", "mro"):
            raise Refused(f"the attribute {name} of class {cls.name}")
    for one in (cls, *cls.parents):
        found = own_members(it.names.files, one.site, name)
        if len(found) > 1:
            raise Refused(f"{name}, which class {one.name} defines several times")
        if found and found[0].definition.is_function:
            callee = function_at(it, _method(found[0], one.site, name))
            if callee.sort == PROPERTY:
                raise Refused(f"the property {name} of class {one.name} itself")
            return Bound(callee.function, cls) if callee.sort == CLASS else callee.function
        if found:
            return _constant(it, one, found[0], name)
    raise Refused(f"the attribute {name} of class {cls.name}")


def _constant(it: "Interpreter", cls: ClassValue, site: Site, name: str) -> Any:
    """Give the value of a class attribute that the class body assigns once."""
    definition = site.definition
    term = build(definition.inner)
    around = definition.node.parent
    plain = term.kind == "assignment" and term.children[0].kind == "identifier"
    if not plain or around is None or around.parent != cls.site.definition.inner:
        raise Refused(f"{name}, which class {cls.name} does not plainly assign")
    if not any(item.kind == "token" and item.text == "=" for item in term.children):
        raise Refused(f"{name}, which has no value in class {cls.name}")
    value = it.value(term.children[-1], body_frame(it, cls.site))
    if not isinstance(value, int | float | str | bytes | tuple | frozenset | type(None)):
        raise Refused(f"{name} of class {cls.name}, which may be changed")
    it.check_attribute(cls.site.path, name)
    return value
