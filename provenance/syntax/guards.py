"""The conditions under which a place in a module is reached, as far as its syntax tells.

They come from ``if``, ``elif`` and ``else``, conditional expressions, ``and`` and ``or``,
``while``, the conditions of comprehensions and cases, and from an ``if`` above that leaves the
block (``return``, ``raise``, ``continue``, ``break``). What else may decide is not read; the names
in it are told.
"""

from collections.abc import Iterator

import msgspec
from tree_sitter import Node

from provenance.syntax.logic import conjuncts, names_in, subjects_in
from provenance.syntax.rebinding import Span, rebinding
from provenance.syntax.term import same
from provenance.syntax.terms import Term, build

_LEAVING = frozenset({
    "return_statement", "raise_statement", "continue_statement", "break_statement",
})  # fmt: skip
_LOOPS = frozenset({"for_statement", "while_statement"})
_FUNCTIONS = frozenset({"function_definition", "lambda"})
_SCOPES = frozenset({*_FUNCTIONS, "class_definition"})
_COMPREHENSIONS = frozenset({
    "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression",
})  # fmt: skip
_BLOCKS = frozenset({"block", "module"})


class Guard(msgspec.Struct, frozen=True):
    """A condition that was true on the way to a place.

    Attributes:
        term: one of a conjunction's parts, in the form of `provenance.syntax.logic`.
        line: where it stands, from 1.
        stale: the line that may have changed it since, or 0.
    """

    term: Term
    line: int
    stale: int = 0


class Standing(msgspec.Struct, frozen=True):
    """What is known of how a place is reached.

    Attributes:
        guards: the conditions, the nearest first.
        unread: the names in what else may decide whether it is reached.
    """

    guards: tuple[Guard, ...]
    unread: frozenset[str]


def standing(place: Node, source: bytes) -> Standing:
    """Tell under which conditions a node is reached, up to the top of its module.

    Args:
        place: the node; its tree holds the whole module.
        source: the bytes that it was parsed from.
    """
    walk = _Walk(place, source)
    child, parent = place, place.parent
    while parent is not None:
        walk.step(parent, child)
        child, parent = parent, parent.parent
    return Standing(tuple(walk.guards), frozenset(walk.unread))


class _Walk:
    """The way up from a place, with what lies between each condition and it."""

    def __init__(self, place: Node, source: bytes) -> None:
        self.place = place
        self.source = source
        self.guards: list[Guard] = []
        self.unread: set[str] = set()
        self._loops: list[Span] = []
        self._until = place.start_byte
        self._runs_later = False
        self._root = place
        while self._root.parent is not None:
            self._root = self._root.parent

    def step(self, parent: Node, child: Node) -> None:
        """Take one step up."""
        for term in _from(parent, child):
            self._add(term)
        self.unread.update(_unread_around(parent, child))
        if parent.type in _BLOCKS:
            self._above(parent, child)
        if parent.type in _LOOPS or parent.type in _COMPREHENSIONS:
            self._loops.append(Span(parent.start_byte, parent.end_byte, runs_on=True))
        if _is_later(parent, child):
            self._leave(parent)

    def _above(self, block: Node, child: Node) -> None:
        """Take what the statements above in the same block tell."""
        before = [item for item in block.named_children if item.end_byte <= child.start_byte]
        for statement in reversed(before):
            for term in after(statement):
                self._add(term)
            self.unread.update(_unread_in(statement))

    def _leave(self, function: Node) -> None:
        """Go out of a function: its body runs later, when all around it may have run."""
        around = function.parent
        while around is not None and around.type not in _FUNCTIONS:
            around = around.parent
        self._until = (around or self._root).end_byte
        self._runs_later = True

    def _add(self, term: Term) -> None:
        between = Span(term.end, self._until, runs_on=self._runs_later)
        inside = [loop for loop in self._loops if not loop.start <= term.start < loop.end]
        names = names_in(term)
        at = self.place.start_byte
        changed = (
            rebinding(names, (between, *inside), self._root, self.source, at) if names else None
        )
        line = self.source.count(b"\n", 0, term.start) + 1
        self.guards.append(Guard(term, line, changed.start_point.row + 1 if changed else 0))


def _is_later(parent: Node, child: Node) -> bool:
    """Tell whether the child runs at another time than what is around its parent."""
    if parent.type == "generator_expression":
        return True
    return parent.type in _FUNCTIONS and parent.child_by_field_name("body") == child


def _from(parent: Node, child: Node) -> Iterator[Term]:
    """Give what holds in a child because of its parent's own conditions."""
    if parent.type in _COMPREHENSIONS:
        yield from _from_clauses(parent, child)
    elif parent.type in _READERS:
        yield from _READERS[parent.type](parent, child)


def _from_choice(parent: Node, child: Node) -> Iterator[Term]:
    body, test, other = _operands(parent)
    if child in (body, other):
        yield from conjuncts(build(test), negate=child == other)


def _from_operator(parent: Node, child: Node) -> Iterator[Term]:
    if parent.child_by_field_name("right") == child:
        is_or = _field(parent, "operator").type == "or"
        yield from conjuncts(build(_field(parent, "left")), negate=is_or)


def _from_while(parent: Node, child: Node) -> Iterator[Term]:
    test = _field(parent, "condition")
    if child != test:
        yield from conjuncts(build(test), negate=child.type == "else_clause")


def _from_case(parent: Node, child: Node) -> Iterator[Term]:
    guard = parent.child_by_field_name("guard")
    if guard is not None and child.type == "block":
        yield from conjuncts(build(guard.named_children[0]))


def _operands(node: Node) -> list[Node]:
    return [item for item in node.named_children if item.type != "comment"]


def _field(node: Node, name: str) -> Node:
    found = node.child_by_field_name(name)
    if found is None:
        raise ValueError(f"a {node.type} without {name}")
    return found


def _from_if(parent: Node, child: Node) -> Iterator[Term]:
    test = _field(parent, "condition")
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
    yield from conjuncts(build(_field(statement, "condition")), negate=True)
    for alternative in statement.children_by_field_name("alternative"):
        if alternative == branch:
            return
        if alternative.type == "elif_clause":
            yield from conjuncts(build(_field(alternative, "condition")), negate=True)


def _from_clauses(comprehension: Node, child: Node) -> Iterator[Term]:
    body = comprehension.child_by_field_name("body")
    for clause in comprehension.named_children:
        if clause == child and child != body:
            return
        if clause.type == "if_clause":
            yield from conjuncts(build(clause.named_children[0]))


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
    yield conjuncts(build(_field(statement, "condition"))), _field(statement, "consequence")
    for clause in statement.children_by_field_name("alternative"):
        before = tuple(_negations(statement, clause))
        if clause.type == "else_clause":
            yield before, _field(clause, "body")
            return
        own = conjuncts(build(_field(clause, "condition")))
        yield (*before, *own), _field(clause, "consequence")
    yield tuple(_negations(statement, None)), None


def leaves(block: Node) -> bool:
    """Tell whether what follows a block is never reached through it."""
    for statement in block.named_children:
        if statement.type in _LEAVING:
            return True
        if statement.type == "if_statement":
            ends = [inner for _, inner in _branches(statement)]
            if all(inner is not None and leaves(inner) for inner in ends):
                return True
    return False


def _unread_around(parent: Node, child: Node) -> Iterator[str]:
    """Give the names in what surrounds a place, and decides in a way that is not read."""
    match parent.type:
        case "case_clause" if child.type == "block":
            for item in parent.named_children:
                yield from _names(item) if item != child else ()
            above = parent.parent.parent if parent.parent is not None else None
            if above is not None and above.type == "match_statement":
                yield from _names(_field(above, "subject"))
        case "for_statement":
            yield from _names(_field(parent, "right"))
        case "try_statement":
            yield from _names(parent) if child.type != "block" else ()
        case "assert_statement":
            yield from _names(parent)


def _unread_in(statement: Node) -> Iterator[str]:
    """Give the names in what decides, in a statement above, whether what follows is reached."""
    if statement.type in _SCOPES or statement.type == "decorated_definition":
        return
    pending = [statement] if _may_leave(statement) else []
    while pending:
        node = pending.pop()
        if node.type in ("assert_statement", "try_statement", "with_statement", "match_statement"):
            yield from _names(node)
        elif node.type in ("if_statement", "elif_clause", "while_statement"):
            yield from _names(_field(node, "condition"))
        if node.type not in _SCOPES:
            pending.extend(node.named_children)


def _may_leave(statement: Node) -> bool:
    pending = [statement]
    while pending:
        node = pending.pop()
        if node.type in _LEAVING or node.type == "assert_statement":
            return True
        if node.type.endswith(("_statement", "_clause", "block")) and node.type not in _SCOPES:
            pending.extend(node.named_children)
    return False


def _names(node: Node) -> frozenset[str]:
    return subjects_in(build(node))


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
        if current.type in _FUNCTIONS or current.parent is None:
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
                yield _names(target), _names(value)
        if node.type not in _SCOPES:
            pending.extend(node.named_children)
