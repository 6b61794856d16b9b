"""What a call of a worked example gives: values read from YAML, compared and shown."""

import re
from typing import Any

from claims.expectations.interface import invalid
from claims.expectations.value import NotLiteral, equal, literal, typed
from claims.expectations.values import mapping
from provenance.evaluation.outcome import Known
from provenance.yamlfile import Node

_OBJECT = "object"
_ODD_FLOAT = re.compile(r"float\(\s*(['\"])([+-]?(?:inf|infinity|nan))\1\s*\)", re.IGNORECASE)
_PLAIN = (str, bytes, int, float, bool, type(None))


class NotSaid(Exception):
    """Whether a result is the expected one cannot be said, since a part of it is not known."""


class Row(list[Any]):
    """A list as YAML writes it, which as a result stands for a list, a tuple or a range."""


def read_value(node: Node, row: type[list[Any]] = list) -> Any:
    """Read a value: a number and the like, Python text, a list, a mapping, or an object.

    Args:
        node: the value; a mapping with the one key ``object`` is an object of such attributes.
        row: what is made of a list.

    Raises:
        ProblemsFound: a text is no Python literal.
    """
    if node.is_list:
        return row(read_value(item, row) for item in node.value)
    if node.is_mapping:
        parts = mapping(node)
        if set(parts) == {_OBJECT}:
            fields = mapping(parts[_OBJECT])
            return Known({name: read_value(item, row) for name, item in fields.items()})
        return {name: read_value(item, row) for name, item in parts.items()}
    return _python(node) if isinstance(node.value, str) else node.value


def _python(node: Node) -> Any:
    odd = _ODD_FLOAT.fullmatch(node.value.strip())
    if odd:
        return float(odd[2])
    try:
        value = literal(node.value)
    except NotLiteral:
        value = ...
    if not _is_plain(value):
        hint = f'a text keeps its own quotes: "{node.value!r}"'
        raise invalid(node, f"{node.value!r} is no Python literal", hint)
    return value


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    if isinstance(value, list | tuple | set):
        return all(map(_is_plain, value))
    return type(value) in _PLAIN


def same(expected: Any, actual: Any, tolerance: float = 0.0) -> bool:
    """Tell whether a result is the expected one: types count, at every level.

    Numbers compare as numbers, and a bool is none; a NaN is a NaN; a :class:`Row` is a list, a
    tuple or a range; a set may be frozen; of an object the attributes that are named are compared.

    Args:
        expected: the value that was read.
        actual: what the call returned.
        tolerance: how far a number may be from the expected one.

    Raises:
        NotSaid: an attribute is not known, or plain data is compared with an object.
    """
    if isinstance(expected, Known):
        return isinstance(actual, Known) and _same_object(expected, actual, tolerance)
    if isinstance(actual, Known):
        raise NotSaid(f"it returns {shown(actual)}; write {{object: {{…}}}} to name its attributes")
    if isinstance(expected, list | tuple | dict | set):
        return _same_container(expected, actual, tolerance)
    if _is_number(expected) and _is_number(actual):
        return _near(expected, actual, tolerance)
    return equal(expected, actual)


def _same_container(expected: Any, actual: Any, tolerance: float) -> bool:
    if isinstance(expected, dict):
        return type(actual) is dict and _same_pairs(expected, actual, tolerance)
    if isinstance(expected, set):
        return type(actual) in (set, frozenset) and equal(expected, set(actual))
    fitting = (list, tuple, range) if isinstance(expected, Row) else (type(expected),)
    return type(actual) in fitting and _same_items(expected, actual, tolerance)


def _same_object(expected: Known, actual: Known, tolerance: float) -> bool:
    missing = [name for name in expected.fields if name not in actual.fields]
    found = [
        same(item, actual.fields[name], tolerance)
        for name, item in expected.fields.items()
        if name not in missing
    ]
    if missing and all(found):
        raise NotSaid(f"the attribute {missing[0]} of {actual.shown} is not known")
    return all(found)


def _same_items(expected: Any, actual: Any, tolerance: float) -> bool:
    pairs = zip(expected, actual, strict=False)
    return len(expected) == len(actual) and all(same(*pair, tolerance) for pair in pairs)


def _same_pairs(expected: dict[Any, Any], actual: dict[Any, Any], tolerance: float) -> bool:
    keyed = {typed(key): item for key, item in actual.items()}
    wanted = {typed(key): item for key, item in expected.items()}
    return keyed.keys() == wanted.keys() and all(
        same(item, keyed[key], tolerance) for key, item in wanted.items()
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _near(expected: float, actual: float, tolerance: float) -> bool:
    if expected == actual or (expected != expected and actual != actual):  # noqa: PLR0124 - NaN
        return True
    try:
        return abs(expected - actual) <= tolerance
    except OverflowError:
        return False


def shown(value: Any) -> str:
    """Write a value as Python would, an object by its class and attributes."""
    if isinstance(value, Known):
        inside = ", ".join(f"{name}={shown(item)}" for name, item in value.fields.items())
        return f"{value.shown} ({inside})" if inside else value.shown
    if isinstance(value, dict):
        pairs = (f"{shown(key)}: {shown(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def python_name(text: str) -> str:
    """Give the last word of a dotted name, or nothing where it is no name."""
    parts = text.split(".")
    return parts[-1] if all(part.isidentifier() for part in parts) else ""
