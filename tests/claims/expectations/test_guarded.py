"""`guarded`: every occurrence of the code stands under the condition."""

import json
import textwrap

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

KIND = "guarded"


def f(body: str, *, head: str = "def f(a, b, c, xs):", above: str = "") -> str:
    """Write a module with a function `f`."""
    return f"{above}{head}\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"


def by(condition: str, code: str = "mark()") -> str:
    """Write the value."""
    return f"{{code: {json.dumps(code)}, by: {json.dumps(condition)}}}"


IF = f("if a and not b:\n    mark()\n")
ELSE = f("if a:\n    pass\nelif b == 1:\n    pass\nelse:\n    mark()\n")
EARLY = f("if not a:\n    return 0\nmark()\n")
CASES = (
    # if, elif, else
    holds("if", IF, "f", by("a"), "3"),
    holds("a negated part", IF, "f", by("not b")),
    holds("both parts, in any order", IF, "f", by("not b and a")),
    breaks("the opposite", IF, "f", by("b"), "it stands under not b, line 2", "3"),
    breaks("something else", IF, "f", by("c"), "under a (line 2); not b (line 2), and not under c"),
    breaks("one part of two", IF, "f", by("a and c"), "not under a and c"),
    holds("else is the negation of every test", ELSE, "f", by("not a and b != 1")),
    breaks("else is not the test", ELSE, "f", by("b == 1"), "it stands under b != 1, line 4"),
    holds("elif: its own test", f("if a:\n    pass\nelif b:\n    mark()\n"), "f", by("b")),
    holds("elif: not the one before", f("if a:\n    pass\nelif b:\n    mark()\n"),
           "f", by("not a")),
    holds("one if inside another",
           f("if a:\n    for x in xs:\n        if b:\n            mark()\n"),
          "f", by("a and b")),
    breaks("behind the if", f("if a:\n    pass\nmark()\n"), "f", by("a"), "under no condition"),
    breaks("in the test itself", f("if mark() and a:\n    pass\n"), "f", by("a"),
           "under no condition"),
    holds("a test after it in the same 'and'", f("if a and mark():\n    pass\n"), "f", by("a")),
    # splitting and negating
    holds("not (a or b)", f("if not (a or b):\n    mark()\n"), "f", by("not a and not b")),
    holds("not (a == b)", f("if not a == b:\n    mark()\n"), "f", by("a != b")),
    holds("not (a in b)", f("if not (a in b):\n    mark()\n"), "f", by("a not in b")),
    holds("not (a is None)", f("if a is None:\n    return\nmark()\n"), "f", by("a is not None")),
    holds("twice not", f("if not (not a):\n    mark()\n"), "f", by("a")),
    holds("'by' is split alike", f("if a != b:\n    mark()\n"), "f", by("not (a == b)")),
    unsure("an order is not turned round", f("if not a < b:\n    mark()\n"), "f", by("a >= b"),
           "it stands under not (a < b) (line 2); whether that means a >= b is not decided"),
    holds("an order as it is", f("if not a < b:\n    mark()\n"), "f", by("not a < b")),
    unsure("a disjunction is no guard", f("if a or b:\n    mark()\n"), "f", by("a"),
           "it stands under a or b (line 2)"),
    holds("a disjunction as a whole", f("if (a or b) and c:\n    mark()\n"), "f", by("a or b")),
    unsure("half of the opposite of a disjunction, twice",
           f("if not a:\n    if not a:\n        mark()\n"), "f", by("a or b"), "is not decided"),
    breaks("the opposite of a disjunction", f("if not a and not b:\n    mark()\n"), "f",
           by("a or b"), "it stands under not a and not b"),
    holds("not (a and b) is one of two", f("if a and b:\n    return\nmark()\n"), "f",
          by("not a or not b")),
    unsure("another bound", f("if a > 0:\n    mark()\n"), "f", by("a > 1"), "is not decided"),
    unsure("the same in other words", f("if len(xs) > 0:\n    mark()\n"), "f", by("xs")),
    unsure("equal sides swapped", f("if a == b:\n    mark()\n"), "f", by("b == a")),
    # other places for conditions
    holds("a conditional expression", f("return mark() if a else b\n"), "f", by("a")),
    holds("its other side", f("return b if a else mark()\n"), "f", by("not a")),
    breaks("its condition", f("return b if mark() else c\n"), "f", by("b"), "under no condition"),
    holds("and", f("return a and mark()\n"), "f", by("a")),
    holds("or", f("return a or mark()\n"), "f", by("not a")),
    breaks("the left side of and", f("return mark() and a\n"), "f", by("a"), "no condition"),
    holds("while", f("while a:\n    mark()\n"), "f", by("a")),
    holds("else of while", f("while a:\n    pass\nelse:\n    mark()\n"), "f", by("not a")),
    holds("a comprehension", f("return [mark() for x in xs if x > a]\n"), "f", by("x > a")),
    breaks("its iterable", f("return [x for x in mark() if x > a]\n"),
           "f", by("a"), "no condition"),
    holds("a case's guard", f("match a:\n    case 1 if b:\n        mark()\n"), "f", by("b")),
    unsure("a case's pattern", f("match a:\n    case 1:\n        mark()\n"), "f", by("a == 1"),
           "what decides there is more than conditions of a"),
    unsure("a loop over nothing", f("for x in xs:\n    mark()\n"), "f", by("xs"), "of xs"),
    # leaving
    holds("return above", EARLY, "f", by("a")),
    holds("raise above", f("if a is None:\n    raise E(a)\nmark()\n"), "f", by("a is not None")),
    holds("continue above", f("for x in xs:\n    if x in a:\n        continue\n    mark()\n"), "f",
          by("x not in a")),
    holds("break above", f("while True:\n    if a:\n        break\n    mark()\n"),
           "f", by("not a")),
    holds("an else that leaves", f("if a:\n    b = 1\nelse:\n    return\nmark()\n"), "f", by("a")),
    holds("all but one branch leave",
          f("if a:\n    return\nelif b:\n    c = 1\nelse:\n    raise E\nmark()\n"), "f",
          by("not a and b")),
    holds("leaving from inside",
           f("if a:\n    if b:\n        return\n    else:\n        raise E\nmark()\n"),
          "f", by("not a")),
    unsure("only perhaps leaving", f("if a:\n    if b:\n        return\nmark()\n"),
           "f", by("not a"),
           "what decides there is more than conditions of a"),
    holds("what all that go on have in common",
          f("if a:\n    if not b:\n        return\nelse:\n    if not b:\n        return\nmark()\n"),
          "f", by("b")),
    holds("above an if around it", f("if a:\n    return\nif b:\n    mark()\n"), "f", by("not a")),
    unsure("assert is no condition", f("assert a\nmark()\n"), "f", by("a"), "of a"),
    unsure("leaving a with", f("with a:\n    if b:\n        return\nmark()\n"),
           "f", by("not b"), "of b"),
    breaks("a handler of its own", f("try:\n    g(c)\nexcept E:\n    pass\nmark()\n"), "f", by("c"),
           "no condition"),
    unsure("in a handler", f("try:\n    g(c)\nexcept E:\n    mark()\n"), "f", by("c"), "of c"),
    unsure("a call that may leave", f("if not a:\n    sys.exit(1)\nmark()\n"), "f", by("a"),
           "whether it stands under a depends on a call that may leave"),
    breaks("a call that would leave under the condition", f("if a:\n    g()\nmark()\n"), "f",
           by("a"), "no condition"),
    unsure("a call that may leave a loop", f("for x in xs:\n    if a:\n        g()\nmark()\n"), "f",
           by("not a"), "of a"),
    unsure("behind while", f("while a:\n    g()\nmark()\n"), "f", by("not a"), "of a"),
    unsure("behind a loop that leaves", f("for x in xs:\n    return\nmark()\n"), "f", by("not xs"),
           "of xs"),
    unsure("else of for", f("for x in xs:\n    if a:\n        break\nelse:\n    mark()\n"), "f",
           by("not a"), "of a"),
    unsure("in with", f("with only(a):\n    mark()\n"), "f", by("a"), "of a"),
    unsure("the end of a chain of comparisons", f("return a < b < mark()\n"), "f", by("a < b")),
    unsure("a comprehension over nothing", f("return [mark() for x in xs]\n"), "f", by("xs")),
    # around the definition
    holds("at the module", "if npu:\n    def f():\n        mark()\n", "f", by("npu")),
    holds("at the module, leaving", "if not npu:\n    raise E\ndef f():\n    mark()\n",
           "f", by("npu")),
    holds("a function inside", f("if a:\n    def g():\n        mark()\n"), "f", by("a")),
    holds("a lambda", f("return a and (lambda: mark())\n"), "f", by("a")),
    # names bound anew
    unsure("bound anew", f("if a:\n    a = b\n    mark()\n"), "f", by("a"),
           "a was tested on line 2, and line 3 may change it"),
    unsure("after leaving", f("if not a:\n    return\na += 1\nmark()\n"), "f", by("a"), "line 4"),
    holds("before it", f("a = b\nif a:\n    mark()\n"), "f", by("a")),
    holds("after it", f("if a:\n    mark()\n    a = b\n"), "f", by("a")),
    unsure("after it, in a loop",
           f("if a:\n    for x in xs:\n        mark()\n        a = b\n"), "f",
           by("a"), "line 5 may change it"),
    holds("tested in the loop", f("for x in xs:\n    if a:\n        mark()\n    a = b\n"), "f",
          by("a")),
    unsure("by a loop", f("if a:\n    for a in xs:\n        mark()\n"), "f", by("a")),
    unsure("by with", f("if a:\n    with b as a:\n        mark()\n"), "f", by("a")),
    unsure("by a walrus", f("if a and (a := b):\n    mark()\n"), "f", by("a"), "line 2 may"),
    unsure("by del", f("if a:\n    del a\n    mark()\n"), "f", by("a")),
    unsure("by import", f("if a:\n    import a\n    mark()\n"), "f", by("a")),
    unsure("an attribute", f("if a.x:\n    b.x = 1\n    mark()\n"), "f", by("a.x"), "line 3"),
    holds("another attribute", f("if a.x:\n    a.y = 1\n    mark()\n"), "f", by("a.x")),
    unsure("an element", f("if a[0]:\n    a[0] = 1\n    mark()\n"), "f", by("a[0]"), "line 3"),
    holds("in a branch that leaves", f("if not a:\n    a = 1\n    return\nmark()\n"), "f", by("a")),
    unsure("in a branch that is caught",
           f("if a:\n    try:\n        if b:\n            a = 1\n            raise E\n"
             "    except E:\n        pass\n    mark()\n"), "f", by("a"), "line 5"),
    holds("a local of another function", f("if a:\n    def g():\n        a = 1\n    mark()\n"), "f",
          by("a")),
    unsure("by nonlocal",
           f("if a:\n    def g():\n        nonlocal a\n        a = 1\n    g()\n    mark()\n"),
           "f", by("a"), "line 4"),
    unsure("later, for a function inside",
           f("if a:\n    def g():\n        mark()\n    a = b\n    g()\n"),
           "f", by("a"), "line 5"),
    unsure("shadowed by a parameter", f("if a:\n    def g(a):\n        mark()\n"), "f", by("a")),
    unsure("shadowed in a comprehension", f("return a and [mark() for a in xs]\n"), "f", by("a")),
    unsure("at the module, later", "if npu:\n    def f():\n        mark()\nnpu = 0\n",
           "f", by("npu")),
    holds("only typed", f("if a:\n    a: int\n    mark()\n"), "f", by("a")),
    unsure("by a star import", "if npu:\n    from m import *\n    def f():\n        mark()\n", "f",
           by("npu"), "line 2 may change it"),
    unsure("by a handler's name",
           f("if a:\n    try:\n        g()\n    except E as a:\n        pass\n    mark()\n"),
           "f", by("a"), "line 5"),
    *(unsure(f"by a case's pattern: {pattern}",
             f(f"if a:\n    match b:\n        case {pattern}:\n            mark()\n"), "f", by("a"),
             "line 4 may change it")
      for pattern in ("a", "[1, *a]", "C(x=a)", "1 as a", "{**a}", "(1, a)", "{1: a}")),
    unsure("by a handler's body",
           f("if a:\n    try:\n        a = 0\n        raise E\n    except E:\n        mark()\n"),
           "f", by("a"), "line 4 may change it"),
    unsure("before finally",
           f("if a:\n    try:\n        a = 0\n        return\n    finally:\n        mark()\n"),
           "f", by("a"), "line 4 may change it"),
    unsure("by a later condition of the comprehension",
           f("return [mark() for x in xs if a if (a := b)]\n"), "f", by("a"), "may change it"),
    unsure("by a later target of the comprehension",
           f("return [mark() for x in xs if b.x for b.x in xs]\n"), "f", by("b.x"),
           "may change it"),
    unsure("in the comprehension's element, before it",
           f("return [((a := 0), mark()) for x in xs if a]\n"), "f", by("a"), "may change it"),
    unsure("in the chosen side, before it", f("return ((a := 0), mark()) if a else b\n"), "f",
           by("a"), "may change it"),
    unsure("in the test of a choice", f("if a:\n    mark() if (a := b) else c\n"), "f", by("a")),
    unsure("in a comprehension's condition",
           f("if a:\n    [mark() for x in xs if (a := x)]\n"), "f", by("a")),
    unsure("in the value, before its target",
           f("if a:\n    xs[mark()] = (a := b)\n"), "f", by("a")),
    unsure("in the next round, for a function inside",
           f("for x in xs:\n    a = x\n    if a:\n        g(lambda: mark())\n"), "f", by("a"),
           "line 3 may change it"),
    unsure("by the loop itself, for a function inside",
           f("for a in xs:\n    if a:\n        g(lambda: mark())\n"), "f", by("a"), "line 2 may"),
    holds("before it, for a function inside",
          f("a = b\nif a:\n    g(lambda: mark())\n"), "f", by("a")),
    unsure("by nonlocal, in a function above",
           f("def g():\n    nonlocal a\n    a = 0\nif a:\n    g()\n    mark()\n"), "f", by("a")),
    unsure("by global, in another function",
           "def g():\n    global npu\n    npu = 0\nif npu:\n    def f():\n        mark()\n",
           "f", by("npu"), "line 2 may change it"),
    holds("by global, after it", f("global g\nif g:\n    mark()\n    g = 1\n"), "f", by("g")),
    unsure("under another spelling", f("if a:\n    \uff41 = 1\n    mark()\n"), "f", by("a")),
    holds("in a caller's sight only", f("if a:\n    g(a)\n    mark()\n"), "f", by("a")),
    # names that stand for conditions
    unsure("a variable for the condition", f("ok = a and b\nif ok:\n    mark()\n"), "f", by("a"),
           "it stands under ok (line 3); whether that means a is not decided"),
    unsure("two steps", f("x = a\ny = x\nif y:\n    mark()\n"), "f", by("a")),
    breaks("a variable for something else", f("ok = c\nif ok:\n    mark()\n"), "f", by("a")),
    unsure("what its attribute says of an object", f("if b.x:\n    mark()\n"), "f",
           by("b is not None"), "is not decided"),
    unsure("what an object says of its attribute", f("if b is not None:\n    mark()\n"), "f",
           by("b.x"), "is not decided"),
    breaks("two attributes of one object", f("if b.x:\n    mark()\n"), "f", by("b.y")),
    # layout
    holds("a line continued", f("return mark() if a \\\n    else b\n"), "f", by("a")),
    holds("a comment before a condition",
          f("return [mark() for x in xs if # why\n    a]\n"), "f", by("a")),
    holds("a comment between branches",
          f("if a:\n    pass\n# why\nelse:\n    mark()\n"), "f", by("not a")),
    # several occurrences, several statements, placeholders
    breaks("one of two is not", f("if a:\n    mark()\nmark()\n"),
           "f", by("a"), "line 4: it stands"),
    holds("both are", f("if a:\n    mark()\n    mark()\n"), "f", by("a"), "3, 4"),
    breaks("nowhere", f("if a:\n    pass\n"), "f", by("a"), "nowhere in lines 1-3"),
    holds("statements", f("if a:\n    b = 1\n    mark()\n"), "f", by("a", "b = 1\nmark()")),
    holds("early, before statements", f("if not a:\n    return\nb = 1\nmark()\n"), "f",
          by("a", "b = 1\nmark()")),
    holds("a placeholder", f("if isinstance(a, int):\n    mark()\n"), "f", by("isinstance(a, $T)")),
    holds("the same thing in both", f("if a is None:\n    a.run()\n"), "f",
          by("$X is None", "$X.run()")),
    unsure("not the same thing", f("if b is None:\n    a.run()\n"), "f",
           by("$X is None", "$X.run()")),
    holds("a gap", f("if g(a, b):\n    mark()\n"), "f", by("g(a, ...)")),
    unsure("an import", "from m import f\n", "f", by("a"), "f is imported here"),
    *damaged(by("a")),
)  # fmt: skip
REFUSED = (
    Refused("{code: a}", "'by' is missing"),
    Refused("{by: a}", "'code' is missing"),
    Refused("{code: a, by: 'b ='}", "does not parse", "'b ='"),
    Refused("{code: 'a b', by: b}", "does not parse", "'a b'"),
    Refused("{code: a, by: 'b = 1'}", "'b = 1' is no condition", "'b = 1'"),
    Refused("{code: a, by: $X}", "would match anything", "$X"),
    Refused("{code: a, by: b, with: c}", "unknown", "with"),
    Refused("[]", "the list is empty"),
    Refused("a", "expected"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check(KIND)


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check(KIND)


def test_all_that_is_wrong_with_one_occurrence_is_counted() -> None:
    case = breaks("three", f("mark()\nmark()\nmark()\n"), "f", by("a"), "; and 2 more", "2, 3, 4")
    case.check(KIND)
