"""The main job: claim files and stores in, a report out."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from claims.judging import Prepared, judge, prepare
from claims.model import Basis, Claim, Document, Judgement, Result, Verdict
from provenance.errors import Problem, SourceUnavailable
from provenance.identity import permalink
from provenance.obtaining import obtain
from provenance.paths import UnreadableFile
from provenance.snapshot import Blob, NoSuchFile, Revision, Snapshot
from provenance.source import Pin, Source
from provenance.store import Store
from provenance.syntax.definitions import Module
from provenance.syntax.text import UnreadableText

Say = Callable[[str], None]


_PYTHON = (".py", ".pyi")


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
        return {item: sum(r.verdict is item for r in self.results) for item in Verdict}

    def by_basis(self) -> dict[Basis, int]:
        """Count the claims that hold, by what they rest on."""
        held = [r.claim.basis for r in self.results if r.verdict is Verdict.HOLDS]
        return {item: held.count(item) for item in Basis if item in held}


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


class _Job(msgspec.Struct, frozen=True):
    """The claims to check on one snapshot."""

    source: Source
    pin: Pin
    claims: list[Prepared]


def verify(request: Request, say: Say) -> Report:
    """Check claims.

    Args:
        request: what to check.
        say: takes lines of progress and diagnostics.

    Returns:
        The report. A source that cannot be had is in its ``failures``; nothing is raised for it.
    """
    judged: dict[int, Result] = {}
    failures: list[Failure] = []
    served: list[Served] = []
    jobs = _jobs(request, judged)
    for job in jobs:
        with Store.open(job.source, request.root) as store:
            try:
                snapshot = obtain(
                    job.source, job.pin, _files(job), store, offline=request.offline, say=say
                )
                results = _results(job, snapshot, fingerprint=request.fingerprint)
                judged.update((id(result.claim), result) for result in results)
                served.append(Served(job.source.name, snapshot.revision))
            except SourceUnavailable as error:
                name, pin = job.source.name, job.pin.text
                failures.append(Failure(name, pin, str(error), len(job.claims)))
    order = [claim for document in request.documents for claim in document.claims]
    return Report(
        documents=request.documents,
        results=tuple(judged[id(claim)] for claim in order if id(claim) in judged),
        problems=tuple(item for document in request.documents for item in document.problems),
        failures=tuple(failures),
        served=tuple(served),
    )


def _jobs(request: Request, judged: dict[int, Result]) -> list[_Job]:
    """Group the selected claims by source and pin; claims with problems are judged at once."""
    jobs: dict[tuple[str, str], _Job] = {}
    for document in request.documents:
        pin = request.pin_of(document)
        for claim in filter(request.wants, document.claims):
            prepared = prepare(claim)
            if prepared.problems:
                reason = "\n".join(str(problem) for problem in prepared.problems)
                judged[id(claim)] = Result(claim, Judgement(Verdict.INVALID, reason))
            elif document.source is not None and pin is not None:
                key = (document.source.name, pin.text)
                jobs.setdefault(key, _Job(document.source, pin, [])).claims.append(prepared)
    return list(jobs.values())


def _files(job: _Job) -> list[str]:
    return list(dict.fromkeys(item.claim.file for item in job.claims))


def _results(job: _Job, snapshot: Snapshot, *, fingerprint: bool) -> Iterator[Result]:
    """Judge a job's claims, file by file: one file's text and tree are held at a time."""
    by_file: dict[str, list[Prepared]] = {}
    for item in job.claims:
        by_file.setdefault(item.claim.file, []).append(item)
    for path, blob in _blobs(snapshot, by_file):
        if isinstance(blob, UnreadableFile):
            judgement = _unreadable(blob)
            yield from (_result(item, judgement, job, snapshot) for item in by_file[path])
        else:
            yield from _of_blob(by_file[path], blob, job, snapshot, fingerprint)


def _blobs(snapshot: Snapshot, paths: Iterable[str]) -> Iterator[tuple[str, Blob | UnreadableFile]]:
    """Give each file, or why it cannot be read."""
    pending = []
    for path in paths:
        if snapshot.exists(path):
            pending.append(path)
        else:
            yield path, _refusal(snapshot, path)
    while pending:
        try:
            for blob in snapshot.blobs(tuple(pending)):
                pending.remove(blob.path)
                yield blob.path, blob
        except UnreadableFile as error:
            pending.remove(error.path)
            yield error.path, error


def _refusal(snapshot: Snapshot, path: str) -> UnreadableFile:
    try:
        snapshot.blob(path)
    except UnreadableFile as error:
        return error
    return UnreadableFile(path, f"{path} cannot be read")


def _unreadable(error: UnreadableFile) -> Judgement:
    """Judge claims about a file that is not there, or is no source text."""
    certain = isinstance(error, NoSuchFile) and error.certain
    return Judgement(Verdict.MISSING if certain else Verdict.UNKNOWN, str(error))


def _module(blob: Blob) -> Module:
    if not blob.path.endswith(_PYTHON):
        raise UnreadableText(f"only files of Python ({', '.join(_PYTHON)}) are read")
    return Module(blob.data)


def _of_blob(
    claims: list[Prepared], blob: Blob, job: _Job, snapshot: Snapshot, fingerprint: bool
) -> Iterator[Result]:
    try:
        module = _module(blob)
    except UnreadableText as error:
        judgement = Judgement(Verdict.UNKNOWN, f"{blob.path} is not source text: {error}")
        yield from (_result(item, judgement, job, snapshot, blob.id) for item in claims)
        return
    for item in claims:
        judgement = judge(item, module, fingerprint=fingerprint)
        yield _result(item, judgement, job, snapshot, blob.id)


def _result(
    item: Prepared, judgement: Judgement, job: _Job, snapshot: Snapshot, blob: str = ""
) -> Result:
    revision = snapshot.revision
    lines = judgement.lines
    link = None
    if job.source.repository and blob:
        text = job.pin.text if revision.origin == "package" else revision.commit
        ends = (lines.first, lines.last) if lines and item.claim.symbol else (None, None)
        link = permalink(job.source.repository, text, item.claim.file, *ends)
    return Result(item.claim, judgement, job.source.name, job.pin.text, revision, blob, link or "")
