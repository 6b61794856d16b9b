"""Signatures: the parameters of a function, and how a person writes them down."""

import msgspec
from tree_sitter import Node

from provenance.syntax.pattern import BadPattern, compile_pattern
from provenance.syntax.terms import Term, build

POSITIONAL_ONLY = "positional-only"
POSITIONAL = "positional-or-keyword"
KEYWORD_ONLY = "keyword-only"
VAR_POSITIONAL = "var-positional"
VAR_KEYWORD = "var-keyword"
KINDS = (POSITIONAL_ONLY, POSITIONAL, KEYWORD_ONLY, VAR_POSITIONAL, VAR_KEYWORD)

_PARAMETERS = frozenset({"parameters", "lambda_parameters"})


class Parameter(msgspec.Struct, frozen=True, eq=False):
    """One parameter.

    Of a gap in a pattern the ``kind`` is ``...``, and the name says of which kind it is: after a
    bare star only of keyword-only parameters.
    """

    name: str
    kind: str
    annotation: Term | None
    default: Term | None
    start: int
    end: int


class Signature(msgspec.Struct, frozen=True, eq=False):
    """The parameters in order and the return annotation."""

    parameters: tuple[Parameter, ...]
    returns: Term | None


def signature_of(function: Node) -> Signature:
    """Give the signature of a ``function_definition`` node.

    Raises:
        NotPython3: the header is damaged.
    """
    parameters = function.child_by_field_name("parameters")
    returns = function.child_by_field_name("return_type")
    return Signature(
        _parameters(build(parameters).children if parameters else ()),
        build(returns) if returns else None,
    )


def parse_signature(text: str) -> Signature:
    """Read a signature as a person writes it: ``(a, *, b: int = 1, ...) -> tuple``.

    ``...`` among the parameters stands for any others; ``-> ...`` for any return annotation.

    Raises:
        BadPattern: the text is no signature.
    """
    stripped = text.strip()
    if not stripped.startswith("("):
        raise BadPattern(f"a signature begins with '(': {text!r}")
    try:
        root = compile_pattern(f"def f{stripped}: pass").root
    except BadPattern:
        raise BadPattern(f"the signature does not parse: {text!r}") from None
    if root.kind != "function_definition":
        raise BadPattern(f"this is not one signature: {text!r}")
    children = root.children
    parameters = next(item for item in children if item.kind == "parameters")
    after = children[children.index(parameters) + 1 :]
    arrow = [item for item in after if item.kind == "token" and item.text == "->"]
    return Signature(_parameters(parameters.children), after[1] if arrow else None)


def _parameters(terms: tuple[Term, ...]) -> tuple[Parameter, ...]:
    slash = next((i for i, item in enumerate(terms) if item.kind == "positional_separator"), -1)
    found: list[Parameter] = []
    kind = POSITIONAL
    for position, term in enumerate(terms):
        if term.kind == "keyword_separator":
            kind = KEYWORD_ONLY
        elif term.kind == "...":
            found.append(Parameter(kind, "...", None, None, term.start, term.end))
        elif term.kind != "positional_separator":
            parameter = _parameter(term, POSITIONAL_ONLY if position < slash else kind)
            if parameter.kind == VAR_POSITIONAL:
                kind = KEYWORD_ONLY
            found.append(parameter)
    return tuple(found)


def _parameter(term: Term, kind: str) -> Parameter:
    name = term.children[0] if term.kind.endswith("parameter") else term
    if name.kind == "list_splat":
        kind, name = VAR_POSITIONAL, name.children[-1]
    elif name.kind == "dictionary_splat":
        kind, name = VAR_KEYWORD, name.children[-1]
    annotation = term.children[1] if term.kind.startswith("typed") else None
    default = term.children[-1] if term.kind.endswith("default_parameter") else None
    return Parameter(name.text, kind, annotation, default, term.start, term.end)


def expression(text: str) -> Term:
    """Read one expression as a pattern's term, ``...`` for anything.

    Raises:
        BadPattern: the text is no expression.
    """
    stripped = text.strip()
    if stripped == "...":
        return Term("...", "", (), 0, 3)
    pattern = compile_pattern(stripped)
    if not pattern.is_expression:
        raise BadPattern(f"this is no expression: {text!r}")
    return pattern.root


__all__ = [
    "KINDS", "Parameter", "Signature", "expression", "parse_signature",
    "signature_of",
]  # fmt: skip
