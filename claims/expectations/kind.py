"""What sort of definition it is."""

from claims.expectations.interface import Example, Finding, Kind, Subject, broken, held, invalid
from claims.expectations.values import did_you_mean, text
from provenance.syntax.definitions import KINDS
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
    return (broken("kind", word, actual, subject.span),)


KIND = Kind(
    name="kind",
    summary="the definition is of this sort; a dataclass and an enum are classes too",
    value="one of " + ", ".join(KINDS),
    schema={"enum": list(KINDS)},
    holds=Example("@dataclass\nclass Req:\n    rid: str\n", "Req", "dataclass"),
    fails=Example("class Req:\n    pass\n", "Req", "function"),
    read=_read,
    check=_check,
)
