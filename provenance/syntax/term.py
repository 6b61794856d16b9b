"""A node of the project's own syntax trees, and what makes two of them the same."""

import msgspec


class NotPython3(Exception):
    """A piece of source that cannot be read as Python 3; ``line`` counts from 1, 0 for none."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(f"{what} on line {line}" if line else what)
        self.line = line


class Term(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A node of a normalised tree, with the place of the source it came from (bytes, half-open)."""

    kind: str
    text: str
    children: tuple["Term", ...]
    start: int
    end: int


def same(left: Term, right: Term) -> bool:
    """Tell whether two terms are the same piece of Python, wherever they stand."""
    pairs = [(left, right)]
    while pairs:
        a, b = pairs.pop()
        if a.kind != b.kind or a.text != b.text or len(a.children) != len(b.children):
            return False
        pairs.extend(zip(a.children, b.children, strict=True))
    return True
