"""What an expectation kind is: how its value is read, and how it is checked.

A kind's module holds one ``KIND``; its file stem is the YAML key. See CONTRIBUTING.md.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from claims.model import Finding, Lines, Outcome
from provenance.errors import ProblemsFound
from provenance.resolution.files import Files
from provenance.syntax.definition import Definition
from provenance.syntax.definitions import Module
from provenance.syntax.terms import Term
from provenance.yamlfile import Node

__all__ = [
    "Example", "Finding", "Kind", "RealExample", "Subject", "TextSubject", "broken", "held",
    "invalid", "unknown",
]  # fmt: skip


_LONGEST = 1000


class Subject(msgspec.Struct, frozen=True):
    """What an expectation is checked on.

    Attributes:
        module: the parsed file.
        definition: what the claim names in it.
        path: the file's path in the snapshot.
        files: the snapshot's other files; what they raise as Wanted is not for kinds to catch.
    """

    module: Module
    definition: Definition
    path: str
    files: Files

    @property
    def source(self) -> bytes:
        """The module's normalised bytes."""
        return self.module.source

    def lines_of(self, term: Term) -> Lines:
        """Give the lines of a term."""
        return self.lines_between(term.start, term.end)

    def lines_between(self, start: int, end: int) -> Lines:
        """Give the lines of a half-open range of bytes."""
        first = self.source.count(b"\n", 0, start) + 1
        return Lines(first, first + self.source.count(b"\n", start, max(start, end - 1)))

    def text_of(self, term: Term) -> str:
        """Give a term's source on one line."""
        text = self.source[term.start : term.end].decode("utf-8", "replace")
        return " ".join(text.split())

    def line(self, number: int) -> str:
        """Give a line of the source, from 1."""
        return self.source.split(b"\n")[number - 1].decode("utf-8", "replace")

    @property
    def what(self) -> str:
        """The definition, for messages."""
        return f"{self.definition.kind} {self.definition.name}".strip()

    @property
    def span(self) -> Lines:
        """The definition's lines."""
        return Lines(self.definition.first_line, self.definition.last_line)


class TextSubject(msgspec.Struct, frozen=True):
    """A file of text, as a kind sees it that needs no syntax.

    Attributes:
        source: the file's normalised bytes.
    """

    source: bytes

    @property
    def lines(self) -> tuple[str, ...]:
        """The file's lines."""
        return tuple(self.source.decode("utf-8", "replace").removesuffix("\n").split("\n"))

    @property
    def span(self) -> Lines:
        """All lines."""
        return Lines(1, len(self.lines))


class Example(msgspec.Struct, frozen=True):
    """A piece of source, the symbol in it, and the value of the kind, as YAML."""

    source: str
    symbol: str
    value: str


class RealExample(msgspec.Struct, frozen=True):
    """A definition in SGLang v0.5.21, a value of the kind that holds there, and one that does not.

    `tests/real` judges both.
    """

    file: str
    symbol: str
    holds: str
    fails: str


class Kind(msgspec.Struct, frozen=True):
    """An expectation kind.

    Attributes:
        name: the key under ``expect:``.
        summary: one line that completes "holds when".
        value: what the value looks like, one line.
        schema: JSON Schema of the value.
        holds: an example that holds.
        fails: an example that does not.
        real: the same in a real source; none where the kind is not about source.
        files: gives the other files that a value names, so that they are fetched at once.
        read: makes the kind's own value from YAML; raises ProblemsFound.
        check: gives the findings of a value on a :class:`Subject`, or on what the kind is about.
        detail: more to know, for ``claims explain KIND``.
    """

    name: str
    summary: str
    value: str
    schema: dict[str, Any]
    holds: Example
    fails: Example
    read: Callable[[Node], Any]
    check: Callable[[Any, Any], tuple[Finding, ...]]
    detail: str = ""
    real: RealExample | None = None
    files: Callable[[Any], tuple[str, ...]] = lambda _: ()


def printable(text: str) -> str:
    """Give a text from a source as it can be shown anywhere: cut, a lone surrogate spelled out."""
    cut = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return cut.encode("utf-8", "backslashreplace").decode()


def held(kind: str, expected: str, *lines: Lines, found: str = "") -> Finding:
    """Make a finding that holds."""
    return Finding(kind, Outcome.HOLDS, expected, printable(found), lines)


def broken(kind: str, expected: str, found: str, *lines: Lines) -> Finding:
    """Make a finding that does not hold, with what was found instead."""
    return Finding(kind, Outcome.BROKEN, expected, printable(found), lines)


def unknown(kind: str, expected: str, reason: str, *lines: Lines) -> Finding:
    """Make a finding that could not be decided, with the reason."""
    return Finding(kind, Outcome.UNKNOWN, expected, printable(reason), lines)


def invalid(node: Node, message: str, hint: str = "") -> ProblemsFound:
    """Make the error for a value that the kind cannot read."""
    return ProblemsFound((node.problem(message, hint),))
