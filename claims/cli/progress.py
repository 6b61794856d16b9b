"""Progress on standard error: lines everywhere, and a spinner beneath them on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from provenance.store import Say

if TYPE_CHECKING:
    from rich.status import Status


def say(line: str) -> None:
    """Tell a line of progress or a diagnostic, on standard error."""
    click.echo(line, err=True)


@contextmanager
def telling() -> Iterator[Say]:
    """Give what takes the lines of a job that may be long."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield say
        return
    spinner = _Spinner()
    try:
        yield spinner.say
    finally:
        spinner.stop()


class _Spinner:
    """Starts with the first line: a run that has all it needs says nothing and imports nothing."""

    def __init__(self) -> None:
        self.status: Status | None = None

    def say(self, line: str) -> None:
        if self.status is None:
            from rich.console import Console

            self.status = Console(stderr=True).status("")
            self.status.start()
        self.status.console.print(line, markup=False, highlight=False)
        self.status.update("working …")

    def stop(self) -> None:
        if self.status is not None:
            self.status.stop()
