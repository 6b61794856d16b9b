"""Which files are claim files, and under which names they are told of."""

from pathlib import Path

import pytest

from claims.discovery import claim_files, is_claim_file, load_documents
from provenance.errors import UserError
from tests.claims.specification import PROJECT
from tests.claims.wrongs import ONE

THERE = (
    "claims.yaml",
    "a/claims.yaml",
    "a/rank.claims.yaml",
    "a/b/claims.yaml",
    "old/xclaims.yaml",
    "old/claims.yml",
    ".git/claims.yaml",
    "venv/claims.yaml",
    "a/node_modules/claims.yaml",
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in THERE:
        path = tmp_path / "root" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(ONE)
    return tmp_path / "root"


def found(root: Path, *paths: str) -> list[str]:
    files = claim_files(root, [root / path for path in paths])
    return [file.relative_to(root).as_posix() for file in files]


def test_names() -> None:
    assert [name for name in THERE if is_claim_file(Path(name))] == [
        name for name in THERE if not name.startswith("old/")
    ]


def test_all_below_the_root_sorted_and_nobody_elses(root: Path) -> None:
    all_of_them = ["a/b/claims.yaml", "a/claims.yaml", "a/rank.claims.yaml", "claims.yaml"]
    assert found(root) == all_of_them
    assert found(root, ".") == all_of_them


def test_paths_choose_in_their_order_and_each_file_once(root: Path) -> None:
    assert found(root, "claims.yaml", "a/b") == ["claims.yaml", "a/b/claims.yaml"]
    assert found(root, "a/b/claims.yaml", "a/b", "a/b/../b") == ["a/b/claims.yaml"]


def test_an_article_stands_for_the_claims_beside_it(root: Path) -> None:
    (root / "a/rank.md").touch()
    (root / "old/rank.md").touch()
    assert found(root, "a/rank.md") == ["a/claims.yaml", "a/rank.claims.yaml"]
    with pytest.raises(UserError, match="not a claim file"):
        found(root, "old/rank.md")


def test_a_linked_directory_is_not_walked(root: Path) -> None:
    (root / "a/b/up").symlink_to(root)
    assert found(root, "a/b") == ["a/b/claims.yaml"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("none", "no such file or directory"),
        ("old", "no claim file here; claim files are named claims.yaml"),
        ("old/claims.yml", "not a claim file; those are named claims.yaml or *.claims.yaml"),
    ],
)
def test_a_path_that_gives_none_is_an_error(root: Path, path: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        found(root, "claims.yaml", path)
    assert str(caught.value) == f"{root / path}: {said}"


def test_names_in_messages_start_where_the_user_stands(root: Path) -> None:
    files = [root / "a/claims.yaml", root / "claims.yaml"]
    shown = [item.path for item in load_documents(files, PROJECT, root / "a")]
    assert shown == ["claims.yaml", str(root / "claims.yaml")]
    (document,) = load_documents(files[:1], PROJECT, root)
    assert (document.path, str(document.claims[0].location)) == (
        "a/claims.yaml",
        "a/claims.yaml:2:5",
    )


def test_the_article_that_a_file_names_must_be_there(root: Path) -> None:
    file = root / "a/claims.yaml"
    file.write_text(f"article: article.md\n{ONE}")
    (document,) = load_documents([file], PROJECT, root)
    (problem,) = document.problems
    assert str(problem).startswith("a/claims.yaml:1:1: the article 'article.md' is not there")
    (root / "a/article.md").touch()
    assert load_documents([file], PROJECT, root)[0].problems == ()


def test_a_file_that_cannot_be_read_is_the_users_error(root: Path) -> None:
    (root / "x.claims.yaml").mkdir()
    with pytest.raises(UserError, match="Is a directory"):
        load_documents([root / "x.claims.yaml"], PROJECT, root)
