"""What a pattern matches and what it does not: a table to read as a specification."""

import time

import pytest

from provenance.syntax.matching import find
from provenance.syntax.parsing import parse
from provenance.syntax.pattern import BadPattern, compile_pattern
from provenance.syntax.terms import NotPython3


def occurs(pattern: str, source: str) -> int:
    """Count the places where a pattern occurs in a module."""
    data = source.encode()
    return sum(1 for _ in find(compile_pattern(pattern), parse(data).root_node, data))


MATCHES = {
    # layout and spelling do not count
    "blanks": ("f(a,b)", "f( a,\n  b )"),
    "comments": ("f(a, b)", "f(a,  # first\n  b)"),
    "a line continuation": ("a + b", "x = a + \\\n    b"),
    "quote style": ("'a'", 'x = "a"'),
    "triple quotes": ("'a'", 'x = """a"""'),
    "a raw string of the same value": (r"r'\d'", r"x = '\\d'"),
    "a u prefix": ("'a'", "x = u'a'"),
    "an escape": (r"'\x61'", "x = 'a'"),
    "bytes": ("b'a'", 'x = b"a"'),
    "hexadecimal": ("16", "f(0x10)"),
    "digits grouped": ("1000", "x = 1_000"),
    "an exponent": ("1e3", "x = 1000.0"),
    "an imaginary number": ("2j", "x = 2.0J"),
    "trailing comma in a call": ("f(a)", "f(a,)"),
    "trailing comma in a list": ("[a, b]", "x = [a, b,]"),
    "trailing comma in a signature": ("def f(a): ...", "def f(a,): pass"),
    "parentheses in the source": ("f(x)", "f((x))"),
    "parentheses in the pattern": ("(a + b)", "x = a + b"),
    "grouping that is the default": ("(a + b) + c", "x = a + b + c"),
    "a tuple without parentheses": ("(a, b)", "return a, b"),
    "a return of a tuple": ("a % b, c", "return a % b, c"),
    "a tuple on the left": ("a, b = c", "(a, b) = c"),
    "one name in parentheses on the left": ("a = c", "(a) = c"),
    "an index of two": ("x[a, b]", "y = x[(a, b)]"),
    "a tuple as an index": ("a, b", "y = x[a, b]"),
    "a tuple in an annotation": ("str, int", "x: Dict[str, int]"),
    "a slice's idle colon": ("x[a:b]", "y = x[a:b:]"),
    "an empty base list": ("class A: ...", "class A(): x = 1"),
    "with in parentheses": ("with a as b, c: ...", "with (a as b, c): pass"),
    "one manager in parentheses": ("with a(): ...", "with (\n    a(),\n):\n    pass"),
    "a match of two": ("match (x, y):\n  case 1: ...", "match x, y:\n  case 1:\n    pass"),
    "import in parentheses": ("from a import b, c", "from a import (b, c)"),
    "a body on its line": ("if a: b()", "if a:\n    b()"),
    "semicolons": ("a()\nb()", "a(); b()"),
    "a case of two": ("match x:\n  case (a, b): ...", "match x:\n  case a, b:\n    pass"),
    "f-string quotes": ("f'a{b}'", 'x = f"a{b}"'),
    "an f-string's own blanks": ("f'{ a+b }'", 'x = f"{a + b}"'),
    # keyword arguments in any order, and no other
    "keyword order": ("f(a=1, b=2)", "f(b=2, a=1)"),
    "keyword before a splat": ("f(**k, a=1)", "f(a=1, **k)"),
    "class keywords": ("class A(B, x=1, y=2): ...", "class A(B, y=2, x=1): pass"),
    # $X
    "one expression": ("f($X)", "f(a.b[0] + 1)"),
    "the same twice": ("f($X, $X)", "f(a.b, a.b)"),
    "the same twice, spelled otherwise": ("f($X, $X)", "f((a . b), a.b)"),
    "the same as number": ("$X + $X", "y = 0x10 + 16"),
    "two of them": ("$X + $Y", "z = 1 + 2"),
    "any, twice different": ("f($_, $_)", "f(a, b)"),
    "an attribute's name": ("x.$NAME", "y = x.size"),
    "a function's name": ("def $F(a): ...", "def g(a): pass"),
    "a keyword's value": ("f(x=$V)", "f(x=[1, 2])"),
    "an operand": ("$X if $C else None", "y = a if b else None"),
    "across a keyword": ("f($X, k=$X)", "f(k=a, *b) or f(a, k=a)"),
    # gaps
    "a keyword among others": ("f(..., x=$V)", "f(1, x=2)"),
    "a keyword before others": ("f(x=1, ...)", "f(2, y=3, x=1)"),
    "a gap of nothing": ("f(...)", "f()"),
    "a gap before and after": ("f(..., b, ...)", "f(a, b, c)"),
    "a gap between": ("f(a, ..., d)", "f(a, b, c, d)"),
    "a gap in a list": ("[a, ..., d]", "x = [a, b, c, d]"),
    "a gap in a tuple": ("a, ...", "return a, b, c"),
    "a gap in a set": ("{a, ...}", "x = {a, b}"),
    "a gap in a dict": ("{..., 'a': 1, ...}", "y = {'b': 2, 'a': 1, 'c': 3}"),
    "a gap of statements": ("a\n...\nc", "if x:\n    a\n    b\n    c"),
    "any body": ("if x:\n    ...", "if x:\n    a\n    b"),
    "any branch": ("if x:\n    ...\nelse:\n    ...", "if x: a\nelse: b"),
    "any parameters": ("def f(...): ...", "def f(a, *, b=1): pass"),
    "some parameters": ("def f(a, ..., c=1): ...", "def f(a, b, c=1): return 1"),
    "keyword-only parameters": ("def f(*, ...): ...", "def f(*, b, c=1): pass"),
    "any base": ("class A(B, ...): ...", "class A(B, C): x = 1"),
    "any value": ("x = ...", "x = f(1)"),
    "any return": ("return ...", "def f():\n    return 1"),
    "any loop body": ("for $X in y:\n    ...", "for a, b in y:\n    pass"),
    "any handler": ("try:\n    ...\nexcept E:\n    ...", "try:\n    a\nexcept E:\n    b"),
    "an ellipsis in an index": ("x[..., 0]", "y = x[..., 0]"),
    "strings that join": ("'ab'", "x = 'a' 'b'"),
    "in the middle of a call": ("g(f(...), b)", "g(f(1, 2), b)"),
    # where things occur
    "inside a call": ("f(x)", "g(f(x))"),
    "part of a chain": ("a.f(b)", "a.f(b).g()"),
    "the object of an attribute": ("foo", "foo.x"),
    "a statement in a block": ("return a", "def f():\n    if x:\n        return a"),
    "statements in a row": ("a\nb", "if x:\n    a\n    b\n    c"),
    "a decorated function": ("def f(): ...", "@d\ndef f(): pass"),
    "an annotation": ("List[int]", "x: List[int] = []"),
    "a union in an annotation": ("list[int] | None | str", "x: list[int] | None | str"),
    "inside a format": ("w - 3", "x = f'{a:>{w - 3}}'"),
    "a format laid out otherwise": ("f'{a:>{w - 3}}'", "x = f'{a:>{ (w-3) }}'"),
    "inside an f-string": ("a.b", "x = f'{a.b}'"),
    "in a default": ("f(1)", "def g(x=f(1)): pass"),
    "in a decorator": ("d(1)", "@d(1)\ndef g(): pass"),
    "in a comprehension": ("f(x)", "y = [f(x) for x in z]"),
    "a generator as the only argument": ("f(x for x in y)", "f((x for x in y))"),
    "a dedented continuation": ("f(a, b)", "def g():\n    f(a,\nb)\n"),
    "a pattern indented as a whole": ("    a\n    b", "a\nb"),
    "CRLF was normalised": ("a\nb", "a\nb\n"),
    "names beyond ASCII": ("größe", "x = größe"),
    "names that NFKC makes the same": ("ﬁle", "x = file + é"),
    # where the grammar alone groups otherwise than Python
    "and before exclusive or": ("b & c", "x = a ^ b & c"),
    "exclusive or after and": ("(a & b) ^ c", "x = a & b ^ c"),
    "a chain of both": ("(a ^ (b & c)) ^ d", "x = a ^ b & c ^ d"),
    "await before a power": ("(await a) ** b", "x = await a ** b"),
    "a star before an attribute": ("k.shape", "x = *k.shape, c"),
    "a star before a call": ("f(a)", "return *f(a), c"),
    "a call of type on the left": ("type(self)", "type(self).x = 1"),
    "an attribute of type on the left": ("type(self).x = $V", "type(self).x = 1"),
}

NO_MATCHES = {
    "arguments swapped": ("f(a, b)", "f(b, a)"),
    "an argument missing": ("f(a, b)", "f(a)"),
    "an argument more": ("f(a)", "f(a, b)"),
    "a keyword more": ("f(a)", "f(a, b=1)"),
    "a keyword missing": ("f(a, b=1)", "f(a)"),
    "a keyword's name": ("f(a=1)", "f(b=1)"),
    "a keyword for a place": ("f(1)", "f(a=1)"),
    "an argument's value": ("f(a=1)", "f(a=2)"),
    "a splat for an argument": ("f($X)", "f(*a)"),
    "a double splat for an argument": ("f($X)", "f(**a)"),
    "another operator": ("a + b", "x = a - b"),
    "operands swapped": ("a + b", "x = b + a"),
    "other grouping": ("a + (b + c)", "x = a + b + c"),
    "a comparison turned": ("a < b", "x = b > a"),
    "not in for in": ("a in b", "x = a not in b"),
    "is not for is": ("a is b", "x = a is not b"),
    "and for or": ("a and b", "x = a or b"),
    "a sign": ("-a", "x = +a"),
    "another string": ("'a'", "x = 'b'"),
    "another case": ("'a'", "x = 'A'"),
    "blanks in a string": ("'a b'", "x = 'a  b'"),
    "bytes for text": ("'a'", "x = b'a'"),
    "a string for a name": ("a", "x = 'a'"),
    "a literal for an f-string": ("'a'", "x = f'a'"),
    "an f-string's text": ("f'a{b}'", "x = f'c{b}'"),
    "an f-string's conversion": ("f'{b}'", "x = f'{b!r}'"),
    "an f-string's format": ("f'{b:>10}'", "x = f'{b:<10}'"),
    "a format's own field": ("f'{a:>{w}}'", "x = f'{a:>{v}}'"),
    "a field for a format's text": ("f'{a:>{w}}'", "x = f'{a:>w}'"),
    "a blank in a format": ("f'{b:%Y%m}'", "x = f'{b:%Y %m}'"),
    "a debugging f-string": ("f'{b}'", "x = f'{b=}'"),
    "a raw f-string": (r"f'\n{b}'", r"x = rf'\n{b}'"),
    "another number": ("1", "x = 2"),
    "an integer for a float": ("1", "x = 1.0"),
    "a boolean for a number": ("1", "x = True"),
    "a number with a sign": ("f(1)", "f(-1)"),
    "a tuple for its item": ("f(a)", "f((a,))"),
    "two arguments for a tuple": ("f((a, b))", "f(a, b)"),
    "a list for a tuple": ("(a, b)", "x = [a, b]"),
    "an item for a tuple of one": ("(a,)", "x = (a)"),
    "an attribute for a name": ("foo", "x.foo"),
    "a keyword argument for a name": ("a", "f(a=1)"),
    "a parameter for a name": ("a", "def f(a, *args): pass"),
    "a star parameter for a name": ("args", "def f(a, *args, **kw): pass"),
    "an import for a name": ("x", "import x"),
    "a method for a function": ("f(a)", "x.f(a)"),
    "an attribute of another": ("a.b", "c.b"),
    "an annotation": ("x = 1", "x: int = 1"),
    "no annotation": ("x: int = 1", "x = 1"),
    "a return annotation": ("def f(a): ...", "def f(a) -> int: pass"),
    "a parameter's annotation": ("def f(a): ...", "def f(a: int): pass"),
    "a parameter's default": ("def f(a): ...", "def f(a=1): pass"),
    "keyword-only": ("def f(a): ...", "def f(*, a): pass"),
    "positional-only": ("def f(a): ...", "def f(a, /): pass"),
    "async def": ("def f(): ...", "async def f(): pass"),
    "async for": ("for a in b: ...", "async def f():\n  async for a in b: pass"),
    "await": ("x = f()", "x = await f()"),
    "if with else": ("if x:\n    ...", "if x: a\nelse: b"),
    "elif for else": ("if x:\n    ...\nelse:\n    ...", "if x: a\nelif y: b"),
    "a loop with else": ("for a in b:\n    ...", "for a in b: pass\nelse: c"),
    "with a name": ("with $X:\n    ...", "with a as b: pass"),
    "raise from": ("raise X(...)", "raise X('a') from e"),
    "an import more": ("from a import b", "from a import b, c"),
    "an import renamed": ("from a import b", "from a import b as c"),
    "a star import": ("from a import $X", "from a import *"),
    "a relative import": ("from .a import b", "from ..a import b"),
    "an augmented assignment": ("x = 1", "x += 1"),
    "a chained assignment": ("x = 1", "x = y = 1"),
    "the same twice but not the same": ("f($X, $X)", "f(a, b)"),
    "the same across a keyword": ("f($X, k=$X)", "f(a, k=b)"),
    "a gap between others": ("f(a, ..., d)", "f(a, b, c)"),
    "a gap in a dict only at the end": ("{'a': 1, ...}", "y = {'b': 2, 'a': 1}"),
    "statements not in a row": ("a\nc", "if x:\n    a\n    b\n    c"),
    "statements of two blocks": ("a\nb", "if x:\n    a\nb"),
    "statements in another order": ("a\n...\nc", "c\nb\na"),
    "a base more": ("class A(B): ...", "class A(B, C): pass"),
    "bases swapped": ("class A(B, C): ...", "class A(C, B): pass"),
    "a slice": ("x[a]", "y = x[a:]"),
    "an index for an ellipsis": ("x[...]", "y = x[1]"),
    "a step": ("x[a:b]", "y = x[a:b:c]"),
    "a generator for a list": ("[x for x in y]", "z = (x for x in y)"),
    "a comprehension's condition": ("[x for x in y]", "z = [x for x in y if x]"),
    "a lambda's parameter": ("lambda x: 1", "y = lambda z: 1"),
    "yield from": ("yield x", "def f():\n    yield from x"),
    "a case of one": ("match x:\n  case a: ...", "match x:\n  case a,:\n    pass"),
    "what only the grammar groups so": ("a ^ b", "x = a ^ b & c"),
    "what only the grammar groups so, turned": ("b ^ c", "x = a & b ^ c"),
    "a comment": ("f(a)", "# f(a)\n"),
    "a string that looks like it": ("f(a)", "x = 'f(a)'"),
    "a longer name": ("foo", "food = 1"),
}

BAD = {
    "": "empty",
    "  \n ": "empty",
    "# only a comment": "only a comment",
    "def (": "does not parse",
    "a b": "does not parse",
    "print x": "does not parse",
    "f(": "does not parse",
    "f(a))": "does not parse",
    "x = ": "does not parse",
    "if a:": "does not parse",
    "$x": "does not parse",
    "f($Xa)": "does not parse",
    "f(a$X)": "does not parse",
    "f($X$Y)": "does not parse",
    "'a": "does not parse",
    "a <> b": "does not parse",
    "0777": "does not parse",
    "return return": "does not parse",
    "f'{$X}'": "does not parse",
    "def f(a=1, b): ...": "does not parse",
    "$X": "match anything",
    "...": "match anything",
    "...\n...": "match anything",
    "a\0b": "control character",
    "a\rb": "control character",
    "(" * 150 + "a" + ")" * 150: "",
    "+".join(["a"] * 300): "nested more than",
    "-" * 5000 + "a": "",
}


@pytest.mark.parametrize(("pattern", "source"), MATCHES.values(), ids=MATCHES.keys())
def test_matches(pattern: str, source: str) -> None:
    assert occurs(pattern, source) >= 1


@pytest.mark.parametrize(("pattern", "source"), NO_MATCHES.values(), ids=NO_MATCHES.keys())
def test_does_not_match(pattern: str, source: str) -> None:
    assert occurs(pattern, source) == 0


@pytest.mark.parametrize(("pattern", "reason"), BAD.items(), ids=lambda text: repr(text)[:20])
def test_is_no_pattern(pattern: str, reason: str) -> None:
    try:
        compile_pattern(pattern)
    except BadPattern as error:
        assert reason in str(error)
    else:
        assert not reason


@pytest.mark.parametrize(
    ("pattern", "source", "times"),
    [
        ("f($X)", "f(f(f(a)))", 3),
        ("a", "a + a.b + c.a", 2),
        ("$X + $Y", "a + b + c", 2),
        ("a\nb", "a\nb\nif x:\n    a\n    b\n", 2),
        ("a\n...\nb", "a\na\nb\nb\n", 2),
        ("a, b", "a, b\nx = a, b\nf((a, b))\nx[a, b]\n", 4),
    ],
)
def test_every_place_is_found(pattern: str, source: str, times: int) -> None:
    assert occurs(pattern, source) == times


def test_a_place_has_its_span() -> None:
    source = b"def f():\n    return (a,  # one\n        b)\n"
    (place,) = find(compile_pattern("return a, b"), parse(source).root_node, source)
    assert source[place.start : place.end].startswith(b"return (a,")
    assert source[place.start : place.end].endswith(b"b)")


def test_a_damaged_tree_is_never_no_match() -> None:
    source = b"x = f(a\ny = f(b)\n"
    with pytest.raises(NotPython3, match="line 1"):
        list(find(compile_pattern("y = f($X)"), parse(source).root_node, source))
    assert not list(find(compile_pattern("z"), parse(source).root_node, source))


HOSTILE = {
    "gaps": ("f(" + "..., a, " * 30 + "..., b)", "f(" + "a, " * 300 + "c)"),
    "names": ("f(" + "".join(f"..., $A{i}, " for i in range(12)) + "..., b)",
              "f(" + "a, " * 80 + "b())"),
    "nested": ("f(..., " * 20 + "b" + ", ...)" * 20, "f(a, " * 20 + "c" + ", a)" * 20),
    "keywords": ("f(" + ", ".join(f"$K{i}=1" for i in range(12)) + ", b=2, ...)",
                 "f(" + ", ".join(f"k{i}=1" for i in range(20)) + ", b=3)"),
    "statements": ("a = 1\n...\nc = 1\n...\nb = 2", "b = 2\nc = 3\n" + "a = 1\n" * 3000),
    "any statements": ("$X = 1\n...\n$Y = 2", "y = 2\n" + "a = 1\n" * 3000),
    "a name that recurs": ("f(..., $A, ..., $B, ..., $A, ..., $B, ...)",
                           "f(" + ", ".join(f"a{i}" for i in range(150)) + ")"),
}  # fmt: skip


@pytest.mark.parametrize(("pattern", "source"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_pattern_ends(pattern: str, source: str) -> None:
    before = time.process_time()
    try:
        assert occurs(pattern, source) == 0
    except NotPython3 as error:
        assert "too many ways" in str(error)
    assert time.process_time() - before < 5


def test_a_sum_of_20000_is_searched_once() -> None:
    source = " + ".join(f"a{i % 7}" for i in range(20_000))
    before = time.process_time()
    assert occurs("$X + a5", f"x = {source}\n") == 2857
    assert time.process_time() - before < 10
