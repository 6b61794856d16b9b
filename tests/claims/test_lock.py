"""claims.lock: what is recorded, and what the difference to it means."""

from pathlib import Path

import msgspec
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.documents import read_document
from claims.lock import Entry, Lock, claim_hash, entry, lock_name, make, moved, read, strays, write
from claims.model import Claim, Judgement, Lines, Result, Verdict
from provenance.errors import ProblemsFound
from provenance.snapshot import Revision
from provenance.source import Pin
from provenance.syntax.fingerprint import Fingerprints
from tests.claims.desk import Desk, claim, claims
from tests.claims.specification import PROJECT

PIN = Pin("v1.0.0")
GIT = Revision(PIN, "1" * 40, "git")
PACKAGE = Revision(PIN, "2" * 40, "package", "3" * 64)
ENTRY = Entry("c" * 16, "b" * 40, "1-2", "5" * 16, "6" * 16, "7" * 16)
LOCK = Lock("v1.0.0", "1" * 40, "3" * 64, {"it": ENTRY, "a": Entry("d" * 16, "b" * 40)})
WRITTEN = f"""\
# Written by `claims lock`: what was verified. Not for editing.
version: 1
fingerprint: 1
pin: v1.0.0
revision:
  git: '{"1" * 40}'
  package: '{"3" * 64}'
claims:
  a:
    claim: {"d" * 16}
    blob: {"b" * 40}
  it:
    claim: {"c" * 16}
    blob: {"b" * 40}
    lines: 1-2
    signature: '{"5" * 16}'
    body: '{"6" * 16}'
    calls: '{"7" * 16}'
"""


def said(text: str) -> Claim:
    """Read the only claim of a file."""
    return read_document(text.encode(), "c.yaml", PROJECT).claims[0]


def result(written: str = "", blob: str = "b" * 40, revision: Revision = GIT) -> Result:
    one = said(claims(written or claim("it")))
    return Result(one, Judgement(Verdict.HOLDS, lines=Lines(1, 2)), "lib", "v1.0.0", revision, blob)


def locked(*results: Result, revision: Revision = GIT) -> Lock:
    return make("v1.0.0", revision, {item.claim.id: entry(item) for item in results}, None)


def test_the_name_is_that_of_the_claim_file() -> None:
    assert lock_name("claims.yaml") == "claims.lock"
    assert lock_name("a/b/rank.claims.yaml") == "a/b/rank.claims.lock"


def test_what_is_written_is_sorted_and_read_again() -> None:
    assert write(LOCK).decode() == WRITTEN
    assert read(write(LOCK), "claims.lock") == LOCK
    empty = Lock("v1.0.0", "", "3" * 64, {})
    assert read(write(empty), "claims.lock") == empty


HEX = st.text("0123456789abcdefex_.:-", max_size=16)
ENTRIES = st.builds(Entry, HEX, HEX, HEX, HEX, HEX, HEX)
IDS = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]*", fullmatch=True) | st.sampled_from(
    ["on", "null", "1.5", "010", "2026-01-01", "1e3", "true"]
)


@settings(deadline=None)
@given(st.builds(Lock, HEX, HEX, HEX, st.dictionaries(IDS, ENTRIES, max_size=4)))
def test_no_id_and_no_digits_change_their_meaning_in_the_file(lock: Lock) -> None:
    data = write(lock)
    assert read(data, "claims.lock") == lock
    assert write(read(data, "claims.lock")) == data
    assert yaml.safe_load(data)["pin"] == lock.pin


@pytest.mark.parametrize(
    "text",
    [
        "",
        "- a\n",
        "version: 2\n",
        "claims: {}\n",
        "version: '1'\n",
        "version: 1\n",
        "version: 1\npin: 3\n",
        "version: 1\npin: v1\nclaims: [a]\n",
        "version: 1\npin: v1\nclaims: {a: b}\n",
        "version: 1\npin: v1\nclaims: {a: {claim: x}}\n",
        "version: 1\npin: v1\nclaims: {a: {claim: 1, blob: x}}\n",
        "version: 1\npin: v1\nrevision: {git: 12}\n",
        "version: 1\npin: v1\nrevision: here\n",
    ],
)
def test_a_damaged_lock_says_what_to_do(text: str) -> None:
    with pytest.raises(ProblemsFound) as caught:
        read(text.encode(), "claims.lock")
    (problem,) = caught.value.problems
    assert str(problem.location) == "claims.lock:1:1"
    assert problem.hint == "remove it, then run `claims lock`"


@pytest.mark.parametrize(
    "text",
    [
        b"version: 1\npin: \xff\n",
        b"version: 1\nversion: 1\n",
        b"version: 1\n\tpin: x\n",
        b"version: 1\n<<<<<<< ours\npin: v1.0.0\n=======\n",
    ],
)
def test_a_lock_that_is_no_yaml_is_the_users_error(text: bytes) -> None:
    with pytest.raises(ProblemsFound, match=r"^claims\.lock:\d+:\d+: "):
        read(text, "claims.lock")


def test_a_claims_hash_is_of_what_it_says() -> None:
    text = claims(claim("it"))
    turned = """\
claims: [{expect: {returns: 'a'},
  symbol: f, file: "a.py",  # why
  statement: It is so., id: it}]
"""
    assert claim_hash(said(text)) == claim_hash(said(turned))
    for old, new in (("so.", "so"), ("a.py", "b.py"), (": f", ": g"), ("returns", "raises")):
        assert claim_hash(said(text.replace(old, new))) != claim_hash(said(text))
    order = claims(claim("it", expect="calls_in_order: [f, g]"))
    assert claim_hash(said(order)) != claim_hash(said(order.replace("f, g", "g, f")))


def test_an_entry_has_what_the_judgement_has() -> None:
    bare = entry(result())
    assert (bare.blob, bare.lines, bare.signature) == ("b" * 40, "1-2", "")
    prints = Fingerprints("5", "6", "7")
    judgement = msgspec.structs.replace(result().judgement, fingerprints=prints)
    full = entry(msgspec.structs.replace(result(), judgement=judgement))
    assert (full.signature, full.body, full.calls) == ("5", "6", "7")


def test_what_each_kind_of_origin_gave_is_kept() -> None:
    git = make("v1.0.0", GIT, {}, None)
    assert (git.git, git.package) == ("1" * 40, "")
    both = make("v1.0.0", PACKAGE, {}, git)
    assert (both.git, both.package) == ("1" * 40, "3" * 64)
    again = make("v1.0.0", GIT, {}, both)
    assert again == both
    assert make("v2.0.0", GIT, {}, both).package == ""


def test_a_tag_that_means_another_commit_is_told() -> None:
    lock = locked(result())
    assert moved(lock, GIT, [result()], "c.lock") == ()
    other = msgspec.structs.replace(GIT, commit="9" * 40)
    (problem,) = moved(lock, other, [result(revision=other)], "c.lock")
    now = "v1.0.0 was 1111111111111111 when this was verified and is 9999999999999999 now"
    assert str(problem).startswith(f"c.lock:1:1: {now}; the tag was moved or the release replaced")


def test_a_release_that_was_replaced_is_told() -> None:
    lock = locked(result(revision=PACKAGE), revision=PACKAGE)
    other = msgspec.structs.replace(PACKAGE, package_hash="9" * 64)
    assert len(moved(lock, other, [result(revision=other)], "c.lock")) == 1


def test_the_other_origin_is_compared_by_contents_alone() -> None:
    lock = locked(result())
    assert moved(lock, PACKAGE, [result(revision=PACKAGE)], "c.lock") == ()
    (problem,) = moved(lock, PACKAGE, [result(blob="9" * 40, revision=PACKAGE)], "c.lock")
    assert problem.message == "a.py at v1.0.0 is not what it was when this was verified"


def test_contents_are_compared_for_claims_that_are_as_they_were() -> None:
    """A claim that names another file now has other contents, and no tag moved."""
    lock = locked(result())
    elsewhere = result(claim("it", "b.py"), blob="9" * 40)
    assert moved(lock, GIT, [elsewhere], "c.lock") == ()
    assert moved(lock, GIT, [result(claim("new"), blob="9" * 40)], "c.lock") == ()


def test_another_pin_is_no_moved_tag() -> None:
    later = Revision(Pin("v2.0.0"), "9" * 40, "git")
    assert moved(locked(result()), later, [result(blob="9" * 40)], "c.lock") == ()


def strayed(desk: Desk, before: str, after: str) -> list[str]:
    """Lock one claim file, and give how another one under its name differs."""
    report = desk.verify(before, fingerprint=True)
    (served,) = report.served
    entries = {item.claim.id: entry(item) for item in report.results}
    lock = make("v1.0.0", served.revision, entries, None)
    now = desk.verify(after)
    return [str(item) for item in strays(lock, now.documents[0], now.results, "0.lock")]


def test_locked_wants_each_claim_as_it_was_verified(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    before = claims(claim("one"), claim("two"))
    hint = "read it again, then run `claims lock`"
    assert strayed(desk, before, before) == []
    assert strayed(desk, before, claims(claim("two"), claim("one"))) == []
    assert strayed(desk, before, claims(claim("one"), claim("two", expect="lacks: b"))) == [
        f"0.yaml:7:3: two: the claim's text changed since it was verified; {hint}"
    ]
    assert strayed(desk, before, claims(claim("one"), claim("three"))) == [
        f"0.yaml:7:3: three: not in the lock; {hint}",
        "0.lock:1:1: two: no such claim any more; run `claims lock`",
    ]
    assert strayed(desk, before, claims(claim("one"), head="pin: v2.0.0\n")) == [
        f"0.yaml:1:1: locked at v1.0.0, but the pin is v2.0.0; {hint}"
    ]


def test_locked_wants_a_lock(tmp_path: Path) -> None:
    report = Desk(tmp_path).verify(claims(claim("one")))
    (problem,) = strays(None, report.documents[0], report.results, "0.lock")
    assert str(problem) == "0.yaml:1:1: there is no 0.lock; run `claims lock`"
