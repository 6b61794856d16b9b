"""From a qualified name to its definitions, and what the second look says of the same."""

import pytest

from provenance.syntax.conditions import enclosing_conditions
from provenance.syntax.definitions import Module
from provenance.syntax.second_look import Seen, look
from provenance.syntax.signature import expression
from provenance.syntax.terms import same
from provenance.syntax.text import UnreadableText

Spans = list[tuple[int, int]]

SOURCE = """\
import os
import os.path as osp, json
import a.b.c
from typing import (
    Any,
    List as L,
)
from stars import *
LIMIT: int = 4
first = second = 1
x, (y, *z) = values
LIMIT += 1
@decorator(
    1,
)
class Outer(Base):
    '''Text.'''
    size: int = 8
    name = other = "n"

    class Inner:
        def method(self): pass

    @property
    def rank(self):
        return self._rank

    @rank.setter
    def rank(self, value):
        self._rank = value

    @rank.deleter
    def rank(self):
        del self._rank

    async def run(this, /, a):
        this.state, this.mode = 1, 2
        this.flag: bool = True
        other.this.hidden = 1
        if this.flag:
            this.late += 1
        def helper(x):
            this.closed = 1

    def later(
        # the receiver
        self: "Outer",
    ):
        (self.one), [*self.many] = a
        for self.looped in a: pass
        print(self.read_only)

    @staticmethod
    def make(config):
        config.not_ours = 1
    # a comment that trails

@overload
def load(x: int) -> int: ...
@overload
def load(x: str) -> str: ...
def load(x):
    def nested():
        value = 1
        return value
    return nested

if is_npu:
    def kernel(): return 1
elif is_hip:
    def kernel(): return 2
else:
    kernel = None
try:
    import fast
except ImportError:
    fast = None
finally:
    done = True
with context() as ctx:
    inside = 1
for item in items:
    in_loop = item
while True:
    in_while = 1
match kind:
    case "a":
        in_match = 1
    case other_kind:
        in_match = 2
def last(): return 1  # trailing
# the end
"""

PLACES: dict[str, Spans] = {
    "os": [(1, 1)],
    "osp": [(2, 2)],
    "json": [(2, 2)],
    "a": [(3, 3)],
    "Any": [(4, 7)],
    "L": [(4, 7)],
    "LIMIT": [(9, 9), (12, 12)],
    "first": [(10, 10)],
    "second": [(10, 10)],
    "x": [(11, 11)],
    "y": [(11, 11)],
    "z": [(11, 11)],
    "Outer": [(13, 55)],
    "Outer.size": [(18, 18)],
    "Outer.name": [(19, 19)],
    "Outer.other": [(19, 19)],
    "Outer.Inner": [(21, 22)],
    "Outer.Inner.method": [(22, 22)],
    "Outer.rank": [(24, 26)],
    "Outer.rank.getter": [(24, 26)],
    "Outer.rank.setter": [(28, 30)],
    "Outer.rank.deleter": [(32, 34)],
    "Outer._rank": [(30, 30)],
    "Outer.run": [(36, 43)],
    "Outer.run.helper": [(42, 43)],
    "Outer.state": [(37, 37)],
    "Outer.mode": [(37, 37)],
    "Outer.flag": [(38, 38)],
    "Outer.late": [(41, 41)],
    "Outer.later": [(45, 51)],
    "Outer.one": [(49, 49)],
    "Outer.many": [(49, 49)],
    "Outer.make": [(53, 55)],
    "load": [(62, 66)],
    "load.nested": [(63, 65)],
    "load.nested.value": [(64, 64)],
    "kernel": [(69, 69), (71, 71), (73, 73)],
    "fast": [(75, 75), (77, 77)],
    "done": [(79, 79)],
    "inside": [(81, 81)],
    "in_loop": [(83, 83)],
    "in_while": [(85, 85)],
    "in_match": [(88, 88), (90, 90)],
    "last": [(91, 91)],
}

ABSENT = [
    "Outer.hidden", "Outer.read_only", "Outer.not_ours", "Outer.nothing", "Outer.Inner.other",
    "load.value", "load.nested.nothing", "List.x", "rank", "Inner", "method", "load.x", "this",
    "Outer.run.a", "Outer.rank.other", "Outer..rank", "Outer.", ".Outer", "c", "path",
]  # fmt: skip


def spans(source: str | bytes, name: str) -> Spans:
    module = Module(source.encode() if isinstance(source, str) else source)
    return [(item.first_line, item.last_line) for item in module.definitions(name)]


@pytest.mark.parametrize(("name", "places"), PLACES.items(), ids=PLACES.keys())
def test_a_name_gives_its_definitions(name: str, places: Spans) -> None:
    assert spans(SOURCE, name) == places


@pytest.mark.parametrize("name", PLACES)
def test_the_second_look_agrees(name: str) -> None:
    seen = look(SOURCE.encode(), name)
    assert seen.seen is Seen.DEFINED
    assert set(spans(SOURCE, name)) <= set(seen.spans)


@pytest.mark.parametrize("name", ABSENT)
def test_nothing_else_has_the_name(name: str) -> None:
    assert spans(SOURCE, name) == []


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Outer.read_only", Seen.ABSENT),
        ("Outer.closed", Seen.BOUND),
        ("Outer.looped", Seen.BOUND),
        ("ctx", Seen.BOUND),
        ("item", Seen.BOUND),
        ("other_kind", Seen.BOUND),
        ("nowhere", Seen.STARRED),
        ("load.nothing", Seen.ABSENT),
        ("Outer.rank.setter", Seen.DEFINED),
    ],
)
def test_the_second_look_tells_what_it_saw(name: str, seen: Seen) -> None:
    assert look(SOURCE.encode(), name).seen is seen


@pytest.mark.parametrize("name", ["Outer.hidden", "Outer.not_ours"])
def test_an_attribute_of_something_else_settles_nothing(name: str) -> None:
    assert look(SOURCE.encode(), name).seen not in (Seen.DEFINED, Seen.ABSENT)


@pytest.mark.parametrize(
    ("source", "name", "seen"),
    [
        ("x = 1\n", "y", Seen.ABSENT),
        ("def f():\n    global y\n    y = 1\n", "y", Seen.BOUND),
        ("if (y := f()): pass\n", "y", Seen.BOUND),
        ("a = [y := f(x) for x in z]\n", "y", Seen.BOUND),
        ("a = [x for x in z]\n", "x", Seen.ABSENT),
        ("a = lambda x: (y := x)\n", "y", Seen.ABSENT),
        ("try: pass\nexcept E as y: pass\n", "y", Seen.BOUND),
        ("with a as (b, y): pass\n", "y", Seen.BOUND),
        ("def f(:\n    y = 1\n", "y", Seen.UNREADABLE),
        ("def f(:\n    y = 1\n", "absent_word", Seen.ABSENT),
        ("def f(:\n    é = 1\n", "absent_word", Seen.UNREADABLE),
        ("y = " + "(" * 3000 + ")" * 3000, "z", Seen.ABSENT),
    ],
)
def test_a_second_look(source: str, name: str, seen: Seen) -> None:
    assert look(source.encode(), name).seen is seen


KINDS = {
    "class A: pass": "class",
    "@dataclass(frozen=True)\nclass A: pass": "dataclass",
    "@dataclasses.dataclass\nclass A: pass": "dataclass",
    "class A(str, enum.Enum): pass": "enum",
    "def A(): pass": "function",
    "async def A(): pass": "async function",
    "A = 1": "constant",
    "import A": "import",
    "from x import y as A": "import",
    "type A = int": "type alias",
    "type A[T] = list[T]": "type alias",
}
MEMBERS = {
    "def a(self): pass": "method",
    "async def a(self): pass": "async method",
    "@property\n    def a(self): pass": "property",
    "@functools.cached_property\n    def a(self): pass": "property",
    "@staticmethod\n    def a(): pass": "method",
    "a: int": "field",
    "a = 1": "field",
    "def f(self): self.a = 1": "field",
    "import a": "import",
    "class a: pass": "class",
}


@pytest.mark.parametrize(("source", "kind"), KINDS.items(), ids=KINDS.values())
def test_the_kind_in_a_module(source: str, kind: str) -> None:
    assert [item.kind for item in Module(source.encode()).definitions("A")] == [kind]


@pytest.mark.parametrize(("source", "kind"), MEMBERS.items())
def test_the_kind_in_a_class(source: str, kind: str) -> None:
    module = Module(f"class C:\n    {source}\n".encode())
    assert [item.kind for item in module.definitions("C.a")] == [kind]


def test_fields_of_the_body_come_before_those_of_self() -> None:
    source = "class A:\n    x: int = 1\n    def f(self):\n        self.x = 2\n"
    assert spans(source, "A.x") == [(2, 2)]


def test_enum_members_and_dataclass_fields_are_fields() -> None:
    source = "class E(Enum):\n    A = auto()\n    B: int\n"
    assert spans(source, "E.A") + spans(source, "E.B") == [(2, 2), (3, 3)]


def test_calling_type_on_the_left_defines_nothing() -> None:
    module = Module(b"type(self).x = 1\n")
    assert module.names() == []


def test_a_name_that_another_continues_is_not_it() -> None:
    assert spans("class A:\n    def f(self):\n        self.sizé = 1\n", "A.siz") == []


@pytest.mark.parametrize(
    ("line", "tests"),
    [
        (2, ["a", "b"]),
        (4, ["c", "not (a and b)"]),
        (6, ["not (a and b)", "not c"]),
        (8, ["not not d"]),
        (10, ["not d"]),
        (15, ["g"]),
    ],
)
def test_the_conditions_that_enclose_a_statement(line: int, tests: list[str]) -> None:
    source = (
        "if a and b:\n    x = 1\nelif c:\n    x = 2\nelse:\n    x = 3\n"
        "if not not d:\n    x = 4\nelse:\n    x = 5\n"
        "if g:\n    try:\n        pass\n    except E:\n        x = 6\n"
    )
    definitions = Module(source.encode()).definitions("x")
    (found,) = [item for item in definitions if item.first_line == line]
    terms = enclosing_conditions(found.node)
    assert len(terms) == len(tests)
    assert all(same(term, expression(text)) for term, text in zip(terms, tests, strict=True))


TEXTS = {
    "CRLF": b"import a\r\n\r\ndef f():\r\n    return 1\r\n",
    "CR only": b"import a\r\rdef f():\r    return 1\r",
    "mixed line ends": b"import a\r\n\rdef f():\n    return 1\r",
    "byte order mark": b"\xef\xbb\xbfimport a\n\ndef f():\n    return 1\n",
    "latin-1 cookie": b"# -*- coding: latin-1 -*-\nx = '\xe9'\ndef f():\n    return 1\n",
    "cookie on the second line": b"#!x\n# vim: set fileencoding=cp1252 :\ndef f():\n    return 1",
    "form feed": b"import a\n\x0c\ndef f():\n    return 1\n",
}


@pytest.mark.parametrize("data", TEXTS.values(), ids=TEXTS.keys())
def test_lines_are_counted_as_python_counts_them(data: bytes) -> None:
    assert spans(data, "f") == [(3, 4)]
    assert look(Module(data).source, "f").spans == ((3, 4),)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"x = 1\0", "NUL"),
        (b"x = 1\ny = '\xff'\n", "line 2 is not utf-8"),
        (b"# coding: no-such\nx = '\xe9'\n", "'no-such' is not"),
        (b"# coding: rot13\nx = '\xe9'\n", "rot13"),
        (b"# coding: punycode\nx = '\xe9-\xff'\n", "punycode"),
        (b"# coding: idna\nx = '\xe9'\n", "idna"),
        (b"# coding: unicode_escape\nx = '\\ud800\xe9'\n", "unicode_escape"),
        (b"# coding: utf-16\nx = '\xe9'\n", "utf-16"),
        (b"# coding: undefined\nx = '\xe9'\n", "undefined"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableText, match=reason):
        Module(data)


def test_valid_code_that_the_grammar_cannot_parse_shows_as_damage() -> None:
    source = "def f():\n    return a, *((None,) * 20)\n\ndef g():\n    return 1\n"
    assert Module(source.encode()).error_line == 2
    assert look(source.encode(), "f").seen is Seen.DEFINED
    assert look(source.encode(), "g").spans == ((4, 5),)


def test_a_dedented_continuation_hides_nothing_from_the_second_look() -> None:
    source = "def f():\n    x = 1 + \\\n2\n    return x\ndef g():\n    return 1\n"
    module = Module(source.encode())
    assert look(source.encode(), "g").spans == ((5, 6),)
    assert spans(source, "g") == [(5, 6)] or module.error_line is not None


NEW = {
    "type X = int": "X",
    "type X[T] = list[T]": "X",
    "def f[T: int, *Ts, **P](x: T) -> T: ...": "f",
    "class A[T](B): ...": "A",
    "try: pass\nexcept* E: pass\ndef f(): ...": "f",
    "match x:\n    case {'a': [1, *_]} if y: pass\ndef f(): ...": "f",
    "def f(): return f'{a['b']}'": "f",
    "def f(): return f'{f'{f'{1}'}'}'": "f",
    "def f(): return t'{a}'": "f",
    "def f():\n    with (a as b, c as d): pass": "f",
    "def f(*args: *Ts): pass": "f",
    "x[*a] = 1\ndef f(): ...": "f",
}


@pytest.mark.parametrize(("source", "name"), NEW.items(), ids=NEW.keys())
def test_newer_syntax_than_the_running_python(source: str, name: str) -> None:
    module = Module(source.encode())
    assert module.error_line is None
    assert len(module.definitions(name)) == 1
    assert look(source.encode(), name).seen in (Seen.DEFINED, Seen.UNREADABLE)


def test_names_suggest_what_is_defined() -> None:
    names = Module(SOURCE.encode()).names()
    assert {"os", "LIMIT", "Outer", "Outer.run", "load", "in_match"} <= set(names)


def test_the_empty_name_is_the_module() -> None:
    (whole,) = Module(SOURCE.encode()).definitions("")
    assert (whole.first_line, whole.last_line) == (1, SOURCE.count("\n"))
