"""What sort of definition it is."""

from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    broken,
    held,
    invalid,
    unknown,
)
from claims.expectations.values import did_you_mean, text
from provenance.syntax.definition import KINDS
from provenance.yamlfile import Node

_WIDER = {"class": ("class", "dataclass", "enum")}


def _read(node: Node) -> str:
    word = text(node)
    if word not in KINDS:
        raise invalid(node, f"unknown sort of definition {word!r}", did_you_mean(word, KINDS))
    return word


def _check(word: str, subject: Subject) -> tuple[Finding, ...]:
    actual = subject.definition.kind
    if actual in _WIDER.get(word, (word,)):
        return (held("kind", word, subject.span, found=actual),)
    reason = may_be(word, subject)
    if reason:
        return (unknown("kind", word, reason, subject.span),)
    return (broken("kind", word, actual, subject.span),)


def may_be(word: str, subject: Subject) -> str:
    """Say why a plain class may still be an enum or a dataclass; nothing where it cannot be."""
    definition = subject.definition
    if definition.kind != "class":
        return ""
    if word == "enum":
        bases = definition.inner.child_by_field_name("superclasses")
        if bases is not None and bases.named_child_count:
            return "whether one of its bases is an enum is not seen in this statement"
    if word == "dataclass" and definition.node.type == "decorated_definition":
        return "whether one of its decorators makes it a dataclass is not seen"
    return ""


KIND = Kind(
    name="kind",
    summary="the definition is of this sort; a dataclass and an enum are classes too",
    value="one of " + ", ".join(KINDS),
    schema={"enum": list(KINDS)},
    holds=Example("@dataclass\nclass Req:\n    rid: str\n", "Req", "dataclass"),
    fails=Example("class Req:\n    pass\n", "Req", "function"),
    real=RealExample(
        "python/sglang/srt/model_executor/forward_batch_info.py",
        "ForwardMode",
        "enum",
        "function",
    ),
    read=_read,
    check=_check,
    detail=(
        "An enum is known by its bases (Enum, IntEnum, StrEnum, Flag, IntFlag, ReprEnum), a "
        "dataclass by its decorator; behind other bases or decorators it is unknown."
    ),
)
