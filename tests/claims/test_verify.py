"""Claim files and real repositories in, a report out."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from claims.documents import read_document
from claims.model import Document, Verdict
from claims.verify import Report, Request, verify
from provenance.identity import blob_id
from provenance.source import Pin, Project, Source
from tests.provenance.repositories import Files, build

TEXT = b"def f():\n    return a\n"
FILES: Files = {
    "lib.py": TEXT,
    "pkg/deep.py": b"def g():\n    return (\n",
    "pkg/nul.py": b"a = '\0'\n",
    "pkg/latin.py": b"# \xe9\nx = 1\n",
    "pkg/big.bin": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n",
    "link.py": "lib.py",
}


class Desk:
    """A project with repositories `lib.git` and `other.git`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        later = {"lib.py": b"\n\ndef f():\n    return b\n", "pkg/deep.py": None}
        tags = {"v1.0.0": 0, "v1.1.0": 1}
        self.first, self.second = build(root / "lib.git", [FILES, later], tags)
        (self.other,) = build(root / "other.git", [{"lib.py": b"def f():\n    return o\n"}])
        self.said: list[str] = []

    def project(self, **pins: str) -> Project:
        """Give the project of these sources and their pins."""
        return Project(
            self.root,
            {name: Source(name, f"{name}.git", None, pin=Pin(pin)) for name, pin in pins.items()},
        )

    def document(
        self, claims: Mapping[str, str], head: str = "", path: str = "c.yaml", **pins: str
    ) -> Document:
        """Read a claim file of claims by id, each as what stands behind its statement."""
        rows = (f"- {{id: {name}, statement: s, {said}}}\n" for name, said in claims.items())
        text = f"{head}claims:\n{''.join(rows)}"
        return read_document(text.encode(), path, self.project(**(pins or {"lib": "v1.0.0"})))

    def verify(self, *documents: Document, at: Mapping[str, str] | None = None,
               only: frozenset[str] = frozenset(), offline: bool = False) -> Report:  # fmt: skip
        """Verify claim files."""
        pins = {name: Pin(pin) for name, pin in (at or {}).items()}
        request = Request(documents, self.root, at=pins, only=only, offline=offline)
        return verify(request, self.said.append)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def claim(symbol: str = "f", expect: str = "returns: a", file: str = "lib.py") -> str:
    return f"file: {file}, symbol: {symbol}, expect: {{{expect}}}"


def verdicts(report: Report) -> dict[str, str]:
    return {result.claim.id: result.verdict.value for result in report.results}


CLAIMS = {
    "holds": claim(),
    "broken": claim(expect="returns: b"),
    "missing": claim("g"),
    "no-file": claim(file="lib/none.py"),
    "unknown": claim("g", file="pkg/deep.py"),
    "a-directory": claim(file="pkg"),
    "a-link": claim(file="link.py"),
    "a-pointer": claim(file="pkg/big.bin"),
    "no-text": claim(file="pkg/nul.py"),
    "other-text": claim(file="pkg/latin.py"),
    "invalid": claim(expect="returns: a b"),
    "holds-again": claim(expect="lacks: b"),
}


def test_every_verdict_in_the_order_of_the_file(desk: Desk) -> None:
    report = desk.verify(desk.document(CLAIMS))
    assert list(verdicts(report).items()) == [
        ("holds", "holds"),
        ("broken", "broken"),
        ("missing", "missing"),
        ("no-file", "missing"),
        ("unknown", "unknown"),
        ("a-directory", "unknown"),
        ("a-link", "unknown"),
        ("a-pointer", "unknown"),
        ("no-text", "unknown"),
        ("other-text", "unknown"),
        ("invalid", "invalid"),
        ("holds-again", "holds"),
    ]
    reasons = {result.claim.id: result.judgement.reason for result in report.results}
    assert reasons["no-file"].startswith("there is no file 'lib/none.py'")
    assert "pkg is a directory" in reasons["a-directory"]
    assert "link.py is a symbolic link" in reasons["a-link"]
    assert "Git LFS pointer" in reasons["a-pointer"]
    assert "it contains a NUL byte" in reasons["no-text"]
    assert "line 1 is not utf-8 text" in reasons["other-text"]
    assert reasons["invalid"].startswith("c.yaml:12:")
    counts = {verdict.value: count for verdict, count in report.counts().items()}
    assert counts == {"holds": 2, "broken": 1, "missing": 2, "unknown": 6, "invalid": 1}
    assert report.exit_status == 2


def test_what_a_result_carries(desk: Desk) -> None:
    (result,) = desk.verify(desk.document({"it": claim()})).results
    assert (result.source, result.pin, result.blob) == ("lib", "v1.0.0", blob_id(TEXT))
    assert result.revision is not None
    assert (result.revision.commit, result.revision.origin) == (desk.first, "git")
    assert str(result.judgement.lines) == "1-2"


def test_where_the_source_came_from_is_said(desk: Desk) -> None:
    (served,) = desk.verify(desk.document({"it": claim()})).served
    assert (served.source, served.revision.pin, served.revision.commit) == (
        "lib",
        Pin("v1.0.0"),
        desk.first,
    )


@pytest.mark.parametrize(
    ("expect", "status"), [("returns: a", 0), ("returns: b", 1), ("returns: a b", 2)]
)
def test_exit_status_of_one_claim(desk: Desk, expect: str, status: int) -> None:
    assert desk.verify(desk.document({"it": claim(expect=expect)})).exit_status == status


def test_a_problem_of_the_file_outweighs_what_holds(desk: Desk) -> None:
    document = desk.document({"it": claim()}, head="sourc: lib\n")
    report = desk.verify(document)
    assert verdicts(report) == {"it": "holds"}
    assert report.exit_status == 2


def test_a_pin_by_commit_and_one_by_tag(desk: Desk) -> None:
    first = desk.document({"one": claim()}, head=f"pin: {desk.first}\n", path="a.yaml")
    second = desk.document({"two": claim()}, head="pin: v1.1.0\n", path="b.yaml")
    report = desk.verify(first, second)
    assert verdicts(report) == {"one": "holds", "two": "broken"}
    assert [item.revision.commit for item in report.served] == [desk.first, desk.second]
    lines = [str(result.judgement.lines) for result in report.results]
    assert lines == ["1-2", "3-4"]


def test_another_revision_for_all(desk: Desk) -> None:
    document = desk.document({"one": claim(), "two": claim("g", file="pkg/deep.py")})
    report = desk.verify(document, at={"lib": "v1.1.0"})
    assert verdicts(report) == {"one": "broken", "two": "missing"}
    assert {result.pin for result in report.results} == {"v1.1.0"}


def test_two_sources_in_the_order_of_the_files(desk: Desk) -> None:
    pins = {"other": desk.other, "lib": "v1.0.0"}
    documents = [
        desk.document({f"{name}-{n}": claim()}, f"source: {name}\n", f"{name}{n}.yaml", **pins)
        for n, name in enumerate(("lib", "other", "lib"))
    ]
    report = desk.verify(*documents)
    assert list(verdicts(report).items()) == [
        ("lib-0", "holds"),
        ("other-1", "broken"),
        ("lib-2", "holds"),
    ]
    assert [item.source for item in report.served] == ["lib", "other"]


def test_only_some(desk: Desk) -> None:
    report = desk.verify(desk.document(CLAIMS), only=frozenset({"holds", "broken"}))
    assert verdicts(report) == {"holds": "holds", "broken": "broken"}


def test_nothing_checked_is_no_success(desk: Desk) -> None:
    assert desk.verify(desk.document({"it": claim()}), only=frozenset({"else"})).exit_status == 1


def test_a_source_that_cannot_be_had_leaves_the_others_checked(desk: Desk) -> None:
    pins = {"gone": "v1.0.0", "lib": "v1.0.0"}
    lost = desk.document({"a": claim(), "b": claim()}, "source: gone\n", "a.yaml", **pins)
    found = desk.document({"c": claim()}, "source: lib\n", "b.yaml", **pins)
    report = desk.verify(lost, found)
    assert verdicts(report) == {"c": "holds"}
    (failure,) = report.failures
    assert (failure.source, failure.pin, failure.claims) == ("gone", "v1.0.0", 2)
    assert failure.reason.startswith("cannot obtain gone at v1.0.0: ")
    assert report.exit_status == 3


def test_a_tag_that_is_not_there(desk: Desk) -> None:
    report = desk.verify(desk.document({"it": claim()}, lib="v9.9.9"))
    assert report.results == ()
    assert "v9.9.9" in report.failures[0].reason


def test_offline_before_and_after(desk: Desk) -> None:
    document = desk.document({"it": claim()})
    before = desk.verify(document, offline=True)
    assert before.exit_status == 3
    assert "is not in the store" in before.failures[0].reason
    online = desk.verify(document)
    (desk.root / "lib.git").rename(desk.root / "away.git")
    after = desk.verify(document, offline=True)
    assert after.results == online.results
    assert after.exit_status == 0


def test_a_second_run_gives_the_same(desk: Desk) -> None:
    document = desk.document(CLAIMS)
    first = desk.verify(document)
    desk.said.clear()
    assert desk.verify(document) == first
    assert desk.said == []


def test_a_claim_without_a_source_or_pin_is_left_to_the_problems(desk: Desk) -> None:
    document = desk.document({"it": claim()}, head="pin: main\n")
    report = desk.verify(document)
    assert (report.results, report.served, report.exit_status) == ((), (), 2)


def test_an_invalid_claim_needs_no_source(desk: Desk) -> None:
    document = desk.document({"it": claim(expect="returns: a b")}, gone="v1.0.0")
    report = desk.verify(document)
    assert [result.verdict for result in report.results] == [Verdict.INVALID]
    assert report.failures == ()
