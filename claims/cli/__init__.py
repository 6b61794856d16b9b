"""The command line: one thin module per command. Only this package prints and exits."""

import contextlib
import gc
import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and exit with the status that design.md, section 6 gives.

    What it needs is imported inside, so that an interrupt finds the door from the first moment on.
    """
    gc.set_threshold(200_000)  # a run makes many values and no cycles to speak of
    try:
        from claims.cli.door import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        status = 130
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    # Everything is closed and written; taking the interpreter down piece by piece costs a tenth.
    os._exit(status)
