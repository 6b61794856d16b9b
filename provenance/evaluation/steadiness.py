"""Whether a module's name has the one value that one plain statement gives it, as far as seen."""

import re
from weakref import WeakKeyDictionary

from provenance.evaluation.outcome import Refused
from provenance.syntax.definition import Definition
from provenance.syntax.definitions import Module
from provenance.syntax.identifiers import identifiers
from provenance.syntax.only_read import is_only_read
from provenance.syntax.rebinding import Span, rebinding
from provenance.syntax.second_look import Seen, look

_NAMESPACE = re.compile(
    rb"\b(?:globals|vars|locals)\s*\(\s*\)\s*"
    rb"(?:\[[^\]\n]*\]\s*=(?!=)|\.\s*(?:update|setdefault|pop|clear|__setitem__)\b)"
    rb"|(?<![\w.])exec\s*\(|\bsetattr\s*\(\s*sys\s*\.\s*modules"
)
_TARGETS = frozenset({
    "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "tuple", "list",
    "expression_list", "parenthesized_expression",
})  # fmt: skip
_TOLD: WeakKeyDictionary[Module, dict[str, str]] = WeakKeyDictionary()
"""What was found for the names of a module: many examples ask for the same ones."""
_BINDERS = frozenset({
    "assignment", "augmented_assignment", "for_statement", "for_in_clause", "delete_statement",
    "as_pattern_target", "named_expression",
})  # fmt: skip


def check_steady(module: Module, path: str, name: str, item: Definition | None) -> None:
    """Refuse a name that something else than its one definition may bind.

    Args:
        module: the file.
        path: its path, for the message.
        name: the name, bound at the top of the module, or nowhere for a built-in.
        item: its definition; None for a built-in, which nothing may bind.
    """
    known = _TOLD.setdefault(module, {})
    if name not in known:
        known[name] = _unsteady(module, name, item)
    if known[name]:
        raise Refused(f"{name}, {known[name].format(path)}")


def _unsteady(module: Module, name: str, item: Definition | None) -> str:
    """Say what else may bind a name; nothing where nothing does."""
    if _NAMESPACE.search(module.source):
        return "since {} may bind names at run time"
    size = len(module.source)
    spans: tuple[Span, ...] = (Span(0, size, runs_on=True),)
    if item is not None:
        before, after = item.node.start_byte, item.node.end_byte
        spans = (Span(0, before, runs_on=True), Span(after, size, runs_on=True))
    found = rebinding(frozenset({name}), spans, module.root, module.source, size)
    if found is None:
        return ""
    second = look(module.source, name)
    if item is None:
        sure = second.seen in (Seen.ABSENT, Seen.DYNAMIC)
    else:
        once = second.seen is Seen.DEFINED and len(second.spans) == 1
        sure = once and not second.others and not second.stars
    line = found.start_point.row + 1
    return "" if sure else f"which is also bound on line {line} of {{}}"


def check_unchanged(
    module: Module, path: str, name: str, item: Definition, *, is_deep: bool
) -> None:
    """Refuse a list, dictionary or the like that the module may change, or hands to who may.

    Args:
        module: the file.
        path: its path, for the message.
        name: the name of the list or the like.
        item: its definition.
        is_deep: whether there are lists and the like in it that can be changed, too.
    """
    start, end = item.node.start_byte, item.node.end_byte
    for node in identifiers(module, name):
        if start <= node.start_byte < end or is_only_read(node, is_deep=is_deep):
            continue
        line = node.start_point.row + 1
        raise Refused(f"{name}, whose contents may be changed on line {line} of {path}")


def check_attribute(module: Module, path: str, name: str) -> None:
    """Refuse an attribute that is assigned to, whatever object it is of."""
    for node in identifiers(module, name):
        parent = node.parent
        if parent is None or parent.type != "attribute":
            continue
        target, around = parent, parent.parent
        while around is not None and around.type in _TARGETS:
            target, around = around, around.parent
        if around is not None and around.type in _BINDERS and target != around.named_children[-1]:
            raise Refused(f"{name}, which line {node.start_point.row + 1} of {path} may set")
