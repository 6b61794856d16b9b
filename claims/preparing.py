"""A claim made ready: its expectations read by their kinds, or all that is wrong with it."""

from typing import Any

import msgspec

from claims.expectations import kind_named
from claims.expectations.interface import Kind
from claims.model import Claim, Expectation, Principle, PullRequest
from provenance.errors import Problem, ProblemsFound
from provenance.syntax.definitions import Module
from provenance.syntax.pattern import BadPattern
from provenance.syntax.signature import expression
from provenance.syntax.terms import Term
from provenance.syntax.text import UnreadableText

Check = tuple[Kind, Any]


class Prepared(msgspec.Struct, frozen=True):
    """A claim with its expectations read by their kinds, or with all that is wrong with it.

    Attributes:
        checks: kinds and their values; of a pull request, what is expected after it.
        before: the same of what is expected before a pull request.
    """

    claim: Claim
    checks: tuple[Check, ...]
    where: Term | None
    problems: tuple[Problem, ...]
    before: tuple[Check, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """The files of the source that the claim names."""
        others = (path for kind, value in self.checks for path in kind.files(value))
        return tuple(dict.fromkeys((self.claim.file, *others)))

    def at_parent(self) -> "Prepared":
        """Give the claim with what it expects before its pull request."""
        evidence = self.claim.evidence
        expected = evidence.before if isinstance(evidence, PullRequest) else ()
        claim = msgspec.structs.replace(self.claim, expectations=expected)
        return Prepared(claim, self.before, self.where, self.problems)


def prepare(claim: Claim) -> Prepared:
    """Read a claim's expectations and its ``where``, collecting all that is wrong."""
    problems = list(claim.problems)
    checks = _checks(claim.expectations, problems)
    evidence = claim.evidence
    earlier = evidence.before if isinstance(evidence, PullRequest) else ()
    before = _checks(earlier, problems)
    if isinstance(evidence, Principle) and evidence.code:
        problems.extend(_code_problems(claim, evidence.code))
    where = None
    if claim.where:
        try:
            where = _condition(claim.where)
        except BadPattern as error:
            problems.append(claim.node.value["where"].problem(str(error)))
    return Prepared(claim, checks, where, tuple(problems), before)


def _checks(expected: tuple[Expectation, ...], problems: list[Problem]) -> tuple[Check, ...]:
    checks = []
    for item in expected:
        kind = kind_named(item.kind)
        try:
            checks.append((kind, kind.read(item.value)))
        except ProblemsFound as error:
            problems.extend(error.problems)
    return tuple(checks)


def _code_problems(claim: Claim, code: str) -> list[Problem]:
    """Tell what is wrong with the code that a principle rests on."""
    node = claim.node.value["code"]
    try:
        line = Module(code.encode()).error_line
    except UnreadableText as error:
        return [node.problem(f"the code is no text: {error}")]
    return [node.problem(f"the code does not parse: see its line {line}")] if line else []


def _condition(text: str) -> Term:
    term = expression(text)
    if term.kind == "...":
        raise BadPattern("'...' alone is any condition; write the one it stands under")
    return term
