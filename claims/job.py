"""The claims to check on one snapshot, and checking them, file by file."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from claims.judging import judge, judge_text
from claims.model import Basis, Judgement, Result, Verdict
from claims.preparing import Prepared
from provenance.identity import permalink
from provenance.obtaining import obtain
from provenance.paths import UnreadableFile
from provenance.resolution.files import Wanted
from provenance.snapshot import PYTHON, Blob, NoSuchFile, Revision, Snapshot
from provenance.source import Pin, Source
from provenance.store import Store
from provenance.syntax.definitions import Module
from provenance.syntax.text import UnreadableText, normalise
from provenance.treefiles import TreeFiles, python_module

Say = Callable[[str], None]


class Job(msgspec.Struct, frozen=True):
    """The claims to check on one snapshot.

    Attributes:
        source: the source.
        pin: the snapshot's revision.
        claims: the claims.
        offline: whether to do without the network.
        fingerprint: whether results carry the fingerprints of their definitions.
    """

    source: Source
    pin: Pin
    claims: list[Prepared]
    offline: bool = False
    fingerprint: bool = False

    def obtain(self, paths: Iterable[str], store: Store, say: Say) -> Snapshot:
        """Give the snapshot, with some files' contents at hand; see `provenance.obtaining`."""
        return obtain(self.source, self.pin, paths, store, offline=self.offline, say=say)


def run(job: Job, store: Store, say: Say, served: Callable[[Revision], None]) -> Iterator[Result]:
    """Check a job's claims.

    A claim may turn out to need files that it does not name. They are fetched together, and those
    claims are judged again, as often as it takes.

    Args:
        job: the claims.
        store: the source's store.
        say: takes lines of progress and diagnostics.
        served: takes the revision that was read.

    Raises:
        SourceUnavailable: it cannot be had; what was given before stands.
    """
    named = dict.fromkeys(path for item in job.claims for path in item.files)
    snapshot = job.obtain(named, store, say)
    served(snapshot.revision)
    files = TreeFiles(snapshot, store)
    pending, asked = job.claims, set[str]()
    while pending:
        reading = _Reading(job, snapshot, files)
        yield from reading.results(pending)
        wanted = reading.wanted.keys() - asked
        if reading.pending and not wanted:
            raise RuntimeError(f"{min(reading.wanted)} was fetched and is wanted again")
        asked |= wanted
        pending = reading.pending
        if pending:
            job.obtain(reading.wanted, store, say)


class _Reading:
    """One reading of a job's files; what cannot be judged yet is kept for the next."""

    def __init__(self, job: Job, snapshot: Snapshot, files: TreeFiles) -> None:
        self.job = job
        self.snapshot = snapshot
        self.files = files
        self.pending: list[Prepared] = []
        self.wanted: dict[str, None] = {}

    def results(self, claims: list[Prepared]) -> Iterator[Result]:
        """Judge claims, file by file: few files' texts and trees are held at a time."""
        by_file: dict[str, list[Prepared]] = {}
        for item in claims:
            by_file.setdefault(item.claim.file, []).append(item)
        for path, blob in _blobs(self.snapshot, by_file):
            if isinstance(blob, UnreadableFile):
                judgement = _unreadable(blob)
                yield from (self._result(item, judgement, "") for item in by_file[path])
            else:
                yield from self._of_blob(by_file[path], blob)

    def _of_blob(self, claims: list[Prepared], blob: Blob) -> Iterator[Result]:
        for is_text in (False, True):
            chosen = [item for item in claims if _is_text(item) is is_text]
            if not chosen:
                continue
            judged = self._text(blob) if is_text else self._module(blob)
            for item in chosen:
                try:
                    judgement = judged(item)
                except Wanted as error:
                    self.pending.append(item)
                    self.wanted.update(dict.fromkeys(error.paths))
                else:
                    yield self._result(item, judgement, blob.id)

    def _module(self, blob: Blob) -> Callable[[Prepared], Judgement]:
        try:
            module: Module = python_module(blob.path, blob.data)
        except UnreadableText as error:
            return _unknown(f"{blob.path} is not source text: {error}")
        self.files.hold(blob.path, module)
        fingerprint = self.job.fingerprint
        return lambda item: judge(item, module, self.files, fingerprint=fingerprint)

    def _text(self, blob: Blob) -> Callable[[Prepared], Judgement]:
        try:
            source = normalise(blob.data)
        except UnreadableText as error:
            return _unknown(f"{blob.path} is not text: {error}")
        return lambda item: judge_text(item, source)

    def _result(self, item: Prepared, judgement: Judgement, blob: str) -> Result:
        job, claim, revision = self.job, item.claim, self.snapshot.revision
        lines, link = judgement.lines, None
        if job.source.repository and blob:
            text = job.pin.text if revision.origin == "package" else revision.commit
            ends = (lines.first, lines.last) if lines and claim.symbol else (None, None)
            link = permalink(job.source.repository, text, claim.file, *ends)
        return Result(claim, judgement, job.source.name, job.pin.text, revision, blob, link or "")


def _is_text(item: Prepared) -> bool:
    """Tell whether a claim is about a file as text, without syntax."""
    claim = item.claim
    return claim.basis is Basis.DOCUMENTATION and not claim.file.endswith(PYTHON)


def _unknown(reason: str) -> Callable[[Prepared], Judgement]:
    return lambda _: Judgement(Verdict.UNKNOWN, reason)


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
