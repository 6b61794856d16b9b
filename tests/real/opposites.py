"""For each kind, what says the opposite of an expectation that holds."""

from collections.abc import Iterator
from typing import Any

Expect = dict[str, Any]


def opposites(kind: str, value: Any) -> Iterator[Expect]:
    """Give expectations, each of which fails where the given one holds and was really evaluated."""
    if kind in ("parameters", "fields"):
        yield from _named(kind, value)
    elif kind in ("bases", "decorators", "members"):
        yield {kind: [*_texts(value), "CLAIMS_OPPOSITE"]}
    elif kind == "examples":
        yield from ({kind: [_example(example)]} for example in value)
    elif kind == "guarded":
        yield from ({kind: {**guard, "by": "claims_opposite"}} for guard in _texts(value))
    elif kind == "called_by":
        yield from _callers(value)
    elif kind == "path":
        yield {kind: value[1:]}
    elif kind == "calls_in_order":
        yield {kind: list(reversed(value))}
    else:
        for text in _texts(value):
            yield _opposite(kind, text)


def _opposite(kind: str, text: Any) -> Expect:
    raised = [f"raise {text}", f"raise {text} from $_"]
    bare = str(text).replace(".", "").isidentifier()
    called = [f"raise {text}(...)", f"raise {text}(...) from $_"] if bare else []
    return {
        "contains": {"lacks": text},
        "lacks": {"contains": text},
        "calls": {"never_calls": text},
        "never_calls": {"calls": text},
        "assigns": {"lacks": text},
        "returns": {"lacks": f"return {text}"},
        "raises": {"lacks": [*raised, *called]},
        "value": {"value": not text if isinstance(text, bool) else _other(text)},
        "signature": {"signature": str(text).replace("(", "(claims_opposite, ", 1)},
        "kind": {"kind": "import" if text != "import" else "class"},
        "exists": {"exists": not text},
        "docstring": {"docstring": f"{text} claims opposite"},
        "comment": {"comment": f"{text} claims opposite"},
        "quote": {"quote": f"{text}\nclaims_opposite()"},
        "imports": {"imports": f"{text}_opposite"},
        "overrides": {"overrides": f"{text}_opposite"},
    }[kind]


def _example(example: Expect) -> Expect:
    kept = {name: part for name, part in example.items() if name in ("call", "given")}
    if "raises" in example:
        return {**kept, "returns": "'claims opposite'"}
    return {**kept, "returns": ["'claims opposite'", example["returns"]]}


def _callers(value: Any) -> Iterator[Expect]:
    """Leave one caller out of a complete set; ask for a caller that is none otherwise."""
    if isinstance(value, dict):
        yield {"called_by": {**value, "only": value["only"][1:]}}
    else:
        yield from ({"called_by": f"{text}_opposite"} for text in _texts(value))


def _other(value: Any) -> Any:
    return value + 1 if isinstance(value, int | float) else repr(f"not {value}")


def _named(kind: str, value: dict[str, Any]) -> Iterator[Expect]:
    for name, parts in value.items():
        if not parts:
            yield {kind: {f"{name}_opposite": None}}
        for key, text in (parts or {}).items():
            yield {kind: {name: {key: _part(key, text)}}}


def _part(key: str, text: Any) -> Any:
    if key == "required":
        return not text
    if key == "kind":
        return "var-keyword" if text != "var-keyword" else "keyword-only"
    return f"claims_opposite({text})"


def _texts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
