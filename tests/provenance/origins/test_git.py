"""The git origin against a real server on loopback, and against repositories on this machine."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from provenance.errors import SourceUnavailable
from provenance.identity import blob_id
from provenance.source import Source
from provenance.store import TagMoved
from tests.provenance.conftest import Desk
from tests.provenance.gitserver import GitServer
from tests.provenance.repositories import build, git, noise

NAMED = [f"package/part{number % 5}/module{number}.py" for number in range(50)]
RUN = """
import sys
import threading
from pathlib import Path
from provenance.source import Pin, Source
from provenance.obtaining import obtain
from provenance.store import Store
source = Source("lib", sys.argv[2], None)
with Store.open(source, Path(sys.argv[1])) as store:
    say = lambda line: print(line, flush=True)
    found = obtain(source, Pin(sys.argv[3]), ["a.py"], store, offline=False, say=say)
    print(found.blob("a.py").data.decode())
"""


def filters(repository: Path, *, ids: bool = True) -> None:
    """Configure a served repository as the large hosts do."""
    git(repository, "config", "uploadpack.allowFilter", "true")
    git(repository, "config", "uploadpack.allowAnySHA1InWant", "true" if ids else "false")


def files_below(directory: Path) -> dict[str, bytes]:
    """Give the contents of all files, to compare a store before and after."""
    return {str(path): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


def start(desk: Desk, url: str, pin: str) -> "subprocess.Popen[str]":
    """Obtain `a.py` in a process of its own."""
    command = [sys.executable, "-c", RUN, str(desk.root), url, pin]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_one_commit_and_fifty_files_cost_two_fetches_and_little_of_a_clone(
    desk: Desk, server: GitServer
) -> None:
    history = [{"data.bin": noise(f"{number}", 250_000)} for number in range(30)]
    sources = {path: f"def f():\n    return {path!r}\n".encode() for path in NAMED}
    repository = server.root / "lib.git"
    *_, pin, _ = build(repository, [*history, sources, {"later.py": b"later\n"}])
    filters(repository)
    source = Source("lib", server.url("lib.git"), None)

    snapshot = desk.obtain(source, pin, NAMED)
    assert [blob.data for blob in snapshot.blobs(NAMED)] == list(sources.values())
    fetches, sent = server.fetches, server.sent
    assert fetches == 2

    server.forget()
    git(desk.root, "clone", "-q", "--bare", source.repository or "", "whole.git")
    assert sent * 100 < server.sent

    server.forget()
    again = desk.obtain(source, pin, NAMED)
    assert again.blob(NAMED[0]).id == blob_id(sources[NAMED[0]])
    assert server.fetches == server.sent == 0


def test_the_stores_own_settings_never_name_an_origin(desk: Desk, server: GitServer) -> None:
    [pin] = build(server.root / "lib.git", [{"a.py": b"a\n", "b.py": b"b\n"}])
    filters(server.root / "lib.git")
    snapshot = desk.obtain(Source("lib", server.url("lib.git"), None), pin, ["a.py"])
    store = snapshot._objects.directory
    assert "remote" not in (store / "config").read_text()
    server.forget()
    with pytest.raises(SourceUnavailable, match="claims source fetch"):
        snapshot.blob("b.py")
    assert server.sent == 0


def test_a_server_without_filters_gives_the_whole_tree_at_once(
    desk: Desk, server: GitServer
) -> None:
    _, pin = build(server.root / "lib.git", [{"a.py": b"1\n"}, {"a.py": b"2\n", "b.py": b"b\n"}])
    snapshot = desk.obtain(Source("lib", server.url("lib.git"), None), pin, ["a.py"])
    assert snapshot.blob("a.py").data == b"2\n"
    assert server.fetches == 1


@pytest.mark.parametrize("filtering", [True, False])
def test_a_server_of_the_old_protocol_that_serves_no_ids_gives_all_its_branches(
    desk: Desk, server: GitServer, *, filtering: bool
) -> None:
    pin, _ = build(server.root / "lib.git", [{"a.py": b"1\n"}, {"a.py": b"2\n"}])
    if filtering:
        filters(server.root / "lib.git", ids=False)
    server.old_protocol = True
    source = Source("lib", server.url("lib.git"), None)
    assert desk.obtain(source, pin, ["a.py"]).blob("a.py").data == b"1\n"
    assert any("serves no single commits" in line for line in desk.said)
    with pytest.raises(SourceUnavailable, match=f"not a commit|has no commit {'a' * 40}"):
        desk.obtain(source, "a" * 40)


def test_tags_of_both_kinds_come_to_the_same_commit(desk: Desk, server: GitServer) -> None:
    repository = server.root / "lib.git"
    pin, _ = build(repository, [{"a.py": b"1\n"}, {"a.py": b"2\n"}], {"v1.0.0": 0})
    git(repository, "tag", "-a", "-m", "one", "v1.0.1", pin)
    filters(repository)
    source = Source("lib", server.url("lib.git"), None)
    for tag in ("v1.0.0", "v1.0.1"):
        snapshot = desk.obtain(source, tag, ["a.py"])
        assert (snapshot.revision.commit, snapshot.revision.origin) == (pin, "git")
        assert snapshot.blob("a.py").data == b"1\n"
    store = desk.store(source).directory
    assert git(store, "for-each-ref", "refs/claims/incoming", "refs/tags", "refs/heads") == ""


def test_a_tag_that_moved_is_an_error_and_never_an_update(desk: Desk, server: GitServer) -> None:
    repository = server.root / "lib.git"
    first, second = build(repository, [{"a.py": b"1\n"}, {"a.py": b"2\n"}], {"v1.0.0": 0})
    source = Source("lib", server.url("lib.git"), None)
    desk.obtain(source, "v1.0.0", ["a.py"])
    desk.obtain(source, "v1.0.0", ["a.py"], refresh=True)
    git(repository, "tag", "-f", "v1.0.0", second)
    with pytest.raises(TagMoved, match=first):
        desk.obtain(source, "v1.0.0", ["a.py"], refresh=True)
    assert desk.obtain(source, "v1.0.0", ["a.py"]).blob("a.py").data == b"1\n"


def test_what_an_origin_lacks_is_said_plainly(desk: Desk, server: GitServer) -> None:
    repository = server.root / "lib.git"
    [commit] = build(repository, [{"a.py": b"1\n"}])
    git(repository, "tag", "-a", "-m", "one", "v1.0.0", commit)
    git(repository, "tag", "v2.0.0", f"{commit}:a.py")
    source = Source("lib", server.url("lib.git"), None)
    tag_id = git(repository, "rev-parse", "v1.0.0")
    for pin, message in {
        "v9.9.9": "has no tag v9.9.9",
        "b" * 40: f"has no commit {'b' * 40}",
        tag_id: f"is a tag's id; write the commit's: {commit}",
        "v2.0.0": "v2.0.0 is not a commit, nor a tag of one",
    }.items():
        with pytest.raises(SourceUnavailable, match=message):
            desk.obtain(source, pin)
    with pytest.raises(SourceUnavailable, match="not found"):
        desk.obtain(Source("lib", server.url("other.git"), None), commit)


def test_a_server_that_dies_half_way_leaves_the_store_as_it_was(
    desk: Desk, server: GitServer
) -> None:
    repository = server.root / "lib.git"
    large = noise("a", 200_000)
    first, second = build(repository, [{"a.py": b"1\n"}, {"a.py": large}])
    source = Source("lib", server.url("lib.git"), None)
    store = desk.obtain(source, first, ["a.py"])._objects.directory
    before = files_below(store)
    for cut in (40, 100, 50_000):
        server.cut_after = cut
        with pytest.raises(SourceUnavailable, match=r"127\.0\.0\.1"):
            desk.obtain(source, second, ["a.py"])
    server.cut_after = None
    with desk.store(source).lock(desk.said.append):
        assert files_below(store) == before
    assert desk.obtain(source, second, ["a.py"]).blob("a.py").data == large
    assert desk.store(source).check() == ()


def test_a_server_that_gives_another_commit_is_not_believed(desk: Desk, server: GitServer) -> None:
    repository = server.root / "lib.git"
    honest, lie = build(repository, [{"a.py": b"1\n"}, {"a.py": b"2\n"}])
    source = Source("lib", server.url("lib.git"), None)
    desk.obtain(source, lie)
    server.replay = server.last_fetch
    with pytest.raises(SourceUnavailable, match=honest):
        desk.obtain(source, honest)
    assert desk.store(source).known(desk.obtain(source, lie).revision.pin) is not None


def test_two_processes_on_one_store_fetch_once(desk: Desk, server: GitServer) -> None:
    [pin] = build(server.root / "lib.git", [{"a.py": b"shared"}])
    filters(server.root / "lib.git")
    running = [start(desk, server.url("lib.git"), pin) for _ in range(3)]
    for process in running:
        out, complaint = process.communicate(timeout=60)
        assert (process.returncode, complaint) == (0, "")
        assert out.endswith("shared\n")
    assert server.fetches == 2


def test_a_process_killed_in_mid_fetch_leaves_nothing_in_the_way(
    desk: Desk, server: GitServer
) -> None:
    [pin] = build(server.root / "lib.git", [{"a.py": b"alive"}])
    server.hang = threading.Event()
    victim = start(desk, server.url("lib.git"), pin)
    assert server.hanging.wait(30)
    victim.kill()
    victim.communicate(timeout=30)
    successor = start(desk, server.url("lib.git"), pin)
    assert successor.stdout is not None
    assert successor.stdout.readline().startswith("waiting for a git of a run that was killed")
    server.hang.set()
    out, _ = successor.communicate(timeout=60)
    assert out.endswith("alive\n")


def test_what_a_killed_git_left_is_cleared_away(
    desk: Desk, server: GitServer, hermetic: Path
) -> None:
    [pin] = build(server.root / "lib.git", [{"a.py": b"alive"}])
    with desk.store(Source("lib", server.url("lib.git"), None)).lock(desk.said.append):
        pass
    [store] = hermetic.glob("*.git")
    (store / "shallow.lock").touch()
    (store / "objects" / "pack" / "tmp_pack_left").write_bytes(b"half")
    source = Source("lib", server.url("lib.git"), None)
    assert desk.obtain(source, pin, ["a.py"]).blob("a.py").data == b"alive"
    assert not list(store.rglob("tmp_*")) and not list(store.rglob("*.lock"))


def test_a_server_that_never_answers_ends_in_bounded_time(
    desk: Desk, server: GitServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    [pin] = build(server.root / "lib.git", [{"a.py": b"1\n"}])
    server.hang = threading.Event()
    monkeypatch.setenv("CLAIMS_FETCH_TIMEOUT", "0.5")
    with pytest.raises(SourceUnavailable, match=r"not done within 0.5 s; CLAIMS_FETCH_TIMEOUT"):
        desk.obtain(Source("lib", server.url("lib.git"), None), pin)
    monkeypatch.setenv("CLAIMS_FETCH_TIMEOUT", "soon")
    with pytest.raises(SourceUnavailable, match="'soon' is not a number"):
        desk.obtain(Source("lib", server.url("lib.git"), None), pin)


def test_a_local_repository_gives_any_commit_it_has(desk: Desk) -> None:
    pin, _ = build(desk.root / "lib.git", [{"a.py": b"1\n", "b.py": b"b\n"}, {"a.py": b"2\n"}])
    for repository in (
        "lib.git",
        "./lib.git",
        str(desk.root / "lib.git"),
        f"file://{desk.root}/lib.git",
    ):
        snapshot = desk.obtain(Source("lib", repository, None), pin, ["a.py"])
        assert snapshot.blob("a.py").data == b"1\n"
        assert desk.store(Source("lib", repository, None)).lacking(snapshot, ["b.py"])


def test_a_shallow_and_a_partial_clone_serve_what_they_have_and_fetch_nothing(
    desk: Desk, server: GitServer
) -> None:
    repository = server.root / "lib.git"
    first, pin = build(repository, [{"a.py": b"1\n"}, {"a.py": b"2\n"}])
    filters(repository)
    url = server.url("lib.git")
    git(desk.root, "clone", "-q", "--bare", "--depth=1", url, "shallow.git")
    git(desk.root, "clone", "-q", "--bare", "--filter=blob:none", url, "partial.git")
    shallow, partial = Source("s", "shallow.git", None), Source("p", "partial.git", None)
    assert desk.obtain(shallow, pin, ["a.py"]).blob("a.py").data == b"2\n"
    with pytest.raises(SourceUnavailable, match=f"has no commit {first}"):
        desk.obtain(shallow, first, ["a.py"])
    server.forget()
    assert desk.obtain(partial, first).exists("a.py")
    with pytest.raises(SourceUnavailable, match=r"partial\.git"):
        desk.obtain(partial, first, ["a.py"])
    assert server.fetches == 0


def test_a_surrounding_git_does_not_lead_astray(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    [pin] = build(desk.root / "lib.git", [{"a.py": b"1\n"}])
    build(desk.root / "other.git", [{"a.py": b"wrong\n"}])
    for name in ("GIT_DIR", "GIT_OBJECT_DIRECTORY", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
        monkeypatch.setenv(name, str(desk.root / "other.git"))
    assert desk.obtain(Source("lib", "lib.git", None), pin, ["a.py"]).blob("a.py").data == b"1\n"


def test_hooks_and_transports_of_the_users_settings_do_not_run(desk: Desk) -> None:
    [pin] = build(desk.root / "lib.git", [{"a.py": b"1\n"}])
    hooks = desk.root / "hooks"
    hooks.mkdir()
    for name in ("reference-transaction", "post-index-change"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {desk.root}/ran\n")
        (hooks / name).chmod(0o755)
    home = Path(os.environ["HOME"])
    helper = f"ext::sh -c 'touch {desk.root}/ran'"
    (home / ".gitconfig").write_text(
        f'[core]\n\thooksPath = {hooks}\n[url "{helper}"]\n\tinsteadOf = http://moved.localhost/\n'
        "[protocol]\n\tallow = always\n"
    )
    desk.obtain(Source("lib", "lib.git", None), pin, ["a.py"])
    with pytest.raises(SourceUnavailable, match="transport 'ext' not allowed"):
        desk.obtain(Source("lib", "http://moved.localhost/x", None), pin, ["a.py"])
    assert not (desk.root / "ran").exists()


def test_a_tree_with_submodules_is_no_obstacle(desk: Desk, server: GitServer) -> None:
    modules = b'[submodule "m"]\n\tpath = m\n\turl = ../m\n'
    [pin] = build(server.root / "lib.git", [{".gitmodules": modules, "m": "c" * 40, "a.py": b"a"}])
    filters(server.root / "lib.git")
    source = Source("lib", server.url("lib.git"), None)
    assert desk.obtain(source, pin, ["a.py", "m"]).blob("a.py").data == b"a"
    assert desk.store(source).check() == ()


@pytest.mark.parametrize("default", ["sha1", "sha256"])
def test_the_kind_of_ids_follows_the_pin_and_not_the_users_default(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, default: str
) -> None:
    [short] = build(desk.root / "short.git", [{"package/a.py": b"1\n"}], {"v1.0.0": 0})
    monkeypatch.setenv("GIT_DEFAULT_HASH", "sha256")
    [long] = build(desk.root / "long.git", [{"package/a.py": b"2\n"}])
    monkeypatch.setenv("GIT_DEFAULT_HASH", default)
    assert len(long) == 64
    for repository, pin, data in (
        ("short.git", short, b"1\n"),
        ("short.git", "v1.0.0", b"1\n"),
        ("long.git", long, b"2\n"),
    ):
        snapshot = desk.obtain(Source("lib", repository, None), pin, ["package/a.py"])
        assert snapshot.blob("package/a.py").data == data
    with pytest.raises(SourceUnavailable, match=r"long\.git"):
        desk.obtain(Source("other", "long.git", None), "v1.0.0")
