"""The places where a name is called, handed on, or named in a text; what binds it is left out."""

from collections.abc import Iterator

from tree_sitter import Node

from provenance.syntax.callsites import CallSite, is_read
from provenance.syntax.definition import text_of
from provenance.syntax.definitions import Module
from provenance.syntax.expressions import read
from provenance.syntax.identifiers import identifiers
from provenance.syntax.scopes import Scope, scope_at

_BINDERS = {
    "keyword_argument": "name", "function_definition": "name", "class_definition": "name",
    "named_expression": "name", "default_parameter": "name", "typed_default_parameter": "name",
}  # fmt: skip
_IN_TYPES = frozenset({
    "generic_type", "type_parameter", "union_type", "member_type", "binary_operator", "subscript",
    "tuple", "as_pattern", "dotted_name",
})  # fmt: skip
_PARAMETERS = frozenset({
    "parameters", "lambda_parameters", "typed_parameter", "list_splat_pattern",
    "dictionary_splat_pattern", "global_statement", "nonlocal_statement",
})  # fmt: skip


def mentions(module: Module, word: str, *, reads: bool = False) -> Iterator[CallSite]:
    """Give the places where an identifier is called or mentioned; what binds it is left out.

    Args:
        module: the file.
        word: the identifier.
        reads: whether reading it as an attribute counts as a call.
    """
    for node in identifiers(module, word):
        site = _mention(module, node, reads)
        if site is not None:
            yield site


def _mention(module: Module, node: Node, reads: bool) -> CallSite | None:
    parent = node.parent
    if parent is None or _binds(node, parent):
        return None
    at = node
    if parent.type == "attribute" and parent.child_by_field_name("attribute") == node:
        at, parent = parent, parent.parent or parent
    elif parent.type == "attribute":
        return None  # `word.other`: what is called or mentioned is the other
    return _placed(at, parent, scope_at(module, at), reads)


def _placed(at: Node, parent: Node, scope: Scope, reads: bool) -> CallSite | None:
    """Give the site of a name or attribute, called or not; None where it is bound."""
    outer = parent.parent
    if outer is not None and _calls(outer, parent):
        return CallSite(read(parent), scope, outer, parent)  # `word[…]()`, `type(self)()`
    if parent.type == "decorator" or _calls(parent, at):
        return CallSite(read(at), scope, parent, at)
    is_call = reads and at.type == "attribute" and is_read(at)
    if _is_target(at, parent):
        return None
    return CallSite(read(at), scope, at, at, is_call, not is_call and _is_type(at))


def _calls(parent: Node, at: Node) -> bool:
    return parent.type == "call" and parent.child_by_field_name("function") == at


def _is_type(at: Node) -> bool:
    """Tell whether a name stands where types do: it is not called there, nor handed on."""
    node, parent = at, at.parent
    while parent is not None and parent.type in _IN_TYPES:
        node, parent = parent, parent.parent
    if parent is None or parent.type in ("type", "except_clause", "class_pattern"):
        return True
    if parent.type != "argument_list" or parent.parent is None:
        return False
    outer = parent.parent
    called = text_of(outer.child_by_field_name("function"))
    is_check = called in ("isinstance", "issubclass") and node != parent.named_children[0]
    return outer.type == "class_definition" or is_check


def _is_target(at: Node, parent: Node) -> bool:
    if parent.type in ("assignment", "augmented_assignment", "for_statement", "for_in_clause"):
        return parent.child_by_field_name("left") == at
    if parent.type in ("pattern_list", "tuple_pattern", "list_pattern"):
        return True
    return parent.type in ("as_pattern_target", "delete_statement")


def _binds(node: Node, parent: Node) -> bool:
    """Tell whether a name is bound there, or names an argument or an import."""
    field = _BINDERS.get(parent.type)
    if field is not None and parent.child_by_field_name(field) == node:
        return True
    if parent.type in _PARAMETERS:
        return parent.type != "typed_parameter" or parent.named_children[0] == node
    if parent.type in ("dotted_name", "aliased_import"):
        around: Node | None = parent
        while around is not None and around.type in ("dotted_name", "aliased_import"):
            around = around.parent
        return around is not None and "import" in around.type
    return False


def handed_texts(module: Module, word: str) -> Iterator[CallSite]:
    """Give the calls that are handed a text which is just this word, as ``getattr`` is."""
    source, wanted = module.source, word.encode()
    at = source.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        around = source[max(0, at - 1) : at], source[end : end + 1]
        if around in ((b'"', b'"'), (b"'", b"'")):
            call = _call_around(module.root.descendant_for_byte_range(at, end))
            function = call.child_by_field_name("function") if call is not None else None
            if call is not None and function is not None:
                yield CallSite(read(function), scope_at(module, call), call, function, False)
        at = source.find(wanted, end)


def _call_around(node: Node | None) -> Node | None:
    """Give the call that a text is an argument of."""
    while node is not None and "string" in node.type:
        node = node.parent
    if node is not None and node.type == "keyword_argument":
        node = node.parent
    return node.parent if node is not None and node.type == "argument_list" else None
