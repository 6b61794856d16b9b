"""``sum``, which since Python 3.12 makes up for what floats lose on the way."""

from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt, binary
from provenance.evaluation.outcome import Refused, Thrown, bases_of

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


def summed(it: "Interpreter", items: list[Any], start: Any) -> Any:
    """Add up some values, in order.

    Raises:
        Refused: versions of Python give different results.
    """
    if isinstance(start, str | bytes):
        raise Thrown(bases_of(TypeError))
    total = start
    lost = lost_of_floats = 0.0
    for item in items:
        before = total
        total = binary(it.budget, "+", total, item)
        if type(total) is float and type(before) in (int, float, bool):
            error = _error(before, item, total)
            lost += error
            lost_of_floats += error if type(item) is float else 0.0
    if type(total) is float and not (total + lost == total == total + lost_of_floats):
        raise Refused("a sum of floats, which depends on the version of Python")
    return total


def _error(left: Any, right: Any, total: float) -> float:
    """Give what one addition loses, exactly."""
    one, other = attempt(float, left), attempt(float, right)
    if (isinstance(left, int) and one != left) or (isinstance(right, int) and other != right):
        raise Refused("a sum of floats and very large numbers")
    if abs(one) < abs(other):
        one, other = other, one
    return float((one - total) + other)
