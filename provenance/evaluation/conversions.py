"""Calls of the built-in types: ``int``, ``list``, ``dict`` and so on."""

from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt, check_lookup
from provenance.evaluation.budget import check_key, sized
from provenance.evaluation.checking import plain
from provenance.evaluation.displays import as_set
from provenance.evaluation.formatting import text
from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.values import Member, kind_of

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

TYPES = frozenset({"int", "float", "bool", "str", "list", "tuple", "set", "frozenset", "dict"})
_DIGITS = 1000


def convert(it: "Interpreter", name: str, positional: list[Any], named: dict[str, Any]) -> Any:
    """Call a built-in type."""
    if name == "dict":
        return _dictionary(it, positional, named)
    if named and not (name == "int" and named.keys() <= {"base"}):
        raise Refused(f"{name} with keywords")
    if name in ("int", "float"):
        return _number(it, name, positional, named)
    if len(positional) > 1:
        raise Refused(f"{name} with several arguments")
    if not positional:
        return {"bool": False, "str": ""}.get(name, _EMPTY.get(name, list)())
    value = positional[0]
    if name == "bool":
        return it.truth(value)
    if name == "str":
        return text(it.budget, value)
    return _container(it, name, value)


_EMPTY: dict[str, Any] = {
    "bool": bool, "str": str, "list": list, "tuple": tuple, "set": set, "frozenset": frozenset,
}  # fmt: skip


def _container(it: "Interpreter", name: str, value: Any) -> Any:
    if name in ("set", "frozenset"):
        if type(value) in (set, frozenset):
            it.budget.spend(len(value))
            found: set[Any] = set(value)
        else:
            found = as_set(it.items(value))
        return found if name == "set" else frozenset(found)
    items = it.items(value)
    return items if name == "list" else tuple(items)


def _number(it: "Interpreter", name: str, positional: list[Any], named: dict[str, Any]) -> Any:
    value = positional[0] if positional else 0
    if isinstance(value, Member) and value.cls.mixin is not None:
        positional = [value.value, *positional[1:]]
        value = value.value
    plain(name, positional, named, "base")
    if isinstance(value, str | bytes):
        it.budget.spend(len(value) // 8)
        if len(value) > _DIGITS:
            raise Refused("a number in very many digits")
        if isinstance(value, str) and not value.isascii():
            raise Refused("a number in digits that are not ASCII")
    return attempt(int if name == "int" else float, *positional, **named)


def _dictionary(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if len(positional) > 1:
        raise Thrown(bases_of(TypeError))
    found: dict[Any, Any] = {}
    for value in positional:
        if type(value) is dict:
            it.budget.spend(len(value))
            found.update(value)
            continue
        for pair in it.items(value):
            if type(pair) not in (list, tuple):
                raise Refused(f"a dictionary from {kind_of(pair)}")
            if len(pair) != 2:
                raise Thrown(bases_of(ValueError))
            check_lookup(pair[0])
            check_key(pair[0], len(found))
            attempt(found.__setitem__, *pair)
    found.update(named)
    return sized(found)
