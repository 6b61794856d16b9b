"""Texts, and texts with replacement fields."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from provenance.evaluation.budget import sized
from provenance.evaluation.formatting import formatted, text
from provenance.evaluation.frame import Frame
from provenance.evaluation.outcome import Refused
from provenance.syntax.term import Term

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


def _string(_it: "Interpreter", term: Term, _frame: Frame) -> Any:
    value = term.text[1:]
    return sized(value.encode("latin-1") if term.text[:1] == "b" else value)


def _joined(it: "Interpreter", term: Term, frame: Frame) -> Any:
    parts = [it.value(child, frame) for child in term.children]
    if not all(isinstance(part, str) for part in parts):
        raise Refused("texts and bytes side by side")
    return sized("".join(parts))


def _fstring(it: "Interpreter", term: Term, frame: Frame) -> Any:
    if term.text:
        raise Refused("a template string")
    written = frame.module.source[term.start : term.end]
    if b"\\" in written:
        raise Refused("a backslash in a formatted text")
    return sized("".join(_piece(it, child, frame) for child in term.children))


def _piece(it: "Interpreter", term: Term, frame: Frame) -> str:
    if term.kind == "string_content":
        return term.text
    if term.kind != "interpolation":
        raise Refused(f"a {term.kind.replace('_', ' ')} in a formatted text")
    value = it.value(term.children[0], frame)
    rest = [item for item in term.children[1:] if item.kind != "token"]
    conversion, specification = "", ""
    for item in rest:
        if item.kind == "type_conversion":
            conversion = item.text
        elif item.kind == "format_specifier":
            specification = _specified(it, item, frame)
        else:
            raise Refused(f"a {item.kind.replace('_', ' ')} in a formatted text")
    if term.text and not rest:
        conversion = "!r"
    if conversion == "!a":
        raise Refused("the conversion !a")
    if conversion:
        value = text(it.budget, value, quoted=conversion == "!r")
    return term.text + formatted(it.budget, value, specification)


def _specified(it: "Interpreter", term: Term, frame: Frame) -> str:
    """Give a format specification, its own replacement fields filled in."""
    first, *others = term.text.removeprefix(":").split("{}")
    if len(others) != len(term.children):
        raise Refused("a format specification that is not plain")
    fields = [_piece(it, child, frame) for child in term.children]
    return first + "".join(field + other for field, other in zip(fields, others, strict=True))


HANDLERS: dict[str, Callable[["Interpreter", Term, Frame], Any]] = {
    "string": _string,
    "fstring": _fstring,
    "concatenated_string": _joined,
}
