"""The project's own syntax trees: what of a piece of Python matters when two pieces are compared.

A term is made from a tree-sitter node. Layout, comments, redundant parentheses and trailing commas
are gone; a tuple is a tuple whether or not it had parentheses; a literal stands for its value, so
neither quote style nor the spelling of a number counts.
"""

import ast
import unicodedata
import warnings

import msgspec
from tree_sitter import Node

_DROPPED = frozenset("()[]{},;.`") | {":", '"'}
_SKIPPED = frozenset({"comment", "line_continuation", "string_start", "string_end"})
_LEAVES = frozenset({"import_prefix", "type_conversion", "wildcard_import", "ellipsis",
                     "string_content", "format_specifier"})  # fmt: skip
_TUPLES = frozenset({"tuple", "expression_list", "pattern_list", "tuple_pattern"})
_UNWRAPPED = frozenset({"parenthesized_expression", "type", "as_pattern_target", "case_pattern"})
_RENAMED = {
    "list_pattern": "list",
    "list_splat_pattern": "list_splat",
    "dictionary_splat_pattern": "dictionary_splat",
}
_PYTHON2 = frozenset({"print_statement", "exec_statement"})


class NotPython3(Exception):
    """A piece of source that cannot be read as Python 3; ``line`` counts from 1."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(f"{what} on line {line}")
        self.line = line


class Term(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A node of a normalised tree, with the place of the source it came from (bytes, half-open)."""

    kind: str
    text: str
    children: tuple["Term", ...]
    start: int
    end: int


def same(left: Term, right: Term) -> bool:
    """Tell whether two terms are the same piece of Python, wherever they stand."""
    pairs = [(left, right)]
    while pairs:
        a, b = pairs.pop()
        if a.kind != b.kind or a.text != b.text or len(a.children) != len(b.children):
            return False
        pairs.extend(zip(a.children, b.children, strict=True))
    return True


def build(root: Node) -> Term:
    """Make the term of a tree-sitter node.

    Iterative, so that a sum of 20,000 terms is no deeper than one of two.

    Raises:
        NotPython3: the node holds a syntax error or a statement of Python 2.
    """
    done: list[list[Term]] = [[]]
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            children = tuple(done.pop())
            done[-1].append(_inner(node, children))
            continue
        leaf = _leaf(node)
        if leaf is not None:
            done[-1].append(leaf)
            continue
        stack.append((node, True))
        done.append([])
        stack.extend((child, False) for child in reversed(node.children) if _matters(child, node))
    return done[0][0]


def _matters(child: Node, parent: Node) -> bool:
    kind = child.type
    if child.is_named:
        return kind not in _SKIPPED
    return kind not in _DROPPED or (kind == ":" and parent.type == "slice")


def _leaf(node: Node) -> Term | None:
    kind = node.type
    if kind == "string":
        return _plain_string(node)
    if not node.is_named:
        if node.is_missing:
            raise NotPython3("a syntax error", node.start_point.row + 1)
        return Term("token", kind, (), node.start_byte, node.end_byte)
    if kind == "ERROR" or node.is_missing or kind in _PYTHON2:
        what = "a statement of Python 2" if kind in _PYTHON2 else "a syntax error"
        raise NotPython3(what, node.start_point.row + 1)
    if node.child_count and kind not in _LEAVES:
        return None
    return Term(kind, _leaf_text(kind, node), (), node.start_byte, node.end_byte)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "surrogateescape")


def _leaf_text(kind: str, node: Node) -> str:
    text = _text(node)
    if kind == "identifier":
        return text if text.isascii() else unicodedata.normalize("NFKC", text)
    if kind in ("integer", "float"):
        return _number(text, node)
    if kind == "string_content":
        return _unescaped(text)
    return "".join(text.split()) if kind in _LEAVES else text


def _number(text: str, node: Node) -> str:
    try:
        return repr(ast.literal_eval(text))
    except (SyntaxError, ValueError):
        raise NotPython3(f"{text[:20]} is no number", node.start_point.row + 1) from None


def _unescaped(text: str) -> str:
    """Give the text of a piece of an f-string; as written where its escapes cannot be read."""
    plain = text.replace("{{", "{").replace("}}", "}")
    if "\\" not in plain:
        return plain
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return str(ast.literal_eval(f'"""{plain} """'))[:-1]
        except (SyntaxError, ValueError):
            return plain


def _plain_string(node: Node) -> Term | None:
    """Give the leaf of a string without replacement fields; None for one that has some."""
    text = _text(node)
    quote = min(position for position in (text.find('"'), text.find("'")) if position >= 0)
    prefix = text[:quote].lower()
    if "f" in prefix or "t" in prefix:
        return None
    return Term("string", _string_value(text, prefix, node), (), node.start_byte, node.end_byte)


def _string_value(text: str, prefix: str, node: Node) -> str:
    if "\\" not in text and not prefix:
        size = 3 if text[:3] in ('"""', "'''") else 1
        return "s" + text[size:-size]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = ast.literal_eval(text)
        except (SyntaxError, ValueError, MemoryError):
            raise NotPython3("a malformed string", node.start_point.row + 1) from None
    if isinstance(value, bytes):
        return "b" + value.decode("latin-1")
    return "s" + str(value)


def _inner(node: Node, children: tuple[Term, ...]) -> Term:
    kind = node.type
    start, end = node.start_byte, node.end_byte
    if kind in _UNWRAPPED and len(children) == 1:
        return children[0]
    if kind in _TUPLES:
        return Term("tuple", "", children, start, end)
    if kind == "expression_statement":
        return _expression_statement(node, children)
    if kind == "subscript":
        return _subscript(node, children)
    if kind == "dotted_name" and len(children) == 1:
        return children[0]
    if kind == "call" and children[-1].kind == "generator_expression":
        only = children[-1]
        children = (children[0], Term("argument_list", "", (only,), only.start, only.end))
    if kind == "generic_type":
        return _generic(node, children)
    if kind == "string":
        return Term("fstring", "", children, start, end)
    return Term(_RENAMED.get(kind, kind), "", children, start, end)


def _expression_statement(node: Node, children: tuple[Term, ...]) -> Term:
    start, end = node.start_byte, node.end_byte
    last = node.children[-1]
    if len(children) > 1 or (last.type == "," and not last.is_named):
        children = (Term("tuple", "", children, start, end),)
    elif children[0].kind in ("assignment", "augmented_assignment"):
        return children[0]
    return Term("expression_statement", "", children, start, end)


def _generic(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``Dict[str, int]`` in an annotation as the subscript that it is elsewhere."""
    value, parameters = children[0], children[-1]
    index = parameters.children
    if len(index) > 1 or any(child.type == "," for child in node.children[-1].children):
        index = (Term("tuple", "", index, index[0].start, index[-1].end),)
    return Term("subscript", "", (value, *index), node.start_byte, node.end_byte)


def _subscript(node: Node, children: tuple[Term, ...]) -> Term:
    start, end = node.start_byte, node.end_byte
    value, index = children[0], children[1:]
    commas = any(child.type == "," for child in node.children)
    if commas:
        index = (Term("tuple", "", index, index[0].start, index[-1].end),)
    return Term("subscript", "", (value, *index), start, end)
