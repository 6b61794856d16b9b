"""The one door: every error becomes a message for a person and an exit status."""

import sys
import traceback
from pathlib import Path

import click

from provenance.errors import ProblemsFound, ProvenanceError

_FAULT = 4
_INTERRUPTED = 130


def run(arguments: list[str]) -> int:
    """Run the command line; give the exit status."""
    from claims.cli.commands import cli

    try:
        status = cli.main(arguments, prog_name="claims", standalone_mode=False)
    except (click.ClickException, ProvenanceError) as error:
        return _told(error)
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return _INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the door: nothing else may reach the user
        click.echo(_fault(error), err=True)
        return _FAULT
    return status if isinstance(status, int) else 0


def _told(error: click.ClickException | ProvenanceError) -> int:
    """Tell what is wrong, and give the exit status that stands for it."""
    if isinstance(error, click.ClickException):
        error.show()
        return error.exit_code
    if isinstance(error, ProblemsFound):
        for problem in error.problems:
            click.echo(str(problem), err=True)
    else:
        click.echo(f"error: {error}", err=True)
    return error.exit_status


def _fault(error: Exception) -> str:
    """Write a log fit to paste into a report; give the one line that names it."""
    from claims import __version__

    text = f"claims {__version__}, Python {sys.version}\n\n" + "".join(
        traceback.format_exception(error)
    )
    named = f"{type(error).__name__}: {error}"
    try:
        log = _log_file()
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(text, encoding="utf-8", errors="backslashreplace")
    except (OSError, ProvenanceError):
        return f"a fault of this program: {named}"
    return f"a fault of this program, please report it with {log}: {named}"


def _log_file() -> Path:
    from provenance.store import default_cache_dir

    return default_cache_dir() / "claims.log"
