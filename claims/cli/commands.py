"""The table of commands; a command's module is imported when it is called for."""

from importlib import import_module

import click

from claims import __version__

# name -> (module, what `claims --help` says of it)
_COMMANDS = {
    "verify": ("verify", "Check that the claims hold at their pins."),
    "list": ("list", "List the claims."),
    "show": ("show", "Show one claim with the source it is about."),
    "explain": ("explain", "Explain an expectation kind, or list them all."),
    "lock": ("lock", "Record what was verified in claims.lock."),
    "schema": ("schema", "Print the JSON Schema of claim files."),
    "source": ("source", "See to the local stores of the sources."),
}


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"claims.cli.{_COMMANDS[cmd_name][0]}")
        found: click.Command = module.command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from provenance.source import did_you_mean

            near = did_you_mean(args[0], _COMMANDS)
            raise click.UsageError(f"no command {args[0]!r}" + (f"; {near}" if near else ""), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in _COMMANDS.items()])


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="claims")
def cli() -> None:
    """Check what articles say about a project's source, at the commit they say it of.

    \b
    Exit status: 0 all hold; 1 a claim does not hold, or a check found something;
    2 the files or the command line are wrong; 3 a source could not be obtained;
    4 a fault of this program; 130 interrupted.
    """  # noqa: D301 - click wants the character itself
