"""Tuples, lists, sets and dictionaries as they are written out."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt
from provenance.evaluation.budget import check_key, sized
from provenance.evaluation.frame import Frame
from provenance.evaluation.outcome import Refused
from provenance.syntax.term import Term

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


def _elements(it: "Interpreter", term: Term, frame: Frame) -> list[Any]:
    found: list[Any] = []
    for child in term.children:
        if child.kind == "list_splat":
            found += it.items(it.value(child.children[-1], frame))
        else:
            found.append(it.value(child, frame))
    sized(found)
    return found


def _tuple(it: "Interpreter", term: Term, frame: Frame) -> Any:
    return tuple(_elements(it, term, frame))


def _set(it: "Interpreter", term: Term, frame: Frame) -> Any:
    return as_set(_elements(it, term, frame))


def as_set(items: list[Any]) -> set[Any]:
    """Make a set of some values."""
    found: set[Any] = set()
    for item in items:
        check_key(item, len(found))
        attempt(found.add, item)
    return found


def _dictionary(it: "Interpreter", term: Term, frame: Frame) -> Any:
    found: dict[Any, Any] = {}
    for child in term.children:
        if child.kind == "dictionary_splat":
            other = it.value(child.children[-1], frame)
            if type(other) is not dict:
                raise Refused("** of something that is no dictionary")
            it.budget.spend(len(other))
            found.update(other)
            sized(found)
        else:
            key = it.value(child.children[0], frame)
            value = it.value(child.children[-1], frame)
            check_key(key, len(found))
            attempt(found.__setitem__, key, value)
    return sized(found)


HANDLERS: dict[str, Callable[["Interpreter", Term, Frame], Any]] = {
    "tuple": _tuple,
    "list": _elements,
    "set": _set,
    "dictionary": _dictionary,
}
