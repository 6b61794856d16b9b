"""Rows of JSON: a list of objects, an object with one such list, or an object a line.

An object inside a row gives dotted columns: ``{"ttft": {"p99": 1}}`` has the column ``ttft.p99``.
"""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from claims.measurement.cells import BadData, Cell, Row, first_twice, number_of

_BLANK = re.compile(r"[ \t\n\r]*")


class _Twice(ValueError):
    """A key stands twice in an object."""


def json_rows(text: str) -> Iterator[Row]:
    """Give the rows of a JSON document.

    Raises:
        BadData: it is not JSON, has no list of objects or several, or a key stands twice.
    """
    _check(text, 1)
    start = _after(text, 0)
    if text[start] == "{":
        start = _only_list(text, start)
    elif text[start] != "[":
        raise BadData(1, "neither a list nor an object", "write a list of objects")
    for line, value, _ in _elements(text, start):
        yield _row(line, value)


def json_lines_rows(text: str) -> Iterator[Row]:
    """Give the rows of JSON Lines; blank lines are passed over.

    Raises:
        BadData: a line is not JSON, or no object, or a key stands twice.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            _check(line, number)
            yield _row(number, _decoded(line, _after(line, 0), number)[0])


def _check(text: str, first: int) -> None:
    """Refuse what is not JSON, so that the walk over it need not ask."""
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        line = first + error.lineno - 1
        raise BadData(line, f"not valid JSON: {error.msg}", f"see column {error.colno}") from None


def _after(text: str, at: int) -> int:
    """Give the index of the next character that is no blank."""
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _elements(text: str, at: int) -> Iterator[tuple[int, Any, int]]:
    """Give line, value and end of each element of the list that begins at an index."""
    line, counted = text.count("\n", 0, at) + 1, at
    at = _after(text, at + 1)
    while text[at] != "]":
        line, counted = line + text.count("\n", counted, at), at
        value, end = _decoded(text, at, line)
        yield line, value, end
        at = _after(text, end)
        at = _after(text, at + 1) if text[at] == "," else at


def _only_list(text: str, at: int) -> int:
    """Give the index of the one list of objects in the object that begins at an index."""
    lists = {}
    seen: set[str] = set()
    at = _after(text, at + 1)
    while text[at] != "}":
        line = text.count("\n", 0, at) + 1
        key, end = _decoded(text, at, line)
        if key in seen:
            raise _stands_twice(line, key)
        seen.add(key)
        start = _after(text, _after(text, end) + 1)
        value, end = _decoded(text, start, line)
        if isinstance(value, list) and any(isinstance(item, dict) for item in value):
            lists[key] = start
        at = _after(text, end)
        at = _after(text, at + 1) if text[at] == "," else at
    if len(lists) != 1:
        names = f"{len(lists)} lists of objects ({', '.join(lists)})" if lists else "no such list"
        raise BadData(1, f"the object has {names}", "keep exactly one list of objects in it")
    return next(iter(lists.values()))


def _stands_twice(line: int, key: str) -> BadData:
    return BadData(line, f"the key {key!r} stands twice in an object", "keep one of them")


def _decoded(text: str, at: int, line: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, at)
    except _Twice as twice:
        raise _stands_twice(line, str(twice)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Twice(first_twice(key for key, _ in pairs))
    return found


def _number(text: str) -> Decimal | str:
    """Give a number exactly; one out of all proportion stays a text, which no figure can use."""
    number = number_of(text)
    return text if number is None else number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_number, parse_int=_number, parse_constant=str
)


def _row(line: int, value: Any) -> Row:
    if not isinstance(value, dict):
        raise BadData(line, "a row must be an object", 'write {"column": value, …}')
    cells: dict[str, Cell] = {}
    for column, cell in _flat(value, ""):
        if column in cells:
            raise _stands_twice(line, column)
        cells[column] = cell
    return Row(line, cells)


def _flat(value: dict[str, Any], before: str) -> Iterator[tuple[str, Cell]]:
    for key, item in value.items():
        if isinstance(item, dict):
            yield from _flat(item, f"{before}{key}.")
        else:
            yield before + key, () if isinstance(item, list) else item
