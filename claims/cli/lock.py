"""``claims lock``."""

from pathlib import Path

import click

from claims import lock as locks
from claims.cli.common import (
    documents,
    offline_option,
    paths_argument,
    project,
    replace,
    selected,
    write,
)
from claims.cli.progress import say, telling
from claims.cli.verify import read_lock
from claims.model import Document, Verdict
from claims.reports.text import render
from claims.verify import Report, Request, verify
from provenance.errors import Problem, ProblemsFound


@click.command("lock")
@paths_argument
@offline_option
@click.option("--check", is_flag=True, help="Write nothing; fail where a lock would change.")
def command(paths: tuple[Path, ...], offline: bool, check: bool) -> int:
    """Record what was verified in claims.lock, beside each claim file.

    Claims that do not hold are reported and left out. A tag that has moved is refused.
    """
    found = project(paths, offline=offline)
    there = documents(found, paths, offline=offline)
    selected(there, ())
    request = Request(there, found.root, offline=offline, fingerprint=True)
    with telling() as tell:
        report = verify(request, tell)
    stale = False
    for document in there:
        path = Path(locks.lock_name(document.path))
        data = _lock_of(document, report, str(path))
        if data is None or (path.is_file() and path.read_bytes() == data):
            continue
        stale = True
        if not check:
            replace(path, data)
        say(f"{path}: {'would change' if check else 'written'}")
    if report.exit_status:
        write(render(report), None)
    return report.exit_status or int(stale and check)


def _lock_of(document: Document, report: Report, path: str) -> bytes | None:
    """Give the bytes of a document's lock; None where its source could not be had."""
    results = [r for r in report.results if r.claim.location.path == document.path]
    if document.pin is None or len(results) < len(document.claims):
        return None
    revision, before = locks.revision_of(results), read_lock(path)
    moved: tuple[Problem, ...] = ()
    if before is not None and revision is not None:
        moved = locks.moved(before, revision, results, path)
    if moved:
        raise ProblemsFound(moved)
    entries = {r.claim.id: locks.entry(r) for r in results if r.verdict is Verdict.HOLDS}
    return locks.write(locks.make(document.pin.text, revision, entries, before))
