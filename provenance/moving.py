"""What a name that may move (a branch, HEAD, a short id) means at this moment."""

import re

from provenance.origins.git import GitOrigin
from provenance.origins.interface import OriginFailed
from provenance.resolved import commit_of
from provenance.source import Source
from provenance.store import Store

_SHORT = re.compile(r"[0-9a-f]{4,63}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/@+-]*")


def explain_moving(
    pin_text: str, source: Source, store: Store, *, offline: bool = False
) -> str | None:
    """Give the full id that a refused pin means now, for the message that refuses it.

    Args:
        pin_text: what the user wrote as a pin.
        source: the source.
        store: the source's store.
        offline: whether to do without the git origin.

    Returns:
        A hint that names the id, or None where neither the store nor the origin can tell.
    """
    if not _NAME.fullmatch(pin_text):
        return None
    found = _in_store(pin_text.lower(), store)
    if found is None and source.repository is not None and not offline:
        origin = GitOrigin(source.repository, store.root, store.directory, lambda _: None)
        try:
            found = origin.meaning(pin_text)
        except OriginFailed:
            found = None
    return f"{pin_text} means {found} now" if found else None


def _in_store(text: str, store: Store) -> str | None:
    """Give the commit that a short id names in the store, where only one begins with it."""
    if not _SHORT.fullmatch(text) or not store.exists:
        return None
    return commit_of(store.directory, text)
