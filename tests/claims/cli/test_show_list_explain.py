"""`claims list`, `claims show`, `claims explain` and `claims schema`."""

import json
import textwrap
from pathlib import Path

import jsonschema
import pytest
import yaml

from claims.documents import read_document
from claims.expectations import MEASURED, NAMES
from claims.measurement.conditions import REQUIRED
from provenance.source import Pin, Source
from provenance.source import Project as Sources
from tests.claims.cli.conftest import Claims
from tests.claims.cli.project import CODE, REST, SHARE, WRONG, Ended, Project

ARTICLES = sorted((CODE / "articles").glob("*/claims.yaml"))


def test_list_needs_no_source(project: Project, claims: Claims, hermetic: Path) -> None:
    project.pin_to(project.first, "elsewhere.git")
    project.claim(SHARE, REST)
    ended = claims("list")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.splitlines() == [
        f"claims.yaml  lib {project.first}",
        "      2  whole-shares  lib.py::share  [returns]",
        "      8  rest-refuses-none  lib.py::rest  [raises]",
    ]
    assert not hermetic.exists()


def test_list_for_programs(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    assert json.loads(claims("list", "--format", "json").out) == [
        {
            "id": "whole-shares",
            "location": "claims.yaml:2:5",
            "statement": "A share is rounded down.",
            "source": "lib",
            "pin": project.first,
            "basis": "source",
            "file": "lib.py",
            "symbol": "share",
            "kinds": ["returns"],
        }
    ]


def test_list_tells_what_is_wrong_with_a_file(project: Project, claims: Claims) -> None:
    project.claim(SHARE, head="pins: v1.0.0\n")
    ended = claims("list")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == "claims.yaml:1:1: unknown key 'pins'; did you mean 'pin'?\n"


def test_show_has_the_finding_and_the_source(project: Project, claims: Claims) -> None:
    project.claim(SHARE, WRONG)
    ended = claims("show", "whole-shares")
    assert ended.status == 0
    assert ended.out.startswith(
        "claims.yaml:2:5: holds: whole-shares\n  A share is rounded down.\n"
    )
    assert "  returns holds: total // parts  lines 7\n" in ended.out
    assert ended.out.endswith(
        "       6 | def share(total: int, parts: int) -> int:\n"
        "       7 |     return total // parts\n"
    )
    assert claims("show", "true-shares").status == 1


def test_show_of_one_id_in_two_files_wants_the_file(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    project.claim(SHARE, name="a/claims.yaml")
    ended = claims("show", "whole-shares")
    assert ended.status == 2
    assert "name a/claims.yaml:whole-shares or claims.yaml:whole-shares" in ended.err
    assert claims("show", "a/claims.yaml:whole-shares").status == 0


def test_show_tells_why_it_cannot(project: Project, claims: Claims) -> None:
    project.claim(SHARE, SHARE.replace("total // parts", "total //").replace("whole", "bad"))
    assert "did you mean 'whole-shares'?" in claims("show", "whole-share").err
    offline = claims("show", "whole-shares", "--offline")
    assert offline.status == 3
    assert "is not in the store" in offline.err
    invalid = claims("show", "bad-shares")
    assert invalid.status == 2
    assert "claims.yaml:13:16: " in invalid.out
    (project.root / "claims.yaml").write_text("claims:\n\t- id: whole-shares\n")
    assert claims("show", "whole-shares").err.startswith("claims.yaml:2:1: ")


def test_show_spells_out_what_a_terminal_would_act_on(project: Project, claims: Claims) -> None:
    project.claim(SHARE.replace("symbol: share", "symbol: loud").replace("total // parts", "1"))
    ended = claims("show", "whole-shares")
    assert ended.status == 0
    assert "\\u001b]0;owned\\u0007" in ended.out
    assert "\x1b" not in ended.out


def test_explain_lists_every_kind(claims: Claims) -> None:
    ended = claims("explain")
    assert (ended.status, [line.split()[0] for line in ended.out.splitlines()]) == (0, [*NAMES])


@pytest.mark.parametrize("kind", NAMES)
def test_explain_shows_what_holds_and_what_does_not(claims: Claims, kind: str) -> None:
    ended = claims("explain", kind)
    assert ended.status == 0
    assert ended.out.startswith(f"{kind}: holds when ")
    for title in ("Holds:", "Does not hold:"):
        example = ended.out.partition(f"\n\n{title}\n")[2].partition("\n\nDoes not hold:")[0]
        stated = textwrap.dedent(example.rpartition("\n\n")[2])
        assert _problems(stated, kind) == []


def _problems(stated: str, kind: str) -> list[str]:
    """Tell what is wrong with a claim made of an example: it must be one that a user can write."""
    whole = {"id": "it", "statement": "It is so.", **yaml.safe_load(stated)}
    if kind in MEASURED:
        whole["conditions"] = dict.fromkeys(REQUIRED, 8)
    else:
        whole["file"] = "a.py"
    data = yaml.safe_dump({"source": "made", "pin": "v1.0.0", "claims": [whole]}).encode()
    made = Source("made", repository="here", package=None, pin=Pin("v1.0.0"))
    found = read_document(data, "claims.yaml", Sources(Path(), {"made": made}))
    (claim,) = found.claims
    assert [item.kind for item in claim.expectations] == [kind]
    return [str(item) for item in (*found.problems, *claim.problems)]


@pytest.mark.parametrize("kind", NAMES)
def test_explain_as_markdown_is_a_section_of_the_page(claims: Claims, kind: str) -> None:
    section = claims("explain", kind, "--format", "markdown")
    page = claims("explain", "--format", "markdown")
    assert (section.status, page.status) == (0, 0)
    assert section.out.startswith(f"## {kind}\n")
    assert section.out in page.out


def test_the_page_is_as_the_kinds_are(claims: Claims, tmp_path: Path) -> None:
    there = tmp_path / "page.md"
    assert claims("explain", "--format", "markdown", "--output", str(there)).status == 0
    page = (CODE / "docs" / "expectations.md").read_text(encoding="utf-8")
    assert there.read_text(encoding="utf-8") == page, "run `make docs`"


def test_explain_of_no_kind(claims: Claims) -> None:
    told = "error: there is no kind 'return'; did you mean 'returns'?\n"
    assert claims("explain", "return") == Ended(2, "", told)


def test_the_schema_accepts_the_shipped_articles(claims: Claims) -> None:
    schema = json.loads(claims("schema").out)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert ARTICLES
    for path in ARTICLES:
        errors = [
            error.message for error in validator.iter_errors(yaml.safe_load(path.read_bytes()))
        ]
        assert errors == [], path.parent.name


@pytest.mark.parametrize(
    "wrong",
    [
        "claims: []",
        "{}",
        "claims:\n" + SHARE.replace("returns:", "return:"),
        "claims:\n" + SHARE.replace("id: whole-shares", "id: -whole"),
        "claims:\n" + SHARE.replace("    file: lib.py\n", ""),
        "claims:\n" + SHARE.replace("symbol: share", "symbol: 3"),
        "claims:\n" + SHARE.replace("symbol:", "symbl:"),
    ],
)
def test_the_schema_refuses_what_reading_refuses(
    project: Project, claims: Claims, wrong: str
) -> None:
    schema = json.loads(claims("schema").out)
    assert not jsonschema.Draft202012Validator(schema).is_valid(yaml.safe_load(wrong))
    (project.root / "claims.yaml").write_text(wrong)
    assert claims("verify").status == 2
