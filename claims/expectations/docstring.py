"""What the docstring says."""

import ast

from claims.expectations.interface import Example, Finding, Kind, Subject, broken, held, unknown
from claims.expectations.searching import needs
from claims.expectations.values import TEXTS_SCHEMA, some, text
from provenance.syntax.definitions import text_of
from provenance.syntax.text import fold
from provenance.yamlfile import Node


def _read(node: Node) -> tuple[str, ...]:
    return some(node, text)


def _check(value: tuple[str, ...], subject: Subject) -> tuple[Finding, ...]:
    definition = subject.definition
    if not (definition.is_class or definition.is_function or definition.kind == "module"):
        return needs("docstring", "class, function or module", subject)
    body = definition.node if definition.kind == "module" else definition.body
    first = next((node for node in body.named_children if node.type != "comment"), None)
    node = first.named_children[0] if first and first.type == "expression_statement" else None
    if node is None or node.type not in ("string", "concatenated_string"):
        return tuple(
            broken("docstring", item, "there is no docstring", subject.span) for item in value
        )
    lines = subject.lines_between(node.start_byte, node.end_byte)
    try:
        said = fold(str(ast.literal_eval(text_of(node))))
    except (SyntaxError, ValueError):
        return tuple(unknown("docstring", item, "it is no plain text", lines) for item in value)
    return tuple(
        held("docstring", item, lines)
        if fold(item) in said
        else broken("docstring", item, said[:200], lines)
        for item in value
    )


KIND = Kind(
    name="docstring",
    summary="the docstring contains this text, white space folded",
    value="a text, or a list of them",
    schema=TEXTS_SCHEMA,
    holds=Example('def f():\n    """Give the\n    rank."""\n', "f", '"Give the rank"'),
    fails=Example('def f():\n    """Give the rank."""\n', "f", '"Give the size"'),
    read=_read,
    check=_check,
)
