import subprocess

import pytest

from provenance.identity import blob_id, object_id, permalink, swhid

REVISION = "v0.5.21"


def test_blob_ids_are_gits() -> None:
    for data in (b"", b"x = 1\r\n", bytes(range(256))):
        command = ["git", "hash-object", "--stdin"]
        told = subprocess.run(command, input=data, capture_output=True, check=True).stdout
        assert blob_id(data) == told.decode().strip()


def test_ids_of_a_sha256_repository_and_swhids() -> None:
    assert object_id("blob", b"", 64).startswith("473a0f4c3be8a936")
    assert swhid(blob_id(b"")) == "swh:1:cnt:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


@pytest.mark.parametrize(
    ("repository", "expected"),
    [
        ("https://github.com/o/r", "https://github.com/o/r/blob/v0.5.21/a/b%20%23.py#L3-L9"),
        ("https://github.com/o/r.git/", "https://github.com/o/r/blob/v0.5.21/a/b%20%23.py#L3-L9"),
        ("git@github.com:o/r.git", "https://github.com/o/r/blob/v0.5.21/a/b%20%23.py#L3-L9"),
        ("ssh://git@github.com/o/r", "https://github.com/o/r/blob/v0.5.21/a/b%20%23.py#L3-L9"),
        ("https://gitlab.com/g/s/r", "https://gitlab.com/g/s/r/-/blob/v0.5.21/a/b%20%23.py#L3-9"),
        ("https://gitee.com/o/r", "https://gitee.com/o/r/blob/v0.5.21/a/b%20%23.py#L3-L9"),
        ("https://elsewhere.example/o/r", None),
        ("https://github.com/o", None),
        (
            "https://gitlab.example/o/r",
            "https://gitlab.example/o/r/-/blob/v0.5.21/a/b%20%23.py#L3-9",
        ),
        ("../r", None),
        ("/srv/git/r", None),
        ("file:///srv/r", None),
        (None, None),
    ],
)
def test_permalinks(repository: str | None, expected: str | None) -> None:
    assert permalink(repository, REVISION, "a/b #.py", 3, 9) == expected


def test_a_permalink_to_one_line_or_to_the_file() -> None:
    link = "https://github.com/o/r/blob/v0.5.21/a.py"
    assert permalink("https://github.com/o/r", REVISION, "a.py") == link
    assert permalink("https://github.com/o/r", REVISION, "a.py", 4) == f"{link}#L4"
    assert permalink("https://github.com/o/r", REVISION, "a.py", 4, 4) == f"{link}#L4"
