"""`never_calls`: none of these calls occurs."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds

SOURCE = """\
def f(self):
    self.pool.alloc(3)
    hook(self.free)
    def inner():
        deep()
"""
CASES = (
    holds("not there", SOURCE, "f", "absent"),
    holds("only passed on", SOURCE, "f", "free"),
    holds("another receiver", SOURCE, "f", "self.alloc"),
    holds("other arguments", SOURCE, "f", "[alloc(), alloc(4)]"),
    holds("in a comment", "def f():\n    pass  # run()\n", "f", "run"),
    breaks("any receiver", SOURCE, "f", "alloc", "self.pool.alloc(3)", "2"),
    breaks("these arguments", SOURCE, "f", "alloc(...)", "self.pool.alloc(3)", "2"),
    breaks("in a nested function", SOURCE, "f", "deep", "deep()", "5"),
    breaks("one of two", SOURCE, "f", "[absent, hook]", "hook(self.free)", "3"),
    breaks("a decorator", "@run()\ndef f():\n    pass\n", "f", "run", "run()", "1"),
    *damaged("absent"),
)
REFUSED = (
    Refused('"a + b"', "expected a call"),
    Refused("[]", "nothing would be checked"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("never_calls")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("never_calls")
