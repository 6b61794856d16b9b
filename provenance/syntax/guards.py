"""The conditions under which a place in a module is reached, as far as its syntax tells.

They come from ``if``, ``elif`` and ``else``, conditional expressions, ``and`` and ``or``,
``while``, the conditions of comprehensions and cases, and from an ``if`` above that leaves the
block (``return``, ``raise``, ``continue``, ``break``). What else may decide is not read; the names
in it are told.
"""

import msgspec
from tree_sitter import Node

from provenance.syntax.branches import COMPREHENSIONS, after, held_in
from provenance.syntax.logic import names_in
from provenance.syntax.rebinding import By, Span, rebinding
from provenance.syntax.terms import Term
from provenance.syntax.unread import FUNCTIONS, behind, names_above, names_around, perhaps_above

_LOOPS = frozenset({"for_statement", "while_statement", *COMPREHENSIONS})
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
        perhaps: conditions that were true if certain calls never come back.
        unread: the names in what else may decide whether it is reached.
        place: the place.
    """

    guards: tuple[Guard, ...]
    perhaps: tuple[Term, ...]
    unread: frozenset[str]
    place: Node

    def behind(self, names: frozenset[str]) -> frozenset[str]:
        """Give names, and those that the variables among them were worked out from."""
        return behind(names, self.place)


def standing(term: Term, inside: Node, source: bytes) -> Standing:
    """Tell under which conditions a place is reached, up to the top of its module.

    Args:
        term: what stands there; of several statements the first counts.
        inside: a node in the tree that the term was made from.
        source: the bytes of the whole module.
    """
    first = term.children[0] if term.kind == "block" else term
    root = inside
    while root.parent is not None:
        root = root.parent
    place = root.descendant_for_byte_range(first.start, first.end) or root
    walk = _Walk(place, root, source)
    child, parent = place, place.parent
    while parent is not None:
        walk.step(parent, child)
        child, parent = parent, parent.parent
    return Standing(tuple(walk.guards), tuple(walk.perhaps), frozenset(walk.unread), place)


class _Walk:
    """The way up from a place, with what lies between each condition and it."""

    def __init__(self, place: Node, root: Node, source: bytes) -> None:
        self.place = place
        self.source = source
        self.guards: list[Guard] = []
        self.perhaps: list[Term] = []
        self.unread: set[str] = set()
        self._disorder: list[Node] = []  # what is not run once, from its first byte to its last
        self._root = root
        self._function = _around(place) or root
        self._until = place.start_byte
        self._runs_later = False

    def step(self, parent: Node, child: Node) -> None:
        """Take one step up."""
        for term in held_in(parent, child):
            self._add(term, parent)
        self.unread.update(names_around(parent, child))
        if parent.type in _BLOCKS:
            self._above(parent, child)
        if _is_disorderly(parent, child):
            self._disorder.append(parent)
        if _is_later(parent, child):
            self._leave(parent)
        elif parent.type in FUNCTIONS:
            self._function = _around(parent) or self._root

    def _above(self, block: Node, child: Node) -> None:
        """Take what the statements above in the same block tell."""
        before = [item for item in block.named_children if item.end_byte <= child.start_byte]
        for statement in reversed(before):
            for term in after(statement):
                self._add(term, statement)
            self.perhaps.extend(perhaps_above(statement))
            self.unread.update(names_above(statement))

    def _leave(self, function: Node) -> None:
        """Go out of a function: its body runs later, when all around it may have run."""
        self._function = _around(function) or self._root
        self._until = self._function.end_byte
        self._runs_later = True

    def _add(self, term: Term, owner: Node) -> None:
        names, at = names_in(term), self.place.start_byte
        spans = self._spans(term, owner)
        changed = rebinding(names, spans, self._root, self.source, at) if names else None
        line = self.source.count(b"\n", 0, term.start) + 1
        self.guards.append(Guard(term, line, changed.start_point.row + 1 if changed else 0))

    def _spans(self, term: Term, owner: Node) -> tuple[Span, ...]:
        """Give where something may run between the time of a condition and that of the place."""
        function, start, until = self._function, term.end, self._until
        spans = [
            Span(item.start_byte, item.end_byte, runs_on=True)
            for item in self._disorder
            if not item.start_byte <= term.start < item.end_byte
        ]
        spans.append(Span(function.start_byte, function.end_byte, by=By.DECLARED))
        if term.start > self.place.start_byte:  # `place if test else other`
            spans.append(Span(owner.start_byte, self.place.start_byte, runs_on=True))
            until = max(until, owner.end_byte)
        if self._runs_later:
            start = min(start, self._round(term))
            spans.extend(
                (
                    Span(self._root.start_byte, self._root.end_byte, by=By.DECLARED),
                    Span(function.start_byte, function.end_byte, by=By.SHARED),
                )
            )
        spans.append(Span(start, until, runs_on=self._runs_later))
        return tuple(spans)

    def _round(self, term: Term) -> int:
        """Give where the outermost loop around a condition starts, in its function."""
        start = term.end
        node = self._root.descendant_for_byte_range(term.start, term.end)
        while node is not None and node.type not in FUNCTIONS:
            start = node.start_byte if node.type in _LOOPS else start
            node = node.parent
        return start


def _around(node: Node) -> Node | None:
    """Give the function around a node."""
    current = node.parent
    while current is not None and current.type not in FUNCTIONS:
        current = current.parent
    return current


def _is_disorderly(parent: Node, child: Node) -> bool:
    """Tell whether what stands behind the child may run before it."""
    if parent.type == "assignment":
        return parent.child_by_field_name("right") != child
    return parent.type in _LOOPS or parent.type == "conditional_expression"


def _is_later(parent: Node, child: Node) -> bool:
    """Tell whether the child runs at another time than what is around its parent."""
    if parent.type == "generator_expression":
        return True
    return parent.type in FUNCTIONS and parent.child_by_field_name("body") == child
