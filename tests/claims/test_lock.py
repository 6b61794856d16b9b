"""claims.lock: what is written is what is read, and each way in which things can differ from it."""

from pathlib import Path

import msgspec
import pytest

from claims import lock as locks
from claims.documents import read_document
from claims.model import Document, Judgement, Lines, Result, Verdict
from provenance.errors import ProblemsFound
from provenance.snapshot import Revision
from provenance.source import Pin, Project, Source
from provenance.syntax.fingerprint import Fingerprints

PROJECT = Project(Path("/nowhere"), {"lib": Source("lib", "lib.git", None, pin=Pin("v1.0.0"))})
TAG = Pin("v1.0.0")
GIT = Revision(TAG, "a" * 40, "git")
WHEEL = Revision(TAG, "b" * 40, "package", "c" * 64)
PRINTS = Fingerprints("s" * 16, "b" * 16, "c" * 16)


def document(*names: str, statement: str = "It is so.", pin: str = "v1.0.0") -> Document:
    claims = "".join(
        f"- {{id: {name}, statement: {statement}, file: lib.py, expect: {{contains: a}}}}\n"
        for name in names
    )
    return read_document(f"pin: {pin}\nclaims:\n{claims}".encode(), "x.claims.yaml", PROJECT)


def results(of: Document, blob: str = "1" * 40) -> tuple[Result, ...]:
    judgement = Judgement(Verdict.HOLDS, lines=Lines(3, 9), fingerprints=PRINTS)
    return tuple(Result(claim, judgement, "lib", "v1.0.0", GIT, blob) for claim in of.claims)


def locked(of: Document, revision: Revision = GIT, before: locks.Lock | None = None) -> locks.Lock:
    entries = {result.claim.id: locks.entry(result) for result in results(of)}
    return locks.make("v1.0.0", revision, entries, before)


def test_written_and_read() -> None:
    lock = locked(document("b", "a"))
    data = locks.write(lock)
    assert locks.read(data, "claims.lock") == lock
    assert locks.write(locks.read(data, "claims.lock")) == data


def test_what_it_looks_like() -> None:
    text = locks.write(locked(document("b", "a"))).decode()
    claim = locks.claim_hash(document("a").claims[0])
    assert text.startswith(
        "# Written by `claims lock`: what was verified. Not for editing.\n"
        "version: 1\nfingerprint: 1\npin: v1.0.0\n"
        f"revision:\n  git: {'a' * 40}\nclaims:\n  a:\n    claim: {claim}\n"
    )
    assert text.index("\n  a:\n") < text.index("\n  b:\n")
    assert "    lines: 3-9\n" in text


def test_its_name() -> None:
    assert locks.lock_name("articles/one/claims.yaml") == "articles/one/claims.lock"
    assert locks.lock_name("x.claims.yaml") == "x.claims.lock"


def test_the_layout_of_a_claim_does_not_count() -> None:
    one = b"claims:\n- id: a\n  statement: s\n  file: f\n  expect: {contains: a}\n"
    two = b'claims:\n- {file: "f", expect: {contains: a}, id: a, statement: s}  # x\n'
    other = one.replace(b"contains", b"lacks")
    hashes = [
        locks.claim_hash(read_document(data, "c.yaml", PROJECT).claims[0])
        for data in (one, two, other)
    ]
    assert hashes[0] == hashes[1] != hashes[2]


def test_what_each_kind_of_origin_gave_is_kept() -> None:
    of = document("a")
    first = locked(of, GIT)
    both = locked(of, WHEEL, before=first)
    assert (both.git, both.package) == (GIT.commit, WHEEL.package_hash)
    assert locked(of, GIT, before=both) == both
    other_pin = msgspec.structs.replace(first, pin="v0.9.0")
    assert locked(of, WHEEL, before=other_pin).git == ""


DAMAGED = {
    "nothing": b"",
    "another version": b"version: 2\nclaims: {}\n",
    "no version": b"claims: {}\n",
    "a list": b"- version: 1\n",
    "no YAML": b"version: 1\n\tpin: x\n",
    "a conflict": b"version: 1\n<<<<<<< ours\npin: v1.0.0\n=======\n",
    "an entry that is a text": b"version: 1\npin: v1.0.0\nclaims: {a: b}\n",
    "an entry without its hash": b"version: 1\npin: v1.0.0\nclaims: {a: {blob: b}}\n",
    "a pin that is a number": b"version: 1\npin: 1.0\nclaims: {}\n",
    "no pin": b"version: 1\nclaims: {}\n",
    "not UTF-8": b"version: 1\npin: \xff\n",
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_lock_is_told_with_its_place(data: bytes) -> None:
    with pytest.raises(ProblemsFound) as caught:
        locks.read(data, "claims.lock")
    assert str(caught.value).startswith("claims.lock:")
    assert caught.value.exit_status == 2


def moved(lock: locks.Lock, revision: Revision, now: tuple[Result, ...] = ()) -> list[str]:
    return [str(item) for item in locks.moved(lock, revision, now, "claims.lock")]


def test_a_tag_that_means_what_it_meant() -> None:
    of = document("a")
    assert moved(locked(of), GIT, results(of)) == []


def test_a_tag_that_names_another_commit() -> None:
    now = msgspec.structs.replace(GIT, commit="d" * 40)
    (line,) = moved(locked(document("a")), now)
    assert line.startswith(
        "claims.lock:1:1: v1.0.0 was aaaaaaaaaaaaaaaa when this was verified "
        "and is dddddddddddddddd now"
    )


def test_a_release_that_was_replaced() -> None:
    now = msgspec.structs.replace(WHEEL, package_hash="e" * 64)
    assert len(moved(locked(document("a"), WHEEL), now)) == 1


def test_a_file_with_other_contents_whatever_the_origin() -> None:
    of = document("a")
    (line,) = moved(locked(of, GIT), WHEEL, results(of, blob="2" * 40))
    assert "lib.py at v1.0.0 is not what it was when this was verified" in line


def test_contents_are_not_compared_for_a_claim_that_changed() -> None:
    now = results(document("a", statement="Now of another file."), blob="2" * 40)
    assert moved(locked(document("a")), GIT, now) == []


def test_the_origins_ids_are_not_held_against_each_other() -> None:
    of = document("a")
    assert moved(locked(of, GIT), WHEEL, results(of)) == []


def test_another_pin_says_nothing_of_this_one() -> None:
    now = Revision(Pin("v2.0.0"), "d" * 40, "git")
    assert moved(locked(document("a")), now) == []


def strays(lock: locks.Lock | None, of: Document) -> list[str]:
    return [str(item) for item in locks.strays(lock, of, results(of), "x.claims.lock")]


def test_nothing_strays() -> None:
    of = document("a", "b")
    assert strays(locked(of), of) == []


def test_no_lock_at_all() -> None:
    assert strays(None, document("a")) == [
        "x.claims.yaml:1:1: there is no x.claims.lock; run `claims lock`"
    ]


def test_each_way_to_stray() -> None:
    lock = locked(document("same", "changed", "gone"))
    changed = document("same", "new")
    changed = msgspec.structs.replace(
        changed, claims=(*changed.claims, *document("changed", statement="Other.").claims)
    )
    assert [line.split("; ")[0] for line in strays(lock, changed)] == [
        "x.claims.yaml:4:3: new: not in the lock",
        "x.claims.yaml:3:3: changed: the claim's text changed since it was verified",
        "x.claims.lock:1:1: gone: no such claim any more",
    ]


def test_another_pin() -> None:
    (line,) = strays(locked(document("a")), document("a", pin="v2.0.0"))
    assert line.startswith("x.claims.yaml:1:1: locked at v1.0.0, but the pin is v2.0.0; ")
