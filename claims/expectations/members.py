"""The members of an enumeration."""

import re

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
    unknown,
)
from claims.expectations.searching import needs
from claims.expectations.values import compiled, not_only_gaps, some, text
from claims.model import Lines
from provenance.syntax.enumeration import Unclear, members
from provenance.syntax.matching import matches
from provenance.syntax.signature import expression
from provenance.syntax.terms import Term
from provenance.yamlfile import Node

_FORM = re.compile(r"\s*([^\W\d]\w*)\s*(?:=\s*(\S.*))?", re.DOTALL)
_GAP = Term("...", "", (), 0, 0)


class Row(msgspec.Struct, frozen=True):
    """The members that are expected, as a sequence of name and value."""

    text: str
    pattern: Term


def _read(node: Node) -> Row:
    words = some(node, text)
    not_only_gaps(node, words)
    members = some(node, _member)
    return Row(", ".join(words), Term("tuple", "", members, 0, 0))


def _member(node: Node) -> Term:
    written = text(node).strip()
    if written == "...":
        return _GAP
    form = _FORM.fullmatch(written)
    if not form:
        raise invalid(node, f"expected NAME or NAME = value: {written!r}")
    value = _GAP
    if form[2]:
        value = compiled(msgspec.structs.replace(node, value=form[2]), expression)
    return Term("member", form[1], (value,), 0, 0)


def _check(value: Row, subject: Subject) -> tuple[Finding, ...]:
    if subject.definition.kind != "enum":
        return needs("members", "enum", subject)
    try:
        there = members(subject.definition)
    except Unclear as error:
        return (unknown("members", value.text, str(error), Lines(error.line, error.line)),)
    lines = tuple(subject.lines_of(item) for item in there) or (subject.span,)
    if matches(value.pattern, Term("tuple", "", there, 0, 0)):
        return (held("members", value.text, *lines),)
    shown = ", ".join(f"{m.text} = {subject.text_of(m.children[0])}" for m in there) or "none"
    return (broken("members", value.text, shown, *lines),)


KIND = Kind(
    name="members",
    summary="the enumeration's members are these, in order; '...' stands for others",
    value="a list of NAME or 'NAME = value'",
    schema={"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    holds=Example("class M(Enum):\n    A = 1\n    B = auto()\n", "M", "['A = 1', B]"),
    fails=Example("class M(Enum):\n    A = 1\n    B = 2\n", "M", "[A]"),
    real=RealExample(
        "python/sglang/srt/disaggregation/utils.py",
        "TransferBackend",
        "[..., 'ASCEND = \"ascend\"', ...]",
        "[ASCEND]",
    ),
    read=_read,
    check=_check,
)
