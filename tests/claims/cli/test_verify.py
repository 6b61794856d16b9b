"""`claims verify`: what is selected, at which revision, what is said, and where it goes."""

import json
from pathlib import Path

import pytest

from tests.claims.cli.conftest import Claims
from tests.claims.cli.project import REST, SHARE, WRONG, Project


def test_no_claim_file_is_an_error(project: Project, claims: Claims) -> None:
    ended = claims("verify")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"error: no claim file below {project.root}")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere", "error: nowhere: no such file or directory\n"),
        ("lib.git", "error: lib.git: no claim file here; claim files are named claims.yaml\n"),
        ("sources.yaml", "error: sources.yaml: not a claim file; "),
    ],
)
def test_a_path_without_claims_is_an_error(
    project: Project, claims: Claims, path: str, said: str
) -> None:
    project.claim(SHARE)
    ended = claims("verify", path)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(said)


def test_paths_and_only_choose(project: Project, claims: Claims) -> None:
    project.claim(SHARE, REST)
    article = project.claim(WRONG, name="a/claims.yaml").with_name("article.md")
    article.touch()
    assert claims("verify").out.splitlines()[-1].startswith("3 claims: 2 holds, 1 broken")
    assert claims("verify", "claims.yaml").status == 0
    for path in ("a", "a/claims.yaml", str(article)):
        assert claims("verify", path).out.splitlines()[-1] == "1 claim: 1 broken"
    chosen = claims("verify", "--only", "whole-shares", "--only", "rest-refuses-none")
    assert (chosen.status, chosen.out.splitlines()[-1][:17]) == (0, "2 claims: 2 holds")


def test_an_unknown_only_is_an_error_with_what_was_meant(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    ended = claims("verify", "--only", "whole-share")
    told = "error: no claim has the id 'whole-share'; did you mean 'whole-shares'?\n"
    assert (ended.status, ended.out, ended.err) == (2, "", told)


def test_only_does_not_hide_that_a_file_cannot_be_read(project: Project, claims: Claims) -> None:
    (project.root / "claims.yaml").write_text("claims:\n\t- id: whole-shares\n")
    ended = claims("verify", "--only", "whole-shares")
    assert ended.status == 2
    assert "claims.yaml:2:1: " in ended.out + ended.err


def test_at_checks_another_revision(project: Project, claims: Claims) -> None:
    project.claim(SHARE, REST)
    for revision in ("v1.1.0", project.second, project.second.upper()):
        ended = claims("verify", "--at", revision)
        assert ended.status == 1
        assert ended.out.splitlines()[-1] == "2 claims: 1 broken, 1 missing"
    assert claims("verify", "--at", "v1.0.0").status == 0


def test_at_what_can_move_is_refused_with_what_it_means_now(
    project: Project, claims: Claims
) -> None:
    project.claim(SHARE)
    for moving in ("main", "HEAD", project.second[:10]):
        ended = claims("verify", "--at", moving)
        assert (ended.status, ended.out) == (2, "")
        assert f"{moving} means {project.second} now" in ended.err
    assert claims("verify", "--at", "--upload-pack=touch x").status == 2
    assert not (project.root / "x").exists()


def test_at_and_locked_do_not_go_together(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    ended = claims("verify", "--at", "v1.1.0", "--locked")
    assert (ended.status, ended.out) == (2, "")
    assert "--locked is about the pins; it cannot go with --at" in ended.err


def test_offline_reads_what_is_at_hand(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    ended = claims("verify", "--offline")
    assert ended.status == 3
    assert "is not in the store" in ended.out
    assert claims("verify").status == 0
    assert claims("verify", "--offline").status == 0


def test_json_is_all_that_reaches_standard_output(project: Project, claims: Claims) -> None:
    project.claim(SHARE, WRONG)
    ended = claims("verify", "--format", "json")
    report = json.loads(ended.out)
    assert (report["version"], report["exit_status"], ended.status) == (2, 1, 1)
    assert report["counts"] == {"holds": 1, "broken": 1, "missing": 0, "unknown": 0, "invalid": 0}
    assert [item["id"] for item in report["claims"]] == ["whole-shares", "true-shares"]
    assert report["claims"][1]["findings"][0]["lines"] == [[7, 7]]
    assert ended.err.startswith(f"fetching {project.first} from lib.git\n")


def test_output_is_written_whole_and_only_after_the_work(project: Project, claims: Claims) -> None:
    report = project.root / "report.txt"
    report.write_text("before\n")
    assert claims("verify", "--output", "report.txt").status == 2
    assert report.read_text() == "before\n"
    project.claim(SHARE, WRONG)
    shown = claims("verify")
    written = claims("verify", "--output", "report.txt")
    assert (written.status, written.out) == (1, "")
    assert report.read_text() == shown.out
    assert [path.name for path in project.root.iterdir() if path.suffix == ".tmp"] == []


def test_output_that_cannot_be_written_is_the_users_error(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    ended = claims("verify", "--output", "nowhere/report.txt")
    assert (ended.status, ended.out) == (2, "")
    assert "error: cannot write " in ended.err
    assert ended.err.endswith("nowhere/report.txt: No such file or directory\n")


def test_output_goes_through_a_link(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    link, report = project.root / "link.txt", project.root / "report.txt"
    link.symlink_to(report.name)
    assert claims("verify", "--output", "link.txt").status == 0
    assert link.is_symlink()
    assert report.read_text() == claims("verify").out


def test_colour_only_where_it_is_asked_for(
    project: Project, claims: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.claim(WRONG)
    assert "\x1b[" not in claims("verify").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[31mbroken\x1b[0m" in claims("verify").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in claims("verify").out


def test_names_are_told_from_where_the_user_stands(
    project: Project, claims: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    path: Path = project.claim(WRONG, name="deep/er/claims.yaml")
    monkeypatch.chdir(path.parent)
    assert claims("verify").out.startswith("claims.yaml:2:5: broken: true-shares\n")
