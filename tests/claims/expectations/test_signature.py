"""`signature`: the whole signature."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

RANKS = """\
def f(
    a,  # a comment
    /,
    b: int = 0x10,
    *,
    c: "str" = 'x',
    **rest,
) -> tuple[int, int]:
    pass
"""
METHOD = "class A:\n    @cache\n    async def run(self, *args: int, flag=(1)):\n        pass\n"
OVERLOADS = """\
@overload
def f(a: int) -> int: ...
@overload
def f(a: str) -> str: ...
def f(a):
    return a
"""
CASES = (
    holds(
        "layout, quotes and spelling apart",
        RANKS,
        "f",
        '"(a, /, b: int = 16, *, c: \'str\' = \\"x\\", **rest) -> tuple[int, int]"',
        "1-8",
    ),
    holds("other parameters", RANKS, "f", '"(a, /, ..., **rest) -> tuple[int, int]"'),
    holds("any return type", RANKS, "f", '"(a, /, ...) -> ..."'),
    holds("any type where there is none", METHOD, "A.run", '"(self, ...) -> ..."'),
    holds("a gap may hide the star", RANKS, "f", "\"(..., c: 'str' = $D, ...) -> ...\""),
    holds("a method with its self", METHOD, "A.run", '"(self, *args: int, flag=1)"', "3"),
    holds("overloads yield to the implementation", OVERLOADS, "f", '"(a)"', "5"),
    holds("nothing at all", "def f(): pass\n", "f", '"()"'),
    holds("a gap for nothing", "def f(): pass\n", "f", '"(...)"'),
    breaks("an order", "def f(a, b): pass\n", "f", '"(b, a)"', "(a, b)", "1"),
    breaks("one more", "def f(a, b): pass\n", "f", '"(a)"', "(a, b)"),
    breaks("one less", "def f(a): pass\n", "f", '"(a, b)"', "(a)"),
    breaks("a default", "def f(a=1): pass\n", "f", '"(a=2)"', "(a=1)"),
    breaks("a default not named", "def f(a=1): pass\n", "f", '"(a)"', "(a=1)"),
    breaks("a default that is not there", "def f(a): pass\n", "f", '"(a=1)"', "(a)"),
    breaks("a bool is no number", "def f(a=True): pass\n", "f", '"(a=1)"', "(a=True)"),
    breaks("an annotation", "def f(a: int): pass\n", "f", '"(a: str)"', "(a: int)"),
    breaks("an annotation not named", "def f(a: int): pass\n", "f", '"(a)"', "(a: int)"),
    breaks("a return type not named", "def f() -> int: pass\n", "f", '"()"', "() -> int"),
    breaks("keyword-only", "def f(a, *, b): pass\n", "f", '"(a, b)"', "(a, *, b)"),
    breaks("two behind a star", "def f(a, *, b, c): pass\n", "f", '"(a)"', "(a, *, b, c)"),
    breaks("two behind a starred one", "def f(*a, b, c): pass\n", "f", '"(a)"', "(*a, b, c)"),
    breaks("positional-only", "def f(a, /, b): pass\n", "f", '"(a, b)"', "(a, /, b)"),
    breaks("no star behind a gap", "def f(a, b): pass\n", "f", '"(..., *, b)"', "(a, b)"),
    breaks("stars", "def f(*a): pass\n", "f", '"(**a)"', "(*a)"),
    breaks("no self", METHOD, "A.run", '"(*args: int, flag=1)"'),
    unsure("a class", "class f:\n    pass\n", "f", '"()"', "class f is no function"),
    unsure("a lambda", "f = lambda a: a\n", "f", '"(a)"', "variable f is no function"),
    unsure("the module", "x = 1\n", "", '"()"', "is no function"),
    *damaged('"(a)"'),
)
REFUSED = (
    Refused('"(...) -> ..."', "nothing would be checked"),
    Refused('"a, b"', "a signature begins with '('"),
    Refused('"(a, b"', "does not parse"),
    Refused('"(a, a b)"', "does not parse"),
    Refused('"(): pass\\ndef g()"', "this is not one signature"),
    Refused("[a]", "expected a text, found a list"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("signature")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("signature")
