"""`decorators`: the decorators, from the top."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
@app.get('/x', tags=[1])
@cache
# a comment between
@wraps(g)
async def f():
    @inner
    def g(): pass
"""
CASES = (
    holds("all", SOURCE, "f", "[\"app.get('/x', tags=[1])\", cache, wraps(g)]", "1, 2, 4"),
    holds("the sign may stand", SOURCE, "f", "['@app.get(...)', '@cache', '@wraps(g)']", "1, 2, 4"),
    holds("others before", SOURCE, "f", "['...', wraps(g)]"),
    holds("others around", SOURCE, "f", "['...', cache, '...']"),
    holds("none", "def f():\n    pass\n", "f", "[]", "1-2"),
    holds("one, not in a list", "@cache\ndef f():\n    pass\n", "f", "cache", "1"),
    holds(
        "of a class", "@dataclass(frozen=True)\nclass A:\n    pass\n", "A", "[dataclass(...)]", "1"
    ),
    holds(
        "of a method", "class A:\n    @property\n    def f(self): pass\n", "A.f", "[property]", "2"
    ),
    breaks("arguments not named", SOURCE, "f", "[app.get, cache, wraps]", "app.get('/x'"),
    breaks("arguments that are not there", "@cache\ndef f(): pass\n", "f", "[cache()]", "cache"),
    breaks("another order", SOURCE, "f", "['...', cache, '@app.get(...)', '...']"),
    breaks("not all", SOURCE, "f", "[cache]"),
    breaks("of the inner function", SOURCE, "f", "['...', inner, '...']"),
    breaks("some where there is none", "def f(): pass\n", "f", "[cache]", "none", "1"),
    breaks("none where there is one", "@cache\ndef f(): pass\n", "f", "[]", "cache", "1"),
    unsure("a variable", "f = cache(g)\n", "f", "[cache]", "variable f is no function or class"),
    *damaged("[cache]"),
)
REFUSED = (
    Refused("['cache(']", "does not parse", "'cache("),
    Refused("['...']", "nothing would be checked"),
    Refused("[x = 1]", "this is no expression", "x = 1"),
    Refused("[{a: b}]", "found a mapping", "{a"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("decorators")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("decorators")
