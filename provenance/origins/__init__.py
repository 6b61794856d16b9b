"""The places that can supply a source's objects, in the order in which they are tried."""

from collections.abc import Callable
from pathlib import Path

from provenance.origins.git import GitOrigin
from provenance.origins.interface import Origin
from provenance.origins.package import PackageOrigin
from provenance.source import Source


def origins_of(
    source: Source, root: Path, directory: Path, say: Callable[[str], None]
) -> tuple[Origin, ...]:
    """Give a source's origins, in order.

    Args:
        source: the source.
        root: the project's root, which a relative repository path starts from.
        directory: the bare repository that the objects go to.
        say: takes lines of progress.

    Returns:
        The origins; at least one.
    """
    origins: list[Origin] = []
    if source.repository is not None:
        origins.append(GitOrigin(source.repository, root, directory, say))
    if source.package is not None:
        origins.append(PackageOrigin(source, directory, say))
    return tuple(origins)
