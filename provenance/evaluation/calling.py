"""Calls: arguments bound to parameters as Python binds them, and bodies run."""

from typing import TYPE_CHECKING, Any

from provenance.evaluation.budget import CALLS
from provenance.evaluation.builtin_functions import call_outside
from provenance.evaluation.classes import construct
from provenance.evaluation.frame import Frame, own_names
from provenance.evaluation.methods import call_method
from provenance.evaluation.outcome import Misfit, Refused, Thrown, bases_of
from provenance.evaluation.parameters import Parameter, parameters_of
from provenance.evaluation.statements import run
from provenance.evaluation.values import Answer, Bound, ClassValue, Function, Outer, kind_of
from provenance.syntax.signature import (
    KEYWORD_ONLY,
    POSITIONAL_ONLY,
    VAR_KEYWORD,
    VAR_POSITIONAL,
)
from provenance.syntax.term import Term

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


def closure(it: "Interpreter", name: str, term: Term, frame: Frame) -> Function:
    """Make a function that is defined inside a function; its defaults are worked out now."""
    defaults = {
        one.name: it.value(one.default, frame)
        for one in parameters_of(term)
        if one.default is not None
    }
    return Function(name, term, frame, defaults)


def bound(
    it: "Interpreter", function: Function, positional: list[Any], named: dict[str, Any]
) -> dict[str, Any]:
    """Bind arguments to a function's parameters.

    Raises:
        Misfit: they do not fit; Python raises a TypeError.
    """
    values: dict[str, Any] = {}
    given, rest = list(positional), dict(named)
    for one in parameters_of(function.term):
        if one.kind == VAR_POSITIONAL:
            values[one.name], given = tuple(given), []
        elif one.kind == VAR_KEYWORD:
            values[one.name], rest = rest, {}
        elif given and one.kind != KEYWORD_ONLY:
            if one.name in rest and one.kind != POSITIONAL_ONLY:
                raise Misfit(f"{one.name} is given twice")
            values[one.name] = given.pop(0)
        elif one.name in rest and one.kind != POSITIONAL_ONLY:
            values[one.name] = rest.pop(one.name)
        else:
            values[one.name] = _default(it, function, one)
    if given:
        raise Misfit(f"{len(positional)} positional arguments are too many")
    if rest:
        raise Misfit(f"there is no parameter {next(iter(rest))}")
    return values


def _default(it: "Interpreter", function: Function, one: Parameter) -> Any:
    if one.default is None:
        raise Misfit(f"{one.name} is not given")
    if one.name not in function.defaults:
        value = it.value(one.default, function.defaults_in or function.frame)
        function.defaults[one.name] = value
        if function.lasts:
            it.outlives(value)
    return function.defaults[one.name]


def invoke(it: "Interpreter", function: Any, positional: list[Any], named: dict[str, Any]) -> Any:
    """Call a value with arguments."""
    it.budget.spend(len(positional) + len(named))
    if isinstance(function, Bound):
        if isinstance(function.function, str):
            return call_method(it, function.receiver, function.function, positional, named)
        return invoke(it, function.function, [function.receiver, *positional], named)
    if isinstance(function, Function):
        return _remembered(it, function, positional, named)
    if isinstance(function, Outer):
        return call_outside(it, function.name, positional, named)
    if isinstance(function, Answer):
        if positional or named:
            raise Refused("arguments for a function that is given as a value")
        return function.value
    if isinstance(function, ClassValue):
        return construct(it, function, positional, named)
    raise Refused(f"a call of {kind_of(function)}")


def _remembered(
    it: "Interpreter", function: Function, positional: list[Any], named: dict[str, Any]
) -> Any:
    memory = function.remembered
    if memory is None:
        return _run(it, function, positional, named)
    it.budget.pay_for((positional, named))
    key = (tuple(positional), tuple(named.items()))
    try:
        known = key in memory
    except TypeError:
        raise Thrown(bases_of(TypeError)) from None
    if not known:
        memory[key] = _run(it, function, positional, named)
    return memory[key]


def _run(
    it: "Interpreter", function: Function, positional: list[Any], named: dict[str, Any]
) -> Any:
    term, budget = function.term, it.budget
    try:
        values = bound(it, function, positional, named)
    except Misfit:
        raise Thrown(bases_of(TypeError)) from None
    if function.own is None:
        if term.children[0].text == "async":
            raise Refused("an asynchronous function")
        function.own = own_names(term) | {one.name for one in parameters_of(term)}
    frame = function.frame.inner(function.own)
    frame.values = values
    budget.calls += 1
    if budget.calls > CALLS:
        raise Refused(f"calls more than {CALLS} deep")
    if term.kind == "lambda":
        result = it.value(term.children[-1], frame)
    else:
        result = run(it, term.children[-1], frame)
    budget.calls -= 1
    return result
