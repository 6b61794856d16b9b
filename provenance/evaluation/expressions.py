"""Names, operators, conditions, calls and attributes."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import binary, compared, unary
from provenance.evaluation.attributes import attribute_of
from provenance.evaluation.budget import sized
from provenance.evaluation.calling import closure
from provenance.evaluation.frame import Frame
from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.subscripts import element
from provenance.evaluation.targets import bind
from provenance.syntax.term import Term

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


def _integer(_it: "Interpreter", term: Term, _frame: Frame) -> Any:
    if len(term.text) > 3000:
        raise Refused("a very long number")
    return sized(int(term.text))


def _float(_it: "Interpreter", term: Term, _frame: Frame) -> Any:
    if term.text.endswith("j"):
        raise Refused("a complex number")
    return float(term.text)


def _name(it: "Interpreter", term: Term, frame: Frame) -> Any:
    name = term.text
    holder = frame.holder(name)
    if holder is None:
        return it.names.value(frame.path, name)
    if name in holder.values:
        return holder.values[name]
    if holder.is_unknown:
        if (frame.path, name) in it.names.given:
            return it.names.given[frame.path, name]
        raise Refused(f"{name}, which the class or function around binds")
    own = holder is frame or frame.is_comprehension
    raise Thrown(bases_of(UnboundLocalError if own else NameError))


def _binary(it: "Interpreter", term: Term, frame: Frame) -> Any:
    left = it.value(term.children[0], frame)
    right = it.value(term.children[2], frame)
    return binary(it.budget, term.children[1].text, left, right)


def _unary(it: "Interpreter", term: Term, frame: Frame) -> Any:
    return unary(term.children[0].text, it.value(term.children[1], frame))


def _not(it: "Interpreter", term: Term, frame: Frame) -> Any:
    return not it.truth(it.value(term.children[1], frame))


def _boolean(it: "Interpreter", term: Term, frame: Frame) -> Any:
    left = it.value(term.children[0], frame)
    if it.truth(left) is (term.children[1].text == "or"):
        return left
    return it.value(term.children[2], frame)


def _comparison(it: "Interpreter", term: Term, frame: Frame) -> Any:
    left = it.value(term.children[0], frame)
    for place in range(1, len(term.children), 2):
        right = it.value(term.children[place + 1], frame)
        if not compared(it.budget, term.children[place].text, left, right):
            return False
        left = right
    return True


def _conditional(it: "Interpreter", term: Term, frame: Frame) -> Any:
    first, _, condition, _, other = term.children
    chosen = first if it.truth(it.value(condition, frame)) else other
    return it.value(chosen, frame)


def _named(it: "Interpreter", term: Term, frame: Frame) -> Any:
    value = it.value(term.children[2], frame)
    bind(frame, term.children[0].text, value)
    return value


def _attribute(it: "Interpreter", term: Term, frame: Frame) -> Any:
    return attribute_of(it, it.value(term.children[0], frame), term.children[1].text)


def _subscript(it: "Interpreter", term: Term, frame: Frame) -> Any:
    holder = it.value(term.children[0], frame)
    return element(it, holder, it.value(term.children[1], frame))


def _slice(it: "Interpreter", term: Term, frame: Frame) -> Any:
    parts: list[Any] = [None]
    for child in term.children:
        if child.kind == "token":
            parts.append(None)
        else:
            parts[-1] = it.value(child, frame)
    return slice(*parts) if len(parts) > 1 else slice(None)


def _call(it: "Interpreter", term: Term, frame: Frame) -> Any:
    function = it.value(term.children[0], frame)
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for argument in term.children[1].children:
        if argument.kind == "list_splat":
            positional += it.items(it.value(argument.children[-1], frame))
        elif argument.kind == "keyword_argument":
            _add(named, argument.children[0].text, it.value(argument.children[2], frame))
        elif argument.kind == "dictionary_splat":
            _spread(named, it.value(argument.children[-1], frame))
        else:
            positional.append(it.value(argument, frame))
    return it.call(function, positional, named)


def _spread(named: dict[str, Any], value: Any) -> None:
    if type(value) is not dict:
        raise Refused("** of something that is no dictionary")
    for key, item in value.items():
        if type(key) is not str:
            raise Thrown(bases_of(TypeError))
        _add(named, key, item)


def _add(named: dict[str, Any], key: str, value: Any) -> None:
    if key in named:
        raise Thrown(bases_of(TypeError))
    named[key] = value


def _lambda(it: "Interpreter", term: Term, frame: Frame) -> Any:
    return closure(it, "<lambda>", term, frame)


HANDLERS: dict[str, Callable[["Interpreter", Term, Frame], Any]] = {
    "integer": _integer,
    "float": _float,
    "true": lambda *_: True,
    "false": lambda *_: False,
    "none": lambda *_: None,
    "identifier": _name,
    "binary_operator": _binary,
    "unary_operator": _unary,
    "not_operator": _not,
    "boolean_operator": _boolean,
    "comparison_operator": _comparison,
    "conditional_expression": _conditional,
    "named_expression": _named,
    "attribute": _attribute,
    "subscript": _subscript,
    "slice": _slice,
    "call": _call,
    "lambda": _lambda,
}
