"""``claims explain``."""

from pathlib import Path

import click

from claims.cli.common import output_option, write
from claims.expectations import NAMES, kind_named
from claims.reports import kinds
from provenance.errors import UserError
from provenance.source import did_you_mean


@click.command("explain")
@click.argument("kind", required=False)
@click.option(
    "--format", "style", type=click.Choice(["text", "markdown"]), default="text", show_default=True
)
@output_option
def command(kind: str | None, style: str, output: Path | None) -> None:
    """Explain an expectation kind, with an example that holds and one that does not.

    Without KIND, list them all; as Markdown, explain them all.
    """
    write(_explained(kind, style), output)


def _explained(kind: str | None, style: str) -> str:
    if kind is None:
        return kinds.page() if style == "markdown" else kinds.overview()
    if kind not in NAMES:
        hint = did_you_mean(kind, NAMES) or "`claims explain` lists them"
        raise UserError(f"there is no kind {kind!r}; {hint}")
    found = kind_named(kind)
    return kinds.as_markdown(found) if style == "markdown" else kinds.as_text(found)
