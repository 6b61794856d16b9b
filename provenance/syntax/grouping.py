"""Where the grammar groups an expression otherwise than Python does, and its terms put right.

Found by comparing every expression of whole releases with ``ast``: ``&`` and ``^`` have each
other's precedence, and so have ``await`` and ``**``; a bare star binds tighter than what follows
it; a union in an annotation that begins with a subscript groups from the right; a call of ``type``
on the left of an assignment is read as a type alias; and one manager in parentheses with a comma
is read as a tuple.
"""

from tree_sitter import Node

from provenance.syntax.term import NotPython3, Term

_OPEN_LEFT = frozenset({"attribute", "subscript", "call", "binary_operator", "boolean_operator",
                        "comparison_operator", "conditional_expression"})  # fmt: skip


def unsplat(term: Term) -> Term:
    """Read ``x = *a.b, c`` as ``*(a.b)``; the grammar takes it for ``(*a).b``."""
    if term.kind not in _OPEN_LEFT or term.children[0].kind != "list_splat":
        return term
    star, first = term.children[0].children
    inner = Term(term.kind, term.text, (first, *term.children[1:]), first.start, term.end)
    return Term("list_splat", "", (star, inner), term.start, term.end)


def binary(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``a ^ b & c`` as ``a ^ (b & c)``; the grammar takes it for ``(a ^ b) & c``."""
    left, operator, right = children
    start, end = node.start_byte, node.end_byte
    left_open = _is(left, "^") and left.start == start
    right_open = _is(right, "^") and right.end == end
    if operator.text != "&" or not (left_open or right_open):
        return Term("binary_operator", "", children, start, end)
    later: list[tuple[Term, Term, int]] = []
    while right_open:
        first, xor, last = right.children
        later.append((xor, last, right.end))
        right_open, right = _is(first, "^") and first.start == right.start, first
    if left_open:
        inner = _operation(left.children[2], operator, right, left.children[2].start, right.end)
        found = _operation(left.children[0], left.children[1], inner, start, right.end)
    else:
        found = _operation(left, operator, right, start, right.end)
    for xor, last, stop in reversed(later):
        found = _operation(found, xor, last, start, stop)
    return found


def awaited(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``await a ** b`` as ``(await a) ** b``; the grammar takes it for ``await (a ** b)``."""
    word, power = children
    start, end = node.start_byte, node.end_byte
    if not _is(power, "**") or node.children[-1].type != "binary_operator":
        return Term("await", "", children, start, end)
    base = Term("await", "", (word, power.children[0]), start, power.children[0].end)
    return _operation(base, power.children[1], power.children[2], start, end)


def alias(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``type(a).b = c`` as an assignment; the grammar takes it for a type alias."""
    start, end = node.start_byte, node.end_byte
    word, left, equals, right = children
    opening = (node.children[1].text or b"")[:1]
    if opening not in (b"(", b"["):
        return Term("type_alias_statement", "", children, start, end)
    if opening == b"[" or left.kind == "constrained_type":
        raise NotPython3(
            "an assignment to `type…` that the grammar misreads", node.start_point.row + 1
        )
    spine, first = [], left
    while first.start == left.start and first.kind in ("attribute", "subscript", "call"):
        spine.append(first)
        first = first.children[0]
    given = first.children if first.kind == "tuple" and first.start == left.start else (first,)
    arguments = Term("argument_list", "", given, left.start, first.end)
    callee = Term("identifier", "type", (), word.start, word.end)
    target = Term("call", "", (callee, arguments), start, first.end)
    for outer in reversed(spine):
        target = Term(outer.kind, "", (target, *outer.children[1:]), start, outer.end)
    return Term("assignment", "", (target, equals, right), start, end)


def listed(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``match a, b:`` and ``case a, b:`` as having a tuple, as if in parentheses."""
    if any(child.type == "," for child in node.children):
        named = [child.type for child in node.named_children if child.type != "comment"]
        size = named.count("case_pattern") or len(named) - 1
        items = children[1 : 1 + size]
        whole = Term("tuple", "", items, items[0].start, items[-1].end)
        children = (children[0], whole, *children[1 + size :])
    return Term(node.type, "", children, node.start_byte, node.end_byte)


def managers(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``with (a,):`` as having one manager; the grammar takes it for a tuple."""
    values = [child.children[0].type for child in node.named_children if child.type == "with_item"]
    if values == ["tuple"]:
        found = children[0].children[0].children
        children = tuple(Term("with_item", "", (one,), one.start, one.end) for one in found)
    return Term("with_clause", "", children, node.start_byte, node.end_byte)


def _is(term: Term, operator: str) -> bool:
    return term.kind == "binary_operator" and term.children[1].text == operator


def _operation(left: Term, operator: Term, right: Term, start: int, end: int) -> Term:
    return Term("binary_operator", "", (left, operator, right), start, end)


def union(node: Node, children: tuple[Term, ...]) -> Term:
    """Read ``list[int] | A | B`` in an annotation as elsewhere: operators group from the left."""
    left, bar, right = children
    start, end = node.start_byte, node.end_byte
    if node.children[-1].children[0].type == "parenthesized_expression":
        return Term("binary_operator", "", children, start, end)
    pending = [right]
    while pending:
        item = pending.pop()
        if _is(item, "|") and item.start == item.children[0].start:
            pending.extend((item.children[2], item.children[0]))
        else:
            left = _operation(left, bar, item, start, item.end)
    return left
