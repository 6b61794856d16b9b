"""The scopes of a module, and what each binds besides definitions: a name, a way, a value.

A scope is read when it is asked; what stands in the scopes inside it is left alone.
"""

from collections.abc import Iterator
from functools import cached_property
from weakref import WeakKeyDictionary

from tree_sitter import Node

from provenance.syntax.bindings import Binding, bindings_in, rebound_inside, receiver_of
from provenance.syntax.definition import text_of
from provenance.syntax.definitions import Module

COMPREHENSIONS = frozenset({
    "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression",
})  # fmt: skip
_KINDS = {
    "function_definition": "function",
    "class_definition": "class",
    "lambda": "lambda",
    "module": "module",
    **dict.fromkeys(COMPREHENSIONS, "comprehension"),
}
_NAMED = frozenset({"function", "class"})
_scopes: WeakKeyDictionary[Module, dict[tuple[int, int, str], "Scope"]] = WeakKeyDictionary()


class Scope:
    """A module, class, function, lambda or comprehension.

    Attributes:
        kind: which of these, in one word.
        node: its node; of a function or class without decorators.
        parent: the scope around; None for the module.
        name: the qualified name of the innermost named definition; empty in the module's own code.
    """

    def __init__(self, node: Node, parent: "Scope | None", source: bytes) -> None:
        self.kind = _KINDS[node.type]
        self.node = node
        self.parent = parent
        self.source = source
        around = parent.name if parent else ""
        own = text_of(node.child_by_field_name("name")) if self.kind in _NAMED else ""
        self.name: str = f"{around}.{own}".lstrip(".") if own else around

    @cached_property
    def bindings(self) -> dict[str, tuple[Binding, ...]]:
        """What the scope's own statements bind, by name; empty for a module."""
        found: dict[str, list[Binding]] = {}
        for name, binding in bindings_in(self.node, self.kind, self.source):
            found.setdefault(name, []).append(binding)
        if self.kind == "function" and self.parent is not None and self.parent.kind == "class":
            name, binding = receiver_of(self.node)
            if name:
                found[name] = [binding, *found[name][1:]]
        for name, binding in rebound_inside(self.node, self.source) if self.parent else ():
            if name in found:
                found[name].append(binding)
        return {name: tuple(items) for name, items in found.items()}

    def named(self) -> "Scope":
        """Give the innermost scope around, or this one, that has a name of its own."""
        scope = self
        while scope.parent is not None and scope.kind not in _NAMED:
            scope = scope.parent
        return scope

    def enclosing_class(self) -> "Scope | None":
        """Give the class of the method around, through functions nested in it."""
        scope: Scope | None = self
        while scope is not None and scope.kind != "class":
            scope = scope.parent
        return scope


def scope_at(module: Module, node: Node) -> Scope:
    """Give the scope in which a node's names are looked up."""
    chain: list[Node] = []
    child, parent = node, node.parent
    while parent is not None:
        if parent.type in _KINDS and is_inside(child, parent):
            chain.append(parent)
        child, parent = parent, parent.parent
    scope = inner_scope(module, None, module.root)
    for item in reversed(chain):
        if item.type != "module":
            scope = inner_scope(module, scope, item)
    return scope


def is_inside(child: Node, scope: Node) -> bool:
    """Tell whether a child of a scope's node is looked up in it, and not in the scope around."""
    if scope.type in ("function_definition", "class_definition", "lambda"):
        return child == scope.child_by_field_name("body")
    if scope.type in COMPREHENSIONS:
        clauses = [item for item in scope.named_children if item.type == "for_in_clause"]
        return not clauses or child != clauses[0]
    return True


def inner_scope(module: Module, parent: Scope | None, node: Node) -> Scope:
    """Give the scope of a node, the same one each time."""
    known = _scopes.setdefault(module, {})
    key = (node.start_byte, node.end_byte, node.type)
    if key not in known:
        known[key] = Scope(node, parent, module.source)
    return known[key]


def parts_of(node: Node) -> Iterator[tuple[Node, bool]]:
    """Give a scope's children, each with whether it is looked up in the scope itself."""
    for child in node.named_children:
        yield child, is_inside(child, node)


def is_scope(node: Node) -> bool:
    """Tell whether a node opens a scope."""
    return node.type in _KINDS
