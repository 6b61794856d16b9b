"""What the docstring says."""

from claims.expectations.interface import Example, Finding, Kind, RealExample, Subject, broken, held
from claims.expectations.searching import needs
from claims.expectations.values import WORDS_SCHEMA, some, words
from provenance.syntax.terms import Term, build
from provenance.syntax.text import fold
from provenance.yamlfile import Node


def _read(node: Node) -> tuple[str, ...]:
    return some(node, words)


def _check(value: tuple[str, ...], subject: Subject) -> tuple[Finding, ...]:
    definition = subject.definition
    if not (definition.is_class or definition.is_function or definition.kind == "module"):
        return needs("docstring", "class, function or module", subject)
    found = _docstring(subject)
    if found is None:
        nothing = "there is no docstring"
        return tuple(broken("docstring", item, nothing, subject.span) for item in value)
    lines, said = subject.lines_of(found), fold(found.text[1:])
    return tuple(
        held("docstring", item, lines)
        if fold(item) in said
        else broken("docstring", item, said[:200], lines)
        for item in value
    )


def _docstring(subject: Subject) -> Term | None:
    """Give the string that Python takes for the docstring: no bytes, no f-string, no tuple."""
    definition = subject.definition
    body = definition.node if definition.kind == "module" else definition.body
    first = next((node for node in body.named_children if node.type != "comment"), None)
    if first is None or first.type != "expression_statement":
        return None
    statement = build(first)
    term = statement.children[0] if statement.children else statement
    return term if term.kind == "string" and term.text.startswith("s") else None


KIND = Kind(
    name="docstring",
    summary="the docstring contains this text, white space folded",
    value="a text, or a list of them",
    schema=WORDS_SCHEMA,
    holds=Example('def f():\n    """Give the\n    rank."""\n', "f", '"Give the rank"'),
    fails=Example('def f():\n    """Give the rank."""\n', "f", '"Give the size"'),
    real=RealExample(
        "python/sglang/srt/runtime_context.py",
        "derive_attention_ranks",
        '"with tp changing fastest"',
        '"with dp changing fastest"',
    ),
    read=_read,
    check=_check,
)
