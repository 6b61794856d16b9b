"""The command line: one thin module per command. Only this package prints and exits."""

from claims.cli.door import main

__all__ = ["main"]
