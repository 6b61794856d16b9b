"""Repositories built at test time: commits from plain mappings, through one fast-import."""

import hashlib
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

Files = Mapping[str, bytes | str | None]
"""Contents by path; None removes. A str is a symbolic link's target or a submodule's commit."""


def git(directory: Path, *arguments: str) -> str:
    """Run git in a repository and give its output."""
    command = ["git", "-C", str(directory), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def build(
    directory: Path, commits: Sequence[Files], tags: Mapping[str, int] | None = None
) -> list[str]:
    """Make a bare repository of these commits on `main`, with lightweight tags on some.

    Returns:
        The commits' ids, in order.
    """
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(directory)], check=True)
    parts = [_commit(number, files) for number, files in enumerate(commits, start=1)]
    subprocess.run(
        ["git", "-C", str(directory), "fast-import", "--quiet", "--export-marks=marks"],
        input=b"".join(parts),
        check=True,
    )
    marks = (directory / "marks").read_text().split("\n")
    ids = dict(mark.split(" ") for mark in marks if mark)
    made = [ids[f":{number}"] for number in range(1, len(commits) + 1)]
    for tag, number in (tags or {}).items():
        git(directory, "tag", tag, made[number])
    return made


def noise(seed: str, size: int) -> bytes:
    """Give bytes that nothing compresses, the same ones for the same seed."""
    return hashlib.shake_256(seed.encode()).digest(size)


def _commit(number: int, files: Files) -> bytes:
    who = f"A Writer <writer@localhost> {1700000000 + number} +0000"
    head = f"commit refs/heads/main\nmark :{number}\ncommitter {who}\ndata 1\nx\n".encode()
    return head + b"".join(_change(path, contents) for path, contents in files.items())


def _change(path: str, contents: bytes | str | None) -> bytes:
    name = path.encode()
    if contents is None:
        return b"D %s\n" % name
    if isinstance(contents, bytes):
        return b"M 100644 inline %s\ndata %d\n%s\n" % (name, len(contents), contents)
    if len(contents) == 40:
        return b"M 160000 %s %s\n" % (contents.encode(), name)
    return b"M 120000 inline %s\ndata %d\n%s\n" % (name, len(contents), contents.encode())
