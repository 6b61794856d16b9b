"""A project below a test's directory: repositories, and claim files given as texts."""

import textwrap
from collections.abc import Mapping
from pathlib import Path

import msgspec

from claims.documents import read_document
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
    "latin.py": b"# \xe9\nx = 1\n",
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
