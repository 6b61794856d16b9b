"""Guards: the conditions under which a place is reached, and which of them are stale."""

import msgspec
import pytest

from provenance.syntax.branches import after, leaves
from provenance.syntax.definitions import Module
from provenance.syntax.guards import Standing, standing
from provenance.syntax.logic import conjuncts
from provenance.syntax.matching import find
from provenance.syntax.pattern import compile_pattern
from provenance.syntax.term import Term, same


class Seen(msgspec.Struct, frozen=True):
    """A module in which ``mark()`` stands once, and what is known there.

    Attributes:
        source: the module.
        valid: the conditions that are so there, the nearest first.
        stale: those that were so, each with the line that may have changed it.
        unread: the names in what else may decide.
        perhaps: what is so if a call does not come back.
    """

    source: str
    valid: tuple[str, ...] = ()
    stale: tuple[tuple[str, int], ...] = ()
    unread: frozenset[str] = frozenset()
    perhaps: tuple[str, ...] = ()


CASES = (
    Seen("mark()\n"),
    Seen("if a and b:\n    mark()\n", ("a", "b")),
    Seen("if a:\n    if b:\n        mark()\n", ("b", "a")),
    Seen("if a:\n    pass\nelif b or c:\n    pass\nelse:\n    mark()\n",
         ("not a", "not b", "not c")),
    Seen("if a == b:\n    raise E\nmark()\n", ("a != b",), unread=frozenset("ab")),
    Seen("x = mark() if a else b\n", ("a",)),
    Seen("x = a or mark()\n", ("not a",)),
    Seen("x = a and not (b and mark())\n", ("b", "a")),
    Seen("while a:\n    mark()\n", ("a",)),
    Seen("while a:\n    a = mark()\n", ("a",)),
    Seen("if a:\n    a = b = mark()\n", ("a",)),
    Seen("if a:\n    b = (a := mark())\n", ("a",)),
    Seen("if a:\n    b = (a := 1) + mark()\n", (), (("a", 2),)),
    Seen("if a:\n    while b:\n        a = mark()\n", ("b",), (("a", 3),)),
    Seen("if a:\n    while b:\n        mark()\n        a = 1\n", ("b",), (("a", 4),)),
    Seen("x = [mark() for y in ys if y if not z]\n", ("y", "not z"), unread=frozenset({"y", "ys"})),
    Seen("x = [y for y in ys if y for z in mark()]\n", ("y",), unread=frozenset({"y", "ys", "z"})
         | {"mark"}),
    Seen("def f():\n    if a:\n        return lambda: mark()\n", ("a",)),
    Seen("def f():\n    if a:\n        g = lambda: mark()\n    a = 1\n", (), (("a", 4),)),
    Seen("if a.x:\n    b.x = 1\n    mark()\n", (), (("a.x", 2),)),
    Seen("if a.x:\n    b.y = 1\n    mark()\n", ("a.x",)),
    Seen("if a:\n    def f():\n        a = 1\n    mark()\n", ("a",)),
    Seen("if a:\n    b()\nmark()\n", perhaps=("not a",)),
    Seen("if a:\n    b()\nelse:\n    c()\nmark()\n", unread=frozenset("a")),
    Seen("for x in xs:\n    mark()\n", unread=frozenset({"xs"})),
    Seen("try:\n    mark()\nexcept E:\n    pass\n"),
    Seen("try:\n    a\nexcept E:\n    mark()\n", unread=frozenset({"a", "E", "mark"})),
    Seen("with a.b as c:\n    mark()\n", unread=frozenset("abc")),
    Seen("assert a.b\nmark()\n", unread=frozenset("ab")),
    Seen("match a:\n    case 1 if b:\n        mark()\n", ("b",), unread=frozenset("ab")),
)  # fmt: skip


def known_at_mark(text: str) -> Standing:
    """Give what is known at ``mark()``."""
    module = Module(text.encode())
    (place,) = find(compile_pattern("mark()"), module.root, module.source)
    return standing(place, module.root, module.source)


def condition(text: str) -> Term:
    """Read a condition that is one part of a conjunction."""
    (part,) = conjuncts(compile_pattern(text).root)
    return part


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.source)
def test_what_is_known(case: Seen) -> None:
    known = known_at_mark(case.source)
    valid = [guard.term for guard in known.guards if not guard.stale]
    stale = [guard for guard in known.guards if guard.stale]
    assert len(valid) == len(case.valid), valid
    assert all(map(same, valid, map(condition, case.valid))), valid
    assert [guard.stale for guard in stale] == [line for _, line in case.stale]
    assert all(
        same(g.term, condition(text)) for g, (text, _) in zip(stale, case.stale, strict=True)
    )
    assert known.unread == case.unread
    assert len(known.perhaps) == len(case.perhaps)
    assert all(map(same, known.perhaps, map(condition, case.perhaps)))


def test_a_guard_tells_its_line() -> None:
    known = known_at_mark("if a:\n    if (\n        b and\n        c):\n        mark()\n")
    assert [guard.line for guard in known.guards] == [3, 4, 1]


def test_names_are_followed_to_what_they_were_worked_out_from() -> None:
    known = known_at_mark("a = b\nb = c.d\ndef f(e):\n    for g in a: mark()\n    h = e\n")
    assert known.behind(frozenset({"g"})) == frozenset("gabcd")
    assert known.behind(frozenset({"h"})) == frozenset("he")
    assert known.behind(frozenset({"z"})) == frozenset("z")


@pytest.mark.parametrize(
    ("body", "is_left"),
    [
        ("return", True),
        ("a\nraise E", True),
        ("if a:\n    return\nelse:\n    raise E", True),
        ("if a:\n    return\nelif b:\n    continue\nelse:\n    break", True),
        ("if a:\n    return", False),
        ("if a:\n    return\nelif b:\n    return", False),
        ("for x in xs:\n    return", False),
        ("with a:\n    raise E", False),
        ("try:\n    return\nfinally:\n    a", False),
        ("def f():\n    return", False),
        ("a", False),
    ],
)
def test_leaves(body: str, is_left: bool) -> None:
    assert leaves(Module(body.encode()).root) is is_left


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("if a:\n    return", ("not a",)),
        ("if a and b:\n    return", ("not a or not b",)),
        ("if a:\n    b\nelse:\n    return", ("a",)),
        ("if a:\n    return\nelif b:\n    c\nelse:\n    return", ("not a", "b")),
        ("if a:\n    if b:\n        return\nelif b:\n    return", ("not b",)),
        ("if a:\n    return\nelse:\n    return", ()),
        ("if a:\n    b", ()),
        ("while a:\n    b", ()),
    ],
)
def test_after(text: str, told: tuple[str, ...]) -> None:
    found = after(Module(text.encode()).root.named_children[0])
    assert len(found) == len(told)
    assert all(map(same, found, map(condition, told)))
