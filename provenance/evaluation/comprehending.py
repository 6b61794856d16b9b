"""Comprehensions and generator expressions, worked out as lazily as Python does."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt
from provenance.evaluation.budget import check_key, sized
from provenance.evaluation.frame import Frame, target_names
from provenance.evaluation.outcome import Refused
from provenance.evaluation.targets import assign
from provenance.evaluation.values import Stream
from provenance.syntax.term import Term

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


def _clauses(term: Term) -> tuple[Term, ...]:
    clauses = term.children[1:]
    if any(item.children[0].text == "async" for item in clauses):
        raise Refused("an asynchronous comprehension")
    return clauses


def _opened(it: "Interpreter", term: Term, frame: Frame) -> Iterator[Frame]:
    """Work out the first iterable, which belongs to the scope around; give the rest to be drawn."""
    clauses = _clauses(term)
    loops = [item for item in clauses if item.kind == "for_in_clause"]
    own = frozenset(name for loop in loops for name in target_names(loop.children[1]))
    inside = frame.inner(own)
    inside.is_comprehension = True
    first = it.iterated(_iterable(it, clauses[0], frame))
    return _rounds(it, clauses, inside, first)


def _iterable(it: "Interpreter", clause: Term, frame: Frame) -> Any:
    if len(clause.children) != 4:
        raise Refused("a loop over several expressions in a comprehension")
    return it.value(clause.children[3], frame)


def _rounds(
    it: "Interpreter", clauses: tuple[Term, ...], frame: Frame, items: Iterator[Any]
) -> Iterator[Frame]:
    later = clauses[1:]
    conditions = 0
    while conditions < len(later) and later[conditions].kind == "if_clause":
        conditions += 1
    for item in items:
        assign(it, clauses[0].children[1], item, frame)
        if not all(it.truth(it.value(one.children[1], frame)) for one in later[:conditions]):
            continue
        rest = later[conditions:]
        if rest:
            yield from _rounds(it, rest, frame, it.iterated(_iterable(it, rest[0], frame)))
        else:
            yield frame


def _list(it: "Interpreter", term: Term, frame: Frame) -> Any:
    found: list[Any] = []
    for inside in _opened(it, term, frame):
        found.append(it.value(term.children[0], inside))
        sized(found)
    return found


def _set(it: "Interpreter", term: Term, frame: Frame) -> Any:
    found: set[Any] = set()
    for inside in _opened(it, term, frame):
        item = it.value(term.children[0], inside)
        check_key(item, len(found))
        attempt(found.add, item)
        sized(found)
    return found


def _dictionary(it: "Interpreter", term: Term, frame: Frame) -> Any:
    found: dict[Any, Any] = {}
    key, value = term.children[0].children[0], term.children[0].children[-1]
    for inside in _opened(it, term, frame):
        left = it.value(key, inside)
        right = it.value(value, inside)
        check_key(left, len(found))
        attempt(found.__setitem__, left, right)
        sized(found)
    return found


def _generator(it: "Interpreter", term: Term, frame: Frame) -> Any:
    opened = _opened(it, term, frame)
    return Stream(it.value(term.children[0], inside) for inside in opened)


HANDLERS: dict[str, Callable[["Interpreter", Term, Frame], Any]] = {
    "list_comprehension": _list,
    "set_comprehension": _set,
    "dictionary_comprehension": _dictionary,
    "generator_expression": _generator,
}
