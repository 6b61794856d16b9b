"""Claims by what they rest on: each basis on real files, from YAML to a verdict."""

import os
from pathlib import Path

import pytest

from claims import lock as locks
from claims.beside import LARGEST
from claims.documents import read_document
from claims.model import Basis, Outcome, Result
from claims.verify import Report
from provenance.identity import blob_id
from provenance.source import Pin, Project, Source
from tests.claims.desk import CODE, LATER, Desk, claim, claims, verdicts
from tests.provenance.repositories import git
from tests.provenance.wheels import make_wheel

README = b"# A title\r\n\r\nRun it as\n\n    lib --fast\n\nand wait.\n"
TEST = b"def test_f():\n    assert f() == 'a'\n"
DATA = "variant,ttft_ms\nbase,412.5\ndp,317.3\n"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def only(report: Report) -> Result:
    (result,) = report.results
    return result


def written(name: str, **keys: str) -> str:
    """Write a claim of these keys."""
    rest = "".join(f"  {key}: {value}\n" for key, value in keys.items())
    return f"- id: {name}\n  statement: It is so.\n{rest}"


# documentation and test


def documented(name: str, file: str, expect: str, **keys: str) -> str:
    return written(name, basis="documentation", file=file, expect=f"{{{expect}}}", **keys)


@pytest.fixture
def written_desk(desk: Desk) -> Desk:
    files = {
        "README.md": README,
        "a.py": b'def f():\n    """Give it back."""\n    # quickly\n    return a\n',
        "nul.txt": b"a\0b\n",
        "empty.rst": b"",
        "tests/test_a.py": TEST,
    }
    desk.add("doc", files)
    return desk


DOCUMENTED = {
    "a quote": ("README.md", 'quote: "Run it as\\n...\\nand wait."', "holds", "3, 7"),
    "other line ends": ("README.md", 'quote: "# A title\\n\\nRun it as"', "holds", "1-3"),
    "not there": ("README.md", 'quote: "Run it so"', "broken", ""),
    "no text": ("nul.txt", "quote: a", "unknown", ""),
    "an empty file": ("empty.rst", "quote: a", "broken", ""),
    "no file": ("READ.md", "quote: a", "missing", ""),
    "a docstring": ("a.py", "docstring: Give it back.", "holds", "1-4"),
    "a comment": ("a.py", "comment: quickly", "holds", "1-4"),
    "another comment": ("a.py", "comment: slowly", "broken", "1-4"),
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_documentation(written_desk: Desk, name: str) -> None:
    file, expect, verdict, lines = DOCUMENTED[name]
    keys = {"symbol": "f"} if file == "a.py" else {}
    report = written_desk.verify(
        claims(documented("it", file, expect, **keys), head="source: doc\n")
    )
    result = only(report)
    assert result.verdict.value == verdict, result.judgement
    decided = [str(item) for found in result.judgement.findings for item in found.lines]
    if verdict == "holds" and file == "README.md":
        assert ", ".join(decided) == lines
    elif lines:
        assert str(result.judgement.lines) == lines
    assert report.by_basis()[Basis.DOCUMENTATION][result.verdict] == 1


def test_a_test_is_counted_as_one(written_desk: Desk) -> None:
    test = written(
        "it",
        basis="test",
        file="tests/test_a.py",
        symbol="test_f",
        expect="{contains: \"assert f() == 'a'\"}",
    )
    plain = claim("that")
    report = written_desk.verify(claims(test, plain, head="source: doc\n"))
    assert verdicts(report) == {"it": "holds", "that": "holds"}
    counted = {basis.value: sum(counts.values()) for basis, counts in report.by_basis().items()}
    assert counted == {"source": 1, "test": 1}


# pull-request


def merged(name: str, merge: str, symbol: str = "f", **keys: str) -> str:
    pull = f"{{number: 12, merge: {merge}}}"
    return written(
        name, basis="pull-request", file="a.py", symbol=symbol, pull_request=pull, **keys
    )


def test_a_pull_request_is_seen_from_both_sides(desk: Desk) -> None:
    merge = desk.commits[1]
    report = desk.verify(
        claims(
            merged("goes", merge, before="{returns: a}", after="{exists: false}"),
            merged("comes", merge, "g", before="{exists: false}", after="{returns: a}"),
            merged("was", merge, before="{returns: a}"),
            merged("is", merge, "g", after="{returns: a}"),
            merged("was-not", merge, before="{returns: b}", after="{exists: false}"),
            merged("stays", merge, before="{returns: a}", after="{returns: a}"),
            merged("is-not", merge, "g", after="{returns: b}"),
        )
    )
    assert verdicts(report) == {
        "goes": "holds",
        "comes": "holds",
        "was": "holds",
        "is": "holds",
        "was-not": "broken",
        "stays": "missing",
        "is-not": "broken",
    }
    by_id = {item.claim.id: item for item in report.results}
    goes = by_id["goes"]
    assert [item.expected for item in goes.judgement.findings] == [
        "before the merge: a",
        "after the merge: is not defined",
    ]
    assert by_id["was-not"].judgement.reason.startswith("before the merge: returns: ")
    assert by_id["is-not"].judgement.reason.startswith("after the merge: returns: ")
    assert [item.revision.commit for item in report.served] == [merge, desk.commits[0]]
    assert (by_id["comes"].blob, goes.pin) == (blob_id(LATER), merge)
    assert (by_id["was"].blob, by_id["was"].pin) == (blob_id(CODE), desk.commits[0])


def test_a_commit_without_a_parent_has_no_before(desk: Desk) -> None:
    first = desk.commits[0]
    report = desk.verify(
        claims(
            merged("one", first, before="{exists: false}", after="{returns: a}"),
            merged("two", desk.commits[1], before="{returns: a}"),
        )
    )
    assert verdicts(report) == {"one": "unknown", "two": "holds"}
    assert f"the commit {first} has no parent" in report.results[0].judgement.reason
    assert report.exit_status == 1
    alone = desk.verify(claims(merged("one", first, after="{returns: a}")))
    assert verdicts(alone) == {"one": "holds"}


def test_the_merge_of_two_lines_is_compared_with_the_first(desk: Desk) -> None:
    """A merge commit of two parents: the side that was merged is not "before"."""
    report = desk.verify(claims(merged("it", _merge_commit(desk), "Z", **_Z)))
    assert verdicts(report) == {"it": "holds"}


_Z = {"before": "{exists: false}", "after": "{exists: true}"}


def _merge_commit(desk: Desk) -> str:
    """Make a merge of the first commit with the second, having the second's files."""
    first, second = desk.commits
    where = desk.root / "lib.git"
    who = ("-c", "user.name=A", "-c", "user.email=a@localhost")
    parents = ("-p", first, "-p", second)
    return git(where, *who, "commit-tree", f"{second}^{{tree}}", *parents, "-m", "merge")


def test_a_pull_request_that_nobody_has_is_unknown(desk: Desk) -> None:
    report = desk.verify(claims(merged("it", "ab" * 20, after="{returns: a}"), claim("that")))
    assert verdicts(report) == {"it": "unknown", "that": "holds"}
    reason = report.results[0].judgement.reason
    assert reason.startswith("the pull request cannot be looked at: cannot obtain lib at abab")
    assert (report.failures, report.exit_status) == ((), 1)


def test_a_release_does_not_say_what_a_pull_request_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = tmp_path / "shelf"
    make_wheel(shelf, "lib", "1.0.0", {"a.py": CODE})
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    desk = Desk(tmp_path)
    lib = Source("lib", None, "lib", pin=Pin("v1.0.0"))
    desk.project = Project(tmp_path, {"lib": lib})
    report = desk.verify(claims(merged("it", desk.commits[1], after="{returns: a}")))
    assert verdicts(report) == {"it": "unknown"}
    assert "a package has releases, not commits" in report.results[0].judgement.reason


def test_a_pull_request_offline(desk: Desk) -> None:
    file = claims(merged("it", desk.commits[1], before="{returns: a}", after="{exists: false}"))
    assert verdicts(desk.verify(file, offline=True)) == {"it": "unknown"}
    assert verdicts(desk.verify(file)) == {"it": "holds"}
    desk.said.clear()
    assert verdicts(desk.verify(file, offline=True)) == {"it": "holds"}
    assert desk.said == []


# measurement


CONDITIONS = (
    "{hardware: 8 x A, software: lib 1.0, model: M, input_length: 1024, output_length: 128, "
    "concurrency: 64}"
)
CHANGE = '[{change: ttft_ms, from: {variant: base}, to: {variant: dp}, states: "-23.1 %"}]'


def measured(name: str, data: str = "runs.csv", figures: str = CHANGE) -> str:
    return written(
        name,
        basis="measurement",
        data=data,
        conditions=CONDITIONS,
        expect=f"{{figures: {figures}}}",
    )


@pytest.fixture
def here(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Work where the claim file is, as its name for messages is."""
    monkeypatch.chdir(desk.root)
    Path("runs.csv").write_text(DATA)
    return desk


def test_a_measurement_is_worked_out_from_its_data(here: Desk) -> None:
    other = CHANGE.replace("-23.1", "-23.2")
    report = here.verify(claims(measured("it"), measured("other", figures=other), claim("that")))
    assert verdicts(report) == {"it": "holds", "other": "broken", "that": "holds"}
    result = report.results[0]
    assert (result.blob, result.revision, result.pin) == (blob_id(DATA.encode()), None, "")
    broken = report.results[1].judgement
    assert "-23.079 %" in broken.findings[0].found
    assert (2, "base,412.5") in broken.excerpt
    counted = {basis.value: sum(n.values()) for basis, n in report.by_basis().items()}
    assert counted == {"source": 1, "measurement": 1 + 1}


def test_a_measurement_needs_no_source(here: Desk) -> None:
    (here.root / "lib.git").rename(here.root / "away.git")
    report = here.verify(claims(measured("it")))
    assert (verdicts(report), report.exit_status) == ({"it": "holds"}, 0)
    assert (report.served, here.said) == ((), [])


def test_data_that_cannot_be_read_is_the_users_to_put_right(here: Desk) -> None:
    Path("dir.csv").mkdir()
    Path("bad.csv").write_text("a,b\n1\n")
    Path("latin.csv").write_bytes(b"a\n\xe9\n")
    os.mkfifo("pipe.csv")
    with Path("large.csv").open("wb") as file:
        file.truncate(LARGEST + 1)
    wanted = {
        "gone.csv": "0.yaml:5:9: cannot read gone.csv: No such file or directory",
        "dir.csv": "0.yaml:5:9: cannot read dir.csv: it is not a file",
        "pipe.csv": "0.yaml:5:9: cannot read pipe.csv: it is not a file",
        "large.csv": "0.yaml:5:9: cannot read large.csv: it has 50,000,001 bytes",
        "bad.csv": "bad.csv:2:1: the row has 1 fields, and the header has 2",
        "latin.csv": "latin.csv:2:1: ",
    }
    for name, said in wanted.items():
        report = here.verify(claims(measured("it", name)))
        assert verdicts(report) == {"it": "invalid"}
        assert report.results[0].judgement.reason.startswith(said), report.results[0].judgement
        assert report.exit_status == 2


def test_data_that_changed_since_it_was_locked(here: Desk) -> None:
    report = here.verify(claims(measured("it")))
    entry = locks.entry(only(report))
    lock = locks.make("v1.0.0", None, {"it": entry}, None)
    assert locks.read(locks.write(lock), "0.lock") == lock
    (document,) = report.documents
    assert locks.strays(lock, document, report.results, "0.lock") == ()
    Path("runs.csv").write_text(DATA.replace("412.5", "412.51"))
    again = here.verify(claims(measured("it")))
    (stray,) = locks.strays(lock, document, again.results, "0.lock")
    assert stray.message == "it: runs.csv changed since it was verified"


# principle


def principle(name: str, code: str, expect: str, **keys: str) -> str:
    return written(name, basis="principle", code=code, expect=f"{{{expect}}}", **keys)


def test_a_principle_rests_on_its_own_code(desk: Desk) -> None:
    (desk.root / "lib.git").rename(desk.root / "away.git")
    code = '"def share(a, b):\\n    return a // b\\n"'
    report = desk.verify(
        claims(
            principle("holds", code, "returns: a // b", symbol="share"),
            principle("broken", code, "returns: a / b", symbol="share"),
            principle("missing", code, "returns: a / b", symbol="part"),
            principle("invalid", '"def share("', "returns: a"),
        )
    )
    assert verdicts(report) == {name: name for name in ("holds", "broken", "missing", "invalid")}
    assert "0.yaml:" in report.results[3].judgement.reason
    assert report.failures == ()


# inference


def inferred(name: str, *premises: str) -> str:
    return written(name, basis="inference", premises=f"[{', '.join(premises)}]")


def test_an_inference_stands_and_falls_with_its_premises(desk: Desk) -> None:
    report = desk.verify(
        claims(
            inferred("above", "all", "one"),
            claim("one"),
            inferred("all", "one", "two"),
            claim("two", symbol="A.f"),
            claim("wrong", expect="returns: b"),
            claim("gone", symbol="h"),
            claim("open", "b/broken.py"),
            claim("bad", expect="returns: a b"),
            inferred("on-wrong", "one", "wrong"),
            inferred("on-gone", "gone"),
            inferred("on-open", "open", "one"),
            inferred("on-bad", "bad"),
            inferred("on-both", "open", "wrong"),
            inferred("far", "on-wrong", "above"),
        )
    )
    said = verdicts(report)
    assert {name: said[name] for name in said if name.startswith(("a", "on-", "f"))} == {
        "above": "holds",
        "all": "holds",
        "on-wrong": "broken",
        "on-gone": "broken",
        "on-open": "unknown",
        "on-bad": "unknown",
        "on-both": "broken",
        "far": "broken",
    }
    reasons = {item.claim.id: item.judgement.reason for item in report.results}
    assert reasons["on-wrong"] == "the premise 'wrong' is broken"
    assert reasons["on-both"] == "the premise 'wrong' is broken, and 1 more does not hold"
    assert reasons["far"] == "the premise 'on-wrong' is broken"


def test_premises_are_judged_though_not_selected(desk: Desk) -> None:
    file = claims(
        inferred("all", "one", "mid"),
        inferred("mid", "two"),
        claim("one"),
        claim("two"),
        claim("x", symbol="h"),
    )
    report = desk.verify(file, only=frozenset({"all"}))
    assert (verdicts(report), report.exit_status) == ({"all": "holds"}, 0)


def test_an_inference_without_its_source_is_unknown(desk: Desk) -> None:
    desk.add("gone", {}, made=False)
    report = desk.verify(claims(inferred("all", "one"), claim("one"), head="source: gone\n"))
    assert verdicts(report) == {"all": "unknown"}
    assert report.exit_status == 3


WRONG_PREMISES = {
    "[nobody]": ("there is no claim 'nobody' in this file", "4:14"),
    "[on]": ("there is no claim 'on' in this file; did you mean 'one'?", "4:14"),
    "[one, all]": ("the premise 'all' rests on this claim itself", "4:19"),
    "[one, back]": ("the premise 'back' rests on this claim itself", "4:19"),
    "[one, one]": ("the premise 'one' stands twice", "4:19"),
    "[]": ("an inference needs at least one premise", "4:13"),
    "[{a: b}]": ("expected a claim's id, found a mapping", "4:14"),
    "all": ("the premise 'all' rests on this claim itself", "4:13"),
}


@pytest.mark.parametrize("premises", WRONG_PREMISES)
def test_premises_that_cannot_be_followed(desk: Desk, premises: str) -> None:
    message, at = WRONG_PREMISES[premises]
    text = claims(
        f"- id: all\n  statement: So.\n  premises: {premises}\n  basis: inference\n",
        claim("one"),
        inferred("back", "all"),
    )
    document = read_document(text.encode(), "c.yaml", desk.project)
    (problem,) = document.claims[0].problems
    assert str(problem).startswith(f"c.yaml:{at}: {message}")
    report = desk.verify(text)
    assert verdicts(report)["all"] == "invalid"
    assert report.exit_status == 2


def test_what_was_found_says_so_for_every_basis(here: Desk) -> None:
    """No claim holds without a finding that could have failed, inferences apart."""
    report = here.verify(
        claims(
            measured("m"),
            principle("p", '"a = 1"', "value: 1", symbol="a"),
            merged("r", here.commits[1], after="{exists: false}"),
            claim("s"),
            inferred("i", "m", "p", "r", "s"),
        )
    )
    assert set(verdicts(report).values()) == {"holds"}
    for result in report.results[:-1]:
        assert {item.outcome for item in result.judgement.findings} == {Outcome.HOLDS}
