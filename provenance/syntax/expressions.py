"""What an expression may stand for, as far as resolution follows it: names, attributes, calls."""

from collections.abc import Callable

import msgspec
from tree_sitter import Node

from provenance.syntax.definition import text_of
from provenance.syntax.parsing import parse
from provenance.syntax.terms import NotPython3, build

_DEEPEST = 60
_SHOWN = 60
_WITH_ARGUMENTS = frozenset({"super", "type", "cast", "partial", "getattr"})
_NO_POSITION = frozenset({"comment", "keyword_argument"})
_WRAPPERS = frozenset({"parenthesized_expression", "type", "as_pattern_target"})
_LITERALS = {
    "string": "str", "concatenated_string": "str", "integer": "int", "float": "float",
    "true": "bool", "false": "bool", "list": "list", "dictionary": "dict", "set": "set",
    "tuple": "tuple", "expression_list": "tuple", "list_comprehension": "list",
    "set_comprehension": "set", "dictionary_comprehension": "dict", "not_operator": "bool",
    "comparison_operator": "bool", "ellipsis": "ellipsis",
}  # fmt: skip


class Name(msgspec.Struct, frozen=True):
    """A bare name."""

    text: str


class Attribute(msgspec.Struct, frozen=True):
    """An attribute of something."""

    of: "Expression"
    name: str


class Call(msgspec.Struct, frozen=True):
    """A call; its positional arguments are kept where what is called may look at them."""

    function: "Expression"
    arguments: tuple["Expression", ...] = ()


class Index(msgspec.Struct, frozen=True):
    """Something in brackets behind something, as in annotations."""

    of: "Expression"
    items: tuple["Expression", ...]


class Either(msgspec.Struct, frozen=True):
    """One of several; ``a | b`` is that in an annotation alone."""

    options: tuple["Expression", ...]
    is_bar: bool = False


class Awaited(msgspec.Struct, frozen=True):
    """What awaiting something gives."""

    of: "Expression"


class Literal(msgspec.Struct, frozen=True):
    """A literal of a built-in type; a text is kept, since it may be an annotation or a name."""

    type: str
    text: str = ""


class Nothing(msgspec.Struct, frozen=True):
    """``None``."""


class Other(msgspec.Struct, frozen=True):
    """Anything else, as it is written (cut)."""

    text: str


Expression = Name | Attribute | Call | Index | Either | Awaited | Literal | Nothing | Other


def read(node: Node | None, depth: int = 0) -> Expression:
    """Read a node of an expression."""
    while node is not None and node.type in _WRAPPERS and node.named_child_count == 1:
        node = node.named_children[0]
    if node is None or depth > _DEEPEST:
        return Other("…")
    kind = node.type
    if kind == "identifier":
        return Name(text_of(node))
    if kind == "none":
        return Nothing()
    if kind in _LITERALS:
        return Literal(_LITERALS[kind], _string(node) if kind.endswith("string") else "")
    return _compound(node, kind, depth + 1)


def _compound(node: Node, kind: str, depth: int) -> Expression:
    if kind == "named_expression":
        return read(node.child_by_field_name("value"), depth)
    made = _MADE.get(kind)
    if made is not None:
        return made(node, depth)
    options = _options(node, kind)
    if options:
        return Either(tuple(read(item, depth) for item in options), _is_bar(kind))
    return Other(shown(node))


def _options(node: Node, kind: str) -> list[Node]:
    named = [child for child in node.named_children if child.type != "comment"]
    if kind == "conditional_expression":
        return [named[0], named[2]]
    if kind in ("boolean_operator", "union_type"):
        return named
    is_union = kind == "binary_operator" and node.children[1].type == "|"
    return named if is_union else []


def _attribute(node: Node, depth: int) -> Attribute:
    return Attribute(read(node.named_children[0], depth), text_of(node.named_children[-1]))


def _awaited(node: Node, depth: int) -> Awaited:
    return Awaited(read(node.named_children[0], depth))


def _is_bar(kind: str) -> bool:
    return kind in ("binary_operator", "union_type")


def _call(node: Node, depth: int) -> Call:
    function = read(node.child_by_field_name("function"), depth)
    name = function.name if isinstance(function, Attribute) else getattr(function, "text", "")
    given = node.child_by_field_name("arguments")
    if name not in _WITH_ARGUMENTS or given is None or given.type != "argument_list":
        return Call(function)
    kept = (item for item in given.named_children if item.type not in _NO_POSITION)
    return Call(function, tuple(read(item, depth) for item in kept))


def _index(node: Node, depth: int) -> Index:
    kind = node.type
    named = [child for child in node.named_children if child.type != "comment"]
    inner = named[1:] if kind == "subscript" else named[-1].named_children
    if len(inner) == 1 and inner[0].type == "tuple":
        inner = inner[0].named_children
    return Index(read(named[0], depth), tuple(read(item, depth) for item in inner))


_MADE: dict[str, Callable[[Node, int], Expression]] = {
    "attribute": _attribute,
    "member_type": _attribute,
    "call": _call,
    "await": _awaited,
    "subscript": _index,
    "generic_type": _index,
}


def _string(node: Node) -> str:
    """Give a plain text's value; nothing for one with replacement fields, or of bytes."""
    try:
        term = build(node)
    except NotPython3:
        return ""
    return term.text[1:] if term.kind == "string" and term.text[:1] != "b" else ""


def read_text(text: str) -> Expression:
    """Read an expression that stands in a text, as an annotation may."""
    root = parse(text.strip().encode("utf-8", "replace")).root_node
    if root.has_error or root.named_child_count != 1:
        return Other(text[:_SHOWN])
    statement = root.named_children[0]
    return read(statement.named_children[0] if statement.named_child_count == 1 else None)


def dotted(expression: Expression) -> str:
    """Give ``a.b.c`` where an expression is just that, else the empty text."""
    parts: list[str] = []
    while isinstance(expression, Attribute):
        parts.append(expression.name)
        expression = expression.of
    return ".".join([expression.text, *reversed(parts)]) if isinstance(expression, Name) else ""


def shown(node: Node) -> str:
    """Give a node's source on one line, cut."""
    text = " ".join(text_of(node).split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
