"""`raises`: a raise statement of the definition's own body."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
def f(a):
    def g():
        raise KeyError
    try:
        raise ValueError(f"no {a}") from None
    except errors.Bad:
        raise
    raise errors.Worse(a, code=3)
"""
CASES = (
    holds("a bare name, called", SOURCE, "f", "ValueError", "5"),
    holds("a dotted name, called", SOURCE, "f", "errors.Worse", "8"),
    holds("with its arguments", SOURCE, "f", '"errors.Worse(code=0x3, ...)"', "8"),
    holds("the cause does not count", SOURCE, "f", '"ValueError(...)"', "5"),
    holds("not called", SOURCE, "f.g", "KeyError", "3"),
    holds("in an else", "def f():\n    for a in b: pass\n    else: raise E\n", "f", "E", "3"),
    breaks("of a nested function", SOURCE, "f", "KeyError", "ValueError"),
    breaks("the last word of a dotted name", SOURCE, "f", "Worse", "errors.Worse(a, code=3)"),
    breaks("other arguments", SOURCE, "f", '"errors.Worse(a)"'),
    breaks("a call where only a name is raised", SOURCE, "f.g", "KeyError()", "raise KeyError"),
    breaks("what makes what is raised", "def f():\n    raise a()(b)\n", "f", "a()", "raise a()(b)"),
    breaks("the cause", "def f():\n    raise A from B\n", "f", "B", "raise A from B"),
    breaks("made, not raised", "def f():\n    return ValueError()\n", "f", "ValueError",
           "there is none in lines 1-2"),
    breaks("only raised again", "def f():\n    raise\n", "f", "ValueError", "raise"),
    unsure("a class", "class f:\n    a = 1\n", "f", "ValueError", "class f is no function"),
    *damaged("a"),
)  # fmt: skip
REFUSED = (
    Refused('"raise ValueError"', "leave out the word 'raise'"),
    Refused('"ValueError("', "does not parse"),
    Refused("[]", "nothing would be checked"),
    Refused("{ValueError: a}", "found a mapping"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("raises")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("raises")
