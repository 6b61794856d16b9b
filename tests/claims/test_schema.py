"""The JSON Schema says of a claim file what the reader says."""

import importlib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from claims.documents import read_document
from claims.documents.basis import KEYS
from claims.documents.expect import ELSEWHERE
from claims.expectations import MEASURED, NAMES, kind_named
from claims.model import Basis
from claims.preparing import prepare
from claims.schema import schema
from provenance import yamlfile
from provenance.errors import ProblemsFound
from tests.claims.specification import PROJECT, Case, claim
from tests.claims.wrong_bases import GOOD, PLACES, WRONG
from tests.claims.wrongs import ONE, WRONGS, Wrong

ROOT = Path(__file__).resolve().parents[2]
CHECKER = jsonschema.Draft202012Validator(schema())
CLAIM = {"id": "a", "statement": "b", "file": "c.py", "expect": {"returns": "d"}}

CONDITIONS = {
    "hardware": "8 x A",
    "software": "1.0",
    "model": "M",
    "input_length": 1024,
    "output_length": 128,
    "concurrency": 64,
}
MEASURED_CLAIM = {
    "id": "a",
    "statement": "b",
    "basis": "measurement",
    "data": "runs.csv",
    "conditions": CONDITIONS,
}


def accepted(value: object) -> bool:
    return not list(CHECKER.iter_errors(value))


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("path", sorted(ROOT.glob("articles/*/claims.yaml")), ids=str)
def test_the_shipped_claims_fit(path: Path) -> None:
    CHECKER.validate(yamlfile.load(path.read_bytes(), str(path)).plain())


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_a_kind_fit(name: str) -> None:
    kind = kind_named(name)
    for example in (kind.holds, kind.fails):
        value = yaml.safe_load(example.value)
        assert accepted({"claims": [_expecting(name, value)]})


def _expecting(kind: str, value: object) -> dict[str, Any]:
    """Give a claim of one expectation."""
    if kind in ELSEWHERE:
        return {**{key: CLAIM[key] for key in CLAIM if key != "expect"}, kind: value}
    return {**(MEASURED_CLAIM if kind in MEASURED else CLAIM), "expect": {kind: value}}


def _with(**changes: Any) -> dict[str, Any]:
    return {"claims": [{**CLAIM, **changes}]}


BAD = {
    "no claims": {"source": "lib"},
    "empty claims": {"claims": []},
    "an unknown key": {"claims": [CLAIM], "sourc": "lib"},
    "an unknown key of a claim": _with(paths="x"),
    "no file": {"claims": [{key: CLAIM[key] for key in ("id", "statement", "expect")}]},
    "a bad id": _with(id="a b"),
    "an empty statement": _with(statement=""),
    "a number as statement": _with(statement=1),
    "definition 0": _with(definition=0),
    "an unknown basis": _with(basis="hearsay"),
    "nothing expected": _with(expect={}),
    "an unknown kind": _with(expect={"return": "a"}),
    "an empty list": _with(expect={"returns": []}),
    "an empty text": _with(expect={"returns": ""}),
    "exists perhaps": _with(expect={"exists": "perhaps"}),
    "no such sort": _with(expect={"kind": "klass"}),
    "one call in order": _with(expect={"calls_in_order": ["a"]}),
    "no field": _with(expect={"fields": {}}),
    "an unknown key of a parameter": _with(expect={"parameters": {"a": {"defualt": "1"}}}),
    "a list as value": _with(expect={"value": [1]}),
    "a signature without parentheses": _with(expect={"signature": "a, b"}),
}


@pytest.mark.parametrize("value", BAD.values(), ids=BAD)
def test_what_the_schema_refuses_the_reader_refuses_too(value: dict[str, Any]) -> None:
    assert not accepted(value)
    document = read_document(yaml.safe_dump(value).encode(), "c.yaml", PROJECT)
    assert document.problems or any(prepare(claim).problems for claim in document.claims)


def test_it_has_every_key_and_every_kind() -> None:
    properties = schema()["properties"]["claims"]["items"]["properties"]
    assert list(properties) == list(KEYS)
    kinds = properties["expect"]["properties"]
    assert [*kinds, *ELSEWHERE] == [*(name for name in NAMES if name not in ELSEWHERE), *ELSEWHERE]
    for name in NAMES:
        described = properties[name] if name in ELSEWHERE else kinds[name]
        assert kind_named(name).summary in described["description"]


# What only reading knows: pins, sources, paths, names, and what contradicts itself.
BEYOND = (
    "is not a pin",
    "is a short id",
    "is not a release tag",
    "there is no source",
    "the path",
    "is no symbol",
    "both choose",
    "chooses among",
    "contradict each other",
)


@pytest.mark.parametrize("wrong", WRONGS, ids=str)
def test_what_only_reading_refuses(wrong: Wrong) -> None:
    value = yamlfile.load(ONE.replace(wrong.old, wrong.new).encode(), "c.yaml").plain()
    assert accepted(value) == any(words in wrong.said for words in BEYOND)


@pytest.mark.parametrize("text", GOOD.values(), ids=[basis.name for basis in GOOD])
def test_a_good_claim_of_each_basis_fits(text: str) -> None:
    CHECKER.validate(yamlfile.load(text.encode(), "c.yaml").plain())


@pytest.mark.parametrize(("basis", "old", "new", "said"), WRONG, ids=[item[3] for item in WRONG])
def test_a_claim_that_does_not_fit_its_basis(basis: Basis, old: str, new: str, said: str) -> None:
    value = yamlfile.load(GOOD[basis].replace(old, new).encode(), "c.yaml").plain()
    assert accepted(value) == any(words in said for words in PLACES)


CASES: dict[str, tuple[Case, ...]] = {
    name: importlib.import_module(f"tests.claims.expectations.test_{name}").CASES
    for name in NAMES
    if name not in MEASURED
}


def fits(kind: str, value: object) -> bool:
    return CHECKER.evolve(schema=kind_named(kind).schema).is_valid(value)


@pytest.mark.parametrize("kind", CASES)
def test_the_cases_of_a_kind_fit(kind: str) -> None:
    values = [claim(kind, "f", case.value).expectations[0].value.plain() for case in CASES[kind]]
    assert [value for value in values if not fits(kind, value)] == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (name, text)
        for name in NAMES
        for text in ("~", "1.5", "[]", "{}", "[[a]]", "{a: {b: [c]}}", "''")
    ],
)
def test_a_shape_that_the_reader_takes_fits(kind: str, text: str) -> None:
    node = yamlfile.load(text.encode(), "c.yaml")
    try:
        kind_named(kind).read(node)
    except ProblemsFound:
        return
    assert fits(kind, node.plain())
