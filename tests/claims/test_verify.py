"""The whole job on real repositories: selection, verdicts, order, and what cannot be had."""

import textwrap
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from claims.documents import read_document
from claims.model import Basis, Result, Verdict
from claims.verify import Report, Request, verify
from provenance.source import Pin, Project, Source
from tests.provenance.repositories import Files, build

CODE = b"class A:\n    def f(self):\n        return a\n\n\ndef f():\n    return a\n"
LATER = CODE.replace(b"\n\n\ndef f", b"\n\n\nZ = 1\n\n\ndef g")
TREE: Files = {
    "a.py": CODE,
    "b/a.py": b"def f():\n    return b\n",
    "b/broken.py": b"def f(:\n",
    "link.py": "a.py",
    "sub": "0123456789" * 4,
    "big.py": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    "nul.py": b"x = 1\0\n",
    "utf16.py": "x = 1\n".encode("utf-16"),
    "cr.py": b"\xef\xbb\xbfdef f():\r\n    return a\r\n",
    "naïve dir/é.py": b"def f():\n    return a\n",
}


class Desk:
    """A project of one source or several, each a repository below it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.said: list[str] = []
        self.commits = build(root / "lib.git", [TREE, {"a.py": LATER}], {"v1.0.0": 0, "v2.0.0": 1})
        self.project = Project(root, {"lib": Source("lib", "lib.git", None, pin=Pin("v1.0.0"))})

    def add(self, name: str, files: Mapping[str, bytes], *, made: bool = True) -> None:
        """Add a source, whose repository is not there unless it is `made`."""
        if made:
            build(self.root / f"{name}.git", [files], {"v1.0.0": 0})
        source = Source(name, f"{name}.git", None, pin=Pin("v1.0.0"))
        self.project = Project(self.root, {**self.project.sources, name: source})

    def verify(self, *files: str, **options: object) -> Report:
        """Verify claim files, given as texts."""
        documents = tuple(
            read_document(text.encode(), f"{number}.yaml", self.project)
            for number, text in enumerate(files)
        )
        request = msgspec.structs.replace(Request(documents, self.root), **options)
        return verify(request, self.said.append)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def claim(name: str, file: str = "a.py", symbol: str = "f", expect: str = "returns: a") -> str:
    """Write a claim."""
    return textwrap.dedent(f"""\
        - id: {name}
          statement: It is so.
          file: {file}
          symbol: {symbol}
          expect: {{{expect}}}
        """)


def claims(*written: str, head: str = "") -> str:
    """Write a claim file."""
    return f"{head}claims:\n" + "".join(written)


def verdicts(report: Report) -> dict[str, str]:
    """Give the verdicts by id, in the report's order."""
    return {result.claim.id: result.verdict.value for result in report.results}


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
    assert [word for word in verdicts(report).values()] == [*wanted[:-1], "holds"]
    assert report.counts() == {verdict: 1 + (verdict is Verdict.HOLDS) for verdict in Verdict}
    assert report.by_basis() == {Basis.SOURCE: 2}
    assert report.exit_status == 2


def test_a_result_says_where_it_was_read(desk: Desk) -> None:
    result = only(desk.verify(claims(claim("it", symbol="A.f"))))
    assert (result.source, result.pin) == ("lib", "v1.0.0")
    assert result.revision is not None
    assert (result.revision.commit, result.revision.origin) == (desk.commits[0], "git")
    assert str(result.judgement.lines) == "2-3"
    assert len(result.blob) == 40
    assert result.permalink == ""
    assert result.judgement.fingerprints is None


def test_fingerprints_where_they_are_asked_for(desk: Desk) -> None:
    assert only(desk.verify(claims(claim("it")), fingerprint=True)).judgement.fingerprints


FILES = {
    "c.py": ("missing", "there is no file 'c.py'"),
    "b/b/a.py": ("missing", "there is no file 'b/b/a.py'; did you mean b/a.py or a.py?"),
    "a.py/b.py": ("missing", "there is no file 'a.py/b.py'"),
    "sub/a.py": ("missing", "there is no file 'sub/a.py'; did you mean b/a.py or a.py?"),
    "b": ("unknown", "b is a directory, not a file"),
    "link.py": ("unknown", "link.py is a symbolic link, not a file"),
    "sub": ("unknown", "sub is a submodule, not a file"),
    "big.py": ("unknown", "big.py is a Git LFS pointer"),
    "nul.py": ("unknown", "nul.py is not source text: "),
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
