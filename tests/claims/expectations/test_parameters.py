"""`parameters`: single parameters, whatever else there is."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = "def f(self, a, /, size: int = 8, *rest, flag: bool = True, empty='', **more):\n    pass\n"
CASES = (
    holds("a default", SOURCE, "f", '{size: {default: "8"}}', "1"),
    holds("a default spelt otherwise", SOURCE, "f", '{size: {default: "0b1000"}}'),
    holds("a number in YAML", SOURCE, "f", "{size: {default: 8}}"),
    holds("true in YAML", SOURCE, "f", "{flag: {default: true}}"),
    holds("an empty text", SOURCE, "f", "{empty: {default: '\"\"'}}"),
    holds("any default", SOURCE, "f", '{size: {default: "..."}}'),
    holds("an annotation", SOURCE, "f", "{flag: {annotation: bool}}"),
    holds("only its name", SOURCE, "f", "{size: , flag: {}}"),
    holds("required", SOURCE, "f", "{a: {required: true, kind: positional-only}}"),
    holds("not required", SOURCE, "f", "{size: {required: false, kind: positional-or-keyword}}"),
    holds("keyword-only behind stars", SOURCE, "f", "{flag: {kind: keyword-only}}"),
    holds("stars", SOURCE, "f", "{rest: {kind: var-positional}, more: {kind: var-keyword}}"),
    breaks("another default", SOURCE, "f", '{size: {default: "9"}}', "size: int = 8"),
    breaks("another annotation", SOURCE, "f", "{size: {annotation: float}}", "size: int = 8"),
    breaks("another kind", SOURCE, "f", "{size: {kind: keyword-only}}", "(positional-or-keyword)"),
    breaks("no default", SOURCE, "f", '{a: {default: "..."}}', "a (positional-only)"),
    breaks("no annotation", SOURCE, "f", '{a: {annotation: "..."}}', "a (positional-only)"),
    breaks("required, with a default", SOURCE, "f", "{size: {required: true}}", "size: int = 8"),
    breaks("stars are never required", SOURCE, "f", "{rest: {required: true}}", "*rest"),
    breaks("no such parameter", SOURCE, "f", "{absent: {}}", "no such parameter in (self, a, /"),
    breaks("one of two", SOURCE, "f", '{size: {default: "8"}, flag: {default: "1"}}', "= True"),
    breaks(
        "not the inner one", "def f():\n    def g(a): pass\n", "f", "{a: }", "no such parameter"
    ),
    unsure("a class", "class f:\n    a = 1\n", "f", "{a: }", "class f is no function"),
    *damaged("{a: }"),
)
REFUSED = (
    Refused("{}", "no parameter is named"),
    Refused("[a]", "expected a mapping, found a list"),
    Refused("a", "expected a mapping, found a text"),
    Refused('{"*rest": {}}', "write it without stars", "{}}"),
    Refused("{a: {defualt: 1}}", "did you mean 'default'?", "defualt"),
    Refused("{a: {kind: keyword_only}}", "did you mean 'keyword-only'?", "keyword_only"),
    Refused("{a: {required: perhaps}}", "expected true or false", "perhaps"),
    Refused("{a: {required: 1}}", "expected true or false", "1}"),
    Refused("{a: {required: true, default: 1}}", "a required parameter has no default", "{req"),
    Refused('{a: {default: "1 +"}}', "does not parse", '"1 +"'),
    Refused("{a: {default: null}}", "expected a text, found empty", "null"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("parameters")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("parameters")
