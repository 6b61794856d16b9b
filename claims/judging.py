"""What a module says of a claim. Pure: a claim and a parsed file in, a judgement out."""

from typing import Any

import msgspec

from claims.expectations import kind_named
from claims.expectations.interface import Kind, Subject, held, unknown
from claims.model import Claim, Finding, Judgement, Lines, Outcome, Verdict
from provenance.errors import Problem, ProblemsFound
from provenance.syntax.conditions import enclosing_conditions
from provenance.syntax.definition import Definition
from provenance.syntax.definitions import Module
from provenance.syntax.fingerprint import Fingerprints, fingerprints
from provenance.syntax.matching import matches
from provenance.syntax.pattern import BadPattern
from provenance.syntax.refusals import python2_line, uneven_line
from provenance.syntax.second_look import Look, Seen, look
from provenance.syntax.signature import expression
from provenance.syntax.terms import NotPython3, Term

_EXCERPT = 6
_SHOWN = 10


class Prepared(msgspec.Struct, frozen=True):
    """A claim with its expectations read by their kinds, or with all that is wrong with it."""

    claim: Claim
    checks: tuple[tuple[Kind, Any], ...]
    where: Term | None
    problems: tuple[Problem, ...]


def prepare(claim: Claim) -> Prepared:
    """Read a claim's expectations and its ``where``, collecting all that is wrong."""
    problems = list(claim.problems)
    checks = []
    for item in claim.expectations:
        kind = kind_named(item.kind)
        try:
            checks.append((kind, kind.read(item.value)))
        except ProblemsFound as error:
            problems.extend(error.problems)
    where = None
    if claim.where:
        try:
            where = _condition(claim.where)
        except BadPattern as error:
            problems.append(claim.node.value["where"].problem(str(error)))
    return Prepared(claim, tuple(checks), where, tuple(problems))


def _condition(text: str) -> Term:
    term = expression(text)
    if term.kind == "...":
        raise BadPattern("'...' alone is any condition; write the one it stands under")
    return term


def judge(prepared: Prepared, module: Module, *, fingerprint: bool = False) -> Judgement:
    """Say whether a claim holds of a module.

    Args:
        prepared: a claim; one with problems is invalid, whatever the module says.
        module: the parsed file that the claim names.
        fingerprint: whether a judgement that holds carries the definition's fingerprints.
    """
    claim = prepared.claim
    if prepared.problems:
        return Judgement(Verdict.INVALID, str(prepared.problems[0]))
    try:
        found = module.definitions(claim.symbol)
        chosen = _chosen(prepared, found)
    except (NotPython3, RecursionError) as error:
        return Judgement(Verdict.UNKNOWN, f"the definition cannot be read: {_why(error)}")
    if not found:
        return _absent(claim, module)
    if len(chosen) != 1:
        return _ambiguous(claim, found, chosen)
    judgement = _judged(prepared, module, chosen[0])
    if not fingerprint or judgement.verdict is not Verdict.HOLDS or not claim.symbol:
        return judgement
    return msgspec.structs.replace(judgement, fingerprints=_fingerprints(chosen[0]))


def _fingerprints(definition: Definition) -> Fingerprints | None:
    try:
        return fingerprints(definition)
    except NotPython3:
        return None


def _chosen(prepared: Prepared, found: tuple[Definition, ...]) -> tuple[Definition, ...]:
    claim, where = prepared.claim, prepared.where
    if claim.definition:
        return found[claim.definition - 1 : claim.definition]
    if where is not None:
        return tuple(
            item
            for item in found
            if any(matches(where, term) for term in enclosing_conditions(item.node))
        )
    return found


def _ambiguous(
    claim: Claim, found: tuple[Definition, ...], chosen: tuple[Definition, ...]
) -> Judgement:
    lines = _listed([item.first_line for item in chosen or found])
    if claim.where and not chosen:
        reason = f"no definition of {claim.symbol} stands under {claim.where!r}; see lines {lines}"
    elif claim.definition and not chosen:
        count = f"{len(found)} definition{'s' * (len(found) != 1)}"
        reason = (
            f"{claim.symbol} has {count}, on lines {lines}; there is no number {claim.definition}"
        )
    else:
        reason = (
            f"{claim.symbol} is defined {len(chosen)} times, on lines {lines}; "
            "choose with 'where: <condition>' or 'definition: <number>'"
        )
    return Judgement(Verdict.UNKNOWN, reason)


_GONE = (Seen.ABSENT, Seen.DYNAMIC, Seen.OWNERLESS)


def _listed(lines: list[int]) -> str:
    shown = ", ".join(map(str, lines[:_SHOWN]))
    return f"{shown} and {len(lines) - _SHOWN} more" if len(lines) > _SHOWN else shown


def _absent(claim: Claim, module: Module) -> Judgement:
    """Judge a claim whose symbol the first look did not find."""
    import difflib

    second = look(module.source, claim.symbol)
    if any(item.kind == "exists" and item.value.value is False for item in claim.expectations):
        return _wanted_absent(claim, second)
    if second.seen in _GONE:
        near = difflib.get_close_matches(claim.symbol, module.names(), 3, 0.7)
        hint = f"; similar: {', '.join(near)}" if near else _inherited(claim, module)
        return Judgement(Verdict.MISSING, f"{claim.symbol} is not defined in {claim.file}{hint}")
    return Judgement(Verdict.UNKNOWN, _undecided(claim, second))


def _wanted_absent(claim: Claim, second: Look) -> Judgement:
    """Judge ``exists: false`` where the first look found nothing."""
    if second.seen is Seen.ABSENT:
        finding = held("exists", "is not defined", found="neither parser finds it")
        return Judgement(Verdict.HOLDS, findings=(finding,))
    if second.seen is Seen.OWNERLESS:
        reason = f"{claim.symbol} is not defined, but {second.reason}: is the name right?"
        return Judgement(Verdict.MISSING, reason)
    return Judgement(Verdict.UNKNOWN, _undecided(claim, second))


def _inherited(claim: Claim, module: Module) -> str:
    """Say that an attribute may come from a base class, where its class has bases."""
    owner, _, name = claim.symbol.rpartition(".")
    classes = [item for item in module.definitions(owner) if item.is_class] if owner else []
    bases = [item.inner.child_by_field_name("superclasses") for item in classes]
    if not any(bases):
        return ""
    return f"; {name} may be inherited: name the file and class that define it"


def _undecided(claim: Claim, second: Look) -> str:
    lines = _listed([first for first, _ in second.spans])
    where = f" on line {lines}" if lines else ""
    if second.seen is Seen.DEFINED:
        return f"the two parsers disagree: only ast sees {claim.symbol},{where}"
    return f"whether {claim.symbol} is defined cannot be decided{where}: {second.reason}"


def _judged(prepared: Prepared, module: Module, definition: Definition) -> Judgement:
    span = Lines(definition.first_line, definition.last_line)
    damage = _damage(prepared.claim, module, definition)
    if damage:
        return Judgement(Verdict.UNKNOWN, damage, lines=span)
    subject = Subject(module, definition)
    findings = tuple(
        finding for kind, value in prepared.checks for finding in _findings(kind, value, subject)
    )
    outcomes = {finding.outcome for finding in findings}
    if outcomes == {Outcome.HOLDS}:
        return Judgement(Verdict.HOLDS, findings=findings, lines=span)
    verdict = Verdict.BROKEN if Outcome.BROKEN in outcomes else Verdict.UNKNOWN
    return Judgement(verdict, _reason(findings), findings, span, _excerpt(findings, subject))


def _findings(kind: Kind, value: Any, subject: Subject) -> tuple[Finding, ...]:
    try:
        found = kind.check(value, subject)
    except (NotPython3, RecursionError) as error:
        return (unknown(kind.name, kind.summary, _why(error), subject.span),)
    return found or (unknown(kind.name, kind.summary, "nothing was checked"),)


def _why(error: Exception) -> str:
    return "it nests too deeply" if isinstance(error, RecursionError) else str(error)


def _refused(claim: Claim, module: Module, definition: Definition) -> str:
    """Say why the grammar's word alone is not enough for a definition, or nothing."""
    old = python2_line(definition)
    if old is not None:
        return f"line {old} is of Python 2, which is not read"
    uneven = uneven_line(definition, module.evenness)
    if uneven is not None:
        return f"line {uneven} is indented otherwise than its block, so blocks end in doubt"
    if module.may_be_rebound(claim.symbol):
        others = look(module.source, claim.symbol).others
        if others:
            lines = _listed([first for first, _ in others])
            return f"{claim.symbol} is also bound by another statement: see line {lines}"
    return ""


def _damage(claim: Claim, module: Module, definition: Definition) -> str:
    """Say why a definition in a damaged tree is not to be believed, or nothing.

    A syntax error elsewhere may have swallowed lines or ended a body early, so the second look must
    see the same span.
    """
    refused = _refused(claim, module, definition)
    if refused or module.error_line is None:
        return refused
    where = f"a syntax error on line {module.error_line}"
    if not claim.symbol or definition.node.has_error:
        return f"{where}: {claim.about} cannot be read as a whole"
    second = look(module.source, claim.symbol)
    if (definition.first_line, definition.last_line) in second.spans:
        return ""
    return f"{where}, and ast does not confirm lines {definition.first_line}-{definition.last_line}"


def _reason(findings: tuple[Finding, ...]) -> str:
    failed = [item for item in findings if item.outcome is not Outcome.HOLDS]
    return f"{failed[0].kind}: {failed[0].found}" if failed else ""


def _excerpt(findings: tuple[Finding, ...], subject: Subject) -> tuple[tuple[int, str], ...]:
    """Give the lines that decide the first failure, a few at most."""
    failed = next(item for item in findings if item.outcome is not Outcome.HOLDS)
    lines = failed.lines[0] if failed.lines else subject.span
    source = subject.source.split(b"\n")[
        lines.first - 1 : min(lines.last, lines.first + _EXCERPT - 1)
    ]
    return tuple(
        (lines.first + number, line.decode("utf-8", "replace"))
        for number, line in enumerate(source)
    )
