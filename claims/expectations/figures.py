"""Figures of a measurement, recomputed from its data file."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from claims.expectations.interface import Example, Finding, Kind, broken, held, invalid, unknown
from claims.expectations.values import did_you_mean, mapping, one_or_more, some, words
from claims.measurement.aggregates import AGGREGATES, Aggregate
from claims.measurement.cells import number_of
from claims.measurement.figures import Figure
from claims.measurement.rows import Measured
from claims.measurement.selecting import Condition, NotComputed, Selection
from claims.measurement.stated import NoFigure, Stated, read_stated, unit_named, unit_of_column
from claims.model import Lines
from provenance.errors import Problem, ProblemsFound
from provenance.yamlfile import Node

_NEEDED: dict[str, tuple[str, ...]] = {
    "change": ("from", "to", "states"),
    "ratio": ("of", "to", "states"),
    "percentile": ("column", "states"),
    **dict.fromkeys(("value", *AGGREGATES), ("states",)),
}
_OPTIONAL: dict[str, tuple[str, ...]] = {
    "change": ("aggregate", "method"),
    "ratio": ("aggregate", "method"),
    "percentile": ("where", "method"),
    "value": ("where", "aggregate", "method"),
    **dict.fromkeys(AGGREGATES, ("where",)),
}
_MEASURES = tuple(_NEEDED)
_KEYS = {name: (name, *_NEEDED[name], *_OPTIONAL[name]) for name in _MEASURES}
_METHODS = ("linear", "nearest")
_RATIO_UNITS = ("", "x", "X", "×", "times", "倍", "%")
_OWN_UNITS = ("change", "ratio", "count")  # the others are in the unit of their column
_RANGES = 10


def _read(node: Node) -> tuple[Figure, ...]:
    return some(node, _figure)


def _figure(node: Node) -> Figure:
    parts = mapping(node, dict.fromkeys(key for keys in _KEYS.values() for key in keys))
    measure = _measure(node, parts)
    _fitting(node, measure, parts)
    column = words(parts["column" if measure == "percentile" else measure])
    stated = _stated(parts["states"])
    _same_unit(parts["states"], stated, measure, column)
    ends = [key for key in ("from", "of", "where", "to") if key in parts]
    selections = tuple(_selection(parts[key]) for key in ends) or (Selection(),)
    if len({frozenset(item.conditions) for item in selections}) < len(selections):
        raise invalid(parts["to"], "both selections are the same, so this could not fail")
    return Figure(measure, column, _aggregate(measure, parts), selections, stated)


def _measure(node: Node, parts: dict[str, Node]) -> str:
    named = [key for key in parts if key in _MEASURES]
    if len(named) != 1:
        found = f"it has {' and '.join(named)}" if named else "it has none"
        known = ", ".join(_MEASURES)
        raise invalid(node, f"a figure is exactly one thing, and {found}", f"known: {known}")
    return named[0]


def _fitting(node: Node, measure: str, parts: dict[str, Node]) -> None:
    """Refuse keys that do not go with the measure, and say which are missing."""
    hint = f"it takes {', '.join(_KEYS[measure][1:])}"
    problems = [
        Problem(node.key_location(key), f"{key!r} does not go with {measure!r}", hint)
        for key in parts
        if key not in _KEYS[measure]
    ]
    missing = [key for key in _NEEDED[measure] if key not in parts]
    if missing:
        problems.append(node.problem(f"{measure!r} needs {', '.join(missing)}", hint))
    if problems:
        raise ProblemsFound(tuple(problems))


def _stated(node: Node) -> Stated:
    try:
        return read_stated(words(node))
    except NoFigure as error:
        raise invalid(node, *error.args) from None


def _same_unit(node: Node, stated: Stated, measure: str, column: str) -> None:
    """Refuse a unit that the figure cannot have: seconds of a column in milliseconds."""
    if measure == "change" and stated.unit != "%":
        raise invalid(node, f"a change is in %, not in {stated.unit!r}", "state it as '-23.1 %'")
    if measure == "ratio" and stated.unit not in _RATIO_UNITS:
        raise invalid(node, f"a ratio is not in {stated.unit!r}", "state it as '1.82x'")
    here, there = unit_named(stated.unit), unit_of_column(column)
    if measure not in _OWN_UNITS and here and there and here != there:
        message = f"{column} is in {there} by its name, and the figure in {here}"
        raise invalid(node, message, f"state it in {there}")


def _selection(node: Node) -> Selection:
    items = mapping(node)
    if not items:
        raise invalid(node, "nothing is selected by", "name a column and what stands in it")
    return Selection(tuple(Condition(name, _wanted(item)) for name, item in items.items()))


def _wanted(node: Node) -> str | Decimal | bool | None:
    value = node.value
    if node.is_mapping or node.is_list:
        raise invalid(node, f"expected what stands in the column, found {node.type_name}")
    if value is None or isinstance(value, str | bool):
        return value
    number = number_of(repr(value))
    if number is None:
        raise invalid(node, "the number is out of all proportion", "quote it to compare its text")
    return number


def _aggregate(measure: str, parts: dict[str, Node]) -> Aggregate:
    nearest = "method" in parts and _one_of(parts["method"], _METHODS) == "nearest"
    name, percent = measure if measure in AGGREGATES else "", None
    if measure == "percentile":
        percent = _percent(parts["percentile"])
    elif "aggregate" in parts and parts["aggregate"].is_mapping:
        inner = mapping(parts["aggregate"], ("percentile",))
        if not inner:
            raise invalid(parts["aggregate"], "the aggregate is empty", "write {percentile: 99}")
        percent = _percent(inner["percentile"])
    elif "aggregate" in parts:
        name = _one_of(parts["aggregate"], AGGREGATES)
    if percent is not None:
        return Aggregate("percentile", percent, nearest)
    if "method" in parts:
        raise invalid(parts["method"], "only a percentile has a method", "leave it out")
    return Aggregate(name)


def _percent(node: Node) -> Fraction:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise invalid(node, "expected a number from 0 to 100", "write 99 or 99.9")
    return Fraction(repr(value))


def _one_of(node: Node, known: tuple[str, ...]) -> str:
    word = words(node)
    if word not in known:
        raise invalid(node, f"unknown {word!r}", did_you_mean(word, known))
    return word


def _check(value: tuple[Figure, ...], measured: Measured) -> tuple[Finding, ...]:
    return tuple(_finding(figure, measured) for figure in value)


def _finding(figure: Figure, measured: Measured) -> Finding:
    expected, stated = figure.expected, figure.stated
    try:
        computed = figure.computed(measured)
    except NotComputed as error:
        return unknown("figures", expected, str(error))
    lines = _ranges(computed.lines)
    made_of = f" ({computed.made_of})" if computed.made_of else ""
    found = f"{stated.shown(computed.value)}{made_of}"
    if stated.accepts(computed.value):
        return held("figures", expected, *lines, found=found)
    if (
        figure.measure not in _OWN_UNITS
        and stated.unit == "%"
        and stated.accepts(computed.value * 100)
    ):
        reason = f"{figure.column} gives {found}: whether that is a fraction of 1, nothing says"
        return unknown("figures", expected, reason, *lines)
    return broken("figures", expected, found, *lines)


def _ranges(lines: tuple[int, ...]) -> tuple[Lines, ...]:
    """Give lines as ranges; very many ranges as the one that they all stand in."""
    ordered = sorted(lines)
    gaps = [pair for pair in pairwise(ordered) if pair[1] > pair[0] + 1]
    if len(gaps) >= _RANGES:
        return (Lines(ordered[0], ordered[-1]),)
    starts = (ordered[0], *(after for _, after in gaps))
    ends = (*(before for before, _ in gaps), ordered[-1])
    return tuple(map(Lines, starts, ends))


_TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
_ROWS: dict[str, Any] = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": {"type": ["string", "number", "boolean", "null"]},
}
_PERCENT: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 100}
_PARTS: dict[str, Any] = {
    **dict.fromkeys(_MEASURES, _TEXT),
    "percentile": _PERCENT,
    "column": _TEXT,
    **dict.fromkeys(("from", "to", "of", "where"), _ROWS),
    "states": {**_TEXT, "pattern": "[0-9\uff10-\uff19]"},
    "method": {"enum": list(_METHODS)},
    "aggregate": {
        "oneOf": [
            {"enum": list(AGGREGATES)},
            {
                "type": "object",
                "additionalProperties": False,
                "required": ["percentile"],
                "properties": {"percentile": _PERCENT},
            },
        ]
    },
}


def _schema_of(measure: str) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [measure, *_NEEDED[measure]],
        "properties": {key: _PARTS[key] for key in _KEYS[measure]},
    }


_DATA = "variant,ttft_ms\nbase,412.5\ndp,317.3\n"

KIND = Kind(
    name="figures",
    summary="these figures, recomputed from the data, are the stated ones at their own precision",
    value="a list of {change: COLUMN, from: {…}, to: {…}, states: '-23.1 %'}, {ratio: COLUMN, "
    "of: {…}, to: {…}, states: '1.82x'}, {percentile: 99, column: COLUMN, where: {…}, "
    f"states: '812 ms'}}, or one of {', '.join(('value', *AGGREGATES))} in place of percentile",
    schema=one_or_more({"oneOf": [_schema_of(measure) for measure in _MEASURES]}),
    holds=Example(
        _DATA,
        "runs.csv",
        '[{change: ttft_ms, from: {variant: base}, to: {variant: dp}, states: "-23.1 %"}]',
    ),
    fails=Example(
        _DATA,
        "runs.csv",
        '[{ratio: ttft_ms, of: {variant: dp}, to: {variant: base}, states: "0.79x"}]',
    ),
    read=_read,
    check=_check,
    detail="A selection compares numbers as numbers and texts as they are spelled. Several rows "
    "need an `aggregate`: a name, or {percentile: 99}. A percentile is linear between the two "
    "nearest numbers unless it has `method: nearest`. A figure is in its column's own unit.",
)
