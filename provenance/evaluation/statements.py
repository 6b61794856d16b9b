"""Statements, each of which either goes on to the next or says where to go instead."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import in_place
from provenance.evaluation.budget import NESTING
from provenance.evaluation.frame import Frame
from provenance.evaluation.outcome import Placed, Refused
from provenance.evaluation.patterns import matched
from provenance.evaluation.raising import asserted, raised
from provenance.evaluation.subscripts import element
from provenance.evaluation.targets import assign, bind, store
from provenance.syntax.importing import imports_of
from provenance.syntax.term import Term

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter


class Signal:
    """Where to go on: out of a loop, to its next round, or out of the function with a value."""

    def __init__(self, value: Any = None) -> None:
        self.value = value


_BREAK = Signal()
_CONTINUE = Signal()


def run(it: "Interpreter", block: Term, frame: Frame) -> Any:
    """Run a function's body and give what it returns."""
    signal = _block(it, block, frame)
    return None if signal is None else signal.value


def _block(it: "Interpreter", block: Term, frame: Frame) -> Signal | None:
    budget = it.budget
    budget.nesting += 1
    if budget.nesting > NESTING:
        raise Refused(f"it nests more than {NESTING} levels deep, calls included")
    signal = None
    for statement in block.children:
        budget.spend()
        try:
            handler = _HANDLERS.get(statement.kind)
            if handler is None:
                words = statement.kind.replace("_", " ")
                raise Refused(f"a construct outside the subset: {words}")
            signal = handler(it, statement, frame)
        except Placed as error:
            if not error.line:
                error.place(frame.path, frame.line_of(statement))
            raise
        if signal is not None:
            break
    budget.nesting -= 1
    return signal


def _expression(it: "Interpreter", term: Term, frame: Frame) -> None:
    if term.children[0].kind not in ("ellipsis", "string"):
        it.value(term.children[0], frame)


def _assignment(it: "Interpreter", term: Term, frame: Frame) -> None:
    targets = []
    while term.kind == "assignment":
        equals = [child for child in term.children if child.text == "=" and child.kind == "token"]
        if not equals:
            if term.children[0].kind != "identifier":
                raise Refused("an annotation of something that is no name")
            return
        targets.append(term.children[0])
        term = term.children[-1]
    if term.kind == "augmented_assignment":
        raise Refused("an assignment of an assignment")
    value = it.value(term, frame)
    for target in targets:
        assign(it, target, value, frame)


def _augmented(it: "Interpreter", term: Term, frame: Frame) -> None:
    target, sign = term.children[0], term.children[1].text[:-1]
    if target.kind == "identifier":
        old = it.value(target, frame)
        bind(frame, target.text, _updated(it, sign, old, term.children[2], frame))
    elif target.kind == "subscript":
        holder = it.value(target.children[0], frame)
        key = it.value(target.children[1], frame)
        old = element(it, holder, key)
        store(it, holder, key, _updated(it, sign, old, term.children[2], frame))
    else:
        raise Refused(f"an assignment to an {target.kind.replace('_', ' ')}")


def _updated(it: "Interpreter", sign: str, old: Any, term: Term, frame: Frame) -> Any:
    value = it.value(term, frame)
    if type(old) is list and sign == "+":
        value = it.items(value)
    return in_place(it.budget, sign, old, value)


def _if(it: "Interpreter", term: Term, frame: Frame) -> Signal | None:
    if it.truth(it.value(term.children[1], frame)):
        return _block(it, term.children[2], frame)
    for clause in term.children[3:]:
        if clause.kind == "else_clause":
            return _block(it, clause.children[-1], frame)
        if it.truth(it.value(clause.children[1], frame)):
            return _block(it, clause.children[2], frame)
    return None


def _for(it: "Interpreter", term: Term, frame: Frame) -> Signal | None:
    if term.children[0].text == "async":
        raise Refused("an asynchronous loop")
    for item in it.iterated(it.value(term.children[3], frame)):
        assign(it, term.children[1], item, frame)
        signal = _block(it, term.children[4], frame)
        if signal is _BREAK:
            return None
        if signal is not None and signal is not _CONTINUE:
            return signal
    return _otherwise(it, term.children[5:], frame)


def _while(it: "Interpreter", term: Term, frame: Frame) -> Signal | None:
    while it.truth(it.value(term.children[1], frame)):
        signal = _block(it, term.children[2], frame)
        if signal is _BREAK:
            return None
        if signal is not None and signal is not _CONTINUE:
            return signal
    return _otherwise(it, term.children[3:], frame)


def _otherwise(it: "Interpreter", clauses: tuple[Term, ...], frame: Frame) -> Signal | None:
    return _block(it, clauses[0].children[-1], frame) if clauses else None


def _return(it: "Interpreter", term: Term, frame: Frame) -> Signal:
    return Signal(it.value(term.children[1], frame) if len(term.children) > 1 else None)


def _assert(it: "Interpreter", term: Term, frame: Frame) -> None:
    if not it.truth(it.value(term.children[1], frame)):
        message = it.value(term.children[2], frame) if len(term.children) > 2 else ""
        raise asserted(message)


def _raise(it: "Interpreter", term: Term, frame: Frame) -> None:
    if len(term.children) < 2:
        raise Refused("a raise without an exception")
    if len(term.children) > 2 and term.children[2].text != "from":
        raise Refused("a raise of Python 2")
    error = raised(it.value(term.children[1], frame))
    if len(term.children) > 3:
        cause = it.value(term.children[3], frame)
        if cause is not None:
            raised(cause)
    raise error


def _function(it: "Interpreter", term: Term, frame: Frame) -> None:
    if any(item.kind == "call" for item in _annotations(term)):
        raise Refused("a call in an annotation")
    name = next(item.text for item in term.children if item.kind == "identifier")
    bind(frame, name, it.closure(name, term, frame))


def _annotations(term: Term) -> list[Term]:
    found = [item.children[1] for one in term.children if one.kind == "parameters"
             for item in one.children if item.kind.startswith("typed")]  # fmt: skip
    arrows = [n for n, item in enumerate(term.children) if item.text == "->"]
    pending = found + [term.children[n + 1] for n in arrows]
    seen = []
    while pending:
        item = pending.pop()
        seen.append(item)
        pending.extend(item.children)
    return seen


def _import(it: "Interpreter", term: Term, frame: Frame) -> None:
    for item in imports_of(term):
        bind(frame, item.bound, it.names.imported(frame.path, term, item.bound))


def _match(it: "Interpreter", term: Term, frame: Frame) -> Signal | None:
    value = it.value(term.children[1], frame)
    for case in term.children[2].children:
        found = matched(it, case.children[1], value, frame)
        if found is None:
            continue
        for name, item in found.items():
            bind(frame, name, item)
        guard = case.children[2]
        if guard.kind == "if_clause" and not it.truth(it.value(guard.children[1], frame)):
            continue
        return _block(it, case.children[-1], frame)
    return None


def _nothing(*_: Any) -> None:
    return None


_HANDLERS: dict[str, Callable[["Interpreter", Term, Frame], Signal | None]] = {
    "expression_statement": _expression,
    "assignment": _assignment,
    "augmented_assignment": _augmented,
    "if_statement": _if,
    "for_statement": _for,
    "while_statement": _while,
    "return_statement": _return,
    "assert_statement": _assert,
    "raise_statement": _raise,
    "function_definition": _function,
    "import_statement": _import,
    "import_from_statement": _import,
    "match_statement": _match,
    "pass_statement": _nothing,
    "break_statement": lambda *_: _BREAK,
    "continue_statement": lambda *_: _CONTINUE,
}
