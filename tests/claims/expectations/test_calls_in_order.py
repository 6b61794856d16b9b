"""`calls_in_order`: the calls occur in this order in the source."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds

SOURCE = """\
def f(self):
    batch = self.next()
    if batch:
        self.run(batch, k=prepare(batch))
    done().then()
    self.run(None)
"""
CASES = (
    holds("two", SOURCE, "f", "[next, run]", "2, 4"),
    holds("the same one twice", SOURCE, "f", "[run, run]", "4, 6"),
    holds("an outer call opens first", SOURCE, "f", "[run, prepare]", "4, 4"),
    holds("a chain opens from the left", SOURCE, "f", "[done, then]", "5, 5"),
    holds(
        "with arguments", SOURCE, "f", '["next()", "self.run(batch, ...)", "run(None)"]', "2, 4, 6"
    ),
    holds("others between", SOURCE, "f", "[next, done]", "2, 5"),
    breaks(
        "the other way", SOURCE, "f", "[done, next]", "next is called on line 2, not after done"
    ),
    breaks("an inner call first", "def f():\n    a(b())\n", "f", "[b, a]", "not after b on line 2"),
    breaks("three times", SOURCE, "f", "[run, run, run]", "run is called on line 4, 6, not after"),
    breaks("not there", SOURCE, "f", "[next, absent]", "absent: nowhere"),
    breaks("only passed on", "def f():\n    a(b)\n", "f", "[a, b]", "b: nowhere"),
    *damaged("[a, b]"),
)
REFUSED = (
    Refused("run", "an order needs at least two calls"),
    Refused("[run]", "use 'calls' for one"),
    Refused("[]", "nothing would be checked"),
    Refused("[run, a + b]", "expected a call", "a + b"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("calls_in_order")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("calls_in_order")
