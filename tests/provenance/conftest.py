"""What the tests of origins, store and snapshot share."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from provenance.obtaining import obtain
from provenance.snapshot import Snapshot
from provenance.source import Pin, Source
from provenance.store import Store
from tests.provenance.gitserver import GitServer


class Desk:
    """One user's project and cache: obtains snapshots, and keeps what was said."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.said: list[str] = []
        self._open: list[Store] = []

    def store(self, source: Source, lock_seconds: float = 60.0) -> Store:
        """Open a source's store; the fixture closes it."""
        store = Store.open(source, self.root, lock_seconds=lock_seconds)
        self._open.append(store)
        return store

    def obtain(
        self,
        source: Source,
        pin: str,
        paths: Sequence[str] = (),
        *,
        offline: bool = False,
        refresh: bool = False,
    ) -> Snapshot:
        """Obtain with a store of its own, as a new run of the program would."""
        store = self.store(source)
        return obtain(
            source,
            Pin(pin),
            paths,
            store,
            offline=offline,
            say=self.said.append,
            refresh=refresh,
        )

    def close(self) -> None:
        """Close every store that was opened."""
        for store in self._open:
            store.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Give a user's project."""
    made = Desk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GitServer]:
    """Give a git server for the repositories below `tmp_path/served`."""
    root = tmp_path / "served"
    root.mkdir()
    with GitServer(root) as running:
        yield running


@pytest.fixture
def read_all() -> Callable[[Snapshot], dict[str, bytes]]:
    """Give a function that reads every file of a snapshot."""
    return lambda snapshot: {blob.path: blob.data for blob in snapshot.blobs(snapshot.paths())}
