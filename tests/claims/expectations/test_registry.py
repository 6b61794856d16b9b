"""The table of kinds, their modules, their own examples and their cases stand for each other."""

import importlib
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import claims.expectations
from claims.expectations import MEASURED, NAMES, kind_named
from claims.expectations.interface import Example
from claims.judging import judge
from claims.measurement.rows import read_rows
from claims.model import Outcome, Verdict
from claims.preparing import prepare
from provenance import yamlfile
from provenance.errors import ProblemsFound
from provenance.resolution.files import GivenFiles
from provenance.syntax.definitions import Module
from tests.claims.specification import Case, claim, given_files, judged

SHARED = {"__init__", "interface", "values", "results", "searching", "locators", "edges"}
HERE = Path(__file__).parent
MODULES = {path.stem for path in Path(claims.expectations.__file__).parent.glob("*.py")}
ABOUT_SOURCE = [name for name in NAMES if name not in MEASURED]
ALL_CASES: dict[str, tuple[Any, ...]] = {
    name: importlib.import_module(f"tests.claims.expectations.test_{name}").CASES for name in NAMES
}
CASES: dict[str, tuple[Case, ...]] = {name: ALL_CASES[name] for name in ABOUT_SOURCE}
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
    cases = ALL_CASES[name]
    said = {case.outcome if name in MEASURED else case.verdict for case in cases}
    assert {item.value for item in said} >= {item.value for item in Outcome}
    assert len({str(case) for case in cases}) == len(cases)


@pytest.mark.parametrize("name", ABOUT_SOURCE)
def test_the_examples_of_explain_are_true(name: str) -> None:
    kind = kind_named(name)
    assert _verdict(name, kind.holds) is Verdict.HOLDS
    assert _verdict(name, kind.fails) is Verdict.BROKEN


def _verdict(name: str, example: Example) -> Verdict:
    return judged(name, example.source, example.symbol, example.value).verdict


@pytest.mark.parametrize("name", MEASURED)
def test_the_examples_of_a_measurement_are_true(name: str) -> None:
    kind = kind_named(name)
    for example, outcome in ((kind.holds, Outcome.HOLDS), (kind.fails, Outcome.BROKEN)):
        measured = read_rows(example.symbol, example.source.encode())
        value = kind.read(yamlfile.load(example.value.encode(), "claims.yaml"))
        assert [finding.outcome for finding in kind.check(value, measured)] == [outcome]


@pytest.mark.parametrize("name", ABOUT_SOURCE)
def test_every_kind_over_every_fixture(name: str) -> None:
    """Nothing is raised, nothing is judged by nothing, and the same source gives the same."""
    values = {case.value for case in CASES[name]}
    prepared = {value: prepare(claim(name, "f", value)) for value in values}
    assert not any(item.problems for item in prepared.values())
    for (source, symbol), value in product(FIXTURES, sorted(values)[:6]):
        stated = prepare(claim(name, symbol, value))
        first, again = (judge(stated, *given) for given in _parsed(source))
        assert first == again
        assert first.findings or first.reason
        outcomes = {finding.outcome for finding in first.findings}
        assert (first.verdict is Verdict.HOLDS) == (outcomes == {Outcome.HOLDS})


@cache
def _parsed(source: str) -> tuple[tuple[Module, GivenFiles], tuple[Module, GivenFiles]]:
    """Parse a fixture twice, so that nothing one judgement left behind can help the other."""
    return given_files(source), given_files(source)


DEEP = ('"' + "(" * 300 + '"', '"' + "a." * 300 + 'b"')
ODD = ("~", "0", "-1.5", "true", '""', "[]", "{}", "[[]]", "[{}]", "{a: [b]}", "[~, 1]", '"\\0"',
       "{a: {b: {c: d}}}", '"é\\u2028"', *DEEP)  # fmt: skip


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize("name", NAMES)
def test_an_odd_value_is_read_or_refused_with_its_place(name: str, value: str) -> None:
    node = yamlfile.load(f"value: {value}".encode(), "claims.yaml").value["value"]
    try:
        kind_named(name).read(node)
    except ProblemsFound as error:
        assert all(item.location.line == node.line for item in error.problems)
        assert all(item.message for item in error.problems)
