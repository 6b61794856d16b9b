"""A source's tree at one revision, read-only."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import msgspec

from provenance import gitcommand
from provenance.errors import SourceUnavailable
from provenance.objects import LARGEST, Answer, Entry, Objects, damaged, parse_tree
from provenance.paths import UnreadableFile, check_path
from provenance.source import Pin

_LFS_MARK = b"version https://git-lfs"
_AHEAD = 40
# Letters that NFKC turns into those of ASCII, as bytes of UTF-8 for a search in the C locale: an
# identifier spelled with them is the plain one (the language reference, "Identifiers"). Some other
# characters are among them, so what is found this way is only a candidate.
OTHER_SPELLINGS = "|".join((
    "\udcc2[\udcaa\udcba]", "\udcc4[\udcb2-\udcbf]", "\udcc5[\udc80\udcbf]",
    "\udcc7[\udc84-\udcb3]",
    "\udcca[\udcb0-\udcb8]", "\udccb[\udca1-\udca3]", "\udce1\udcb4[\udcac-\udcbf]", "\udce1\udcb5",
    "\udce1\udcb6[\udc9c-\udcbb]", "\udce1\udcba\udc9a", "\udce2\udc81[\udcb1\udcbf]",
    "\udce2\udc82[\udc90-\udc9c]", "\udce2\udc84[\udc82-\udcb9]", "\udce2\udc85",
    "\udce2\udcb1[\udcbc\udcbd]", "\udcea\udc9f[\udcb2-\udcb4]", "\udcef\udcac[\udc80-\udc86]",
    "\udcef\udcb8[\udcb3\udcb4]", "\udcef\udcb9[\udc8d-\udc8f]",
    "\udcef\udcbc[\udc90-\udc99\udca1-\udcba\udcbf]", "\udcef\udcbd[\udc81-\udc9a]",
    "\udcf0\udc90\udc9e\udca5", "\udcf0\udc9d", "\udcf0\udc9f\udcaf",
))  # fmt: skip
NOT_ASCII = "[\udc80-\udcff]"
_PARENT = re.compile(rb"tree [0-9a-f]+\nparent ([0-9a-f]+)\n")
_LINKS = ("120000", "160000")
_KINDS = {"120000": "a symbolic link", "160000": "a submodule", "40000": "a directory"}


class Revision(msgspec.Struct, frozen=True):
    """A pin as resolved: the commit that the store holds for it, and where it came from.

    A package release carries only a part of the repository (`complete` is false): that a file is
    absent from it does not say that the repository lacks it.
    """

    pin: Pin
    commit: str
    origin: str
    package_hash: str = ""

    @property
    def complete(self) -> bool:
        """Whether every file of the source is in the tree."""
        return self.origin == "git"


class Blob(msgspec.Struct, frozen=True):
    """A file of a snapshot: its path, its git blob id, its bytes."""

    path: str
    id: str
    data: bytes


class NoSuchFile(UnreadableFile):
    """The tree has nothing at this path; `suggestions` are paths that it has.

    `certain` is false where the tree is a package release, which need not carry every file.
    """

    def __init__(
        self, path: str, suggestions: tuple[str, ...] = (), *, certain: bool = True
    ) -> None:
        message = f"there is no file {path!r}"
        if not certain:
            message += " in the package release, which does not carry every file of the repository"
        if suggestions:
            message += "; did you mean " + " or ".join(suggestions) + "?"
        super().__init__(path, message)
        self.suggestions = suggestions
        self.certain = certain


class NotRegular(UnreadableFile):
    """The path names a symbolic link, a submodule or a directory."""


class TooLarge(UnreadableFile):
    """The file is larger than any source text."""


class NotAtHand(SourceUnavailable):
    """The tree has the file, and the store not yet its contents."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path


class LfsPointer(UnreadableFile):
    """The file's contents are elsewhere: the tree has only a Git LFS pointer."""


PYTHON = (".py", ".pyi")


def _python_at(place: str) -> tuple[str, ...]:
    """Give git's pathspecs of the files of Python at a place (gitglossary, "pathspec")."""
    plain = re.sub(r"([\\*?\[])", r"\\\1", place)
    if place.endswith(PYTHON):
        return (f":(glob){plain}",)
    below = f"{plain}/" if place else ""
    return tuple(f":(glob){below}**/*{suffix}" for suffix in PYTHON)


class Snapshot:
    """The files of one revision, as bytes."""

    def __init__(self, revision: Revision, objects: Objects) -> None:
        self.revision = revision
        self._objects = objects
        self._trees: dict[str, dict[str, Entry]] = {}
        self._entries: dict[str, Entry | None] = {}
        self._root = ""
        self._paths: tuple[str, ...] | None = None

    def parent(self) -> str:
        """Give the id of the commit's first parent, which need not be in the store.

        Raises:
            SourceUnavailable: the commit is not in the store, or has no parent.
        """
        commit = self.revision.commit
        answer = self._objects.get(commit)
        if answer.data is None or answer.kind != "commit":
            raise damaged(self._objects.directory, commit)
        found = _PARENT.match(answer.data)
        if found is None:
            raise SourceUnavailable(f"the commit {commit} has no parent")
        return found[1].decode()

    def entry(self, path: str) -> Entry | None:
        """Give the tree's entry at a path, or None where the tree has nothing.

        Raises:
            BadPath: the path cannot name a file.
        """
        if path not in self._entries:
            self._entries[path] = self._find(check_path(path))
        return self._entries[path]

    def _find(self, path: str) -> Entry | None:
        """Walk from the root, so that a tree that is gone is never taken for an absent file."""
        *directories, name = path.split("/")
        tree = self._tree(self._root_id())
        for directory in directories:
            found = tree.get(directory)
            if found is None or not found.is_tree:
                return None
            tree = self._tree(found.id)
        return tree.get(name)

    def exists(self, path: str) -> bool:
        """Say whether the path names a regular file."""
        found = self.entry(path)
        return found is not None and found.is_file

    def blob(self, path: str) -> Blob:
        """Read one file.

        Raises:
            UnreadableFile: one of its kinds: no such file, not a regular one, too large, a pointer.
            SourceUnavailable: the tree has the file, and the store not yet its contents.
        """
        return next(self.blobs([path]))

    def blobs(self, paths: Iterable[str]) -> Iterator[Blob]:
        """Read files in the order given, asking ahead; at most one is held in memory.

        Raises:
            UnreadableFile: as `blob`.
            SourceUnavailable: as `blob`.
        """
        asked: deque[tuple[str, Answer]] = deque()
        for path in paths:
            asked.append((path, self._objects.ask(self._file(path).id)))
            if len(asked) > _AHEAD:
                yield self._received(*asked.popleft())
        while asked:
            yield self._received(*asked.popleft())

    def paths(self) -> tuple[str, ...]:
        """Give the paths of all regular files, in git's order; git lists them once."""
        if self._paths is None:
            directory, commit = self._objects.directory, self.revision.commit
            listed = gitcommand.run(directory, "ls-tree", "-r", "-z", "--full-tree", commit)
            if listed.status != 0:
                raise damaged(directory, commit)
            rows = listed.out.decode("utf-8", "surrogateescape").split("\0")[:-1]
            self._paths = tuple([row.partition("\t")[2] for row in rows if row.startswith("100")])
        return self._paths

    def holding(self, word: str, within: tuple[str, ...]) -> tuple[str, ...]:
        """Give the files of Python whose bytes may spell an identifier; git searches them.

        Args:
            word: the identifier, as Python compares it.
            within: the files and directories to search; an empty one is the whole tree.

        Raises:
            SourceUnavailable: contents are not in the store.
        """
        directory, commit = self._objects.directory, self.revision.commit
        places = [part for place in within for part in _python_at(place)]
        pattern = f"{word}|{OTHER_SPELLINGS}" if word.isascii() else NOT_ASCII
        options = ("grep", "-l", "-z", "-a", "--no-color", "-E", "-e")
        asked = (*options, pattern, commit, "--", *places)
        searched = gitcommand.run(directory, *asked, environment={"LC_ALL": "C"})
        if searched.status not in (0, 1) or searched.complaint:
            raise damaged(directory, commit)
        rows = searched.out.decode("utf-8", "surrogateescape").split("\0")[:-1]
        return tuple(row.partition(":")[2] for row in rows)

    def _received(self, path: str, answer: Answer) -> Blob:
        """Turn git's answer into a blob."""
        self._objects.take(answer)
        if not answer.present:
            where = f"{path} at {self.revision.pin.text}"
            raise NotAtHand(path, f"{where} is not in the store; run `claims source fetch`")
        data = answer.data
        if data is None:
            size = f"{answer.size:,} bytes; at most {LARGEST:,} are read"
            raise TooLarge(path, f"{path} is too large to be source text ({size})")
        if data.startswith(_LFS_MARK) and len(data) < 1024:
            raise LfsPointer(path, f"{path} is a Git LFS pointer; its contents are not in the tree")
        return Blob(path, answer.id, data)

    def _file(self, path: str) -> Entry:
        """Give the entry of a regular file, or say why it is none."""
        found = self.entry(path)
        if found is None:
            self._refuse_links(path)
            raise NoSuchFile(path, self._alike(path), certain=self.revision.complete)
        if not found.is_file:
            kind = _KINDS.get(found.mode, f"an entry of mode {found.mode}")
            raise NotRegular(path, f"{path} is {kind}, not a file; name a file")
        return found

    def _refuse_links(self, path: str) -> None:
        """Say so where a directory of a path is a link or a submodule, which has files unseen."""
        parts = path.split("/")
        for size in range(1, len(parts)):
            above = "/".join(parts[:size])
            found = self.entry(above)
            if found is not None and found.mode in _LINKS:
                message = f"{above} is {_KINDS[found.mode]}, which is not followed to {path}"
                raise NotRegular(path, message)

    def _alike(self, path: str) -> tuple[str, ...]:
        """Give up to three paths that may have been meant: the same name elsewhere, or alike."""
        import difflib

        name = PurePosixPath(path).name
        same = [other for other in self.paths() if PurePosixPath(other).name == name]
        if same:
            return tuple(difflib.get_close_matches(path, same, 3, 0.0))
        near = [other for other in self.paths() if abs(len(other) - len(path)) <= 8]
        return tuple(difflib.get_close_matches(path, near, 3, 0.85))

    def _root_id(self) -> str:
        if not self._root:
            answer = self._objects.get(f"{self.revision.commit}^{{tree}}")
            if answer.data is None:
                raise damaged(self._objects.directory, self.revision.commit)
            self._root = answer.id
            self._trees[answer.id] = parse_tree(answer.data, len(answer.id))
        return self._root

    def _tree(self, tree: str) -> dict[str, Entry]:
        if tree not in self._trees:
            answer = self._objects.get(tree)
            if answer.data is None:
                raise damaged(self._objects.directory, tree)
            self._trees[tree] = parse_tree(answer.data, len(tree))
        return self._trees[tree]
