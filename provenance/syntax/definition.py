"""A definition: what it is called, what sort it is, and where it stands."""

import unicodedata
from functools import lru_cache

import msgspec
from tree_sitter import Node

_ASSIGNMENTS = frozenset({"assignment", "augmented_assignment"})
MODULE = "module"


class Definition(msgspec.Struct, frozen=True, eq=False):
    """A definition and its place.

    Attributes:
        name: qualified, ``Scheduler.run_batch``; empty for the module itself.
        kind: one word of :data:`KINDS`.
        node: the whole statement, decorators included.
        inner: the function, class, assignment or import inside it.
        source: the module's normalised bytes.
    """

    name: str
    kind: str
    node: Node
    inner: Node
    source: bytes

    @property
    def first_line(self) -> int:
        """The first line, from 1; a decorator's if there is one."""
        return self.node.start_point.row + 1

    @property
    def last_line(self) -> int:
        """The last line of code, from 1; comments that trail behind are not counted."""
        end = self.node.end_point
        if self.kind == MODULE:
            return end.row + (1 if end.column else 0)
        return _last_token(self.node).end_point.row + 1

    @property
    def is_function(self) -> bool:
        """Whether this is a function of any kind, a property included."""
        return self.inner.type == "function_definition"

    @property
    def is_class(self) -> bool:
        """Whether this is a class of any kind."""
        return self.inner.type == "class_definition"

    @property
    def is_assignment(self) -> bool:
        """Whether this is an assignment, annotated or augmented ones included."""
        return self.inner.type in _ASSIGNMENTS

    @property
    def body(self) -> Node:
        """The block of a class or function; the node itself for anything else."""
        return self.inner.child_by_field_name("body") or self.inner


KINDS = (
    "class", "dataclass", "enum", "function", "async function", "method", "async method",
    "property", "constant", "variable", "field", "import", "type alias", MODULE,
)  # fmt: skip


def _last_token(node: Node) -> Node:
    """Give the last leaf that is no comment."""
    while True:
        place = node.child_count - 1
        inner = node.child(place) if place >= 0 else None
        while inner is not None and inner.type == "comment":
            place -= 1
            inner = node.child(place) if place >= 0 else None
        if inner is None:
            return node
        node = inner


def text_of(node: Node | None) -> str:
    """Give a node's source text, or the empty text; a name as Python compares it (NFKC)."""
    text = (node.text or b"").decode("utf-8", "replace") if node else ""
    is_name = node is not None and node.type == "identifier" and not text.isascii()
    return unicodedata.normalize("NFKC", text) if is_name else text


@lru_cache(maxsize=8)
def is_composed(source: bytes) -> bool:
    """Tell whether names in a source are spelled as Python compares them, so that bytes tell."""
    return source.isascii() or unicodedata.is_normalized("NFKC", source.decode("utf-8", "replace"))
