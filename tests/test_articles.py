"""The shipped articles and their claims, as files; tests/real holds them against the release."""

import re
from collections import Counter
from pathlib import Path

import pytest

from claims.discovery import claim_files, load_documents
from claims.model import Document
from claims.preparing import prepare
from provenance.sourcesfile import load_project

ROOT = Path(__file__).resolve().parent.parent
PROJECT = load_project(ROOT)
DOCUMENTS = load_documents(claim_files(ROOT, ()), PROJECT, ROOT)
_WEAK = {"exists", "kind", "signature"}
_REFERENCE = re.compile(r"<!-- claim: ([^\s>]+) -->")
_FRONT = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda item: item.path)


def article_of(document: Document) -> str:
    return (ROOT / document.path).with_name(document.article).read_text()


def test_every_article_has_its_claims() -> None:
    articles = {path.parent for path in ROOT.glob("articles/*/article.md")}
    assert articles == {(ROOT / document.path).parent for document in DOCUMENTS}


@each_document
def test_nothing_is_wrong_with_the_files(document: Document) -> None:
    assert document.problems == ()
    assert [item for claim in document.claims for item in prepare(claim).problems] == []


@each_document
def test_the_article_names_each_claim_and_no_other(document: Document) -> None:
    named = _REFERENCE.findall(article_of(document))
    assert Counter(named).keys() == {claim.id for claim in document.claims}


@each_document
def test_the_article_says_the_pin_that_is_checked(document: Document) -> None:
    front = _FRONT.match(article_of(document))
    assert front, "no front matter"
    assert document.pin is not None
    assert f"\npin: {document.pin}\n" in f"\n{front[1]}\n"


@each_document
def test_no_link_of_the_article_can_move(document: Document) -> None:
    assert not re.findall(r"/(?:blob|tree)/(?:main|master|HEAD)/", article_of(document))


def test_claims_say_more_than_that_something_is_there() -> None:
    claims = [claim for document in DOCUMENTS for claim in document.claims]
    weak = [c.id for c in claims if {item.kind for item in c.expectations} <= _WEAK]
    assert len(claims) >= 60
    assert len(weak) <= len(claims) / 10, weak
