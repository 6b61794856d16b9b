"""Every test stands alone: no git state of the caller's, its own home and cache, fixed identity."""

import os
from pathlib import Path

import pytest

_IDENTITY = {
    "GIT_AUTHOR_NAME": "A Writer",
    "GIT_AUTHOR_EMAIL": "writer@localhost",
    "GIT_AUTHOR_DATE": "1700000000 +0000",
    "GIT_COMMITTER_NAME": "A Writer",
    "GIT_COMMITTER_EMAIL": "writer@localhost",
    "GIT_COMMITTER_DATE": "1700000000 +0000",
    "GIT_CONFIG_NOSYSTEM": "1",
}
_PIP_FILES = (Path("~/.config/pip/pip.conf").expanduser(), Path("~/.pip/pip.conf").expanduser())


@pytest.fixture(autouse=True)
def hermetic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test's cache directory; nothing is read from or written to the real home."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in _IDENTITY.items():
        monkeypatch.setenv(name, value)
    configured = [str(path) for path in _PIP_FILES if path.is_file()]
    if configured and "PIP_CONFIG_FILE" not in os.environ:
        monkeypatch.setenv("PIP_CONFIG_FILE", configured[0])
    home, cache = tmp_path / "home", tmp_path / "cache"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(cache))
    return cache
