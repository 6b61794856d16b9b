"""A report with one claim of every verdict, and everything else that a report can say."""

from pathlib import Path

from claims.documents import read_document
from claims.judging import judge
from claims.model import Judgement, Result, Verdict
from claims.preparing import prepare
from claims.verify import Failure, Report, Served
from provenance.errors import Location, Problem
from provenance.snapshot import Revision
from provenance.source import Pin, Project, Source
from tests.claims.specification import given_files

PIN = Pin("v1.0.0")
PROJECT = Project(Path("/nowhere"), {"lib": Source("lib", "lib.git", None, pin=PIN)})
REVISION = Revision(PIN, "0123456789abcdef" + "0" * 24, "git")
RELEASE = Revision(PIN, "f" * 40, "package", "5" * 64)
SOURCE = b'''\
@cache
def f(a):
    """Say <b>so</b>, "quoted"."""
    return a


def f2(a):
    x = a + 1
    return x
'''
CLAIMS = b"""\
article: article.md
claims:
- id: it-holds
  statement: It is so.
  file: lib.py
  symbol: f
  expect: {returns: a}
- id: it-breaks
  statement: It is said to be otherwise.
  file: lib.py
  symbol: f2
  expect: {returns: a, contains: "y = a\\nreturn y", kind: function}
- id: it-is-missing
  statement: Something else is there.
  file: lib.py
  symbol: ff2
  expect: {kind: function}
- id: it-is-unknown
  statement: A function has a value.
  file: lib.py
  symbol: f
  expect: {value: 1}
- id: it-is-invalid
  statement: This is no pattern.
  file: lib.py
  symbol: f.
  expect: {returns: a b}
"""


def report(*, holding_only: bool = False) -> Report:
    """Give the report; only what holds, and no trouble, if so wished."""
    document = read_document(CLAIMS, "articles/one/claims.yaml", PROJECT)
    prepared = [prepare(claim) for claim in document.claims]
    results = []
    for item in prepared[:1] if holding_only else prepared:
        link = f"https://host.invalid/lib/blob/{PIN}/lib.py#L2"
        said = judge(item, *given_files(SOURCE.decode()))
        if item.problems:
            reason = "\n".join(map(str, item.problems))
            results.append(Result(item.claim, Judgement(Verdict.INVALID, reason)))
        else:
            results.append(Result(item.claim, said, "lib", "v1.0.0", REVISION, "b" * 40, link))
    if holding_only:
        return Report((document,), tuple(results), served=(Served("lib", REVISION),))
    return Report(
        documents=(document,),
        results=tuple(results),
        problems=(
            Problem(Location("articles/two/claims.yaml", 3, 1), "unknown key 'x'", "write y"),
        ),
        failures=(Failure("other", "v2.0.0", "cannot obtain other at v2.0.0: no route", 3),),
        served=(Served("lib", REVISION), Served("lib", RELEASE)),
        lock_problems=(Problem(Location("articles/one/claims.lock"), "v1.0.0 was moved"),),
    )
