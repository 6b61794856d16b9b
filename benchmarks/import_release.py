"""Importing a release, against the floor: git's own fast-import of the same prepared stream."""

import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import BinaryIO

from provenance.origins.wheel import identity_of, source_members, stream_of
from provenance.source import Source
from provenance.store import Store

ROUNDS = 3


def measure(wheel: Path) -> tuple[float, float]:
    """Measure both ends in turn, each in a new repository.

    Args:
        wheel: a release's wheel.

    Returns:
        The seconds that the import takes, and the floor's: the best of a few rounds each.
    """
    package, version = identity_of(wheel)
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryFile() as stream:
        members = source_members(archive, "python")
        stream.writelines(stream_of(archive, members, f"{package} {version}"))
        rounds = [(_ours(wheel, package), _floor(stream)) for _ in range(ROUNDS)]
    return min(ours for ours, _ in rounds), min(floor for _, floor in rounds)


def _ours(wheel: Path, package: str) -> float:
    with tempfile.TemporaryDirectory() as cache:
        source = Source(package, None, package, "python")
        begun = time.perf_counter()
        with Store.open(source, Path(cache), Path(cache)) as store:
            store.import_wheel(wheel, lambda _: None)
        return time.perf_counter() - begun


def _floor(stream: BinaryIO) -> float:
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["git", "init", "--quiet", "--bare", place], check=True)
        stream.seek(0)
        command = ["git", "-C", place, "fast-import", "--quiet", "--done"]
        begun = time.perf_counter()
        subprocess.run(command, stdin=stream, check=True)
        return time.perf_counter() - begun


if __name__ == "__main__":
    for name in sys.argv[1:]:
        ours, floor = measure(Path(name))
        print(
            f"{Path(name).name}: {ours:.2f} s, {ours / floor:.2f} x git fast-import ({floor:.2f} s)"
        )
