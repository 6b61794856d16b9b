"""The whole job on real repositories: selection, verdicts, order, and what cannot be had."""

from pathlib import Path

import pytest

from claims.model import Basis, Result, Verdict
from claims.verify import Report
from provenance.identity import blob_id
from provenance.obtaining import obtain
from provenance.source import Pin, Project, Source
from provenance.store import Store
from tests.claims.desk import CODE, Desk, claim, claims, verdicts


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def only(report: Report) -> Result:
    (result,) = report.results
    return result


def test_every_verdict_and_the_order_of_the_file(desk: Desk) -> None:
    report = desk.verify(
        claims(
            claim("broken", "b/a.py"),
            claim("invalid", expect="returns: a b"),
            claim("holds"),
            claim("unknown", "b/broken.py"),
            claim("missing", symbol="h"),
            claim("holds-too", symbol="A.f"),
        )
    )
    wanted = ["broken", "invalid", "holds", "unknown", "missing", "holds-too"]
    assert list(verdicts(report)) == wanted
    assert list(verdicts(report).values()) == [*wanted[:-1], "holds"]
    assert report.counts() == {verdict: 1 + (verdict is Verdict.HOLDS) for verdict in Verdict}
    assert report.by_basis() == {Basis.SOURCE: report.counts()}
    assert report.exit_status == 2


def test_a_result_says_where_it_was_read(desk: Desk) -> None:
    result = only(desk.verify(claims(claim("it", symbol="A.f"))))
    assert (result.source, result.pin) == ("lib", "v1.0.0")
    assert result.revision is not None
    assert (result.revision.commit, result.revision.origin) == (desk.commits[0], "git")
    assert str(result.judgement.lines) == "2-3"
    assert result.blob == blob_id(CODE)
    assert result.permalink == ""
    assert result.judgement.fingerprints is None


def test_fingerprints_where_they_are_asked_for(desk: Desk) -> None:
    assert only(desk.verify(claims(claim("it")), fingerprint=True)).judgement.fingerprints


FILES = {
    "c.py": ("missing", "there is no file 'c.py'"),
    "b/b/a.py": ("missing", "there is no file 'b/b/a.py'; did you mean b/a.py or a.py?"),
    "a.py/b.py": ("missing", "there is no file 'a.py/b.py'"),
    "b": ("unknown", "b is a directory, not a file"),
    "link.py": ("unknown", "link.py is a symbolic link, not a file"),
    "sub": ("unknown", "sub is a submodule, not a file"),
    "big.py": ("unknown", "big.py is a Git LFS pointer"),
    "nul.py": ("unknown", "nul.py is not source text: it contains a NUL byte"),
    "latin.py": ("unknown", "latin.py is not source text: line 1 is not utf-8 text"),
    "utf16.py": ("unknown", "utf16.py is not source text: "),
    "cr.py": ("holds", ""),
    "naïve dir/é.py": ("holds", ""),
}


@pytest.mark.parametrize("file", FILES)
def test_what_a_path_can_name(desk: Desk, file: str) -> None:
    verdict, reason = FILES[file]
    result = only(desk.verify(claims(claim("it", file))))
    assert result.verdict.value == verdict
    assert result.judgement.reason.startswith(reason)


def test_unreadable_files_do_not_disturb_the_others(desk: Desk) -> None:
    written = [claim(f"c{number}", file) for number, file in enumerate(FILES)]
    report = desk.verify(claims(*written, claim("last")))
    assert list(verdicts(report).values()) == [*(item[0] for item in FILES.values()), "holds"]
    absent = claim("absent", "c.py", expect="exists: false")
    assert only(desk.verify(claims(absent))).verdict is Verdict.MISSING


def test_two_files_of_one_pin_are_read_in_one_go(desk: Desk) -> None:
    report = desk.verify(claims(claim("one")), claims(claim("two", "b/a.py"), claim("three")))
    assert verdicts(report) == {"one": "holds", "two": "broken", "three": "holds"}
    assert [(item.source, item.revision.pin.text) for item in report.served] == [("lib", "v1.0.0")]
    fetches = ["fetching v1.0.0 from lib.git", "fetching 2 files of v1.0.0 from lib.git"]
    assert [line for line in desk.said if line.startswith("fetching")] == fetches


def test_each_file_has_its_own_source_and_pin(desk: Desk) -> None:
    desk.add("other", {"a.py": b"def f():\n    return b\n"})
    report = desk.verify(
        claims(claim("one"), head="source: lib\n"),
        claims(claim("two"), head="source: other\n"),
        claims(claim("three"), head="source: lib\npin: v2.0.0\n"),
        claims(claim("four"), head=f"source: lib\npin: {desk.commits[0]}\n"),
    )
    wanted = {"one": "holds", "two": "broken", "three": "missing", "four": "holds"}
    assert verdicts(report) == wanted
    assert [(result.source, result.pin) for result in report.results] == [
        ("lib", "v1.0.0"),
        ("other", "v1.0.0"),
        ("lib", "v2.0.0"),
        ("lib", desk.commits[0]),
    ]
    assert [item.source for item in report.served] == ["lib", "other", "lib", "lib"]


def test_at_is_of_the_source_that_it_names(desk: Desk) -> None:
    desk.add("other", {"a.py": b"def f():\n    return a\n"})
    files = (
        claims(claim("one"), head="source: lib\n"),
        claims(claim("two"), head="source: other\n"),
    )
    report = desk.verify(*files, at={"lib": Pin("v2.0.0")})
    assert [result.pin for result in report.results] == ["v2.0.0", "v1.0.0"]
    assert verdicts(report) == {"one": "missing", "two": "holds"}


def test_only_chooses(desk: Desk) -> None:
    file = claims(claim("one"), claim("two", symbol="h"), claim("bad", expect="returns: a b"))
    report = desk.verify(file, only=frozenset({"one"}))
    assert (verdicts(report), report.exit_status) == ({"one": "holds"}, 0)
    assert desk.verify(file, only=frozenset({"two"})).exit_status == 1
    assert desk.verify(file, only=frozenset({"bad"})).exit_status == 2


def test_nothing_selected_is_no_success(desk: Desk) -> None:
    report = desk.verify(claims(claim("one")), only=frozenset({"none"}))
    assert (report.results, report.exit_status) == ((), 1)
    assert desk.verify().exit_status != 0


def test_a_source_that_cannot_be_had_is_a_failure_and_the_others_are_judged(desk: Desk) -> None:
    desk.add("gone", {}, made=False)
    report = desk.verify(
        claims(claim("one"), claim("bad", expect="returns: a b"), head="source: gone\n"),
        claims(claim("two"), head="source: lib\n"),
    )
    assert verdicts(report) == {"bad": "invalid", "two": "holds"}
    (failure,) = report.failures
    assert (failure.source, failure.pin, failure.claims) == ("gone", "v1.0.0", 1)
    assert failure.reason.startswith("cannot obtain gone at v1.0.0: ")
    assert [item.source for item in report.served] == ["lib"]
    assert report.exit_status == 2
    alone = desk.verify(claims(claim("one"), head="source: gone\n"))
    assert (alone.results, alone.exit_status) == ((), 3)


def test_a_tag_that_is_not_there_is_a_failure(desk: Desk) -> None:
    report = desk.verify(claims(claim("one"), head="pin: v9.9.9\n"))
    assert (len(report.failures), report.exit_status) == (1, 3)
    absent = desk.verify(claims(claim("one"), head=f"pin: {'ab' * 20}\n"))
    assert (len(absent.failures), absent.exit_status) == (1, 3)


def test_offline_needs_what_was_read_before(desk: Desk) -> None:
    file = claims(claim("one"))
    assert desk.verify(file, offline=True).exit_status == 3
    assert desk.verify(file).exit_status == 0
    desk.said.clear()
    assert desk.verify(file, offline=True).exit_status == 0
    more = desk.verify(claims(claim("one"), claim("two", "b/a.py")), offline=True)
    assert "lacks 1 of the named files" in more.failures[0].reason
    assert desk.said == []


def test_a_second_run_gives_the_same_and_asks_nobody(desk: Desk) -> None:
    file = claims(*(claim(f"c{number}", file) for number, file in enumerate(FILES)))
    first = desk.verify(file)
    desk.said.clear()
    (desk.root / "lib.git").rename(desk.root / "away.git")
    again = desk.verify(file)
    assert [item.judgement for item in again.results] == [i.judgement for i in first.results]
    assert (again.served, desk.said) == (first.served, [])


def test_an_invalid_claim_needs_no_source(desk: Desk) -> None:
    desk.add("gone", {}, made=False)
    report = desk.verify(claims(claim("bad", expect="returns: a b"), head="source: gone\n"))
    assert (verdicts(report), report.failures) == ({"bad": "invalid"}, ())


def test_a_file_with_a_problem_is_judged_as_far_as_can_be(desk: Desk) -> None:
    report = desk.verify(claims(claim("one"), head="pins: v1.0.0\n"))
    assert verdicts(report) == {"one": "holds"}
    assert ([str(item.location) for item in report.problems], report.exit_status) == (
        ["0.yaml:1:1"],
        2,
    )
    aimless = desk.verify(claims(claim("one"), head="pin: main\n"))
    assert (aimless.results, aimless.exit_status) == ((), 2)


def test_a_permalink_names_the_commit_and_the_lines(desk: Desk) -> None:
    """Nothing is fetched: the objects are in the store of that name already."""
    web = Source("lib", "https://github.com/o/r", None, pin=Pin(desk.commits[0]))
    with Store.open(desk.project.sources["lib"], desk.root) as store:
        obtain(
            store.source, Pin(desk.commits[0]), ["a.py"], store, offline=False, say=desk.said.append
        )
        there = store.directory
    with Store.open(web, desk.root) as store:
        there.rename(store.directory)
    desk.project = Project(desk.root, {"lib": web})
    report = desk.verify(claims(claim("it", symbol="A.f"), claim("gone", symbol="h")), offline=True)
    top = f"https://github.com/o/r/blob/{desk.commits[0]}/a.py"
    assert [result.permalink for result in report.results] == [f"{top}#L2-L3", top]
