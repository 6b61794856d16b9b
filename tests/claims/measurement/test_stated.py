"""A figure as it is stated: what is read, what is accepted, what is shown."""

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.measurement.stated import NoFigure, brief, read_stated, rounded, unit_named
from claims.measurement.stated import unit_of_column as of_column

READ = {
    "-23.1 %": ("-23.1", 1, "%"),
    "−23.1%": ("-23.1", 1, "%"),
    "－２３．１％": ("-23.1", 1, "%"),
    "+ 5 %": ("5", 0, "%"),
    "1.82x": ("1.82", 2, "x"),
    "1.82 ×": ("1.82", 2, "×"),
    "1.82 倍": ("1.82", 2, "倍"),
    "3 times": ("3", 0, "times"),
    "812.40 ms": ("812.4", 2, "ms"),
    "1,234,567.5 tokens/s": ("1234567.5", 1, "tokens/s"),
    "12 345 tokens": ("12345", 0, "tokens"),
    "12\u202f345": ("12345", 0, ""),
    "12_345 GB": ("12345", 0, "GB"),
    "1.2e3": ("1200", -2, ""),
    "1.2e-3 s": ("0.0012", 4, "s"),
    "0.0": ("0", 1, ""),
    "-0.0": ("0", 1, ""),
    "5 GPUs": ("5", 0, "GPUs"),
    "1.2 kB": ("1.2", 1, "kB"),
    "3 百分点": ("3", 0, "百分点"),
}
REFUSED = (
    "", "fast", "%", ".5", "5.", "1,23", "1,2345", "1,234 567", "1 2", "812 ± 3", "~812", "≈ 812",
    "1.82x (412)", "1.2×10^3", "1.2×10³", "1.2k", "3.4M tokens", "2 million", "5 万", "1-2 ms",
    "--1", "–23 %", "nan", "inf", "0x10", "1e9999", "1" * 99, "812+", "< 5",
)  # fmt: skip


@pytest.mark.parametrize("text", READ)
def test_read(text: str) -> None:
    number, decimals, unit = READ[text]
    stated = read_stated(text)
    assert (stated.value, stated.decimals, stated.unit) == (Fraction(number), decimals, unit)
    assert stated.text == text


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    with pytest.raises(NoFigure) as caught:
        read_stated(text)
    assert all(caught.value.args)


@given(st.decimals(-(10**9), 10**9, allow_nan=False, places=6), st.integers(0, 5))
def test_a_number_rounded_is_accepted_and_its_neighbours_are_not(
    number: Decimal, decimals: int
) -> None:
    step = Decimal(1).scaleb(-decimals)
    for rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN):
        kept = number.quantize(step, rounding)
        assert read_stated(f"{kept:f}").accepts(Fraction(number))
        assert read_stated(f"{kept:,f} ms").accepts(Fraction(number))
        for off in (kept - step, kept + step):
            halfway = abs(off - number) * 2 == step
            assert read_stated(f"{off:f}").accepts(Fraction(number)) == halfway


@pytest.mark.parametrize("number", [0.35, 2.675, 1.005, 0.25, 0.15])
def test_what_python_itself_prints_of_a_halfway_number_is_accepted(number: float) -> None:
    places = len(repr(number).partition(".")[2]) - 1
    assert read_stated(f"{number:.{places}f}").accepts(Fraction(repr(number)))


def test_an_exponent_gives_the_precision_of_its_mantissa() -> None:
    stated = read_stated("1.2e3")
    assert stated.accepts(Fraction(1150))
    assert stated.accepts(Fraction(1250))
    assert not stated.accepts(Fraction("1250.001"))


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [("-23.1 %", "-23.0788", "-23.079 %"), ("5", "4.995", "5.00"), ("1.2e3", "1234.6", "1235"),
     ("1.82x", "1.8", "1.8000 x"), ("0.1", "-0.0001", "0.000"), ("0.01", "0.5", "0.5000")],
)  # fmt: skip
def test_shown(text: str, number: str, said: str) -> None:
    assert read_stated(text).shown(Fraction(number)) == said


@given(st.fractions(-(10**6), 10**6), st.integers(0, 8))
def test_rounded_is_near(value: Fraction, decimals: int) -> None:
    assert abs(Fraction(rounded(value, decimals)) - value) * 2 <= Fraction(1, 10**decimals)


def test_brief() -> None:
    texts = ("412.5", "100", "-0.25", "1234567890123")
    assert [brief(Fraction(text)) for text in texts[:3]] == list(texts[:3])
    assert brief(Fraction(1, 3)) == "0.33333333"
    assert brief(Fraction(texts[3])) == "1234567900000"
    assert brief(Fraction(10) ** 400) == "1E+400"


def test_units_of_columns() -> None:
    assert [of_column(name) for name in ("ttft_ms", "latency.s", "time (ms)", "mem_GB")] == [
        "ms", "s", "ms", "GB",
    ]  # fmt: skip
    assert [of_column(name) for name in ("ms", "tokens_per_s", "ttft", "")] == [""] * 4
    assert unit_named("Seconds") == "s"
    assert unit_named("tokens/s") == ""
