"""One number of many, exactly: nothing is rounded here."""

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction

import msgspec

from claims.measurement.stated import brief


class Aggregate(msgspec.Struct, frozen=True):
    """How one number is made of the selected rows.

    Attributes:
        name: one of :data:`AGGREGATES`, ``percentile``, or nothing: there is one row only.
        percent: which percentile.
        nearest: whether the percentile is a number of the data, by nearest rank.
    """

    name: str = ""
    percent: Fraction = Fraction(50)
    nearest: bool = False

    def of(self, numbers: Sequence[Decimal]) -> Fraction:
        """Give the one number; only a count may be of nothing."""
        if self.name == "percentile":
            return percentile(numbers, self.percent, nearest=self.nearest)
        return _MAKES[self.name](numbers)

    def __str__(self) -> str:
        if self.name != "percentile":
            return self.name
        return f"percentile {brief(self.percent)}" + (" by nearest rank" if self.nearest else "")


def percentile(numbers: Sequence[Decimal], percent: Fraction, *, nearest: bool = False) -> Fraction:
    """Give a percentile of at least one number.

    By default between the two nearest numbers, linearly: definition 7 of R. J. Hyndman and Y. Fan,
    "Sample Quantiles in Statistical Packages", The American Statistician 50(4), 1996, 361-365. It
    is what numpy, pandas and R give unless told otherwise. By nearest rank, the smallest number
    that at least so many percent of the numbers do not exceed.
    """
    ordered = sorted(numbers)
    if nearest:
        return Fraction(ordered[max(math.ceil(percent * len(ordered) / 100) - 1, 0)])
    place = percent * (len(ordered) - 1) / 100
    below = Fraction(ordered[math.floor(place)])
    above = Fraction(ordered[math.ceil(place)])
    return below + (above - below) * (place - math.floor(place))


def _sum(numbers: Sequence[Decimal]) -> Fraction:
    """Add exactly, with one denominator for all: faster than fraction by fraction."""
    ratios = [number.as_integer_ratio() for number in numbers]
    shared = math.lcm(*{bottom for _, bottom in ratios})
    return Fraction(sum(top * (shared // bottom) for top, bottom in ratios), shared)


def _mean(numbers: Sequence[Decimal]) -> Fraction:
    return _sum(numbers) / len(numbers)


def _only(numbers: Sequence[Decimal]) -> Fraction:
    (number,) = numbers
    return Fraction(number)


_MAKES: dict[str, Callable[[Sequence[Decimal]], Fraction]] = {
    "": _only,
    "median": lambda numbers: percentile(numbers, Fraction(50)),
    "mean": _mean,
    "minimum": lambda numbers: Fraction(min(numbers)),
    "maximum": lambda numbers: Fraction(max(numbers)),
    "sum": _sum,
    "count": lambda numbers: Fraction(len(numbers)),
}
AGGREGATES = tuple(name for name in _MAKES if name)
"""What makes one number of many, besides a percentile."""
