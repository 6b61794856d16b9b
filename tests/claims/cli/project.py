"""A tiny project: a library of three revisions, and the claims that a test makes about it."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec

import claims
from tests.provenance.repositories import build, git

FIRST = b'''"""Shares."""

LIMIT = 8


def share(total: int, parts: int) -> int:
    return total // parts


def rest(total, parts):
    if parts == 0:
        raise ValueError("no parts")
    return total % parts


if LIMIT > 4:

    def pick(a):
        return a

else:

    def pick(b):
        return b


def loud():
    return 1  # \x1b]0;owned\x07
'''
SECOND = FIRST.replace(b"total // parts", b"-(-total // parts)").replace(b"def rest", b"def left")

SHARE = """\
  - id: whole-shares
    statement: A share is rounded down.
    file: lib.py
    symbol: share
    expect:
      returns: total // parts
"""
REST = """\
  - id: rest-refuses-none
    statement: The rest of no parts is an error.
    file: lib.py
    symbol: rest
    expect:
      raises: ValueError("no parts")
"""
WRONG = SHARE.replace("whole-shares", "true-shares").replace("total // parts", "total / parts")
CODE = Path(claims.__file__).resolve().parent.parent


class Ended(msgspec.Struct, frozen=True):
    """How a command ended: its exit status, standard output, standard error."""

    status: int
    out: str
    err: str


class Project:
    """A directory with a sources.yaml, and the repository `lib.git` that it names."""

    def __init__(self, root: Path) -> None:
        self.root = root
        trees = [{"lib.py": FIRST, "notes.txt": b"share = (\n"}, {"lib.py": SECOND}]
        self.first, self.second = build(root / "lib.git", trees, {"v1.0.0": 0, "v1.1.0": 1})
        self.pin_to(self.first)

    def pin_to(self, pin: str, repository: str = "lib.git") -> None:
        """Write sources.yaml."""
        text = f"sources:\n  lib:\n    repository: {repository}\n    pin: {pin}\n"
        (self.root / "sources.yaml").write_text(text)

    def claim(self, *claims: str, name: str = "claims.yaml", head: str = "") -> Path:
        """Write a claim file."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{head}claims:\n" + "".join(claims))
        return path

    def retag(self, tag: str, commit: str) -> None:
        """Let a tag of the repository name another commit."""
        git(self.root / "lib.git", "tag", "--force", tag, commit)

    def start(self, *arguments: str, ahead: Path = CODE) -> "subprocess.Popen[str]":
        """Start the real command."""
        return subprocess.Popen(
            [sys.executable, "-m", "claims", *arguments],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ahead, CODE)))},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def command(self, *arguments: str, ahead: Path = CODE) -> Ended:
        """Run the real command to its end.

        Args:
            *arguments: what follows `claims`.
            ahead: where Python looks first for modules.
        """
        with self.start(*arguments, ahead=ahead) as process:
            out, err = process.communicate(timeout=60)
        return Ended(process.returncode, out, err)
