"""Objects read from a repository through one `git cat-file` process that stays open.

Requests are sent ahead of the answers, never more than fit into a pipe, so neither side can block
the other. Answers may be taken in any order; what is read on the way to one is kept for its owner.
"""

import re
from collections import deque
from pathlib import Path
from typing import Any

import msgspec

from provenance import gitcommand
from provenance.errors import SourceUnavailable
from provenance.identity import object_id

LARGEST = 4 * 1024 * 1024
_AHEAD = 50  # requests of at most 80 bytes: together under the smallest pipe (4,096 bytes)
_CHUNK = 1 << 16


_ENTRIES = {
    width: re.compile(rb"([0-7]+) ([^\0]+)\0(.{%d})" % width, re.DOTALL) for width in (20, 32)
}


class Answer(msgspec.Struct, eq=False):
    """What git says of one request; `kind` stays empty for an object that is not there."""

    name: str
    done: bool = False
    id: str = ""
    kind: str = ""
    size: int = 0
    data: bytes | None = None

    @property
    def present(self) -> bool:
        """Whether the object is there."""
        return bool(self.kind)


class Entry(msgspec.Struct, frozen=True):
    """One entry of a tree: its mode as git writes it, and the id of what it names."""

    mode: str
    id: str

    @property
    def is_tree(self) -> bool:
        """Whether the entry is a directory."""
        return self.mode == "40000"

    @property
    def is_file(self) -> bool:
        """Whether the entry is a regular file."""
        return self.mode.startswith("100")


class Objects:
    """The objects of one bare repository, for reading."""

    def __init__(self, directory: Path, *, contents: bool = True) -> None:
        self.directory = directory
        self._mode = "--batch" if contents else "--batch-check"
        self._contents = contents
        self._process: Any = None
        self._pending: deque[Answer] = deque()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            gitcommand.stop(self._process)
            self._process = None
            self._pending.clear()

    def ask(self, name: str) -> Answer:
        """Send a request; `take` gives its answer."""
        if self._process is None:
            self._process = gitcommand.start(self.directory, "cat-file", self._mode)
        while len(self._pending) >= _AHEAD:
            self._read_next()
        answer = Answer(name)
        try:
            self._process.stdin.write(f"{name}\n".encode("utf-8", "surrogateescape"))
            self._process.stdin.flush()
        except OSError:
            raise self._died() from None
        self._pending.append(answer)
        return answer

    def take(self, answer: Answer) -> Answer:
        """Wait for the answer to a request."""
        while not answer.done:
            self._read_next()
        return answer

    def get(self, name: str) -> Answer:
        """Ask and wait."""
        return self.take(self.ask(name))

    def _read_next(self) -> None:
        answer = self._pending.popleft()
        answer.done = True
        header = self._process.stdout.readline()
        if not header.endswith(b"\n"):
            raise self._died()
        fields = header.decode("utf-8", "surrogateescape").split()
        if len(fields) != 3 or not fields[2].isdigit():
            return
        answer.id, answer.kind, answer.size = fields[0], fields[1], int(fields[2])
        if self._contents:
            self._read_contents(answer)

    def _read_contents(self, answer: Answer) -> None:
        stream = self._process.stdout
        if answer.size <= LARGEST:
            answer.data = stream.read(answer.size)
        else:
            left = answer.size
            while left and (chunk := stream.read(min(left, _CHUNK))):
                left -= len(chunk)
        if stream.read(1) != b"\n":
            raise self._died()
        data = answer.data
        if data is not None and object_id(answer.kind, data, len(answer.id)) != answer.id:
            raise damaged(self.directory, answer.id)

    def _died(self) -> SourceUnavailable:
        process, self._process = self._process, None
        self._pending.clear()
        process.proc.kill()
        complaint = gitcommand.reason(process.stderr.read().decode("utf-8", "replace"))
        gitcommand.stop(process)
        return SourceUnavailable(
            f"git cannot read {self.directory}: {complaint or 'it ended early'}; "
            "run `claims source check`, or `claims source clean` and fetch again"
        )


def damaged(directory: Path, name: str) -> SourceUnavailable:
    """Give the error for an object that is not what its id says, or is gone."""
    return SourceUnavailable(
        f"the store {directory} is damaged at object {name}; "
        "run `claims source check`, or `claims source clean` and fetch again"
    )


def parse_tree(data: bytes, digits: int = 40) -> dict[str, Entry]:
    """Give the entries of a tree object by name.

    The format is git's: mode, a blank, the name, a zero byte, the raw id; see "Git Objects" in the
    Git book. A tree of other bytes cannot have the id it was asked for by, so none is looked for.
    """
    pattern = _ENTRIES[digits // 2]
    return {
        name.decode("utf-8", "surrogateescape"): Entry(mode.decode(), name_id.hex())
        for mode, name, name_id in pattern.findall(data)
    }
