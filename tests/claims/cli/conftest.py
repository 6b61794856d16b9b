"""What the tests of the command line share: a project to stand in, and the command."""

from collections.abc import Callable
from pathlib import Path

import pytest

from claims.cli.door import run
from tests.claims.cli.project import Ended, Project

Claims = Callable[..., Ended]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Give a project that is the current directory."""
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.chdir(root)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return Project(root)


@pytest.fixture
def claims(project: Project, capsys: pytest.CaptureFixture[str]) -> Claims:
    """Give the command line in this process: `claims("verify", "--at", "v1.1.0")`."""
    del project

    def command(*arguments: str) -> Ended:
        capsys.readouterr()
        status = run(list(arguments))
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Ended(status, said.out, said.err)

    return command
