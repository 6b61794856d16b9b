"""`value`: the literal value of a constant, a variable or a field."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
LIMIT = 4 * 1024
MASK: int = -0x_FF
RATIO = 1e-1
NAME = "a" 'b'
RAW = b"x"
FLAG = True
NONE = None
PAIR = 1, ("two", [3.0])
TABLE = {"a": True, "b": {1, 2}}
BIG = 1 << 20
one = two = 1
left, right = 1, 2
COUNT = len(NAME)
LATER: int
TEXT = f"{NAME}"
class A:
    size: int = 8
    def __init__(self):
        self.rank = 0
"""
CASES = (
    holds("arithmetic", SOURCE, "LIMIT", "4096", "1"),
    holds("as Python text", SOURCE, "LIMIT", '"2 ** 12"', "1"),
    holds("another spelling", SOURCE, "MASK", "-255", "2"),
    holds("a fraction", SOURCE, "RATIO", "0.1"),
    holds("texts in a row", SOURCE, "NAME", "\"'ab'\""),
    holds("bytes", SOURCE, "RAW", "\"b'x'\""),
    holds("true", SOURCE, "FLAG", "true"),
    holds("nothing", SOURCE, "NONE", "null"),
    holds("a tuple, without parentheses", SOURCE, "PAIR", "\"(1, ('two', [3]))\""),
    holds("a dictionary", SOURCE, "TABLE", "\"{'b': {2, 1}, 'a': True}\""),
    holds("a shift", SOURCE, "BIG", "1048576"),
    holds("each of a chain", SOURCE, "one", "1"),
    holds("the last of a chain", SOURCE, "two", "1"),
    holds("a field", SOURCE, "A.size", "8", "17"),
    holds("assigned to self", SOURCE, "A.rank", "0", "19"),
    holds("a whole number is a number", "X = 2.0\n", "X", "2"),
    breaks("another number", SOURCE, "LIMIT", "4097", "4 * 1024", "1"),
    breaks("a number is no text", SOURCE, "LIMIT", "\"'4096'\"", "4 * 1024"),
    breaks("a bool is no number", SOURCE, "FLAG", "1", "True"),
    breaks("nor inside", SOURCE, "TABLE", "\"{'a': 1, 'b': {1, 2}}\""),
    breaks("a number is no bool", "X = 1\n", "X", "true", "1"),
    breaks("nothing is not false", SOURCE, "NONE", "false", "None"),
    breaks("bytes are no text", SOURCE, "RAW", "\"'x'\""),
    breaks("a list is no tuple", "X = [1]\n", "X", '"(1,)"', "[1]"),
    breaks("too short", SOURCE, "PAIR", '"(1,)"'),
    unsure("a call", SOURCE, "COUNT", "2", "not a literal: len(NAME)"),
    unsure("a formatted text", SOURCE, "TEXT", "\"'ab'\"", "not a literal"),
    unsure("only annotated", SOURCE, "LATER", "1", "no value of its own"),
    unsure("one of several targets", SOURCE, "left", "1", "no value of its own"),
    holds("arithmetic in a tuple and a list", "X = (2 * 3, [1 + 1])\n", "X", '"(6, [2])"'),
    unsure("an operator on bits", "X = 6 & 3\n", "X", "2", "not a literal"),
    unsure("a very large power", "X = 9 ** 9 ** 9\n", "X", "1", "not a literal"),
    unsure("a division by zero", "X = 1 / 0\n", "X", "1", "not a literal"),
    unsure("what cannot be a key", "X = {[]: 1}\n", "X", "1", "not a literal"),
    unsure("assigned twice", "X = 1\nX = 2\n", "X", "1", "defined 2 times"),
    unsure("added to", "X = 1\nX += 1\n", "X", "1", "defined 2 times"),
    unsure("set by a function", "X = 1\ndef f():\n    global X\n    X = 2\n", "X", "1", "line 3"),
    unsure("set by a loop", "X = 1\nfor X in y:\n    pass\n", "X", "1", "line 2"),
    unsure("set by a star import, later", "X = 1\nfrom y import *\n", "X", "1"),
    holds("not by a star import before", "from y import *\nX = 1\n", "X", "1"),
    holds("not by a name of a function's own", "X = 1\ndef f():\n    X = 2\n", "X", "1"),
    unsure("arithmetic on a text", "X = 'a' * 3\n", "X", "\"'aaa'\"", "not a literal"),
    unsure("only added to", "X += 1\n", "X", "1", "no value of its own"),
    unsure("a function", "def X():\n    return 1\n", "X", "1", "function X is no constant"),
    unsure("an import", "from a import X\n", "X", "1", "import X is no constant"),
    unsure("the module", "X = 1\n", "", "1", "is no constant"),
    *damaged("1"),
)
REFUSED = (
    Refused("fcfs", "a text keeps its own quotes"),
    Refused("[1, 2]", 'write a tuple as "(1, 2)"'),
    Refused("{a: 1}", "expected a value, found a mapping"),
    Refused('"len(x)"', "is no Python literal"),
    Refused('"{[]: 1}"', "is no Python literal"),
    Refused('""', "is no Python literal"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("value")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("value")
