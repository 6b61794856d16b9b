"""The shipped articles against the release that they are about."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import yaml

from claims.discovery import claim_files, load_documents
from claims.documents import read_document
from claims.judging import judge
from claims.model import Document, Verdict
from claims.preparing import prepare
from claims.verify import Request, verify
from provenance.errors import SourceUnavailable
from provenance.obtaining import obtain
from provenance.source import Pin, Project, Source
from provenance.sourcesfile import load_project
from provenance.store import Store
from provenance.treefiles import TreeFiles
from tests.real.opposites import opposites

ROOT = Path(__file__).resolve().parents[2]
_LINK = re.compile(r"/blob/v0\.5\.21/([^)\s#]+)#L(\d+)(?:-L(\d+))?")

pytestmark = pytest.mark.registry
PIN = Pin("v0.5.21")
HOLDS = Verdict.HOLDS


@pytest.fixture(scope="module")
def project() -> Project:
    """Give the project, its source from the package release alone."""
    found = load_project(ROOT)
    source = msgspec.structs.replace(found.sources["sglang"], repository=None)
    return msgspec.structs.replace(found, sources={"sglang": source})


@pytest.fixture(scope="module")
def documents(project: Project) -> tuple[Document, ...]:
    return load_documents(claim_files(ROOT, ()), project, ROOT)


def _cache(factory: pytest.TempPathFactory) -> Path:
    return factory.getbasetemp() / "articles-cache"


@pytest.fixture(scope="module")
def store(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Give a store with the release that the articles are pinned to; skip without a registry."""
    with Store.open(_source(project), ROOT, _cache(tmp_path_factory)) as opened:
        try:
            obtain(_source(project), PIN, [], opened, offline=False, say=lambda _: None)
        except SourceUnavailable as error:
            pytest.skip(f"the registry is out of reach: {error}")
        yield opened


def _source(project: Project) -> Source:
    return project.sources["sglang"]


@pytest.fixture(scope="module")
def files(store: Store) -> TreeFiles:
    snapshot = store.snapshot(PIN)
    assert snapshot is not None
    return TreeFiles(snapshot, store)


@pytest.mark.usefixtures("store")
def test_every_claim_holds(
    documents: tuple[Document, ...],
    project: Project,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CLAIMS_CACHE_DIR", str(_cache(tmp_path_factory)))
    report = verify(Request(documents, project.root, offline=True), lambda _: None)
    failed = {r.claim.id: r.judgement.reason for r in report.results if r.verdict is not HOLDS}
    assert (failed, report.failures, report.problems) == ({}, (), ())
    assert len(report.results) == sum(len(document.claims) for document in documents) >= 60


def test_the_opposite_of_every_expectation_fails(
    documents: tuple[Document, ...], files: TreeFiles, project: Project
) -> None:
    tried, survivors = 0, []
    for document in documents:
        opposed = list(_opposed(document))
        data = yaml.safe_dump({"source": "sglang", "claims": opposed}).encode()
        for claim in read_document(data, document.path, project).claims:
            verdict = judge(prepare(claim), files.module(claim.file), files).verdict
            tried += 1
            if verdict not in (Verdict.BROKEN, Verdict.MISSING):
                survivors.append((claim.id, verdict.value, claim.node.plain()["expect"]))
    assert tried > 200
    assert survivors == []


def _opposed(document: Document) -> Iterator[dict[str, object]]:
    for claim in (item for item in document.claims if item.is_pinned):
        plain = claim.node.plain()
        expected = plain.pop("expect", {}) | (
            {"path": plain.pop("path")} if "path" in plain else {}
        )
        found = [o for kind, value in expected.items() for o in opposites(kind, value)]
        for number, expect in enumerate(found):
            said = expect if "path" in expect else {"expect": expect}
            yield {**plain, "id": f"{claim.id}.{number}", **said}


@pytest.mark.parametrize("article", sorted(ROOT.glob("articles/*/article.md")), ids=str)
def test_permalinks_show_lines_that_are_there(article: Path, store: Store) -> None:
    snapshot = store.snapshot(PIN)
    assert snapshot is not None
    links = _LINK.findall(article.read_text())
    assert links
    for path, first, last in links:
        lines = snapshot.blob(path).data.decode().split("\n")
        assert 1 <= int(first) <= int(last or first) <= len(lines), (path, first, last)
        assert lines[int(first) - 1].strip()
        assert lines[int(last or first) - 1].strip()


@pytest.mark.usefixtures("store")
def test_a_later_release_shows_real_drift(tmp_path: Path) -> None:
    """Through the command, as a reader would try it; the package origin serves both releases."""
    text = (ROOT / "sources.yaml").read_text()
    kept = [line for line in text.splitlines() if "repository:" not in line]
    (tmp_path / "sources.yaml").write_text("\n".join(kept) + "\n")
    for name in ("article.md", "claims.yaml"):
        shutil.copy(ROOT / "articles" / "rank-and-group" / name, tmp_path)
    command = [sys.executable, "-m", "claims", "verify", "--at", "v0.5.22"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 1, done.stderr
    assert "derive_attention_widths is not defined" in done.stdout
    assert "use_custom_allreduce=None" in done.stdout
