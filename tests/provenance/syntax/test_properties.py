"""What holds of any source: layout never counts, all else does, and no bytes make a crash."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from provenance.syntax.definitions import Module
from provenance.syntax.fingerprint import fingerprints
from provenance.syntax.matching import find
from provenance.syntax.pattern import BadPattern, compile_pattern
from provenance.syntax.second_look import Seen, look
from provenance.syntax.signature import parse_signature
from provenance.syntax.terms import NotPython3
from provenance.syntax.text import UnreadableText
from tests.provenance.syntax.written import EXPRESSIONS, Tokens, laid_out, plain, varied

CHOICES = st.lists(st.integers(0, 59), min_size=1, max_size=20)
modest = settings(max_examples=150, deadline=None)


def body(expression: str) -> str:
    """Give the body fingerprint of a function that returns an expression."""
    (found,) = Module(f"def probe(a):\n    return {expression}\n".encode()).definitions("probe")
    return fingerprints(found).body


def holds(pattern: str, expression: str) -> bool:
    """Tell whether a function that returns an expression contains a pattern's return."""
    module = Module(f"def probe(a):\n    return {expression}\n".encode())
    return any(find(compile_pattern(f"return {pattern}"), module.root, module.source))


@modest
@given(EXPRESSIONS, CHOICES)
def test_layout_never_counts(tokens: Tokens, choices: list[int]) -> None:
    written = laid_out(tokens, choices)
    assert body(written) == body(plain(tokens))
    assert holds(plain(tokens), written)
    assert holds(written, plain(tokens))


@modest
@given(EXPRESSIONS, CHOICES, st.integers(0, 30))
def test_every_token_counts(tokens: Tokens, choices: list[int], position: int) -> None:
    other = laid_out(varied(tokens, position), choices)
    assert body(other) != body(plain(tokens))
    assert not holds(plain(tokens), other)


@modest
@given(EXPRESSIONS, EXPRESSIONS)
def test_the_order_of_arguments_counts(first: Tokens, second: Tokens) -> None:
    one, two = plain(first), plain(second)
    alike = body(one) == body(two)
    assert (body(f"f({one}, {two})") == body(f"f({two}, {one})")) is alike
    assert holds(f"f({one}, {two})", f"f({two}, {one})") is alike
    assert holds(f"f(x={one}, y={two})", f"f(y={two}, x={one})")
    assert holds(f"f(x={one}, y={two})", f"f(x={two}, y={one})") is alike


@modest
@given(st.binary(max_size=80), st.sampled_from(["f", "A.b", "", ".", "A.b.setter", "é"]))
def test_no_bytes_make_a_module_crash(data: bytes, name: str) -> None:
    hammer(data, name)


_WORDS = [
    "def f(", "class A", ":", "\n", "    ", "(", ")", "[", "]", "{", "}", "'", "\"", "\"\"\"",
    "f'", "{x", "rb'", "\\", "\\\n", "#", "@", "=", "x", "self.b", ",", "*", "**", "lambda",
    "if ", "else", "match ", "case ", "type ", "0x", "1_", "1e", "0777", "é", "import ", "from ",
    " as ", "async ", "await ", ";", "print ", "exec ", "`", "<>", "$", "...", "->", ":=", "\r",
    "\t", "\x0c", "return", "yield ", "%", "一", "b'\\x", "'\\N{", "u'\\ud800'", "with ", "raise ",
    "except ", "try", "global ", "\ufeff",
]  # fmt: skip
FRAGMENTS = st.lists(st.sampled_from(_WORDS), max_size=25).map("".join)


@settings(max_examples=400, deadline=None)
@given(FRAGMENTS, st.sampled_from(["f", "A.b", "x", "A"]))
def test_no_source_makes_a_module_crash(text: str, name: str) -> None:
    hammer(text.encode("utf-8", "surrogatepass"), name)


def hammer(data: bytes, name: str) -> None:
    """Put a module to every use; only the declared exceptions may come out."""
    try:
        module = Module(data)
    except UnreadableText:
        return
    look(module.source, name)
    module.names()
    for found in (*module.definitions(name), module.whole):
        assert 1 <= found.first_line <= found.last_line + 1
        try:
            fingerprints(found)
            list(find(compile_pattern("f(..., $X)"), found.node, module.source))
        except NotPython3 as error:
            assert error.line >= 1


@settings(max_examples=400, deadline=None)
@given(FRAGMENTS | st.text(max_size=20))
def test_no_text_makes_a_pattern_crash(text: str) -> None:
    for compiler in (compile_pattern, parse_signature):
        try:
            compiler(text)
        except BadPattern as error:
            assert str(error)


@modest
@given(EXPRESSIONS, CHOICES)
def test_a_piece_of_source_is_a_pattern_of_itself(tokens: Tokens, choices: list[int]) -> None:
    written = laid_out(tokens, choices)
    assert holds(written, written)


LARGE = {
    "a sum of 20000": "x = " + " + ".join(["a"] * 20_000) + "\n",
    "a conjunction of 20000": "if " + " and ".join(["a"] * 20_000) + ":\n    x = 1\n",
    "2000 parentheses": "x = " + "(" * 2000 + "a" + ")" * 2000 + "\n",
    "2000 parentheses on the left": "(" * 2000 + "x" + ")" * 2000 + " = 1\n",
    "2000 brackets": "x = " + "[" * 2000 + "]" * 2000 + "\n",
    "2000 calls": "x = " + "f(" * 2000 + ")" * 2000 + "\n",
    "a chain of 5000": "x = a" + ".b(c)" * 5000 + "\n",
    "90 levels": "".join(" " * i + "if a:\n" for i in range(90)) + " " * 90 + "x = 1\n",
    "2000 unary operators": "x = " + "-" * 2000 + "a\n",
    "exclusive or and and": "x = " + " ^ ".join(["a & b"] * 5000) + "\n",
    "a line of 3 MB": "x = [" + "'abcdefgh', " * 260_000 + "]\n",
    "a string of 3 MB": "x = '" + "a" * 3_000_000 + "'\n",
}


@pytest.mark.parametrize("source", LARGE.values(), ids=LARGE.keys())
def test_large_and_deep_source_is_handled(source: str) -> None:
    before = time.process_time()
    module = Module(source.encode())
    (found,) = module.definitions("x")
    assert fingerprints(found).body
    list(find(compile_pattern("f(..., $X)"), module.root, module.source))
    list(find(compile_pattern("$X + b"), module.root, module.source))
    look(module.source, "absent")
    assert time.process_time() - before < 60


def test_more_levels_than_python_takes_are_damage_and_no_crash() -> None:
    source = "".join(" " * i + "if a:\n" for i in range(1500)) + " " * 1500 + "x = 1\n"
    hammer(source.encode(), "x")
    assert look(source.encode(), "x").seen is Seen.UNREADABLE
