"""The package origin: wheels into commits, and pip as the user has it."""

import os
import shutil
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from provenance.errors import SourceUnavailable, UserError
from provenance.identity import blob_id
from provenance.snapshot import NoSuchFile, Snapshot
from provenance.source import Pin, Source
from tests.provenance.conftest import Desk
from tests.provenance.repositories import build
from tests.provenance.wheels import make_wheel

FILES = {
    "lib/__init__.py": b"",
    "lib/core.py": b"def f():\r\n    return 1\n",
    "lib/data/t\xe9xt with space.txt": b"no newline at the end",
    "lib/py.typed": b"",
    "tools/run.sh": b"#!/bin/sh\n",
}
LEFT_OUT = {
    "lib/_core.cpython-311-x86_64-linux-gnu.so": b"\x7fELF",
    "lib/kernel.so.1": b"\x7fELF",
    "lib/core.pyc": b"x",
    "lib/table.dat": b"text\0binary",
    "lib-1.0.0.data/scripts/run": b"#!python\n",
}
SOURCE = Source("lib", None, "lib", "python")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a directory that is all of pip's world."""
    place = tmp_path / "index"
    place.mkdir()
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(place))
    return place


def test_a_wheels_text_files_stand_where_the_repository_has_them(
    desk: Desk, read_all: Callable[[Snapshot], dict[str, bytes]]
) -> None:
    wheel = make_wheel(desk.root / "w", "lib", "1.0.0", FILES | LEFT_OUT)
    revision = desk.store(SOURCE).import_wheel(wheel, desk.said.append)
    assert (revision.pin, revision.origin) == (Pin("v1.0.0"), "package")
    assert not revision.complete
    snapshot = desk.obtain(SOURCE, "v1.0.0", ["python/lib/core.py"], offline=True)
    assert read_all(snapshot) == {f"python/{path}": data for path, data in FILES.items()}
    core = snapshot.blob("python/lib/core.py")
    assert core.id == blob_id(FILES["lib/core.py"])
    with pytest.raises(NoSuchFile, match="does not carry every file") as caught:
        snapshot.blob("python/lib/gone.py")
    assert not caught.value.certain
    assert desk.store(SOURCE).check() == ()


def test_the_same_wheel_gives_the_same_commit_everywhere(desk: Desk) -> None:
    one = make_wheel(desk.root / "one", "lib", "1.0.0", FILES)
    two = make_wheel(desk.root / "two", "lib", "1.0.0", dict(reversed(FILES.items())))
    commits = set()
    for number, wheel in enumerate((one, two)):
        source = Source(f"lib{number}", None, "lib", "python")
        commits.add(desk.store(source).import_wheel(wheel, desk.said.append).commit)
    assert commits == {"4a5081fe81aa322baa06cdf0a4912b81c875c4b4"}


def test_another_wheel_of_a_known_release_is_an_error(desk: Desk) -> None:
    store = desk.store(SOURCE)
    first = store.import_wheel(make_wheel(desk.root / "1", "lib", "1.0.0", FILES), desk.said.append)
    other = make_wheel(desk.root / "2", "lib", "1.0.0", FILES | {"lib/core.py": b"other\n"})
    with pytest.raises(SourceUnavailable, match=r"v1\.0\.0 moved"):
        store.import_wheel(other, desk.said.append)
    assert store.known(Pin("v1.0.0")) == first


@pytest.mark.parametrize(
    ("name", "modes", "message"),
    [
        ("../evil.py", {}, "hazardous name"),
        ("lib/../../evil.py", {}, "hazardous name"),
        ("/etc/evil.py", {}, "hazardous name"),
        ("C:/evil.py", {}, "hazardous name"),
        ("lib\\evil.py", {}, "hazardous name"),
        ("lib/\x01evil.py", {}, "hazardous name"),
        ("lib/evil\n.py", {}, "hazardous name"),
        ("lib/.GIT/config", {}, "hazardous name"),
        ("lib/core.py/evil.py", {}, "both as a file and as a directory"),
    ],
)
def test_a_hazardous_wheel_is_refused_whole(
    desk: Desk, name: str, modes: dict[str, int], message: str
) -> None:
    wheel = make_wheel(desk.root / "w", "lib", "1.0.0", FILES | {name: b"evil"}, modes=modes)
    with pytest.raises(UserError, match=message):
        desk.store(SOURCE).import_wheel(wheel, desk.said.append)
    assert desk.store(SOURCE).known(Pin("v1.0.0")) is None


def test_a_name_with_a_nul_that_zipfile_cuts_is_refused(desk: Desk) -> None:
    wheel = make_wheel(desk.root / "w", "lib", "1.0.0", {"lib/a.py_evil": b"x"})
    wheel.write_bytes(wheel.read_bytes().replace(b"lib/a.py_evil", b"lib/a.py\0evil"))
    with pytest.raises(UserError, match="hazardous name"):
        desk.store(SOURCE).import_wheel(wheel, desk.said.append)


def test_links_are_left_out_and_doubles_refused(desk: Desk) -> None:
    links = make_wheel(
        desk.root / "w",
        "lib",
        "1.0.0",
        {"a.py": b"/etc/passwd", "b.py": b"b"},
        modes={"a.py": 0o120777},
    )
    desk.store(SOURCE).import_wheel(links, desk.said.append)
    assert desk.obtain(SOURCE, "v1.0.0").paths() == ("python/b.py",)
    double = make_wheel(desk.root / "w", "lib", "2.0.0", {"a.py": b"1"})
    with warnings.catch_warnings(), zipfile.ZipFile(double, "a") as archive:
        warnings.simplefilter("ignore", UserWarning)
        archive.writestr("a.py", b"2")
    with pytest.raises(UserError, match=r"'a.py' twice"):
        desk.store(SOURCE).import_wheel(double, desk.said.append)


def test_a_bomb_ends_before_it_unpacks(desk: Desk) -> None:
    bomb = make_wheel(desk.root / "w", "lib", "1.0.0", {"a.py": bytes(70_000_000)})
    with pytest.raises(UserError, match=r"a.py unpacks to 70,000,000 bytes"):
        desk.store(SOURCE).import_wheel(bomb, desk.said.append)
    understated = bomb.read_bytes().replace(struct.pack("<L", 70_000_000), struct.pack("<L", 7))
    bomb.write_bytes(understated)
    with pytest.raises(UserError, match="is damaged"):
        desk.store(SOURCE).import_wheel(bomb, desk.said.append)
    many = make_wheel(desk.root / "w", "lib", "2.0.0", {"a.so": b"x"})
    whole = many.read_bytes()
    at = whole.index(b"PK\x01\x02") + 24
    many.write_bytes(whole[:at] + struct.pack("<L", 2**32 - 2) + whole[at + 4 :])
    with pytest.raises(UserError, match="more than any release has"):
        desk.store(SOURCE).import_wheel(many, desk.said.append)


def test_a_damaged_wheel_or_another_file_leaves_the_store_as_it_was(desk: Desk) -> None:
    store = desk.store(SOURCE)
    wheel = make_wheel(desk.root / "w", "lib", "1.0.0", {"lib/a.py": bytes(range(1, 250)) * 99})
    whole = wheel.read_bytes()
    at = whole.index(b"lib/a.py") + 60
    for damaged in (whole[:-40], whole[:at] + b"\xff\xff\xff\xff" + whole[at + 4 :], b"no zip"):
        wheel.write_bytes(damaged)
        with pytest.raises(UserError, match=r"cannot import .*: .* is damaged"):
            store.import_wheel(wheel, desk.said.append)
    wheel.write_bytes(whole)
    for name, message in {
        "other-1.0.0-py3-none-any.whl": "is not lib 1.0.0",
        "lib-1.0.0.tar.gz": "not named as a wheel",
        "lib-main-py3-none-any.whl": "'vmain' is not a pin",
    }.items():
        path = wheel.parent / name
        path.write_bytes(whole)
        with pytest.raises(UserError, match=message):
            store.import_wheel(path, desk.said.append)
    with pytest.raises(UserError, match=r"cannot read .*No such file"):
        store.import_wheel(wheel.parent / "lib-3.0.0-py3-none-any.whl", desk.said.append)
    with pytest.raises(UserError, match="has no package"):
        desk.store(Source("x", "x.git", None)).import_wheel(wheel, desk.said.append)
    assert store.describe().revisions == ()
    assert store.check() == ()


def test_pip_brings_the_release_after_git_has_failed(desk: Desk, index: Path) -> None:
    make_wheel(index, "lib", "1.0.0", FILES, platform="cp311-cp311-manylinux_2_34_x86_64")
    source = Source("lib", "gone.git", "lib", "python", pin=Pin("v1.0.0"))
    path = "python/lib/core.py"
    snapshot = desk.obtain(source, "v1.0.0", [path])
    assert snapshot.blob(path).data == FILES["lib/core.py"]
    assert any("gone.git" in line and line.endswith("trying package lib") for line in desk.said)
    assert snapshot.revision.package_hash
    assert desk.obtain(source, "v1.0.0", [path], refresh=True).revision == snapshot.revision

    [commit] = build(
        desk.root / "gone.git", [{path: FILES["lib/core.py"], "docs/x.md": b"x"}], {"v1.0.0": 0}
    )
    whole = desk.obtain(source, "v1.0.0", [path, "docs/x.md"])
    assert (whole.revision.commit, whole.revision.complete) == (commit, True)
    assert whole.blob(path).id == snapshot.blob(path).id


def test_a_release_may_have_the_contents_that_the_git_origin_no_longer_gives(
    desk: Desk, index: Path
) -> None:
    make_wheel(index, "lib", "1.0.0", FILES)
    path = "python/lib/core.py"
    repository = desk.root / "lib.git"
    files = {path: FILES["lib/core.py"], "python/lib/other.py": b"not in the wheel"}
    [commit] = build(repository, [files], {"v1.0.0": 0})
    source = Source("lib", "lib.git", "lib", "python")
    desk.obtain(source, "v1.0.0")
    shutil.rmtree(repository)
    snapshot = desk.obtain(source, "v1.0.0", [path])
    assert snapshot.revision.commit == commit
    assert snapshot.blob(path).data == FILES["lib/core.py"]
    with pytest.raises(SourceUnavailable, match="package lib: did not supply 1 of the named files"):
        desk.obtain(source, "v1.0.0", list(files))


def test_what_pip_cannot_bring_is_said_in_one_line(
    desk: Desk, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_wheel(index, "lib", "1.0.0", FILES, platform="cp39-cp39-win_amd64")
    with pytest.raises(
        SourceUnavailable, match=r"pip finds no wheel of lib 1.0.0 for CPython 3.11"
    ):
        desk.obtain(SOURCE, "v1.0.0")
    with pytest.raises(SourceUnavailable, match="pin a release tag"):
        desk.obtain(SOURCE, "a" * 40)
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    with pytest.raises(SourceUnavailable, match="pip cannot reach the package index"):
        desk.obtain(SOURCE, "v2.0.0")


@pytest.mark.registry
def test_a_real_release_has_the_files_that_articles_cite(desk: Desk) -> None:
    source = Source("sglang", None, "sglang", "python")
    path = "python/sglang/srt/managers/scheduler.py"
    snapshot = desk.obtain(source, "v0.5.9", [path])
    assert snapshot.revision.commit == "099582fa6635a094e2c05a07f65f97b05fea5046"
    assert b"class Scheduler" in snapshot.blob(path).data
    assert len(snapshot.paths()) > 1500
