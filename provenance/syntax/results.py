"""What a definition's own statement gives: the value assigned, the result, the bases."""

import msgspec
from tree_sitter import Node

from provenance.syntax.bindings import CLOSED, Binding, unpacked
from provenance.syntax.definition import Definition, text_of
from provenance.syntax.expressions import Expression, Literal, Nothing, read


def assigned(item: Definition, part: str) -> Binding:
    """Give how an assignment that defines a name, or ``self.name``, gives it its value."""
    node: Node | None = item.inner
    value: Node | None = item.inner
    while value is not None and value.type == "assignment":
        value = value.child_by_field_name("right")
    while node is not None and node.type == "assignment":
        left = node.child_by_field_name("left")
        if left is not None and _last_name(left) == part:
            noted = node.child_by_field_name("type")
            annotation = read(noted) if noted is not None else None
            given = read(value) if value is not None else None
            return Binding("assignment", item.node, given, annotation)
        for target, one in unpacked(left, value):
            if one is not None and _last_name(target) == part:
                return Binding("assignment", item.node, read(one))
        node = node.child_by_field_name("right")
    augmented = item.inner.type == "augmented_assignment"
    how = "an augmented assignment" if augmented else "an unpacking"
    return Binding(how, item.node)


def _last_name(target: Node) -> str:
    if target.type == "attribute":
        return text_of(target.child_by_field_name("attribute"))
    return text_of(target) if target.type == "identifier" else ""


def is_empty(value: Expression | None) -> bool:
    """Tell whether an assigned value says nothing of what is called later: ``None``, ``...``."""
    return isinstance(value, Nothing) or (isinstance(value, Literal) and value.type == "ellipsis")


class Returned(msgspec.Struct, frozen=True):
    """What calling a function gives: its annotation, and the values of its return statements."""

    annotation: Expression | None
    values: tuple[Expression, ...]
    is_async: bool
    is_generator: bool


def returned(item: Definition) -> Returned:
    """Give what is known of a function's result."""
    noted = item.inner.child_by_field_name("return_type")
    is_async = item.inner.child_count > 0 and item.inner.children[0].type == "async"
    annotation = read(noted) if noted is not None else None
    values: list[Expression] = []
    is_generator = False
    pending = [item.body] if annotation is None else []
    while pending:
        node = pending.pop()
        is_generator |= node.type == "yield"
        if node.type == "return_statement" and node.named_child_count:
            values.append(read(node.named_children[0]))
        if node.type not in CLOSED:
            pending.extend(reversed(node.named_children))
    return Returned(annotation, tuple(values), is_async, is_generator)


def bases_of(item: Definition) -> tuple[Expression, ...]:
    """Give a class's bases, keywords apart."""
    given = item.inner.child_by_field_name("superclasses")
    apart = ("comment", "keyword_argument")
    named = given.named_children if given is not None else []
    return tuple(read(base) for base in named if base.type not in apart)
