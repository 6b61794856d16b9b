"""The one hierarchy of errors that reach a person.

Each carries the exit status it stands for (design.md, section 6), what is wrong, and what to do.
"""

import msgspec


class Location(msgspec.Struct, frozen=True, order=True):
    """A place in a user's file: path as the user would type it, line and column from 1."""

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a user's file, and what to do about it."""

    location: Location
    message: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.location}: {self.message}" + (f"; {self.hint}" if self.hint else "")


class ProvenanceError(Exception):
    """Base of every error that is meant for a person."""

    exit_status = 4


class UserError(ProvenanceError):
    """The user's files or command line are wrong (exit status 2)."""

    exit_status = 2


class ProblemsFound(UserError):
    """The user's files are wrong in these places; all are told at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class SourceUnavailable(ProvenanceError):
    """A source could not be obtained from any of its origins (exit status 3)."""

    exit_status = 3
