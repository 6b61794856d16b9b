"""claims.lock: what was verified, per claim. Written by the tool, read by ``verify``.

It answers "is this what was reviewed?" from the claim files and a store alone. A tag that comes to
mean other contents than it recorded is an error, whatever the claims say.
"""

import hashlib
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import msgspec

from claims.model import Claim, Document, Measurement, Result
from provenance import yamlfile
from provenance.errors import Location, Problem, ProblemsFound
from provenance.snapshot import Revision
from provenance.syntax.fingerprint import VERSION as FINGERPRINT_VERSION

VERSION = 1
_HEAD = "# Written by `claims lock`: what was verified. Not for editing.\n"


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was verified of one claim."""

    claim: str
    blob: str
    lines: str = ""
    signature: str = ""
    body: str = ""
    calls: str = ""


class Lock(msgspec.Struct, frozen=True):
    """A lock file's contents.

    Attributes:
        pin: as resolved at the time.
        git: the commit id that a git origin gave, or empty.
        package: the hash of the wheel that a package origin gave, or empty.
    """

    pin: str
    git: str
    package: str
    claims: dict[str, Entry]


def lock_name(document_path: str) -> str:
    """Give the name of a claim file's lock: ``claims.lock`` beside ``claims.yaml``."""
    return str(PurePath(document_path).with_suffix(".lock"))


def claim_hash(claim: Claim) -> str:
    """Give the hash of what a claim says; its layout and the order of its keys do not count."""
    plain = msgspec.json.encode(claim.node.plain(), order="deterministic")
    return hashlib.sha256(plain).hexdigest()[:16]


def entry(result: Result) -> Entry:
    """Make the entry of a claim that holds."""
    lines = str(result.judgement.lines or "")
    prints = result.judgement.fingerprints
    tiers = (prints.signature, prints.body, prints.calls) if prints else ("", "", "")
    return Entry(claim_hash(result.claim), result.blob, lines, *tiers)


def revision_of(results: Iterable[Result]) -> Revision | None:
    """Give the revision that an article's pin came to; None where no claim is about it."""
    found = (result.revision for result in results if result.claim.is_pinned)
    return next((revision for revision in found if revision), None)


def make(
    pin: str, revision: Revision | None, entries: dict[str, Entry], before: Lock | None
) -> Lock:
    """Make a lock; what the other kind of origin once gave for the same pin is kept.

    Args:
        pin: the article's pin.
        revision: what it came to; None where no claim is about the source.
        entries: the claims that hold, by id.
        before: the lock so far.
    """
    kept = before if before and before.pin == pin else None
    git, package = (kept.git, kept.package) if kept else ("", "")
    if revision is not None:
        git = revision.commit if revision.origin == "git" else git
        package = revision.package_hash or package
    return Lock(pin, git, package, entries)


def write(lock: Lock) -> bytes:
    """Give a lock file's bytes: sorted, one block a claim."""
    claims = {name: msgspec.to_builtins(item) for name, item in sorted(lock.claims.items())}
    head: dict[str, Any] = {
        "version": VERSION,
        "fingerprint": FINGERPRINT_VERSION,
        "pin": lock.pin,
        "revision": {
            key: value for key, value in (("git", lock.git), ("package", lock.package)) if value
        },
        "claims": claims,
    }
    return _HEAD.encode() + yamlfile.dump(head)


def read(data: bytes, path: str) -> Lock:
    """Read a lock file.

    Raises:
        ProblemsFound: it is damaged, or of another version.
    """
    root = yamlfile.load(data, path)
    plain = root.plain()
    if not isinstance(plain, dict) or plain.get("version") != VERSION:
        message = f"not a lock file of version {VERSION}"
        raise ProblemsFound((root.problem(message, "remove it, then run `claims lock`"),))
    try:
        claims = msgspec.convert(plain.get("claims") or {}, dict[str, Entry])
        revision = msgspec.convert(plain.get("revision") or {}, dict[str, str])
        pin = msgspec.convert(plain.get("pin"), str)
    except msgspec.ValidationError as error:
        problem = root.problem(f"damaged: {error}", "remove it, then run `claims lock`")
        raise ProblemsFound((problem,)) from None
    return Lock(pin, revision.get("git", ""), revision.get("package", ""), claims)


def moved(
    lock: Lock, revision: Revision, results: Iterable[Result], path: str
) -> tuple[Problem, ...]:
    """Tell whether a tag has come to mean something else than the lock recorded.

    The ids are compared where the same kind of origin gave both; the contents of the files always.
    """
    pin = revision.pin.text
    if lock.pin != pin:
        return ()
    is_git = revision.origin == "git"
    then, now = (lock.git, revision.commit) if is_git else (lock.package, revision.package_hash)
    changed = sorted({r.claim.file for r in results if _other_contents(lock, r)})
    if changed:
        what = f"{changed[0]} at {pin} is not what it was when this was verified"
    elif then and then != now:
        what = f"{pin} was {then[:16]} when this was verified and is {now[:16]} now"
    else:
        return ()
    hint = "the tag was moved or the release replaced: find out why before `claims lock`"
    return (Problem(Location(path), what, hint),)


def _other_contents(lock: Lock, result: Result) -> bool:
    """Tell whether a file's blob differs from the locked one, for a claim that is as it was."""
    locked = lock.claims.get(result.claim.id)
    if locked is None or not result.claim.is_pinned:
        return False
    if not locked.blob or not result.blob or locked.blob == result.blob:
        return False
    return locked.claim == claim_hash(result.claim)


def strays(
    lock: Lock | None, document: Document, results: Iterable[Result], path: str
) -> tuple[Problem, ...]:
    """Tell how claims differ from what was verified, for ``verify --locked``."""
    hint = "read it again, then run `claims lock`"
    if lock is None:
        return (Problem(Location(document.path), f"there is no {path}", "run `claims lock`"),)
    if document.pin is not None and document.pin.text != lock.pin:
        message = f"locked at {lock.pin}, but the pin is {document.pin.text}"
        return (Problem(Location(document.path), message, hint),)
    found = []
    for result in results:
        difference = _difference(lock.claims.get(result.claim.id), result)
        if difference:
            found.append(Problem(result.claim.location, f"{result.claim.id}: {difference}", hint))
    known = {claim.id for claim in document.claims}
    found += [
        Problem(Location(path), f"{name}: no such claim any more", "run `claims lock`")
        for name in sorted(lock.claims.keys() - known)
    ]
    return tuple(found)


def _difference(locked: Entry | None, result: Result) -> str:
    if locked is None:
        return "not in the lock"
    if locked.claim != claim_hash(result.claim):
        return "the claim's text changed since it was verified"
    evidence = result.claim.evidence
    if isinstance(evidence, Measurement) and result.blob and locked.blob != result.blob:
        return f"{evidence.data} changed since it was verified"
    return ""
