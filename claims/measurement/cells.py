"""The cells of a data file: texts, and numbers that stay exactly as they are written."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal

import msgspec

from provenance.errors import Location, Problem

Cell = str | Decimal | bool | tuple[()] | None
"""A cell; ``()`` stands for a list, which no figure can use."""

# Three digits of exponent and a hundred characters: no number that takes a machine to work out.
_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
_LONGEST = 100
_SHOWN = 60


class BadData(ValueError):
    """A data file cannot be read.

    Attributes:
        line: where, from 1.
        message: what is wrong, for people.
        hint: what to do about it.
    """

    def __init__(self, line: int, message: str, hint: str = "") -> None:
        super().__init__(f"line {line}: {message}" + (f"; {hint}" if hint else ""))
        self.line = line
        self.message = message
        self.hint = hint

    def problem(self, path: str) -> Problem:
        """Give it as a problem of the file at ``path``."""
        return Problem(Location(path, self.line), self.message, self.hint)


class Row(msgspec.Struct, frozen=True):
    """One row: the line it begins on, and its cells by column."""

    line: int
    cells: Mapping[str, Cell]


def number_of(cell: Cell) -> Decimal | None:
    """Give the number that a cell is or spells, exactly; None for anything else, NaN included."""
    if isinstance(cell, Decimal):
        return cell
    if not isinstance(cell, str) or len(cell) > _LONGEST:
        return None
    text = cell.strip()
    return Decimal(text) if _NUMBER.fullmatch(text) else None


def first_twice(names: Iterable[str]) -> str | None:
    """Give the first name that has stood before, or None."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def is_empty(cell: Cell) -> bool:
    """Whether nothing stands in a cell."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def is_nan(cell: Cell) -> bool:
    """Whether a cell spells the number that is none; some count it as filled, others do not."""
    return isinstance(cell, str) and cell.strip().lstrip("+-").casefold() == "nan"


def spelled(cell: Cell) -> str:
    """Give a cell as it is spelled in the file."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if cell is None:
        return ""
    return "a list" if isinstance(cell, tuple) else str(cell)


def shown(cell: Cell) -> str:
    """Give a cell for a message: short, and never nothing."""
    text = "nothing" if is_empty(cell) else spelled(cell)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
