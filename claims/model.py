"""The values that everything else passes around: claims, findings, verdicts."""

from enum import Enum
from typing import Any

import msgspec

from provenance.errors import Location, Problem
from provenance.snapshot import Revision
from provenance.source import Pin, Source
from provenance.syntax.fingerprint import Fingerprints
from provenance.yamlfile import Node


class Outcome(Enum):
    """What became of one expectation."""

    HOLDS = "holds"
    BROKEN = "broken"
    UNKNOWN = "unknown"


class Verdict(Enum):
    """What became of a claim."""

    HOLDS = "holds"
    BROKEN = "broken"
    MISSING = "missing"
    UNKNOWN = "unknown"
    INVALID = "invalid"


class Basis(Enum):
    """The type of evidence that a claim rests on; no degree of confidence."""

    SOURCE = "source"
    PULL_REQUEST = "pull-request"
    TEST = "test"
    DOCUMENTATION = "documentation"
    MEASUREMENT = "measurement"
    INFERENCE = "inference"
    PRINCIPLE = "principle"


class Lines(msgspec.Struct, frozen=True, order=True):
    """A range of lines of a source file, both ends included, from 1."""

    first: int
    last: int

    @property
    def named(self) -> str:
        """The range in words: ``line 3``, ``lines 3-5``."""
        return f"line {self}" if self.first == self.last else f"lines {self}"

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


class Expectation(msgspec.Struct, frozen=True):
    """A kind and its value as written, not yet read by the kind."""

    kind: str
    value: Node
    location: Location


class PullRequest(msgspec.Struct, frozen=True):
    """What a claim about a pull request rests on; what is expected after it are its expectations.

    Attributes:
        number: the pull request's number.
        merge: the full id of the commit that brought it; its first parent is the state before.
        before: what is expected at the parent.
    """

    number: int
    merge: str
    before: tuple[Expectation, ...] = ()


class Measurement(msgspec.Struct, frozen=True):
    """What a measurement rests on.

    Attributes:
        data: the data file, beside the claim file.
        conditions: what it was measured on and how, as written.
    """

    data: str
    conditions: Any = None


class Inference(msgspec.Struct, frozen=True):
    """What an inference rests on: claims of the same file, by their ids."""

    premises: tuple[str, ...] = ()


class Principle(msgspec.Struct, frozen=True):
    """What a principle rests on: a piece of code that stands in the claim itself."""

    code: str


Evidence = PullRequest | Measurement | Inference | Principle


class Claim(msgspec.Struct, frozen=True):
    """A statement, where in the source it is about, and what is expected there.

    A claim that is about no file of the source has an empty ``file``.
    """

    id: str
    statement: str
    location: Location
    file: str
    symbol: str
    expectations: tuple[Expectation, ...]
    node: Node
    where: str = ""
    definition: int = 0
    basis: Basis = Basis.SOURCE
    scope: str = ""
    limitation: str = ""
    evidence: Evidence | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def is_pinned(self) -> bool:
        """Whether the claim is about a file of the source at the article's pin."""
        return self.evidence is None

    @property
    def place(self) -> str:
        """The file that the claim is about, or what it is about in place of one."""
        match self.evidence:
            case Measurement(data=data):
                return data
            case Inference(premises=premises):
                return ", ".join(premises)
            case Principle():
                return "code"
        return self.file

    @property
    def about(self) -> str:
        """The place and symbol, as people write it."""
        return f"{self.place}::{self.symbol}" if self.symbol else self.place


class Document(msgspec.Struct, frozen=True):
    """A claim file: the article's claims and the source that they are about."""

    path: str
    article: str
    source: Source | None
    pin: Pin | None
    claims: tuple[Claim, ...]
    problems: tuple[Problem, ...] = ()


class Finding(msgspec.Struct, frozen=True):
    """What one expectation found.

    Attributes:
        kind: the expectation's kind.
        outcome: whether it holds.
        expected: the behaviour, in one line.
        found: what the source has instead, or the reason for unknown.
        lines: the lines that decide it.
    """

    kind: str
    outcome: Outcome
    expected: str
    found: str = ""
    lines: tuple[Lines, ...] = ()


class Judgement(msgspec.Struct, frozen=True):
    """What a module says of a claim.

    Attributes:
        verdict: the verdict.
        reason: why, in one line; empty where it holds.
        findings: what each expectation found.
        lines: the definition's lines.
        excerpt: the lines that decide a failure, numbered; a few at most.
        fingerprints: of the definition, where they were asked for.
    """

    verdict: Verdict
    reason: str = ""
    findings: tuple[Finding, ...] = ()
    lines: Lines | None = None
    excerpt: tuple[tuple[int, str], ...] = ()
    fingerprints: Fingerprints | None = None


class Result(msgspec.Struct, frozen=True):
    """A judgement with the claim it is of and the revision it was made at."""

    claim: Claim
    judgement: Judgement
    source: str = ""
    pin: str = ""
    revision: Revision | None = None
    blob: str = ""
    permalink: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        return self.judgement.verdict
