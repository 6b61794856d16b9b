"""The names in what may decide whether a place is reached, but is not read as a condition."""

from collections.abc import Iterator

from tree_sitter import Node

from provenance.syntax.branches import COMPREHENSIONS, LEAVING, field, operands
from provenance.syntax.logic import conjuncts, names_in
from provenance.syntax.terms import Term, build

FUNCTIONS = frozenset({"function_definition", "lambda"})
_SCOPES = frozenset({*FUNCTIONS, "class_definition"})
_WHOLE = frozenset({"assert_statement", "try_statement", "with_statement", "match_statement"})
_BRANCHES = frozenset({"if_statement", "elif_clause", "else_clause"})
_COMPARED = 2


def names_of(node: Node) -> frozenset[str]:
    """Give every name in a node, attributes' included."""
    return names_in(build(node))


def names_around(parent: Node, child: Node) -> Iterator[str]:
    """Give the names in what surrounds a place, and decides in a way that is not read."""
    for node in _deciding(parent, child):
        yield from names_of(node)


def _deciding(parent: Node, child: Node) -> list[Node]:
    """Give what decides, of a parent, whether a child is reached."""
    if parent.type in ("case_clause", "with_statement") and child.type == "block":
        above = parent.parent.parent if parent.parent is not None else None
        is_case = above is not None and above.type == "match_statement"
        subjects = above.children_by_field_name("subject") if above and is_case else []
        return [*subjects, *(item for item in parent.named_children if item != child)]
    if parent.type in COMPREHENSIONS:
        return [item for item in parent.named_children if item.type == "for_in_clause"]
    if parent.type == "for_statement" and child.type != "else_clause":
        return [field(parent, "right")]
    return [parent] if _is_opaque(parent, child) else []


def _is_opaque(parent: Node, child: Node) -> bool:
    """Tell whether anything in a parent may decide whether a child is reached."""
    match parent.type:
        case "for_statement" | "while_statement":
            return child.type == "else_clause"
        case "try_statement":
            return child.type != "block"
        case "comparison_operator":  # `a < b < child`
            return child not in operands(parent)[:_COMPARED]
    return parent.type == "assert_statement"


def names_above(statement: Node) -> Iterator[str]:
    """Give the names in what decides, in a statement above, whether what follows is reached."""
    if statement.type in _SCOPES or statement.type == "decorated_definition":
        return
    is_read = statement.type == "while_statement" or _may_leave(statement)
    pending = [statement] if is_read else []
    while pending:
        node = pending.pop()
        if node.type in _WHOLE:
            yield from names_of(node)
        elif node.type in ("if_statement", "elif_clause", "while_statement"):
            yield from names_of(field(node, "condition"))
        elif node.type == "for_statement":
            yield from names_of(field(node, "left"))
            yield from names_of(field(node, "right"))
        if node.type not in _SCOPES:
            pending.extend(node.named_children)


def perhaps_above(statement: Node) -> tuple[Term, ...]:
    """Give what would hold behind an ``if`` if the call that it ends in never came back."""
    if not _is_alone(statement) or not _ends_in_call(field(statement, "consequence")):
        return ()
    return conjuncts(build(field(statement, "condition")), negate=True)


def _is_alone(statement: Node) -> bool:
    is_if = statement.type == "if_statement"
    return is_if and statement.child_by_field_name("alternative") is None


def _may_leave(statement: Node) -> bool:
    apart = field(statement, "consequence") if _is_alone(statement) else None
    pending = [statement]
    while pending:
        node = pending.pop()
        if node.type in LEAVING or node.type == "assert_statement":
            return True
        if node != apart and _ends_in_call(node):
            return True
        if node.type.endswith(("_statement", "_clause", "block")) and node.type not in _SCOPES:
            pending.extend(node.named_children)
    return False


def _ends_in_call(block: Node) -> bool:
    """Tell whether a branch ends in a call, which may be one that never comes back."""
    if block.type != "block" or block.parent is None or block.parent.type not in _BRANCHES:
        return False
    last = operands(block)[-1:]
    if not last or last[0].type != "expression_statement":
        return False
    return last[0].named_children[0].type in ("call", "await")


_GIVING = {
    "assignment": ("left", "right"),
    "augmented_assignment": ("left", "right"),
    "named_expression": ("name", "value"),
    "for_statement": ("left", "right"),
    "for_in_clause": ("left", "right"),
}


def behind(names: frozenset[str], place: Node) -> frozenset[str]:
    """Give names, and those that the variables among them were worked out from.

    Args:
        names: the names.
        place: where they are used; the functions around it and the module are looked through.
    """
    given = [pair for scope in _scopes(place) for pair in _given_in(scope)]
    found, size = set(names), 0
    while len(found) > size:
        size = len(found)
        for targets, sources in given:
            if not found.isdisjoint(targets):
                found.update(sources)
    return frozenset(found)


def _scopes(place: Node) -> Iterator[Node]:
    current: Node | None = place
    while current is not None:
        if current.type in FUNCTIONS or current.parent is None:
            yield current
        current = current.parent


def _given_in(scope: Node) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Give the targets of each assignment in a scope, and the names in its value."""
    pending = list(scope.named_children)
    while pending:
        node = pending.pop()
        if node.type in _GIVING:
            target, value = (node.child_by_field_name(name) for name in _GIVING[node.type])
            if target is not None and value is not None:
                yield names_of(target), names_of(value)
        if node.type not in _SCOPES:
            pending.extend(node.named_children)
