"""The command line: one thin module per command. Only this package prints and exits."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and exit with the status that design.md, section 6 gives.

    What it needs is imported inside, so that an interrupt finds the door from the first moment on.
    """
    try:
        from claims.cli.door import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        status = 130
    sys.exit(status)
