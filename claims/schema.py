"""The JSON Schema (2020-12) of claim files, put together from the kinds' own schemas."""

import re
from typing import Any

from claims.documents.basis import COMMON, FORMS, KEYS
from claims.documents.expect import ELSEWHERE
from claims.expectations import MEASURED, NAMES, kind_named
from claims.expectations.values import WORDS_SCHEMA
from claims.measurement.conditions import SCHEMA as CONDITIONS
from claims.measurement.rows import ENDINGS
from claims.model import Basis

_TEXT = {"type": "string", "minLength": 1}
_DATA = f"({'|'.join(map(re.escape, ENDINGS))})$"


def schema() -> dict[str, Any]:
    """Give the schema of ``claims.yaml``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Claims of an article about a source",
        "type": "object",
        "additionalProperties": False,
        "required": ["claims"],
        "properties": {
            "article": {**_TEXT, "description": "The article's file, beside this one."},
            "source": {**_TEXT, "description": "A source of sources.yaml; default: the only one."},
            "pin": {**_TEXT, "description": "A full commit id or a release tag."},
            "claims": {"type": "array", "minItems": 1, "items": _claim()},
        },
    }


def _claim() -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["id", "statement"],
        "properties": _properties(),
        "allOf": [_form(basis) for basis in Basis],
    }


def _properties() -> dict[str, Any]:
    expect = _expect()
    known = {
        "id": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"},
        "statement": {**_TEXT, "description": "What the article asserts, in one sentence."},
        "basis": {"enum": [item.value for item in Basis], "description": _described()},
        "scope": {**_TEXT, "description": "Under which circumstances the statement is meant."},
        "limitation": {**_TEXT, "description": "What the claim does not show."},
        "file": {**_TEXT, "description": "The path in the repository."},
        "symbol": {**_TEXT, "description": "The qualified name; the whole module without it."},
        "where": {**_TEXT, "description": "The condition that the definition stands under."},
        "definition": {"type": "integer", "minimum": 1, "description": "Which of several."},
        "expect": expect,
        "path": _described_kind("path"),
        "pull_request": _PULL_REQUEST,
        "before": {**expect, "description": "What is expected at the merge's first parent."},
        "after": {**expect, "description": "What is expected at the merge."},
        "data": {
            "type": "string",
            "pattern": _DATA,
            "description": "The data file beside this one.",
        },
        "conditions": {**CONDITIONS, "description": "What was measured on, and how."},
        "premises": {**WORDS_SCHEMA, "description": "The ids of claims of this file."},
        "code": {**_TEXT, "description": "A piece of Python that needs no source."},
    }
    return {key: known[key] for key in KEYS}


_PULL_REQUEST = {
    "type": "object",
    "additionalProperties": False,
    "required": ["number", "merge"],
    "properties": {
        "number": {"type": "integer", "minimum": 1},
        "merge": {"type": "string", "pattern": "^([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$"},
    },
    "description": "The pull request, and the full id of the commit that brought it.",
}


def _form(basis: Basis) -> dict[str, Any]:
    """Give the keys that a claim of a basis must have, and those that it must not."""
    form = FORMS[basis]
    others = [key for key in KEYS if key not in COMMON and key not in form.keys]
    unfit = [name for name in NAMES if name not in form.kinds] if form.kinds else sorted(MEASURED)
    expects = [key for key in ("expect", "before", "after") if key in form.keys]
    then: dict[str, Any] = {
        "required": list(form.needs),
        "properties": {
            **dict.fromkeys(others, False),
            **{key: {"properties": dict.fromkeys(unfit, False)} for key in expects},
        },
    }
    if form.one_of:
        then["anyOf"] = [{"required": [key]} for key in form.one_of]
    said: dict[str, Any] = {"properties": {"basis": {"const": basis.value}}}
    if basis is not Basis.SOURCE:
        said["required"] = ["basis"]
    return {"if": said, "then": then}


def _described() -> str:
    return " ".join(f"{basis.value}: {form.summary}." for basis, form in FORMS.items())


def _expect() -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "properties": {name: _described_kind(name) for name in NAMES if name not in ELSEWHERE},
    }


def _described_kind(name: str) -> dict[str, Any]:
    kind = kind_named(name)
    return {**kind.schema, "description": f"Holds when {kind.summary}."}
