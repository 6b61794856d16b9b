"""Claim files: what is read of them, and each thing that can be wrong with its place."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claims.documents import read_document
from claims.model import Basis, Document
from claims.preparing import prepare
from provenance.errors import Problem
from provenance.source import Pin, PinProblem, Project, Source
from provenance.yamlfile import dump
from tests.claims.specification import PROJECT
from tests.claims.wrong_bases import GOOD, WRONG
from tests.claims.wrongs import CLAIM_KEYS, ONE, WRONGS, Wrong

WHOLE = """\
article: article.md
source: lib
pin: v2.0.0
claims:
  - id: it
    statement: It
      is so.
    file: a/b.py
    symbol: A.f
    where: _is_npu
    basis: source
    scope: always
    limitation: none
    expect:
      returns: a
      calls: [g]
"""
TWO = ONE + ONE.removeprefix("claims:\n").replace("id: it", "id: that")
BARE = Source("bare", "bare.git", None)
SEVERAL = Project(Path("/nowhere"), {**PROJECT.sources, "bare": BARE})


def read(text: str, project: Project = PROJECT) -> Document:
    return read_document(text.encode(), "c.yaml", project)


def problems(document: Document) -> list[Problem]:
    return [*document.problems, *(p for claim in document.claims for p in claim.problems)]


def test_everything_that_a_claim_can_say() -> None:
    document = read(WHOLE)
    assert problems(document) == []
    assert (document.path, document.article, document.pin) == (
        "c.yaml",
        "article.md",
        Pin("v2.0.0"),
    )
    assert document.source is PROJECT.sources["lib"]
    (claim,) = document.claims
    assert (claim.id, claim.statement, str(claim.location)) == ("it", "It is so.", "c.yaml:5:5")
    assert (claim.about, claim.where, claim.definition) == ("a/b.py::A.f", "_is_npu", 0)
    assert (claim.basis, claim.scope, claim.limitation) == (Basis.SOURCE, "always", "none")
    kinds = [(item.kind, str(item.location)) for item in claim.expectations]
    assert kinds == [("returns", "c.yaml:15:7"), ("calls", "c.yaml:16:7")]
    assert claim.expectations[1].value.plain() == ["g"]


def test_what_need_not_be_said() -> None:
    document = read(ONE.replace("    symbol: f\n", ""))
    assert problems(document) == []
    assert (document.article, document.source) == ("", PROJECT.sources["lib"])
    assert document.pin == Pin("v1.0.0")
    (claim,) = document.claims
    assert (claim.about, claim.where, claim.definition) == ("a.py", "", 0)
    assert (claim.basis, claim.scope, claim.limitation) == (Basis.SOURCE, "", "")


def test_a_commit_id_is_a_pin_whatever_its_case() -> None:
    assert read("pin: " + "AB" * 20 + "\n" + ONE).pin == Pin("ab" * 20)


@pytest.mark.parametrize("wrong", WRONGS, ids=str)
def test_one_thing_wrong_is_one_problem(wrong: Wrong) -> None:
    assert ONE.count(wrong.old) == 1
    found = problems(read(ONE.replace(wrong.old, wrong.new)))
    said = [str(item) for item in found if wrong.new != "clams:" or "must be" not in item.message]
    assert said == [f"c.yaml:{wrong.said}"]


def test_a_claim_without_its_file_and_its_faults_are_told_at_once() -> None:
    """A bad claim does not stop the reading of the others."""
    text = TWO.replace("    file: a.py\n", "", 1).replace("symbol: f", "symbol: f f", 1)
    document = read(text.replace("id: that", "id: it").replace("returns", "retruns"))
    assert document.problems == ()
    assert [[str(item.location) for item in claim.problems] for claim in document.claims] == [
        ["c.yaml:2:5", "c.yaml:4:13", "c.yaml:5:14"],
        ["c.yaml:6:9", "c.yaml:10:14"],
    ]
    twice = document.claims[1].problems[0]
    assert twice.message == "the id 'it' stands twice, first on line 2"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("claims: []\n", "1:9: 'claims' must be a list of at least one claim"),
        ("claims:\n", "1:8: 'claims' must be a list of at least one claim"),
        ("claims: {a: b}\n", "1:9: 'claims' must be a list of at least one claim"),
        ("article: a.md\n", "1:1: 'claims' must be a list of at least one claim"),
        ("claims: [it]\n", "1:10: expected a claim, found a text"),
        ("claims: [~]\n", "1:10: expected a claim, found empty"),
        ("", "1:1: expected a mapping, found an empty file; begin with 'claims:'"),
        ("# nothing\n", "1:1: expected a mapping, found an empty file; begin with 'claims:'"),
        ("- a\n", "1:1: expected a mapping, found a list; begin with 'claims:'"),
        ("claims:\n\t- id: it\n", "2:1: not valid YAML: "),
        (ONE.replace("a.py", "a: b"), "4:12: not valid YAML: mapping values"),
        (ONE.replace("symbol", "file"), "5:5: the key 'file' stands twice, first on line 4"),
        (ONE.replace("a.py", "&a a.py").replace("f\n", "*a\n", 1), "an alias is not allowed here"),
        (ONE.replace("a.py", "!!python/name:os.system x"), "4:11: the tag "),
        (f"{ONE}---\n{ONE}", "7:1: not valid YAML: "),
        ("claims: " + "[" * 90 + "]" * 90, "deeper than 60 levels is not allowed here"),
    ],
)
def test_a_file_that_cannot_be_read(text: str, said: str) -> None:
    (problem,) = problems(read(text))
    assert str(problem).startswith("c.yaml:")
    assert said in str(problem)


def test_bytes_that_are_no_text_have_their_place() -> None:
    document = read_document(ONE.replace("It", "É").encode("latin-1"), "c.yaml", PROJECT)
    (problem,) = document.problems
    assert str(problem) == "c.yaml:3:16: not UTF-8 text; save the file as UTF-8"
    (problem,) = read_document(b"claims: \0\n", "c.yaml", PROJECT).problems
    assert "c.yaml:1:1: not valid YAML: " in str(problem)


def test_line_ends_and_a_byte_order_mark_do_not_count() -> None:
    plain = read(WHOLE)
    other = read_document(b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode(), "c.yaml", PROJECT)
    assert problems(other) == []
    (one,), (same,) = plain.claims, other.claims
    assert (same.node.plain(), same.location) == (one.node.plain(), one.location)


def test_a_value_that_yaml_would_change_stays_as_it_is_spelled() -> None:
    claim = read(ONE.replace("symbol: f", "symbol: on").replace("It is so.", "1:30")).claims[0]
    assert (claim.symbol, claim.statement) == ("on", "1:30")


def test_a_symbol_is_read_as_python_reads_a_name() -> None:
    assert read(ONE.replace("symbol: f", "symbol: ﬁne")).claims[0].symbol == "fine"


def test_which_source_is_meant_must_be_said_where_there_are_several() -> None:
    (problem,) = read(ONE, SEVERAL).problems
    said = "c.yaml:1:1: no source is named, and there are several; name one of: lib, bare"
    assert str(problem) == said
    assert read(f"source: lib\n{ONE}", SEVERAL).problems == ()


def test_a_pin_must_be_somewhere() -> None:
    (problem,) = read(f"source: bare\n{ONE}", SEVERAL).problems
    said = "no pin: neither this file nor source 'bare' names one; add 'pin: vX.Y.Z'"
    assert str(problem) == f"c.yaml:1:1: {said}"
    assert read(f"source: bare\npin: v1.0\n{ONE}", SEVERAL).pin == Pin("v1.0")


def test_an_unfit_pin_can_be_explained_later() -> None:
    (problem,) = read(f"pin: main\n{ONE}").problems
    assert isinstance(problem, PinProblem)
    assert (problem.text, problem.source) == ("main", PROJECT.sources["lib"])


@pytest.mark.parametrize("basis", Basis)
def test_a_good_claim_of_each_basis(basis: Basis) -> None:
    document = read(GOOD[basis])
    assert problems(document) == []
    claim = document.claims[0]
    assert prepare(claim).problems == ()
    assert claim.basis is basis
    assert claim.is_pinned == (basis in (Basis.SOURCE, Basis.TEST, Basis.DOCUMENTATION))
    assert claim.place


@pytest.mark.parametrize(("basis", "old", "new", "said"), WRONG, ids=[item[3] for item in WRONG])
def test_one_thing_wrong_with_a_basis(basis: Basis, old: str, new: str, said: str) -> None:
    assert GOOD[basis].count(old) == 1
    document = read(GOOD[basis].replace(old, new))
    found = problems(document) or list(prepare(document.claims[0]).problems)
    assert [str(item) for item in found] == [f"c.yaml:{said}"]


KEYS = st.sampled_from([*CLAIM_KEYS.split(", "), "claims", "pin", "contains", "lacks", "exists"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
TREES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_are_too_much(data: bytes) -> None:
    document = read_document(data, "c.yaml", PROJECT)
    assert problems(document) or document.claims


@settings(deadline=None)
@given(TREES)
def test_no_shape_is_too_much(tree: object) -> None:
    document = read_document(dump({"claims": tree}), "c.yaml", PROJECT)
    for claim in document.claims:
        prepare(claim)
    assert problems(document) or all(item.id and item.expectations for item in document.claims)
