"""Sorting, and the largest and smallest, where the order is total and so the result one."""

from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt
from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.values import held_in, kind_of

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

_SURE = (int, str, bool)


def from_any_order(it: "Interpreter", value: Any) -> list[Any]:
    """Give the elements of an iterable for a use in which the order of a set does not matter."""
    if type(value) in (set, frozenset) and len(value) > 1:
        it.budget.spend(len(value))
        if not all(type(item) in _SURE for item in value):
            raise Refused("the order of a set, which Python does not promise")
        return list(value)
    return it.items(value)


def ordered(
    it: "Interpreter", items: list[Any], positional: list[Any], named: dict[str, Any]
) -> list[Any]:
    """Sort by ``key`` and ``reverse``, as ``sorted`` does."""
    if positional or named.keys() - {"key", "reverse"}:
        raise Thrown(bases_of(TypeError))
    key, reverse = named.get("key"), named.get("reverse", False)
    if not isinstance(reverse, int):
        raise Refused(f"an order reversed by {kind_of(reverse)}")
    keys = items if key is None else [it.call(key, [item], {}) for item in items]
    _check_comparable(it, keys)
    places: list[int] = attempt(
        sorted, range(len(items)), key=keys.__getitem__, reverse=bool(reverse)
    )
    return [items[place] for place in places]


def _check_comparable(it: "Interpreter", keys: list[Any]) -> None:
    """Pay for a sort, and refuse what has no total order."""
    before = it.budget.left
    for item in held_in(it.budget, keys):
        if isinstance(item, set | frozenset) or item != item:  # noqa: PLR0124 - not a number
            raise Refused("an order of sets, or of what is not a number")
    it.budget.pay_for(keys)
    it.budget.spend((before - it.budget.left) * len(keys).bit_length())


def extreme(it: "Interpreter", name: str, positional: list[Any], named: dict[str, Any]) -> Any:
    """Do as ``max`` and ``min``."""
    if named.keys() - {"key", "default"} or not positional:
        raise Thrown(bases_of(TypeError))
    key = named.get("key")
    if len(positional) > 1:
        items = list(positional)
        if "default" in named:
            raise Thrown(bases_of(TypeError))
    else:
        items = from_any_order(it, positional[0]) if key is None else it.items(positional[0])
    if not items:
        if "default" in named:
            return named["default"]
        raise Thrown(bases_of(ValueError))
    keys = items if key is None else [it.call(key, [item], {}) for item in items]
    it.budget.pay_for(keys)
    choose = max if name == "max" else min
    place: int = attempt(choose, range(len(items)), key=keys.__getitem__)
    return items[place]
