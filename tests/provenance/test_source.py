"""sources.yaml and pins: what is accepted, and what is refused with its place and a way out."""

from pathlib import Path

import pytest

from provenance.errors import Location, ProblemsFound, UserError
from provenance.moving import explain_moving
from provenance.source import Pin, Project, Source, UnfitPin, find_root, parse_pin
from provenance.sourcesfile import load_project
from tests.provenance.conftest import Desk
from tests.provenance.gitserver import GitServer
from tests.provenance.repositories import build, git

COMMIT = "382343f860c7df8dc43ecefd7902c940d81c99a9"
WHOLE = """\
sources:
  lib:
    repository: https://github.com/o/lib
    package: lib.py_x
    package_root: python/
    tag: release-{version}
    pin: release-1.2.0
  local:
    repository: ../local
"""


def written(root: Path, text: str) -> Project:
    (root / "sources.yaml").write_text(text)
    return load_project(root)


def problems_of(root: Path, text: str) -> list[str]:
    with pytest.raises(ProblemsFound) as caught:
        written(root, text)
    return [str(problem) for problem in caught.value.problems]


def test_a_whole_file(tmp_path: Path) -> None:
    project = written(tmp_path, WHOLE)
    lib = project.source("lib", Location("claims.yaml"))
    assert (lib.repository, lib.package) == ("https://github.com/o/lib", "lib.py_x")
    assert (lib.package_root, lib.pin) == ("python", Pin("release-1.2.0"))
    assert lib.version_of(Pin("release-1.2.0")) == "1.2.0"
    assert lib.tag_of("2.0") == "release-2.0"
    assert lib.version_of(Pin(COMMIT)) is None
    assert str(lib.location) == "sources.yaml:2:3"
    with pytest.raises(ProblemsFound, match="name one of: lib, local"):
        project.source(None, Location("claims.yaml"))
    with pytest.raises(ProblemsFound, match=r"claims.yaml:3:5: .*did you mean 'lib'"):
        project.source("libb", Location("claims.yaml", 3, 5))


def test_the_root_is_found_upward_from_a_file_or_directory(tmp_path: Path) -> None:
    (tmp_path / "sources.yaml").touch()
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert find_root(deep) == tmp_path
    assert find_root(tmp_path / "sources.yaml") == tmp_path


def test_no_root_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no sources.yaml in .*; write one"):
        find_root(tmp_path)


def test_every_problem_is_told_at_once_with_its_place(tmp_path: Path) -> None:
    text = """\
source: x
sources:
  lib:
    repositry: https://h/o/r
    repository: ext::sh -c x
    package: -r
    package_root: ../x
    tag: v1
    pin: main
  bad name:
    package: [x]
  empty:
  none: {pin: 1234567}
"""
    told = problems_of(tmp_path, text)
    for number, expected in enumerate(
        [
            "sources.yaml:1:1: unknown key 'source'; did you mean 'sources'?",
            "sources.yaml:4:5: unknown key 'repositry'; did you mean 'repository'?",
            "sources.yaml:5:17: the transport of 'ext::sh -c x' runs a command",
            "sources.yaml:6:14: '-r' cannot name a package",
            "sources.yaml:7:19: the path '../x' has an empty, '.' or '..' part",
            "sources.yaml:8:10: 'v1' is no template for release tags; write '{version}' once",
            "sources.yaml:9:10: 'main' is not a pin, as what it means can change",
            "sources.yaml:10:3: 'bad name' cannot name a source",
            "sources.yaml:11:14: expected a text for 'package', not a list",
            "sources.yaml:12:9: expected a mapping for source 'empty', not empty",
            "sources.yaml:13:3: source 'none' says not where to get it",
            "sources.yaml:13:15: the pin 1234567 was read as a number",
        ]
    ):
        assert told[number].startswith(expected), told
    assert len(told) == 12


@pytest.mark.parametrize("text", ["", "x", "sources:", "sources: []", "sources: {}"])
def test_a_file_without_sources_says_so(tmp_path: Path, text: str) -> None:
    assert len(problems_of(tmp_path, text)) == 1


@pytest.mark.parametrize(
    "repository",
    [
        "https://host/o/r",
        "http://127.0.0.1:8000/r",
        "ssh://git@host:22/o/r",
        "git://host/r",
        "file:///srv/r.git",
        "git@host:o/r.git",
        "host:r",
        "../r",
        "/srv/r",
        "./-r",
        "~/r",
        "r with space",
    ],
)
def test_repositories_that_are_accepted(tmp_path: Path, repository: str) -> None:
    assert written(tmp_path, f"sources: {{a: {{repository: '{repository}'}}}}").sources["a"]


@pytest.mark.parametrize(
    ("repository", "message"),
    [
        ("ext::sh -c touch% x", "runs a command"),
        ("fd::17", "runs a command"),
        ("--upload-pack=touch x", "begins with '-'"),
        ("-oProxyCommand=x", "begins with '-'"),
        ("ssh://-oProxyCommand=x/r", "names no host"),
        ("ssh://-l@host/r", "names no host"),
        ("host:-x", "begins with '-'"),
        ("ftp://host/r", "transport 'ftp' is not allowed"),
        ("https://user:secret@host/r", "has credentials"),
        ("https://token@host/r", "has credentials"),
        ("https:///r", "names no host"),
        ("https://[x/r", "is not an address"),
        ("a\tb", "control character"),
    ],
)
def test_repositories_that_are_refused(tmp_path: Path, repository: str, message: str) -> None:
    quoted = repository.replace("\t", "\\t")
    [told] = problems_of(tmp_path, f'sources: {{a: {{repository: "{quoted}"}}}}')
    assert message in told
    assert "secret" not in told


@pytest.mark.parametrize(
    "text", ["v0.5.21", "v0.5.15.post1", "v1.0.0rc1", "v1.0.0-rc.2", "v2.0", COMMIT, "a" * 64]
)
def test_pins(text: str) -> None:
    pin = parse_pin(text)
    assert pin == Pin(text)
    assert pin.is_commit is not pin.is_tag
    assert pin.is_commit is not text.startswith("v")


def test_a_commit_in_capitals_is_the_same_commit() -> None:
    assert parse_pin(COMMIT.upper()) == Pin(COMMIT)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("HEAD", "'HEAD' is not a pin, as what it means can change; write a full commit id"),
        ("main", "'main' is not a pin"),
        ("382343f86", "'382343f86' is a short id"),
        ("0.5.21", "'0.5.21' is not a release tag of this source; write v0.5.21"),
        ("v1", "'v1' is not a release tag of this source"),
        ("v1.0/../x", "is not a pin"),
        ("v1.0\n", "is not a pin"),
        ("--x", "is not a pin"),
        ("", "is not a pin"),
        (1234567, "was read as a number; .* in quotes"),
        (0.5, "was read as a number; .* such as v1.2.3"),
        (True, "a pin must be a text"),
        (None, "a pin must be a text"),
        (["v1.0.0"], "a pin must be a text"),
    ],
)
def test_what_is_no_pin(text: object, message: str) -> None:
    with pytest.raises(UnfitPin, match=f"claims.yaml:4:6: .*{message}"):
        parse_pin(text, Location("claims.yaml", 4, 6))


def test_a_name_that_moves_is_explained_by_what_it_means_now(desk: Desk, server: GitServer) -> None:
    repository = server.root / "lib.git"
    first, last = build(repository, [{"a.py": b"1\n"}, {"a.py": b"2\n"}])
    git(repository, "tag", "-a", "-m", "x", "nightly", first)
    source = Source("lib", server.url("lib.git"), None)
    store = desk.store(source)
    assert explain_moving("main", source, store) == f"main means {last} now"
    assert explain_moving("HEAD", source, store) == f"HEAD means {last} now"
    assert explain_moving("nightly", source, store) == f"nightly means {first} now"
    assert explain_moving("main", source, store, offline=True) is None
    assert explain_moving(first[:9], source, store) is None
    assert explain_moving("--upload-pack=x", source, store) is None
    desk.obtain(source, first)
    assert explain_moving(first[:9], source, store) == f"{first[:9]} means {first} now"
    local = Source("here", str(repository), None)
    assert explain_moving(last[:9], local, desk.store(local)) == f"{last[:9]} means {last} now"
