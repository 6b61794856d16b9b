"""Source written from ``ast`` with every expression in parentheses, leaving no grouping open.

A parser that groups differently where the author wrote no parentheses then shows.
"""

import ast
from typing import Any


def parenthesised(node: ast.AST) -> str:
    """Write a node out, each operation, call, attribute and index in its own parentheses."""
    text: str = _Writer().visit(node)
    return text


class _Writer(ast._Unparser):  # type: ignore[name-defined,misc]
    """Puts parentheses around each expression that may stand in them."""

    _in_pattern = False

    def require_parens(self, _precedence: Any, _node: ast.AST) -> Any:
        return self.delimit("(", ")")

    def visit_Attribute(self, node: ast.Attribute) -> None:  # noqa: N802 - ast calls it so
        self._wrapped(node, super().visit_Attribute)

    def visit_Subscript(self, node: ast.Subscript) -> None:  # noqa: N802 - ast calls it so
        self._wrapped(node, super().visit_Subscript)

    def visit_Call(self, node: ast.Call) -> None:  # noqa: N802 - ast calls it so
        self._wrapped(node, super().visit_Call)

    def visit_match_case(self, node: ast.match_case) -> None:
        self._in_pattern = True
        try:
            super().visit_match_case(node)
        finally:
            self._in_pattern = False

    def _wrapped(self, node: Any, write: Any) -> None:
        loaded = isinstance(getattr(node, "ctx", None), ast.Load | None)
        with self.delimit_if("(", ")", loaded and not self._in_pattern):
            write(node)
