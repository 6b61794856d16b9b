"""Worked examples: what a call of the function gives for some arguments."""

import keyword
from collections.abc import Mapping
from typing import Any

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
    unknown,
)
from claims.expectations.results import NotSaid, Row, python_name, read_value, same, shown
from claims.expectations.searching import needs
from claims.expectations.values import mapping, one_or_more, some, text
from claims.model import Lines
from provenance.evaluation.evaluating import evaluate
from provenance.evaluation.outcome import Arguments, Misfit, OutOfSubset, Raised, Returned
from provenance.resolution.names import Site
from provenance.syntax.signature import POSITIONAL_ONLY, signature_of
from provenance.yamlfile import Node

_KEYS = ("call", "returns", "raises", "tolerance", "given")


class Raising(msgspec.Struct, frozen=True):
    """An exception that is expected: its class or a base of that, and a part of its text."""

    name: str
    message: str = ""


class Worked(msgspec.Struct, frozen=True):
    """One worked example.

    Attributes:
        text: the example, for people.
        arguments: what the function is called with.
        returns: the result; not looked at where an exception is expected.
        raises: the exception, if one is expected.
        tolerance: how far each number may be from the one that is expected.
        given: values of names of the module, a function's result by the name with ``()``.
    """

    text: str
    arguments: Arguments
    returns: Any = None
    raises: Raising | None = None
    tolerance: float = 0.0
    given: Mapping[str, Any] = {}


def _read(node: Node) -> tuple[Worked, ...]:
    return some(node, _worked)


def _worked(node: Node) -> Worked:
    parts = mapping(node, _KEYS)
    if "call" not in parts:
        raise invalid(node, "an example needs call", "without arguments it is 'call: []'")
    if ("returns" in parts) == ("raises" in parts):
        raise invalid(node, "an example needs one of returns and raises")
    arguments = _arguments(parts["call"])
    given = _given(parts["given"]) if "given" in parts else {}
    called = _shown_call(arguments, given)
    if "raises" in parts:
        if "tolerance" in parts:
            raise invalid(parts["tolerance"], "a tolerance is for what a call returns")
        raising = _raising(parts["raises"])
        words = f"{called} raises {raising.name}" + (f": {raising.message}" * bool(raising.message))
        return Worked(words, arguments, raises=raising, given=given)
    expected = read_value(parts["returns"], Row)
    tolerance = _tolerance(parts["tolerance"]) if "tolerance" in parts else 0.0
    words = f"{called} returns {shown(expected)}" + (f" ± {tolerance:g}" * bool(tolerance))
    return Worked(words, arguments, expected, tolerance=tolerance, given=given)


def _arguments(node: Node) -> Arguments:
    if node.is_list:
        return Arguments(tuple(read_value(item) for item in node.value))
    if not node.is_mapping:
        raise invalid(node, f"expected arguments, found {node.type_name}", "write {name: value}")
    for name, item in node.items():
        if not name.isidentifier() or keyword.iskeyword(name):
            raise invalid(item, f"{name!r} is no parameter name", "write it without stars")
    return Arguments((), {name: read_value(item) for name, item in node.items()})


def _given(node: Node) -> dict[str, Any]:
    found = mapping(node)
    for name, item in found.items():
        if not name.removesuffix("()").isidentifier():
            hint = "give a name of the module, or a function of it as 'name()'"
            raise invalid(item, f"{name!r} is no name", hint)
    return {name: read_value(item) for name, item in found.items()}


def _raising(node: Node) -> Raising:
    parts = mapping(node, ("type", "message")) if node.is_mapping else {"type": node}
    if "type" not in parts:
        raise invalid(node, "an exception needs type")
    name = python_name(text(parts["type"]))
    if not name:
        raise invalid(parts["type"], f"{parts['type'].value!r} is no name of an exception")
    return Raising(name, text(parts["message"]) if "message" in parts else "")


def _tolerance(node: Node) -> float:
    value = None if node.is_list or node.is_mapping else read_value(node)  # 1e-9 is a text in YAML
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e300:
        raise invalid(node, "expected a number above 0", "the largest difference, as 1e-9")
    return float(value)


def _shown_call(arguments: Arguments, given: Mapping[str, Any]) -> str:
    named = (f"{name}={shown(item)}" for name, item in arguments.keywords.items())
    where = ", ".join(f"{name} = {shown(item)}" for name, item in given.items())
    call = f"({', '.join([*map(shown, arguments.positional), *named])})"
    return f"{call} where {where}" if where else call


def _check(value: tuple[Worked, ...], subject: Subject) -> tuple[Finding, ...]:
    if not subject.definition.is_function:
        return needs("examples", "function", subject)
    return tuple(_finding(item, subject) for item in value)


def _finding(worked: Worked, subject: Subject) -> Finding:
    given = {(subject.path, name): item for name, item in worked.given.items()}
    site = Site(subject.path, subject.definition)
    try:
        result = evaluate(subject.files, site, _placed(worked.arguments, subject), given)
        found = _shown_result(result, subject)
        if _is_right(worked, result):
            return held("examples", worked.text, subject.span, found=found)
    except OutOfSubset as error:
        lines = Lines(error.line, error.line) if error.path == subject.path else subject.span
        return unknown("examples", worked.text, f"not worked out: {error}", lines)
    except (Misfit, NotSaid) as error:
        return unknown("examples", worked.text, str(error), subject.span)
    return broken("examples", worked.text, found, _decisive(result, subject))


def _placed(arguments: Arguments, subject: Subject) -> Arguments:
    """Give arguments that are named but can only be positional by their place."""
    named = dict(arguments.keywords)
    parameters = signature_of(subject.definition.inner).parameters
    only = [item.name for item in parameters if item.kind == POSITIONAL_ONLY]
    leading = []
    for name in only:
        if name not in named:
            break
        leading.append(named.pop(name))
    return Arguments((*arguments.positional, *leading), named)


def _is_right(worked: Worked, result: Returned | Raised) -> bool:
    if isinstance(result, Returned):
        return worked.raises is None and same(worked.returns, result.value, worked.tolerance)
    if worked.raises is None or worked.raises.name not in result.bases:
        return False
    if worked.raises.message and result.message is None:
        raise NotSaid(f"it raises {result.name}, and its message is not worked out")
    return worked.raises.message in (result.message or "")


def _shown_result(result: Returned | Raised, subject: Subject) -> str:
    if isinstance(result, Returned):
        return f"returns {shown(result.value)}"
    message = f": {result.message}" if result.message else ""
    where = "" if result.path == subject.path else f" of {result.path}"
    return f"raises {result.name}{message}, on line {result.line}{where}"


def _decisive(result: Returned | Raised, subject: Subject) -> Lines:
    if isinstance(result, Raised) and result.path == subject.path:
        return Lines(result.line, result.line)
    return subject.span


_VALUE: dict[str, Any] = {}
_ONE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["call"],
    "oneOf": [{"required": ["returns"]}, {"required": ["raises"]}],
    "properties": {
        "call": {"type": ["object", "array"]},
        "returns": _VALUE,
        "raises": {
            "oneOf": [
                {"type": "string", "minLength": 1},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["type"],
                    "properties": {
                        "type": {"type": "string", "minLength": 1},
                        "message": {"type": ["string", "number", "boolean"], "minLength": 1},
                    },
                },
            ]
        },
        "tolerance": {"type": ["number", "string"], "exclusiveMinimum": 0},
        "given": {"type": "object"},
    },
}
_RANK = "def rank(r, *, size):\n    return r % size, r // size\n"
KIND = Kind(
    name="examples",
    summary="calling the function with these arguments returns, or raises, this",
    value="a list of {call: {name: value} or [values], returns: value or raises: exception}",
    schema=one_or_more(_ONE),
    holds=Example(_RANK, "rank", "[{call: {r: 10, size: 4}, returns: [2, 2]}]"),
    fails=Example(_RANK, "rank", "[{call: {r: 1, size: 4}, returns: [0, 1]}]"),
    real=RealExample(
        "python/sglang/srt/layers/dp_attention.py",
        "compute_dp_attention_world_info",
        "{call: [true, 10, 16, 8], returns: [0, 2, 5, 8]}",
        "{call: [true, 10, 16, 8], returns: [5, 2, 0, 8]}",
    ),
    read=_read,
    check=_check,
    detail=(
        "The function is never run: an evaluator works over its syntax tree, within a budget, and "
        "follows calls of other functions and constants of the snapshot. It knows plain data, "
        "dataclasses, enumerations, the usual built-in functions and `math`; what it meets "
        "outside of that gives unknown, with the construct and its line. Texts are Python "
        'literals: "\'fcfs\'", "(1, 2)", "{1: 2}", "float(\'inf\')"; a list stands for a list '
        "(as a result, for a tuple or a range too), `{object: {rank: 3}}` for an object with these "
        "attributes, which is also how a method is given its `self`. `tolerance: 1e-9` is the "
        "largest difference of each number. `raises` names the exception or a base of it, or is "
        '{type: NAME, message: a part of the text}. `given: {NAME: 4, "get_size()": 8}` sets '
        "names of the function's module."
    ),
)
