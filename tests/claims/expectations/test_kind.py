"""`kind`: what sort of definition it is."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
import os
from enum import IntEnum
from dataclasses import dataclass
import functools

LIMIT = 4
policy: str = "fcfs"
type Rank = int


@dataclass(frozen=True)
class Req:
    rid: str

    def __init__(self):
        self.size = 1

    async def run(self):
        def inner():
            pass

    @functools.cached_property
    def rank(self):
        return 1

    @rank.setter
    def rank(self, value):
        pass

    @staticmethod
    def make():
        pass


class Mode(IntEnum):
    A = 1


async def main():
    pass
"""
CASES = (
    holds("a dataclass with arguments", SOURCE, "Req", "dataclass", lines="11-32"),
    holds("a dataclass is a class", SOURCE, "Req", "class"),
    holds("an enum", SOURCE, "Mode", "enum"),
    holds("an enum is a class", SOURCE, "Mode", "class"),
    holds("upper case at module level", SOURCE, "LIMIT", "constant"),
    holds("lower case at module level", SOURCE, "policy", "variable"),
    holds("a type alias", SOURCE, "Rank", "type alias"),
    holds("in a class body", SOURCE, "Req.rid", "field"),
    holds("assigned to self", SOURCE, "Req.size", "field"),
    holds("an async method", SOURCE, "Req.run", "async method"),
    holds("an async function", SOURCE, "main", "async function"),
    holds("a function in a method", SOURCE, "Req.run.inner", "function"),
    holds("a cached property, not its setter", SOURCE, "Req.rank", "property", lines="22-24"),
    holds("a setter by its name", SOURCE, "Req.rank.setter", "property", lines="26-28"),
    holds("a static method", SOURCE, "Req.make", "method"),
    holds("an import", SOURCE, "os", "import"),
    holds("a name from a module", SOURCE, "IntEnum", "import"),
    holds("no symbol", SOURCE, "", "module"),
    breaks("a class is no enum", SOURCE, "Req", "enum", "dataclass", "11-32"),
    breaks("an enum is no dataclass", SOURCE, "Mode", "dataclass", "enum"),
    breaks("async is said", SOURCE, "main", "function", "async function"),
    breaks("a method is no function", SOURCE, "Req.make", "function", "method"),
    breaks("a property is no method", SOURCE, "Req.rank", "method", "property"),
    breaks("an import is no class", SOURCE, "IntEnum", "class", "import"),
    unsure("perhaps an enum", "class A(B):\n    x = 1\n", "A", "enum", "one of its bases"),
    unsure("perhaps a dataclass", "@model\nclass A:\n    x = 1\n", "A", "dataclass", "decorators"),
    breaks("no bases, no enum", "class A:\n    x = 1\n", "A", "enum", "class"),
    breaks("empty bases, no enum", "class A():\n    x = 1\n", "A", "enum", "class"),
    breaks("no decorator, no dataclass", "class A(B):\n    x = 1\n", "A", "dataclass", "class"),
    *damaged("function"),
    unsure("an annotated loop", "for f in ():\n    pass\n", "f", "variable", "no definition"),
)
REFUSED = (
    Refused("klass", "did you mean 'class'?"),
    Refused("[class]", "expected a text, found a list"),
    Refused("{class: 1}", "expected a text, found a mapping"),
    Refused('""', "the text is empty"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("kind")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("kind")
