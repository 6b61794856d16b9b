"""`assigns`: an assignment of the definition's own body."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
LIMIT = 1
class A:
    size: int = 8
    def run(self, a):
        rank = a % self.size
        self.rank, self.other = divmod(a, 2)
        first = second = {'a': 1}
        if a:
            self.count += 1
        for loop in a:
            pass
        if (walrus := a):
            pass
        def inner():
            hidden = 1
"""
CASES = (
    holds("a name", SOURCE, "A.run", '"rank = a % $X"', "5"),
    holds("a tuple of targets", SOURCE, "A.run", '"(self.rank, self.other) = divmod(...)"', "6"),
    holds("each of a chain", SOURCE, "A.run", "['first = {\"a\": 1}', 'second = $X']", "7, 7"),
    holds("a whole chain", SOURCE, "A.run", '"first = second = $X"', "7"),
    holds("augmented", SOURCE, "A.run", '"self.count += 1"', "9"),
    holds("in a class body, annotated", SOURCE, "A", '"size: int = 8"', "3"),
    holds("at module level", SOURCE, "", '"LIMIT = $N"', "1"),
    holds("the symbol is the assignment", SOURCE, "LIMIT", '"LIMIT = 1"', "1"),
    holds("the symbol is in a chain", "a = b = 1\n", "b", '"a = 1"'),
    holds("the symbol is a field", SOURCE, "A.count", '"self.count += 1"', "9"),
    breaks("another value", SOURCE, "A.run", '"rank = a // $X"', "rank = a % self.size", "5"),
    breaks("an annotation not named", SOURCE, "A", '"size = 8"', "size: int = 8"),
    breaks("augmented otherwise", SOURCE, "A.run", '"self.count -= 1"', "self.count += 1"),
    breaks("a part of the targets", SOURCE, "A.run", '"self.rank = divmod(a, 2)"'),
    breaks("a method's in the class", SOURCE, "A", '"rank = $X"', "size: int = 8"),
    breaks("a nested function's", SOURCE, "A.run", '"hidden = 1"'),
    breaks("a loop is no assignment", SOURCE, "A.run", '"loop = $X"'),
    breaks("nor is a walrus", SOURCE, "A.run", '"walrus = a"'),
    breaks("nor a keyword argument", "def f(a):\n    g(b=1)\n", "f", '"b = 1"', "there is none"),
    breaks("nor a comparison", "def f(a):\n    a == 1\n", "f", '"a = 1"', "there is none"),
    unsure("an import", "from a import f\n", "f", '"f = 1"', "import f is no function, class"),
    *damaged('"a = 1"'),
)
REFUSED = (
    Refused("rank", "expected an assignment"),
    Refused('"a == 1"', "expected an assignment"),
    Refused('"a = "', "does not parse"),
    Refused('"a = 1; b = 2"', "expected an assignment"),
    Refused("[]", "nothing would be checked"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("assigns")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("assigns")
