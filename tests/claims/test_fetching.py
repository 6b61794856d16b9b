"""Claims that need files they do not name: fetched from a real server, together, and only once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from claims.model import Verdict
from provenance.source import Pin, Project, Source
from tests.claims.desk import Desk, claims, verdicts
from tests.claims.test_bases import written
from tests.provenance.gitserver import GitServer
from tests.provenance.repositories import build, git, noise

BASE = b"""\
class Base:
    def run(self):
        return 0
"""
WORKER = b"""\
from lib.base import Base

class Worker(Base):
    def run(self):
        return 1
"""
TOP = b"""\
from lib.workers import Worker

class Scheduler:
    def __init__(self):
        self.worker = Worker()

    def step(self):
        return self.worker.run()
"""
OTHERS = {f"lib/other{n}.py": b"def f%d():\n    return %d\n" % (n, n) for n in range(40)}
TREE = {
    **OTHERS,
    "lib/__init__.py": b"",
    "lib/base.py": BASE,
    "lib/workers/__init__.py": b"from lib.workers.worker import Worker\n",
    "lib/workers/worker.py": WORKER,
    "lib/top.py": TOP,
    "weights.bin": noise("weights", 200_000),
}
PATH = written(
    "path",
    file="lib/top.py",
    symbol="Scheduler.step",
    path="[lib/workers/worker.py::Worker.run]",
)
OVERRIDES = written(
    "overrides",
    file="lib/workers/worker.py",
    symbol="Worker.run",
    expect="{overrides: Base}",
)
CALLED = written(
    "called",
    file="lib/workers/worker.py",
    symbol="Worker.run",
    expect='{called_by: {only: ["lib/top.py::Scheduler.step"]}}',
)


class Served:
    """A desk whose source is on a server."""

    def __init__(self, root: Path, server: GitServer) -> None:
        self.desk = Desk(root)
        self.server = server
        repository = server.root / "far.git"
        (self.pin,) = build(repository, [TREE])
        git(repository, "config", "uploadpack.allowFilter", "true")
        git(repository, "config", "uploadpack.allowAnySHA1InWant", "true")
        source = Source("far", server.url("far.git"), None, pin=Pin(self.pin))
        self.desk.project = Project(root, {"far": source})

    def away(self) -> None:
        """Let the server have nothing any more."""
        (self.server.root / "far.git").rename(self.server.root / "away.git")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    root = tmp_path / "served"
    root.mkdir()
    with GitServer(root) as server:
        yield Served(tmp_path, server)


def test_what_a_path_needs_is_fetched_and_nothing_else(served: Served) -> None:
    report = served.desk.verify(claims(PATH, OVERRIDES))
    assert verdicts(report) == {"path": "holds", "overrides": "holds"}, report
    assert served.server.fetches <= 5
    assert served.server.sent < 20_000
    served.server.forget()
    assert verdicts(served.desk.verify(claims(PATH, OVERRIDES))) == verdicts(report)
    assert served.server.fetches == 0


def test_a_search_fetches_its_files_in_one_go(served: Served) -> None:
    report = served.desk.verify(claims(CALLED))
    assert verdicts(report) == {"called": "holds"}, report
    (finding,) = [
        item for item in report.results[0].judgement.findings if "nobody" in item.expected
    ]
    assert finding.found.startswith("searched lib/workers; ")
    assert served.server.fetches <= 4
    assert served.server.sent < 40_000


def test_the_verdict_does_not_depend_on_what_is_at_hand(served: Served) -> None:
    """One claim at a time, in any order, and all at once: the same judgements."""
    alone = {}
    for item in (CALLED, OVERRIDES, PATH):
        (result,) = served.desk.verify(claims(item)).results
        alone[result.claim.id] = result.judgement
    together = served.desk.verify(claims(PATH, OVERRIDES, CALLED)).results
    assert {result.claim.id: result.judgement for result in together} == alone
    assert {item.verdict for item in alone.values()} == {Verdict.HOLDS}


def test_offline_a_file_that_is_wanted_later_leaves_only_its_claim_open(served: Served) -> None:
    near = written("near", file="lib/top.py", expect="{contains: self.worker.run()}")
    assert verdicts(served.desk.verify(claims(near))) == {"near": "holds"}
    called = "{called_by: {only: [], within: lib}}"
    far = written("far", file="lib/top.py", symbol="Scheduler.step", expect=called)
    report = served.desk.verify(claims(far, near), offline=True)
    assert verdicts(report) == {"near": "holds"}
    (failure,) = report.failures
    assert (failure.claims, report.exit_status) == (1, 3)
    assert "lacks 44 of the named files" in failure.reason
    assert verdicts(served.desk.verify(claims(far, near))) == {"far": "holds", "near": "holds"}


def test_a_server_that_goes_away_in_between_is_told_and_nothing_is_guessed(served: Served) -> None:
    near = written("near", file="lib/top.py", expect="{contains: Worker()}")
    served.desk.verify(claims(near))
    served.away()
    report = served.desk.verify(claims(PATH, near))
    assert verdicts(report) == {}
    (failure,) = report.failures
    assert (failure.claims, report.exit_status) == (2, 3)
    assert "cannot obtain far" in failure.reason
