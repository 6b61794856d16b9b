"""``claims explain``."""

import textwrap

import click

from claims.cli.common import write
from claims.expectations import NAMES, kind_named
from claims.expectations.interface import Example, Kind
from provenance.errors import UserError
from provenance.source import did_you_mean


@click.command("explain")
@click.argument("kind", required=False)
def command(kind: str | None) -> None:
    """Explain an expectation kind, with an example that holds and one that does not.

    Without KIND, list them all.
    """
    if kind is None:
        width = max(map(len, NAMES))
        rows = [f"{name:<{width}}  {kind_named(name).summary}" for name in NAMES]
        write("\n".join(rows) + "\n", None)
        return
    if kind not in NAMES:
        hint = did_you_mean(kind, NAMES) or "`claims explain` lists them"
        raise UserError(f"there is no kind {kind!r}; {hint}")
    write(_explained(kind_named(kind)), None)


def _explained(kind: Kind) -> str:
    parts = [f"{kind.name}: holds when {kind.summary}.", f"Value: {kind.value}."]
    if kind.detail:
        parts.append(kind.detail)
    wrapped = [textwrap.fill(part, 96) for part in parts]
    examples = [
        f"Holds:\n{_example(kind.name, kind.holds)}",
        f"Does not hold:\n{_example(kind.name, kind.fails)}",
    ]
    return "\n\n".join([*wrapped, *examples]) + "\n"


def _example(name: str, example: Example) -> str:
    source = textwrap.indent(example.source.rstrip(), "    ")
    symbol = f"symbol: {example.symbol}\n" if example.symbol else ""
    claim = textwrap.indent(f"{symbol}expect:\n  {name}: {example.value}", "    ")
    return f"{source}\n\n{claim}"
