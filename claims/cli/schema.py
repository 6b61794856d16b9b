"""``claims schema``."""

import click

from claims.cli.common import write
from claims.schema import schema


@click.command("schema")
def command() -> None:
    """Print the JSON Schema of claim files."""
    import msgspec

    encoded = msgspec.json.format(msgspec.json.encode(schema()), indent=2)
    write(encoded.decode() + "\n", None)
