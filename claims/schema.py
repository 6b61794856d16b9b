"""The JSON Schema (2020-12) of claim files, put together from the kinds' own schemas."""

from typing import Any

from claims.expectations import NAMES, kind_named
from claims.model import Basis

_TEXT = {"type": "string", "minLength": 1}


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
        "required": ["id", "statement", "file", "expect"],
        "properties": {
            "id": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"},
            "statement": {**_TEXT, "description": "What the article asserts, in one sentence."},
            "file": {**_TEXT, "description": "The path in the repository."},
            "symbol": {**_TEXT, "description": "The qualified name; the whole module without it."},
            "where": {**_TEXT, "description": "The condition that the definition stands under."},
            "definition": {"type": "integer", "minimum": 1, "description": "Which of several."},
            "expect": _expect(),
            "basis": {"enum": [item.value for item in Basis]},
            "scope": {**_TEXT, "description": "Under which circumstances the statement is meant."},
            "limitation": {**_TEXT, "description": "What the claim does not show."},
        },
    }


def _expect() -> dict[str, Any]:
    kinds = {name: kind_named(name) for name in NAMES}
    return {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "properties": {
            name: {**kind.schema, "description": f"Holds when {kind.summary}."}
            for name, kind in kinds.items()
        },
    }
