"""The decorators."""

from claims.expectations.interface import Example, Finding, Kind, RealExample, Subject, broken, held
from claims.expectations.searching import needs
from claims.expectations.values import LIST_SCHEMA, compiled, each, not_only_gaps
from provenance.syntax.matching import matches
from provenance.syntax.signature import expression
from provenance.syntax.terms import Term, build
from provenance.yamlfile import Node


def _read(node: Node) -> tuple[str, Term]:
    terms = each(node, lambda item: compiled(item, lambda word: expression(word.lstrip("@"))))
    not_only_gaps(node, (str(item.value) for item in (node.value if node.is_list else (node,))))
    words = [str(item.value) for item in (node.value if node.is_list else (node,))]
    return ", ".join(words) or "none", Term("tuple", "", terms, 0, 0)


def _check(value: tuple[str, Term], subject: Subject) -> tuple[Finding, ...]:
    if not (subject.definition.is_function or subject.definition.is_class):
        return needs("decorators", "function or class", subject)
    text, expected = value
    nodes = [n for n in subject.definition.node.named_children if n.type == "decorator"]
    terms = tuple(build(n).children[-1] for n in nodes)
    lines = tuple(subject.lines_of(term) for term in terms) or (subject.span,)
    if matches(expected, Term("tuple", "", terms, 0, 0)):
        return (held("decorators", text, *lines),)
    found = ", ".join(subject.text_of(term) for term in terms) or "none"
    return (broken("decorators", text, found, *lines),)


KIND = Kind(
    name="decorators",
    summary="the decorators are these, from the top; '...' stands for others",
    value="a list of expressions, arguments included; [] for none",
    schema=LIST_SCHEMA,
    holds=Example("@cache\n@wraps(g)\ndef f():\n    pass\n", "f", "['...', 'wraps(g)']"),
    fails=Example("@cache\ndef f():\n    pass\n", "f", "[lru_cache]"),
    real=RealExample(
        "python/sglang/srt/model_executor/forward_batch_info.py",
        "ForwardBatch.init_new",
        "[classmethod]",
        "[staticmethod]",
    ),
    read=_read,
    check=_check,
)
