"""What is outside of the subset, or too much, ends as such: named, placed, soon, and never run."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.provenance.evaluation.hostile import CASES, Ended, source_of

ROOT = Path(__file__).resolve().parents[3]
_SECONDS = 2  # promised of every function, however hostile; most take a thousandth of that
_BYTES = 100 * 2**20


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Ended]]:
    """Evaluate all of them in a process of their own, whose memory is measured."""
    folder = tmp_path_factory.mktemp("hostile")
    command = [sys.executable, "-m", "tests.provenance.evaluation.hostile"]
    done = subprocess.run(
        command,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    found = [msgspec.json.decode(line, type=Ended) for line in done.stdout.splitlines()]
    return folder, {ended.name: ended for ended in found}


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_function_is_refused_with_construct_and_line(
    endings: tuple[Path, dict[str, Ended]], name: str
) -> None:
    ended = endings[1][name]
    assert ended.construct
    assert 1 <= ended.line <= source_of(CASES[name]).count("\n")
    assert ended.seconds < _SECONDS
    assert ended.grown < _BYTES


def test_nothing_was_run(endings: tuple[Path, dict[str, Ended]]) -> None:
    assert set(endings[1]) == set(CASES)
    assert list(endings[0].iterdir()) == []


def test_all_of_them_together_stay_within_what_one_may_take(
    endings: tuple[Path, dict[str, Ended]],
) -> None:
    """A peak hides lower ones after it; the sum of the growth hides none."""
    assert sum(ended.grown for ended in endings[1].values()) < _BYTES


def test_there_are_many() -> None:
    assert len(CASES) >= 40
