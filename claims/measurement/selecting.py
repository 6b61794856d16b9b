"""Choosing rows by what stands in their columns."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

import msgspec

from claims.measurement.cells import Cell, Row, number_of, shown, spelled
from claims.measurement.rows import Measured
from provenance.source import did_you_mean

Wanted = str | Decimal | bool | None
_LISTED = 8
_COMPARED = 1000


class NotComputed(ValueError):
    """A figure cannot be worked out of the data; the message says why, for people."""


class Condition(msgspec.Struct, frozen=True):
    """A column and what must stand in it.

    A number is compared as a number, a text as it is spelled; None is an empty cell.
    """

    column: str
    wanted: Wanted

    def fits(self, row: Row) -> bool:
        """Whether a row has it."""
        cell = row.cells.get(self.column)
        if isinstance(cell, tuple):
            return False
        if isinstance(self.wanted, bool):
            return spelled(cell).casefold() == spelled(self.wanted)
        if isinstance(self.wanted, Decimal):
            return number_of(cell) == self.wanted
        return spelled(cell) == (self.wanted or "")

    def __str__(self) -> str:
        return f"{self.column}={shown(self.wanted)}"


class Selection(msgspec.Struct, frozen=True):
    """The conditions that a row must have, all of them; none selects every row."""

    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self.conditions))


def known_column(column: str, measured: Measured) -> str:
    """Give a column's name.

    Raises:
        NotComputed: the data has no such column.
    """
    if column in measured.columns:
        return column
    hint = (
        did_you_mean(column, measured.columns[:_COMPARED]) or f"it has {listed(measured.columns)}"
    )
    raise NotComputed(f"{measured.name} has no column {column!r}; {hint}")


def selected(selection: Selection, measured: Measured) -> tuple[Row, ...]:
    """Give the rows of a selection, at least one.

    Raises:
        NotComputed: there is no such row or column; the message names the values there are.
    """
    rows: Sequence[Row] = measured.rows
    for number, condition in enumerate(selection.conditions):
        column = known_column(condition.column, measured)
        fitting = [row for row in rows if condition.fits(row)]
        if not fitting:
            before = Selection(selection.conditions[:number])
            among = f" among those with {before}" if before.conditions else ""
            there = [row.cells.get(column) for row in rows]
            raise NotComputed(_none(condition, measured.name, among, there))
        rows = fitting
    return tuple(rows)


def _none(condition: Condition, name: str, among: str, there: Iterable[Cell]) -> str:
    texts = tuple(dict.fromkeys(map(shown, there)))
    near = did_you_mean(shown(condition.wanted), texts[:_COMPARED])
    hint = f"; {near}" if near else ""
    return f"no row of {name} has {condition}{among}; {condition.column} is {listed(texts)}{hint}"


def listed(texts: Sequence[str]) -> str:
    """Give the first few of some texts, and how many more there are."""
    more = len(texts) - _LISTED
    return ", ".join(texts[:_LISTED]) + (f" and {more} more" if more > 0 else "")
