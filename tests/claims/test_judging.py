"""What a module says of a claim: which definition is meant, and when nobody can say."""

import textwrap

import msgspec
import pytest

from claims.documents import read_document
from claims.judging import judge
from claims.model import Claim, Judgement, Verdict
from claims.preparing import prepare
from tests.claims.specification import PROJECT, given_files


class Case(msgspec.Struct, frozen=True):
    """A claim (what stands behind `file:`) on a source, the verdict, a part of the reason."""

    name: str
    source: str
    claim: str
    verdict: Verdict
    reason: str = ""
    lines: str = ""

    def __str__(self) -> str:
        return f"{self.verdict.value}: {self.name}"


def read(said: str) -> Claim:
    """Read one claim about lib.py."""
    head = "claims:\n- id: it\n  statement: It is so.\n  file: lib.py\n"
    text = head + textwrap.indent(textwrap.dedent(said), "  ")
    document = read_document(text.encode(), "claims.yaml", PROJECT)
    assert not document.problems, document.problems
    return document.claims[0]


def verdict_of(source: str, said: str, *, fingerprint: bool = False) -> Judgement:
    return judge(prepare(read(said)), *given_files(source), fingerprint=fingerprint)


F = "symbol: f\nexpect: {returns: a}\n"
BRANCHES = """\
if _is_npu and not slow:
    def f(a):
        return a
elif _is_cuda:
    def f(b):
        return b
else:
    def f(c):
        return c
"""
# Valid Python that the grammar cannot parse; its error stands before, in, or around what is meant.
AFTER = "def before():\n    return a, *((None,) * 20)\n\n\ndef f():\n    return a\n"
HIDDEN = "def f(): return a, *((None,) * 20)\n"
BROKEN_ELSEWHERE = "def f():\n    return a\n\n\ndef g(:\n    pass\n"
ACCESSORS = """\
class A:
    @property
    def f(self):
        return a
    @f.setter
    def f(self, value):
        return value
    @typing.overload
    def g(self, a: int): ...
    @typing.overload
    def g(self, a: str): ...
    def g(self, a):
        return a
"""
HOLDS, BROKEN, MISSING, UNKNOWN = (
    Verdict.HOLDS,
    Verdict.BROKEN,
    Verdict.MISSING,
    Verdict.UNKNOWN,
)
CASES = (
    Case("one definition", "def f():\n    return a\n", F, HOLDS, lines="1-2"),
    Case("decorators belong to it", "@x\ndef f():\n    return a\n", F, HOLDS, lines="1-3"),
    Case("no symbol is the module", "x = a\n", "expect: {contains: a}", HOLDS, lines="1"),
    Case("an empty module", "", "expect: {contains: a}", BROKEN, "contains"),
    Case("nested", "def o():\n    def f():\n        return a\n", F.replace("f", "o.f", 1), HOLDS),
    Case("not there", "def g():\n    pass\n", F, MISSING, "f is not defined in lib.py"),
    Case("a near name", "def ff():\n    pass\n", F.replace("f", "fff", 1), MISSING, "similar: ff"),
    Case("perhaps from a star", "from x import *\n", F, UNKNOWN, "may bring it"),
    Case("bound by a loop", "for f in x:\n    pass\n", F, UNKNOWN, "no definition"),
    Case("two things at once", "def f():\n    return b\n",
         "symbol: f\nexpect: {returns: a, signature: '()'}\n", BROKEN, "returns: return b"),
    Case("broken outweighs unknown", "def f():\n    return b\n",
         "symbol: f\nexpect: {value: 1, returns: a}\n", BROKEN, "value: function f"),
    Case("unknown outweighs holds", "def f():\n    return a\n",
         "symbol: f\nexpect: {value: 1, returns: a}\n", UNKNOWN, "value: function f"),
    # several definitions
    Case("never the first one", BRANCHES, F, UNKNOWN, "f is defined 3 times, on lines 2, 5, 8"),
    Case("by a condition", BRANCHES, f"{F}where: _is_npu\n", HOLDS, lines="2-3"),
    Case("by a part of a condition", BRANCHES, f"{F}where: not slow\n", HOLDS, lines="2-3"),
    Case("by an elif", BRANCHES, f"{F}where: _is_cuda\n", BROKEN, "returns", "5-6"),
    Case("by an else", BRANCHES, f"{F}where: not _is_cuda\n", BROKEN, "returns", "8-9"),
    Case("no such condition", BRANCHES, f"{F}where: _is_xpu\n", UNKNOWN, "stands under '_is_xpu'"),
    Case("a part of a word", BRANCHES, f"{F}where: _is\n", UNKNOWN, "stands under '_is'"),
    Case("by number", BRANCHES, f"{F}definition: 1\n", HOLDS, lines="2-3"),
    Case("another number", BRANCHES, f"{F}definition: 3\n", BROKEN, "returns", "8-9"),
    Case("too large a number", BRANCHES, f"{F}definition: 4\n", UNKNOWN, "has 3 definitions"),
    Case("try and except", "try:\n    from x import f\nexcept ImportError:\n    f = None\n", F,
         UNKNOWN, "defined 2 times, on lines 2, 4"),
    Case("assigned again", "def f():\n    return a\nf = g(f)\n", F, UNKNOWN, "on lines 1, 3"),
    Case("overloads yield", ACCESSORS, F.replace("f", "A.g", 1), HOLDS, lines="12-13"),
    Case("a property, not its setter", ACCESSORS, F.replace("f", "A.f", 1), HOLDS, lines="2-4"),
    Case("the setter by name", ACCESSORS, F.replace("f", "A.f.setter", 1), BROKEN, lines="5-7"),
    # damage
    Case("an error inside", "def f():\n    return a +\n", F, UNKNOWN, "syntax error on line 2"),
    Case("an error elsewhere, and ast cannot help", BROKEN_ELSEWHERE, F, UNKNOWN,
         "ast does not confirm lines 1-2"),
    Case("an error elsewhere, and ast can", AFTER, F, HOLDS, lines="5-6"),
    Case("valid, and the grammar stops in it", AFTER, F.replace("f", "before", 1), UNKNOWN,
         "cannot be read as a whole"),
    Case("valid, and the grammar does not see it", HIDDEN, F, UNKNOWN, "only ast sees f"),
    Case("the module is damaged", AFTER, "expect: {lacks: nothing}", UNKNOWN, "as a whole"),
    Case("Python 2", "def f():\n    print 'x'\n", "symbol: f\nexpect: {lacks: y}", UNKNOWN),
    Case("absent from a damaged file", "def g(:\n    f\n", F, UNKNOWN, "does not parse"),
    Case("its name is not even in the bytes", "def g(:\n    x\n",
         F.replace("f", "absent", 1), MISSING, "absent is not defined"),
    # what must not be there
    Case("absent as it should be", "x = 1\n", "symbol: f\nexpect: {exists: false}", HOLDS),
    Case("hidden from the grammar", HIDDEN, "symbol: f\nexpect: {exists: false}", UNKNOWN,
         "only ast sees f"),
    Case("absent from damage", "def g(:\n    f\n", "symbol: f\nexpect: {exists: false}", UNKNOWN),
    Case("made global", "def g():\n    global f\n    f = 1\n",
         "symbol: f\nexpect: {exists: false}", UNKNOWN, "no definition"),
    Case("two definitions", BRANCHES, "symbol: f\nexpect: {exists: false}", UNKNOWN),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    judgement = verdict_of(case.source, case.claim)
    assert judgement.verdict is case.verdict, judgement
    assert case.reason in judgement.reason
    assert bool(judgement.reason) == (case.verdict is not HOLDS)
    if case.lines:
        assert str(judgement.lines) == case.lines


def test_a_claim_with_problems_is_invalid_whatever_the_source_says() -> None:
    prepared = prepare(read("symbol: f\nexpect: {returns: 'a b', raises: 'raise c'}\nwhere: d e\n"))
    places = [f"{item.location.line}" for item in prepared.problems]
    assert places == ["6", "6", "7"]
    judgement = judge(prepared, *given_files("def f():\n    return a\n"))
    assert judgement.verdict is Verdict.INVALID


@pytest.mark.parametrize("name", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_line_ends_do_not_count(name: str) -> None:
    source = "@x\ndef f():\n    # é\n    return a\n".replace("\n", name)
    assert str(verdict_of(source, F).lines) == "1-4"


def test_an_excerpt_shows_the_lines_that_decide() -> None:
    source = "def f():\n    x = 1\n    return b\n"
    assert verdict_of(source, F).excerpt == ((3, "    return b"),)
    long = "def f():\n" + "    x = 1\n" * 20
    assert [number for number, _ in verdict_of(long, F).excerpt] == [1, 2, 3, 4, 5, 6]


def test_fingerprints_are_of_what_holds_only() -> None:
    holds = verdict_of("def f():\n    return a\n", F, fingerprint=True)
    same = verdict_of("def f( ):  # x\n    return (a)\n", F, fingerprint=True)
    breaks = verdict_of("def f():\n    return b\n", F, fingerprint=True)
    assert holds.fingerprints == same.fingerprints is not None
    assert breaks.fingerprints is None
    assert verdict_of("def f():\n    return a\n", F).fingerprints is None


def test_a_sum_of_many_terms_is_judged() -> None:
    many = " + ".join(["a"] * 20_000)
    source = f"def f():\n    x = {many}\n    return a\n"
    assert verdict_of(source, F).verdict is HOLDS
    assert verdict_of(source, "symbol: f\nexpect: {contains: x = b}").verdict in (BROKEN, UNKNOWN)
