"""Claims about a pull request: what the source says at a merge commit and at its first parent."""

from collections.abc import Callable, Iterator

import msgspec

from claims.job import Job, Say, run
from claims.model import Finding, Judgement, Result, Verdict
from claims.preparing import Prepared
from provenance.errors import Location, SourceUnavailable
from provenance.snapshot import Revision
from provenance.source import Pin
from provenance.store import Store

_ORDER = (Verdict.BROKEN, Verdict.MISSING, Verdict.UNKNOWN)


def run_pull_request(
    job: Job, store: Store, say: Say, served: Callable[[Revision], None]
) -> Iterator[Result]:
    """Check claims about one pull request.

    Args:
        job: the claims; its pin is the merge commit.
        store: the source's store.
        say: takes lines of progress and diagnostics.
        served: takes the revisions that were read.

    Returns:
        The results. A commit that cannot be had makes them unknown: no release says what one pull
        request changed.
    """
    try:
        snapshot = job.obtain((), store, say)
        after = _side(job, [item for item in job.claims if item.checks], store, say, served)
        before = {}
        if claims := [item.at_parent() for item in job.claims if item.before]:
            earlier = msgspec.structs.replace(job, pin=Pin(snapshot.parent()))
            before = _side(earlier, claims, store, say, served)
    except SourceUnavailable as error:
        yield from (_unobtained(item, job, str(error)) for item in job.claims)
        return
    for item in job.claims:
        at = item.claim.location
        yield _joined(item, before.get(at), after.get(at))


def _side(
    job: Job, claims: list[Prepared], store: Store, say: Say, served: Callable[[Revision], None]
) -> dict[Location, Result]:
    chosen = msgspec.structs.replace(job, claims=claims)
    return {result.claim.location: result for result in run(chosen, store, say, served)}


def _unobtained(item: Prepared, job: Job, reason: str) -> Result:
    judgement = Judgement(Verdict.UNKNOWN, f"the pull request cannot be looked at: {reason}")
    return Result(item.claim, judgement, job.source.name, job.pin.text)


def _joined(item: Prepared, before: Result | None, after: Result | None) -> Result:
    """Make one result of both sides; the later side says where it was read."""
    sides = {"before": before, "after": after}
    judged = {name: side.judgement for name, side in sides.items() if side is not None}
    last = after or before
    if last is None:
        raise ValueError(f"{item.claim.id} expects nothing")
    return msgspec.structs.replace(last, claim=item.claim, judgement=_judgement(judged))


def _judgement(judged: dict[str, Judgement]) -> Judgement:
    findings = tuple(
        _named(finding, name) for name, said in judged.items() for finding in said.findings
    )
    for verdict in _ORDER:
        for name, said in judged.items():
            if said.verdict is verdict:
                reason = f"{name} the merge: {said.reason}"
                return Judgement(verdict, reason, findings, said.lines, said.excerpt)
    (*_, last) = judged.values()
    return Judgement(
        Verdict.HOLDS, findings=findings, lines=last.lines, fingerprints=last.fingerprints
    )


def _named(finding: Finding, side: str) -> Finding:
    return msgspec.structs.replace(finding, expected=f"{side} the merge: {finding.expected}")
