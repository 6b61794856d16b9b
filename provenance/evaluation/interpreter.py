"""The walk over the terms: one handler for each kind of term that is in the subset."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from provenance.evaluation import comprehending, displays, expressions, strings
from provenance.evaluation.budget import ITEMS, NESTING, Budget, sized
from provenance.evaluation.calling import closure, invoke
from provenance.evaluation.frame import Frame
from provenance.evaluation.names import Names
from provenance.evaluation.outcome import Placed, Refused, Thrown, bases_of
from provenance.evaluation.steadiness import check_attribute
from provenance.evaluation.values import (
    VIEWS,
    ClassValue,
    Function,
    Guarded,
    Stream,
    duplicate,
    is_changeable,
    is_plain,
    kind_of,
)
from provenance.resolution.files import Files
from provenance.syntax.term import Term

_HANDLERS: dict[str, Callable[["Interpreter", Term, Frame], Any]] = {
    **expressions.HANDLERS,
    **displays.HANDLERS,
    **comprehending.HANDLERS,
    **strings.HANDLERS,
}
_SCALARS = (int, float, bool, type(None))


class Interpreter:
    """One evaluation: its budget, and what it has learned of the files."""

    def __init__(self, files: Files, budget: Budget, given: Mapping[tuple[str, str], Any]) -> None:
        self.budget = budget
        self.names = Names(self, files, given)
        self._lasting: list[tuple[Any, Any]] = []

    def value(self, term: Term, frame: Frame) -> Any:
        """Work out an expression."""
        budget = self.budget
        budget.spend()
        budget.nesting += 1
        if budget.nesting > NESTING:
            raise Refused(f"it nests more than {NESTING} levels deep, calls included")
        handler = _HANDLERS.get(term.kind)
        try:
            if handler is None:
                raise Refused(_construct(term))
            found = handler(self, term, frame)
        except Placed as error:
            if not error.line:
                error.place(frame.path, frame.line_of(term))
            raise
        budget.nesting -= 1
        return found

    def truth(self, value: Any) -> bool:
        """Give ``bool(value)``."""
        if is_plain(value) or isinstance(value, Guarded):
            return bool(value)
        raise Refused(f"the truth of {kind_of(value)}")

    def iterated(self, value: Any) -> Iterator[Any]:
        """Give ``iter(value)``, each element paid for when it is drawn."""
        kind = type(value)
        if kind in (set, frozenset) and len(value) > 1:
            raise Refused("the order of a set, which Python does not promise")
        if isinstance(value, ClassValue) and value.members:
            return self._drawn(iter(value.own_members()))
        if isinstance(value, Stream):
            return self._drawn(value.iterator)
        if kind in _SCALARS:
            raise Thrown(bases_of(TypeError))
        if not is_plain(value) and kind not in VIEWS:
            raise Refused(f"a loop over {kind_of(value)}")
        return self._drawn(iter(value))

    def _drawn(self, items: Iterator[Any]) -> Iterator[Any]:
        spend = self.budget.spend
        while True:
            try:
                item = next(items)
            except StopIteration:
                return
            except RecursionError:
                raise
            except RuntimeError:
                raise Thrown(bases_of(RuntimeError)) from None
            spend()
            yield item

    def items(self, value: Any) -> list[Any]:
        """Give the elements of an iterable, in order, as a new list."""
        found = list(islice(self.iterated(value), ITEMS + 1))
        sized(found)
        return found

    def check_attribute(self, path: str, name: str) -> None:
        """Refuse a class attribute that its module may set from elsewhere."""
        check_attribute(self.names.frame(path).module, path, name)

    def outlives(self, value: Any) -> None:
        """Note a value that other calls see too, as it is now."""
        if is_changeable(value):
            self.budget.pay_for(value)
            self._lasting.append((value, duplicate(value)))

    def check_lasting(self) -> None:
        """Refuse an evaluation after which another call would find something changed."""
        for value, before in self._lasting:
            self.budget.pay_for(value)
            if value != before:
                raise Refused("a change of a value that outlives the call")

    def call(self, function: Any, positional: list[Any], named: dict[str, Any]) -> Any:
        """Call a value."""
        return invoke(self, function, positional, named)

    def closure(self, name: str, term: Term, frame: Frame) -> Function:
        """Make a function that is defined inside a function."""
        return closure(self, name, term, frame)


def _construct(term: Term) -> str:
    words = term.kind.replace("_", " ")
    return f"a construct outside the subset: {words}"
