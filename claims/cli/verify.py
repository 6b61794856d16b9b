"""``claims verify``."""

from pathlib import Path

import click
import msgspec

from claims import lock as locks
from claims.cli.common import (
    coloured,
    documents,
    explained,
    offline_option,
    output_option,
    paths_argument,
    project,
    selected,
    write,
)
from claims.cli.progress import telling
from claims.model import Document, Verdict
from claims.reports import FORMATS, renderer
from claims.verify import Report, Request, verify
from provenance.errors import Location, Problem, UserError
from provenance.source import Pin, Project, Source, UnfitPin

_COLOURS = {
    Verdict.HOLDS: "green",
    Verdict.BROKEN: "red",
    Verdict.MISSING: "red",
    Verdict.UNKNOWN: "yellow",
    Verdict.INVALID: "magenta",
}


@click.command("verify")
@paths_argument
@click.option("--at", metavar="REV", help="Check at this tag or full commit id, not at the pins.")
@click.option("--only", metavar="ID", multiple=True, help="Check only this claim; repeatable.")
@click.option("--locked", is_flag=True, help="Fail where claims or files differ from claims.lock.")
@offline_option
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", show_default=True)
@output_option
def command(  # noqa: PLR0913, PLR0917 - one for each option
    paths: tuple[Path, ...],
    at: str | None,
    only: tuple[str, ...],
    locked: bool,
    offline: bool,
    style: str,
    output: Path | None,
) -> int:
    """Check that the claims hold at their pins.

    PATH is a claim file, an article beside one, or a directory; without any, all of the project.
    """
    if at is not None and locked:
        raise click.UsageError("--locked is about the pins; it cannot go with --at")
    found = project(paths, offline=offline)
    there = documents(found, paths, offline=offline)
    request = Request(
        there, found.root, _revisions(at, found, there, offline), selected(there, only), offline
    )
    with telling() as tell:
        report = verify(request, tell)
    if at is None:
        report = msgspec.structs.replace(report, lock_problems=_lock_problems(report, locked))
    write(_rendered(report, style, output), output)
    return report.exit_status


def _rendered(report: Report, style: str, output: Path | None) -> str:
    if style == "text" and output is None and coloured():
        from claims.reports.text import render

        return render(report, lambda text, verdict: click.style(text, fg=_COLOURS[verdict]))
    return renderer(style)(report)


def _revisions(
    at: str | None, found: Project, there: tuple[Document, ...], offline: bool
) -> dict[str, Pin]:
    """Read ``--at`` for each source that the documents talk about."""
    if at is None:
        return {}
    sources = {item.source.name: item.source for item in there if item.source is not None}
    return {name: _revision(at, source, found, offline) for name, source in sources.items()}


def _revision(at: str, source: Source, found: Project, offline: bool) -> Pin:
    try:
        return source.parse_pin(at, Location("--at"))
    except UnfitPin as error:
        (problem,) = explained((error.of(source),), found.root, offline=offline)
        raise UserError(f"--at: {problem.message}; {problem.hint}") from None


def _lock_problems(report: Report, locked: bool) -> tuple[Problem, ...]:
    """Hold the results against the locks; a tag that moved always counts, the rest if asked."""
    problems: list[Problem] = []
    for document in report.documents:
        path = locks.lock_name(document.path)
        lock = read_lock(path)
        results = [r for r in report.results if r.claim.location.path == document.path]
        revision = locks.revision_of(results)
        if lock is not None and revision is not None:
            problems += locks.moved(lock, revision, results, path)
        if locked:
            problems += locks.strays(lock, document, results, path)
    return tuple(problems)


def read_lock(path: str) -> locks.Lock | None:
    """Give the lock of that name, or None where there is none."""
    file = Path(path)
    try:
        data = file.read_bytes() if file.is_file() else None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    return None if data is None else locks.read(data, path)
