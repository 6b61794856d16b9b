"""The local object store of one source: a bare repository in the user's cache directory."""

import hashlib
import os
import shutil
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from provenance import gitcommand, resolved, writing
from provenance.errors import SourceUnavailable, UserError
from provenance.objects import Objects
from provenance.repository import address
from provenance.resolved import TagMoved
from provenance.snapshot import Revision, Snapshot
from provenance.source import Pin, Source
from provenance.writing import Say

__all__ = ["Held", "Say", "Store", "TagMoved", "default_cache_dir"]

_FORMAT = "1"  # of what the store keeps beside git's own; another gives another directory
_LOCK_SECONDS = 1800.0


class Held(msgspec.Struct, frozen=True):
    """What a store holds: the revisions known, and the bytes that it takes."""

    directory: Path
    revisions: tuple[Revision, ...]
    size: int


class Store:
    """One source's objects on this machine."""

    def __init__(self, source: Source, root: Path, directory: Path, lock_seconds: float) -> None:
        self.source = source
        self.root = root
        self.directory = directory
        self.objects = Objects(directory)
        self._presence = Objects(directory, contents=False)
        self._lock_seconds = lock_seconds

    @classmethod
    def open(
        cls,
        source: Source,
        root: Path,
        cache_dir: Path | None = None,
        *,
        lock_seconds: float = _LOCK_SECONDS,
    ) -> Self:
        """Give the store of a source; nothing is made before something is fetched.

        Args:
            source: the source.
            root: the project's root, which a relative repository path starts from.
            cache_dir: where stores stand; None for the user's cache directory.
            lock_seconds: how long to wait for another process that fetches.

        Returns:
            The store; close it when done.
        """
        repository = address(source.repository, root) if source.repository else ""
        kept = (_FORMAT, repository, source.package or "", source.package_root, source.tag)
        digest = hashlib.sha256("\0".join(kept).encode()).hexdigest()[:12]
        directory = (cache_dir or default_cache_dir()) / f"{source.name}-{digest}.git"
        return cls(source, root, directory, lock_seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the processes that read."""
        self.objects.close()
        self._presence.close()

    @property
    def exists(self) -> bool:
        """Whether anything was ever fetched."""
        try:
            return (self.directory / "HEAD").is_file()
        except OSError as error:
            reason = f"cannot read the store {self.directory}: {error.strerror}"
            raise SourceUnavailable(f"{reason}; allow reading there") from None

    def known(self, pin: Pin) -> Revision | None:
        """Give the revision that a pin was resolved to, or None; a complete one if there is."""
        if not self.exists:
            return None
        return next(iter(resolved.known(self.objects, pin).values()), None)

    def snapshot(self, pin: Pin) -> Snapshot | None:
        """Give the snapshot of a pin that the store already knows, or None."""
        revision = self.known(pin)
        return Snapshot(revision, self.objects) if revision else None

    def lacking(self, snapshot: Snapshot, paths: Iterable[str]) -> list[str]:
        """Give the ids of the named files whose contents are not in the store."""
        entries = [snapshot.entry(path) for path in paths]
        ids = dict.fromkeys(entry.id for entry in entries if entry and entry.is_file)
        answers = [self._presence.ask(name) for name in ids]
        return [answer.name for answer in answers if not self._presence.take(answer).present]

    def lock(self, say: Say, pin: Pin | None = None) -> AbstractContextManager[None]:
        """Hold the store for writing, alone; see `provenance.writing.alone`.

        A new store has ids of the kind of the pin's.
        """
        long = pin is not None and pin.is_commit and len(pin.text) == 64
        seconds, name = self._lock_seconds, self.source.name
        return writing.alone(self.directory, name, seconds, say, "sha256" if long else "sha1")

    def remember(self, revision: Revision) -> None:
        """Note what a pin was resolved to; see `provenance.resolved.remember`."""
        resolved.remember(self.objects, revision)

    def check(self) -> tuple[str, ...]:
        """Hash every object again.

        Returns:
            What is wrong, a line each; empty where all is well.
        """
        if not self.exists:
            return ()
        # Contents that were never fetched are no damage: with a promisor's name, git knows that.
        promisor = {"remote.claims.promisor": "true", "remote.claims.url": os.devnull}
        options = ("--full", "--no-dangling", "--no-progress")
        checked = gitcommand.run(self.directory, "fsck", *options, config=promisor)
        if checked.status == 0:
            return ()
        lines = [*checked.complaint.splitlines(), *checked.text.splitlines()]
        return tuple(line for line in lines if line.strip()) or (f"status {checked.status}",)

    def clean(self, say: Say) -> None:
        """Remove the store."""
        self.close()
        if self.directory.exists():
            with self.lock(say):
                shutil.rmtree(self.directory)

    def describe(self) -> Held:
        """Give what the store holds."""
        if not self.exists:
            return Held(self.directory, (), 0)
        size = sum(path.stat().st_size for path in self.directory.rglob("*") if path.is_file())
        return Held(self.directory, resolved.every(self.objects), size)

    def import_wheel(self, wheel: Path, say: Say) -> Revision:
        """Take a release from a wheel on this machine.

        Args:
            wheel: the file.
            say: takes lines of progress.

        Returns:
            The revision that the store now holds.

        Raises:
            UserError: the file is not a wheel of the source's package.
        """
        from provenance.origins import wheel as wheels

        package, root = self.source.package, self.source.package_root
        if package is None:
            name = self.source.name
            raise UserError(f"source {name!r} has no package; add 'package:' to sources.yaml")
        try:
            version = wheels.identity_of(wheel)[1]
            pin = self.source.parse_pin(self.source.tag_of(version))
            with self.lock(say):
                say(f"importing {wheel.name}")
                found = wheels.import_wheel(wheel, self.directory, package, version, root)
                revision = Revision(pin, found[0], "package", found[1])
                self.remember(revision)
        except wheels.BadWheel as error:
            raise UserError(f"cannot import {wheel}: {error}") from None
        return revision


def default_cache_dir() -> Path:
    """Give the directory that stores stand in: CLAIMS_CACHE_DIR, or the user's cache."""
    chosen = os.environ.get("CLAIMS_CACHE_DIR")
    if chosen:
        try:
            return Path(chosen).expanduser().absolute()
        except RuntimeError as error:
            raise UserError(f"CLAIMS_CACHE_DIR is {chosen!r}: {error}") from None
    import platformdirs

    return Path(platformdirs.user_cache_dir("source-claims"))
