"""Values as text: ``str``, ``repr``, format specifications and ``%``."""

import re
from typing import Any

from provenance.evaluation.budget import Budget, sized
from provenance.evaluation.outcome import Refused, thrown
from provenance.evaluation.values import in_any_order, is_plain, kind_of

_SPEC = re.compile(r"(?:[^{}]?[<>=^])?[-+ ]?#?0?[0-9]{0,3}[_,]?(?:\.[0-9]{1,3})?[bcdeEfFgGosxX%]?")
_PERCENT = re.compile(r"%(?:%|[-+ #0]*[0-9]{0,3}(?:\.[0-9]{1,3})?[dixXofFeEgGsr])|[^%]", re.DOTALL)
_ESCAPED = re.compile(r"\\(?:[uU]|x[89a-f])")  # which of them print differs by version
_SCALARS = (int, float, str, bool, type(None))


def text(budget: Budget, value: Any, *, quoted: bool = False) -> str:
    """Give ``str(value)``, or ``repr(value)``."""
    if not is_plain(value):
        raise Refused(f"the text of {kind_of(value)}")
    if in_any_order_paid(budget, value):
        raise Refused("the text of a set, whose order is not promised")
    try:
        shown: str = sized(repr(value) if quoted else str(value))
        if shown is not value and _ESCAPED.search(ascii(value)):
            raise Refused("the quoted form of a text that is not ASCII")
    except (RecursionError, MemoryError):
        raise Refused("a value that nests too deeply or is too large") from None
    return shown


def in_any_order_paid(budget: Budget, value: Any) -> bool:
    """Pay for a value and tell whether it holds sets of several elements."""
    budget.pay_for(value)
    return in_any_order(value)


def formatted(budget: Budget, value: Any, specification: str) -> str:
    """Give ``format(value, specification)``."""
    if not specification:
        return text(budget, value)
    if type(value) not in _SCALARS:
        raise Refused(f"a format of {kind_of(value)}")
    if not _SPEC.fullmatch(specification):
        raise Refused(f"the format {specification[:20]!r}")
    budget.pay_for(value)
    try:
        return sized(format(value, specification))  # type: ignore[no-any-return]
    except (ValueError, TypeError, OverflowError) as error:
        raise thrown(error) from None


def percent(budget: Budget, template: str | bytes, given: Any) -> str:
    """Give ``template % given``."""
    if not isinstance(template, str):
        raise Refused("the operator % on bytes")
    budget.spend(len(template) // 8)
    pieces = _PERCENT.findall(template)
    if sum(map(len, pieces)) != len(template) or isinstance(given, dict):
        raise Refused("a template for % that is not plain")
    items = given if isinstance(given, tuple) else (given,)
    if not all(type(item) in _SCALARS for item in items):
        raise Refused("% with something that is neither a number nor a text")
    budget.pay_for(items)
    try:
        return sized(template % given)  # type: ignore[no-any-return]
    except (ValueError, TypeError, OverflowError) as error:
        raise thrown(error) from None
