"""That a name is defined, or is not."""

from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    broken,
    held,
    invalid,
)
from provenance.yamlfile import Node


def _read(node: Node) -> bool:
    if not isinstance(node.value, bool):
        raise invalid(node, f"expected true or false, found {node.type_name}")
    return node.value


def _check(wanted: bool, subject: Subject) -> tuple[Finding, ...]:
    if wanted:
        return (held("exists", "is defined", subject.span),)
    return (broken("exists", "is not defined", subject.what, subject.span),)


KIND = Kind(
    name="exists",
    summary="the name is defined (true), or nothing of that name is (false)",
    value="true or false",
    schema={"type": "boolean"},
    holds=Example("def run():\n    pass\n", "walk", "false"),
    fails=Example("def run():\n    pass\n", "run", "false"),
    real=RealExample(
        "python/sglang/srt/runtime_context.py",
        "derive_attention_widths",
        "true",
        "false",
    ),
    read=_read,
    check=_check,
    detail=(
        "`exists: false` holds only when both parsers find nothing and no star import, loop or "
        "global statement could bind the name."
    ),
)
