"""The members of an enumeration of the snapshot."""

from typing import TYPE_CHECKING, Any

from provenance.evaluation.frame import Frame
from provenance.evaluation.outcome import Refused
from provenance.evaluation.values import ClassValue, Guarded, Member, Outer, held_in
from provenance.syntax.enumeration import Unclear, members
from provenance.syntax.term import NotPython3, Term

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


def fill_enum(it: "Interpreter", cls: ClassValue, module: Frame) -> None:
    """Work out the members of an enumeration.

    Raises:
        Refused: its body is not plain, or a value is not of the type that is mixed in.
    """
    try:
        terms = members(cls.site.definition)
    except (Unclear, NotPython3) as error:
        raise Refused(f"class {cls.name}: {error}") from None
    frame = module.inner(frozenset(term.text for term in terms))
    values: list[Any] = []
    for term in terms:
        value = _valued(it, cls, term, frame, values)
        values.append(value)
        frame.values[term.text] = value
        same = next((item for item in cls.own_members() if _equal(item.value, value)), None)
        if term.text in cls.members:
            raise Refused(f"class {cls.name}, with two members {term.text}")
        cls.members[term.text] = same or Member(cls, term.text, value)


def _equal(left: Any, right: Any) -> bool:
    return bool(left == right)


def _valued(
    it: "Interpreter", cls: ClassValue, term: Term, frame: Frame, earlier: list[Any]
) -> Any:
    value = term.children[0]
    if value.kind == "call":
        called = it.value(value.children[0], frame)
        if isinstance(called, Outer) and called.name == "enum.auto":
            return _automatic(cls, term.text, earlier)
        raise Refused(f"{cls.name}.{term.text}, whose value is a call")
    found = it.value(value, frame)
    if any(isinstance(item, Guarded) for item in held_in(it.budget, found)):
        raise Refused(f"{cls.name}.{term.text}, whose value is no plain data")
    if cls.mixin is not None and type(found) is not cls.mixin:
        raise Refused(f"{cls.name}.{term.text}, whose value is no {cls.mixin.__name__}")
    return found


def _automatic(cls: ClassValue, name: str, earlier: list[Any]) -> Any:
    """Give the value of ``auto()``, where all versions of Python agree on it."""
    if cls.mixin is str:
        raise Refused(f"{cls.name}.{name}, an automatic value of a text")
    if not all(type(item) is int for item in earlier):
        raise Refused(f"{cls.name}.{name}, an automatic value after one that is no number")
    if earlier and earlier[-1] != max(earlier):
        raise Refused(f"{cls.name}.{name}, an automatic value out of order")
    return earlier[-1] + 1 if earlier else 1
