"""`returns`: a return statement of the definition's own body."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
def f(a, b):
    def g():
        return inner
    if a:
        with b:
            return (a % b, a // b,)
    elif b:
        return
    try:
        return g(x=1, y='k')
    except ValueError:
        return lambda: hidden
    finally:
        return await_(b)
"""
CASES = (
    holds("redundant parentheses", SOURCE, "f", '"a % b, a // b"', "6"),
    holds("a placeholder twice", SOURCE, "f", '"$A % $B, $A // $B"', "6"),
    holds("under with, try and finally", SOURCE, "f", "[await_(b), 'g(y=\"k\", x=1)']", "14, 10"),
    holds("a bare return gives None", SOURCE, "f", "None", "8"),
    holds("the inner function by its own name", SOURCE, "f.g", "inner", "3"),
    holds("the whole lambda", SOURCE, "f", '"lambda: $X"', "12"),
    holds("async", "async def f():\n    return await g()\n", "f", '"await g()"', "2"),
    holds("twice", "def f(a):\n    if a:\n        return 1\n    return 0x1\n", "f", "1", "3, 4"),
    breaks("a part of what is returned", SOURCE, "f", '"a % b"', "(a % b, a // b,)"),
    breaks("another order", SOURCE, "f", '"a // b, a % b"', "(a % b, a // b,)"),
    breaks("of a nested function", SOURCE, "f", "inner", "and 2 more"),
    breaks("of a lambda", SOURCE, "f", "hidden"),
    breaks("placeholders that differ", SOURCE, "f", '"$A % $A, $X"'),
    breaks("one of two", SOURCE, "f", "[None, a]"),
    breaks(
        "yielded, not returned", "def f():\n    yield 1\n", "f", "1", "there is none in lines 1-2"
    ),
    unsure("a class", "class f:\n    a = 1\n", "f", "a", "class f is no function"),
    unsure("a lambda's value", "f = lambda: 1\n", "f", "1", "variable f is no function"),
    *damaged("a"),
)
REFUSED = (
    Refused('"return a"', "leave out the word 'return'"),
    Refused('"a b"', "does not parse"),
    Refused('"$X"', "would match anything"),
    Refused("[]", "nothing would be checked"),
    Refused("[a, {b: 1}]", "found a mapping", "{b"),
    Refused("~", "found empty"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("returns")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("returns")
