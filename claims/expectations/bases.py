"""The base classes."""

import msgspec

from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    broken,
    held,
    invalid,
)
from claims.expectations.searching import needs
from claims.expectations.values import LIST_SCHEMA, compiled, each, not_only_gaps, text
from provenance.syntax.matching import matches
from provenance.syntax.pattern import BadPattern, compile_pattern
from provenance.syntax.terms import Term, build
from provenance.yamlfile import Node


class Row(msgspec.Struct, frozen=True):
    """What stands between the parentheses of a class statement."""

    text: str
    arguments: Term


def _read(node: Node) -> Row:
    words = each(node, text)
    not_only_gaps(node, words)
    each(node, lambda item: compiled(item, _in_call))
    try:
        return Row(f"({', '.join(words)})", _in_call(", ".join(words)))
    except BadPattern:
        raise invalid(node, "no class statement could have these bases in this order") from None


def _in_call(text: str) -> Term:
    """Read what may stand between the parentheses of a class statement."""
    try:
        root = compile_pattern(f"f({text})").root
    except BadPattern:
        raise BadPattern(f"expected a base class: {text!r}") from None
    if root.kind != "call" or root.children[0].kind != "identifier":
        raise BadPattern(f"expected a base class: {text!r}")
    return root.children[-1]


def _check(value: Row, subject: Subject) -> tuple[Finding, ...]:
    if not subject.definition.is_class:
        return needs("bases", "class", subject)
    inner = subject.definition.inner
    node = inner.child_by_field_name("superclasses")
    start = inner.start_byte
    actual = build(node) if node else Term("argument_list", "", (), start, start)
    lines = subject.lines_between(start, actual.end)
    if matches(value.arguments, actual):
        return (held("bases", value.text, lines),)
    return (broken("bases", value.text, subject.text_of(actual) or "no bases", lines),)


KIND = Kind(
    name="bases",
    summary="the base list is this, in order; '...' stands for others",
    value="a list of expressions; keywords as 'metaclass=ABCMeta'; [] for no bases",
    schema=LIST_SCHEMA,
    holds=Example("class A(B, C):\n    pass\n", "A", "[B, ...]"),
    fails=Example("class A(B, C):\n    pass\n", "A", "[C, B]"),
    real=RealExample(
        "python/sglang/srt/model_executor/forward_batch_info.py",
        "ForwardMode",
        "[IntEnum]",
        "[Enum]",
    ),
    read=_read,
    check=_check,
)
