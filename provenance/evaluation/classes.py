"""Classes of the snapshot as values: enumerations, dataclasses, exceptions, and plain holders."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from provenance.evaluation.enums import fill_enum
from provenance.evaluation.frame import Frame, own_names
from provenance.evaluation.outcome import Misfit, Refused, Thrown, bases_of
from provenance.evaluation.raising import builtin_exception, made
from provenance.evaluation.values import ClassValue, Member, Outer, Record, kind_of
from provenance.resolution.names import Site
from provenance.syntax.term import NotPython3, Term
from provenance.syntax.terms import build

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

_MIXINS: dict[str, type | None] = {
    "enum.Enum": None, "enum.IntEnum": int, "enum.StrEnum": str,
}  # fmt: skip
_MIXED: dict[str, type] = {"builtins.int": int, "builtins.str": str}
_PLAIN = frozenset({
    "builtins.object", "abc.ABC", "typing.Protocol", "typing.Generic", "typing_extensions.Protocol",
})  # fmt: skip
# Only what turns it into text, which is refused anyway, or says nothing of its behaviour.
_HARMLESS = frozenset({
    "__str__", "__repr__", "__format__", "__doc__", "__slots__", "__module__", "__match_args__",
    "__annotations__",
})  # fmt: skip
_DATACLASS = frozenset({"dataclasses.dataclass"})
_OPTIONS = frozenset({"frozen", "slots", "kw_only", "unsafe_hash", "repr", "weakref_slot"})
_OTHER_FIELDS = ("ClassVar", "InitVar", "KW_ONLY")


def class_value(it: "Interpreter", site: Site) -> ClassValue:
    """Give a class as a value.

    Raises:
        Refused: it is made in a way that is not followed.
    """
    try:
        term = build(site.definition.node)
    except NotPython3 as error:
        raise Refused(f"class {site.definition.name}, which cannot be read: {error}") from None
    frame = it.names.frame(site.path)
    inner = term if term.kind == "class_definition" else term.children[-1]
    cls = ClassValue(site, "class")
    _derive(it, cls, inner, frame)
    decorators = [item.children[-1] for item in term.children if item.kind == "decorator"]
    own = own_names(inner)
    for name in sorted(own):
        if _is_special(name) and name not in _HARMLESS:
            cls.oddities.append(name)
    if cls.sort == "enum":
        _check_plain(it, decorators, cls, ("enum.unique",), frame)
        if cls.oddities:
            raise Refused(f"class {cls.name}, which defines {cls.oddities[0]}")
        fill_enum(it, cls, frame)
    elif decorators:
        _check_dataclass(it, decorators, cls, frame)
        cls.sort = "dataclass"
        _inherit(cls)
        own_fields = _fields(inner)
        cls.fields.update(own_fields)
        cls.owners.update(dict.fromkeys(own_fields, cls))
    elif cls.parents and cls.parents[0].sort == "dataclass":
        cls.oddities.append("fields of its bases")
    return cls


def _is_special(name: str) -> bool:
    return name.startswith("_") and name.endswith("_") and len(name) > 2


def _derive(it: "Interpreter", cls: ClassValue, term: Term, frame: Frame) -> None:
    """Read the base classes; an exception's or an enumeration's say what sort of class it is."""
    given = next((item for item in term.children if item.kind == "argument_list"), None)
    cls.bases = ("object",)
    parents: list[ClassValue] = []
    for base in given.children if given is not None else ():
        if base.kind == "keyword_argument":
            raise Refused(f"class {cls.name}, which has a metaclass or options")
        value = it.value(base.children[0] if base.kind == "subscript" else base, frame)
        if isinstance(value, ClassValue):
            _derive_from(cls, value, parents)
        elif isinstance(value, Outer):
            _derive_outside(cls, value)
        else:
            raise Refused(f"class {cls.name}, derived from {kind_of(value)}")
    if len(parents) > 1 and cls.sort != "class":
        raise Refused(f"class {cls.name}, which has several bases")
    if cls.mixin is not None and cls.sort != "enum":
        cls.oddities.append(f"the base {cls.mixin.__name__}")
    cls.parents = tuple(parents)


def _derive_from(cls: ClassValue, base: ClassValue, parents: list[ClassValue]) -> None:
    if base.sort == "enum":
        if base.members:
            raise Refused(f"class {cls.name}, derived from an enumeration with members")
        cls.sort, cls.mixin = "enum", base.mixin
    elif base.sort == "exception":
        cls.sort, cls.bases = "exception", (cls.name, *base.bases)
    parents += [base, *base.parents]
    cls.oddities += base.oddities


def _derive_outside(cls: ClassValue, base: Outer) -> None:
    exception = builtin_exception(base.name)
    if exception:
        cls.sort, cls.bases = "exception", (cls.name, *exception)
    elif base.name in _MIXINS:
        cls.sort = "enum"
        cls.mixin = _MIXINS[base.name] or cls.mixin
    elif base.name in _MIXED:
        cls.mixin = _MIXED[base.name]
    elif base.name not in _PLAIN:
        cls.oddities.append(f"a base {kind_of(base)}")


def _decorating(it: "Interpreter", term: Term, frame: Frame) -> tuple[str, tuple[Term, ...]]:
    """Give the dotted name of a decorator from outside the snapshot, and its arguments."""
    arguments: tuple[Term, ...] = ()
    if term.kind == "call":
        term, arguments = term.children[0], term.children[1].children
    value = it.value(term, frame) if term.kind in ("identifier", "attribute") else None
    return (value.name if isinstance(value, Outer) else ""), arguments


def _check_plain(
    it: "Interpreter", decorators: list[Term], cls: ClassValue, known: tuple[str, ...], frame: Frame
) -> None:
    for item in decorators:
        name, arguments = _decorating(it, item, frame)
        if name not in known or arguments:
            raise Refused(f"a decorator of class {cls.name}")


def _check_dataclass(
    it: "Interpreter", decorators: list[Term], cls: ClassValue, frame: Frame
) -> None:
    name, arguments = _decorating(it, decorators[0], frame)
    if len(decorators) > 1 or name not in _DATACLASS or cls.sort != "class":
        raise Refused(f"a decorator of class {cls.name}")
    for item in arguments:
        option = item.children[0].text if item.kind == "keyword_argument" else ""
        if option not in _OPTIONS or item.children[-1].kind not in ("true", "false"):
            raise Refused(f"an option of the dataclass {cls.name}")
        if option == "kw_only" and item.children[-1].kind == "true":
            cls.is_keyword_only = True
    if any(one.sort == "dataclass" and one.is_keyword_only for one in cls.parents):
        raise Refused(f"the dataclass {cls.name}, some of whose fields are keyword-only")
    if cls.is_keyword_only and cls.parents:
        raise Refused(f"the dataclass {cls.name}, some of whose fields are keyword-only")


def _inherit(cls: ClassValue) -> None:
    for parent in reversed(cls.parents):
        cls.fields.update(parent.fields)
        cls.owners.update(parent.owners)


def _fields(term: Term) -> dict[str, Term | None]:
    found: dict[str, Term | None] = {}
    functions: set[str] = set()
    for item in term.children[-1].children:
        if item.kind in ("function_definition", "decorated_definition"):
            inner = item if item.kind == "function_definition" else item.children[-1]
            functions.update(one.text for one in inner.children if one.kind == "identifier")
            continue
        if item.kind in ("expression_statement", "pass_statement"):
            continue
        if item.kind != "assignment" or item.children[0].kind != "identifier":
            raise Refused("a dataclass whose body is not plain")
        if len(item.children) < 2 or item.children[1].kind == "token":
            continue  # a plain class attribute
        if any(word in _OTHER_FIELDS for word in _words(item.children[1])):
            raise Refused("a dataclass with ClassVar, InitVar or KW_ONLY")
        has_default = any(one.kind == "token" and one.text == "=" for one in item.children)
        found[item.children[0].text] = item.children[-1] if has_default else None
    if found.keys() & functions:
        raise Refused("a dataclass with a method that is called as a field")
    return found


def _words(term: Term) -> Iterator[str]:
    pending = [term]
    while pending:
        item = pending.pop()
        yield item.text.removeprefix("s") if item.kind == "string" else item.text
        if item.kind == "string" and any(word in item.text for word in _OTHER_FIELDS):
            yield _OTHER_FIELDS[0]
        pending.extend(item.children)


def construct(
    it: "Interpreter", cls: ClassValue, positional: list[Any], named: dict[str, Any]
) -> Any:
    """Call a class."""
    if cls.oddities:
        raise Refused(f"an instance of class {cls.name}, which has {cls.oddities[0]}")
    if cls.sort == "exception":
        return made(cls.bases, positional, named)
    if cls.sort == "enum":
        return _member_of(it, cls, positional, named)
    if cls.sort != "dataclass":
        raise Refused(f"an instance of class {cls.name}, which is no dataclass")
    try:
        return Record(cls, _filled(it, cls, positional, named))
    except Misfit:
        raise Thrown(bases_of(TypeError)) from None


def _member_of(
    it: "Interpreter", cls: ClassValue, positional: list[Any], named: dict[str, Any]
) -> Member:
    if named or len(positional) != 1 or not cls.members:
        raise Refused(f"a call of class {cls.name} with such arguments")
    it.budget.spend(len(cls.members))
    for member in cls.own_members():
        if member is positional[0] or member.value == positional[0]:
            return member
    raise Thrown(bases_of(ValueError))


def _filled(
    it: "Interpreter", cls: ClassValue, positional: list[Any], named: dict[str, Any]
) -> dict[str, Any]:
    """Give the fields of a new instance."""
    names = list(cls.fields)
    if len(positional) > (0 if cls.is_keyword_only else len(names)):
        raise Misfit("too many positional arguments")
    values = dict(zip(names, positional, strict=False))
    for name, value in named.items():
        if name in values or name not in cls.fields:
            raise Misfit(f"{name} does not fit")
        values[name] = value
    found: dict[str, Any] = {}
    for name, default in cls.fields.items():
        if name in values:
            found[name] = values[name]
        elif default is None:
            raise Misfit(f"{name} is not given")
        else:
            found[name] = _defaulted(it, cls.owners[name], name, default)
    return found


def _defaulted(it: "Interpreter", cls: ClassValue, name: str, term: Term) -> Any:
    """Give the value of a field's default; a default factory is called each time."""
    frame = body_frame(it, cls.site)
    if term.kind != "call":
        if name not in cls.defaults:
            cls.defaults[name] = it.value(term, frame)
        return cls.defaults[name]
    called = it.value(term.children[0], frame)
    arguments = term.children[1].children
    if not isinstance(called, Outer) or called.name != "dataclasses.field":
        raise Refused(f"the default of {cls.name}.{name}")
    keys = {item.children[0].text: item.children[-1] for item in arguments}
    if set(keys) == {"default"}:
        return it.value(keys["default"], frame)
    if set(keys) == {"default_factory"}:
        return it.call(it.value(keys["default_factory"], frame), [], {})
    raise Refused(f"the field {cls.name}.{name}, which has further options")


def body_frame(it: "Interpreter", site: Site) -> Frame:
    """Give the frame of a class's body, of whose own names nothing is known."""
    frame = it.names.frame(site.path).inner(own_names(build(site.definition.inner)))
    frame.is_unknown = True
    return frame
