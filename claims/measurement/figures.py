"""Figures: what is worked out of which rows, and what an article states it to be."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

import msgspec

from claims.measurement.aggregates import Aggregate
from claims.measurement.cells import Row, is_empty, is_nan, number_of, shown
from claims.measurement.rows import Measured
from claims.measurement.selecting import NotComputed, Selection, known_column, selected
from claims.measurement.stated import Stated, brief

_SHOWN_LINES = 3
_ONE = Decimal(1)
_JOINTS = {"change": ("from", "to"), "ratio": ("for", "to")}


class Computed(msgspec.Struct, frozen=True):
    """A figure worked out.

    Attributes:
        value: the figure, exactly.
        lines: the lines of the rows that it is made of.
        made_of: how it came about, for people.
    """

    value: Fraction
    lines: tuple[int, ...]
    made_of: str = ""


class Figure(msgspec.Struct, frozen=True):
    """A figure of an article.

    Attributes:
        measure: ``change``, ``ratio``, or anything else for one number.
        column: the column it is of.
        aggregate: how one number is made of a selection.
        selections: the rows; two selections for a change (from, to) and a ratio (of, to).
        stated: what the article states.
    """

    measure: str
    column: str
    aggregate: Aggregate
    selections: tuple[Selection, ...]
    stated: Stated

    @property
    def expected(self) -> str:
        """The figure in one line."""
        return " ".join((*self._words(), "is", self.stated.text))

    def _words(self) -> Iterator[str]:
        joints = _JOINTS.get(self.measure, ("where",))
        if self.measure in _JOINTS:
            yield f"{self.measure} of {self.column}"
            if self.aggregate.name:
                yield f"(each the {self.aggregate})"
        else:
            yield f"{str(self.aggregate) or 'value'} of {self.column}"
        for joint, selection in zip(joints, self.selections, strict=True):
            if selection.conditions:
                yield f"{joint} {selection}"

    def computed(self, measured: Measured) -> Computed:
        """Work it out.

        Raises:
            NotComputed: the data does not give it.
        """
        numbers = [self._number(selection, measured) for selection in self.selections]
        if self.measure == "change":
            return _change(*numbers)
        if self.measure != "ratio":
            return numbers[0]
        found = _ratio(*numbers)
        percent = 100 if self.stated.unit == "%" else 1
        return msgspec.structs.replace(found, value=found.value * percent)

    def _number(self, selection: Selection, measured: Measured) -> Computed:
        column = known_column(self.column, measured)
        rows = selected(selection, measured)
        count = len(rows)
        if not self.aggregate.name and count > 1:
            raise NotComputed(_several(rows, selection))
        numbers = _numbers(column, rows, measured.name, counting=self.aggregate.name == "count")
        made_of = (
            f"{self.aggregate} of {count} row{'s' * (count != 1)}" if self.aggregate.name else ""
        )
        return Computed(self.aggregate.of(numbers), tuple(row.line for row in rows), made_of)


def _several(rows: Sequence[Row], selection: Selection) -> str:
    which = f" with {selection}" if selection.conditions else ""
    lines = ", ".join(str(row.line) for row in rows[:_SHOWN_LINES])
    more = ", …" if len(rows) > _SHOWN_LINES else ""
    selected_rows = f"{len(rows)} rows are selected{which} (lines {lines}{more})"
    return f"{selected_rows}; say which, or name an aggregate"


def _numbers(column: str, rows: Sequence[Row], name: str, *, counting: bool) -> list[Decimal]:
    """Give a column's numbers; an empty cell is passed over only where the filled ones count."""
    numbers = []
    for row in rows:
        cell = row.cells.get(column)
        if counting and is_empty(cell):
            continue
        number = _ONE if counting and not is_nan(cell) else number_of(cell)
        if number is None:
            raise NotComputed(f"{name}:{row.line}: {column} is no number but {shown(cell)}")
        numbers.append(number)
    return numbers


def _change(start: Computed, end: Computed) -> Computed:
    """Give the change in percent; from zero or below, people do not agree on what that is."""
    if start.value <= 0:
        raise NotComputed(f"a change from {brief(start.value)} has no percentage")
    return _joined((end.value - start.value) * 100 / start.value, start, "->", end)


def _ratio(top: Computed, bottom: Computed) -> Computed:
    if not bottom.value:
        raise NotComputed(f"{brief(top.value)} cannot be divided by zero")
    return _joined(top.value / bottom.value, top, "/", bottom)


def _joined(value: Fraction, first: Computed, sign: str, second: Computed) -> Computed:
    lines = tuple(dict.fromkeys((*first.lines, *second.lines)))
    parts = f"{brief(first.value)} {sign} {brief(second.value)}"
    made_of = dict.fromkeys(item.made_of for item in (first, second) if item.made_of)
    return Computed(value, lines, ", ".join((parts, *made_of)))
