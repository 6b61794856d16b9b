"""`members`: the members of an enumeration."""

import pytest

from claims.model import Verdict
from tests.claims.specification import Case, Refused, breaks, damaged, holds, judged, unsure

SOURCE = """\
class M(str, enum.Enum):
    \"\"\"A text.\"\"\"

    FIRST = "first"
    SECOND = auto()  # a comment
    _LOW = 0x10

    def f(self):
        LOCAL = 1

    @property
    def g(self):
        return 1
"""
CASES = (
    holds("all", SOURCE, "M", "[\"FIRST = 'first'\", SECOND = auto(), _LOW = 16]", "4, 5, 6"),
    holds("names only", SOURCE, "M", "[FIRST, SECOND, _LOW]"),
    holds("others behind", SOURCE, "M", "[FIRST, '...']"),
    holds("others before", SOURCE, "M", "['...', SECOND, '...']"),
    holds("any value", SOURCE, "M", "['FIRST = ...', '...']"),
    holds("one, not in a list", "class M(Flag):\n    A = 1\n", "M", "A = 1", "2"),
    holds("one line", "class M(IntEnum): A = 1; B = 2\n", "M", "[A = 1, B = 2]"),
    breaks("not all", SOURCE, "M", "[FIRST, SECOND]", "_LOW = 0x10"),
    breaks("another order", SOURCE, "M", "[SECOND, FIRST, '...']", 'FIRST = "first", SECOND'),
    breaks("another value", SOURCE, "M", "[FIRST = 'second', '...']", 'FIRST = "first"'),
    breaks("not there", SOURCE, "M", "['...', THIRD, '...']"),
    breaks("a method's local name", SOURCE, "M", "['...', LOCAL]"),
    breaks("a property", SOURCE, "M", "['...', g]"),
    breaks("none at all", "class M(Enum):\n    pass\n", "M", "[A]", "none"),
    unsure("members under a condition", "class M(Enum):\n    if x:\n        A = 1\n", "M", "[A]"),
    unsure("a loop over vars", "class M(Enum):\n    A = 1\n    vars()['B'] = 2\n", "M", "[A]"),
    unsure("no enum", "class M:\n    A = 1\n", "M", "[A]", "class M is no enum"),
    unsure("perhaps an enum", "class M(Base):\n    A = 1\n", "M", "[A]", "class M is no enum"),
    *damaged("[A]"),
)
REFUSED = (
    Refused("[]", "nothing would be checked"),
    Refused("['...']", "nothing would be checked"),
    Refused("[1A]", "expected NAME or NAME = value", "1A"),
    Refused("['A = 1 +']", "does not parse", "'A"),
    Refused("{A: 1}", "found a mapping"),
    Refused("[A, {B: 1}]", "found a mapping", "{B"),
)


SHAPES = {
    "several targets": "    A, B = 1, 2\n    C = 3\n",
    "an annotation": "    A: int = 1\n    C = 3\n",
    "a chain": "    A = B = 1\n    C = 3\n",
}


@pytest.mark.parametrize("body", SHAPES.values(), ids=SHAPES)
def test_no_shape_of_assignment_hides_a_member(body: str) -> None:
    judgement = judged("members", f"class M(Enum):\n{body}", "M", "[C]")
    assert judgement.verdict is not Verdict.HOLDS


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("members")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("members")
