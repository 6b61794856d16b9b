"""Reading keys of a mapping, collecting what is wrong instead of ending at the first."""

from collections.abc import Sequence

from provenance.errors import Problem
from provenance.source import did_you_mean
from provenance.yamlfile import Node


def text(node: Node, key: str, problems: list[Problem]) -> str:
    """Read the text under a key; empty where there is none."""
    item = node.get(key)
    if item is None:
        return ""
    if isinstance(item.value, str) and item.value.strip():
        return item.value.strip()
    found = "nothing in it" if isinstance(item.value, str) else item.type_name
    hint = "quote it" if isinstance(item.value, int | float) else ""
    problems.append(item.problem(f"{key!r} must be a text, found {found}", hint))
    return ""


def number(node: Node, key: str, problems: list[Problem]) -> int:
    """Read the number from 1 under a key; 0 where there is none."""
    item = node.get(key)
    if item is None:
        return 0
    if isinstance(item.value, int) and not isinstance(item.value, bool) and item.value > 0:
        return item.value
    problems.append(item.problem(f"{key!r} must be a number from 1"))
    return 0


def unknown_keys(
    node: Node, known: Sequence[str], problems: list[Problem], named: Sequence[str] = ()
) -> None:
    """Tell the keys of a mapping that are not known.

    Args:
        node: the mapping.
        known: the known keys.
        problems: takes what is wrong.
        named: those of the known keys that a hint names; all if empty.
    """
    for key in node.value:
        if key not in known:
            hint = did_you_mean(key, known) or f"known: {', '.join(named or known)}"
            problems.append(Problem(node.key_location(key), f"unknown key {key!r}", hint))
