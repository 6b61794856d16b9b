"""The only place that makes tree-sitter parsers."""

from functools import cache

import tree_sitter_python
from tree_sitter import Language, Node, Parser, Tree


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_python.language()))


def parse(source: bytes) -> Tree:
    """Parse normalised source; a syntax error shows as ``root_node.has_error`` and never raises."""
    return _parser().parse(source)


def first_error(node: Node) -> int | None:
    """Give the line (from 1) of the first syntax error below a node, or None."""
    if not node.has_error:
        return None
    while node.has_error and node.type != "ERROR" and not node.is_missing:
        damaged = [child for child in node.children if child.has_error or child.is_missing]
        if not damaged:
            break
        node = damaged[0]
    return node.start_point.row + 1
