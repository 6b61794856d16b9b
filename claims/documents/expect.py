"""The expectations of a claim as written: which kinds, and what cannot go together."""

from claims.expectations import NAMES
from claims.model import Expectation
from provenance.errors import Problem
from provenance.source import did_you_mean
from provenance.yamlfile import Node

ELSEWHERE = {
    "path": "'path' stands beside 'file' and 'symbol', not under 'expect'",
}
# Pairs of kinds of which one says the opposite of the other about the same pattern.
_OPPOSITES = (("contains", "lacks"), ("calls", "never_calls"))


def expectations(node: Node, key: str, problems: list[Problem]) -> tuple[Expectation, ...]:
    """Read a mapping of kinds.

    Args:
        node: the claim.
        key: ``expect``, ``before`` or ``after``.
        problems: takes what is wrong.
    """
    item = node.get(key)
    if item is None:
        return ()
    if not item.is_mapping or not item.value:
        problems.append(item.problem(f"{key!r} must be a mapping with at least one kind"))
        return ()
    found = []
    for kind, value in item.items():
        at = item.key_location(kind)
        if kind in ELSEWHERE:
            problems.append(Problem(at, ELSEWHERE[kind], "move it there"))
        elif kind in NAMES:
            found.append(Expectation(kind, value, at))
        else:
            hint = did_you_mean(kind, NAMES) or "`claims explain` lists the kinds"
            problems.append(Problem(at, f"unknown kind {kind!r}", hint))
    problems.extend(_contradictions(item))
    return tuple(found)


def _contradictions(expect: Node) -> list[Problem]:
    """Tell which expectations cannot hold together, so that the claim could only fail."""
    absent = expect.get("exists")
    if absent is not None and absent.value is False and len(expect.value) > 1:
        other = next(key for key in expect.value if key != "exists")
        message = f"'exists: false' and {other!r} contradict each other"
        return [Problem(expect.key_location(other), message, "keep one of them")]
    found = []
    for left, right in _OPPOSITES:
        shared = _texts(expect.get(left)) & _texts(expect.get(right))
        for text in sorted(shared):
            message = f"{left!r} and {right!r} contradict each other about {text!r}"
            found.append(Problem(expect.key_location(right), message, "keep one of them"))
    return found


def _texts(node: Node | None) -> set[str]:
    if node is None:
        return set()
    items = node.value if node.is_list else (node,)
    return {" ".join(item.value.split()) for item in items if isinstance(item.value, str)}
