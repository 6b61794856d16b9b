"""`fields`: the attributes of a class."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
class A(Base):
    rid: str
    size: int = 0x8
    mode = 'fast'

    def __init__(self, pool):
        self.pool = pool
        self.count: int = 0
        self.left, self.right = 1, 2
        self.first = self.second = None
        self.a, *self.rest = pool
        if pool:
            self.maybe = 1

    def step(this):
        this.count = 5
        this.late = make(1)
        this.total += 1
        for this.loop in ():
            pass

    def way(self):
        self.way_two = 1

    def other(self):
        self.way_two = 2

    @property
    def shown(self):
        return 1

    @staticmethod
    def free(self):
        self.foreign = 1
"""
INIT = "class A:\n    def __init__(self):\n        {}\n"
METHOD = "class A:\n    def x(self):\n        pass\n    x = 1\n"
CASES = (
    holds("only annotated", SOURCE, "A", "{rid: {annotation: str}}", "2"),
    holds("a default", SOURCE, "A", "{size: {annotation: int, default: 8}}", "3"),
    holds("a text", SOURCE, "A", "{mode: {default: '\"fast\"'}}", "4"),
    holds("only its name", SOURCE, "A", "{mode: , pool: {}}", "4, 7"),
    holds("what __init__ assigns first", SOURCE, "A", '{count: {default: "0"}}', "8"),
    holds("its annotation", SOURCE, "A", "{count: {annotation: int}}", "8"),
    holds(
        "one of several targets", SOURCE, "A", '{left: {default: "1"}, right: {default: 2}}', "9, 9"
    ),
    holds("each of a chain", SOURCE, "A", "{first: {default: None}, second: {default: None}}"),
    holds("whatever self is called", SOURCE, "A", '{late: {default: "make($N)"}}', "17"),
    holds(
        "under with", INIT.format("with y:\n            self.x = 1"), "A", "{x: {default: 1}}", "4"
    ),
    breaks("another default", SOURCE, "A", '{size: {default: "9"}}', "size: int = 0x8", "3"),
    breaks("another annotation", SOURCE, "A", "{rid: {annotation: int}}", "rid: str"),
    breaks("no annotation", SOURCE, "A", "{mode: {annotation: str}}", "mode = 'fast'"),
    breaks("no default", SOURCE, "A", '{rid: {default: "..."}}', "rid: str"),
    breaks(
        "what a later method assigns", SOURCE, "A", '{count: {default: "5"}}', "self.count: int = 0"
    ),
    breaks("all of several targets", SOURCE, "A", '{left: {default: "(1, 2)"}}'),
    breaks("the next of a chain", SOURCE, "A", '{first: {default: "self.second"}}'),
    breaks("no such attribute", SOURCE, "A", "{absent: }", "no such attribute is assigned", "1-34"),
    breaks("of a nested class", "class A:\n    class B:\n        x = 1\n", "A", "{x: }"),
    unsure(
        "assigned in two ways", SOURCE, "A", '{way_two: {default: "1"}}', "assigned differently"
    ),
    unsure(
        "two from a call", INIT.format("self.x, self.y = make()"), "A", "{x: {default: make()}}"
    ),
    unsure(
        "two from two and more", INIT.format("self.x, self.y = 1, *z"), "A", "{x: {default: 1}}"
    ),
    unsure("two from a list", INIT.format("self.x, self.y = [1, 2]"), "A", "{x: {default: 1}}"),
    unsure("also a method", METHOD, "A", "{x: {default: 1}}", "A.x is also a method, on line 2"),
    unsure("a starred target", SOURCE, "A", '{rest: {default: "pool"}}'),
    unsure("only under a condition", SOURCE, "A", '{maybe: {default: "1"}}'),
    unsure("only added to", SOURCE, "A", '{total: {default: "1"}}'),
    unsure("bound by a loop", SOURCE, "A", "{loop: }"),
    unsure("set on what may be another's self", SOURCE, "A", "{foreign: }"),
    unsure("a property", SOURCE, "A", "{shown: }"),
    unsure("a method", SOURCE, "A", "{step: }"),
    unsure("setattr", "class A:\n    def f(self):\n        setattr(self, 'x', 1)\n", "A", "{x: }"),
    unsure("a function", "def A():\n    x = 1\n", "A", "{x: }", "function A is no class"),
    *damaged("{x: }"),
)
REFUSED = (
    Refused("{}", "no field is named"),
    Refused("[rid]", "expected a mapping, found a list"),
    Refused("{self.rid: }", "is no attribute name", "}"),
    Refused("{rid: str}", "expected a mapping, found a text", "str"),
    Refused("{rid: {defualt: 1}}", "did you mean 'default'?", "defualt"),
    Refused("{rid: {default: '1 +'}}", "does not parse", "'1 +'"),
    Refused("{rid: {default: [1]}}", "found a list", "[1]"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("fields")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("fields")
