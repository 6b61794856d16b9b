"""Writing to a store: alone, in a repository that is ready, the leavings of the dead removed."""

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from provenance import gitcommand
from provenance.errors import SourceUnavailable

if TYPE_CHECKING:
    from filelock import BaseFileLock

try:
    import fcntl
except ImportError:  # Windows, where a file that is in use cannot be replaced anyway
    fcntl = None  # type: ignore[assignment]

Say = Callable[[str], None]


@contextlib.contextmanager
def alone(
    directory: Path, name: str, seconds: float, say: Say, object_format: str = "sha1"
) -> Iterator[None]:
    """Hold a store's lock, with its repository made where it is not yet.

    Args:
        directory: the store's bare repository; the lock file stands beside it.
        name: the source's name, for the message.
        seconds: how long to wait for another process.
        say: takes the message while waiting.
        object_format: the kind of ids that a new repository has.

    Raises:
        SourceUnavailable: the place cannot be written, or the other process does not end.
    """
    lock = _locked(directory, name, seconds, say)
    try:
        with _no_git_left_behind(directory, seconds, say):
            _prepare(directory, object_format)
            yield
    except OSError as error:
        raise unwritable(directory, error.strerror or str(error)) from None
    finally:
        lock.release()


def _locked(directory: Path, name: str, seconds: float, say: Say) -> "BaseFileLock":
    """Take the lock file beside a store."""
    from filelock import FileLock, Timeout

    path = directory.with_suffix(".lock")
    lock = FileLock(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            say(f"waiting for another process that is fetching {name} (lock file {path})")
            lock.acquire(timeout=seconds)
    except Timeout:
        raise SourceUnavailable(
            f"another process has held {path} for {seconds:g} s; end it, or try again later"
        ) from None
    except OSError as error:
        raise unwritable(directory, error.strerror or str(error)) from None
    return lock


@contextlib.contextmanager
def _no_git_left_behind(directory: Path, seconds: float, say: Say) -> Iterator[None]:
    """Wait for any git that outlived a killed run, and have those that start now hold the place.

    The gits inherit a locked file, so the lock lasts as long as any of them.
    """
    if fcntl is None:
        yield
        return
    descriptor = os.open(directory.with_suffix(".running"), os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait_for(descriptor, directory, seconds, say)
        token = gitcommand.kept_open.set((descriptor,))
        try:
            yield
        except Exception:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
            raise
        else:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
        finally:
            gitcommand.kept_open.reset(token)
    finally:
        os.close(descriptor)


def _wait_for(descriptor: int, directory: Path, seconds: float, say: Say) -> None:
    """Lock a file that a git may still hold."""
    deadline, said = time.monotonic() + seconds, False
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise SourceUnavailable(
                    f"a git of a run that was killed still writes to {directory}; end it"
                ) from None
            if not said:
                say(f"waiting for a git of a run that was killed (store {directory})")
            said = True
            time.sleep(0.05)
        else:
            return


def unwritable(directory: Path, reason: str) -> SourceUnavailable:
    """Give the error for a store that cannot be written."""
    return SourceUnavailable(
        f"cannot write the store {directory}: {reason}; "
        "make room or allow writing there, or set CLAIMS_CACHE_DIR to another place"
    )


def _prepare(directory: Path, object_format: str) -> None:
    """Make the repository where it is not yet, and clear what dead writers left."""
    _clear(directory)
    options = ["--quiet", "--bare", "--template="]
    if not (directory / "HEAD").is_file():
        options.append(f"--object-format={object_format}")
    made = gitcommand.run(None, "init", *options, "--", str(directory))
    if made.status != 0:
        raise unwritable(directory, gitcommand.reason(made.complaint))


def _clear(directory: Path) -> None:
    """Remove what git leaves when it is killed; nobody else writes while the lock is held."""
    leftovers = [*directory.glob("*.lock"), *directory.glob("refs/**/*.lock")]
    leftovers += [*directory.glob("objects/*/tmp_*"), *directory.glob("objects/pack/.tmp-*")]
    leftovers += directory.glob("objects/pack/*.keep")
    for path in leftovers:
        path.unlink(missing_ok=True)
    for path in directory.glob("incoming-*"):
        shutil.rmtree(path)
