"""What was once a wrong verdict, a crash or a hang: each stays what it became.

Found by people who tried to break the tool with the README in hand.
"""

import pytest

from claims.expectations.interface import printable
from tests.claims.specification import Case, breaks, holds, unsure

CASES: dict[str, tuple[Case, ...]] = {
    "lacks": (
        unsure("a name that is only imported now", "from new import f\n", "f", "eval(...)"),
        unsure("an alias", "def _f(): pass\nf = _f\n", "f", "eval(...)"),
        unsure("a decorated alias", "f = decorate(_f)\n", "f", "eval(...)"),
        holds("a literal is spelled here", "LIMITS = {'a': 1}\n", "LIMITS", "eval(...)"),
        breaks("a case", "def f(x):\n    match x:\n        case Color.RED: pass\n", "f",
               "Color.RED"),
        breaks("a negative case", "def f(x):\n    match x:\n        case -1: pass\n", "f", '"-1"'),
        breaks("a word right behind a number", "def f(b):\n    return 1if b else 0\n", "f",
               '"$A if b else 0"'),
        breaks("a word right behind a hexadecimal", "def f(b):\n    return 0xfor b\n", "f",
               '"15 or b"'),
        breaks("a joined text", "def f():\n    return 'a ' 'b'\n", "f", "\"'a b'\""),
        breaks("a slice in an annotation", "def f(x: d[a:b]): pass\n", "f", '"d[a:b]"'),
        unsure("Python 2", "def f():\n    print a\n", "f", "log(...)", "Python 2"),
        unsure("an uneven block", "def f():\n    a()\n  b()\n", "f", "b()", "indented otherwise"),
    ),
    "never_calls": (
        unsure("a name that is only imported now", "from new import f\n", "f", "free"),
        breaks("in a format", "def f(x):\n    print(f'{x:{free()}}')\n", "f", "free"),
        breaks("in parentheses", "def f(self):\n    self.free()\n", "f", '"(free)"'),
    ),
    "exists": (
        unsure("of an import", "from x import A\n", "A.run", "false", "no class or function"),
        unsure("set from outside", "class A: pass\nA.run = _run\n", "A.run", "false"),
        unsure("__slots__", "class A:\n    __slots__ = ('x',)\n", "A.x", "false", "__slots__"),
        unsure("globals()", "globals()['x'] = 1\n", "x", "false", "namespace"),
        unsure("__getattr__", "def __getattr__(name): pass\n", "x", "false", "__getattr__"),
        unsure("of a base", "class B:\n    def f(self): pass\nclass A(B): pass\n", "A.f", "false"),
        unsure("a walrus in a default", "def f(a=(x := 1)): pass\n", "x", "false"),
        unsure("a parameter", "def f(a): pass\n", "f.a", "false"),
    ),
    "fields": (
        unsure("added to", "class A:\n    def f(self):\n        self.n += 8\n", "A",
               '{n: {default: "8"}}'),
        holds("one of two", "class A:\n    def __init__(self):\n        self.a, self.b = 1, 2\n",
              "A", '{b: {default: "2"}}'),
        holds("chained", "class A:\n    def __init__(self):\n        self.a = self.b = 8\n",
              "A", '{a: {default: "8"}}'),
        unsure("under a condition", "class A:\n    def __init__(self, x):\n        if x:\n"
               "            self.a = 8\n", "A", '{a: {default: "8"}}'),
        unsure("body and __init__ differ", "class A:\n    a = 8\n    def __init__(self):\n"
               "        self.a = 9\n", "A", '{a: {default: "8"}}'),
    ),
    "value": (
        unsure("a loop", "X = 1\nfor X in y: pass\n", "X", "1"),
        unsure("a star import", "X = 1\nfrom y import *\n", "X", "1"),
        unsure("a global statement", "X = 1\ndef f():\n    global X\n    X = 2\n", "X", "1"),
        breaks("true is no number", "X = {'a': True}\n", "X", "\"{'a': 1}\""),
        unsure("what cannot be worked out", "X = {{}}\n", "X", "1", "not a literal"),
        unsure("no arithmetic", "X = 1j % 2\n", "X", "1", "not a literal"),
    ),
    "signature": (
        breaks("any default, and there is none", "def f(a): pass\n", "f", '"(a=...)"'),
        breaks("an ellipsis of Python", "def f(a: tuple[int, str]): pass\n", "f",
               '"(a: tuple[int, ...])"'),
        breaks("a bare star", "def f(a, b): pass\n", "f", '"(a, *, ...)"'),
        holds("a bare star and others", "def f(a, *, b, **k): pass\n", "f", '"(a, *, ...)"'),
        breaks("many gaps end", f"def f({', '.join(f'p{n}' for n in range(40))}): pass\n", "f",
               '"(..., ..., ..., ..., ..., ..., zzz)"'),
        unsure("a stub that comes later", "def f(a): pass\n@overload\ndef f(b): ...\n", "f", "(a)"),
    ),
    "docstring": (
        breaks("bytes", "def f():\n    b'doc'\n", "f", "doc", "no docstring"),
        breaks("a tuple", "def f():\n    'doc', 1\n", "f", "doc", "no docstring"),
        holds("in parentheses", "def f():\n    ('doc')\n", "f", "doc"),
        breaks("a lone surrogate", "def f():\n    '\\ud800'\n", "f", "doc", "\\ud800"),
    ),
    "quote": (
        holds("it goes on looking", "def f():\n    a\n    b\n    x\n    b\n    c\n", "f",
              '"a\\n...\\nb\\nc"'),
    ),
    "members": (
        breaks("a name with one underscore", "class M(Enum):\n    _B = 1\n", "M", "[C]", "_B = 1"),
        unsure("two at once", "class M(Enum):\n    A, B = 1, 2\n", "M", "[A]"),
        unsure("under a condition", "class M(Enum):\n    if x:\n        A = 1\n", "M", "[A]"),
    ),
    "kind": (
        unsure("an enum of its own", "class A(OwnEnum): pass\n", "A", "enum"),
        unsure("a decorator of its own", "@mydata\nclass A: pass\n", "A", "dataclass"),
        breaks("neither", "class A: pass\n", "A", "enum"),
        unsure("a loop takes the name", "def f(): pass\nfor f in x: pass\n", "f", "function"),
    ),
    "returns": (
        holds("nothing is None", "def f():\n    return\n", "f", "None"),
        holds("a ^ b & c", "def f():\n    return a ^ b & c\n", "f", '"a ^ (b & c)"'),
    ),
    "assigns": (
        holds("each of a chain", "def f():\n    x = y = 1\n", "f", '"x = 1"'),
    ),
    "imports": (holds("of an import", "from a import b\n", "b", '"from a import b"'),),
    "comment": (
        breaks("of the function before", "def e():\n    pass\n    # one\ndef f():\n    pass\n", "f",
               "one"),
        holds("with its sign", "def f():\n    pass  # foo\n", "f", '"# foo"'),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "case"), [(kind, case) for kind, cases in CASES.items() for case in cases], ids=str
)
def test_case(kind: str, case: Case) -> None:
    case.check(kind)


def test_a_long_text_is_cut_and_a_lone_surrogate_spelled_out() -> None:
    assert printable("\ud800") == "\\ud800"
    assert len(printable("x" * 5000)) < 1100
