"""`comment`: what a comment says."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds

SOURCE = """\
# of the module

# right above, over
#  two lines
@cache
def f(a):  # behind the header
    x = "# in a text"
    # one
    #
    # two
    y = 1

    # three
    def g():
        #: inner
        pass
    return x  # behind the end
# below

class A:
    # of another
    def f(self): pass
"""
CASES = (
    holds("inside", SOURCE, "f", "one", "8-10"),
    holds("over an empty comment line", SOURCE, "f", "one two", "8-10"),
    holds("right above, decorators between", SOURCE, "f", "above, over two", "3-4"),
    holds("behind the header", SOURCE, "f", "behind the header", "6"),
    holds("behind the end", SOURCE, "f", "behind the end", "17"),
    holds("in a nested function", SOURCE, "f", "inner", "15"),
    holds("white space folded", SOURCE, "f", '"one \\n  two"', "8-10"),
    holds("its sign may stand", SOURCE, "f", "'# one'", "8-10"),
    holds("above a method", SOURCE, "A.f", "of another", "21"),
    holds("in the module", SOURCE, "", "[of the module, below]", "1, 17-18"),
    holds("several", SOURCE, "f", "[one, three]", "8-10, 13"),
    holds("beside letters of other scripts", "def f():\n    é = 'ü'  # größe\n", "f", "größe", "2"),
    breaks("in a text", SOURCE, "f", "in a text", "none of 6 comments in lines 5-17", "5-17"),
    breaks("over code", SOURCE, "f", "two three"),
    breaks("below", SOURCE, "f", "below"),
    breaks("above, an empty line between", SOURCE, "f", "of the module"),
    breaks("another case", SOURCE, "f", "ONE"),
    breaks("code", SOURCE, "f", "return x"),
    breaks("a docstring", 'def f():\n    """one"""\n', "f", "one", "none of 0 comments"),
    breaks("in a text of several lines", 'x = """\n# one\n"""\n', "", "one", "none of 0 comments"),
    *damaged("one"),
)
REFUSED = (
    Refused("{a: b}", "found a mapping"),
    Refused("[]", "nothing would be checked"),
    Refused('""', "nothing would be checked"),
    Refused("~", "found empty"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("comment")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("comment")
