"""Why the grammar's word alone is not enough for a definition that it found."""

from collections.abc import Iterable

from provenance.syntax.definition import Definition
from provenance.syntax.definitions import Module
from provenance.syntax.refusals import python2_line, uneven_line
from provenance.syntax.second_look import look

_SHOWN = 10


def doubt(module: Module, definition: Definition) -> str:
    """Say why a definition is not to be believed, or nothing.

    A syntax error elsewhere may have swallowed lines or ended a body early, so the second look must
    see the same span.
    """
    refused = _refused(module, definition)
    if refused or module.error_line is None:
        return refused
    name = definition.name
    where = f"a syntax error on line {module.error_line}"
    if not name or definition.node.has_error:
        return f"{where}: {name or 'the file'} cannot be read as a whole"
    if (definition.first_line, definition.last_line) in look(module.source, name).spans:
        return ""
    return f"{where}, and ast does not confirm lines {definition.first_line}-{definition.last_line}"


def _refused(module: Module, definition: Definition) -> str:
    old = python2_line(definition)
    if old is not None:
        return f"line {old} is of Python 2, which is not read"
    uneven = uneven_line(definition, module.evenness)
    if uneven is not None:
        return f"line {uneven} is indented otherwise than its block, so blocks end in doubt"
    name = definition.name
    others = look(module.source, name).others if module.may_be_rebound(name) else ()
    if not others:
        return ""
    return f"{name} is also bound by another statement: see line {listed(x for x, _ in others)}"


def listed(lines: Iterable[int]) -> str:
    """Give line numbers for a message, the first few of many."""
    numbers = list(lines)
    shown = ", ".join(map(str, numbers[:_SHOWN]))
    left = len(numbers) - _SHOWN
    return f"{shown} and {left} more" if left > 0 else shown
