"""What stands on the left of an assignment, in a loop or in a comprehension."""

from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt
from provenance.evaluation.budget import check_key, sized
from provenance.evaluation.frame import Frame
from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.values import kind_of
from provenance.syntax.term import Term

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


def assign(it: "Interpreter", target: Term, value: Any, frame: Frame) -> None:
    """Give a target its value."""
    if target.kind == "identifier":
        bind(frame, target.text, value)
    elif target.kind in ("tuple", "list"):
        _unpack(it, target.children, it.items(value), frame)
    elif target.kind == "subscript":
        holder = it.value(target.children[0], frame)
        store(it, holder, it.value(target.children[1], frame), value)
    else:
        raise Refused(f"an assignment to an {target.kind.replace('_', ' ')}")


def bind(frame: Frame, name: str, value: Any) -> None:
    """Give a name of the frame's own its value."""
    if name not in frame.own:
        raise Refused(f"an assignment to {name}, which belongs to another scope")
    frame.values[name] = value


def _unpack(it: "Interpreter", targets: tuple[Term, ...], values: list[Any], frame: Frame) -> None:
    stars = [place for place, item in enumerate(targets) if item.kind == "list_splat"]
    after = len(targets) - stars[0] - 1 if stars else 0
    short = len(values) < len(targets) - len(stars)
    if short or (not stars and len(values) != len(targets)):
        raise Thrown(bases_of(ValueError))
    if not stars:
        for target, value in zip(targets, values, strict=True):
            assign(it, target, value, frame)
        return
    first, end = stars[0], len(values) - after
    _unpack(it, targets[:first], values[:first], frame)
    assign(it, targets[first].children[-1], values[first:end], frame)
    _unpack(it, targets[first + 1 :], values[end:], frame)


def store(it: "Interpreter", holder: Any, key: Any, value: Any) -> None:
    """Do ``holder[key] = value``."""
    if type(holder) is dict:
        check_key(key, len(holder))
        it.budget.pay_for(key)
        attempt(holder.__setitem__, key, value)
    elif type(holder) is list and isinstance(key, slice):
        attempt(holder.__setitem__, key, it.items(value))
    elif type(holder) is list:
        if not isinstance(key, int):
            raise Thrown(bases_of(TypeError))
        attempt(holder.__setitem__, key, value)
    elif type(holder) in (tuple, str, bytes, range):
        raise Thrown(bases_of(TypeError))
    else:
        raise Refused(f"an assignment to an element of {kind_of(holder)}")
    sized(holder)
