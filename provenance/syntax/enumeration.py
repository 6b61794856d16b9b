"""The members of an enumeration, as far as its body says them plainly (see the ``enum`` module)."""

from tree_sitter import Node

from provenance.syntax.definition import Definition, text_of
from provenance.syntax.terms import Term, build

_HARMLESS = frozenset({
    "function_definition", "decorated_definition", "class_definition", "pass_statement", "comment",
})  # fmt: skip
_TEXT = ("string", "concatenated_string", "ellipsis")
_SAYS_SO = ("member", "nonmember", "property")


class Unclear(Exception):
    """A statement that may make members in a way that is not followed; ``line`` is from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} may make members in a way that is not followed")
        self.line = line


def members(definition: Definition) -> tuple[Term, ...]:
    """Give an enumeration's members: terms of kind ``member``, name as text, value as child.

    Raises:
        Unclear: a statement of the body is neither a plain assignment nor harmless.
    """
    found: list[Term] = []
    for node in definition.body.named_children:
        if node.type in _HARMLESS:
            continue
        inner = node.named_children[0] if node.type == "expression_statement" else None
        if inner is None or not (inner.type in _TEXT or inner.type == "assignment"):
            raise Unclear(node.start_point.row + 1)
        if inner.type == "assignment":
            found += _assigned(inner)
    return tuple(found)


def _assigned(assignment: Node) -> list[Term]:
    name = text_of(assignment.child_by_field_name("left"))
    value = assignment.child_by_field_name("right")
    if not name.isidentifier() or name == "_ignore_":
        raise Unclear(assignment.start_point.row + 1)
    if value is None or value.type == "lambda" or name.startswith("__") or _is_sunder(name):
        return []
    called = text_of(value.child_by_field_name("function")).rsplit(".", 1)[-1]
    if value.type == "assignment" or called in _SAYS_SO:
        raise Unclear(assignment.start_point.row + 1)
    return [Term("member", name, (build(value),), assignment.start_byte, assignment.end_byte)]


def _is_sunder(name: str) -> bool:
    return len(name) > 2 and name[0] == name[-1] == "_"
