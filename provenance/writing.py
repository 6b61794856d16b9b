"""Writing to a store: alone, in a repository that is ready, the leavings of the dead removed."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from provenance import gitcommand
from provenance.errors import SourceUnavailable

Say = Callable[[str], None]


@contextlib.contextmanager
def alone(directory: Path, name: str, seconds: float, say: Say) -> Iterator[None]:
    """Hold a store's lock, with its repository made where it is not yet.

    Args:
        directory: the store's bare repository; the lock file stands beside it.
        name: the source's name, for the message.
        seconds: how long to wait for another process.
        say: takes the message while waiting.

    Raises:
        SourceUnavailable: the place cannot be written, or the other process does not end.
    """
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
    try:
        _prepare(directory)
        yield
    except OSError as error:
        raise unwritable(directory, error.strerror or str(error)) from None
    finally:
        lock.release()


def unwritable(directory: Path, reason: str) -> SourceUnavailable:
    """Give the error for a store that cannot be written."""
    return SourceUnavailable(
        f"cannot write the store {directory}: {reason}; "
        "make room or allow writing there, or set CLAIMS_CACHE_DIR to another place"
    )


def _prepare(directory: Path) -> None:
    """Make the repository where it is not yet, and clear what dead writers left."""
    _clear(directory)
    made = gitcommand.run(None, "init", "--quiet", "--bare", "--template=", "--", str(directory))
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
