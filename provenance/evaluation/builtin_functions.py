"""Calls of what is outside the snapshot: a fixed list of functions, each bounded."""

import builtins
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt, binary
from provenance.evaluation.checking import plain
from provenance.evaluation.conversions import TYPES, convert
from provenance.evaluation.formatting import formatted, text
from provenance.evaluation.instances import is_instance
from provenance.evaluation.library import LIBRARY
from provenance.evaluation.ordering import extreme, from_any_order, ordered
from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.raising import builtin_exception, made
from provenance.evaluation.summing import summed
from provenance.evaluation.values import VIEWS, Given, Guarded, Stream, is_plain, kind_of

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

_Call = Callable[["Interpreter", list[Any], dict[str, Any]], Any]
_SIMPLE = ("abs", "bin", "oct", "hex", "divmod", "ord", "chr", "round")
_KEYWORDS = {"round": ("ndigits", "number")}


def call_outside(it: "Interpreter", name: str, positional: list[Any], named: dict[str, Any]) -> Any:
    """Call something outside the snapshot by its dotted name.

    Raises:
        Refused: it is not on the list, or not with such arguments.
    """
    if name in LIBRARY:
        return LIBRARY[name](it, positional, named)
    short = name.removeprefix("builtins.")
    if short != name:
        if short in TYPES:
            return convert(it, short, positional, named)
        if short in _FUNCTIONS:
            return _FUNCTIONS[short](it, positional, named)
    bases = builtin_exception(name)
    if bases:
        return made(bases, positional, named)
    raise Refused(f"a call of {short}")


def _simple(name: str) -> _Call:
    function = getattr(builtins, name)

    def call(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
        plain(name, positional, named, *_KEYWORDS.get(name, ()))
        for item in positional:
            it.budget.pay_for(item)
        if name == "round" and len(positional) > 1 and isinstance(positional[1], int):
            _check_digits(positional[1])
        if name == "round" and isinstance(named.get("ndigits"), int):
            _check_digits(named["ndigits"])
        return attempt(function, *positional, **named)

    return call


def _check_digits(digits: int) -> None:
    if abs(digits) > 400:
        raise Refused("a rounding to very many digits")


def _pow(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    plain("pow", positional, named)
    if len(positional) == 2:
        return binary(it.budget, "**", *positional)
    if len(positional) != 3:
        raise Thrown(bases_of(TypeError))
    if not all(isinstance(item, int) for item in positional):
        raise Refused("pow with a modulus and something that is no whole number")
    if any(item.bit_length() > 1024 for item in positional):
        raise Refused("pow with a modulus and very large numbers")
    it.budget.spend(100)
    return attempt(pow, *positional)


def _needs(given: list[Any], named: dict[str, Any], least: int, most: int) -> None:
    if named or not least <= len(given) <= most:
        raise Thrown(bases_of(TypeError))


def _len(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    del it
    _needs(positional, named, 1, 1)
    value = positional[0]
    members = getattr(value, "members", None)
    if isinstance(value, Guarded) and members:
        return len(value.own_members())  # type: ignore[attr-defined]
    if not is_plain(value) and type(value) not in VIEWS:
        raise Refused(f"the length of {kind_of(value)}")
    return attempt(len, value)


def _sum(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if not positional or len(positional) + len(named) > 2 or named.keys() - {"start"}:
        raise Thrown(bases_of(TypeError))
    start = named.get("start", positional[1] if len(positional) > 1 else 0)
    return summed(it, from_any_order(it, positional[0]), start)


def _any(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> bool:
    _needs(positional, named, 1, 1)
    return any(it.truth(item) for item in _unordered(it, positional[0]))


def _all(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> bool:
    _needs(positional, named, 1, 1)
    return all(it.truth(item) for item in _unordered(it, positional[0]))


def _unordered(it: "Interpreter", value: Any) -> Iterator[Any]:
    if type(value) in (set, frozenset) and all(map(is_plain, value)):
        it.budget.spend(len(value))
        return iter(value)
    return it.iterated(value)


def _sorted(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if len(positional) != 1:
        raise Thrown(bases_of(TypeError))
    value = positional[0]
    plain_order = "key" not in named or named["key"] is None
    items = from_any_order(it, value) if plain_order else it.items(value)
    return ordered(it, items, [], named)


def _extreme(name: str) -> _Call:
    return lambda it, positional, named: extreme(it, name, positional, named)


def _range(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    del it
    plain("range", positional, named)
    return attempt(range, *positional)


def _enumerate(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if named.keys() - {"start"} or not 1 <= len(positional) + len(named) <= 2 or not positional:
        raise Thrown(bases_of(TypeError))
    start = named.get("start", positional[1] if len(positional) > 1 else 0)
    if not isinstance(start, int):
        raise Refused(f"enumerate from {kind_of(start)}")
    return Stream(enumerate(it.iterated(positional[0]), start))


def _zip(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if named.keys() - {"strict"}:
        raise Thrown(bases_of(TypeError))
    strict = it.truth(named.get("strict", False))
    streams = [it.iterated(item) for item in positional]
    return Stream(_checked(zip(*streams, strict=strict)))


def _checked(items: Iterator[Any]) -> Iterator[Any]:
    """Give what is drawn; the complaint of ``zip`` is the target's."""
    while True:
        try:
            item = next(items)
        except StopIteration:
            return
        except ValueError:
            raise Thrown(bases_of(ValueError)) from None
        yield item


def _map(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    _needs(positional, named, 2, 100)
    function, *iterables = positional
    rows = zip(*[it.iterated(item) for item in iterables], strict=False)
    return Stream(it.call(function, list(row), {}) for row in rows)


def _filter(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    _needs(positional, named, 2, 2)
    function, items = positional[0], it.iterated(positional[1])
    if function is None:
        return Stream(item for item in items if it.truth(item))
    return Stream(item for item in items if it.truth(it.call(function, [item], {})))


def _reversed(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    del it
    _needs(positional, named, 1, 1)
    value = positional[0]
    if type(value) not in (list, tuple, str, range, dict):
        raise Refused(f"the reverse of {kind_of(value)}")
    return Stream(iter(reversed(value)))


def _iter(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if len(positional) != 1:
        raise Refused("iter with two arguments")
    _needs(positional, named, 1, 1)
    value = positional[0]
    return value if isinstance(value, Stream) else Stream(it.iterated(value))


def _next(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    _needs(positional, named, 1, 2)
    stream, *default = positional
    if not isinstance(stream, Stream):
        raise Refused(f"next of {kind_of(stream)}")
    found = list(islice(it.iterated(stream), 1))
    if found:
        return found[0]
    if default:
        return default[0]
    raise Refused("a StopIteration")


def _getattr(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    from provenance.evaluation.attributes import attribute_of

    _needs(positional, named, 2, 3)
    value, name, *_ = positional
    if type(name) is not str or (is_plain(value) and len(positional) > 2):
        raise Refused("getattr with such arguments")
    return attribute_of(it, value, name)


def _hasattr(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> bool:
    del it
    _needs(positional, named, 2, 2)
    value, name = positional
    if isinstance(value, Given) and type(name) is str and name in value.fields:
        return True
    raise Refused(f"hasattr of {kind_of(value)}")


def _repr(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> str:
    _needs(positional, named, 1, 1)
    return text(it.budget, positional[0], quoted=True)


def _format(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> str:
    _needs(positional, named, 1, 2)
    specification = positional[1] if len(positional) > 1 else ""
    if type(specification) is not str:
        raise Refused("format with such arguments")
    return formatted(it.budget, positional[0], specification)


def _isinstance(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> bool:
    _needs(positional, named, 2, 2)
    it.budget.spend()
    return is_instance(positional[0], positional[1])


_FUNCTIONS: dict[str, _Call] = {
    **{name: _simple(name) for name in _SIMPLE},
    "pow": _pow, "len": _len, "sum": _sum, "any": _any, "all": _all, "sorted": _sorted,
    "max": _extreme("max"), "min": _extreme("min"), "range": _range, "enumerate": _enumerate,
    "zip": _zip, "map": _map, "filter": _filter, "reversed": _reversed, "iter": _iter,
    "next": _next, "getattr": _getattr, "hasattr": _hasattr, "repr": _repr, "format": _format,
    "isinstance": _isinstance,
}  # fmt: skip
