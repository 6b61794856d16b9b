"""A real release: its wheel is fetched as pip is configured to, read in place, never installed."""

import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

VERSION = os.environ.get("CLAIMS_REAL_VERSION", "0.5.9")
_TARGET = ("--python-version", "3.11", "--platform", "manylinux_2_34_x86_64")
_UNREACHABLE = ("No matching distribution found", "Could not find a version", "ConnectionError")


def downloaded(version: str, folder: Path) -> Path:
    """Give a release's wheel; skip where no registry answers."""
    options = ("--no-deps", "--only-binary=:all:", "--quiet", "--disable-pip-version-check")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "download", *options, *_TARGET, f"sglang=={version}"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if done.returncode and any(word in done.stderr for word in _UNREACHABLE):
        pytest.skip(f"pip cannot reach sglang {version}: {done.stderr.strip()[-200:]}")
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("*.whl")
    return found


def python_files(version: str) -> dict[str, bytes]:
    """Give each file of Python source in a release."""
    with tempfile.TemporaryDirectory() as folder:
        return _python_in(downloaded(version, Path(folder)))


def _python_in(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(".py")]
        return {name: archive.read(name) for name in names}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the release's wheel."""
    return downloaded(VERSION, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def files(wheel: Path) -> dict[str, bytes]:
    """Give each file of Python source in the release."""
    return _python_in(wheel)


@pytest.fixture(scope="session")
def report(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Write a line of counts to the terminal, whatever is captured."""
    plugin = pytestconfig.pluginmanager.get_plugin("terminalreporter")

    def write(line: str) -> None:
        if plugin is not None:
            plugin.write_line(f"sglang {VERSION}: {line}")

    return write
