"""The files of a snapshot as resolution sees them: parsed on demand, never fetched from here."""

from collections.abc import Mapping
from typing import Protocol

from provenance.paths import UnreadableFile
from provenance.syntax.definitions import Module


class Wanted(Exception):
    """Contents that are not at hand yet; whoever can fetch them does so, and asks again."""

    def __init__(self, paths: tuple[str, ...]) -> None:
        super().__init__(f"{len(paths)} files are wanted")
        self.paths = paths


class Files(Protocol):
    """The files of one snapshot.

    Attributes:
        complete: whether every file of the source is there; a package release may lack some.
    """

    complete: bool

    def exists(self, path: str) -> bool:
        """Say whether the path names a regular file."""

    def module(self, path: str) -> Module:
        """Give a parsed file.

        Raises:
            UnreadableFile: there is none, or it is no file of text.
            UnreadableText: its bytes are no text.
            Wanted: its contents are not at hand.
        """

    def holding(self, word: str, within: tuple[str, ...]) -> tuple[str, ...]:
        """Give the files of Python that may spell an identifier, in the order of their paths.

        Args:
            word: the identifier.
            within: files or directories to search; the whole tree for ``("",)``.

        Raises:
            Wanted: contents of some are not at hand.
        """


class GivenFiles:
    """Files given as bytes, for a piece of source that stands in no repository."""

    complete = True

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = dict(files)
        self._modules: dict[str, Module] = {}

    def exists(self, path: str) -> bool:
        """Say whether there is such a file."""
        return path in self._files

    def module(self, path: str) -> Module:
        """Give a parsed file; see :class:`Files`."""
        if path not in self._files:
            raise UnreadableFile(path, f"there is no file {path!r}")
        if path not in self._modules:
            self._modules[path] = Module(self._files[path])
        return self._modules[path]

    def holding(self, word: str, within: tuple[str, ...]) -> tuple[str, ...]:
        """Give the files that hold a word; see :class:`Files`."""
        found = []
        for path in sorted(self._files):
            inside = any(is_within(path, place) for place in within)
            if inside and word.encode() in self.module(path).source:
                found.append(path)
        return tuple(found)


def is_within(path: str, place: str) -> bool:
    """Tell whether a path is a place, or below it; the empty place is the whole tree."""
    return not place or path == place or path.startswith(f"{place.rstrip('/')}/")
