"""The store as a place: what a run costs, who may write, and what happens when writing fails."""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from provenance.errors import SourceUnavailable
from provenance.obtaining import obtain
from provenance.source import Pin, Source
from provenance.store import Store, default_cache_dir
from tests.provenance.conftest import Desk
from tests.provenance.repositories import build

SOURCE = Source("lib", "lib.git", None)
FETCH = """
import resource, sys
from pathlib import Path
from provenance.errors import SourceUnavailable
from provenance.source import Pin, Source
from provenance.obtaining import obtain
from provenance.store import Store
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
source = Source("lib", "lib.git", None)
with Store.open(source, Path(sys.argv[1])) as store:
    try:
        obtain(source, Pin(sys.argv[2]), ["a.bin"], store, offline=False, say=print)
    except SourceUnavailable as error:
        sys.exit(f"said: {error}")
"""


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a git on PATH that writes down each of its runs; give the file."""
    log, real = tmp_path / "runs", shutil.which("git")
    shim = tmp_path / "bin" / "git"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\necho "$*" >>{log}\nexec {real} "$@"\n')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim.parent}:{os.environ['PATH']}")
    log.touch()
    return log


def test_a_warm_run_starts_at_most_two_gits_and_writes_nothing(
    desk: Desk, counted: Path, hermetic: Path
) -> None:
    files = {f"d{number % 9}/{number}.py": b"%d" % number for number in range(120)}
    [pin] = build(desk.root / "lib.git", [files], {"v1.0.0": 0})
    for text in (pin, "v1.0.0"):
        desk.obtain(SOURCE, text, list(files))
        counted.write_text("")
        before = {path: path.stat().st_mtime_ns for path in hermetic.rglob("*")}
        snapshot = desk.obtain(SOURCE, text, list(files))
        assert sum(1 for _ in snapshot.blobs(files)) == 120
        assert len(counted.read_text().splitlines()) <= 2
        assert before == {path: path.stat().st_mtime_ns for path in hermetic.rglob("*")}


def test_offline_gives_what_is_at_hand_and_says_how_to_get_the_rest(desk: Desk) -> None:
    [pin] = build(desk.root / "lib.git", [{"a.py": b"a", "b.py": b"b"}])
    with pytest.raises(SourceUnavailable, match=r"is not in the store .*run `claims source fetch`"):
        desk.obtain(SOURCE, pin, ["a.py"], offline=True)
    desk.obtain(SOURCE, pin, ["a.py"])
    shutil.rmtree(desk.root / "lib.git")
    assert desk.obtain(SOURCE, pin, ["a.py", "gone.py"], offline=True).blob("a.py").data == b"a"
    with pytest.raises(SourceUnavailable, match="lacks 1 of the named files"):
        desk.obtain(SOURCE, pin, ["a.py", "b.py"], offline=True)
    with pytest.raises(SourceUnavailable, match="does not appear to be a git repository"):
        desk.obtain(SOURCE, pin, ["b.py"])


def test_the_lock_says_whom_it_waits_for_and_gives_up_in_time(desk: Desk) -> None:
    [pin] = build(desk.root / "lib.git", [{"a.py": b"a"}])
    with desk.store(SOURCE).lock(desk.said.append):
        impatient = desk.store(SOURCE, lock_seconds=0.1)
        said: list[str] = []
        with pytest.raises(SourceUnavailable, match=r"another process has held .*\.lock for 0.1 s"):
            obtain(SOURCE, Pin(pin), ["a.py"], impatient, offline=False, say=said.append)
        assert said[0].startswith("waiting for another process that is fetching lib (lock file ")
    assert desk.obtain(SOURCE, pin, ["a.py"]).exists("a.py")


def test_a_cache_that_cannot_be_made_is_said_with_the_way_out(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    [pin] = build(desk.root / "lib.git", [{"a.py": b"a"}])
    (desk.root / "file").touch()
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(desk.root / "file" / "cache"))
    with pytest.raises(SourceUnavailable, match=r"cannot write the store .*CLAIMS_CACHE_DIR"):
        desk.obtain(SOURCE, pin, ["a.py"])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_cache_serves_what_it_has(desk: Desk, hermetic: Path) -> None:
    first, second = build(desk.root / "lib.git", [{"a.py": b"a"}, {"a.py": b"b"}])
    desk.obtain(SOURCE, first, ["a.py"])
    for directory in [hermetic, *filter(Path.is_dir, hermetic.rglob("*"))]:
        directory.chmod(0o555)
    try:
        assert desk.obtain(SOURCE, first, ["a.py"]).blob("a.py").data == b"a"
        with pytest.raises(SourceUnavailable, match="cannot write the store"):
            desk.obtain(SOURCE, second, ["a.py"])
    finally:
        for directory in [hermetic, *filter(Path.is_dir, hermetic.rglob("*"))]:
            directory.chmod(0o755)


def test_a_full_disk_is_an_error_and_leaves_a_store_that_works(desk: Desk) -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    [pin] = build(desk.root / "lib.git", [{"a.bin": os.urandom(60_000)}])
    for size in (0, 300, 30_000):
        command = [sys.executable, "-c", FETCH, str(desk.root), pin, str(size)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ended.returncode == 1
        assert ended.stderr.startswith("said: "), ended.stderr
    assert len(desk.obtain(SOURCE, pin, ["a.bin"]).blob("a.bin").data) == 60_000
    assert desk.store(SOURCE).check() == ()


def test_a_store_tells_what_it_holds_and_can_be_removed(desk: Desk) -> None:
    [pin] = build(desk.root / "lib.git", [{"a.py": b"a"}], {"v1.0.0": 0})
    store = desk.store(SOURCE)
    assert (store.describe().revisions, store.check(), store.exists) == ((), (), False)
    found = {desk.obtain(SOURCE, text, ["a.py"]).revision for text in (pin, "v1.0.0")}
    held = store.describe()
    assert set(held.revisions) == found
    assert held.size > 0
    store.clean(desk.said.append)
    assert not store.exists
    assert store.known(Pin(pin)) is None
    store.clean(desk.said.append)


def test_each_set_of_origins_has_a_store_of_its_own(desk: Desk, hermetic: Path) -> None:
    other = Source("lib", "other.git", None)
    assert desk.store(SOURCE).directory != desk.store(other).directory
    assert desk.store(SOURCE).directory.parent == hermetic == default_cache_dir()
    assert desk.store(SOURCE).directory.name.startswith("lib-")
    with pytest.raises(ValueError, match="not of lib"):
        obtain(
            SOURCE, Pin("v1.0.0"), [], desk.store(Source("x", "y", None)), offline=True, say=print
        )


def test_without_git_there_is_one_clear_line(desk: Desk) -> None:
    command = [sys.executable, "-c", FETCH, str(desk.root), "a" * 40, "99999"]
    nowhere = {**os.environ, "PATH": str(desk.root)}
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=nowhere)
    assert "said: git cannot be run; install git" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_importing_the_store_does_not_reach_gitpython() -> None:
    code = (
        "import sys, provenance.store; sys.exit('git' in sys.modules or 'filelock' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_users_cache_directory_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAIMS_CACHE_DIR")
    assert default_cache_dir().name == "source-claims"
    assert Store.open(SOURCE, Path("/")).directory.parent == default_cache_dir()
