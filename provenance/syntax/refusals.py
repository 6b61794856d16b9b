"""What the grammar accepts although Python 3 does not: a definition with it is not to be judged."""

import re

from tree_sitter import Node

from provenance.syntax.definition import MODULE, Definition

# A cheap look at the bytes first; ` shows as a malformed string wherever a term is built of it.
_SIGNS = {
    b"print": re.compile(rb"(?<!\w)print\b(?!\s*[(=.,:\])])"),
    b"exec": re.compile(rb"(?<!\w)exec\b(?!\s*[(=.,:\])])"),
    b"raise": re.compile(rb"(?<!\w)raise(?=\s+[\w.]+\s*,)"),
    b"<>": re.compile(rb"<>"),
    b"`": re.compile(rb"`\w+`"),
}
_STATEMENTS = frozenset({"print_statement", "exec_statement"})


def python2_line(definition: Definition) -> int | None:
    """Give the first line of a definition that only Python 2 understood, or None."""
    node, source = definition.node, definition.source
    lines = []
    for word, sign in _SIGNS.items():
        at = source.find(word, node.start_byte, node.end_byte)
        while at >= 0:
            if sign.match(source, at):
                token = node.descendant_for_byte_range(at, at + len(word))
                if token is not None and _is_old(token):
                    lines.append(token.start_point.row + 1)
                    break
            at = source.find(word, at + 1, node.end_byte)
    return min(lines, default=None)


def _is_old(token: Node) -> bool:
    """Tell whether a token belongs to what Python 3 does not have."""
    parent = token.parent
    if token.type == "raise" and parent is not None:
        return any(child.type == "expression_list" for child in parent.named_children[:1])
    if token.type == "string_start":
        return token.text == b"`"
    return token.type == "<>" or (parent is not None and parent.type in _STATEMENTS)


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
    for statement in block.named_children:
        start = statement.start_byte
        before = source[source.rfind(b"\n", 0, start) + 1 : start].lstrip(b"\f")
        if before.strip() or statement.type == "comment":
            continue
        if indentation is None:
            indentation = before
        if before != indentation:
            return statement.start_point.row + 1
    return None
