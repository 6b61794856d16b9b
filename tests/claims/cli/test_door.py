"""Each exit status through the real command, and that no traceback reaches anyone."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from provenance.source import Pin, Source
from provenance.store import Store
from tests.claims.cli.conftest import Claims
from tests.claims.cli.project import CODE, REST, SHARE, WRONG, Project

INVALID = SHARE.replace("total // parts", "total //").replace("whole", "bad")
FAULT = "import claims.discovery\n\n\ndef claim_files(*_):\n    raise KeyError('inner')\n\n\n"
FAULT += "claims.discovery.claim_files = claim_files\n"


def test_0_where_all_hold(project: Project) -> None:
    project.claim(SHARE, REST)
    ended = project.command("verify")
    assert (ended.status, ended.out.splitlines()[-1]) == (
        0,
        "2 claims: 2 holds",
    )


def test_1_where_a_claim_does_not_hold(project: Project) -> None:
    project.claim(SHARE, WRONG)
    ended = project.command("verify")
    assert ended.status == 1
    assert ended.out.startswith("claims.yaml:8:5: broken: true-shares\n")


def test_2_where_the_command_line_or_a_file_is_wrong(project: Project) -> None:
    assert project.command("verify").status == 2
    project.claim(INVALID)
    assert project.command("verify").status == 2
    unknown = project.command("verify", "--frmat", "json")
    assert (unknown.status, unknown.out) == (2, "")
    assert "--format" in unknown.err


def test_3_where_a_source_cannot_be_had(project: Project) -> None:
    project.claim(SHARE)
    project.pin_to(project.first, "elsewhere.git")
    ended = project.command("verify")
    assert ended.status == 3
    assert f"lib {project.first}: not obtained, 1 claim not checked: cannot obtain" in ended.out


def test_4_for_a_fault_of_ours_with_a_log_to_report(project: Project, hermetic: Path) -> None:
    ahead = project.root / "ahead"
    ahead.mkdir()
    (ahead / "sitecustomize.py").write_text(FAULT)
    ended = project.command("verify", ahead=ahead)
    log = hermetic / "claims.log"
    told = f"a fault of this program, please report it with {log}: KeyError: 'inner'\n"
    assert (ended.status, ended.out, ended.err) == (4, "", told)
    assert "Traceback (most recent call last):" in log.read_text()


def test_4_is_told_though_no_log_can_be_written(
    project: Project, claims: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise KeyError("inner")

    (project.root / "file").touch()
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(project.root / "file" / "cache"))
    monkeypatch.setattr("claims.cli.common.find_root", fail)
    ended = claims("verify")
    assert (ended.status, ended.err) == (4, "a fault of this program: KeyError: 'inner'\n")


def test_130_where_the_user_interrupts_a_wait(project: Project) -> None:
    project.claim(SHARE)
    source = Source("lib", "lib.git", None, pin=Pin(project.first))
    with (
        Store.open(source, project.root) as store,
        store.lock(print),
        project.start("verify") as process,
    ):
        assert process.stderr is not None
        waiting = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert waiting.startswith("waiting for another process that is fetching lib (lock file ")
    assert (process.returncode, out, err.strip()) == (130, "", "interrupted")


def test_a_run_goes_on_when_the_other_process_ends(project: Project, hermetic: Path) -> None:
    project.claim(SHARE)
    source = Source("lib", "lib.git", None, pin=Pin(project.first))
    with Store.open(source, project.root) as store:
        path = store.directory.with_suffix(".lock")
    hermetic.mkdir()
    with FileLock(path):
        process = project.start("verify")
        assert process.stderr is not None
        assert process.stderr.readline().startswith("waiting for another process")
    with process:
        out, _ = process.communicate(timeout=60)
    assert (process.returncode, out.splitlines()[-1][:8]) == (0, "1 claim:")


def test_the_most_incomplete_answer_gives_the_status(project: Project, claims: Claims) -> None:
    """Where several apply: 2 before 3 before 1."""
    gone = f"pin: {project.first[::-1]}\n"
    project.claim(WRONG)
    project.claim(REST, name="gone/claims.yaml", head=gone)
    assert claims("verify").status == 3
    project.claim(INVALID, name="bad/claims.yaml")
    ended = claims("verify")
    assert ended.status == 2
    assert "true-shares" in ended.out
    assert "not obtained" in ended.out


def test_a_reader_that_goes_away_gets_no_traceback(project: Project) -> None:
    many = [SHARE.replace("whole", f"whole-{number}") for number in range(4000)]
    project.claim(*many)
    with project.start("list") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("claims.yaml  lib")
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read()
    assert said == ""


@pytest.mark.parametrize("arguments", [("--help",), ("verify", "-h"), ("source", "--help")])
def test_help_is_told_without_git_or_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(CODE))
    command = [sys.executable, "-m", "claims", *arguments]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("Usage: claims ")
    assert "\\b" not in told.stdout


def test_outside_of_a_project_it_is_told_what_to_write(
    claims: Claims, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = claims("verify")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"error: no sources.yaml in {tmp_path} or above it; write one")


def test_an_unknown_command_is_told_with_what_was_meant(claims: Claims) -> None:
    ended = claims("verfy")
    assert ended.status == 2
    assert "no command 'verfy'; did you mean 'verify'?" in ended.err
