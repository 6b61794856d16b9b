"""What is assigned."""

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
from provenance.syntax.terms import Term, build, same
from provenance.yamlfile import Node

_KINDS = ("assignment", "augmented_assignment")
_NODES = (*_KINDS, "type_alias_statement")  # the grammar reads type(a).b = c as an alias


def _read(node: Node) -> tuple[Pattern, ...]:
    return some(node, _assignment)


def _assignment(node: Node) -> Pattern:
    found = pattern(node)
    if found.root.kind not in _KINDS:
        raise invalid(node, "expected an assignment", "write 'target = value'")
    return found


def _check(value: tuple[Pattern, ...], subject: Subject) -> tuple[Finding, ...]:
    definition = subject.definition
    assigns = definition.is_assignment or definition.is_class or definition.is_function
    if not (assigns or definition.kind == "module"):
        return needs("assigns", "function, class or assignment", subject)
    return tuple(_finding(item, subject) for item in value)


def _links(subject: Subject, words: tuple[bytes, ...] = ()) -> list[Term]:
    """Give the assignments of the definition's own body, or the one that it is."""
    if subject.definition.is_assignment:
        return _chain(build(subject.definition.node.named_children[0]))
    assigned = own_statements(subject, *_NODES, words=words)
    return [link for term in assigned if term.kind in _KINDS for link in _chain(term)]


def _chain(term: Term) -> list[Term]:
    """Give ``a = b = 1`` as itself, as ``b = 1``, and as ``a = 1``, which it says too."""
    links = [term]
    while links[-1].children[-1].kind in _KINDS:
        links.append(links[-1].children[-1])
    value = links[-1].children[-1]
    each = [
        Term(link.kind, "", (*link.children[:-1], value), link.start, link.end)
        for link in links[:-1]
    ]
    return links + each


def _finding(wanted: Pattern, subject: Subject) -> Finding:
    hits = [term for term in _links(subject, wanted.anchors) if matches(wanted.root, term)]
    if hits:
        return held("assigns", wanted.text, *(subject.lines_of(term) for term in hits))
    assigned = _links(subject)
    target = wanted.root.children[0]
    near = [term for term in assigned if same(term.children[0], target)]
    return listed("assigns", wanted, near or assigned, subject)


KIND = Kind(
    name="assigns",
    summary="an assignment of the definition's own body has this form",
    value="an assignment pattern, or a list of them; annotations are written as in the source",
    schema=TEXTS_SCHEMA,
    holds=Example("def f(a, b):\n    rank = a % b\n", "f", '"rank = a % $N"'),
    fails=Example("def f(a, b):\n    rank = a % b\n", "f", '"rank = a // b"'),
    real=RealExample(
        "python/sglang/srt/runtime_context.py",
        "derive_attention_widths",
        '"attn_dp_size = dp_size if enable_dp_attention else 1"',
        '"attn_dp_size = dp_size"',
    ),
    read=_read,
    check=_check,
)
