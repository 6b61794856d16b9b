"""Scopes: which names a function binds, and the values they have."""

from collections.abc import Iterator
from typing import Any

from provenance.evaluation.outcome import Refused
from provenance.syntax.definitions import Module
from provenance.syntax.importing import imports_of
from provenance.syntax.term import Term

_CLOSED = frozenset({"function_definition", "class_definition", "lambda"})
COMPREHENSIONS = frozenset({
    "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression",
})  # fmt: skip
_REFUSED = {
    "yield": "a generator",
    "await": "an await",
    "global_statement": "a global statement",
    "nonlocal_statement": "a nonlocal statement",
}


class Frame:
    """The names of a module's, a function's or a comprehension's own scope."""

    def __init__(
        self, path: str, module: Module, own: frozenset[str] = frozenset(), around: Any = None
    ) -> None:
        self.path = path
        self.module = module
        self.own = own
        self.around: Frame | None = around
        self.values: dict[str, Any] = {}
        self.is_comprehension = False
        self.is_unknown = False  # of its names it is only known that they are its own

    def line_of(self, term: Term) -> int:
        """Give the line that a term begins on."""
        return self.module.source.count(b"\n", 0, term.start) + 1

    def inner(self, own: frozenset[str]) -> "Frame":
        """Make the frame of a scope inside."""
        return Frame(self.path, self.module, own, self)

    def holder(self, name: str) -> "Frame | None":
        """Give the frame whose own name this is; None for the module's."""
        frame: Frame | None = self
        while frame is not None and name not in frame.own:
            frame = frame.around
        return frame


def own_names(function: Term) -> frozenset[str]:
    """Give the names that the statements of a function bind.

    Raises:
        Refused: the function is a generator or declares names of another scope.
    """
    found: set[str] = set()
    pending = [function.children[-1]]
    while pending:
        term = pending.pop()
        if term.kind in _REFUSED:
            raise Refused(_REFUSED[term.kind])
        found.update(_bound_by(term))
        if term.kind not in _CLOSED:
            pending.extend(term.children)
    return frozenset(found)


def _bound_by(term: Term) -> Iterator[str]:
    kind, children = term.kind, term.children
    if kind in ("assignment", "augmented_assignment", "named_expression"):
        yield from target_names(children[0])
    elif kind == "for_statement":
        yield from target_names(children[2 if children[0].text == "async" else 1])
    elif kind in ("function_definition", "class_definition"):
        yield next(item.text for item in children if item.kind == "identifier")
    elif kind in ("import_statement", "import_from_statement"):
        yield from (item.bound for item in imports_of(term))
    elif kind == "as_pattern":
        yield from target_names(children[-1])
    elif kind == "delete_statement":
        yield from target_names(children[1])
    elif kind == "case_clause":
        yield from captured(children[1])


def target_names(target: Term) -> Iterator[str]:
    """Give the names that a target binds."""
    if target.kind == "identifier":
        yield target.text
    elif target.kind in ("tuple", "list", "list_splat"):
        for child in target.children:
            yield from target_names(child)


def captured(pattern: Term) -> Iterator[str]:
    """Give the names that a case's pattern may bind, and perhaps more."""
    if pattern.kind == "identifier":
        yield pattern.text
    elif pattern.kind == "keyword_pattern":
        yield from captured(pattern.children[-1])
    elif pattern.kind != "attribute":
        skipped = 1 if pattern.kind == "class_pattern" else 0
        for child in pattern.children[skipped:]:
            yield from captured(child)
