"""`bases`: the base list, in order."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = "class A(B, mod.C, Generic[T], metaclass=M, **more):\n    pass\n"
CASES = (
    holds("all", SOURCE, "A", "[B, mod.C, 'Generic[T]', metaclass=M, '**more']", "1"),
    holds("others behind", SOURCE, "A", "[B, ...]", "1"),
    holds("others between", SOURCE, "A", "['...', 'Generic[$T]', '...']", "1"),
    holds("one, not in a list", "class A(B):\n    pass\n", "A", "B", "1"),
    holds("none", "class A:\n    pass\n", "A", "[]", "1"),
    holds("none, in parentheses", "class A():\n    pass\n", "A", "[]", "1"),
    holds("a parameter is no base", "class A[T](B):\n    pass\n", "A", "[B]", "1"),
    breaks("another order", SOURCE, "A", "[mod.C, B, ...]", "(B, mod.C, Generic[T]", "1"),
    breaks("not all", SOURCE, "A", "[B]"),
    breaks("the last word of a dotted name", SOURCE, "A", "[B, C, ...]"),
    breaks("some where there is none", "class A:\n    pass\n", "A", "[B]", "no bases", "1"),
    breaks("none where there is one", "class A(B):\n    pass\n", "A", "[]", "(B)"),
    breaks("another metaclass", "class A(metaclass=M):\n    pass\n", "A", "[metaclass=N]"),
    breaks("a base, not a keyword", "class A(k=B):\n    pass\n", "A", "[B]"),
    unsure("a function", "def A(B):\n    pass\n", "A", "[B]", "function A is no class"),
    unsure("an alias", "A = B\n", "A", "[B]", "is no class"),
    *damaged("[B]"),
)
REFUSED = (
    Refused("[')(B']", "expected a base class", "')"),
    Refused("[') + (B']", "expected a base class", "')"),
    Refused("[B(]", "expected a base class", "B("),
    Refused("['...']", "nothing would be checked"),
    Refused("[{a: b}]", "found a mapping", "{a"),
    Refused("[1 2]", "expected a base class", "1 2"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("bases")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("bases")
