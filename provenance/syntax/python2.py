"""What the grammar accepts although only Python 2 did: a file with it is not to be judged."""

import re

from provenance.syntax.definitions import Definition

_SIGNS = re.compile(rb"\b(?:print|exec|raise)\b|<>|`")
_STATEMENTS = frozenset({"print_statement", "exec_statement"})


def python2_line(definition: Definition) -> int | None:
    """Give the first line of a definition that only Python 2 understood, or None."""
    node = definition.node
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
