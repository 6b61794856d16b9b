"""`claims source`: the local stores."""

import shutil
from pathlib import Path

from tests.claims.cli.conftest import Claims
from tests.claims.cli.project import REST, SHARE, Project
from tests.provenance.wheels import make_wheel


def two_sources(project: Project) -> None:
    """Write a sources.yaml with a repository and a package."""
    text = (
        "sources:\n  lib:\n    repository: lib.git\n    pin: v1.0.0\n  other:\n    package: other\n"
    )
    (project.root / "sources.yaml").write_text(text)


def test_list_shows_where_sources_come_from_and_what_is_at_hand(
    project: Project, claims: Claims, hermetic: Path
) -> None:
    two_sources(project)
    project.claim(SHARE, head="source: lib\n")
    before = claims("source", "list")
    assert (before.status, before.err) == (0, "")
    assert before.out.splitlines()[:2] == ["lib  pin v1.0.0", "  repository: lib.git"]
    assert "other  pin (none)\n  package: other\n" in before.out
    assert not hermetic.exists()
    assert claims("verify").status == 0
    assert f"  v1.0.0 from git, commit {project.first}\n" in claims("source", "list").out


def test_fetch_gets_all_that_the_claims_need(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    project.claim(REST, name="b/claims.yaml", head="pin: v1.0.0\n")
    ended = claims("source", "fetch", "lib")
    assert (ended.status, ended.out) == (0, "")
    for pin in (project.first, "v1.0.0"):
        assert f"lib {pin}: at hand from git, {project.first}\n" in ended.err
    shutil.rmtree(project.root / "lib.git")
    assert claims("verify", "--offline").status == 0


MERGED = """\
  - id: rounds-up
    statement: Since then a share is rounded up.
    basis: pull-request
    pull_request: {number: 7, merge: MERGE}
    file: lib.py
    symbol: share
    before: {returns: total // parts}
    after: {returns: -(-total // parts)}
"""


def test_fetch_gets_what_a_pull_request_and_a_search_need(project: Project, claims: Claims) -> None:
    searched = SHARE.replace("returns: total // parts", "called_by: {only: [], within: .}")
    project.claim(searched, MERGED.replace("MERGE", project.second))
    assert claims("source", "fetch").status == 0
    shutil.rmtree(project.root / "lib.git")
    assert claims("verify", "--offline").status == 0


def test_fetch_fails_where_a_pull_request_cannot_be_had(project: Project, claims: Claims) -> None:
    project.claim(SHARE, MERGED.replace("MERGE", "ab" * 20))
    ended = claims("source", "fetch")
    assert ended.status == 3
    assert "rounds-up: the pull request cannot be looked at: " in ended.err
    assert claims("verify").status == 1


def test_fetch_works_before_there_are_claims(project: Project, claims: Claims) -> None:
    assert claims("source", "fetch").status == 0
    project.pin_to(project.first, "elsewhere.git")
    assert claims("source", "fetch").status == 3


def test_refresh_tells_that_a_tag_moved(project: Project, claims: Claims) -> None:
    project.pin_to("v1.0.0")
    project.claim(SHARE)
    for option in ((), ("--refresh",)):
        assert claims("source", "fetch", *option).status == 0
    project.retag("v1.0.0", project.second)
    assert claims("source", "fetch").status == 0
    ended = claims("source", "fetch", "--refresh")
    assert ended.status == 3
    assert f"v1.0.0 moved: the store has {project.first}" in ended.err


def test_check_hashes_what_is_at_hand(project: Project, claims: Claims, hermetic: Path) -> None:
    project.claim(SHARE)
    assert claims("source", "check").out == "lib: nothing fetched yet\n"
    assert claims("verify").status == 0
    assert claims("source", "check", "lib").out == "lib: well\n"
    packs = list(hermetic.glob("*.git/objects/pack/*.pack"))
    loose = list(hermetic.glob("*.git/objects/??/*"))
    for path in (*packs, *loose):
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 0xFF
        path.chmod(0o644)
        path.write_bytes(data)
    ended = claims("source", "check")
    assert ended.status == 1
    assert ended.out.startswith("lib: damaged\n  ")
    assert claims("source", "clean").err == "lib: removed\n"
    assert claims("verify").status == 0


def test_clean_removes_the_named_stores(project: Project, claims: Claims, hermetic: Path) -> None:
    project.claim(SHARE)
    claims("verify")
    assert list(hermetic.glob("*.git"))
    assert claims("source", "clean", "lib").status == 0
    assert list(hermetic.glob("*.git")) == []
    assert claims("source", "clean", "lib").status == 0


def test_import_takes_a_release_without_a_network(project: Project, claims: Claims) -> None:
    text = "sources:\n  lib:\n    package: lib\n    package_root: src\n    pin: v1.2.0\n"
    (project.root / "sources.yaml").write_text(text)
    source = b"def share(total, parts):\n    return total // parts\n"
    wheel = make_wheel(project.root / "down", "lib", "1.2.0", {"lib/shares.py": source})
    project.claim(SHARE.replace("file: lib.py", "file: src/lib/shares.py"))
    assert claims("verify", "--offline").status == 3
    ended = claims("source", "import", str(wheel))
    assert ended.status == 0
    assert "lib v1.2.0: commit " in ended.err
    verified = claims("verify", "--offline")
    assert verified.status == 0
    assert "lib v1.2.0: from the package release, commit " in verified.out
    assert claims("lock").status == 0
    assert "package: " in (project.root / "claims.lock").read_text()


def test_what_cannot_be_imported_is_the_users_error(project: Project, claims: Claims) -> None:
    wheel = make_wheel(project.root / "down", "lib", "1.2.0", {"lib.py": b""})
    ended = claims("source", "import", str(wheel))
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "error: source 'lib' has no package; add 'package:' to sources.yaml\n"
    two_sources(project)
    ended = claims("source", "import", str(wheel))
    assert ended.err == "error: several sources: name one with --source; there are lib, other\n"
    for path in (wheel, project.root / "no-1.0-py3-none-any.whl", project.root / "sources.yaml"):
        ended = claims("source", "import", str(path), "--source", "other")
        assert (ended.status, ended.out) == (2, "")
        assert f"error: cannot import {path}: " in ended.err


def test_an_unknown_source_is_told_with_what_was_meant(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    for command in ("fetch", "check", "clean"):
        ended = claims("source", command, "libs")
        told = "error: there is no source 'libs'; did you mean 'lib'?\n"
        assert (ended.status, ended.out, ended.err) == (2, "", told)
