"""The JSON report: the fields that docs/formats.md describes, and no other."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from claims.model import Basis
from claims.reports.json import render
from claims.verify import Report
from tests.claims.reports.reported import report

DOCS = Path(__file__).resolve().parents[3] / "docs" / "formats.md"
_TEXT = {"type": "string"}
_OPTIONAL = {"type": ["string", "null"]}
_LINES = {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2, "maxItems": 2}
_VERDICTS = ["holds", "broken", "missing", "unknown", "invalid"]


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": _object(**properties)}


FINDINGS = _list(
    kind=_TEXT,
    outcome={"enum": ["holds", "broken", "unknown"]},
    expected=_TEXT,
    found=_TEXT,
    lines={"type": "array", "items": _LINES},
)
CLAIM = {
    **dict.fromkeys(("id", "statement", "source", "pin", "file", "symbol", "reason"), _TEXT),
    "location": {"type": "string", "pattern": r"^.+:\d+:\d+$"},
    "basis": {"enum": [basis.value for basis in Basis]},
    "evidence": {"type": ["object", "null"]},
    "verdict": {"enum": _VERDICTS},
    "lines": {"oneOf": [_LINES, {"type": "null"}]},
    "blob": _OPTIONAL,
    "permalink": _OPTIONAL,
    "findings": FINDINGS,
}
COUNTS = _object(**{verdict: {"type": "integer", "minimum": 0} for verdict in _VERDICTS})
SCHEMA = _object(
    version={"const": 2},
    exit_status={"enum": [0, 1, 2, 3]},
    counts=COUNTS,
    by_basis={"type": "object", "additionalProperties": COUNTS},
    sources=_list(
        source=_TEXT,
        pin=_TEXT,
        commit=_TEXT,
        origin={"enum": ["git", "package"]},
        package_sha256=_OPTIONAL,
    ),
    failures=_list(source=_TEXT, pin=_TEXT, reason=_TEXT, claims={"type": "integer"}),
    problems=_list(location=_TEXT, message=_TEXT, hint=_TEXT),
    claims=_list(**CLAIM),
)
REPORTS = {"all": report(), "holding": report(holding_only=True), "empty": Report((), ())}


@pytest.mark.parametrize("made", REPORTS.values(), ids=REPORTS)
def test_the_form(made: Report) -> None:
    text = render(made)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))
    assert text.endswith("}\n")
    assert render(made) == text


def test_the_values() -> None:
    said = json.loads(render(report()))
    assert said["exit_status"] == 2
    assert said["counts"] == dict.fromkeys(_VERDICTS, 1)
    assert said["by_basis"] == {"source": said["counts"]}
    assert [claim["verdict"] for claim in said["claims"]] == _VERDICTS
    assert [item["package_sha256"] for item in said["sources"]] == [None, "5" * 64]
    assert [item["message"] for item in said["problems"]] == ["unknown key 'x'", "v1.0.0 was moved"]
    broken = said["claims"][1]
    assert broken["lines"] == [7, 9]
    assert [item["outcome"] for item in broken["findings"]] == ["broken", "broken", "holds"]
    assert broken["findings"][0]["lines"] == [[9, 9]]
    assert said["claims"][4]["permalink"] is None


@pytest.mark.parametrize("name", SCHEMA["properties"])
def test_every_field_is_described(name: str) -> None:
    assert f"| `{name}` |" in DOCS.read_text()


def test_no_other_field_is_described() -> None:
    text = DOCS.read_text()
    told = text[text.index("A claim: ") : text.index("## Exit status")]
    inside = {*CLAIM, *FINDINGS["items"]["properties"], *_VERDICTS, "file:line:column"}
    inside |= {"premises", "merge", "pull_request", "conditions", "code", "data"}
    assert set(re.findall(r"`([^`]+)`", told)) == inside
