"""What is raised."""

from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    held,
    invalid,
)
from claims.expectations.searching import listed, needs, own_statements
from claims.expectations.values import TEXTS_SCHEMA, pattern, some
from provenance.syntax.matching import matches
from provenance.syntax.pattern import Pattern
from provenance.syntax.terms import Term
from provenance.yamlfile import Node


def _read(node: Node) -> tuple[Pattern, ...]:
    return some(node, _expression)


def _expression(node: Node) -> Pattern:
    found = pattern(node)
    if not found.is_expression:
        raise invalid(node, "expected the raised expression", "leave out the word 'raise'")
    return found


def _check(value: tuple[Pattern, ...], subject: Subject) -> tuple[Finding, ...]:
    if not subject.definition.is_function:
        return needs("raises", "function", subject)
    return tuple(_finding(item, subject) for item in value)


def _finding(wanted: Pattern, subject: Subject) -> Finding:
    raised = own_statements(subject, "raise_statement", words=wanted.anchors)
    hits = [term for term in raised if _is_raised(wanted.root, term)]
    if hits:
        return held("raises", wanted.text, *(subject.lines_of(term) for term in hits))
    return listed("raises", wanted, list(own_statements(subject, "raise_statement")), subject)


def _is_raised(wanted: Term, statement: Term) -> bool:
    if len(statement.children) < 2:
        return False
    value = statement.children[1]
    if matches(wanted, value):
        return True
    bare = wanted.kind in ("identifier", "attribute")
    return bare and value.kind == "call" and matches(wanted, value.children[0])


KIND = Kind(
    name="raises",
    summary=(
        "a raise statement of the definition's own body raises this; "
        "a bare name also matches a call of it"
    ),
    value="an expression pattern, or a list of them",
    schema=TEXTS_SCHEMA,
    holds=Example("def f(a):\n    raise ValueError('no')\n", "f", "ValueError"),
    fails=Example("def f(a):\n    raise ValueError('no')\n", "f", "KeyError"),
    real=RealExample(
        "python/sglang/srt/managers/scheduler.py",
        "Scheduler._add_request_to_queue",
        "ValueError",
        "KeyError",
    ),
    read=_read,
    check=_check,
)
