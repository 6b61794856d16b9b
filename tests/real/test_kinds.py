"""Every kind's example in a real source: one value holds there, and the other is broken."""

import textwrap

import pytest

from claims.documents import read_document
from claims.expectations import MEASURED, NAMES, kind_named
from claims.judging import judge
from claims.model import Verdict
from claims.preparing import prepare
from claims.reports.kinds import claim_of
from provenance.source import Project
from provenance.treefiles import TreeFiles
from tests.real.test_articles import files, project, store  # noqa: F401 - fixtures

pytestmark = pytest.mark.registry
ABOUT_SOURCE = [name for name in NAMES if name not in MEASURED]

_HEAD = """\
source: sglang
claims:
  - id: it
    statement: It is so.
"""


@pytest.mark.parametrize("name", ABOUT_SOURCE)
def test_the_real_example_of_a_kind(name: str, files: TreeFiles, project: Project) -> None:  # noqa: F811
    real = kind_named(name).real
    assert real is not None
    assert real.holds != real.fails
    for value, verdict in ((real.holds, Verdict.HOLDS), (real.fails, Verdict.BROKEN)):
        stated = textwrap.indent(claim_of(name, real.symbol, value), "    ")
        text = f"{_HEAD}    file: {real.file}\n{stated}\n"
        (claim,) = read_document(text.encode(), "claims.yaml", project).claims
        judgement = judge(prepare(claim), files.module(claim.file), files)
        assert judgement.verdict is verdict, judgement
