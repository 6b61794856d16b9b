"""Exceptions that the target makes and raises."""

import builtins
from typing import Any

from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.values import ClassValue, ExceptionValue, Outer, kind_of

# Made otherwise than from any arguments, or with a meaning of their own where they are raised.
_SPECIAL = frozenset({
    "StopIteration", "StopAsyncIteration", "GeneratorExit", "BaseExceptionGroup", "ExceptionGroup",
    "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError",
})  # fmt: skip


def builtin_exception(name: str) -> tuple[str, ...]:
    """Give the bases of a built-in exception, or nothing if ``name`` is none.

    Raises:
        Refused: it is one that is not made from just any arguments.
    """
    short = name.removeprefix("builtins.")
    found = getattr(builtins, short, None)
    if short == name or not (isinstance(found, type) and issubclass(found, BaseException)):
        return ()
    if short in _SPECIAL:
        raise Refused(f"a {short}")
    return bases_of(found)


def made(bases: tuple[str, ...], positional: list[Any], named: dict[str, Any]) -> ExceptionValue:
    """Make an exception from arguments."""
    if named or ("OSError" in bases and len(positional) > 1):
        raise Refused(f"{bases[0]} with such arguments")
    return ExceptionValue(bases, message_of(bases, positional))


def message_of(bases: tuple[str, ...], arguments: list[Any]) -> str | None:
    """Give an exception's text, where it is just its argument."""
    if not arguments:
        return ""
    plain = len(arguments) == 1 and type(arguments[0]) is str
    return arguments[0] if plain and "KeyError" not in bases else None


def raised(value: Any) -> Thrown:
    """Give what raising a value throws."""
    if isinstance(value, ExceptionValue):
        return Thrown(value.bases, value.message)
    if isinstance(value, Outer):
        bases = builtin_exception(value.name)
        if bases:
            return Thrown(bases, "")
    if isinstance(value, ClassValue) and value.sort == "exception":
        return Thrown(value.bases, "")
    raise Refused(f"a raise of {kind_of(value)}")


def asserted(message: Any) -> Thrown:
    """Give what an assertion that fails throws."""
    return Thrown(bases_of(AssertionError), message if type(message) is str else None)
