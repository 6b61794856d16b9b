"""`contains`: the pattern occurs anywhere in the definition."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = '''\
@wraps(g, updated=())
def f(a, b=1_000):
    """A text that says print(x)."""
    # a comment that says b * a
    x = a % (b)
    y = call(1, "two", key=x, other=y)
    if a and not b:
        log(x)
        raise KeyError
    elif b:
        def inner():
            return deep[a:b]
    return [i for i in x if i > 0x10]
'''
CASES = (
    holds("an expression", SOURCE, "f", '"a % b"', "5"),
    holds("keywords in any order", SOURCE, "f", "\"call(1, 'two', other=y, key=x,)\"", "6"),
    holds("any arguments", SOURCE, "f", '"call(...)"', "6"),
    holds("some arguments", SOURCE, "f", '"call(1, ..., key=$X)"', "6"),
    holds("a default", SOURCE, "f", "1000", "2"),
    holds("a decorator", SOURCE, "f", '"wraps(g, ...)"', "1"),
    holds("a nested function", SOURCE, "f", '"deep[a:b]"', "12"),
    holds("a statement", SOURCE, "f", '"raise KeyError"', "9"),
    holds("a comprehension", SOURCE, "f", '"[$I for $I in x if $I > 16]"', "13"),
    holds("statements in a row", SOURCE, "f", '"x = $A\\ny = $B"', "5-6"),
    holds(
        "branches", SOURCE, "f", '"if $A and not b:\\n    ...\\n    raise $E\\nelif b:\\n    ..."'
    ),
    holds("statements with others between", SOURCE, "f", '"x = $A\\n...\\nreturn $B"', "5-13"),
    holds("a block of YAML", SOURCE, "f", "|\n  log(x)\n  raise KeyError", "8-9"),
    holds("several", SOURCE, "f", "[a % b, log(x)]", "5, 8"),
    holds("in the module", SOURCE, "", '"a % b"', "5"),
    breaks("in a comment", SOURCE, "f", '"b * a"', "nowhere in lines 1-13"),
    breaks("in a text", SOURCE, "f", '"print(x)"', "nowhere in lines 1-13"),
    breaks("another order", SOURCE, "f", '"b % a"', "nowhere"),
    breaks("a comparison turned round", SOURCE, "f", '"0x10 < i"'),
    breaks("too few arguments", SOURCE, "f", '"call(1)"', "closest, on line"),
    breaks("a part of a name", SOURCE, "f", "dee", "nowhere"),
    breaks("placeholders that differ", SOURCE, "f", '"$A % $A"'),
    breaks("not in a row", SOURCE, "f", '"x = $A\\nreturn $B"'),
    breaks("not all branches", SOURCE, "f", '"if a and not b:\\n    ..."'),
    breaks("one of two", SOURCE, "f", "[a % b, absent]", "nowhere"),
    breaks("outside the definition", "def f():\n    pass\nafter()\n", "f", "after()", "nowhere"),
    *damaged("a"),
    unsure("beside damage in the module", "x = 1\ndef g(:\n", "", "x", "syntax error"),
)
REFUSED = (
    Refused('"def ("', "does not parse"),
    Refused('"$X"', "would match anything"),
    Refused('"..."', "would match anything"),
    Refused('"# only this"', "only a comment"),
    Refused('"a b"', "does not parse"),
    Refused('" "', "the text is empty"),
    Refused("[]", "nothing would be checked"),
    Refused("[ok(), 'a b']", "does not parse", "'a b'"),
    Refused("{a: b}", "expected a text, found a mapping"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("contains")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("contains")
