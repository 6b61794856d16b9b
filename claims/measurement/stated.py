"""A figure as an article states it: ``-23.1 %``, ``1,234.5 tokens/s``, ``1.2e3``.

Its decimals say how precisely it is meant, and so what it is compared at.
"""

import re
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

import msgspec

# Full-width forms, and the blanks and minus signs that typesetting puts in, as plain ones.
_PLAIN = {0xFF01 + offset: 0x21 + offset for offset in range(94)}
_PLAIN |= dict.fromkeys((0xA0, 0x2009, 0x202F, 0x3000), 0x20) | {0x2212: 0x2D}
_FIGURE = re.compile(
    r"(?P<sign>[-+]?) ?"
    r"(?P<whole>[0-9]{1,3}(?:(?P<mark>[, _])[0-9]{3})(?:(?P=mark)[0-9]{3})*|[0-9]+)"
    r"(?:\.(?P<decimals>[0-9]+))?(?:[eE](?P<exponent>[-+]?[0-9]{1,3}))?"
    r" *(?P<unit>(?:[^\W\d_]|[%‰×°/])(?:[^\W\d_]|[ /%·.²³°-])*)?"
)
_SCALES = re.compile(r"(?:[kKMG]|thousand|million|billion)(?![^\W\d_])|[十千万萬亿億兆]|百(?!分)")
_LONGEST = 80
_SIGNIFICANT = Context(prec=8, rounding=ROUND_HALF_EVEN)

_UNITS = {
    "ns": "ns nanoseconds", "us": "us µs μs microseconds", "ms": "ms msec msecs milliseconds",
    "s": "s sec secs second seconds 秒", "min": "min mins minute minutes", "h": "h hour hours",
    "kB": "kb", "MB": "mb", "GB": "gb", "TB": "tb", "KiB": "kib", "MiB": "mib", "GiB": "gib",
    "%": "% pct percent",
}  # fmt: skip
_UNIT_NAMED = {word: unit for unit, words in _UNITS.items() for word in words.split()}


class NoFigure(ValueError):
    """A text is not one figure; the arguments are what is wrong and what to do."""


class Stated(msgspec.Struct, frozen=True):
    """A stated figure.

    Attributes:
        text: as it is written.
        value: its number, exactly.
        decimals: the place of its last digit behind the point; negative before it.
        unit: what stands behind the number, or nothing.
    """

    text: str
    value: Fraction
    decimals: int
    unit: str

    def accepts(self, computed: Fraction) -> bool:
        """Whether a number, rounded to the last stated digit, is this one.

        A number halfway between two may have been rounded either way: half up, half to even, or by
        a binary fraction that lies just below it. Each of the two is accepted.
        """
        return abs(computed - self.value) <= Fraction(10) ** -self.decimals / 2

    def shown(self, computed: Fraction) -> str:
        """Give a number as this one is given, with two more digits."""
        number = rounded(computed, max(0, self.decimals + 2))
        return f"{number} {self.unit}".rstrip()


def read_stated(text: str) -> Stated:
    """Read a figure.

    Raises:
        NoFigure: it is anything else, or more than one number.
    """
    match = _FIGURE.fullmatch(text.translate(_PLAIN).strip()) if len(text) <= _LONGEST else None
    if match is None:
        raise NoFigure(f"{text!r} is no figure", "write one number and its unit, as '-23.1 %'")
    unit = (match["unit"] or "").strip()
    if _SCALES.match(unit):
        raise NoFigure(f"{text!r} has a number word", "write it out, or as '1.2e3'")
    exponent = int(match["exponent"] or 0)
    digits = re.sub("[, _]", "", match["whole"]) + (match["decimals"] or "")
    decimals = len(match["decimals"] or "") - exponent
    value = Fraction(int(digits)) / Fraction(10) ** decimals
    return Stated(text.strip(), -value if match["sign"] == "-" else value, decimals, unit)


def rounded(value: Fraction, decimals: int) -> str:
    """Write a number with so many decimals, half to even."""
    scaled = round(abs(value) * 10**decimals)
    digits = str(scaled).rjust(decimals + 1, "0")
    sign = "-" if value < 0 and scaled else ""
    point = len(digits) - decimals
    return sign + digits[:point] + ("." + digits[point:] if decimals else "")


def brief(value: Fraction) -> str:
    """Write a number with as many digits as it needs, eight at most."""
    number = _SIGNIFICANT.divide(Decimal(value.numerator), Decimal(value.denominator))
    number = number.normalize(_SIGNIFICANT)
    return f"{number:f}" if -10 < number.adjusted() < 15 else str(number)


def unit_named(word: str) -> str:
    """Give the unit that a word stands for, or nothing for a word that is not known as one."""
    return _UNIT_NAMED.get(word.casefold(), "")


def unit_of_column(column: str) -> str:
    """Give the unit that a column's name ends in, as ``ttft_ms`` and ``latency.s`` do."""
    *before, last = re.split(r"[_. ]", column.rstrip(")]"))
    return unit_named(last.lstrip("([")) if before and "per" not in before else ""
