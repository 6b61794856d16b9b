"""Rows of data files: what is read, and what is refused with its line."""

import csv
import io
import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims.measurement.cells import Cell
from claims.measurement.rows import BadData, Measured, read_rows


def read(text: str, name: str = "runs.csv") -> Measured:
    return read_rows(name, text.encode())


def cells(measured: Measured) -> list[tuple[int, dict[str, Cell]]]:
    return [(row.line, dict(row.cells)) for row in measured.rows]


CSV = {
    "commas": "a,b\n1,x y\n",
    "semicolons": "a;b\n1;x y\n",
    "tabs": "a\tb\n1\tx y\n",
    "a byte order mark": "\ufeffa,b\n1,x y\n",
    "carriage returns": "a,b\r\n1,x y\r\n",
    "no last newline": "a,b\n1,x y",
    "quotes": '"a","b"\n1,"x y"\n',
}


@pytest.mark.parametrize("text", CSV.values(), ids=CSV)
def test_csv(text: str) -> None:
    assert cells(read(text)) == [(2, {"a": "1", "b": "x y"})]


def test_the_header_alone_chooses_the_delimiter() -> None:
    assert read("a;b\n1,5;2,5\n").columns == ("a", "b")
    assert read('"x,y";b\n1;2\n').columns == ("x,y", "b")
    assert read("only\na;b;c\n").columns == ("only",)


def test_a_row_has_the_line_it_begins_on() -> None:
    measured = read('a,b\n\n"1\n2",x\n3,y\n')
    assert [row.line for row in measured.rows] == [3, 5]


JSON = {
    "a list": '[{"a": 1, "b": {"c": 2.50}},\n\n {"a": 2}]',
    "an object with one list": '{"date": "[{", "n": [1], "runs": [\n'
    '{"a": 1, "b": {"c": 2.50}},\n\n {"a": 2}\n], "x": {"y": []}}',
}


def test_json() -> None:
    for start, text in enumerate(JSON.values(), 1):
        measured = read(text, "runs.json")
        assert measured.columns == ("a", "b.c")
        assert cells(measured) == [
            (start, {"a": Decimal(1), "b.c": Decimal("2.50")}),
            (start + 2, {"a": Decimal(2)}),
        ]


def test_json_lines() -> None:
    text = '{"a": NaN, "t": [1, 2]}\r\n\n {"a": true, "t": "u\u2028v"}\n'
    for name in ("runs.jsonl", "runs.ndjson"):
        assert cells(read(text, name)) == [
            (1, {"a": "NaN", "t": ()}),
            (3, {"a": True, "t": "u\u2028v"}),
        ]


BAD = {
    "another ending": ("runs.txt", "a\n1\n", 1, "is no .csv"),
    "nothing": ("runs.csv", "", 1, "no row"),
    "only a header": ("runs.csv", "a,b\n", 1, "no row"),
    "a column twice": ("runs.csv", "a,b,a\n1,2,3\n", 1, "column 'a' stands twice"),
    "too short": ("runs.csv", "a,b\n1,2\n3\n", 3, "1 fields, and the header has 2"),
    "too long": ("runs.csv", "a,b\n1,2,3\n", 2, "3 fields"),
    "an open quote": ("runs.csv", 'a,b\n1,2\n"3,4\n', 3, "not valid CSV"),
    "no JSON": ("runs.json", '[{"a": 1},\n{"a" 2}]', 2, "not valid JSON"),
    "an empty file": ("runs.json", "", 1, "not valid JSON"),
    "a number": ("runs.json", "12", 1, "neither a list nor an object"),
    "an empty list": ("runs.json", "[]", 1, "no row"),
    "a list of numbers": ("runs.json", "[\n1]", 2, "a row must be an object"),
    "no list": ("runs.json", '{"a": [1], "b": []}', 1, "no such list"),
    "two lists": ("runs.json", '{"a": [{}], "b": [{"c": 1}]}', 1, "2 lists of objects (a, b)"),
    "a key twice": ("runs.json", '[{"a": 1},\n{"b": {"a": 1, "a": 1}}]', 2, "key 'a' stands twice"),
    "a key twice around": ("runs.json", '{"a": [{}],\n"a": [{}]}', 2, "key 'a' stands twice"),
    "a key twice aside": (
        "runs.json",
        '{"a": [{}],\n"m": {"x": 1, "x": 2}}',
        2,
        "'x' stands twice",
    ),
    "a column two ways": ("runs.json", '[{"a.b": 1, "a": {"b": 2}}]', 1, "'a.b' stands twice"),
    "too deep": ("runs.json", "[" * 100_000, 1, "nest too deeply"),
    "a line of JSON Lines": ("runs.jsonl", '{"a": 1}\n\n{"a": }\n', 3, "not valid JSON"),
    "a list a line": ("runs.jsonl", '{"a": 1}\n[1]\n', 2, "a row must be an object"),
    "a key twice in a line": ("runs.jsonl", '{"a": 1}\n{"a": 1, "a": 2}\n', 2, "stands twice"),
    "too many rows": ("runs.csv", "a\n" + "1\n" * 100_001, 100_002, "more than 100,000 rows"),
    "too large": ("runs.csv", "a\n" + "1" * (4 << 20), 1, "larger than 4 MiB"),
    "a large field": ("runs.csv", "a\n" + "1" * 200_000, 2, "not valid CSV"),
}


@pytest.mark.parametrize(("name", "text", "line", "message"), BAD.values(), ids=BAD)
def test_refused(name: str, text: str, line: int, message: str) -> None:
    with pytest.raises(BadData) as caught:
        read(text, name)
    assert message in caught.value.message
    assert caught.value.line == line
    assert caught.value.hint
    assert str(caught.value.problem("d/runs")).startswith(f"d/runs:{line}:1: ")


def test_other_encodings_are_refused() -> None:
    with pytest.raises(BadData, match="line 2: not UTF-8"):
        read_rows("runs.csv", "a\né\n".encode("latin-1"))


def test_very_many_columns_are_quick() -> None:
    assert len(read(",".join(map(str, range(100_000))) + "\n" + "," * 99_999).columns) == 100_000


def test_a_number_out_of_all_proportion_is_none() -> None:
    text = '[{"a": 1e99999, "b": %s}]' % ("9" * 5000)
    assert all(isinstance(cell, str) for cell in read(text, "runs.json").rows[0].cells.values())


FIELDS = st.text(st.characters(codec="utf-8"), max_size=8)
GRIDS = st.lists(st.lists(FIELDS, min_size=3, max_size=3), min_size=1, max_size=6)


@given(GRIDS, st.sampled_from(",;\t"))
def test_what_the_csv_writer_writes_is_read_back(grid: list[list[str]], delimiter: str) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows([["a", "b", "c"], *grid])
    assert [list(row.cells.values()) for row in read(text.getvalue()).rows] == grid


SCALARS = st.none() | st.booleans() | st.integers() | FIELDS
RECORDS = st.lists(st.dictionaries(FIELDS, SCALARS, max_size=4), min_size=1, max_size=5)


@given(RECORDS, st.sampled_from((None, 1)))
def test_what_json_writes_is_read_back(
    records: list[dict[str, object]], indent: int | None
) -> None:
    wrapped = {"of": "it", "rows": records, "n": [len(records)]}
    lines = "\n".join(map(json.dumps, records))
    listed = read(json.dumps(records, indent=indent), "runs.json")
    assert [dict(row.cells) for row in listed.rows] == records
    assert listed.rows == read(json.dumps(records, indent=indent), "x.json").rows
    inside = read(json.dumps(wrapped, indent=indent), "runs.json")
    assert [dict(row.cells) for row in inside.rows] == records
    assert [dict(row.cells) for row in read(lines, "runs.jsonl").rows] == records
    if indent:
        text = json.dumps(wrapped, indent=indent).split("\n")
        assert all(text[row.line - 1].strip().startswith("{") for row in inside.rows)
