"""The parameters of functions and lambdas."""

import msgspec

from provenance.evaluation.outcome import Refused
from provenance.syntax.signature import (
    KEYWORD_ONLY,
    POSITIONAL,
    POSITIONAL_ONLY,
    VAR_KEYWORD,
    VAR_POSITIONAL,
)
from provenance.syntax.term import Term


class Parameter(msgspec.Struct, frozen=True):
    """One parameter of a function or a lambda."""

    name: str
    kind: str
    default: Term | None


def parameters_of(function: Term) -> tuple[Parameter, ...]:
    """Give the parameters of a function's or a lambda's term."""
    found = [item for item in function.children if item.kind.endswith("parameters")]
    terms = [item for one in found if "type" not in one.kind for item in one.children]
    slash = next((n for n, item in enumerate(terms) if item.kind == "positional_separator"), -1)
    kind, parameters = POSITIONAL, []
    for place, term in enumerate(terms):
        if term.kind == "keyword_separator":
            kind = KEYWORD_ONLY
        elif term.kind != "positional_separator":
            one = _parameter(term, POSITIONAL_ONLY if place < slash else kind)
            kind = KEYWORD_ONLY if one.kind == VAR_POSITIONAL else kind
            parameters.append(one)
    return tuple(parameters)


def _parameter(term: Term, kind: str) -> Parameter:
    name = term.children[0] if term.kind.endswith("parameter") else term
    if name.kind == "list_splat":
        return Parameter(name.children[-1].text, VAR_POSITIONAL, None)
    if name.kind == "dictionary_splat":
        return Parameter(name.children[-1].text, VAR_KEYWORD, None)
    if name.kind != "identifier":
        raise Refused(f"a parameter that is a {name.kind}")
    default = term.children[-1] if term.kind.endswith("default_parameter") else None
    return Parameter(name.text, kind, default)
