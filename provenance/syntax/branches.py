"""What holds where a statement or an expression branches: in each branch, and behind it."""

from collections.abc import Iterator

from tree_sitter import Node

from provenance.syntax.logic import conjuncts
from provenance.syntax.term import same
from provenance.syntax.terms import Term, build

LEAVING = frozenset({
    "return_statement", "raise_statement", "continue_statement", "break_statement",
})  # fmt: skip
COMPREHENSIONS = frozenset({
    "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression",
})  # fmt: skip
_LAYOUT = frozenset({"comment", "line_continuation"})


def held_in(parent: Node, child: Node) -> Iterator[Term]:
    """Give what holds in a child because of its parent's own conditions."""
    if parent.type in COMPREHENSIONS:
        yield from _from_clauses(parent, child)
    elif parent.type in _READERS:
        yield from _READERS[parent.type](parent, child)


def _from_choice(parent: Node, child: Node) -> Iterator[Term]:
    body, test, other = operands(parent)
    if child in (body, other):
        yield from conjuncts(build(test), negate=child == other)


def _from_operator(parent: Node, child: Node) -> Iterator[Term]:
    if parent.child_by_field_name("right") == child:
        is_or = field(parent, "operator").type == "or"
        yield from conjuncts(build(field(parent, "left")), negate=is_or)


def _from_while(parent: Node, child: Node) -> Iterator[Term]:
    test = field(parent, "condition")
    if child != test:
        yield from conjuncts(build(test), negate=child.type == "else_clause")


def _from_case(parent: Node, child: Node) -> Iterator[Term]:
    guard = parent.child_by_field_name("guard")
    if guard is not None and child.type == "block":
        yield from conjuncts(build(operands(guard)[0]))


def operands(node: Node) -> list[Node]:
    """Give a node's parts, without comments and the like."""
    return [item for item in node.named_children if item.type not in _LAYOUT]


def field(node: Node, name: str) -> Node:
    """Give the part of a node that must be there."""
    found = node.child_by_field_name(name)
    if found is None:
        raise ValueError(f"a {node.type} without {name}")
    return found


def _from_if(parent: Node, child: Node) -> Iterator[Term]:
    test = field(parent, "condition")
    if parent.child_by_field_name("consequence") == child:
        yield from conjuncts(build(test))
    elif child != test and parent.type == "if_statement":
        yield from _negations(parent, child)


_READERS = {
    "if_statement": _from_if,
    "elif_clause": _from_if,
    "conditional_expression": _from_choice,
    "boolean_operator": _from_operator,
    "while_statement": _from_while,
    "case_clause": _from_case,
}


def _negations(statement: Node, branch: Node | None) -> Iterator[Term]:
    """Give the negations of the tests before a branch; of all tests where it is None."""
    yield from conjuncts(build(field(statement, "condition")), negate=True)
    for alternative in _alternatives(statement):
        if alternative == branch:
            return
        if alternative.type == "elif_clause":
            yield from conjuncts(build(field(alternative, "condition")), negate=True)


def _alternatives(statement: Node) -> list[Node]:
    found = statement.children_by_field_name("alternative")
    return [item for item in found if item.type not in _LAYOUT]


def _from_clauses(comprehension: Node, child: Node) -> Iterator[Term]:
    body = comprehension.child_by_field_name("body")
    for clause in comprehension.named_children:
        if clause == child and child != body:
            return
        if clause.type == "if_clause":
            yield from conjuncts(build(operands(clause)[0]))


def after(statement: Node) -> tuple[Term, ...]:
    """Give what holds behind a statement, because it would have been left otherwise."""
    if statement.type != "if_statement":
        return ()
    found: list[tuple[Term, ...]] = []
    for entry, block in _branches(statement):
        if block is None:
            found.append(entry)
        elif not leaves(block):
            inner = (term for item in block.named_children for term in after(item))
            found.append((*entry, *inner))
    if not found:
        return ()
    first, *others = found
    return tuple(
        term for term in first if all(any(same(term, item) for item in one) for one in others)
    )


def _branches(statement: Node) -> Iterator[tuple[tuple[Term, ...], Node | None]]:
    """Give an ``if``'s branches: what holds on entry, and the block; None for going past it."""
    yield conjuncts(build(field(statement, "condition"))), field(statement, "consequence")
    for clause in _alternatives(statement):
        before = tuple(_negations(statement, clause))
        if clause.type == "else_clause":
            yield before, field(clause, "body")
            return
        own = conjuncts(build(field(clause, "condition")))
        yield (*before, *own), field(clause, "consequence")
    yield tuple(_negations(statement, None)), None


def leaves(block: Node) -> bool:
    """Tell whether what follows a block is never reached through it."""
    for statement in block.named_children:
        if statement.type in LEAVING:
            return True
        if statement.type == "if_statement":
            ends = [inner for _, inner in _branches(statement)]
            if all(inner is not None and leaves(inner) for inner in ends):
                return True
    return False
