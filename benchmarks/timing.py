"""Two commands timed in turn, whole processes, and their ratio pair by pair."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple


class Run(NamedTuple):
    """One run of a command: seconds on the wall, and peak memory in MB of its largest process."""

    seconds: float
    memory: float


class Ratio(NamedTuple):
    """Medians over the pairs."""

    ours: float
    floor: float
    ratio: float
    memory: float

    def __str__(self) -> str:
        """Give the figures on one line."""
        memory = f", peak {self.memory:.0f} MB" if self.memory else ""
        ours, floor = self.ours * 1000, self.floor * 1000
        return f"{ours:8.1f} ms / {floor:8.1f} ms = {self.ratio:.2f}{memory}"


def run(command: Sequence[str], given: bytes, environment: Mapping[str, str], at: Path) -> Run:
    """Run a command to its end; it must end well."""
    began = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment, cwd=at
    ) as process:
        assert process.stdin is not None
        process.stdin.write(given)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with status {process.returncode}")
    return Run(seconds, usage.ru_maxrss / 1024)


def compare(ours: Callable[[], Run], floor: Callable[[], Run], pairs: int) -> Ratio:
    """Time two things in turn, after one warm-up of each."""
    ours()
    floor()
    runs = [(ours(), floor()) for _ in range(pairs)]
    return Ratio(
        statistics.median(a.seconds for a, _ in runs),
        statistics.median(b.seconds for _, b in runs),
        statistics.median(a.seconds / b.seconds for a, b in runs),
        max(a.memory for a, _ in runs),
    )
