"""The main job: claim files and stores in, a report out."""

from collections import Counter
from functools import partial
from pathlib import Path

import msgspec

from claims.beside import of_code, of_data
from claims.inference import in_order, inferred, with_premises
from claims.job import Job, Say, run
from claims.model import (
    Basis,
    Claim,
    Document,
    Inference,
    Judgement,
    Measurement,
    Principle,
    PullRequest,
    Result,
    Verdict,
)
from claims.preparing import Prepared, prepare
from claims.pull_request import run_pull_request
from provenance.errors import Location, Problem, SourceUnavailable
from provenance.snapshot import Revision
from provenance.source import Pin, Source
from provenance.store import Store


class Served(msgspec.Struct, frozen=True):
    """Which revision of a source was read, and which origin it came from."""

    source: str
    revision: Revision


class Failure(msgspec.Struct, frozen=True):
    """A source that could not be obtained at a pin, and why."""

    source: str
    pin: str
    reason: str
    claims: int


class Report(msgspec.Struct, frozen=True):
    """All that a run of verify has to say.

    Attributes:
        results: one a claim that was judged, in the order of the files.
        problems: what is wrong with claim files as a whole.
        failures: the sources that could not be obtained.
        served: where the sources came from.
        lock_problems: how the claims differ from their locks, each of them a failure.
    """

    documents: tuple[Document, ...]
    results: tuple[Result, ...]
    problems: tuple[Problem, ...] = ()
    failures: tuple[Failure, ...] = ()
    served: tuple[Served, ...] = ()
    lock_problems: tuple[Problem, ...] = ()

    @property
    def exit_status(self) -> int:
        """2 for the user's files, 3 for a source, 1 for a claim, else 0 (design.md, section 6)."""
        verdicts = {result.verdict for result in self.results}
        if self.problems or Verdict.INVALID in verdicts:
            return 2
        if self.failures:
            return 3
        return 0 if verdicts == {Verdict.HOLDS} and not self.lock_problems else 1

    def counts(self) -> dict[Verdict, int]:
        """Count the results by verdict."""
        counted = Counter(result.verdict for result in self.results)
        return {verdict: counted[verdict] for verdict in Verdict}

    def by_basis(self) -> dict[Basis, dict[Verdict, int]]:
        """Count the results by verdict, each basis apart."""
        counted = Counter((result.claim.basis, result.verdict) for result in self.results)
        return {
            basis: {verdict: counted[basis, verdict] for verdict in Verdict}
            for basis in Basis
            if any(counted[basis, verdict] for verdict in Verdict)
        }


class Request(msgspec.Struct, frozen=True):
    """What to verify and how.

    Attributes:
        documents: the claim files.
        root: the project's root, which relative repository paths start from.
        at: a revision for all claims, by source name; empty for each file's own pin.
        only: ids of the claims to check; empty for all.
        offline: whether to do without the network.
        fingerprint: whether results carry the fingerprints of their definitions.
    """

    documents: tuple[Document, ...]
    root: Path
    at: dict[str, Pin] = {}
    only: frozenset[str] = frozenset()
    offline: bool = False
    fingerprint: bool = False

    def wants(self, claim: Claim) -> bool:
        """Whether a claim is selected."""
        return not self.only or claim.id in self.only

    def pin_of(self, document: Document) -> Pin | None:
        """Give the revision that a document's claims are checked at."""
        if document.source is None:
            return None
        return self.at.get(document.source.name, document.pin)


def verify(request: Request, say: Say) -> Report:
    """Check claims.

    Args:
        request: what to check.
        say: takes lines of progress and diagnostics.

    Returns:
        The report. A source that cannot be had is in its ``failures``; nothing is raised for it.
    """
    run_ = _Run(request, say)
    for document in request.documents:
        run_.take(document)
    for job in run_.jobs.values():
        run_.work(job, is_pull_request=False)
    for job in run_.merges.values():
        run_.work(job, is_pull_request=True)
    run_.infer()
    return run_.report()


class _Run:
    """One run: the jobs that the claims come to, and what was found so far."""

    def __init__(self, request: Request, say: Say) -> None:
        self.request = request
        self.say = say
        self.jobs: dict[tuple[str, str], Job] = {}
        self.merges: dict[tuple[str, str], Job] = {}
        self.inferences: dict[str, list[Claim]] = {}
        self.judged: dict[Location, Result] = {}
        self.failures: list[Failure] = []
        self.served: dict[tuple[str, Revision], Served] = {}

    def take(self, document: Document) -> None:
        """Put a document's claims where they are judged; some are judged at once."""
        wanted = frozenset(item.id for item in document.claims if self.request.wants(item))
        needed = with_premises(wanted, document.claims)
        for claim in document.claims:
            if claim.id in needed:
                self._put(document, prepare(claim))

    def _put(self, document: Document, item: Prepared) -> None:
        claim = item.claim
        if item.problems:
            reason = "\n".join(str(problem) for problem in item.problems)
            self._note(Result(claim, Judgement(Verdict.INVALID, reason)))
            return
        match claim.evidence:
            case Measurement() as evidence:
                self._note(of_data(item, evidence))
            case Principle() as evidence:
                self._note(of_code(item, evidence))
            case Inference():
                self.inferences.setdefault(document.path, []).append(claim)
            case PullRequest(merge=merge):
                self._queue(self.merges, document.source, Pin(merge), item)
            case _:
                pin = self.request.pin_of(document)
                self._queue(self.jobs, document.source, pin, item)

    def _queue(
        self,
        jobs: dict[tuple[str, str], Job],
        source: Source | None,
        pin: Pin | None,
        item: Prepared,
    ) -> None:
        if source is None or pin is None:
            return
        request, key = self.request, (source.name, pin.text)
        if key not in jobs:
            jobs[key] = Job(source, pin, [], request.offline, request.fingerprint)
        jobs[key].claims.append(item)

    def _note(self, result: Result) -> None:
        self.judged[result.claim.location] = result

    def work(self, job: Job, *, is_pull_request: bool) -> None:
        """Judge a job's claims; those that its source leaves open are a failure."""
        runner = run_pull_request if is_pull_request else run
        with Store.open(job.source, self.request.root) as store:
            try:
                for result in runner(job, store, self.say, partial(self._serve, job)):
                    self._note(result)
            except SourceUnavailable as error:
                left = sum(item.claim.location not in self.judged for item in job.claims)
                failure = Failure(job.source.name, job.pin.text, str(error), left)
                self.failures.append(failure)

    def _serve(self, job: Job, revision: Revision) -> None:
        served = Served(job.source.name, revision)
        self.served.setdefault((served.source, revision), served)

    def infer(self) -> None:
        """Judge the inferences, each after its premises."""
        for document in self.request.documents:
            judged = {
                claim.id: self.judged[claim.location].judgement
                for claim in document.claims
                if claim.location in self.judged
            }
            for claim in in_order(self.inferences.get(document.path, [])):
                judged[claim.id] = inferred(claim, judged)
                self._note(Result(claim, judged[claim.id]))

    def report(self) -> Report:
        """Give the report: the selected claims, in the order of the files."""
        documents = self.request.documents
        order = [item for document in documents for item in document.claims]
        chosen = [item.location for item in order if self.request.wants(item)]
        return Report(
            documents=documents,
            results=tuple(self.judged[at] for at in chosen if at in self.judged),
            problems=tuple(item for document in documents for item in document.problems),
            failures=tuple(self.failures),
            served=tuple(self.served.values()),
        )
