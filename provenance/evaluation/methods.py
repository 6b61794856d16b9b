"""Methods of plain data: a fixed list for each type, the size of every result known before."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt, check_lookup
from provenance.evaluation.budget import check_key, sized
from provenance.evaluation.checking import plain
from provenance.evaluation.ordering import ordered
from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.texts import call_text
from provenance.evaluation.values import VIEWS, kind_of

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

_Given = list[Any]
_Method = Callable[["Interpreter", Any, _Given], Any]
_NUMBER = {
    int: frozenset({"bit_length", "bit_count", "conjugate", "as_integer_ratio"}),
    float: frozenset({"is_integer", "conjugate", "as_integer_ratio"}),
}
_DICTIONARY_PAID = frozenset({"copy", "clear", "popitem"})
_SETS = frozenset({
    "union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset",
    "isdisjoint", "copy",
})  # fmt: skip
_CHANGING_SETS = frozenset({
    "update", "intersection_update", "difference_update", "symmetric_difference_update",
    "clear",
})  # fmt: skip


def call_method(
    it: "Interpreter", receiver: Any, name: str, positional: list[Any], named: dict[str, Any]
) -> Any:
    """Call a method of plain data by its name."""
    kind = type(receiver)
    if kind is str:
        return call_text(it, receiver, name, positional, named)
    if kind is list and name == "sort":
        receiver[:] = ordered(it, list(receiver), positional, named)
        return None
    if named and not (kind is dict and name == "update"):
        raise Refused(f"the method {name} of {kind_of(receiver)} with keywords")
    if kind in _NUMBER and name in _NUMBER[kind]:
        plain(name, positional, named)
        return attempt(getattr(receiver, name), *positional)
    if kind in (list, tuple, range) and name in ("index", "count"):
        return _searched(it, receiver, name, positional)
    table = _LIST if kind is list else _DICTIONARY if kind is dict else {}
    if name in table:
        return sized(table[name](it, receiver, [*positional, named] if named else positional))
    if kind in (set, frozenset):
        return _set(it, receiver, name, positional)
    if kind in VIEWS:
        raise Refused(f"the method {name} of a view")
    raise Refused(f"the method {name} of {kind_of(receiver)}")


def _searched(it: "Interpreter", receiver: Any, name: str, given: _Given) -> Any:
    if isinstance(receiver, range) and (name == "index" or given) and type(given[0]) is not int:
        raise Refused(f"the method {name} of a range with {kind_of(given[0])}")
    if not isinstance(receiver, range):
        it.budget.pay_for(receiver)
    for item in given:
        it.budget.pay_for(item)
    return attempt(getattr(receiver, name), *given)


def _append(it: "Interpreter", receiver: Any, given: _Given) -> None:
    del it
    attempt(receiver.append, *given)
    sized(receiver)


def _extend(it: "Interpreter", receiver: Any, given: _Given) -> None:
    _exactly(given, 1)
    receiver.extend(it.items(given[0]))
    sized(receiver)


def _insert(it: "Interpreter", receiver: Any, given: _Given) -> None:
    it.budget.spend(len(receiver) // 64)
    _exactly(given, 2)
    if not isinstance(given[0], int):
        raise Refused(f"an insertion at {kind_of(given[0])}")
    receiver.insert(*given)
    sized(receiver)


def _pop(it: "Interpreter", receiver: Any, given: _Given) -> Any:
    it.budget.spend(len(receiver) // 64)
    plain("pop", given, {})
    return attempt(receiver.pop, *given)


def _remove(it: "Interpreter", receiver: Any, given: _Given) -> None:
    it.budget.pay_for(receiver)
    attempt(receiver.remove, *given)


def _simple(name: str) -> _Method:
    def call(it: "Interpreter", receiver: Any, given: _Given) -> Any:
        it.budget.spend(len(receiver))
        return attempt(getattr(receiver, name), *given)

    return call


def _exactly(given: _Given, count: int) -> None:
    if len(given) != count:
        raise Thrown(bases_of(TypeError))


_LIST: dict[str, _Method] = {
    "append": _append, "extend": _extend, "insert": _insert, "pop": _pop, "remove": _remove,
    "reverse": _simple("reverse"), "copy": _simple("copy"), "clear": _simple("clear"),
}  # fmt: skip


def _keyed(name: str) -> _Method:
    def call(it: "Interpreter", receiver: Any, given: _Given) -> Any:
        for key in given[:1]:
            check_lookup(key)
            check_key(key, len(receiver))
            it.budget.pay_for(key)
        found = attempt(getattr(receiver, name), *given)
        sized(receiver)
        return found

    return call


def _view(name: str) -> _Method:
    def call(_it: "Interpreter", receiver: Any, given: _Given) -> Any:
        _exactly(given, 0)
        return getattr(receiver, name)()

    return call


def _update(it: "Interpreter", receiver: Any, given: _Given) -> None:
    for other in given:
        if type(other) is not dict:
            raise Refused(f"an update from {kind_of(other)}")
        it.budget.spend(len(other))
        for key in other:
            check_key(key, len(receiver) + len(other))
        receiver.update(other)
    sized(receiver)


_DICTIONARY: dict[str, _Method] = {
    "get": _keyed("get"), "pop": _keyed("pop"), "setdefault": _keyed("setdefault"),
    "keys": _view("keys"), "values": _view("values"), "items": _view("items"), "update": _update,
    **{name: _simple(name) for name in _DICTIONARY_PAID},
}  # fmt: skip


def _set(it: "Interpreter", receiver: Any, name: str, given: _Given) -> Any:
    it.budget.spend(len(receiver))
    if type(receiver) is set and name in ("add", "discard", "remove"):
        for key in given:
            check_lookup(key)
            check_key(key, len(receiver))
            it.budget.pay_for(key)
        attempt(getattr(receiver, name), *given)
        sized(receiver)
        return None
    if type(receiver) is set and name == "pop" and len(receiver) < 2:
        return attempt(receiver.pop, *given)
    if name in _SETS or (type(receiver) is set and name in _CHANGING_SETS):
        others = [_members(it, item) for item in given]
        found = attempt(getattr(receiver, name), *others)
        sized(receiver)
        return found
    raise Refused(f"the method {name} of {kind_of(receiver)}")


def _members(it: "Interpreter", value: Any) -> Any:
    """Give the elements of another container, whose order does not matter."""
    if type(value) in (set, frozenset):
        it.budget.pay_for(value)
        return value
    found = it.items(value)
    for item in found:
        check_lookup(item)
        check_key(item, len(found))
    return found
