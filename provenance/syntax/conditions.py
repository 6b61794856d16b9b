"""Conditions: the tests under which a statement stands, split and negated."""

from collections.abc import Iterator

from tree_sitter import Node

from provenance.syntax.terms import Term, build


def enclosing_conditions(node: Node) -> tuple[Term, ...]:
    """Give the tests under which a statement stands, outermost last; ``else`` negates them.

    Conjunctions are split, so ``if a and b:`` gives ``a`` and ``b``; ``not not a`` is ``a``.
    """
    terms: list[Term] = []
    child, parent = node, node.parent
    while parent is not None:
        if parent.type in ("if_statement", "elif_clause"):
            if parent.child_by_field_name("consequence") == child:
                terms.extend(conjuncts(_test(parent)))
            elif parent.type == "if_statement":
                terms.extend(negated(test) for test in _tests_before(parent, child))
        child, parent = parent, parent.parent
    return tuple(terms)


def _tests_before(statement: Node, branch: Node) -> Iterator[Term]:
    yield _test(statement)
    for alternative in statement.children_by_field_name("alternative"):
        if alternative == branch:
            return
        if alternative.type == "elif_clause":
            yield _test(alternative)


def _test(node: Node) -> Term:
    condition = node.child_by_field_name("condition")
    return build(condition if condition is not None else node)


def conjuncts(term: Term) -> tuple[Term, ...]:
    """Split a condition at its outer ``and``."""
    found: list[Term] = []
    pending = [term]
    while pending:
        item = pending.pop()
        if item.kind == "boolean_operator" and item.children[1].text == "and":
            pending.extend((item.children[2], item.children[0]))
        else:
            found.append(item)
    return tuple(found)


def negated(term: Term) -> Term:
    """Give the negation of a condition: ``not a``, or ``a`` for ``not a``."""
    if term.kind == "not_operator":
        return term.children[-1]
    word = Term("token", "not", (), term.start, term.start)
    return Term("not_operator", "", (word, term), term.start, term.end)
