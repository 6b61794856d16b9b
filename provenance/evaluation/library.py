"""The standard library's functions that may be called: of ``math``, and a few others."""

import math
from collections.abc import Callable
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt, binary
from provenance.evaluation.budget import BITS, ITEMS, sized
from provenance.evaluation.checking import plain
from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.values import Outer, Stream, kind_of

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

_Call = Callable[["Interpreter", list[Any], dict[str, Any]], Any]
_PLAIN = (
    "ceil", "floor", "trunc", "sqrt", "isqrt", "gcd", "lcm", "log", "log2", "log10", "exp", "fabs",
    "isnan", "isinf", "isfinite", "copysign", "fmod", "pow",
)  # fmt: skip
_MOST_FACTORIAL = 1000
_LOGGED = ("debug", "info", "warning", "error", "critical")


def _mathematical(name: str) -> _Call:
    function = getattr(math, name)

    def call(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
        plain(f"math.{name}", positional, named)
        for item in positional:
            it.budget.pay_for(item)
        return attempt(function, *positional)

    return call


def _lcm(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    plain("math.lcm", positional, named)
    it.budget.spend(len(positional))
    found = 1
    for item in positional:
        found = attempt(math.lcm, found, item)
    return found


def _counted(name: str) -> _Call:
    function = getattr(math, name)

    def call(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
        plain(f"math.{name}", positional, named)
        if not all(isinstance(item, int | type(None)) for item in positional):
            raise Thrown(bases_of(TypeError))
        sizes = [abs(item) for item in positional if item is not None]
        if name == "factorial" or len(sizes) < 2:
            large = any(size > _MOST_FACTORIAL for size in sizes)
        else:
            terms = min(sizes[1], abs(sizes[0] - sizes[1])) if name == "comb" else sizes[1]
            large = terms * sizes[0].bit_length() > 2 * BITS
        if large:
            raise Refused(f"math.{name} of a very large number")
        it.budget.spend(200)
        return attempt(function, *positional)

    return call


def _product(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if len(positional) != 1 or named.keys() - {"start"}:
        raise Thrown(bases_of(TypeError))
    total = named.get("start", 1)
    for item in it.iterated(positional[0]):
        if not isinstance(item, int | float):
            raise Refused(f"math.prod of {kind_of(item)}")
        total = binary(it.budget, "*", total, item)
    return total


def _reduce(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if named or not 2 <= len(positional) <= 3:
        raise Thrown(bases_of(TypeError))
    function, items = positional[0], it.iterated(positional[1])
    if len(positional) == 3:
        total = positional[2]
    else:
        first = list(islice(items, 1))
        if not first:
            raise Thrown(bases_of(TypeError))
        total = first[0]
    for item in items:
        total = it.call(function, [total, item], {})
    return total


def _chain(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if named:
        raise Thrown(bases_of(TypeError))
    return Stream(item for one in positional for item in it.iterated(one))


def _crossed(it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if named:
        raise Refused("itertools.product with repeat")
    pools = [it.items(item) for item in positional]
    if math.prod(map(len, pools)) > ITEMS:
        raise Refused(f"itertools.product of more than {ITEMS} elements")
    return Stream(product(*pools))


def _cast(_it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if named or len(positional) != 2:
        raise Refused("typing.cast with such arguments")
    return positional[1]


def _logger(_it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> Any:
    if named or len(positional) > 1:
        raise Refused("logging.getLogger with such arguments")
    return Outer("logging.Logger()")


def _log(_it: "Interpreter", positional: list[Any], named: dict[str, Any]) -> None:
    if named or not positional or not all(isinstance(sized(item), _SHOWN) for item in positional):
        raise Refused("a log record of something that is not plain")


_SHOWN = (str, int, float, bool, type(None))
LIBRARY: dict[str, _Call] = {
    **{f"math.{name}": _mathematical(name) for name in _PLAIN if name != "lcm"},
    **{f"math.{name}": _counted(name) for name in ("factorial", "comb", "perm")},
    "math.lcm": _lcm, "math.prod": _product, "functools.reduce": _reduce,
    "itertools.chain": _chain, "itertools.product": _crossed, "typing.cast": _cast,
    "logging.getLogger": _logger, **{f"logging.Logger().{name}": _log for name in _LOGGED},
}  # fmt: skip
