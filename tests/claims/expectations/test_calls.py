"""`calls`: each of these calls occurs."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds

SOURCE = """\
@register("f")
async def f(self, run):
    self.pool.alloc(3, kind='a')
    await self.run(batch=1)
    hook(self.free)
    def inner():
        deep()
    x = f"{shown(1)}"
    print(exec(type(x)))
    super().__init__()
    table[0](x)
    (hidden)(x)
    return [go(i) for i in x]
"""
CASES = (
    holds("any receiver", SOURCE, "f", "alloc", "3"),
    holds("a part of the receivers is not the receiver", SOURCE, "f", "self.pool.alloc", "3"),
    holds("any receiver, these arguments", SOURCE, "f", "alloc(3, ...)", "3"),
    holds("a receiver that is left open", SOURCE, "f", '"$X.alloc"', "3"),
    holds("awaited", SOURCE, "f", "self.run(batch=1)", "4"),
    holds("a decorator", SOURCE, "f", "register('f')", "1"),
    holds("in a nested function", SOURCE, "f", "deep", "7"),
    holds("in a comprehension", SOURCE, "f", "go(i)", "13"),
    holds("in a formatted text", SOURCE, "f", "shown(1)", "8"),
    holds("words that were once statements", SOURCE, "f", "[print, exec, type]", "9, 9, 9"),
    holds("on what a call gives", SOURCE, "f", "super().__init__", "10"),
    holds("of an element", SOURCE, "f", '"table[0](x)"', "11"),
    holds("in parentheses", SOURCE, "f", "hidden", "12"),
    breaks("only passed on", SOURCE, "f", "free", "closest, on line"),
    breaks("another receiver", SOURCE, "f", "self.alloc", "nowhere in lines 1-13"),
    breaks("a receiver that is longer", SOURCE, "f", "pool.alloc", "nowhere"),
    breaks("other arguments", SOURCE, "f", "alloc(3)", "nowhere"),
    breaks("this receiver, other arguments", SOURCE, "f", "self.pool.alloc(4, ...)", "nowhere"),
    breaks("too many arguments", SOURCE, "f", "deep(1)", "nowhere"),
    breaks("only a parameter", "def f(run):\n    return run\n", "f", "run", "nowhere"),
    breaks("in a comment", "def f():\n    pass  # run()\n", "f", "run", "nowhere"),
    breaks("of that name, in a text", "def f():\n    return 'run()'\n", "f", "run", "nowhere"),
    breaks("one of two", SOURCE, "f", "[deep, absent]", "nowhere"),
    *damaged("a"),
)
REFUSED = (
    Refused('"a + b"', "expected a call or the name of what is called"),
    Refused('"f("', "does not parse"),
    Refused('"x = f()"', "expected a call"),
    Refused("[]", "nothing would be checked"),
    Refused("{f: 1}", "found a mapping"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("calls")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("calls")
