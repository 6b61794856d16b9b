"""`docstring`: what the docstring says."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = '''\
#!/usr/bin/env python
# a comment first
"""The module's."""
class A:
    r"""Of a \\class."""
    def f(self):
        # before it
        """Give the
            rank, an\\x61lysed.
        """
        "a second text"
    def g(self): "One" ' line.'
    def h(self):
        ("In parentheses.")
    def none(self):
        x = "no docstring"
    def mixed(self):
        f"formatted {self}"
    def raw(self):
        b"bytes"
    def pair(self):
        "a", "b"
    def called(self):
        "a".strip()
'''
CASES = (
    holds("over two lines", SOURCE, "A.f", "Give the rank", "8-10"),
    holds("white space folded", SOURCE, "A.f", '"Give   the\\n rank, "', "8-10"),
    holds("escapes are read", SOURCE, "A.f", "analysed", "8-10"),
    holds("raw", SOURCE, "A", "'Of a \\class.'", "5"),
    holds("of the module", SOURCE, "", "The module's.", "3"),
    holds("pieces in a row", SOURCE, "A.g", "One line.", "12"),
    holds("in parentheses", SOURCE, "A.h", "In parentheses.", "14"),
    holds("several", SOURCE, "A.f", "[Give, rank]", "8-10, 8-10"),
    breaks("another text", SOURCE, "A.f", "Give the size", "Give the rank, analysed.", "8-10"),
    breaks("another case", SOURCE, "A.f", "give the rank", "Give the rank"),
    breaks("a second text", SOURCE, "A.f", "a second text", "Give the rank"),
    breaks("a comment", SOURCE, "A.f", "before it", "Give the rank"),
    breaks("an assigned text", SOURCE, "A.none", "no docstring", "there is no docstring"),
    breaks("a formatted text", SOURCE, "A.mixed", "formatted", "there is no docstring"),
    breaks("bytes", SOURCE, "A.raw", "bytes", "there is no docstring"),
    breaks("a tuple", SOURCE, "A.pair", "a", "there is no docstring"),
    breaks("a call on a text", SOURCE, "A.called", "a", "there is no docstring"),
    breaks("one of two", SOURCE, "A.f", "[Give, size]", "Give the rank"),
    breaks("a method's, in the class", SOURCE, "A", "Give the", "class"),
    unsure("a variable", 'f = "a"\n', "f", "a", "variable f is no class, function or module"),
    *damaged("a"),
)
REFUSED = (
    Refused("{a: b}", "found a mapping"),
    Refused("[]", "nothing would be checked"),
    Refused('""', "nothing would be checked"),
    Refused('"  "', "nothing would be checked"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("docstring")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("docstring")
