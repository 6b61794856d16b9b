"""What a call calls: receivers, scopes, annotations; always of the call of `hit` in `probe`."""

import time

import pytest

from provenance.resolution.files import GivenFiles
from provenance.resolution.receivers import Resolver
from provenance.resolution.targets import Outside, Site, Unresolved
from provenance.resolution.values import Value
from provenance.syntax.callsites import calls_in
from provenance.syntax.definitions import Module
from tests.provenance.resolution.fixtures import files_of

AB = "class A:\n    def hit(self): pass\nclass B:\n    def hit(self): pass\n"
SELF = AB + "class C:\n    def __init__(self{0}):\n        self.x = {1}\n"
SELF += "    def probe(self):\n        self.x.hit()\n"
LOCAL = AB + "def probe({0}):\n    {1}\n    x.hit()\n"


def of_self(value: str, parameters: str = "") -> str:
    return SELF.format(parameters, value)


def of_local(body: str, parameters: str = "") -> str:
    return LOCAL.format(parameters, body)


CASES = (
    ("an attribute", of_self("A()"), "A.hit"),
    ("an annotated parameter", of_self("a", ", a: A"), "A.hit"),
    ("a parameter without annotation", of_self("a", ", a"), "? the parameter a"),
    ("an annotated attribute", of_self("make()").replace("self.x =", "self.x: A ="), "A.hit"),
    ("one of two", of_self("A() if x else B()"), "A.hit B.hit"),
    ("or", of_self("a or B()", ", a: A = None"), "A.hit B.hit"),
    ("assigned twice", of_self("A()\n        self.x = B()"), "A.hit B.hit"),
    ("None first", of_self("None\n        self.x = B()"), "B.hit"),
    ("only None", of_self("None"), "? x is only ever None"),
    ("in a pair", of_self("1; self.x, self.y = A(), B()").replace("self.x = 1; ", ""), "A.hit"),
    ("unpacked", of_self("1; self.x, y = pair()").replace("self.x = 1; ", ""),
     "? x is bound by an unpacking"),
    ("in a row", of_self("self.y = A()"), "A.hit"),
    ("an element", of_self("A()[0]"), "? it is an element"),
    ("through two attributes", AB + "class C:\n    def __init__(self): self.a = A()\n"
     "class D:\n    def __init__(self): self.c = C()\n    def probe(self): self.c.a.hit()\n",
     "A.hit"),
    ("annotated in the class", AB + "class C:\n    x: A\n    def probe(self): self.x.hit()\n",
     "A.hit"),
    ("of a base", AB + "class P:\n    def __init__(self): self.x = A()\n"
     "class C(P):\n    def probe(self): self.x.hit()\n", "A.hit"),
    ("a property", AB + "class C:\n    @property\n    def x(self) -> A: pass\n"
     "    def probe(self): self.x.hit()\n", "A.hit"),
    ("self", "class C:\n    def hit(self): pass\n    def probe(self): self.hit()\n", "C.hit"),
    ("self by another name", "class C:\n    def hit(me): pass\n    def probe(me): me.hit()\n",
     "C.hit"),
    ("cls", ("class C:\n    def hit(self): pass\n    @classmethod\n"
     "    def probe(cls): cls.hit()\n"), "C.hit"),
    ("no self", ("class C:\n    def hit(self): pass\n    @staticmethod\n"
     "    def probe(self): self.hit()\n"), "? the parameter self"),
    ("self in a function inside", ("class C:\n    def hit(self): pass\n    def probe(self):\n"
     "        def inner():\n            self.hit()\n        inner()\n"), "C.hit"),
    ("self in a lambda", ("class C:\n    def hit(self): pass\n    def probe(self):\n"
     "        return lambda: self.hit()\n"), "C.hit"),
    ("another self inside", ("class C:\n    def hit(self): pass\n    def probe(self):\n"
     "        def inner(self):\n            self.hit()\n        inner(1)\n"),
     "? the parameter self"),
    ("inherited", AB + "class C(A):\n    def probe(self): self.hit()\n", "A.hit"),
    ("the first base", AB + "class C(B, A):\n    def probe(self): self.hit()\n", "B.hit"),
    ("a diamond", ("class R:\n    def hit(self): pass\nclass A(R): pass\nclass B(R):\n"
     "    def hit(self): pass\nclass C(A, B):\n    def probe(self): self.hit()\n"), "B.hit"),
    ("no order", ("class A: pass\nclass B(A): pass\nclass C(A, B):\n"
     "    def probe(self): self.hit()\n"), "? the bases of C have no order"),
    ("bases in a circle", ("class A(B): pass\nclass B(A): pass\nclass C(A):\n"
     "    def probe(self): self.hit()\n"), "? the bases of"),
    ("an own base", "class C(C):\n    def probe(self): self.hit()\n", "? C is its own base"),
    ("behind a base from outside", ("from torch import M\nclass A:\n    def hit(self): pass\n"
     "class C(M, A):\n    def probe(self): self.hit()\n"), "? torch.M, which comes first"),
    ("before a base from outside", ("from torch import M\nclass A:\n    def hit(self): pass\n"
     "class C(A, M):\n    def probe(self): self.hit()\n"), "A.hit"),
    ("behind a plain base", ("from abc import ABC\nclass A:\n    def hit(self): pass\n"
     "class C(ABC, A):\n    def probe(self): self.hit()\n"), "A.hit"),
    ("nowhere", "class C:\n    def probe(self): self.hit()\n", "? C and its bases define no hit"),
    ("super", AB + "class C(A):\n    def hit(self): pass\n"
     "    def probe(self): super().hit()\n", "A.hit"),
    ("super of two", AB + "class C(A, B):\n    def probe(self): super(C, self).hit()\n", "A.hit"),
    ("super of none", "class C:\n    def probe(self): super().hit()\n", "? the bases of C"),
    ("its class", ("class C:\n    def hit(self): pass\n"
     "    def probe(self): type(self).hit(self); self.__class__.hit\n"), "C.hit"),
    ("a class", AB + "def probe():\n    A.hit(1)\n", "A.hit"),
    ("an object at once", AB + "def probe():\n    A().hit()\n", "A.hit"),
    ("a local", of_local("x = A()"), "A.hit"),
    ("a local, later too", of_local("x = A()\n    for x in y: pass"), "A.hit ? x is bound by a"),
    ("a local, annotated", of_local("x: A = make()"), "A.hit"),
    ("a walrus", of_local("if (x := A()): pass"), "A.hit"),
    ("a with", of_local("with A() as x: pass"), "? x is bound by a with"),
    ("an except", of_local("try: pass\n    except A as x: pass"), "? x is bound by an except"),
    ("a case", of_local("match y:\n        case x: pass"), "? x is bound by a case"),
    ("del", of_local("x = A(); del x"), "A.hit ? x is bound by a del"),
    ("augmented", of_local("x = A(); x += 1"), "A.hit ? x is bound by an augmented"),
    ("nonlocal inside", of_local("x = A()\n    def g():\n        nonlocal x\n        x = 1"),
     "A.hit ? x is bound by a function inside"),
    ("an operator", of_local("x = A() | B()"), "? it is worked out by an operator"),
    ("a literal", of_local("x = []"), "!builtins.list.hit"),
    ("a parameter", of_local("pass", "x: A"), "A.hit"),
    ("a parameter with a default", of_local("pass", "*, x: A = None"), "A.hit"),
    ("a parameter with a star", of_local("pass", "*x: A"), "? x is bound by a parameter with"),
    ("Optional", "from typing import Optional\n" + of_local("pass", "x: Optional[A]"), "A.hit"),
    ("Union", "import typing as t\n" + of_local("pass", "x: t.Union[A, 'B', None]"),
     "A.hit B.hit"),
    ("a bar", of_local("pass", "x: A | None"), "A.hit"),
    ("a text", of_local("pass", "x: 'A | None'"), "A.hit"),
    ("Annotated", "from typing import Annotated\n" + of_local("pass", "x: Annotated[A, B]"),
     "A.hit"),
    ("Any", "from typing import Any\n" + of_local("pass", "x: Any"), "? it is annotated as typ"),
    ("a list", of_local("pass", "x: list[A]"), "!builtins.list.hit"),
    ("a type", of_local("pass", "x: type[A]"), "A.hit"),
    ("an alias of a union", "from typing import Union\n" + AB + "U = Union[A, B]\n"
     "def probe(x: U): x.hit()\n", "A.hit B.hit"),
    ("a circle of aliases", "U = 'V'\nV = 'U'\ndef probe(x: U): x.hit()\n", "? an annotation lea"),
    ("a type variable", ("from typing import TypeVar\nT = TypeVar('T')\n"
     "def probe(x: T): x.hit()\n"), "? an annotation is worked out"),
    ("a protocol", ("from typing import Protocol\nclass A(Protocol):\n    def hit(self): pass\n"
     "def probe(x: A): x.hit()\n"), "? A is a protocol"),
    ("Self", ("from typing import Self\nclass C:\n    def hit(self): pass\n"
     "    def probe(self, x: Self): x.hit()\n"), "C.hit"),
    ("only when types are checked", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
     "    from b import A\ndef probe(x: 'A'): x.hit()\n# file: b.py\n" + AB, "b.py:A.hit"),
    ("a return annotation", AB + "def make() -> A: pass\ndef probe():\n    x = make()\n"
     "    x.hit()\n", "A.hit"),
    ("what is returned", AB + "def make():\n    if x: return None\n    return A()\n"
     "def probe():\n    make().hit()\n", "A.hit"),
    ("what is returned, in a circle", ("def a(): return b()\ndef b(): return a()\n"
     "def probe():\n    a().hit()\n"), "? a leads back to itself"),
    ("a generator", AB + "def make():\n    yield 1\n    return A()\ndef probe():\n"
     "    make().hit()\n", "? make gives something"),
    ("awaited", AB + "async def make() -> A: pass\nasync def probe():\n"
     "    (await make()).hit()\n", "A.hit"),
    ("not awaited", AB + "async def make() -> A: pass\ndef probe():\n    make().hit()\n",
     "? make gives something"),
    ("cast", "from typing import cast\n" + AB + "def probe(x):\n    cast('A', x).hit()\n", "A.hit"),
    ("a function", "def hit(): pass\ndef probe():\n    hit()\n", "hit"),
    ("a shadowed function", "def hit(): pass\ndef probe(hit):\n    hit()\n", "? the parameter hit"),
    ("shadowed in a comprehension", "def hit(): pass\ndef probe():\n    [hit() for hit in x]\n",
     "? hit is bound by a loop"),
    ("the first of a comprehension", ("def hit(): pass\ndef probe():\n"
     "    [hit for hit in hit()]\n"), "hit"),
    ("shadowed in a lambda", "def hit(): pass\ndef probe():\n    lambda hit: hit()\n",
     "? the parameter hit"),
    ("a default of a lambda", "def hit(): pass\ndef probe():\n    lambda hit=hit(): 1\n", "hit"),
    ("a function inside", "def hit(): pass\ndef probe():\n    def hit(): pass\n    hit()\n",
     "probe.hit"),
    ("a function around", "def make():\n    def hit(): pass\n    def probe():\n        hit()\n",
     "make.hit"),
    ("the class is no scope of its methods", ("def hit(): pass\nclass C:\n    def hit(self): pass\n"
     "    def probe(self): hit()\n"), "hit"),
    ("global", "def hit(): pass\ndef probe():\n    global hit\n    hit()\n", "? hit is bound by"),
    ("nonlocal", ("def make():\n    def hit(): pass\n    def probe():\n        nonlocal hit\n"
     "        hit()\n"), "make.hit ? hit is bound by a function inside"),
    ("a local import", ("def hit(): pass\ndef probe():\n    from b import f as hit\n    hit()\n"
     "# file: b.py\ndef f(): pass\n"), "b.py:f"),
    ("a module", "import b as c\ndef probe():\n    c.hit()\n# file: b.py\ndef hit(): pass\n",
     "b.py:hit"),
    ("a class of a module", "import p.b\nx = p.b.A()\ndef probe():\n    x.hit()\n"
     "# file: p/b.py\n" + AB, "p/b.py:A.hit"),
    ("re-exported", "from p import A\ndef probe(x: A):\n    x.hit()\n"
     "# file: p/__init__.py\nfrom .b import A\n# file: p/b.py\n" + AB, "p/b.py:A.hit"),
    ("two classes of one name", "from b import A\n" + AB.replace("A", "Z") +
     "def probe(x: A): x.hit()\n# file: b.py\n" + AB + "# file: c.py\n" + AB, "b.py:A.hit"),
    ("either import", "try:\n    from b import A\nexcept ImportError:\n    from c import A\n"
     "def probe(x: A): x.hit()\n# file: b.py\n" + AB + "# file: c.py\n" + AB,
     "b.py:A.hit c.py:A.hit"),
    ("outside", "import torch\ndef probe():\n    torch.hit()\n", "!torch.hit"),
    ("what comes from outside", "import torch\ndef probe():\n    torch.make().hit()\n",
     "? what torch.make gives"),
    ("an object from outside", "import torch\ndef probe():\n    torch.Event().hit()\n",
     "!torch.Event.hit"),
    ("decorated", "@cache\ndef hit(): pass\ndef probe():\n    hit()\n", "hit"),
    ("an alias in the class", ("class C:\n    def g(self): pass\n    hit = g\n"
     "    def probe(self): self.hit()\n"), "C.g"),
    ("defined under conditions", ("if x:\n    def hit(): pass\nelse:\n    def hit(): pass\n"
     "def probe():\n    hit()\n"), "hit hit"),
    ("a setter beside", ("class C:\n    @property\n    def x(self) -> 'C': pass\n    @x.setter\n"
     "    def x(self, y): pass\n    def hit(self): pass\n    def probe(self): self.x.hit()\n"),
     "C.hit"),
    ("itself", ("class C:\n    def __init__(self): self.x = self.x\n"
     "    def probe(self): self.x.hit()\n"), "? x leads back to itself"),
    ("damage elsewhere", "from b import A\ndef probe(x: A): x.hit()\n# file: b.py\n" + AB +
     "def g(:\n", "? b.py has a syntax error"),
    ("damage in the same file", AB + "class C(A):\n    def probe(self): self.hit()\ndef g(:\n",
     "? lib.py has a syntax error"),
    ("a generic class", AB + "def probe():\n    A[int]().hit()\n", "A.hit"),
    ("not ASCII", AB + "def probe():\n    é = A()\n    é.hit()\n", "A.hit"),
)  # fmt: skip


def told(value: Value) -> str:
    if isinstance(value.what, Site):
        path = "" if value.what.path == "lib.py" else f"{value.what.path}:"
        return f"{path}{value.what.definition.name}"
    if isinstance(value.what, Outside):
        return f"!{value.what.name}"
    assert isinstance(value.what, Unresolved)
    return f"? {value.what.reason}"


def targets(source: str, kind: type[GivenFiles] = GivenFiles) -> list[str]:
    files = files_of(source, kind)
    module = files.module("lib.py")
    names = ("probe", "C.probe", "D.probe", "make.probe")
    (probe,) = (item for name in names for item in module.definitions(name))
    site = next(site for site in calls_in(module, probe) if site.name == "hit")
    return [told(value) for value in Resolver(files).value(site.callee, "lib.py", site.scope)]


@pytest.mark.parametrize(("name", "source", "expected"), CASES, ids=[case[0] for case in CASES])
def test_targets(name: str, source: str, expected: str) -> None:
    found = " ".join(targets(source))
    assert found == expected if "?" not in expected else found.startswith(expected), name


def test_attributes_that_lead_to_each_other_end_soon() -> None:
    names = [f"a{n}" for n in range(30)]
    lines = "".join(f"        self.{n} = self.{m}\n" for n in names for m in names)
    source = f"class C:\n    def __init__(self):\n{lines}    def probe(self): self.a0.hit()\n"
    start = time.perf_counter()
    assert targets(source)[0].startswith("? ")
    assert time.perf_counter() - start < 5


class Forgetful(GivenFiles):
    """Files that parse anew each time, as those of a store do once they hold too many."""

    def module(self, path: str) -> Module:
        self._modules.clear()
        return super().module(path)


@pytest.mark.parametrize(("name", "source", "expected"), CASES, ids=[case[0] for case in CASES])
def test_targets_in_files_that_are_parsed_anew(name: str, source: str, expected: str) -> None:
    found = " ".join(targets(source, Forgetful))
    assert found == expected if "?" not in expected else found.startswith(expected), name


def test_deep_chains_end() -> None:
    chain = ".a()" * 3000
    assert targets(f"def probe(x):\n    x{chain}.hit()\n") == ["? it leads through too many steps"]
