"""The expectation kinds. This table names them all; a kind is imported when a claim uses it."""

from functools import cache
from importlib import import_module

from claims.expectations.interface import Kind

NAMES = (
    "kind", "exists", "signature", "parameters", "returns", "raises", "assigns", "contains",
    "lacks", "calls", "never_calls", "calls_in_order", "guarded", "bases", "decorators", "fields",
    "members", "value", "imports", "docstring", "comment", "quote", "called_by", "overrides",
    "examples", "path", "figures",
)  # fmt: skip
MEASURED = frozenset({"figures"})
"""The kinds that are about a measurement's data; the others are about source."""


@cache
def kind_named(name: str) -> Kind:
    """Give the kind of that name, which must be one of :data:`NAMES`."""
    found: Kind = import_module(f"claims.expectations.{name}").KIND
    return found
