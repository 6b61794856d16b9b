"""``claims source``: the local stores."""

from collections.abc import Iterable
from pathlib import Path

import click

from claims.cli.common import documents, project, write
from claims.cli.progress import say, telling
from claims.discovery import claim_files
from claims.model import Document, PullRequest
from claims.verify import Request, verify
from provenance.errors import SourceUnavailable, UserError
from provenance.obtaining import obtain
from provenance.source import Project, Source, did_you_mean
from provenance.store import Store


@click.group("source")
def command() -> None:
    """See to the local stores that the sources' objects are kept in."""


@command.command("list")
def list_() -> None:
    """List the sources, their stores and the revisions at hand."""
    found = project(offline=True)
    lines: list[str] = []
    for source in found.sources.values():
        with Store.open(source, found.root) as store:
            held = store.describe()
        lines.append(f"{source.name}  pin {source.pin or '(none)'}")
        lines += [f"  {name}: {place}" for name, place in _origins(source)]
        lines.append(f"  store: {held.directory} ({held.size / 1e6:.1f} MB)")
        lines += [
            f"  {item.pin} from {item.origin}, commit {item.commit}" for item in held.revisions
        ]
    write("\n".join(lines) + "\n", None)


def _origins(source: Source) -> list[tuple[str, str]]:
    pairs = (("repository", source.repository), ("package", source.package))
    return [(name, place) for name, place in pairs if place]


@command.command("fetch")
@click.argument("names", nargs=-1, metavar="[SOURCE]...")
@click.option("--refresh", is_flag=True, help="Ask again for pins at hand; other contents fail.")
def fetch(names: tuple[str, ...], refresh: bool) -> None:
    """Get all that the claims need, so that later runs can be offline."""
    found = project()
    there = documents(found, ()) if claim_files(found.root, ()) else ()
    for source in _named(found, names):
        of_source = tuple(item for item in there if item.source == source)
        pins = dict.fromkeys(item.pin for item in of_source or (source,) if item.pin)
        if not pins:
            raise UserError(f"source {source.name!r} has no pin, and no claim file names one")
        for pin in pins:
            with Store.open(source, found.root) as store, telling() as tell:
                snapshot = obtain(source, pin, (), store, offline=False, say=tell, refresh=refresh)
            revision = snapshot.revision
            say(f"{source.name} {pin}: at hand from {revision.origin}, {revision.commit}")
        _fetch_contents(of_source, found.root)


def _fetch_contents(there: tuple[Document, ...], root: Path) -> None:
    """Get what claims look at: only judging them tells which files that takes."""
    with telling() as tell:
        report = verify(Request(there, root), tell)
    reasons = [failure.reason for failure in report.failures]
    reasons += [
        f"{result.claim.id}: {result.judgement.reason}"
        for result in report.results
        if isinstance(result.claim.evidence, PullRequest) and result.revision is None
    ]
    if reasons:
        more = f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""
        raise SourceUnavailable(f"{reasons[0]}{more}")


@command.command("import")
@click.argument("wheel", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--source", "name", help="The source; default: the only one.")
def import_(wheel: Path, name: str | None) -> None:
    """Take a release from a wheel file on this machine."""
    found = project(offline=True)
    source = _only(found, name)
    with Store.open(source, found.root) as store, telling() as tell:
        revision = store.import_wheel(wheel, tell)
    say(f"{source.name} {revision.pin}: commit {revision.commit}")


@command.command("check")
@click.argument("names", nargs=-1, metavar="[SOURCE]...")
def check(names: tuple[str, ...]) -> int:
    """Hash every object at hand again."""
    found = project(offline=True)
    wrong = 0
    for source in _named(found, names):
        with Store.open(source, found.root) as store:
            complaints = store.check()
            exists = store.exists
        state = "well" if exists else "nothing fetched yet"
        write(f"{source.name}: {'damaged' if complaints else state}\n", None)
        write("".join(f"  {line}\n" for line in complaints), None)
        wrong += bool(complaints)
    return 1 if wrong else 0


@command.command("clean")
@click.argument("names", nargs=-1, metavar="[SOURCE]...")
def clean(names: tuple[str, ...]) -> None:
    """Remove stores; what is needed is fetched anew."""
    found = project(offline=True)
    for source in _named(found, names):
        with Store.open(source, found.root) as store:
            store.clean(say)
        say(f"{source.name}: removed")


def _named(found: Project, names: Iterable[str]) -> list[Source]:
    chosen = tuple(names)
    return [_only(found, name) for name in chosen] if chosen else list(found.sources.values())


def _only(found: Project, name: str | None) -> Source:
    if name is None and len(found.sources) == 1:
        return next(iter(found.sources.values()))
    if name is not None and name in found.sources:
        return found.sources[name]
    known = ", ".join(found.sources)
    if name is None:
        raise UserError(f"several sources: name one with --source; there are {known}")
    hint = did_you_mean(name, found.sources) or f"sources.yaml has: {known}"
    raise UserError(f"there is no source {name!r}; {hint}")
