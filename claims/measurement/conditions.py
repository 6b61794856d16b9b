"""The conditions of a measurement: without them a figure says nothing that anyone can repeat."""

import re
from typing import Any

from provenance.errors import Problem
from provenance.source import did_you_mean
from provenance.yamlfile import Node

NAMED = ("hardware", "software", "model")
COUNTED = ("input_length", "output_length", "concurrency")
REQUIRED = (*NAMED, *COUNTED)
"""What every measurement must state; further conditions are welcome."""

_RANGE = re.compile(r"([0-9]+) *[-–] *([0-9]+)")
_COUNT: dict[str, Any] = {
    "oneOf": [
        {"type": "integer", "minimum": 1},
        {"type": "string", "pattern": "[1-9]"},
    ]
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": list(REQUIRED),
    "properties": {
        **{name: {"type": ["string", "number", "array", "object"]} for name in NAMED},
        **{
            name: {"oneOf": [*_COUNT["oneOf"], {"type": "array", "items": _COUNT, "minItems": 1}]}
            for name in COUNTED
        },
    },
}
"""JSON Schema of the conditions."""


def condition_problems(node: Node) -> tuple[Problem, ...]:
    """Give all that is wrong with the conditions of a measurement.

    Args:
        node: the value under ``conditions:``.

    Returns:
        One problem that names every missing condition, and one for each that says nothing.
    """
    if not node.is_mapping:
        hint = f"write a mapping with {', '.join(REQUIRED)}"
        return (node.problem(f"expected a mapping of conditions, found {node.type_name}", hint),)
    found = [
        item.problem(f"{name!r} {wrong}", _hint(name))
        for name, item in node.items()
        if (wrong := _wrong(name, item))
    ]
    missing = [name for name in REQUIRED if node.get(name) is None]
    if missing:
        found.insert(0, node.problem(f"missing: {', '.join(missing)}", _misspelt(node, missing)))
    return tuple(found)


def _misspelt(node: Node, missing: list[str]) -> str:
    extra = [name for name, _ in node.items() if name not in REQUIRED]
    near = [f"{name!r}: {hint}" for name in extra if (hint := did_you_mean(name, missing))]
    return "; ".join(near) or "a measurement states its conditions"


def _hint(name: str) -> str:
    return "write a positive number, or '1024-4096'" if name in COUNTED else "say what it was"


def _wrong(name: str, node: Node) -> str:
    """Say what is wrong with one condition, or nothing."""
    if _empty(node):
        return "is empty"
    if name in NAMED and isinstance(node.value, bool):
        return "is no description"
    if name in COUNTED:
        items = node.value if node.is_list else (node,)
        return "" if all(map(_counts, items)) else "is no positive number, nor a range of them"
    return ""


def _empty(node: Node) -> bool:
    """Whether a value, or any part of it, says nothing."""
    if node.is_mapping or node.is_list:
        parts = list(node.value.values()) if node.is_mapping else node.value
        return not parts or any(map(_empty, parts))
    return node.value is None or (isinstance(node.value, str) and not node.value.strip())


def _counts(node: Node) -> bool:
    """Whether a value is a positive number, or a text with one in it: ``ShareGPT, mean 220``."""
    value = node.value
    if isinstance(value, int) and not isinstance(value, bool):
        return value > 0
    if not isinstance(value, str) or value.lstrip().startswith("-"):
        return False
    limits = _RANGE.fullmatch(value.strip())
    if limits:
        return 0 < int(limits[1]) <= int(limits[2])
    return re.search("[1-9]", value) is not None
