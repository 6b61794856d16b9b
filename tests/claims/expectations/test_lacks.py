"""`lacks`: the pattern occurs nowhere in the definition."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, judged

SOURCE = """\
@cache
def f(a, b):
    # never print(a)
    x = "print(a)"
    def inner():
        return a % b
    return x
"""
CASES = (
    holds("a call", SOURCE, "f", '"print(...)"'),
    holds("several", SOURCE, "f", "[a // b, b % a]"),
    holds("what stands outside", SOURCE + "after()\n", "f", "after()"),
    holds("in the module", SOURCE, "", '"raise $X"'),
    breaks("in a nested function", SOURCE, "f", '"$A % $B"', "a % b", "6"),
    breaks("in a decorator", SOURCE, "f", "cache", "cache", "1"),
    breaks("one of two", SOURCE, "f", "[print(a), a % b]", "a % b", "6"),
    breaks("three are shown", "def f(a):\n" + "    a + 1\n" * 5, "f", "a + 1", "a + 1", "2, 3, 4"),
    breaks("a return", SOURCE, "f", '"return $X"', "return a % b", "6, 7"),
    *damaged('"print(...)"'),
)
REFUSED = (
    Refused('"def ("', "does not parse"),
    Refused('"$X"', "would match anything"),
    Refused("[]", "nothing would be checked"),
    Refused("{a: b}", "found a mapping"),
)


def test_what_was_searched_is_said() -> None:
    judgement = judged("lacks", SOURCE, "f", "print")
    assert judgement.findings[0].found == "searched function f, lines 1-7"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("lacks")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("lacks")
