"""Operators on plain data, each result's size known to be small before it is made."""

import operator
from collections.abc import Callable
from typing import Any

from provenance.evaluation.budget import BITS, ITEMS, TEXT, Budget, sized
from provenance.evaluation.formatting import percent
from provenance.evaluation.outcome import Refused, thrown
from provenance.evaluation.values import Member, is_plain, kind_of

_ERRORS = (ArithmeticError, LookupError, TypeError, ValueError)
_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "<<": operator.lshift,
    ">>": operator.rshift, "&": operator.and_, "|": operator.or_, "^": operator.xor,
}  # fmt: skip
_UNARY: dict[str, Callable[[Any], Any]] = {
    "-": operator.neg, "+": operator.pos, "~": operator.invert,
}  # fmt: skip
_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_SEQUENCES = (str, bytes, list, tuple)
_UNITS = frozenset({-1, 0, 1})


def attempt(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Do something with plain data; an exception of Python's is one of the target's.

    Raises:
        Thrown: the target raises it.
        Refused: the result is too large.
    """
    try:
        return sized(function(*given, **named))
    except (RecursionError, MemoryError):
        raise Refused("a value that nests too deeply or is too large") from None
    except _ERRORS as error:
        raise thrown(error) from None


def binary(budget: Budget, sign: str, left: Any, right: Any) -> Any:
    """Work out a binary operation."""
    if sign not in _BINARY:
        raise Refused(f"the operator {sign}")
    if not (is_plain(left) and is_plain(right)):
        other = right if is_plain(left) else left
        raise Refused(f"the operator {sign} on {kind_of(other)}")
    _check_size(sign, left, right)
    if sign == "%" and isinstance(left, str | bytes):
        return percent(budget, left, right)
    if not isinstance(left, float | bool) and not isinstance(right, float | bool):
        budget.spend(_cost(left) + _cost(right))
    return attempt(_BINARY[sign], left, right)


def _cost(value: Any) -> int:
    """Give the steps that copying a value once takes."""
    if isinstance(value, int):
        return value.bit_length() // 256
    if isinstance(value, str | bytes):
        return len(value) // 64
    return 0 if value is None or isinstance(value, float | range) else len(value)


def _check_size(sign: str, left: Any, right: Any) -> None:
    if sign == "*":
        for items, times in ((left, right), (right, left)):
            if isinstance(items, _SEQUENCES) and isinstance(times, int):
                most = TEXT if isinstance(items, str | bytes) else ITEMS
                if len(items) * max(times, 0) > most:
                    raise Refused(f"a repetition of more than {most} elements")
    elif isinstance(left, int) and isinstance(right, int):
        if sign == "**":
            check_power(left, right)
        elif sign == "<<" and right > 0 and left.bit_length() + right > BITS:
            raise Refused(f"a shift to more than {BITS} bits")


def check_power(base: int, exponent: int) -> None:
    """Refuse a power that would be very large."""
    if exponent > 0 and base not in _UNITS and base.bit_length() * exponent > 2 * BITS:
        raise Refused(f"a power of more than {BITS} bits")


def in_place(budget: Budget, sign: str, left: Any, right: Any) -> Any:
    """Work out an augmented assignment's operation; a list, set or dictionary is changed itself."""
    kind = type(left)
    if kind is list and sign in ("+", "*"):
        if sign == "*":
            _check_size(sign, left, right)
            return attempt(operator.imul, left, right)
        if len(left) + len(right) > ITEMS:
            raise Refused(f"a container of more than {ITEMS} elements")
        left.extend(right)
        return left
    if kind is set and type(right) in (set, frozenset) and sign in ("|", "&", "-", "^"):
        budget.spend(len(left) + len(right))
        names = {"|": operator.ior, "&": operator.iand, "-": operator.isub, "^": operator.ixor}
        return attempt(names[sign], left, right)
    if kind is dict and type(right) is dict and sign == "|":
        budget.spend(len(left) + len(right))
        return attempt(operator.ior, left, right)
    if kind in (set, dict) and type(right) is not kind:
        raise Refused(f"{sign}= on {kind_of(left)} and {kind_of(right)}")
    return binary(budget, sign, left, right)


def unary(sign: str, value: Any) -> Any:
    """Work out a unary operation; ``~`` of a bool is on its way out of Python."""
    if not is_plain(value) or (sign == "~" and isinstance(value, bool)):
        raise Refused(f"the operator {sign} on {kind_of(value)}")
    return attempt(_UNARY[sign], value)


def compared(budget: Budget, sign: str, left: Any, right: Any) -> bool:
    """Work out a comparison."""
    if sign in ("is", "is not"):
        return identical(left, right) is (sign == "is")
    if sign in ("in", "not in"):
        return contains(budget, right, left) is (sign == "in")
    if sign not in _COMPARED:
        raise Refused(f"the operator {sign}")
    if sign not in ("==", "!=") and not (is_plain(left) and is_plain(right)):
        other = right if is_plain(left) else left
        raise Refused(f"the operator {sign} on {kind_of(other)}")
    budget.pay_for(left)
    budget.pay_for(right)
    return bool(attempt(_COMPARED[sign], left, right))


def identical(left: Any, right: Any) -> bool:
    """Tell whether two values are one object, where that does not depend on the interpreter."""
    for one in (left, right):
        if one is None or one is True or one is False or isinstance(one, Member):
            return left is right
    raise Refused("'is' on values of which Python may keep one or several objects")


def contains(budget: Budget, holder: Any, value: Any) -> bool:
    """Work out ``value in holder``."""
    if isinstance(holder, range) and not isinstance(value, int) and len(holder) > ITEMS:
        raise Refused("'in' on a very long range")
    if not is_plain(holder):
        raise Refused(f"'in' on {kind_of(holder)}")
    if isinstance(holder, set | frozenset | dict):
        check_lookup(value)
    else:
        budget.pay_for(holder)
    budget.pay_for(value)
    return bool(attempt(operator.contains, holder, value))


def check_lookup(key: Any) -> None:
    """Refuse to look up a set in a table: Python has a rule of its own for it."""
    if isinstance(key, set):
        raise Refused("a set as a key")
