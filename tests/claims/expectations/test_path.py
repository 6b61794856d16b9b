"""`path`: a chain of definitions, each of which calls the next."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

CHAIN = """\
from p.worker import Worker

class Scheduler:
    def __init__(self, other, worker: Worker):
        self.worker = Worker()
        self.other = other

    def loop(self):
        self.step()

    def step(self):
        self.worker.run()
        self.other.run()
        self.other.only_there()

    def hand(self, pool):
        pool.submit(self.step)
        getattr(self, "loop")()

    @property
    def speed(self):
        return 1

    def measure(self):
        return self.speed

def make():
    return Scheduler(1, 2)
# file: p/__init__.py
# file: p/worker.py
from p.model import forward as go

class Worker:
    def run(self):
        return go(1)

class Elsewhere:
    def run(self): pass
    def only_there(self): pass
# file: p/model.py
def forward(x):
    def inner():
        return last(x)
    return inner()

def last(x):
    pass

def last_but_one(x):
    pass

if last:
    def twice(): pass
else:
    def twice(): pass
# file: p/broken.py
def f():
    pass
def g(:
"""
W = "p/worker.py::Worker.run"
LAYERS = """\
from torch import nn

class Layer(nn.Module):
    def forward(self, x): pass

class Other(nn.Module):
    def forward(self, x): pass

class Model(nn.Module):
    def __init__(self, made):
        super().__init__()
        self.layer = Layer()
        self.made = made
        self.any: nn.Module = made

    def forward(self, x):
        self.layer(x)

    def unsure(self, x):
        self.made(x)

    def typed(self, x):
        self.any(x)

    def plain(self, x):
        print(x)

class Base:
    def run(self):
        self.do()
    def do(self): pass

class Lower(Base):
    def do(self): pass

class Mixin:
    def run(self):
        self.go()

class Whole(Mixin):
    def go(self): pass
"""
CASES = (
    holds("the whole way", CHAIN, "Scheduler.loop",
          f"[Scheduler.step, '{W}', 'p/model.py::forward', last]", "9, 12"),
    holds("one step, not in a list", CHAIN, "Scheduler.loop", "Scheduler.step", "9"),
    holds("by name alone", CHAIN, "Scheduler.step", "p/worker.py::Elsewhere.only_there", "14"),
    holds("a call resolved before one by name", CHAIN, "Scheduler.step", W, "12"),
    holds("a class that is made", CHAIN, "make", "[Scheduler]", "28"),
    holds("the method that making calls", CHAIN, "make", "[Scheduler.__init__]", "28"),
    holds("a property that is read", CHAIN, "Scheduler.measure", "Scheduler.speed", "25"),
    holds("from a module", "def f(): pass\nf()\n", "", "[f]", "2"),
    holds("from a class", CHAIN, "Scheduler", "[Scheduler.step]", "9"),
    holds("through an import that the locator names", CHAIN, "Scheduler.step", f"['{W}', go]",
          "12"),
    holds("through a module's call", LAYERS, "Model.forward", "[Layer.forward]", "17"),
    holds("through an object from outside", LAYERS, "Model.typed", "[Other.forward]", "23"),
    holds("what a subclass overrides", LAYERS, "Base.run", "[Lower.do]", "30"),
    holds("what a mixin's class defines", LAYERS, "Mixin.run", "[Whole.go]", "38"),
    holds("a recursion", "def f():\n    f()\n", "f", "[f, f]", "2, 2"),
    breaks("another of that name", CHAIN, "make", "[Scheduler.loop]", "no call in lib.py:27-28"),
    breaks("the call is of another", CHAIN, "Scheduler.loop",
           "[Scheduler.step, 'p/worker.py::Worker.run', 'p/model.py::last']", "no call in "),
    breaks("the receiver has its own", LAYERS.replace("self.do()", "Lower().do()"), "Base.run",
           "[Base.do]", "line 30: Lower().do() is Lower.do (lib.py:34)"),
    breaks("the first is right, the second not", CHAIN, "Scheduler.loop",
           f"[Scheduler.step, '{W}', 'p/model.py::last_but_one']", "no call in ", ),
    breaks("shadowed", "def g(): pass\ndef f():\n    def g(): pass\n    g()\n", "f", "[g]",
           "line 4: g() is f.g (lib.py:3)", "4"),
    breaks("not defined", CHAIN, "Scheduler.loop", "[Scheduler.stop]",
           "Scheduler.stop is not defined in lib.py; similar: Scheduler.step"),
    breaks("no such file", CHAIN, "Scheduler.loop", "['p/none.py::f']", "there is no file p/none"),
    breaks("inherited", "class A:\n    def f(self): pass\nclass B(A): pass\ndef g(b: B):\n"
           "    b.f()\n", "g", "[B.f]", "it is inherited: lib.py::A.f"),
    breaks("nothing like it", LAYERS, "Model.plain", "[Base.do]", "no call in "),
    unsure("handed on", CHAIN, "Scheduler.hand", "[Scheduler.step]", "without being called"),
    unsure("looked up by a text", CHAIN, "Scheduler.hand", "[Scheduler.loop]", "getattr"),
    unsure("made with it", "def f(): pass\ng = compiled(f)\ndef h():\n    g()\n", "h", "[f]",
           "g() may lead there: g is made with f"),
    unsure("in a table", "def f(): pass\nT = {'a': f}\ndef h(x):\n    T[x]()\n", "h", "[f]",
           "T is made with f"),
    unsure("an attribute made with it", "class A:\n    def f(self): pass\n    def __init__(self):\n"
           "        self.g = compiled(self.f)\n    def h(self):\n        self.g()\n", "A.h",
           "[A.f]", "g is made with f"),
    unsure("a default", "def f(): pass\ndef h(g=f):\n    g()\n", "h", "[f]", "without being call"),
    holds("its own class may be another", "class A:\n    def make(self):\n        type(self)()\n"
          "class B(A):\n    def __init__(self): pass\n", "A.make", "[B.__init__]", "3"),
    holds("a base of which nothing is known", "class A:\n    def f(self): pass\n    def g(self):\n"
          "        self.f()\nclass B(made(A)):\n    def f(self): pass\n", "A.g", "[B.f]", "4"),
    holds("what super may mean", "class A:\n    def f(self): pass\nclass B(A):\n"
          "    def f(self):\n        super().f()\nclass C(A):\n    def f(self): pass\n", "B.f",
          "[C.f]", "5"),
    unsure("the next is defined twice", CHAIN, "make", "['p/model.py::twice']",
           "twice is defined 2 times in p/model.py, on lines 13, 15"),
    unsure("the next is damaged", CHAIN, "make", "['p/broken.py::g']", "syntax error"),
    unsure("a receiver of another class that lacks it", LAYERS.replace("self.do()", "Whole().do()"),
           "Base.run", "[Base.do]", "Whole().do() may lead there, or not: Whole and its bases"),
    unsure("a receiver of another class whose base may have it",
           LAYERS.replace("self.do()", "Other().do()"), "Base.run", "[Base.do]",
           "torch.nn.Module, which comes first, may define do"),
    unsure("an object that may pass it on", LAYERS, "Model.unsure", "[Other.forward]",
           "self.made(...) may lead there, or not: the parameter made"),
    unsure("a constant calls nothing", "def f(): pass\nA = f()\n", "A", "[f]", "A is constant"),
    *damaged("[f]"),
)  # fmt: skip
REFUSED = (
    Refused("[]", "nothing would be checked"),
    Refused("{a: b}", "expected a text"),
    Refused("[a b]", "names no definition", "a b"),
    Refused("['/a.py::f']", "absolute", "'/"),
    Refused("['::f']", "the path is empty", "'"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("path")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("path")
