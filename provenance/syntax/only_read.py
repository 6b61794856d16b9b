"""Whether an identifier stands where its value is only read, not changed, kept or handed on."""

from collections.abc import Callable

from tree_sitter import Node

_ASKING = frozenset({"keys", "index", "count", "issubset", "issuperset", "isdisjoint"})
_GIVING = frozenset({"get", "values", "items", "copy", "union", "intersection", "difference"})
_ASKERS = frozenset({"len", "isinstance", "str", "repr", "bool", "range"})
_GIVERS = frozenset({
    "sorted", "list", "tuple", "set", "frozenset", "dict", "max", "min", "sum", "any", "all",
    "enumerate", "zip",
})  # fmt: skip
_READING = frozenset({
    "comparison_operator", "not_operator", "if_statement", "while_statement", "elif_clause",
    "interpolation", "if_clause", "assert_statement", "expression_statement", "global_statement",
    "dotted_name", "import_statement", "import_from_statement",
})  # fmt: skip
_COPYING = frozenset({"list_splat", "dictionary_splat", "binary_operator"})
_HOLDING = frozenset({
    "list", "tuple", "set", "dictionary", "pair", "expression_list", "return_statement", "lambda",
    "named_expression", "yield",
})  # fmt: skip
_PASSING = frozenset({"parenthesized_expression", "boolean_operator"})


def is_only_read(node: Node, *, is_deep: bool) -> bool:
    """Tell whether nothing is done with an identifier's value but to look at it.

    Args:
        node: an identifier, of any object: an attribute's or an argument's own name counts as
            another thing, which is only by chance called the same.
        is_deep: whether parts of the value can be changed, too.
    """
    child, parent, is_part = node, node.parent, False
    while parent is not None:
        found = _told(child, parent, is_part=is_part, is_deep=is_deep)
        if found is not None:
            return found
        is_part = is_part or parent.type == "subscript"
        child, parent = parent, parent.parent
    return False


def _told(child: Node, parent: Node, *, is_part: bool, is_deep: bool) -> bool | None:
    """Tell what the next node around says; None where only the one around that can say."""
    kind = parent.type
    if _passes_on(child, parent):
        return None
    if kind in _READING:
        return True
    is_safe = is_part and not is_deep  # what cannot be changed may go anywhere, but be no target
    if kind in _RULES:
        return _RULES[kind](child, parent, is_safe, not is_deep)
    if kind in _COPYING:
        return is_safe or not is_deep
    return is_safe and kind in _HOLDING


def _passes_on(child: Node, parent: Node) -> bool:
    """Tell whether a node's value is its child's, or a part of that."""
    if parent.type == "subscript":
        return child == parent.child_by_field_name("value")
    if parent.type == "conditional_expression":
        return child != parent.named_children[1]
    return parent.type in _PASSING


def _text(node: Node | None) -> str:
    return node.text.decode("utf-8", "replace") if node is not None and node.text else ""


def _attribute(child: Node, parent: Node, is_safe: bool, is_flat: bool) -> bool:
    if is_safe or parent.child_by_field_name("attribute") == child:
        return True
    name = _text(parent.child_by_field_name("attribute"))
    is_called = parent.parent is not None and parent.parent.type == "call"
    return is_called and (name in _ASKING or (name in _GIVING and is_flat))


def _argument(_child: Node, parent: Node, is_safe: bool, is_flat: bool) -> bool:
    name = _text(parent.parent.child_by_field_name("function")) if parent.parent else ""
    return is_safe or name in _ASKERS or (name in _GIVERS and is_flat)


def _loop(child: Node, parent: Node, is_safe: bool, is_flat: bool) -> bool:
    return parent.child_by_field_name("right") == child and (is_safe or is_flat)


def _keyword(child: Node, parent: Node, is_safe: bool, _is_flat: bool) -> bool:
    return is_safe or parent.child_by_field_name("name") == child


def _assignment(child: Node, parent: Node, is_safe: bool, _is_flat: bool) -> bool:
    return is_safe and parent.child_by_field_name("left") != child


def _always(*_: object) -> bool:
    return True


_RULES: dict[str, Callable[[Node, Node, bool, bool], bool]] = {
    "attribute": _attribute,
    "subscript": _always,
    "conditional_expression": _always,
    "argument_list": _argument,
    "for_statement": _loop,
    "for_in_clause": _loop,
    "keyword_argument": _keyword,
    "assignment": _assignment,
    "augmented_assignment": _assignment,
}
