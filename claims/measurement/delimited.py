"""Rows of delimited text: a header line, and below it as many fields a line as it has."""

import csv
import io
from collections.abc import Iterator

from claims.measurement.cells import BadData, Row, first_twice

_DELIMITERS = ",;\t"


def delimited_rows(text: str) -> Iterator[Row]:
    """Give the rows below the header; comma, semicolon or tab, whichever cuts the header finest.

    Raises:
        BadData: a column stands twice, a row is longer or shorter than the header, or the quotes
            do not match.
    """
    records = _records(text, _delimiter(text))
    line, header = next(records, (1, []))
    twice = first_twice(header)
    if twice is not None:
        raise BadData(line, f"the column {twice!r} stands twice", "give each its own name")
    for line, fields in records:
        if len(fields) != len(header):
            counts = f"{len(fields)} fields, and the header has {len(header)}"
            raise BadData(line, f"the row has {counts}", "quote a field that holds a delimiter")
        yield Row(line, dict(zip(header, fields, strict=True)))


def _delimiter(text: str) -> str:
    """Choose by the header alone: a comma in a cell further down decides nothing."""
    return max(_DELIMITERS, key=lambda delimiter: _header_width(text, delimiter))


def _header_width(text: str, delimiter: str) -> int:
    try:
        return len(next(_records(text, delimiter), (1, []))[1])
    except BadData:
        return 0


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Give the fields of each record that is not blank, with the line it begins on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for fields in reader:
            if fields:
                yield line, fields
            line = reader.line_num + 1
    except csv.Error as error:
        raise BadData(line, f"not valid CSV: {error}", "look at the quotes") from None
