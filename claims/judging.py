"""What a module says of a claim. Pure: a claim and a parsed file in, a judgement out."""

from typing import Any

import msgspec

from claims.expectations.interface import Kind, Subject, TextSubject, held, unknown
from claims.measurement.rows import Measured
from claims.model import Claim, Finding, Judgement, Outcome, Verdict
from claims.preparing import Prepared
from provenance.resolution.files import Files
from provenance.syntax.conditions import enclosing_conditions
from provenance.syntax.definition import Definition
from provenance.syntax.definitions import Module
from provenance.syntax.doubts import doubt, listed
from provenance.syntax.fingerprint import Fingerprints, fingerprints
from provenance.syntax.matching import matches
from provenance.syntax.second_look import Look, Seen, look
from provenance.syntax.terms import NotPython3

_EXCERPT = 6


def judge(
    prepared: Prepared, module: Module, files: Files, *, fingerprint: bool = False
) -> Judgement:
    """Say whether a claim holds of a module.

    Args:
        prepared: a claim; one with problems is invalid, whatever the module says.
        module: the parsed file that the claim names.
        files: the other files of the snapshot.
        fingerprint: whether a judgement that holds carries the definition's fingerprints.

    Raises:
        Wanted: contents of other files are needed and not at hand.
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
    judgement = _judged(prepared, Subject(module, chosen[0], claim.file, files))
    if not fingerprint or judgement.verdict is not Verdict.HOLDS or not claim.symbol:
        return judgement
    return msgspec.structs.replace(judgement, fingerprints=_fingerprints(chosen[0]))


def judge_text(prepared: Prepared, source: bytes) -> Judgement:
    """Say whether a claim holds of a text that is no Python.

    Args:
        prepared: a claim; its expectations need no syntax.
        source: the normalised text.
    """
    if prepared.problems:
        return Judgement(Verdict.INVALID, str(prepared.problems[0]))
    subject = TextSubject(source)
    return _decided(_all_findings(prepared, subject), subject)


def judge_data(prepared: Prepared, measured: Measured, source: bytes) -> Judgement:
    """Say whether a claim holds of a measurement's data.

    Args:
        prepared: a claim of figures.
        measured: the data.
        source: the text that it was read from.
    """
    if prepared.problems:
        return Judgement(Verdict.INVALID, str(prepared.problems[0]))
    return _decided(_all_findings(prepared, measured), TextSubject(source))


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
    lines = listed(item.first_line for item in chosen or found)
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
    lines = listed(first for first, _ in second.spans)
    where = f" on line {lines}" if lines else ""
    if second.seen is Seen.DEFINED:
        return f"the two parsers disagree: only ast sees {claim.symbol},{where}"
    return f"whether {claim.symbol} is defined cannot be decided{where}: {second.reason}"


def _judged(prepared: Prepared, subject: Subject) -> Judgement:
    span = subject.span
    doubted = doubt(subject.module, subject.definition)
    if doubted:
        return Judgement(Verdict.UNKNOWN, doubted, lines=span)
    return _decided(_all_findings(prepared, subject), subject)


def _decided(findings: tuple[Finding, ...], subject: Subject | TextSubject) -> Judgement:
    """Give the verdict that findings come to."""
    outcomes, span = {finding.outcome for finding in findings}, subject.span
    if outcomes == {Outcome.HOLDS}:
        return Judgement(Verdict.HOLDS, findings=findings, lines=span)
    verdict = Verdict.BROKEN if Outcome.BROKEN in outcomes else Verdict.UNKNOWN
    return Judgement(verdict, _reason(findings), findings, span, _excerpt(findings, subject))


def _all_findings(prepared: Prepared, subject: Any) -> tuple[Finding, ...]:
    return tuple(
        finding for kind, value in prepared.checks for finding in _findings(kind, value, subject)
    )


def _findings(kind: Kind, value: Any, subject: Any) -> tuple[Finding, ...]:
    try:
        found = kind.check(value, subject)
    except (NotPython3, RecursionError) as error:
        return (unknown(kind.name, kind.summary, _why(error)),)
    return found or (unknown(kind.name, kind.summary, "nothing was checked"),)


def _why(error: Exception) -> str:
    return "it nests too deeply" if isinstance(error, RecursionError) else str(error)


def _reason(findings: tuple[Finding, ...]) -> str:
    failed = [item for item in findings if item.outcome is not Outcome.HOLDS]
    return f"{failed[0].kind}: {failed[0].found}" if failed else ""


def _excerpt(
    findings: tuple[Finding, ...], subject: Subject | TextSubject
) -> tuple[tuple[int, str], ...]:
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
