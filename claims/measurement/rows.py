"""The rows of a data file: CSV, JSON or JSON Lines, told apart by the file's name."""

from collections.abc import Callable, Iterator
from itertools import islice

import msgspec

from claims.measurement.cells import BadData, Cell, Row
from claims.measurement.delimited import delimited_rows
from claims.measurement.objects import json_lines_rows, json_rows

__all__ = ["ENDINGS", "BadData", "Cell", "Measured", "Row", "read_rows"]

_LARGEST = 4 << 20
_MOST = 100_000
_READERS: dict[str, Callable[[str], Iterator[Row]]] = {
    ".csv": delimited_rows,
    ".tsv": delimited_rows,
    ".json": json_rows,
    ".jsonl": json_lines_rows,
    ".ndjson": json_lines_rows,
}
ENDINGS = tuple(_READERS)


class Measured(msgspec.Struct, frozen=True):
    """The data that figures are worked out of.

    Attributes:
        name: the data file's name, as the claim has it.
        columns: the names of the columns, in the file's order.
        rows: the rows, at least one.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def read_rows(name: str, data: bytes) -> Measured:
    """Read a data file.

    Args:
        name: the file's name; its ending says how it is read.
        data: the file's bytes; UTF-8, with or without a byte order mark.

    Returns:
        The rows, numbers as they are written, each with the line it begins on.

    Raises:
        BadData: the file cannot be read, or not in one way only.
    """
    reader = next((read for ending, read in _READERS.items() if name.endswith(ending)), None)
    if reader is None:
        raise BadData(1, f"{name} is no {', '.join(ENDINGS)}", "name a data file of those")
    try:
        rows = tuple(islice(reader(_text(data)), _MOST + 1))
    except RecursionError:
        raise BadData(1, "the objects nest too deeply", "keep the rows flat") from None
    if not rows:
        raise BadData(1, "there is no row in it", "a figure needs at least one")
    if len(rows) > _MOST:
        raise BadData(rows[-1].line, f"more than {_MOST:,} rows", "keep those that are cited")
    columns = dict.fromkeys(column for row in rows for column in row.cells)
    return Measured(name, tuple(columns), rows)


def _text(data: bytes) -> str:
    if len(data) > _LARGEST:
        raise BadData(1, f"larger than {_LARGEST >> 20} MiB", "keep the rows that are cited")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadData(line, "not UTF-8 text", "save the file as UTF-8") from None
