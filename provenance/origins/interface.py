"""What every origin is."""

from collections.abc import Sequence
from typing import Protocol

from provenance.snapshot import Revision
from provenance.source import Pin


class OriginFailed(Exception):
    """An origin could not supply what was asked; the text is the reason, in one line."""


class Origin(Protocol):
    """A place that can supply a source's objects."""

    @property
    def name(self) -> str:
        """The origin's kind: `git` or `package`."""

    @property
    def label(self) -> str:
        """What a person calls this origin."""

    def revision(self, pin: Pin) -> Revision:
        """Bring the pinned commit and its trees into the store.

        Raises:
            OriginFailed: it could not be done.
        """

    def blobs(self, revision: Revision, ids: Sequence[str]) -> None:
        """Bring these blobs of a revision into the store; those that it cannot, it leaves out.

        Raises:
            OriginFailed: it could not be done.
        """
