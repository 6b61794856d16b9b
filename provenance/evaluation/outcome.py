"""How an evaluation ends: with a value, with an exception of the target, or outside the subset."""

from collections.abc import Mapping
from typing import Any

import msgspec


class Known(msgspec.Struct, frozen=True):
    """An object of which only these attributes are known; a result that has them."""

    fields: Mapping[str, Any]
    shown: str = "an object"


class Arguments(msgspec.Struct, frozen=True):
    """What a function is called with."""

    positional: tuple[Any, ...] = ()
    keywords: Mapping[str, Any] = {}


class Returned(msgspec.Struct, frozen=True):
    """The call returned a value."""

    value: Any


class Raised(msgspec.Struct, frozen=True):
    """The call raised an exception.

    Attributes:
        name: the name of its class.
        bases: the names of its class and of all that the class is derived from.
        message: its text; None where that is not known for every version of Python.
        path: the file that raised it.
        line: the line that raised it.
    """

    name: str
    bases: tuple[str, ...]
    message: str | None
    path: str
    line: int


class OutOfSubset(Exception):
    """The evaluator does not say what the call gives; the construct and its place say why."""

    def __init__(self, construct: str, path: str, line: int) -> None:
        super().__init__(f"{construct}, on line {line} of {path}")
        self.construct = construct
        self.path = path
        self.line = line


class Placed(Exception):
    """What ends an evaluation early; it takes the place of the innermost term it passes."""

    path = ""
    line = 0

    def place(self, path: str, line: int) -> None:
        """Set the place, unless there is one."""
        if not self.line:
            self.path, self.line = path, line


class Refused(Placed):
    """Something outside the subset, or over the budget."""


class Misfit(Exception):
    """Arguments that do not fit a signature."""


class Thrown(Placed):
    """An exception that the target raises."""

    def __init__(self, bases: tuple[str, ...], message: str | None = None) -> None:
        super().__init__(bases[0])
        self.bases = bases
        self.message = message


def thrown(error: BaseException) -> Thrown:
    """Make the exception that an operation on plain data raises; its wording may vary."""
    return Thrown(bases_of(type(error)))


def bases_of(kind: type[BaseException]) -> tuple[str, ...]:
    """Give the names of a built-in exception and of what it is derived from."""
    return tuple(item.__name__ for item in kind.__mro__ if item is not object)
