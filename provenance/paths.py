"""Paths of files in a source: which can be, and the error for a file that gives no text."""

import re

from provenance.errors import UserError

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class UnreadableFile(UserError):
    """A path of a snapshot that gives no source text."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path


class BadPath(UnreadableFile):
    """The path cannot stand in a snapshot."""


def check_path(path: str) -> str:
    """Give the path back when it can name a file of a snapshot.

    Raises:
        BadPath: it is empty, absolute, or has `.`, `..`, a backslash or a control character.
    """
    if not path:
        raise BadPath(path, "the path is empty; write the file's path in the repository")
    if "\\" in path:
        raise BadPath(path, f"the path {path!r} has a backslash; separate with '/'")
    if _CONTROL.search(path):
        raise BadPath(path, f"the path {path!r} has a control character")
    if path.startswith(("/", "~")) or path[1:3] == ":/":
        raise BadPath(path, f"the path {path!r} is absolute; write it from the repository's top")
    if any(part in ("", ".", "..") for part in path.split("/")):
        raise BadPath(path, f"the path {path!r} has an empty, '.' or '..' part; write it plainly")
    return path
