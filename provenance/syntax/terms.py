"""The project's own syntax trees: what of a piece of Python matters when two pieces are compared.

A term is made from a tree-sitter node. Layout, comments, redundant parentheses and trailing commas
are gone; a tuple is a tuple whether or not it had parentheses; a literal stands for its value, so
neither quote style nor the spelling of a number counts.
"""

import unicodedata
from collections.abc import Callable

from tree_sitter import Node

from provenance.syntax.grouping import alias, awaited, binary, listed, managers, union, unsplat
from provenance.syntax.literals import number, string_value, unescaped
from provenance.syntax.parsing import first_error
from provenance.syntax.term import NotPython3, Term, same

_DROPPED = frozenset("()[]{},;.`") | {":", '"'}
_SKIPPED = frozenset({"comment", "line_continuation", "string_start", "string_end"})
_LEAVES = frozenset({
    "import_prefix", "type_conversion", "wildcard_import", "ellipsis", "string_content",
})  # fmt: skip
_TUPLES = frozenset({"tuple", "expression_list", "pattern_list", "tuple_pattern"})
_UNWRAPPED = frozenset({"parenthesized_expression", "type", "as_pattern_target", "case_pattern"})
_RENAMED = {
    "list_pattern": "list",
    "list_splat_pattern": "list_splat",
    "dictionary_splat_pattern": "dictionary_splat",
    "splat_type": "list_splat",
    "member_type": "attribute",
}
_PYTHON2 = frozenset({"print_statement", "exec_statement", "<>"})


def build(root: Node) -> Term:
    """Make the term of a tree-sitter node.

    Iterative, so that a sum of 20,000 terms is no deeper than one of two.

    Raises:
        NotPython3: the node holds a syntax error or a statement of Python 2.
    """
    if root.has_error:
        raise NotPython3("a syntax error", first_error(root) or root.start_point.row + 1)
    done: list[list[Term]] = [[]]
    stack: list[tuple[Node, str, bool]] = [(root, root.type, False)]
    while stack:
        node, kind, finished = stack.pop()
        if finished:
            children = tuple(done.pop())
            done[-1].append(_inner(node, children))
            continue
        leaf = _word(node) if kind == "identifier" else _leaf(node, kind)
        if leaf is not None:
            done[-1].append(leaf)
            continue
        stack.append((node, kind, True))
        done.append([])
        stack.extend(reversed(_inside(node, kind)))
    return done[0][0]


def _inside(node: Node, kind: str) -> list[tuple[Node, str, bool]]:
    """Give the children that matter, each with its kind, as ``build`` has them on its stack."""
    dropped = _DROPPED - {":"} if kind == "slice" else _DROPPED
    return [
        (child, sort, False)
        for child in node.children
        if (sort := child.type) not in dropped and sort not in _SKIPPED
    ]


def _word(node: Node) -> Term:
    text = _text(node)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return Term("identifier", text, (), node.start_byte, node.end_byte)


def _leaf(node: Node, kind: str) -> Term | None:
    start, end = node.start_byte, node.end_byte
    if kind == "string":
        return _plain_string(node)
    if kind in _PYTHON2:
        raise NotPython3("a construct of Python 2", node.start_point.row + 1)
    if not node.is_named:
        return Term("token", kind, (), start, end)
    if node.child_count and kind not in _LEAVES:
        return None
    text = _leaf_text(kind, node)
    return Term("float" if text.endswith("j") and kind == "integer" else kind, text, (), start, end)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "surrogateescape")


def _leaf_text(kind: str, node: Node) -> str:
    text = _text(node)
    if kind in ("integer", "float"):
        return _number(text, node)
    if kind == "string_content":
        return unescaped(text, raw="r" in _prefix(node.parent))
    return "".join(text.split()) if kind == "import_prefix" else text


def _prefix(string: Node | None) -> str:
    """Give the letters before a string's first quote, in lower case."""
    start = _text(string.children[0]) if string is not None and string.child_count else ""
    return start.rstrip("\"'").lower()


def _number(text: str, node: Node) -> str:
    try:
        return number(text)
    except ValueError as error:
        raise NotPython3(str(error), node.start_point.row + 1) from None


def _plain_string(node: Node) -> Term | None:
    """Give the leaf of a string without replacement fields; None for one that may have some."""
    text, prefix = _text(node), _prefix(node)
    if "f" in prefix or "t" in prefix:
        return None
    try:
        value = string_value(text, prefix)
    except ValueError as error:
        raise NotPython3(str(error), node.start_point.row + 1) from None
    return Term("string", value, (), node.start_byte, node.end_byte)


def _inner(node: Node, children: tuple[Term, ...]) -> Term:
    kind = node.type
    start, end = node.start_byte, node.end_byte
    if kind in _UNWRAPPED and len(children) == 1:
        return children[0]
    if kind in _TUPLES:
        return _tuple(node, children)
    special = _SPECIAL.get(kind)
    if special is not None:
        return unsplat(special(node, children))
    return unsplat(Term(_RENAMED.get(kind, kind), "", children, start, end))


def _has_comma(node: Node) -> bool:
    return any(child.type == "," for child in node.children)


def _tuple(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``(x)`` on the left of an assignment, in a loop or a case as the ``x`` that it is."""
    if len(children) == 1 and not _has_comma(node):
        return children[0]
    return Term("tuple", "", children, node.start_byte, node.end_byte)


def _dotted(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``Color.RED`` in a case as the attribute that it is; in an import it is a name."""
    if len(children) == 1:
        return children[0]
    if not in_case(node):
        return Term("dotted_name", "", children, node.start_byte, node.end_byte)
    found = children[0]
    for name in children[1:]:
        found = Term("attribute", "", (found, name), found.start, name.end)
    return found


def in_case(node: Node) -> bool:
    """Tell whether a ``dotted_name`` stands in a case, where it is an expression."""
    return node.parent is not None and node.parent.type.endswith("_pattern")


def _case(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``-1`` in a case as the operation that it is elsewhere."""
    start, end = node.start_byte, node.end_byte
    signed = len(children) == 2 and children[0].kind == "token"
    return Term("unary_operator" if signed else "case_pattern", "", children, start, end)


def _joined(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``"a" "b"`` as the ``"ab"`` that it is; pieces with replacement fields stay apart."""
    start, end = node.start_byte, node.end_byte
    sorts = {child.text[:1] for child in children if child.kind == "string"}
    if len(sorts) != 1 or any(child.kind != "string" for child in children):
        return Term("concatenated_string", "", children, start, end)
    text = sorts.pop() + "".join(child.text[1:] for child in children)
    return Term("string", text, (), start, end)


def _call(node: Node, children: tuple[Term, ...]) -> Term:
    if children[-1].kind == "generator_expression" and len(children) == 2:
        only = children[-1]
        children = (children[0], Term("argument_list", "", (only,), only.start, only.end))
    return Term("call", "", children, node.start_byte, node.end_byte)


def _fstring(node: Node, children: tuple[Term, ...]) -> Term:
    text = "t" if "t" in _prefix(node) else ""
    return Term("fstring", text, children, node.start_byte, node.end_byte)


def _interpolation(node: Node, children: tuple[Term, ...]) -> Term:
    """Keep the very text of ``{x = }``, which shows in the string."""
    equals = [child for child in node.children if child.type == "="]
    shown = ""
    if equals:
        text = node.text or b""
        size = equals[0].end_byte - node.start_byte
        blanks = len(text[size:]) - len(text[size:].lstrip())
        shown = text[1 : size + blanks].decode("utf-8", "surrogateescape")
    return Term("interpolation", shown, children, node.start_byte, node.end_byte)


def _specifier(node: Node, children: tuple[Term, ...]) -> Term:
    """Keep the very text of a format, ``{}`` for each replacement field in it."""
    text, start, shown = node.text or b"", node.start_byte, b""
    done = 0
    for field in node.named_children:
        shown += text[done : field.start_byte - start] + b"{}"
        done = field.end_byte - start
    shown += text[done:]
    return Term(
        "format_specifier", shown.decode("utf-8", "replace"), children, start, node.end_byte
    )


def _class(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``class A():`` as the ``class A:`` that it is."""
    kept = tuple(child for child in children if child.kind != "argument_list" or child.children)
    return Term("class_definition", "", kept, node.start_byte, node.end_byte)


def _expression_statement(node: Node, children: tuple[Term, ...]) -> Term:
    start, end = node.start_byte, node.end_byte
    last = node.children[-1]
    if len(children) > 1 or (last.type == "," and not last.is_named):
        children = (Term("tuple", "", children, start, end),)
    elif children[0].kind in ("assignment", "augmented_assignment"):
        return children[0]
    return Term("expression_statement", "", children, start, end)


def _slice(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``a:b:`` as the ``a:b`` that it is."""
    colons = sum(child.text == ":" for child in children if child.kind == "token")
    if colons == 2 and children[-1].text == ":" and children[-1].kind == "token":
        children = children[:-1]
    return Term("slice", "", children, node.start_byte, node.end_byte)


def _generic(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``Dict[str, int]`` in an annotation as the subscript that it is elsewhere."""
    index = tuple(map(_sliced, children[-1].children))
    return _indexed(node, children[0], index, commas=_has_comma(node.children[-1]))


def _sliced(term: Term) -> Term:
    """Read ``a:b`` in an annotation's index as a slice; the grammar takes it for a constraint."""
    if term.kind != "constrained_type":
        return term
    first, last = term.children
    colon = Term("token", ":", (), first.end, last.start)
    return Term("slice", "", (first, colon, last), term.start, term.end)


def _subscript(node: Node, children: tuple[Term, ...]) -> Term:
    return _indexed(node, children[0], children[1:], commas=_has_comma(node))


def _indexed(node: Node, value: Term, index: tuple[Term, ...], *, commas: bool) -> Term:
    if commas or index[0].kind == "list_splat":
        index = (Term("tuple", "", index, index[0].start, index[-1].end),)
    return Term("subscript", "", (value, *index), node.start_byte, node.end_byte)


_SPECIAL: dict[str, Callable[[Node, tuple[Term, ...]], Term]] = {
    "expression_statement": _expression_statement,
    "subscript": _subscript,
    "generic_type": _generic,
    "slice": _slice,
    "union_type": union,
    "binary_operator": binary,
    "await": awaited,
    "type_alias_statement": alias,
    "dotted_name": _dotted,
    "case_pattern": _case,
    "concatenated_string": _joined,
    "call": _call,
    "string": _fstring,
    "interpolation": _interpolation,
    "format_expression": _interpolation,
    "format_specifier": _specifier,
    "class_definition": _class,
    "case_clause": listed,
    "match_statement": listed,
    "with_clause": managers,
}

__all__ = ["NotPython3", "Term", "build", "same"]
