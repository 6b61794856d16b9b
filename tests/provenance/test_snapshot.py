"""Reading: every kind of path, many files at once, and objects that are not what they say."""

import subprocess
import sys
import unicodedata
import zlib
from collections.abc import Callable

import pytest

from provenance.errors import SourceUnavailable
from provenance.identity import blob_id
from provenance.objects import LARGEST
from provenance.paths import BadPath, UnreadableFile, check_path
from provenance.snapshot import (
    LfsPointer,
    NoSuchFile,
    NotRegular,
    Snapshot,
    TooLarge,
)
from provenance.source import Source
from tests.provenance.conftest import Desk
from tests.provenance.repositories import Files, build, git, noise

POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n"
FILES: Files = {
    "a.py": b"import os\n",
    "empty.py": b"",
    "pack age/mod\xe9.py": b"x = 1\r\n\0",
    "pack age/deep/er/still.py": b"\xff\xfe",
    "link.py": "a.py",
    "linked": "pack age",
    "module": "c" * 40,
    "weights.bin": POINTER,
}


def snapshot_of(desk: Desk, files: Files) -> Snapshot:
    [pin] = build(desk.root / "lib.git", [files])
    return desk.obtain(Source("lib", "lib.git", None), pin, list(files))


def test_files_are_given_byte_for_byte_with_gits_own_ids(
    desk: Desk, read_all: Callable[[Snapshot], dict[str, bytes]]
) -> None:
    snapshot = snapshot_of(desk, {k: v for k, v in FILES.items() if k != "weights.bin"})
    regular = {k: v for k, v in FILES.items() if isinstance(v, bytes) and k != "weights.bin"}
    assert read_all(snapshot) == regular
    for path, data in regular.items():
        assert snapshot.blob(path).id == blob_id(data)
        assert snapshot.exists(path)


@pytest.mark.parametrize(
    ("path", "error", "message"),
    [
        ("link.py", NotRegular, "link.py is a symbolic link, not a file"),
        ("module", NotRegular, "module is a submodule"),
        ("pack age", NotRegular, "pack age is a directory"),
        ("weights.bin", LfsPointer, "Git LFS pointer"),
        ("linked/mod\xe9.py", NotRegular, "linked is a symbolic link, which is not followed"),
        ("pack age/deep/still.py", NoSuchFile, "did you mean pack age/deep/er/still.py"),
        ("pack age/deep/er/stil.py", NoSuchFile, "did you mean pack age/deep/er/still.py"),
        ("a.py/b.py", NoSuchFile, "there is no file 'a.py/b.py'$"),
        ("zzz", NoSuchFile, "there is no file 'zzz'$"),
        ("", BadPath, "empty"),
        ("/etc/passwd", BadPath, "absolute"),
        ("C:/x", BadPath, "absolute"),
        ("~/x", BadPath, "absolute"),
        ("a/../b", BadPath, "'..' part"),
        ("./a.py", BadPath, "'.'"),
        ("pack age//x", BadPath, "empty, "),
        ("a.py/", BadPath, "empty, "),
        ("a\\b", BadPath, "backslash"),
        ("a\nb", BadPath, "control character"),
        ("a\0b", BadPath, "control character"),
    ],
)
def test_a_path_that_gives_no_text_says_why(
    desk: Desk, path: str, error: type[UnreadableFile], message: str
) -> None:
    snapshot = snapshot_of(desk, FILES)
    with pytest.raises(error, match=message):
        snapshot.blob(path)
    if error is not BadPath:
        assert snapshot.exists(path) is (error is LfsPointer)


def test_a_file_too_large_for_source_is_passed_over_and_reading_goes_on(desk: Desk) -> None:
    snapshot = snapshot_of(desk, {"a.py": b"a", "big": bytes(LARGEST + 1), "fits": bytes(LARGEST)})
    with pytest.raises(TooLarge, match=f"{LARGEST + 1:,} bytes"):
        snapshot.blob("big")
    assert [len(blob.data) for blob in snapshot.blobs(["fits", "a.py"])] == [LARGEST, 1]


def test_many_files_larger_than_any_pipe_are_read_ahead_in_order(desk: Desk) -> None:
    files = {f"d{number % 7}/{number}.bin": noise(f"{number}", 30_000) for number in range(400)}
    snapshot = snapshot_of(desk, files)
    assert {blob.path: blob.data for blob in snapshot.blobs(files)} == files


def test_requests_that_overfill_a_pipe_do_not_block(desk: Desk) -> None:
    snapshot = snapshot_of(desk, {"a.bin": noise("a", 20_000)})
    asked = [snapshot._objects.ask(snapshot.blob("a.bin").id) for _ in range(4000)]
    assert {len(snapshot._objects.take(answer).data or b"") for answer in asked} == {20_000}


def test_reading_one_file_amid_many_and_leaving_off_keep_the_answers_apart(desk: Desk) -> None:
    files = {f"f{number}": b"%d" % number for number in range(200)}
    snapshot = snapshot_of(desk, files)
    inner = iter(snapshot.blobs(sorted(files)))
    for blob in snapshot.blobs(files):
        assert blob.data == files[blob.path]
        assert snapshot.blob("f7").data == b"7"
        other = next(inner, None)
        assert other is None or other.data == files[other.path]
        if blob.path == "f120":
            break
    assert snapshot.blob("f199").data == b"199"


def test_contents_that_do_not_match_their_id_are_never_given(desk: Desk) -> None:
    snapshot = snapshot_of(desk, {"a.py": b"honest\n"})
    snapshot._objects.close()
    store, name = snapshot._objects.directory, blob_id(b"honest\n")
    for pack in list(store.glob("objects/pack/*.pack")):
        moved = pack.rename(desk.root / pack.name)
        pack.with_suffix(".idx").unlink()
        with moved.open("rb") as stream:
            command = ["git", "-C", str(store), "unpack-objects", "-q"]
            subprocess.run(command, stdin=stream, check=True)
    loose = store / "objects" / name[:2] / name[2:]
    assert desk.store(Source("lib", "lib.git", None)).check() == ()
    loose.unlink()
    loose.write_bytes(zlib.compress(b"blob 7\0forged\n"))
    with pytest.raises(SourceUnavailable, match=f"damaged at object {name}"):
        snapshot.blob("a.py")
    assert any(name in line for line in desk.store(Source("lib", "lib.git", None)).check())


def test_a_tree_that_is_gone_is_damage_and_not_an_absent_file(desk: Desk) -> None:
    snapshot = snapshot_of(desk, {"package/a.py": b"a\n"})
    store = desk.store(Source("lib", "lib.git", None))
    packs = [path for path in store.directory.glob("objects/pack/pack-*") if path.is_file()]
    snapshot._objects.close()
    for path in packs:
        path.unlink()
    with pytest.raises(SourceUnavailable, match=r"damaged|claims source check"):
        Snapshot(snapshot.revision, store.objects).exists("package/a.py")


@pytest.mark.parametrize("path", ["a", "a/b.py", "a b/ü", "...", "-x", "a..b", ".github/x", "$(x)"])
def test_plain_paths_pass(path: str) -> None:
    assert check_path(path) == path


def test_the_first_parent_is_read_from_the_commit(desk: Desk) -> None:
    trees: list[Files] = [{"a.py": b"1\n"}, {"a.py": b"2\n"}]
    first, second = build(desk.root / "lib.git", trees)
    repository = desk.root / "lib.git"
    both = ("-p", second, "-p", first)
    merge = git(repository, "commit-tree", f"{second}^{{tree}}", *both, "-m", "parent " + "0" * 40)
    source = Source("lib", "lib.git", None)
    assert desk.obtain(source, second).parent() == first
    assert desk.obtain(source, merge).parent() == second
    with pytest.raises(SourceUnavailable, match=f"the commit {first} has no parent"):
        desk.obtain(source, first).parent()


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
HELD: Files = {
    "plain.py": b"run_batch()\n",
    "types.pyi": b"def run_batch(): ...\n",
    "longer.py": b"run_batches()\n",
    "bold.py": "\U0001d42bun_batch()\n".encode(),
    "wide.py": "run\uff3fbatch()\n".encode(),
    "ligature.py": "\ufb01t()\n".encode(),
    "none.py": b"run()\n",
    "comment.txt": b"run_batch\n",
    "b/deep.py": b"x.run_batch\n",
    "b/nul.py": b"\0run_batch\n",
    "be.py": b"run_batch\n",
}


def test_files_that_may_hold_an_identifier(desk: Desk) -> None:
    snapshot = snapshot_of(desk, HELD)
    found = snapshot.holding("run_batch", ("",))
    assert {"plain.py", "types.pyi", "bold.py", "wide.py", "b/deep.py", "b/nul.py"} <= {*found}
    assert list(found) == sorted(found)
    assert "none.py" not in found
    assert "comment.txt" not in found
    assert snapshot.holding("run_batch", ("b",)) == ("b/deep.py", "b/nul.py")
    assert snapshot.holding("run_batch", ("plain.py", "b")) == (
        "b/deep.py",
        "b/nul.py",
        "plain.py",
    )
    assert "ligature.py" in snapshot.holding("fit", ("",))
    assert snapshot.holding("nowhere_at_all", ("b",)) == ()


def test_every_other_spelling_of_a_letter_is_searched_for(desk: Desk) -> None:
    """All characters that Python reads as one of ASCII in an identifier; by unicodedata."""
    spelled = [
        chr(code)
        for code in range(128, sys.maxunicode + 1)
        if not 0xD800 <= code < 0xE000 and _is_ascii_part(chr(code))
    ]
    assert len(spelled) > 900
    pages = {f"p{number}.py": f"a{one}\n".encode() for number, one in enumerate(spelled)}
    snapshot = snapshot_of(desk, pages)
    assert set(snapshot.holding("nothing_of_this", ("",))) == set(pages)


def _is_ascii_part(one: str) -> bool:
    """Tell whether a character is, in an identifier, the same as letters of ASCII."""
    plain = unicodedata.normalize("NFKC", one)
    return f"a{one}".isidentifier() and all(letter in LETTERS for letter in plain)


def test_a_word_beyond_ascii_is_searched_in_every_file_beyond_ascii(desk: Desk) -> None:
    snapshot = snapshot_of(desk, {"a.py": "größe = 1\n".encode(), "b.py": b"size = 1\n"})
    assert snapshot.holding("größe", ("",)) == ("a.py",)
