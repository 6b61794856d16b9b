"""The places where something is called."""

from collections.abc import Iterator

import msgspec
from tree_sitter import Node

from provenance.syntax.definition import Definition, text_of
from provenance.syntax.definitions import Module
from provenance.syntax.expressions import Attribute, Call, Expression, Index, Name, read, shown
from provenance.syntax.scopes import Scope, inner_scope, is_scope, parts_of, scope_at


class CallSite(msgspec.Struct, frozen=True, eq=False):
    """A place where something is called, read or mentioned.

    Attributes:
        callee: what is called.
        scope: where its names are looked up.
        node: the call; the attribute or name where there is no call.
        at: the node of what is called.
        is_call: whether it is called there.
        is_type: whether it stands as a type: in an annotation, as a base, in ``isinstance``.
    """

    callee: Expression
    scope: Scope
    node: Node
    at: Node
    is_call: bool = True
    is_type: bool = False

    @property
    def name(self) -> str:
        """The last word of what is called; empty where it is no name."""
        callee = self.callee
        while isinstance(callee, Index | Call):
            callee = callee.of if isinstance(callee, Index) else callee.function
        if isinstance(callee, Attribute):
            return callee.name
        return callee.text if isinstance(callee, Name) else ""

    @property
    def line(self) -> int:
        """The line on which the last word of what is called stands, from 1."""
        last = self.at.child_by_field_name("attribute") if self.at.type == "attribute" else None
        return (last or self.at).start_point.row + 1

    @property
    def text(self) -> str:
        """The call as it is written, its arguments left out."""
        if not self.is_call:
            return shown(self.at)
        given = self.node.child_by_field_name("arguments")
        empty = given is not None and given.type == "argument_list" and not given.named_child_count
        return shown(self.at) + ("()" if empty else "(...)")


def calls_in(module: Module, item: Definition, reads: str = "") -> Iterator[CallSite]:
    """Give the calls in a definition's body, nested definitions included, in order.

    Args:
        module: the file.
        item: the definition.
        reads: a property's name; where it is read counts as a call.
    """
    body = item.body
    scope = scope_at(module, body)
    stack: list[tuple[Node, Scope]] = [(body, scope)]
    while stack:
        node, scope = stack.pop()
        site = _site(node, scope, reads)
        if site is not None:
            yield site
        if not is_scope(node) or node == body:
            stack.extend((child, scope) for child in reversed(node.named_children))
            continue
        inner = inner_scope(module, scope, node)
        parts = [(child, inner if own else scope) for child, own in parts_of(node)]
        stack.extend(reversed(parts))


def _site(node: Node, scope: Scope, reads: str) -> CallSite | None:
    kind = node.type
    if kind == "call":
        function = node.child_by_field_name("function")
        return CallSite(read(function), scope, node, function) if function is not None else None
    if kind == "decorator":
        return _decorating(node, scope)
    if reads and kind == "attribute" and text_of(node.child_by_field_name("attribute")) == reads:
        return CallSite(read(node), scope, node, node) if is_read(node) else None
    return None


def _decorating(node: Node, scope: Scope) -> CallSite | None:
    """Read ``@f`` as the call of ``f`` that it is; ``@f()`` has a call of its own."""
    inner = node.named_children[0] if node.named_child_count else node
    is_name = inner.type in ("identifier", "attribute")
    return CallSite(read(inner), scope, node, inner) if is_name else None


def is_read(node: Node) -> bool:
    """Tell whether an attribute is read there, and not assigned to."""
    parent = node.parent
    return parent is None or parent.child_by_field_name("left") != node
