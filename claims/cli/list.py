"""``claims list``."""

from pathlib import Path

import click

from claims.cli.common import documents, paths_argument, project, write
from claims.model import Document
from provenance.errors import ProblemsFound


@click.command("list")
@paths_argument
@click.option("--format", "style", type=click.Choice(["text", "json"]), default="text")
def command(paths: tuple[Path, ...], style: str) -> None:
    """List the claims: id, what they are about, and their kinds. Nothing is fetched or checked."""
    there = documents(project(paths, offline=True), paths, offline=True)
    problems = tuple(problem for document in there for problem in document.problems)
    if problems:
        raise ProblemsFound(problems)
    write(_json(there) if style == "json" else _text(there), None)


def _text(there: tuple[Document, ...]) -> str:
    lines = []
    for document in there:
        source, pin = document.source, document.pin
        lines.append(f"{document.path}  {source.name if source else ''} {pin or ''}".rstrip())
        for claim in document.claims:
            kinds = ", ".join(item.kind for item in claim.expectations)
            rests_on = kinds or claim.basis.value
            lines.append(f"  {claim.location.line:>5}  {claim.id}  {claim.about}  [{rests_on}]")
    return "\n".join(lines) + "\n"


def _json(there: tuple[Document, ...]) -> str:
    import msgspec

    rows = [
        {
            "id": claim.id,
            "location": str(claim.location),
            "statement": claim.statement,
            "source": document.source.name if document.source else None,
            "pin": document.pin.text if document.pin else None,
            "basis": claim.basis.value,
            "file": claim.file,
            "symbol": claim.symbol,
            "kinds": [item.kind for item in claim.expectations],
        }
        for document in there
        for claim in document.claims
    ]
    return msgspec.json.format(msgspec.json.encode(rows), indent=2).decode() + "\n"
