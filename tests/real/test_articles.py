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
from claims.judging import judge, prepare
from claims.model import Document, Verdict
from provenance.errors import SourceUnavailable
from provenance.obtaining import obtain
from provenance.snapshot import Snapshot
from provenance.source import Pin, Project, Source
from provenance.sourcesfile import load_project
from provenance.store import Store
from provenance.syntax.definitions import Module
from tests.real.opposites import opposites

ROOT = Path(__file__).resolve().parents[2]
_LINK = re.compile(r"/blob/v0\.5\.21/([^)\s#]+)#L(\d+)(?:-L(\d+))?")

pytestmark = pytest.mark.registry


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(ROOT)


@pytest.fixture(scope="module")
def documents(project: Project) -> tuple[Document, ...]:
    return load_documents(claim_files(ROOT, ()), project, ROOT)


@pytest.fixture(scope="module")
def snapshot(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Snapshot]:
    """Give the release that the articles are pinned to; skip where no registry answers."""
    source = _package_only(project.sources["sglang"])
    with Store.open(source, ROOT, tmp_path_factory.mktemp("cache")) as store:
        try:
            yield obtain(source, Pin("v0.5.21"), [], store, offline=False, say=lambda _: None)
        except SourceUnavailable as error:
            pytest.skip(f"the registry is out of reach: {error}")


def _package_only(source: Source) -> Source:
    return msgspec.structs.replace(source, repository=None)


@pytest.fixture(scope="module")
def modules(documents: tuple[Document, ...], snapshot: Snapshot) -> dict[str, Module]:
    paths = {claim.file for document in documents for claim in document.claims}
    return {path: Module(snapshot.blob(path).data) for path in paths}


def test_every_claim_holds(documents: tuple[Document, ...], modules: dict[str, Module]) -> None:
    claims = [claim for document in documents for claim in document.claims]
    verdicts = {claim.id: judge(prepare(claim), modules[claim.file]) for claim in claims}
    assert len(claims) >= 60
    assert {name: v.reason for name, v in verdicts.items() if v.verdict is not Verdict.HOLDS} == {}


def test_the_opposite_of_every_expectation_fails(
    documents: tuple[Document, ...], modules: dict[str, Module], project: Project
) -> None:
    tried, survivors = 0, []
    for document in documents:
        opposed = list(_opposed(document))
        data = yaml.safe_dump({"source": "sglang", "claims": opposed}).encode()
        for claim in read_document(data, document.path, project).claims:
            verdict = judge(prepare(claim), modules[claim.file]).verdict
            tried += 1
            if verdict not in (Verdict.BROKEN, Verdict.MISSING):
                survivors.append((claim.id, verdict.value, claim.node.plain()["expect"]))
    assert tried > 200
    assert survivors == []


def _opposed(document: Document) -> Iterator[dict[str, object]]:
    for claim in document.claims:
        plain = claim.node.plain()
        found = [o for kind, value in plain["expect"].items() for o in opposites(kind, value)]
        for number, expect in enumerate(found):
            yield {**plain, "id": f"{claim.id}.{number}", "expect": expect}


@pytest.mark.parametrize("article", sorted(ROOT.glob("articles/*/article.md")), ids=str)
def test_permalinks_show_lines_that_are_there(article: Path, snapshot: Snapshot) -> None:
    links = _LINK.findall(article.read_text())
    assert links
    for path, first, last in links:
        lines = snapshot.blob(path).data.decode().split("\n")
        assert 1 <= int(first) <= int(last or first) <= len(lines), (path, first, last)
        assert lines[int(first) - 1].strip()
        assert lines[int(last or first) - 1].strip()


def test_a_later_release_shows_real_drift(snapshot: Snapshot, tmp_path: Path) -> None:
    """Through the command, as a reader would try it; the package origin serves both releases."""
    del snapshot  # only to skip where no registry answers
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
