"""What the grammar accepts although Python 3 does not: a definition with it is not to be judged."""

import re

from tree_sitter import Node

from provenance.syntax.definition import MODULE, Definition
from provenance.syntax.definitions import children_of

# A cheap look at the bytes first; ` shows as a malformed string wherever a term is built of it.
_SIGNS = re.compile(rb"\b(?:print|exec)\b(?!\s*[(=.,:\])])|\braise\b(?=\s+[\w.]+\s*,)|<>|`\w+`")
_FIRST_SIGNS = (b"print", b"exec", b"raise", b"<>", b"`")
_STATEMENTS = frozenset({"print_statement", "exec_statement"})


def python2_line(definition: Definition) -> int | None:
    """Give the first line of a definition that only Python 2 understood, or None."""
    node, source = definition.node, definition.source
    start, end = node.start_byte, node.end_byte
    if all(source.find(sign, start, end) < 0 for sign in _FIRST_SIGNS):
        return None
    for found in _SIGNS.finditer(definition.source, node.start_byte, node.end_byte):
        token = node.descendant_for_byte_range(*found.span())
        if token is None:
            continue
        parent = token.parent.type if token.parent is not None else ""
        if token.type == "raise" and token.parent is not None:
            first = token.parent.named_children[:1]
            if first and first[0].type == "expression_list":
                return token.start_point.row + 1
        if token.type == "<>" or parent in _STATEMENTS:
            return token.start_point.row + 1
        if token.type == "string_start" and token.text == b"`":
            return token.start_point.row + 1
    return None


def uneven_line(definition: Definition, known: dict[int, int | None]) -> int | None:
    """Give the line of a statement that is indented otherwise than its block, or None.

    Python refuses it; the grammar ends the blocks around it early, so that lines of a definition
    can stand outside of it. Looked at in the blocks that hold the definition.

    Args:
        definition: the definition.
        known: what was found of blocks before, by their nodes' ids; added to.
    """
    node = definition.node if definition.kind == MODULE else definition.node.parent
    while node is not None:
        if node.type in ("block", "module"):
            if node.id not in known:
                known[node.id] = _uneven(node, definition.source)
            if known[node.id] is not None:
                return known[node.id]
        node = node.parent
    return None


def _uneven(block: Node, source: bytes) -> int | None:
    indentation = None
    for start, statement in zip(*children_of(block), strict=True):
        before = source[source.rfind(b"\n", 0, start) + 1 : start].lstrip(b"\f")
        if before.strip() or statement.type == "comment":
            continue
        if indentation is None:
            indentation = before
        if before != indentation:
            return statement.start_point.row + 1
    return None
