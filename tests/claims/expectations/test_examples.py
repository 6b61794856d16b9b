"""`examples`: what a call of the function gives for some arguments."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
import math
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from helper import halved, SIZES
WORLD = 16
def ranks(*, rank: int, size: int = 4, dp: bool = False) -> tuple:
    if rank < 0:
        raise ValueError("rank must not be negative")
    if not dp:
        return rank % size, 0
    return rank % size, rank // size
def groups(world, size):
    return [list(range(i, i + size)) for i in range(0, world, size)]
def share(part, whole):
    return part / whole
def named(mode):
    return {"mode": mode, "n": 1}
def only(a, /, b, *rest, **more):
    return a, b, rest, more
def half(n):
    return halved(n) + SIZES["b"]
def world():
    return WORLD
def local(rank):
    return rank % get_size()
def get_size():
    return open("size").read()
def size_of(text, mode="r"):
    return open(text, mode)
def endless():
    while True:
        pass
class Mode(Enum):
    EXTEND = auto()
    DECODE = auto()
    def is_decode(self):
        return self is Mode.DECODE
@dataclass
class Batch:
    size: int
    rows: tuple = ()
class Odd(ValueError):
    pass
def mode_of(n):
    return Mode.DECODE if n == 1 else Mode.EXTEND
def batch(n):
    return Batch(n, (n, n))
def refuse(text):
    raise Odd(text)
def refuse_two(text):
    raise Odd(text, 2)
def tags():
    return frozenset({"a", "b"})
class Runner:
    def __init__(self, rank):
        self.rank = rank
    def offset(self, n):
        return self.rank * n
    @staticmethod
    def twice(n):
        return 2 * n
    @property
    def next(self):
        return self.rank + 1
# file: helper.py
SIZES = {"a": 1, "b": 2}
def halved(n):
    return n // 2
"""


def one(text: str) -> str:
    """Write a list of one example."""
    return f"[{{{text}}}]"


CASES = (
    holds("by keyword", SOURCE, "ranks",
          one("call: {rank: 10, dp: true}, returns: [2, 2]"), "6-11"),
    holds("a default", SOURCE, "ranks", one("call: {rank: 10}, returns: [2, 0]")),
    holds("one, without a list", SOURCE, "ranks", "{call: {rank: 5}, returns: [1, 0]}"),
    holds("a tuple as Python text", SOURCE, "ranks", one('call: {rank: 5}, returns: "(1, 0)"')),
    holds("by place", SOURCE, "share", one("call: [1, 4], returns: 0.25")),
    holds("a list of lists", SOURCE, "groups",
          one("call: {world: 8, size: 4}, returns: [[0, 1, 2, 3], [4, 5, 6, 7]]")),
    holds("an exception", SOURCE, "ranks", one("call: {rank: -1}, raises: ValueError")),
    holds("a base of it", SOURCE, "ranks", one("call: {rank: -1}, raises: Exception")),
    holds("a part of its message", SOURCE, "ranks",
          one("call: {rank: -1}, raises: {type: ValueError, message: not be negative}")),
    holds("an exception of the source", SOURCE, "refuse",
          one("call: [\"'no'\"], raises: {type: lib.Odd, message: \"no\"}")),
    holds("a base of that", SOURCE, "refuse", one("call: [\"'no'\"], raises: ValueError")),
    holds("a division by zero", SOURCE, "share", one("call: [1, 0], raises: ZeroDivisionError")),
    holds("a tolerance", SOURCE, "share", one("call: [1, 3], returns: 0.333, tolerance: 1e-3")),
    holds("a tolerance, inside", SOURCE, "named",
          one("call: {mode: 0.5}, returns: {mode: 0.4, n: 1.05}, tolerance: 0.2")),
    holds("not a number", SOURCE, "share",
          one("call: [\"float('inf')\", \"float('inf')\"], returns: \"float('nan')\"")),
    holds("no end", SOURCE, "share",
          one("call: [\"float('-inf')\", 2], returns: \"float('-inf')\"")),
    holds("a whole number is a number", SOURCE, "share", one("call: [4, 2], returns: 2")),
    holds("a mapping", SOURCE, "named",
          one("call: {mode: \"'a'\"}, returns: {mode: \"'a'\", n: 1}")),
    holds("positional-only by name", SOURCE, "only",
          one("call: {a: 1, b: 2, c: 3}, returns: \"(1, 2, (), {'c': 3})\"")),
    holds("any number", SOURCE, "only", one("call: [1, 2, 3, 4], returns: [1, 2, [3, 4], {}]")),
    holds("a helper and a constant of another file", SOURCE, "half", one("call: [9], returns: 6")),
    holds("a constant", SOURCE, "world", one("call: [], returns: 16")),
    holds("a constant that is given", SOURCE, "world",
          one("call: [], returns: 8, given: {WORLD: 8}")),
    holds("a function that is given", SOURCE, "local",
          one('call: [13], returns: 5, given: {"get_size()": 8}')),
    holds("a member", SOURCE, "mode_of", one("call: [1], returns: {object: {name: \"'DECODE'\"}}")),
    holds("an object", SOURCE, "batch",
          one("call: [2], returns: {object: {size: 2, rows: [2, 2]}}")),
    holds("a method with its object", SOURCE, "Runner.offset",
          one("call: {self: {object: {rank: 3}}, n: 4}, returns: 12")),
    holds("a property", SOURCE, "Runner.next", one("call: [{object: {rank: 3}}], returns: 4")),
    holds("a static method", SOURCE, "Runner.twice", one("call: [3], returns: 6")),
    holds("a set", SOURCE, "tags", one("call: [], returns: \"{'b', 'a'}\"")),
    breaks("another result", SOURCE, "ranks", one("call: {rank: 10}, returns: [2, 1]"),
           "returns (2, 0)", "6-11"),
    breaks("the second of two", SOURCE, "ranks",
           "[{call: {rank: 10}, returns: [2, 0]}, {call: {rank: 9}, returns: [2, 0]}]",
           "returns (1, 0)"),
    breaks("a list is no tuple", SOURCE, "groups", one('call: [2, 1], returns: "([0], [1])"'),
           "returns [[0], [1]]"),
    breaks("too many", SOURCE, "ranks", one("call: {rank: 10}, returns: [2, 0, 0]"), "(2, 0)"),
    breaks("a bool is no number", SOURCE, "named",
           one("call: {mode: true}, returns: {mode: 1, n: 1}"), "'mode': True"),
    breaks("nor in a text", SOURCE, "named",
           one("call: {mode: true}, returns: \"{'mode': 1, 'n': 1}\""), "'mode': True"),
    breaks("a key too many", SOURCE, "named", one("call: [1], returns: {mode: 1}"), "'n': 1"),
    breaks("beyond the tolerance", SOURCE, "share",
           one("call: [1, 3], returns: 0.3, tolerance: 1e-3"), "returns 0.33"),
    breaks("nearly", SOURCE, "share", one("call: [1, 3], returns: 0.3333"), "returns 0.33333"),
    breaks("it raises", SOURCE, "ranks", one("call: {rank: -1}, returns: [1, 0]"),
           "raises ValueError: rank must not be negative, on line 8", "8"),
    breaks("it raises nothing", SOURCE, "ranks", one("call: {rank: 1}, raises: ValueError"),
           "returns (1, 0)"),
    breaks("it raises another", SOURCE, "ranks", one("call: {rank: -1}, raises: TypeError"),
           "raises ValueError", "8"),
    breaks("another message", SOURCE, "ranks",
           one("call: {rank: -1}, raises: {type: ValueError, message: positive}"), "negative"),
    breaks("another member", SOURCE, "mode_of",
           one("call: [0], returns: {object: {name: \"'DECODE'\"}}"), "Mode.EXTEND"),
    breaks("an attribute of another value", SOURCE, "batch",
           one("call: [2], returns: {object: {size: 3}}"), "size=2"),
    breaks("plain data is no object", SOURCE, "world",
           one("call: [], returns: {object: {size: 3}}"), "returns 16"),
    breaks("another set", SOURCE, "tags", one("call: [], returns: \"{'b'}\""), "frozenset"),
    unsure("a file is opened", SOURCE, "size_of", one("call: [\"'a'\"], returns: 1"),
           "not worked out: a call of open, on line 29"),
    unsure("a helper opens one", SOURCE, "local", one("call: [3], returns: 1"), "on line 27"),
    unsure("it does not end", SOURCE, "endless", one("call: [], returns: 1"), "takes more than"),
    unsure("no such parameter", SOURCE, "ranks", one("call: {tank: 1}, returns: 1"),
           "rank is not given"),
    unsure("a parameter too many", SOURCE, "ranks", one("call: {rank: 1, x: 1}, returns: 1"),
           "there is no parameter x"),
    unsure("too many by place", SOURCE, "share", one("call: [1, 2, 3], returns: 1"), "too many"),
    unsure("an object as plain data", SOURCE, "mode_of", one("call: [1], returns: 2"),
           "Mode.DECODE"),
    unsure("an attribute that is not known", SOURCE, "batch",
           one("call: [2], returns: {object: {nothing: 3}}"), "the attribute nothing"),
    unsure("a message that is not known", SOURCE, "refuse_two",
           one("call: [1], raises: {type: Odd, message: x}"), "its message is not worked out"),
    unsure("a name that is not there", SOURCE, "world",
           one("call: [], returns: 8, given: {WELT: 8}"), "WELT is given"),
    unsure("an attribute of the object that is not given", SOURCE, "Runner.offset",
           one("call: {n: 4}, returns: 12"), "the attribute rank"),
    unsure("an object that is plain data", SOURCE, "Runner.offset",
           one("call: [3, 4], returns: 12"), "write {object:"),
    unsure("a class", SOURCE, "Runner", one("call: [3], returns: 12"),
           "class Runner is no function"),
    unsure("the module", SOURCE, "", one("call: [3], returns: 12"), "is no function"),
    unsure("a decorator", "from numba import jit\n@jit\ndef f(a):\n    return a\n", "f",
          one("call: [3], returns: 3"),
           "a decorator of f on line 2"),
    unsure("a helper that is not there", "from a import b\ndef f(a):\n    return b(a)\n", "f",
           one("call: [3], returns: 3"), "on line 3"),
    *damaged(one("call: [1], returns: 1")),
)  # fmt: skip
REFUSED = (
    Refused("[]", "the list is empty"),
    Refused("3", "expected a mapping"),
    Refused("{returns: 3}", "an example needs call"),
    Refused("{call: []}", "one of returns and raises"),
    Refused("{call: [], returns: 1, raises: A}", "one of returns and raises"),
    Refused("{call: 3, returns: 1}", "expected arguments, found a number", "3"),
    Refused("{call: {a-b: 3}, returns: 1}", "'a-b' is no parameter name", "3"),
    Refused("{call: [fcfs], returns: 1}", "a text keeps its own quotes", "fcfs"),
    Refused('{call: [], returns: "..."}', "is no Python literal", '"..."'),
    Refused('{call: [], returns: "2j"}', "is no Python literal", '"2j"'),
    Refused('{call: [], returns: "len(x)"}', "is no Python literal", '"len'),
    Refused("{call: [], returns: {object: 3}}", "expected a mapping", "3"),
    Refused("{call: [], raises: 3 + 4}", "is no name of an exception", "3 + 4"),
    Refused("{call: [], raises: {message: a}}", "an exception needs type", "{message"),
    Refused("{call: [], raises: {type: A, text: a}}", "unknown key 'text'", "text"),
    Refused("{call: [], raises: A, tolerance: 1}", "for what a call returns", "1}"),
    Refused("{call: [], returns: 1, tolerance: 0}", "a number above 0", "0}"),
    Refused("{call: [], returns: 1, tolerance: true}", "a number above 0", "true"),
    Refused('{call: [], returns: 1, tolerance: ".inf"}', "is no Python literal", '".inf'),
    Refused("{call: [], returns: 1, given: [A]}", "expected a mapping", "[A]"),
    Refused("{call: [], returns: 1, given: {a.b: 3}}", "'a.b' is no name", "3"),
    Refused("{call: [], return: 1}", "unknown key 'return'", "return"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("examples")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("examples")
