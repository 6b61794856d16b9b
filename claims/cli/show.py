"""``claims show``."""

import click

from claims.cli.common import documents, offline_option, one_claim, project, write
from claims.cli.progress import say, telling
from claims.model import Evidence, Inference, Measurement, Principle, PullRequest, Result
from claims.reports.text import visible
from claims.verify import Request, verify
from provenance.obtaining import obtain
from provenance.snapshot import Snapshot
from provenance.store import Store
from provenance.syntax.text import normalise

_LONGEST = 120


@click.command("show")
@click.argument("claim")
@offline_option
def command(claim: str, offline: bool) -> int:
    """Show one claim: what it says, its verdict, every finding, and the source it is about.

    CLAIM is an id, or FILE:ID where several claim files have it.
    """
    found = project(offline=offline)
    document, wanted = one_claim(documents(found, (), offline=offline), claim)
    request = Request((document,), found.root, only=frozenset({wanted.id}), offline=offline)
    with telling() as tell:
        report = verify(request, tell)
    for failure in report.failures:
        say(f"{failure.source} {failure.pin}: {failure.reason}")
    for result in report.results:
        write("\n".join(_about(result)) + "\n", None)
        if result.judgement.lines and document.source and result.revision:
            with Store.open(document.source, found.root) as store:
                pin, paths = result.revision.pin, [wanted.file]
                snapshot = obtain(document.source, pin, paths, store, offline=True, say=say)
                write("\n".join(_source(result, snapshot)) + "\n", None)
    return report.exit_status


def _about(result: Result) -> list[str]:
    claim, judgement = result.claim, result.judgement
    lines = [f"{claim.location}: {result.verdict.value}: {claim.id}", f"  {claim.statement}"]
    lines += [f"  {name}: {text}" for name, text in _particulars(result) if text]
    for finding in judgement.findings:
        where = f"  lines {', '.join(map(str, finding.lines))}" if finding.lines else ""
        lines.append(f"  {finding.kind} {finding.outcome.value}: {finding.expected}{where}")
        if finding.found:
            lines.append(f"    {finding.found}")
    if judgement.reason and not judgement.findings:
        lines.append(f"  {judgement.reason}")
    return lines


def _particulars(result: Result) -> list[tuple[str, str]]:
    claim = result.claim
    return [
        ("about", claim.about),
        ("at", f"{result.source} {result.pin}".strip()),
        ("basis", claim.basis.value),
        *_rests_on(claim.evidence),
        ("scope", claim.scope),
        ("limitation", claim.limitation),
        ("link", result.permalink),
    ]


def _rests_on(evidence: Evidence | None) -> list[tuple[str, str]]:
    """Give what else a claim rests on, for people."""
    match evidence:
        case PullRequest():
            return [("pull request", f"#{evidence.number}, merged as {evidence.merge}")]
        case Measurement():
            stated = evidence.conditions.items()
            return [("conditions", "; ".join(f"{name}: {value}" for name, value in stated))]
        case Inference():
            return [("premises", ", ".join(evidence.premises))]
        case Principle():
            lines = enumerate(evidence.code.rstrip().split("\n"), 1)
            return [("code", "".join(f"\n  {n:>6} | {visible(line)}" for n, line in lines))]
    return []


def _source(result: Result, snapshot: Snapshot) -> list[str]:
    lines = result.judgement.lines
    if lines is None:
        return []
    text = normalise(snapshot.blob(result.claim.file).data).decode("utf-8", "replace")
    shown = text.split("\n")[lines.first - 1 : lines.last][:_LONGEST]
    rows = [f"  {n:>6} | {visible(line)}" for n, line in enumerate(shown, lines.first)]
    left = lines.last - lines.first + 1 - len(shown)
    return [*rows, f"         … {left} more lines"] if left > 0 else rows
