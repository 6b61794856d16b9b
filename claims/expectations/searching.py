"""Where patterns occur in a definition: anywhere in it, or in the statements of its own body."""

import re
from collections.abc import Iterator

from claims.expectations.interface import Finding, Subject, broken, held, unknown
from claims.model import Lines
from provenance.syntax.definitions import statements
from provenance.syntax.matching import find
from provenance.syntax.pattern import Pattern
from provenance.syntax.terms import Term, build

_SHOWN = 3
_WORD = re.compile(rb"[A-Za-z_]\w+")


def occurrences(pattern: Pattern, subject: Subject) -> tuple[Term, ...]:
    """Give each place in the definition, nested definitions and decorators included."""
    return tuple(find(pattern, subject.definition.node, subject.source))


def own_statements(subject: Subject, *kinds: str, words: tuple[bytes, ...] = ()) -> Iterator[Term]:
    """Give the statements of these kinds in the definition's own body, nested ones left out.

    Args:
        subject: the definition.
        *kinds: the grammar's names of the statements.
        words: anchors of a pattern; a statement whose bytes lack one cannot match and is left out.
    """
    body, source = subject.definition.body, subject.source
    plain = source[body.start_byte : body.end_byte].isascii()
    wanted = words[0] if plain and words else b""
    for node in statements(body, source, wanted):
        inner = node.named_children[0] if node.type == "expression_statement" else node
        start, end = node.start_byte, node.end_byte
        if inner.type not in kinds:
            continue
        if not plain or all(source.find(word, start, end) >= 0 for word in words):
            yield build(inner)


def present(kind: str, pattern: Pattern, subject: Subject, found: tuple[Term, ...]) -> Finding:
    """Make the finding of a pattern that must occur; one that does not shows what comes closest."""
    if found:
        return held(kind, pattern.text, *(subject.lines_of(term) for term in found[:_SHOWN]))
    close = closest(pattern, subject)
    if close is None:
        return broken(kind, pattern.text, f"nowhere in {subject.span.named}")
    text = subject.line(close.first).strip()
    found_instead = f"nowhere in {subject.span.named}; closest, on line {close.first}: {text}"
    return broken(kind, pattern.text, found_instead, close)


def closest(pattern: Pattern, subject: Subject) -> Lines | None:
    """Give the few lines that share most of a pattern's words, rare ones counting more."""
    span, size = subject.span, pattern.text.count("\n") + 5
    rows = subject.source.split(b"\n")[span.first - 1 : span.last]
    wanted = set(_WORD.findall(pattern.text.encode()))
    having = {word: [n for n, row in enumerate(rows) if word in row] for word in wanted}
    scores: dict[int, float] = {}
    for numbers in filter(None, having.values()):
        for start in {n - back for n in numbers for back in range(size)}:
            scores[start] = scores.get(start, 0) + 1 / len(numbers)
    if not scores:
        return None
    best = max(scores.values())
    start = max(number for number, score in scores.items() if score == best)
    first = max(0, start)
    return Lines(span.first + first, min(span.last, span.first + first + size - 1))


def elsewhere(subject: Subject) -> str:
    """Say that what a name stands for is not spelled here: an import, or an alias of something."""
    definition = subject.definition
    if definition.kind == "import":
        return f"{definition.name} is imported here; what it does is not in this file"
    value = definition.inner.child_by_field_name("right") if definition.is_assignment else None
    if value is not None and value.type in ("identifier", "attribute", "call", "await"):
        return f"{definition.name} is assigned here; what it does is not spelled in this statement"
    return ""


def absent(kind: str, pattern: Pattern, subject: Subject, found: tuple[Term, ...]) -> Finding:
    """Make the finding of a pattern that must not occur; says what was searched."""
    reason = elsewhere(subject)
    if not found and reason:
        return unknown(kind, f"no {pattern.text}", reason, subject.span)
    if not found:
        searched = f"searched {subject.what or 'the module'}, {subject.span.named}"
        return held(kind, f"no {pattern.text}", found=searched)
    lines = tuple(subject.lines_of(term) for term in found[:_SHOWN])
    return broken(kind, f"no {pattern.text}", subject.text_of(found[0]), *lines)


def listed(kind: str, pattern: Pattern, terms: list[Term], subject: Subject) -> Finding:
    """Make the finding of a pattern that is not among some terms; the most alike are shown."""
    if not terms:
        return broken(kind, pattern.text, f"there is none in {subject.span.named}", subject.span)
    texts = {id(term): subject.text_of(term) for term in terms}
    words = [word.decode() for word in pattern.anchors]
    alike = sorted(terms, key=lambda term: -sum(word in texts[id(term)] for word in words))[:_SHOWN]
    shown = "; ".join(texts[id(term)] for term in alike)
    more = f"; and {len(terms) - _SHOWN} more" if len(terms) > _SHOWN else ""
    return broken(kind, pattern.text, shown + more, *(subject.lines_of(term) for term in alike))


def needs(kind: str, what: str, subject: Subject) -> tuple[Finding, ...]:
    """Make the finding of a kind that a definition of this sort cannot have."""
    return (unknown(kind, what, f"{subject.what or 'the module'} is no {what}", subject.span),)
