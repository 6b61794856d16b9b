"""Operators group as Python groups them, whatever the grammar does with them."""

import ast
from itertools import product

import pytest

from provenance.syntax.parsing import parse
from provenance.syntax.terms import Term, build, same
from tests.real.parenthesised import parenthesised

OPERATORS = (
    "+", "-", "*", "@", "/", "%", "**", "<<", ">>", "|", "^", "&", "//",
    "and", "or", "<", "==", "in", "not in", "is", "is not",
)  # fmt: skip
PREFIXES = ("", "-", "~", "not ", "await ")


def term(source: str) -> Term:
    return build(parse(source.encode()).root_node)


def grouped_as_python(source: str) -> bool:
    """Tell whether leaving out the parentheses that Python does not need changes nothing."""
    return same(term(source), term(parenthesised(ast.parse(source))))


@pytest.mark.parametrize("first", OPERATORS)
def test_two_operators(first: str) -> None:
    for second, prefix in product(OPERATORS, PREFIXES):
        source = f"x = {prefix}a {first} b {second} c"
        assert grouped_as_python(source), source


@pytest.mark.parametrize("first", ["|", "^", "&", "+", "**", "and", "=="])
def test_four_operators(first: str) -> None:
    for rest in product(("|", "^", "&", "<<", "and"), repeat=3):
        source = f"x = a {first} b {rest[0]} c {rest[1]} d {rest[2]} e"
        assert grouped_as_python(source), source


@pytest.mark.parametrize(
    "source",
    [
        "x = a if b else c if d else e",
        "x = lambda: a if b else c",
        "x = a or b if c and d else not e",
        "x = [*a | b, *c.d, *e[0]]",
        "f(*a or b, **c or d)",
        "x = *a.b, *c(d), *e[0].f, g",
        "x = a ^ (b & c) ^ (d ^ e) & f",
        "x = (a ^ b) & c & (d ^ e)",
        "x = a & b ^ c & d ^ e & f",
        "x = f(a ^ b & c)[d & e ^ g]",
        "x: list[int] | None | str = 1",
        "x: list[int] | (None | str) = 1",
        "def f(a: dict[str, list[int] | None] | None = None) -> list[int] | a.b: pass",
        "type(self).x = 1",
        "type(a).b[0].c = type(d).e",
        "x = y = a ^ b & c",
        "with (a(),): pass",
        "with (a, b,): pass",
        "with (a, b) as c: pass",
        "match a, b:\n    case 1: pass",
        "match a,:\n    case 1: pass",
        "match a:\n    case 1: pass",
    ],
)
def test_what_the_grammar_reads_otherwise(source: str) -> None:
    assert grouped_as_python(source)
