"""The package origin: a release's wheel, obtained through pip as the user has it configured.

The wheel is never installed and nothing of it runs. Which one is taken does not depend on this
machine: always the one for CPython 3.11 on Linux x86_64, so that all get the same files.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from provenance.origins.interface import OriginFailed
from provenance.origins.wheel import BadWheel, import_wheel
from provenance.snapshot import Revision
from provenance.source import Pin, Source

_PLATFORMS = (
    *(f"manylinux_2_{minor}_x86_64" for minor in range(40, 16, -1)),
    *("manylinux2014_x86_64", "manylinux2010_x86_64", "manylinux1_x86_64", "linux_x86_64"),
)
_TARGET = (
    *("--python-version", "3.11", "--implementation", "cp"),
    *("--abi", "cp311", "--abi", "abi3", "--abi", "none"),
    *(part for platform in _PLATFORMS for part in ("--platform", platform)),
)
_QUIET = ("--quiet", "--no-input", "--disable-pip-version-check", "--progress-bar", "off")
_SECONDS = 1800
_NO_NETWORK = (
    "NewConnectionError",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "NameResolutionError",
    "ProxyError",
    "Connection broken",
    "Max retries exceeded",
)


class PackageOrigin:
    """A package whose releases carry a part of the source's files."""

    name = "package"

    def __init__(self, source: Source, directory: Path, say: Callable[[str], None]) -> None:
        self.label = f"package {source.package}"
        self._source = source
        self._directory = directory
        self._say = say

    def revision(self, pin: Pin) -> Revision:
        """Download the release that the tag names, and make a commit of its files."""
        version = self._source.version_of(pin)
        if version is None:
            raise OriginFailed("a package has releases, not commits; pin a release tag to use it")
        package = self._source.package or ""
        self._say(f"downloading {package} {version} with pip")
        with tempfile.TemporaryDirectory(prefix="incoming-", dir=self._directory) as place:
            wheel = _download(package, version, Path(place))
            self._say(f"importing {wheel.name}")
            try:
                commit, package_hash = import_wheel(
                    wheel, self._directory, package, version, self._source.package_root
                )
            except BadWheel as error:
                raise OriginFailed(str(error)) from None
        return Revision(pin, commit, self.name, package_hash)

    def blobs(self, revision: Revision, ids: Sequence[str]) -> None:
        """Do nothing: an imported release has all its blobs."""


def _download(package: str, version: str, place: Path) -> Path:
    """Have pip put the release's wheel into a directory."""
    what = ["--no-deps", "--only-binary=:all:", *_TARGET, "--dest", str(place)]
    command = [
        sys.executable,
        "-I",  # so that a pip.py where the user stands, or in PYTHONPATH, is not run instead
        "-m",
        "pip",
        "download",
        *_QUIET,
        *what,
        "--",
        f"{package}=={version}",
    ]
    try:
        ended = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise OriginFailed(f"pip was not done within {_SECONDS} s") from None
    if ended.returncode != 0:
        complaint = (ended.stdout + ended.stderr).decode("utf-8", "replace")
        raise OriginFailed(_reason(complaint, package, version))
    wheels = list(place.glob("*.whl"))
    if len(wheels) != 1:
        raise OriginFailed(
            f"pip gave {len(wheels)} wheels of {package} {version}; one was expected"
        )
    return wheels[0]


def _reason(complaint: str, package: str, version: str) -> str:
    """Put pip's complaint into one line."""
    if "No module named pip" in complaint:
        return f"{sys.executable} has no pip; install it (`python -m ensurepip`)"
    if any(sign in complaint for sign in _NO_NETWORK):
        return "pip cannot reach the package index; check the network and pip's configuration"
    if "No matching distribution found" in complaint:
        return (
            f"pip finds no wheel of {package} {version} for CPython 3.11 on Linux x86_64; "
            f"check the version, and pip's configuration (`pip config list`)"
        )
    errors = [line for line in complaint.splitlines() if line.startswith("ERROR:")]
    last = (errors or complaint.strip().splitlines() or ["no reason given"])[-1]
    return f"pip: {last.removeprefix('ERROR:').strip()[:300]}"
