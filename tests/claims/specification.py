"""What a kind must say, as data: a source, a symbol, a value, and the verdict.

A case goes the whole way of a claim: from YAML through the kind's own reading to a judgement.
"""

import re
import textwrap
from pathlib import Path

import msgspec

from claims.documents import read_document
from claims.documents.expect import ELSEWHERE
from claims.judging import judge
from claims.model import Claim, Judgement, Verdict
from claims.preparing import prepare
from provenance.resolution.files import GivenFiles
from provenance.source import Pin, Project, Source
from provenance.syntax.definitions import Module

PROJECT = Project(Path("/nowhere"), {"lib": Source("lib", "lib.git", None, pin=Pin("v1.0.0"))})
DAMAGED = "def f(a):\n    return a +\n"
"""A function with a syntax error in it: no kind may believe anything of it."""
TWICE = "if fast:\n    def f(a):\n        return a\nelse:\n    def f(b):\n        return b\n"
"""A function defined twice: no kind may take the first one."""
_VALUE_LINE = 6


class Case(msgspec.Struct, frozen=True):
    """A claim of one expectation, and what must be said of it.

    Attributes:
        name: what the case shows.
        source: the file.
        symbol: the symbol, or nothing for the module.
        value: the expectation's value, as YAML.
        verdict: of the claim.
        found: a part of what the reason or a finding must say.
        lines: the lines that must decide, as ``2, 4-5``; not looked at if empty.
    """

    name: str
    source: str
    symbol: str
    value: str
    verdict: Verdict
    found: str = ""
    lines: str = ""

    def __str__(self) -> str:
        return f"{self.verdict.value}: {self.name}"

    def check(self, kind: str) -> None:
        """Hold a kind to this case."""
        judgement = judged(kind, self.source, self.symbol, self.value)
        assert judgement.verdict is self.verdict, judgement
        said = [judgement.reason, *(item.found for item in judgement.findings)]
        assert any(self.found in text for text in said), said
        if self.lines:
            decided = [str(line) for item in judgement.findings for line in item.lines]
            assert ", ".join(decided) == self.lines
        if self.verdict is not Verdict.HOLDS:
            assert judgement.reason


class Refused(msgspec.Struct, frozen=True):
    """A value that a kind cannot read.

    Attributes:
        value: the value, as YAML.
        message: a part of what is said.
        at: the piece of the value that the message points to; its beginning if empty.
    """

    value: str
    message: str
    at: str = ""

    def __str__(self) -> str:
        return self.value

    def check(self, kind: str) -> None:
        """Hold a kind to this refusal, its place included."""
        problems = prepare(claim(kind, "f", self.value)).problems
        column = len(f"{_key(kind)}: ") + 1 + self.value.index(self.at)
        places = [str(problem.location) for problem in problems]
        assert places == [f"claims.yaml:{_VALUE_LINE}:{column}"], problems
        assert self.message in str(problems[0])


def holds(name: str, source: str, symbol: str, value: str, lines: str = "") -> Case:
    """Make a case that holds."""
    return Case(name, source, symbol, value, Verdict.HOLDS, lines=lines)


def breaks(  # noqa: PLR0917 - the columns of a table
    name: str, source: str, symbol: str, value: str, found: str = "", lines: str = ""
) -> Case:
    """Make a case that is broken, with what must be said to have been found."""
    return Case(name, source, symbol, value, Verdict.BROKEN, found, lines)


def unsure(name: str, source: str, symbol: str, value: str, found: str = "") -> Case:
    """Make a case that nobody can decide."""
    return Case(name, source, symbol, value, Verdict.UNKNOWN, found)


def damaged(value: str) -> tuple[Case, ...]:
    """Make the cases that are unknown for every kind."""
    return (
        unsure("a syntax error inside", DAMAGED, "f", value, "syntax error on line 2"),
        unsure("defined twice", TWICE, "f", value, "defined 2 times, on lines 2, 5"),
    )


def claim(kind: str, symbol: str, value: str) -> Claim:
    """Read a claim of one expectation; a value of several lines is an indented block."""
    written = f"\n{textwrap.indent(value, ' ' * 6)}" if "\n" in value else f" {value}"
    named = f"symbol: {symbol}" if symbol else "scope: the module"
    under = "limitation: none" if kind in ELSEWHERE else "expect:"
    text = (
        "claims:\n- id: it\n  statement: It is so.\n"
        f"  {named}\n  {under}\n{_key(kind)}:{written}\n  file: lib.py\n"
    )
    document = read_document(text.encode(), "claims.yaml", PROJECT)
    assert not document.problems, document.problems
    return document.claims[0]


def _key(kind: str) -> str:
    """Give a kind's key, indented as it stands in a claim."""
    return f"  {kind}" if kind in ELSEWHERE else f"    {kind}"


def judged(kind: str, source: str, symbol: str, value: str) -> Judgement:
    """Judge a claim of one expectation; see :func:`given_files` for a source of several files."""
    return judge(prepare(claim(kind, symbol, value)), *given_files(source))


def given_files(source: str) -> tuple[Module, GivenFiles]:
    """Read a fixture: ``lib.py``, and behind a line ``# file: NAME`` another file, and so on."""
    first, *others = re.split(r"^# file: (\S+)\n", source, flags=re.MULTILINE)
    named = dict(zip(others[::2], others[1::2], strict=True))
    files = GivenFiles({"lib.py": first.encode(), **{k: v.encode() for k, v in named.items()}})
    return files.module("lib.py"), files
