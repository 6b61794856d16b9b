"""The members of an enumeration."""

import re

import msgspec

from claims.expectations.interface import Example, Finding, Kind, Subject, broken, held, invalid
from claims.expectations.searching import needs
from claims.expectations.values import compiled, some, text
from provenance.syntax.definitions import statements, text_of
from provenance.syntax.matching import matches
from provenance.syntax.signature import expression
from provenance.syntax.terms import Term, build
from provenance.yamlfile import Node

_FORM = re.compile(r"\s*([^\W\d]\w*)\s*(?:=\s*(\S.*))?", re.DOTALL)
_GAP = Term("...", "", (), 0, 0)


class Row(msgspec.Struct, frozen=True):
    """The members that are expected, as a sequence of name and value."""

    text: str
    pattern: Term


def _read(node: Node) -> Row:
    words = some(node, text)
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
    members = tuple(_members(subject))
    lines = tuple(subject.lines_of(item) for item in members) or (subject.span,)
    if matches(value.pattern, Term("tuple", "", members, 0, 0)):
        return (held("members", value.text, *lines),)
    found = ", ".join(f"{m.text} = {subject.text_of(m.children[0])}" for m in members) or "none"
    return (broken("members", value.text, found, *lines),)


def _members(subject: Subject) -> list[Term]:
    found = []
    for node in statements(subject.definition.body):
        inner = node.named_children[0] if node.type == "expression_statement" else node
        value = inner.child_by_field_name("right") if inner.type == "assignment" else None
        name = text_of(inner.child_by_field_name("left")) if value else ""
        if value is not None and name.isidentifier() and not name.startswith("_"):
            found.append(Term("member", name, (build(value),), node.start_byte, node.end_byte))
    return found


KIND = Kind(
    name="members",
    summary="the enumeration's members are these, in order; '...' stands for others",
    value="a list of NAME or 'NAME = value'",
    schema={"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    holds=Example("class M(Enum):\n    A = 1\n    B = auto()\n", "M", "['A = 1', B]"),
    fails=Example("class M(Enum):\n    A = 1\n    B = 2\n", "M", "[A]"),
    read=_read,
    check=_check,
)
