"""The table of kinds, their modules, their own examples and their cases stand for each other."""

import importlib
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import claims.expectations
from claims.expectations import NAMES, kind_named
from claims.expectations.interface import Example
from claims.judging import judge, prepare
from claims.model import Outcome, Verdict
from provenance.errors import ProblemsFound
from provenance.syntax.definitions import Module
from tests.claims.specification import Case, claim, judged

SHARED = {"__init__", "interface", "values", "searching"}
HERE = Path(__file__).parent
MODULES = {path.stem for path in Path(claims.expectations.__file__).parent.glob("*.py")}
CASES: dict[str, tuple[Case, ...]] = {
    name: importlib.import_module(f"tests.claims.expectations.test_{name}").CASES for name in NAMES
}
FIXTURES = sorted({(case.source, case.symbol) for cases in CASES.values() for case in cases})


def test_every_module_is_a_kind_or_known_to_be_shared() -> None:
    assert set(NAMES) == {name for name in MODULES - SHARED if hasattr(_module(name), "KIND")}, (
        "a kind is missing from claims.expectations.NAMES"
    )
    assert MODULES - SHARED - set(NAMES) == set(), "neither a kind nor one of the shared modules"
    assert len(NAMES) == len(set(NAMES))


def _module(name: str) -> object:
    return importlib.import_module(f"claims.expectations.{name}")


def test_every_kind_has_its_table_of_cases() -> None:
    assert {path.stem for path in HERE.glob("test_*.py")} == {
        *(f"test_{name}" for name in NAMES),
        "test_registry",
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_kind_is_called_as_its_file(name: str) -> None:
    kind = kind_named(name)
    assert kind.name == name
    assert all((kind.summary, kind.value, kind.schema))
    assert kind.summary[0].islower()
    assert not kind.summary.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_every_outcome_has_a_case(name: str) -> None:
    assert {Verdict.HOLDS, Verdict.BROKEN, Verdict.UNKNOWN} <= {
        case.verdict for case in CASES[name]
    }
    assert len({str(case) for case in CASES[name]}) == len(CASES[name])


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_explain_are_true(name: str) -> None:
    kind = kind_named(name)
    assert _verdict(name, kind.holds) is Verdict.HOLDS
    assert _verdict(name, kind.fails) is Verdict.BROKEN


def _verdict(name: str, example: Example) -> Verdict:
    return judged(name, example.source, example.symbol, example.value).verdict


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_over_every_fixture(name: str) -> None:
    """Nothing is raised, nothing is judged by nothing, and the same source gives the same."""
    values = {case.value for case in CASES[name]}
    prepared = {value: prepare(claim(name, "f", value)) for value in values}
    assert not any(item.problems for item in prepared.values())
    for (source, symbol), value in product(FIXTURES, sorted(values)[:6]):
        stated = prepare(claim(name, symbol, value))
        first, again = (judge(stated, module) for module in _parsed(source))
        assert first == again
        assert first.findings or first.reason
        outcomes = {finding.outcome for finding in first.findings}
        assert (first.verdict is Verdict.HOLDS) == (outcomes == {Outcome.HOLDS})


@cache
def _parsed(source: str) -> tuple[Module, Module]:
    """Parse a fixture twice, so that nothing one judgement left behind can help the other."""
    return Module(source.encode()), Module(source.encode())


DEEP = ('"' + "(" * 300 + '"', '"' + "a." * 300 + 'b"')
ODD = ("~", "0", "-1.5", "true", '""', "[]", "{}", "[[]]", "[{}]", "{a: [b]}", "[~, 1]", '"\\0"',
       "{a: {b: {c: d}}}", '"é\\u2028"', *DEEP)  # fmt: skip


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize("name", NAMES)
def test_an_odd_value_is_read_or_refused_with_its_place(name: str, value: str) -> None:
    node = claim(name, "f", value).expectations[0].value
    try:
        kind_named(name).read(node)
    except ProblemsFound as error:
        assert all(item.location.line == node.line for item in error.problems)
        assert all(item.message for item in error.problems)
