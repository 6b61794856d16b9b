"""`called_by`: these call the definition, or these and nobody else."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

LOAD = """\
class Pool:
    def load(self): pass
    def again(self):
        self.load()
    @property
    def size(self): return 1

def start(pool: Pool):
    def inner():
        pool.load()
    inner()

def ask(pool: Pool):
    return pool.size
# file: a/b.py
from lib import Pool as P

class Other:
    def load(self): pass

def other(x: Other):
    x.load()

def grow():
    return P()
"""
GUESS = "def guess(pool):\n    pool.load()\n# file: a/b.py\n"
MORE = LOAD.replace("# file: a/b.py\n", GUESS)
HANDED = LOAD.replace("# file: a/b.py\n", "def hand(pool: Pool):\n    return pool.load\n"
                      "# file: a/b.py\n")  # fmt: skip
TEXT = LOAD.replace("# file: a/b.py\n", "def text(pool):\n    getattr(pool, 'load')()\n"
                    "# file: a/b.py\n")  # fmt: skip
TOP = LOAD.replace("# file: a/b.py\n", "Pool().load()\n# file: a/b.py\n")
BROKEN = LOAD + "# file: a/broken.py\ndef f(load:\n"
RENAMED = """\
def f(): pass
# file: a.py
from lib import f as g
# file: b.py
from a import g as h
def caller():
    h()
# file: c.py
def g(): pass
def not_it():
    g()
"""
ALL = "[Pool.again, start]"
CASES = (
    holds("each of these", LOAD, "Pool.load", ALL, "4, 10"),
    holds("one, not in a list", LOAD, "Pool.load", "Pool.again", "4"),
    holds("these only", LOAD, "Pool.load", f"{{only: {ALL}}}", "4, 10"),
    holds("one only, not in a list", LOAD, "Pool.size", "{only: ask}", "14"),
    holds("a listed class covers its methods", LOAD, "Pool.load", "{only: [Pool, start]}", "4, 10"),
    holds("in these files only", TOP, "Pool.load", "{only: [], within: a}"),
    holds("nobody", LOAD, "start", "{only: []}"),
    holds("a listed one by name alone", MORE, "Pool.load", "{only: [Pool.again, start, guess]}",
          "4, 10, 16"),
    holds("a listed one that hands it on", HANDED.replace("pool.load\n#", "pool.load()\n#"),
          "Pool.load", "{only: [Pool.again, start, hand]}", "4, 10, 16"),
    holds("the code of a file", TOP, "Pool.load", "{only: [Pool.again, start, lib.py]}"),
    holds("under another name, in another file", LOAD, "Pool", "{only: ['a/b.py::grow']}"),
    holds("under other names of other names", RENAMED, "f", "{only: ['b.py::caller']}"),
    holds("made by another name", LOAD.replace("    def load", "    def __init__(self): pass\n"
          "    def load"), "Pool.__init__", "{only: ['a/b.py::grow']}"),
    holds("called by a subclass", "class A:\n    def __init__(self): pass\nclass B(A):\n"
          "    def __init__(self):\n        super().__init__()\nclass C(A): pass\n"
          "def f():\n    C()\ndef g():\n    B()\n", "A.__init__", "{only: [B.__init__, f]}"),
    holds("itself", "def f():\n    f()\n", "f", "{only: [f]}", "2"),
    holds("in an annotation only", "class A: pass\ndef f(a: A, b: 'A' = None):\n"
          "    isinstance(a, A)\nclass B(A): pass\n", "A", "{only: []}"),
    holds("a parameter of that name", "def f(): pass\ndef g(f):\n    f()\n# file: b.py\n"
          "def f(): pass\ndef g():\n    f()\n", "f", "{only: [], within: b.py}"),
    breaks("does not call", LOAD, "Pool.load", "[Pool.again, ask]", "no call in lib.py:13-14"),
    breaks("another calls too", LOAD, "Pool.load", "{only: [start]}",
           "also called by lib.py:4 Pool.again", "10, 4"),
    breaks("somebody calls", LOAD, "Pool.load", "{only: []}", "also called by lib.py:4"),
    breaks("a listed one does not", LOAD, "Pool.load", "{only: [Pool.again, start, ask]}",
           "no call in "),
    breaks("the code of a file calls", TOP, "Pool.load", f"{{only: {ALL}}}", "lib.py:15 the mod"),
    breaks("under another name", RENAMED, "f", "{only: []}", "b.py:3 caller"),
    breaks("decorating is calling", "def f(g): pass\n@f\ndef h(): pass\n", "f", "{only: []}",
           "lib.py:2"),
    breaks("a caller that is not there", LOAD, "Pool.load", "[nobody]", "nobody is not defined"),
    unsure("one by name alone, not listed", MORE, "Pool.load", f"{{only: {ALL}}}",
           "lib.py:16 pool.load() (by name alone: the parameter pool has no annotation)"),
    unsure("handed on, not listed", HANDED, "Pool.load", f"{{only: {ALL}}}",
           "pool.load (handed on without being called)"),
    unsure("in a text", TEXT, "Pool.load", f"{{only: {ALL}}}", "it is handed 'load'"),
    unsure("an alias", LOAD.replace("# file: a/b.py\n", "g = start\n# file: a/b.py\n"), "start",
           "{only: []}", "start (handed on"),
    unsure("its own class", "class A:\n    def again(self):\n        type(self)()\n"
           "class B(A): pass\n", "B", "{only: []}", "its own class may be B"),
    breaks("made by a class method", "class A:\n    @classmethod\n    def make(cls):\n"
           "        return cls()\n", "A", "{only: []}", "lib.py:4 A.make"),
    breaks("made by its own class", "class A:\n    def __init__(self): pass\n"
           "    def make(self):\n        self.__class__()\n        type(self)()\n", "A.__init__",
           "{only: []}", "lib.py:4 A.make; lib.py:5 A.make"),
    holds("a class in a case", "class A: pass\ndef f(x):\n    match x:\n        case A(): pass\n",
          "A", "{only: []}"),
    unsure("a damaged file", BROKEN, "Pool.load", f"{{only: {ALL}}}", "a/broken.py has a syntax"),
    unsure("no function", "A = 1\n", "A", "[f]", "constant A is no function"),
    unsure("called by Python itself", "class A:\n    def __len__(self): pass\n", "A.__len__",
           "{only: []}", "called by Python itself"),
    unsure("called through an object", "from torch import nn\nclass A(nn.Module):\n"
           "    def forward(self): pass\n", "A.forward", "{only: []}", "called where an object is"),
    *damaged("[f]"),
)  # fmt: skip
REFUSED = (
    Refused("[]", "nothing would be checked"),
    Refused("{within: a}", "'within' stands beside 'only'"),
    Refused("{only: [f], without: a}", "unknown key", "without"),
    Refused("{only: [f], within: []}", "nothing would be checked", "[]"),
    Refused("{only: [f], within: /a}", "absolute", "/a"),
    Refused("{only: [a b]}", "names no definition", "a b"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("called_by")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("called_by")
