"""What pins were resolved to, kept in the store itself as annotated tags under refs/claims/.

One tag an origin and pin: it names the commit, and its message says the rest.
"""

import re
from pathlib import Path

import msgspec

from provenance import gitcommand
from provenance.errors import SourceUnavailable
from provenance.objects import Answer, Objects
from provenance.snapshot import Revision
from provenance.source import Pin

_ORIGINS = ("git", "package")  # the complete one first
_TAGGER = "claims <claims@localhost> 0 +0000"


class TagMoved(SourceUnavailable):
    """An origin now gives other contents for a tag than it gave before."""


class _Note(msgspec.Struct, frozen=True):
    """What a tag's message says beside the commit."""

    origin: str
    pin: str
    package_hash: str = ""


def known(objects: Objects, pin: Pin) -> dict[str, Revision]:
    """Give what a pin was resolved to, by origin, the complete one first."""
    asked = [objects.ask(_reference(origin, pin)) for origin in _ORIGINS]
    found = _revisions(objects, asked)
    return {item.origin: item for item in found if _is_of(item, pin)}


def _is_of(revision: Revision, pin: Pin) -> bool:
    """Whether a note is about the pin that it stands under: a commit can only mean itself."""
    return revision.pin == pin and (pin.is_tag or revision.commit == pin.text)


def every(objects: Objects) -> tuple[Revision, ...]:
    """Give everything that was ever resolved, in the order of names."""
    listed = gitcommand.run(
        objects.directory, "for-each-ref", "--format=%(objectname)", "refs/claims"
    )
    return tuple(_revisions(objects, [objects.ask(name) for name in listed.text.split()]))


def remember(objects: Objects, revision: Revision) -> None:
    """Note what a pin was resolved to; the last step of a fetch, and one atomic write.

    Raises:
        TagMoved: the same origin gave other contents before.
        SourceUnavailable: the store cannot be written.
    """
    pin = revision.pin
    before = known(objects, pin).get(revision.origin)
    if before is not None and before.commit != revision.commit:
        raise TagMoved(
            f"{pin} moved: the store has {before.commit}, and the {revision.origin} origin now "
            f"gives {revision.commit}; find out why, then run `claims source clean` to accept it"
        )
    note = msgspec.json.encode(_Note(revision.origin, pin.text, revision.package_hash))
    head = f"object {revision.commit}\ntype commit\ntag {pin}\ntagger {_TAGGER}\n\n".encode()
    made = gitcommand.run(objects.directory, "mktag", given=head + note + b"\n")
    if made.status == 0:
        name = _reference(revision.origin, pin)
        made = gitcommand.run(objects.directory, "update-ref", name, made.text)
    if made.status != 0:
        complaint = gitcommand.reason(made.complaint)
        raise SourceUnavailable(f"cannot write the store {objects.directory}: {complaint}")


def commit_of(directory: Path, name: str) -> str | None:
    """Give the commit that a name comes to in a repository, tags peeled; None for none."""
    found = gitcommand.run(
        directory, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
    )
    return found.text if found.status == 0 else None


def _reference(origin: str, pin: Pin) -> str:
    return f"refs/claims/{origin}/{pin}"


def _revisions(objects: Objects, asked: list[Answer]) -> list[Revision]:
    found = [objects.take(answer) for answer in asked]
    read = [_revision(answer.data) for answer in found if answer.kind == "tag" and answer.data]
    return [revision for revision in read if revision is not None]


def _revision(data: bytes) -> Revision | None:
    """Read a tag object; one that is not ours is as good as none."""
    head, _, body = data.partition(b"\n\n")
    commit = re.match(rb"object ([0-9a-f]+)\n", head)
    try:
        note = msgspec.json.decode(body, type=_Note)
    except msgspec.DecodeError:
        return None
    return (
        Revision(Pin(note.pin), commit[1].decode(), note.origin, note.package_hash)
        if commit
        else None
    )
