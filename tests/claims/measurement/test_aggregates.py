"""One number of many, against the standard library's statistics."""

import statistics
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.measurement.aggregates import AGGREGATES, Aggregate, percentile

NUMBERS = st.lists(st.decimals(-(10**6), 10**6, allow_nan=False, places=3), min_size=1, max_size=40)
REFERENCE = {
    "median": statistics.median,
    "mean": statistics.mean,
    "minimum": min,
    "maximum": max,
    "sum": sum,
    "count": len,
}


@given(NUMBERS)
def test_it_is_what_statistics_gives(numbers: list[Decimal]) -> None:
    assert set(AGGREGATES) == set(REFERENCE)
    exact = [Fraction(number) for number in numbers]
    for name, reference in REFERENCE.items():
        assert Aggregate(name).of(numbers) == reference(exact)  # type: ignore[operator]


@given(NUMBERS.filter(lambda numbers: len(numbers) > 1))
def test_a_percentile_is_the_inclusive_quantile(numbers: list[Decimal]) -> None:
    quantiles = statistics.quantiles(map(Fraction, numbers), n=100, method="inclusive")
    assert [percentile(numbers, Fraction(percent)) for percent in range(1, 100)] == quantiles
    assert percentile(numbers, Fraction(0)) == min(numbers)
    assert percentile(numbers, Fraction(100)) == max(numbers)


@given(NUMBERS, st.fractions(0, 100, max_denominator=100))
def test_the_nearest_rank_is_the_least_that_reaches_the_share(
    numbers: list[Decimal], percent: Fraction
) -> None:
    found = percentile(numbers, percent, nearest=True)
    reaching = [
        number
        for number in numbers
        if sum(other <= number for other in numbers) * 100 >= percent * len(numbers)
    ]
    assert found == min(reaching)


@pytest.mark.parametrize(
    ("percent", "linear", "nearest"),
    [("0", "15", 15), ("5", "16", 15), ("30", "23", 20), ("40", "29", 20), ("50", "35", 35),
     ("99.9", "49.96", 50), ("100", "50", 50)],
)  # fmt: skip
def test_by_hand(percent: str, linear: str, nearest: int) -> None:
    numbers = [Decimal(number) for number in (50, 15, 40, 20, 35)]
    assert Aggregate("percentile", Fraction(percent)).of(numbers) == Fraction(linear)
    assert Aggregate("percentile", Fraction(percent), nearest=True).of(numbers) == nearest


def test_a_single_number_is_every_percentile() -> None:
    for nearest in (False, True):
        assert percentile([Decimal("1.5")], Fraction(99), nearest=nearest) == Fraction(3, 2)


def test_it_adds_exactly() -> None:
    numbers = [Decimal(text) for text in ("0.1", "0.2", "1e300", "-1e300", "1e-300")]
    assert Aggregate("sum").of(numbers) == Fraction(3, 10) + Fraction(1, 10**300)
