"""A class's attributes: from its body, or assigned to ``self`` in its methods."""

import msgspec

from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    Subject,
    broken,
    held,
    invalid,
    unknown,
)
from claims.expectations.searching import needs
from claims.expectations.signature import fits
from claims.expectations.values import compiled, mapping
from provenance.syntax.definitions import Definition, text_of
from provenance.syntax.second_look import Seen, look
from provenance.syntax.signature import expression
from provenance.syntax.terms import Term, build
from provenance.yamlfile import Node

_KEYS = ("annotation", "default")


class Wanted(msgspec.Struct, frozen=True):
    """What one attribute must be."""

    name: str
    text: str
    annotation: Term | None = None
    default: Term | None = None


def _read(node: Node) -> tuple[Wanted, ...]:
    items = mapping(node)
    if not items:
        raise invalid(node, "no field is named, so nothing would be checked")
    return tuple(_wanted(name, value) for name, value in items.items())


def _wanted(name: str, node: Node) -> Wanted:
    if not name.isidentifier():
        raise invalid(node, f"{name!r} is no attribute name")
    if node.value is None:
        return Wanted(name, name)
    parts = mapping(node, _KEYS)
    shown = ", ".join(f"{key} {value.value}" for key, value in parts.items())
    terms = {key: compiled(value, expression) for key, value in parts.items()}
    return Wanted(name, f"{name}: {shown}" if shown else name, **terms)


def _check(value: tuple[Wanted, ...], subject: Subject) -> tuple[Finding, ...]:
    if not subject.definition.is_class:
        return needs("fields", "class", subject)
    return tuple(_finding(wanted, subject) for wanted in value)


def _finding(wanted: Wanted, subject: Subject) -> Finding:
    name = f"{subject.definition.name}.{wanted.name}"
    node = subject.definition.node
    found = [
        item
        for item in subject.module.definitions(name)
        if node.start_byte <= item.node.start_byte < node.end_byte and item.is_assignment
    ]
    if not found:
        return _nothing(wanted, name, subject)
    found = _of_init(found) or found
    lines = [subject.lines_between(item.node.start_byte, item.node.end_byte) for item in found]
    right = [_right(wanted, item) for item in found]
    if all(right):
        return held("fields", wanted.text, *lines)
    if any(right):
        where = ", ".join(str(line) for line in lines)
        return unknown("fields", wanted.text, f"assigned differently on lines {where}", *lines)
    shown = "; ".join(" ".join(text_of(item.node).split()) for item in found[:5])
    return broken("fields", wanted.text, shown, *lines)


def _nothing(wanted: Wanted, name: str, subject: Subject) -> Finding:
    second = look(subject.source, name)
    if second.seen is Seen.ABSENT:
        return broken("fields", wanted.text, "no such attribute is assigned", subject.span)
    reason = second.reason or "it is defined, but by no assignment"
    return unknown("fields", wanted.text, reason, subject.span)


def _of_init(found: list[Definition]) -> list[Definition]:
    """Keep what ``__init__`` assigns, where it does: that is the attribute's first value."""
    kept = []
    for item in found:
        node = item.node.parent
        while node is not None and node.type != "function_definition":
            node = node.parent
        if node is not None and text_of(node.child_by_field_name("name")) == "__init__":
            kept.append(item)
    return kept


def _right(wanted: Wanted, item: Definition) -> bool:
    annotation = item.inner.child_by_field_name("type")
    value = item.inner.child_by_field_name("right")
    return _fits(wanted.annotation, annotation) and _fits(wanted.default, value)


def _fits(expected: Term | None, node: object) -> bool:
    if expected is None:
        return True
    return node is not None and fits(expected, build(node))  # type: ignore[arg-type]


KIND = Kind(
    name="fields",
    summary="the class has these attributes, with these annotations and first values",
    value="a mapping from name to {annotation:, default:}, each of them optional",
    schema={
        "type": "object",
        "minProperties": 1,
        "additionalProperties": {
            "type": ["object", "null"],
            "additionalProperties": False,
            "properties": {
                "annotation": {"type": "string"},
                "default": {"type": ["string", "number", "boolean"]},
            },
        },
    },
    holds=Example(
        "class A:\n    def __init__(self):\n        self.size: int = 8\n",
        "A",
        '{size: {default: "8"}}',
    ),
    fails=Example("class A:\n    size: int = 8\n", "A", "{size: {annotation: float}}"),
    read=_read,
    check=_check,
    detail=(
        "The class body comes first; then `self.x = …` in the methods, `__init__` before others. "
        "Inherited attributes are not seen. Where assignments differ the answer is unknown."
    ),
)
