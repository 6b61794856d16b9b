"""`exists`: that a name is defined, or is not."""

import pytest

from claims.model import Verdict
from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

CLASS = "class A(Base):\n    def run(self):\n        self.size = 1\n"
CASES = (
    holds("there", CLASS, "A.run", "true", lines="2-3"),
    holds("assigned to self", CLASS, "A.size", "true"),
    holds("nothing of that name", CLASS, "walk", "false"),
    holds("no such method", CLASS, "A.walk", "false"),
    Case("its class is not there", CLASS, "B.run", "false", Verdict.MISSING, "B is not defined"),
    holds("only in a comment", "# walk\nx = 'walk'\n", "walk", "false"),
    holds("only a parameter", "def f(walk):\n    return walk\n", "walk", "false"),
    holds("only local to a function", "def f():\n    walk = 1\n", "walk", "false"),
    holds("only used", "walk()\n", "walk", "false"),
    holds("a star import in a function is none", "def f():\n    pass\n", "walk", "false"),
    holds("a comprehension keeps its name", "x = [walk for walk in y]\n", "walk", "false"),
    breaks("there after all", CLASS, "A.run", "false", "method A.run", "2-3"),
    breaks("imported", "from a import walk\n", "walk", "false", "import walk"),
    breaks("under a condition", "if x:\n    walk = 1\n", "walk", "false", "variable walk"),
    breaks("only annotated", "walk: int\n", "walk", "false"),
    Case("not there", CLASS, "walk", "true", Verdict.MISSING, "walk is not defined in lib.py"),
    Case("a near name", CLASS, "A.runs", "true", Verdict.MISSING, "similar: A.run"),
    Case("perhaps inherited", CLASS, "A.other", "true", Verdict.MISSING, "may be inherited"),
    unsure("a star import", "from a import *\n", "walk", "false", "may bring it"),
    unsure("a global statement", "def f():\n    global walk\n    walk = 1\n", "walk", "false"),
    unsure("a loop", "for walk in x:\n    pass\n", "walk", "false", "no definition"),
    unsure("a with statement", "with x as walk:\n    pass\n", "walk", "false", "no definition"),
    unsure("a walrus", "if (walk := x):\n    pass\n", "walk", "false", "no definition"),
    unsure(
        "setattr", "class A:\n    def f(self):\n        setattr(self, 'b', 1)\n", "A.b", "false"
    ),
    unsure("an unreadable file", "walk = 1\ndef g(:\n", "walk", "false"),
    unsure("hidden by damage", "def g(:\n    walk\n", "walk", "false", "does not parse"),
    *damaged("true"),
)
REFUSED = (
    Refused("nope", "expected true or false, found a text"),
    Refused("1", "expected true or false, found a number"),
    Refused("[true]", "found a list"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("exists")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("exists")
