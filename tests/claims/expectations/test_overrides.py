"""`overrides`: the class whose method the definition takes the place of."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
from a.base import Backend
from a import Plain as Simple
from torch import nn
from typing import Generic, TypeVar
T = TypeVar("T")

class Middle(Backend, Generic[T]):
    pass

class Fast(Middle[int], Simple):
    def run(self): pass
    def stop(self): pass

class Layer(nn.Module):
    def forward(self): pass

class Odd(make_base()):
    def run(self): pass

def function(): pass
# file: a/__init__.py
from .plain import Plain
# file: a/base.py
from abc import ABC
class Backend(ABC):
    def run(self): pass
class Middle: pass
# file: a/plain.py
class Plain:
    def stop(self): pass
if x:
    class Twice: pass
else:
    class Twice: pass
"""
CASES = (
    holds("through a class between", SOURCE, "Fast.run", "Backend", "11"),
    holds("of a file", SOURCE, "Fast.run", "a/base.py::Backend", "11"),
    holds("through a re-export, under another name", SOURCE, "Fast.stop", "Plain", "12"),
    holds("of a file that re-exports it", SOURCE, "Fast.stop", "a/__init__.py::Plain", "12"),
    holds("several methods of a class", SOURCE, "Fast", "{run: Backend, stop: [Plain]}",
          "10-12, 10-12"),
    breaks("a base that does not define it", SOURCE, "Fast.run", "Middle",
           "Middle (lib.py:7) defines no run; a/base.py:3 does"),
    breaks("no base", SOURCE, "Fast.run", "Other", "Other is no base of Fast; its bases: lib.py::"),
    breaks("another class of that name", SOURCE, "Fast.run", "a/base.py::Middle", "is no base of"),
    breaks("not its own", SOURCE, "Middle", "{run: Backend}", "Middle defines no run itself"),
    breaks("a base that is not there", SOURCE, "Fast.run", "a/base.py::None_", "is not defined"),
    breaks("itself", SOURCE, "Fast.run", "Fast", "Fast is no base of Fast"),
    breaks("no bases", "class A:\n    def f(self): pass\n", "A.f", "B", "its bases: none"),
    unsure("a base from outside", SOURCE, "Layer.forward", "nn.Module", "is not in the snapshot"),
    unsure("above a base from outside", SOURCE, "Layer.forward", "Backend", "may have Backend"),
    unsure("a base that is worked out", SOURCE, "Odd.run", "Backend", "a base of Odd is no name"),
    unsure("a class that is defined twice", SOURCE, "Fast.stop", "a/plain.py::Twice", "2 times"),
    unsure("a function", SOURCE, "function", "Backend", "function function is no method"),
    unsure("a class without a mapping", SOURCE, "Fast", "Backend", "is no method"),
    unsure("a method with a mapping", SOURCE, "Fast.run", "{run: Backend}", "is no class"),
    *damaged("Base"),
)  # fmt: skip
REFUSED = (
    Refused("[]", "nothing would be checked"),
    Refused("{}", "nothing would be checked"),
    Refused("a.py", "names no class"),
    Refused("[a b]", "names no definition", "a b"),
    Refused("{run: []}", "nothing would be checked", "[]"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("overrides")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("overrides")
