"""Single parameters, whatever else there is."""

import msgspec

from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    broken,
    held,
    invalid,
)
from claims.expectations.searching import needs
from claims.expectations.signature import fits, written
from claims.expectations.values import compiled, did_you_mean, mapping, text
from provenance.syntax.signature import KINDS, Parameter, expression, signature_of
from provenance.syntax.terms import Term
from provenance.yamlfile import Node

_KEYS = ("default", "annotation", "kind", "required")


class Wanted(msgspec.Struct, frozen=True):
    """What one parameter must be."""

    name: str
    text: str
    default: Term | None = None
    annotation: Term | None = None
    kind: str = ""
    required: bool | None = None


def _read(node: Node) -> tuple[Wanted, ...]:
    items = mapping(node)
    if not items:
        raise invalid(node, "no parameter is named, so nothing would be checked")
    return tuple(_wanted(name, value) for name, value in items.items())


def _wanted(name: str, node: Node) -> Wanted:
    if not name.isidentifier():
        raise invalid(node, f"{name!r} is no parameter name", "write it without stars")
    if node.value is None:
        return Wanted(name, name)
    parts = mapping(node, _KEYS)
    kind = text(parts["kind"]) if "kind" in parts else ""
    if kind and kind not in KINDS:
        raise invalid(parts["kind"], f"unknown kind {kind!r}", did_you_mean(kind, KINDS))
    required = parts["required"].value if "required" in parts else None
    if required is not None and not isinstance(required, bool):
        raise invalid(parts["required"], "expected true or false")
    if required and "default" in parts:
        raise invalid(node, "a required parameter has no default", "keep one of the two")
    shown = ", ".join(f"{key} {value.value}" for key, value in parts.items())
    terms = {key: compiled(parts[key], expression) for key in _KEYS[:2] if key in parts}
    return Wanted(name, f"{name}: {shown}", kind=kind, required=required, **terms)


def _check(value: tuple[Wanted, ...], subject: Subject) -> tuple[Finding, ...]:
    if not subject.definition.is_function:
        return needs("parameters", "function", subject)
    signature = signature_of(subject.definition.inner)
    by_name = {item.name: item for item in signature.parameters}
    return tuple(
        _finding(wanted, by_name.get(wanted.name), written(signature, subject), subject)
        for wanted in value
    )


def _finding(wanted: Wanted, actual: Parameter | None, whole: str, subject: Subject) -> Finding:
    if actual is None:
        line = subject.lines_between(subject.definition.inner.start_byte, 0)
        return broken("parameters", wanted.text, f"no such parameter in {whole}", line)
    lines = subject.lines_between(actual.start, actual.end)
    if _right(wanted, actual):
        return held("parameters", wanted.text, lines)
    text = subject.source[actual.start : actual.end].decode("utf-8", "replace")
    return broken("parameters", wanted.text, f"{' '.join(text.split())} ({actual.kind})", lines)


def _right(wanted: Wanted, actual: Parameter) -> bool:
    return (
        wanted.kind in ("", actual.kind)
        and (wanted.default is None or fits(wanted.default, actual.default))
        and (wanted.annotation is None or fits(wanted.annotation, actual.annotation))
        and (wanted.required is None or wanted.required == _is_required(actual))
    )


def _is_required(parameter: Parameter) -> bool:
    return parameter.default is None and not parameter.kind.startswith("var-")


KIND = Kind(
    name="parameters",
    summary="the named parameters have these defaults, annotations and kinds",
    value="a mapping from name to {default:, annotation:, kind:, required:}, each of them optional",
    schema={
        "type": "object",
        "minProperties": 1,
        "additionalProperties": {
            "type": ["object", "null"],
            "additionalProperties": False,
            "properties": {
                "default": {"type": ["string", "number", "boolean"]},
                "annotation": {"type": "string"},
                "kind": {"enum": list(KINDS)},
                "required": {"type": "boolean"},
            },
        },
    },
    holds=Example(
        "def f(a, size: int = 8):\n    pass\n", "f", '{size: {default: "8", annotation: int}}'
    ),
    fails=Example("def f(a, size: int = 8):\n    pass\n", "f", '{size: {default: "16"}}'),
    real=RealExample(
        "python/sglang/srt/managers/tp_worker.py",
        "TpModelWorker.forward_batch_generation",
        '{is_verify: {default: "False"}}',
        "{is_verify: {required: true}}",
    ),
    read=_read,
    check=_check,
)
