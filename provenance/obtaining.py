"""How a pin becomes a snapshot: from the store, or from the first origin that can supply it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from provenance.errors import SourceUnavailable
from provenance.paths import check_path
from provenance.snapshot import Snapshot
from provenance.source import Pin, Source
from provenance.store import Say, Store

if TYPE_CHECKING:
    from provenance.origins.interface import Origin

_ADVICE = "run `claims source fetch` where there is a network, or leave out --offline"


class _Wish(msgspec.Struct, frozen=True, eq=False):
    """What is wanted of a store: a pin, with these files' contents at hand.

    With `refresh` the origins are asked again for a known pin.
    """

    store: Store
    pin: Pin
    paths: tuple[str, ...]
    say: Say
    refresh: bool = False


def obtain(  # noqa: PLR0913 - the whole job has this many sides
    source: Source,
    pin: Pin,
    paths: Iterable[str],
    store: Store,
    *,
    offline: bool,
    say: Say,
    refresh: bool = False,
) -> Snapshot:
    """Give a source's snapshot at a pin, with the named files' contents at hand.

    Where the store has all of it, nothing is locked, written or fetched.

    Args:
        source: the source.
        pin: the revision.
        paths: the files that will be read; one that the tree lacks is no error here.
        store: the source's store.
        offline: whether to do without origins.
        say: takes lines of progress, and the failure of each origin that another follows.
        refresh: whether to ask the origins again for a known pin; other contents are an error.

    Returns:
        The snapshot.

    Raises:
        SourceUnavailable: no origin could supply it, or it is not at hand offline.
        UnreadableFile: a path cannot name a file.
    """
    if store.source != source:
        raise ValueError(f"the store is of {store.source.name}, not of {source.name}")
    wish = _Wish(store, pin, tuple(paths), say, refresh)
    for path in wish.paths:
        check_path(path)
    known = store.snapshot(pin)
    if known is not None and _suffices(known, wish):
        return known
    if offline:
        return _offline(known, wish)
    with store.lock(say, pin):
        known = store.snapshot(pin)
        if known is not None and _suffices(known, wish):
            return known
        return _from_origins(known, wish)


def _suffices(known: Snapshot, wish: _Wish) -> bool:
    """Say whether the store has all that an origin could add."""
    if wish.refresh:
        return False
    if known.revision.complete:
        return not wish.store.lacking(known, wish.paths)
    return wish.store.source.repository is None or all(map(known.entry, wish.paths))


def _offline(known: Snapshot | None, wish: _Wish) -> Snapshot:
    what = f"{wish.store.source.name} at {wish.pin}"
    if known is None:
        raise SourceUnavailable(f"{what} is not in the store {wish.store.directory}; {_ADVICE}")
    lacking = wish.store.lacking(known, wish.paths)
    if lacking:
        count = f"{len(lacking)} of the named files of {what}"
        raise SourceUnavailable(f"the store {wish.store.directory} lacks {count}; {_ADVICE}")
    return known


def _from_origins(known: Snapshot | None, wish: _Wish) -> Snapshot:
    """Ask the origins in order; each failure is told with the name of the next."""
    from provenance.origins import origins_of
    from provenance.origins.interface import OriginFailed

    store = wish.store
    what = f"{store.source.name} at {wish.pin}"
    origins = origins_of(store.source, store.root, store.directory, wish.say)
    failures = []
    for origin, following in zip(origins, (*origins[1:], None), strict=True):
        try:
            return _from_origin(origin, known, wish)
        except OriginFailed as error:
            failures.append(f"{origin.label}: {error}")
            if following is not None:
                wish.say(f"{what}: {failures[-1]}; trying {following.label}")
    if known is not None and not wish.refresh and not store.lacking(known, wish.paths):
        return known
    raise SourceUnavailable(f"cannot obtain {what}: {'; '.join(failures)}")


def _from_origin(origin: "Origin", known: Snapshot | None, wish: _Wish) -> Snapshot:
    """Have one origin bring what the store lacks, and note the revision last."""
    from provenance.origins.interface import OriginFailed

    store = wish.store
    if known is not None and known.revision.origin == origin.name and not wish.refresh:
        revision = known.revision
    else:
        revision = origin.revision(wish.pin)
    snapshot = Snapshot(revision, store.objects)
    if known is not None and known.revision.complete and not revision.complete:
        snapshot = known  # a release may have the very contents that a commit lacks
    lacking = store.lacking(snapshot, wish.paths)
    if lacking:
        origin.blobs(snapshot.revision, lacking)
        lacking = store.lacking(snapshot, wish.paths)
    if lacking:
        raise OriginFailed(f"did not supply {len(lacking)} of the named files")
    store.remember(revision)
    return snapshot
