"""Arguments of what is not the target's own: known to be plain, and few."""

from typing import Any

from provenance.evaluation.outcome import Refused
from provenance.evaluation.values import is_plain, kind_of


def plain(name: str, positional: list[Any], named: dict[str, Any], *keywords: str) -> None:
    """Refuse arguments that are no plain data, and keywords that are not known.

    Args:
        name: what is called, for the message.
        positional: the positional arguments.
        named: the keyword arguments.
        *keywords: the keywords that are known.
    """
    for value in (*positional, *named.values()):
        if not is_plain(value):
            raise Refused(f"{name} with {kind_of(value)}")
    for key in named:
        if key not in keywords:
            raise Refused(f"{name} with the argument {key}")
