"""Where patterns occur in a definition: anywhere in it, or in the statements of its own body."""

from collections.abc import Iterator

from claims.expectations.interface import Finding, Subject, broken, held, unknown
from provenance.syntax.definitions import statements
from provenance.syntax.matching import find
from provenance.syntax.pattern import Pattern
from provenance.syntax.terms import Term, build

_SHOWN = 5


def occurrences(pattern: Pattern, subject: Subject) -> tuple[Term, ...]:
    """Give each place in the definition, nested definitions and decorators included."""
    return tuple(find(pattern, subject.definition.node, subject.source))


def own_statements(subject: Subject, *kinds: str) -> Iterator[Term]:
    """Give the statements of these kinds in the definition's own body, nested ones left out."""
    for node in statements(subject.definition.body):
        inner = node.named_children[0] if node.type == "expression_statement" else node
        if inner.type in kinds:
            yield build(inner)


def present(kind: str, pattern: Pattern, subject: Subject, found: tuple[Term, ...]) -> Finding:
    """Make the finding of a pattern that must occur."""
    if found:
        return held(kind, pattern.text, *(subject.lines_of(term) for term in found[:_SHOWN]))
    return broken(kind, pattern.text, f"nowhere in lines {subject.span}", subject.span)


def absent(kind: str, pattern: Pattern, subject: Subject, found: tuple[Term, ...]) -> Finding:
    """Make the finding of a pattern that must not occur; says what was searched."""
    if not found:
        searched = f"searched {subject.what or 'the module'}, lines {subject.span}"
        return held(kind, f"no {pattern.text}", found=searched)
    lines = tuple(subject.lines_of(term) for term in found[:_SHOWN])
    return broken(kind, f"no {pattern.text}", subject.text_of(found[0]), *lines)


def listed(kind: str, expected: str, terms: list[Term], subject: Subject) -> Finding:
    """Make the finding of a pattern that is not among some terms, which are shown."""
    if not terms:
        return broken(kind, expected, f"there is none in lines {subject.span}", subject.span)
    shown = "; ".join(subject.text_of(term) for term in terms[:_SHOWN])
    more = f"; and {len(terms) - _SHOWN} more" if len(terms) > _SHOWN else ""
    lines = tuple(subject.lines_of(term) for term in terms[:_SHOWN])
    return broken(kind, expected, shown + more, *lines)


def needs(kind: str, what: str, subject: Subject) -> tuple[Finding, ...]:
    """Make the finding of a kind that a definition of this sort cannot have."""
    return (unknown(kind, what, f"{subject.what or 'the module'} is no {what}", subject.span),)
