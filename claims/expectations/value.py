"""The literal value of a constant, a variable or a field."""

import ast
import operator
from typing import Any

from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    broken,
    held,
    invalid,
    unknown,
)
from claims.expectations.searching import needs
from provenance.syntax.definition import text_of
from provenance.syntax.second_look import Seen, look
from provenance.yamlfile import Node

_LIMIT = 1 << 256
_OPERATORS: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


class NotLiteral(ValueError):
    """The expression is no literal, nor plain arithmetic on numbers."""


def _read(node: Node) -> tuple[str, object]:
    if node.is_mapping or node.is_list:
        raise invalid(
            node, f"expected a value, found {node.type_name}", 'write a tuple as "(1, 2)"'
        )
    if not isinstance(node.value, str):
        return repr(node.value), node.value
    try:
        return node.value, literal(node.value)
    except NotLiteral:
        hint = f'a text keeps its own quotes: "{node.value!r}"'
        raise invalid(node, f"{node.value!r} is no Python literal", hint) from None


def literal(text: str) -> object:
    """Give the value of a literal, or of arithmetic on numbers.

    Raises:
        NotLiteral: it is something else, or its value would be very large.
    """
    try:
        return _fold(ast.parse(text.strip(), mode="eval").body)
    except (
        SyntaxError,
        ValueError,
        TypeError,
        ArithmeticError,
        RecursionError,
        MemoryError,
    ) as error:
        raise NotLiteral(str(error)) from None


def _fold(node: ast.expr) -> object:
    if isinstance(node, ast.Tuple):
        return tuple(_fold(item) for item in node.elts)
    if isinstance(node, ast.List):
        return [_fold(item) for item in node.elts]
    if isinstance(node, ast.BinOp):
        return _arithmetic(node)
    return ast.literal_eval(node)


def _arithmetic(node: ast.BinOp) -> object:
    left, right = _fold(node.left), _fold(node.right)
    for side in (left, right):
        if isinstance(side, bool) or not isinstance(side, int | float | complex):
            raise NotLiteral("arithmetic on something that is no number")
    if isinstance(node.op, ast.Pow | ast.LShift):
        return _bounded_power(node.op, left, right)
    if type(node.op) not in _OPERATORS:
        raise NotLiteral("an operator that is not folded")
    value: object = _OPERATORS[type(node.op)](left, right)
    return value


def _bounded_power(op: ast.operator, left: Any, right: Any) -> object:
    if not isinstance(right, int) or not 0 <= right <= 256 or abs(left) > _LIMIT:
        raise NotLiteral("a power too large to work out")
    value: object = left**right if isinstance(op, ast.Pow) else left << right
    return value


def equal(expected: object, actual: object) -> bool:
    """Compare numbers as numbers and everything else by type and value; a bool is no number."""
    return typed(expected) == typed(actual)


def typed(value: object) -> tuple[str, object]:
    """Give a value with its type at every level, so that ``{'a': True}`` is not ``{'a': 1}``."""
    if isinstance(value, tuple | list):
        return type(value).__name__, tuple(map(typed, value))
    if isinstance(value, dict):
        return "dict", frozenset((typed(key), typed(item)) for key, item in value.items())
    if isinstance(value, set):
        return "set", frozenset(map(typed, value))
    if isinstance(value, int | float | complex) and not isinstance(value, bool):
        return "number", value
    return type(value).__name__, value


def _bound_elsewhere(subject: Subject) -> str:
    """Say where else the name is given a value: by a loop, a global statement, a star import."""
    second = look(subject.source, subject.definition.name)
    definitions = subject.module.definitions(subject.definition.name)
    agrees = second.seen is Seen.DEFINED and len(second.spans) == len(definitions)
    places = (*second.others, *second.stars)
    if agrees and not places:
        return ""
    places = places or second.spans
    lines = ", ".join(str(first) for first, _ in places[:10])
    return second.reason or f"it is also given a value elsewhere: see line {lines}"


def _check(value: tuple[str, object], subject: Subject) -> tuple[Finding, ...]:
    text, expected = value
    if not subject.definition.is_assignment:
        return needs("value", "constant, variable or field", subject)
    inner = subject.definition.inner
    right = inner.child_by_field_name("right")
    while right is not None and right.type == "assignment":
        right = right.child_by_field_name("right")
    left = inner.child_by_field_name("left")
    if (
        right is None
        or inner.type == "augmented_assignment"
        or left is None
        or left.type not in ("identifier", "attribute")
    ):
        return (unknown("value", text, "it has no value of its own here", subject.span),)
    shown = " ".join(text_of(right).split())
    try:
        actual = literal(text_of(right))
    except NotLiteral:
        return (unknown("value", text, f"not a literal: {shown}", subject.span),)
    elsewhere = _bound_elsewhere(subject)
    if elsewhere:
        return (unknown("value", text, elsewhere, subject.span),)
    if equal(expected, actual):
        return (held("value", text, subject.span, found=shown),)
    return (broken("value", text, shown, subject.span),)


KIND = Kind(
    name="value",
    summary="the literal value is this; numbers compare as numbers, tuples as tuples",
    value='a number, true, false, null, or Python text: "\'fcfs\'", "(1, 2)"',
    schema={"type": ["string", "number", "boolean", "null"]},
    holds=Example("LIMIT = 4 * 1024\n", "LIMIT", "4096"),
    fails=Example("POLICY = 'fcfs'\n", "POLICY", "\"'lpm'\""),
    real=RealExample(
        "python/sglang/srt/disaggregation/ascend/transfer_engine.py",
        "_DEFAULT_PROTOCOL",
        "\"'sdma'\"",
        "\"'rdma'\"",
    ),
    read=_read,
    check=_check,
    detail="An expression that is no literal gives unknown; say it with `assigns` instead.",
)
