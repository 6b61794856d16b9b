"""A class's attributes: from its body, or assigned to ``self`` in its methods."""

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
from claims.expectations.signature import fits
from claims.expectations.values import compiled, mapping
from provenance.syntax.definition import Definition, text_of
from provenance.syntax.definitions import attributes
from provenance.syntax.second_look import Seen, look
from provenance.syntax.signature import expression
from provenance.syntax.terms import Term, build
from provenance.yamlfile import Node

_KEYS = ("annotation", "default")
_UNCLEAR = "unclear"


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
    inside = [
        item
        for item in attributes(subject.definition, wanted.name)
        if node.start_byte <= item.node.start_byte < node.end_byte
    ]
    other = next((item for item in inside if not item.is_assignment), None)
    if other is not None:
        reason = f"{name} is also a {other.kind}, on line {other.first_line}"
        return unknown("fields", wanted.text, reason, subject.span)
    found = [item for item in inside if item.inner.type == "assignment"]
    if not found:
        return _nothing(wanted, name, subject)
    return _compared(wanted, _firsts(found), subject)


def _compared(wanted: Wanted, found: list[Definition], subject: Subject) -> Finding:
    """Compare what an attribute is first given; where that is not one thing, it is unknown."""
    lines = [subject.lines_between(item.node.start_byte, item.node.end_byte) for item in found]
    notes = [item.inner.child_by_field_name("type") for item in found]
    annotations = [build(note) for note in notes if note is not None]
    checks = [] if wanted.annotation is None else [_all_fit(wanted.annotation, annotations)]
    if wanted.default is not None:
        values = [given for item in found if (given := _given(item, wanted.name)) is not None]
        if any(given.kind == _UNCLEAR for given in values) or any(map(_conditional, found)):
            reason = "what it is given first is not plain: see the lines"
            return unknown("fields", wanted.text, reason, *lines)
        checks.append(_all_fit(wanted.default, values))
    if all(check is True for check in checks):
        return held("fields", wanted.text, *lines)
    if any(check is None for check in checks):
        where = ", ".join(str(line) for line in lines)
        return unknown("fields", wanted.text, f"assigned differently on lines {where}", *lines)
    shown = "; ".join(" ".join(text_of(item.node).split()) for item in found[:5])
    return broken("fields", wanted.text, shown, *lines)


def _all_fit(expected: Term, terms: list[Term]) -> bool | None:
    """Tell whether all of some terms fit (at least one); None where only some do."""
    fitting = [fits(expected, term) for term in terms]
    if not any(fitting):
        return False
    return True if all(fitting) else None


def _given(item: Definition, name: str) -> Term | None:
    """Give the value that an assignment gives a name; a term of its own kind where unclear."""
    left = item.inner.child_by_field_name("left")
    right = item.inner.child_by_field_name("right")
    while right is not None and right.type == "assignment":
        right = right.child_by_field_name("right")
    if right is None or left is None:
        return None
    if left.type in ("identifier", "attribute"):
        return build(right)
    targets, values = build(left), build(right)
    both = targets.kind == values.kind == "tuple" and len(targets.children) == len(values.children)
    if both and not any(child.kind == "list_splat" for child in values.children):
        for target, value in zip(targets.children, values.children, strict=True):
            if (target.children[-1] if target.kind == "attribute" else target).text == name:
                return value
    return Term(_UNCLEAR, "", (), item.inner.start_byte, item.inner.end_byte)


def _conditional(item: Definition) -> bool:
    """Tell whether an assignment stands under an ``if``, a loop or the like."""
    owner = item.node.parent
    while owner is not None and owner.type in ("block", "with_statement"):
        owner = owner.parent
    return owner is not None and owner.type not in ("function_definition", "class_definition")


def _nothing(wanted: Wanted, name: str, subject: Subject) -> Finding:
    second = look(subject.source, name)
    if second.seen is Seen.ABSENT:
        return broken("fields", wanted.text, "no such attribute is assigned", subject.span)
    reason = second.reason or "it is defined, but by no plain assignment"
    return unknown("fields", wanted.text, reason, subject.span)


def _firsts(found: list[Definition]) -> list[Definition]:
    """Keep the class body and ``__init__``, where they assign: that is the first value."""
    first = [item for item in found if _method(item) in ("", "__init__")]
    return first or found


def _method(item: Definition) -> str:
    """Give the name of the method that an assignment stands in; nothing for the class body."""
    node = item.node.parent
    while node is not None and node.type not in ("function_definition", "class_definition"):
        node = node.parent
    is_method = node is not None and node.type == "function_definition"
    return text_of(node.child_by_field_name("name")) if node is not None and is_method else ""


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
    real=RealExample(
        "python/sglang/srt/managers/schedule_batch.py",
        "ScheduleBatch",
        '{batch_is_full: {annotation: bool, default: "False"}}',
        '{batch_is_full: {default: "True"}}',
    ),
    read=_read,
    check=_check,
    detail=(
        "The class body comes first; then `self.x = …` in the methods, `__init__` before others. "
        "Inherited attributes are not seen. Where assignments differ the answer is unknown."
    ),
)
