"""What is returned."""

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
        raise invalid(node, "expected the returned expression", "leave out the word 'return'")
    return found


def _check(value: tuple[Pattern, ...], subject: Subject) -> tuple[Finding, ...]:
    if not subject.definition.is_function:
        return needs("returns", "function", subject)
    return tuple(_finding(item, subject) for item in value)


def _finding(wanted: Pattern, subject: Subject) -> Finding:
    words = () if wanted.root.kind == "none" else wanted.anchors  # a bare return has no word
    returned = own_statements(subject, "return_statement", words=words)
    hits = [term for term in returned if _returned(wanted, term)]
    if hits:
        return held("returns", wanted.text, *(subject.lines_of(term) for term in hits))
    return listed("returns", wanted, list(own_statements(subject, "return_statement")), subject)


def _returned(wanted: Pattern, statement: Term) -> bool:
    """Compare with what a statement returns; a bare ``return`` gives None."""
    if len(statement.children) == 1:
        return wanted.root.kind == "none"
    return matches(wanted.root, statement.children[-1])


KIND = Kind(
    name="returns",
    summary="a return statement of the definition's own body returns this expression",
    value="an expression pattern, or a list of them",
    schema=TEXTS_SCHEMA,
    holds=Example("def f(a, b):\n    return a % b, a // b\n", "f", '"a % b, $X"'),
    fails=Example("def f(a, b):\n    def g():\n        return b\n    return a\n", "f", '"b"'),
    real=RealExample(
        "python/sglang/srt/runtime_context.py",
        "derive_attention_widths",
        '"attn_dp_size, tp_size // attn_dp_size // attn_cp_size"',
        '"attn_dp_size, tp_size // attn_dp_size"',
    ),
    read=_read,
    check=_check,
    detail="The whole expression is compared. Nested functions are apart.",
)
