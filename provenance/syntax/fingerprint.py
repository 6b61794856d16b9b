"""Fingerprints of definitions, in three tiers; layout and comments do not count, all else does.

Each is the first 16 hex digits of SHA-256 over a preorder of the normalised tree (kind, number of
children, length of the text, text). :data:`VERSION` names this recipe.
"""

import hashlib
from collections.abc import Iterable

import msgspec

from provenance.syntax.definition import Definition
from provenance.syntax.terms import Term, build

VERSION = 1


class Fingerprints(msgspec.Struct, frozen=True):
    """The tiers: the header, the whole definition, and the names it calls in order."""

    signature: str
    body: str
    calls: str


def fingerprints(definition: Definition) -> Fingerprints:
    """Give a definition's fingerprints.

    Raises:
        NotPython3: the definition is damaged.
    """
    term = build(definition.node)
    inner = term.children[-1] if term.kind == "decorated_definition" else term
    header = [child for child in inner.children if child.kind != "block"]
    return Fingerprints(digest(header), digest([term]), digest(_callees(term), into_calls=False))


def digest(terms: Iterable[Term], *, into_calls: bool = True) -> str:
    """Give the fingerprint of a row of terms; calls within them are left out on demand."""
    hashed = hashlib.sha256(b"%d" % VERSION)
    stack = list(terms)[::-1]
    while stack:
        term = stack.pop()
        text = term.text.encode("utf-8", "surrogatepass")
        hashed.update(b"%s\0%d\0%d\0" % (term.kind.encode(), len(term.children), len(text)))
        hashed.update(text)
        if into_calls or term.kind != "call":
            stack.extend(reversed(term.children))
    return hashed.hexdigest()[:16]


def _callees(term: Term) -> list[Term]:
    found: list[Term] = []
    stack = [term]
    while stack:
        current = stack.pop()
        if current.kind == "call":
            found.append(current.children[0])
        stack.extend(reversed(current.children))
    return found
