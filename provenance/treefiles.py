"""The files of a snapshot, parsed as they are asked for: where resolution meets the store."""

from collections import OrderedDict

from provenance.paths import UnreadableFile
from provenance.resolution.files import Wanted, is_within
from provenance.snapshot import PYTHON, NotAtHand, Snapshot
from provenance.store import Store
from provenance.syntax.definitions import Module
from provenance.syntax.text import UnreadableText

_HELD = 32  # parsed files; a tree takes some ten times the bytes of its text


class TreeFiles:
    """The files of one snapshot; see :class:`provenance.resolution.files.Files`."""

    def __init__(self, snapshot: Snapshot, store: Store) -> None:
        self.complete = snapshot.revision.complete
        self._snapshot = snapshot
        self._store = store
        self._modules: OrderedDict[str, Module] = OrderedDict()
        self._searched: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._at_hand: set[tuple[str, ...]] = set()

    def exists(self, path: str) -> bool:
        """Say whether the path names a regular file."""
        return self._snapshot.exists(path)

    def hold(self, path: str, module: Module) -> None:
        """Take a file that was parsed already."""
        self._modules[path] = module
        self._modules.move_to_end(path)
        if len(self._modules) > _HELD:
            self._modules.popitem(last=False)

    def module(self, path: str) -> Module:
        """Give a parsed file.

        Raises:
            UnreadableFile: there is none, or it is no file of Python.
            UnreadableText: its bytes are no text.
            Wanted: its contents are not in the store.
        """
        held = self._modules.get(path)
        if held is not None:
            self._modules.move_to_end(path)
            return held
        try:
            blob = self._snapshot.blob(path)
        except NotAtHand:
            raise Wanted((path,)) from None
        module = python_module(path, blob.data)
        self.hold(path, module)
        return module

    def holding(self, word: str, within: tuple[str, ...]) -> tuple[str, ...]:
        """Give the files of Python that may spell an identifier.

        Raises:
            Wanted: contents are not in the store.
            UnreadableFile: there is nothing at one of the places.
        """
        asked = (word, within)
        if asked not in self._searched:
            self._fetch_first(within)
            self._searched[asked] = self._snapshot.holding(word, within)
        return self._searched[asked]

    def within(self, places: tuple[str, ...]) -> tuple[str, ...]:
        """Give the files of Python at some places.

        Raises:
            UnreadableFile: there is nothing at one of them.
        """
        for place in places:
            if place and self._snapshot.entry(place) is None:
                raise UnreadableFile(place, f"there is nothing at {place!r} to search")
        return tuple(
            path
            for path in self._snapshot.paths()
            if path.endswith(PYTHON) and any(is_within(path, place) for place in places)
        )

    def _fetch_first(self, places: tuple[str, ...]) -> None:
        """Want all contents below some places, where the store does not have them."""
        if places in self._at_hand:
            return
        paths = self.within(places)
        if self.complete and self._store.lacking(self._snapshot, paths):
            raise Wanted(paths)
        self._at_hand.add(places)


def python_module(path: str, data: bytes) -> Module:
    """Parse a file of Python.

    Raises:
        UnreadableText: it is none, or no text.
    """
    if not path.endswith(PYTHON):
        raise UnreadableText(f"only files of Python ({', '.join(PYTHON)}) are read")
    return Module(data)
