"""What a function, lambda, comprehension or class binds, read from its own statements."""

from collections.abc import Iterator

import msgspec
from tree_sitter import Node

from provenance.syntax.definition import text_of
from provenance.syntax.definitions import decorator_names
from provenance.syntax.expressions import Expression, read
from provenance.syntax.importing import imports_of

_TARGETS = frozenset({
    "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "tuple", "list",
    "parenthesized_expression", "as_pattern_target", "expression_list", "list_splat",
})  # fmt: skip
_DEFINITIONS = frozenset({"function_definition", "class_definition"})
CLOSED = frozenset({*_DEFINITIONS, "lambda"})
_IMPORTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})
_CLASS_METHODS = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
_DECLARED = {"global_statement": "global", "nonlocal_statement": "nonlocal"}
_BLOCKS = frozenset({
    "block", "if_statement", "elif_clause", "else_clause", "try_statement", "except_clause",
    "except_group_clause", "finally_clause", "with_statement", "for_statement", "while_statement",
    "match_statement", "case_clause", "module",
})  # fmt: skip


class Binding(msgspec.Struct, frozen=True, eq=False):
    """One way in which a scope comes by a name.

    Attributes:
        how: ``parameter``, ``receiver``, ``class receiver``, ``assignment``, ``import``,
            ``definition``, ``global``, ``nonlocal``, or in words for a person.
        node: the statement or parameter.
        value: what is assigned, where that is one expression.
        annotation: the annotation.
    """

    how: str
    node: Node
    value: Expression | None = None
    annotation: Expression | None = None

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.node.start_point.row + 1


Named = tuple[str, Binding]


def bindings_in(scope: Node, kind: str, source: bytes) -> Iterator[Named]:
    """Give what a scope binds, in the order of the source.

    Args:
        scope: the scope's node.
        kind: what it is, in one word.
        source: the module's bytes.
    """
    if kind == "comprehension":
        for clause in scope.named_children:
            if clause.type == "for_in_clause":
                yield from _named(clause.child_by_field_name("left"), "a loop", clause)
        return
    yield from _parameters(scope)
    body = scope.child_by_field_name("body")
    if kind != "module" and body is not None:
        yield from _walked(body, source) if kind != "lambda" else _walrus(body)


def _parameters(scope: Node) -> Iterator[Named]:
    given = scope.child_by_field_name("parameters")
    for item in given.named_children if given is not None else ():
        target = item.child_by_field_name("name") or item
        if item.type == "typed_parameter":
            target = item.named_children[0]
        if target.type == "identifier":
            annotation = item.child_by_field_name("type")
            noted = read(annotation) if annotation is not None else None
            yield text_of(target), Binding("parameter", item, None, noted)
        else:
            yield from _named(_starred(target), "a parameter with a star", item)


def _starred(target: Node) -> Node | None:
    is_star = target.type in ("list_splat_pattern", "dictionary_splat_pattern")
    return target.named_children[0] if is_star and target.named_child_count else None


def receiver_of(method: Node) -> Named:
    """Give the first parameter of a method and what it stands for; no name where it is none."""
    around = method.parent
    decorators = decorator_names(around) if around is not None else []
    given = method.child_by_field_name("parameters")
    named = [item for item in given.named_children if item.type != "comment"] if given else []
    if not named or "staticmethod" in decorators:
        return "", Binding("", method)
    first = named[0].named_children[0] if named[0].type.endswith("_parameter") else named[0]
    if first.type != "identifier":
        return "", Binding("", method)
    is_class = "classmethod" in decorators
    is_class |= text_of(method.child_by_field_name("name")) in _CLASS_METHODS
    return text_of(first), Binding("class receiver" if is_class else "receiver", named[0])


def _walked(body: Node, source: bytes) -> Iterator[Named]:
    pending = [body]
    while pending:
        node = pending.pop()
        if node.type in _BLOCKS:
            yield from _headed(node)
            pending.extend(reversed(node.named_children))
        else:
            yield from _simple(node)
            if source.find(b":=", node.start_byte, node.end_byte) >= 0:
                yield from _walrus(node)


def _headed(node: Node) -> Iterator[Named]:
    """Give what the head of a compound statement binds."""
    if node.type == "for_statement":
        yield from _named(node.child_by_field_name("left"), "a loop", node)
    elif node.type == "case_clause":
        for child in node.named_children:
            if child.type == "case_pattern":
                yield from _cased(child)


def _simple(node: Node) -> Iterator[Named]:
    kind = node.type
    if kind == "expression_statement":
        yield from _assigned(node)
    elif kind == "decorated_definition" or kind in _DEFINITIONS:
        inner = node.child_by_field_name("definition") or node
        yield text_of(inner.child_by_field_name("name")), Binding("definition", node)
    elif kind in _IMPORTS:
        yield from ((item.bound, Binding("import", node)) for item in imports_of(node))
    elif kind in _DECLARED:
        for name in node.named_children:
            yield text_of(name), Binding(_DECLARED[kind], node)
    elif kind == "with_clause":
        yield from _managed(node)
    elif kind == "as_pattern":
        yield from _named(node.child_by_field_name("alias"), "an except clause", node)
    elif kind == "delete_statement":
        yield from _named(node.named_children[0], "a del statement", node)
    elif kind == "type_alias_statement":
        yield from _named(_unwrapped(node.child_by_field_name("left")), "a type statement", node)


def _unwrapped(node: Node | None) -> Node | None:
    while node is not None and node.type == "type" and node.named_child_count:
        node = node.named_children[0]
    return node


def _managed(clause: Node) -> Iterator[Named]:
    for item in clause.named_children:
        value = item.named_children[0] if item.named_child_count else item
        if value.type == "as_pattern":
            yield from _named(value.child_by_field_name("alias"), "a with statement", item)


def _assigned(statement: Node) -> Iterator[Named]:
    node: Node | None = statement.named_children[0] if statement.named_child_count else None
    last = node
    while last is not None and last.type == "assignment":
        last = last.child_by_field_name("right")
    while node is not None and node.type in ("assignment", "augmented_assignment"):
        left = node.child_by_field_name("left")
        if node.type == "augmented_assignment":
            yield from _named(left, "an augmented assignment", statement)
            return
        yield from _paired(left, last, node, statement)
        node = node.child_by_field_name("right")


def _paired(left: Node | None, value: Node | None, node: Node, statement: Node) -> Iterator[Named]:
    noted = node.child_by_field_name("type")
    annotation = read(noted) if noted is not None else None
    while left is not None and left.type == "parenthesized_expression":
        left = left.named_children[0]
    if left is not None and left.type == "identifier":
        given = read(value) if value is not None else None
        if given is not None or annotation is not None:
            yield text_of(left), Binding("assignment", statement, given, annotation)
        return
    for target, item in unpacked(left, value):
        if item is not None and target.type == "identifier":
            yield text_of(target), Binding("assignment", statement, read(item))
        else:
            yield from _named(target, "an unpacking", statement)


def unpacked(left: Node | None, value: Node | None) -> Iterator[tuple[Node, Node | None]]:
    """Give the targets of ``a, b = c, d``, each with its value where both sides are as long."""
    targets = [item for item in left.named_children if item.type != "comment"] if left else []
    values = []
    if value is not None and value.type in ("expression_list", "tuple", "list"):
        values = [item for item in value.named_children if item.type != "comment"]
    splat = any("splat" in item.type for item in (*targets, *values))
    if left is None or left.type not in _TARGETS or splat or len(values) != len(targets):
        if left is not None:
            yield left, None
        return
    yield from zip(targets, values, strict=True)


def _named(target: Node | None, how: str, node: Node) -> Iterator[Named]:
    pending = [target] if target is not None else []
    while pending:
        item = pending.pop()
        if item.type == "identifier":
            yield text_of(item), Binding(how, node)
        elif item.type in _TARGETS:
            pending.extend(reversed(item.named_children))


def _cased(pattern: Node) -> Iterator[Named]:
    """Give what a case binds; the names of classes and dotted values are not bound."""
    pending = [pattern]
    while pending:
        node = pending.pop()
        if node.type == "identifier":
            yield text_of(node), Binding("a case", pattern)
            continue
        inner = node.named_children
        if node.type == "dotted_name" and len(inner) > 1:
            continue
        pending.extend(inner[1:] if node.type in ("class_pattern", "keyword_pattern") else inner)


def _walrus(root: Node) -> Iterator[Named]:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type == "named_expression":
            value = read(node.child_by_field_name("value"))
            name = text_of(node.child_by_field_name("name"))
            yield name, Binding("assignment", node, value)
        if node.type not in CLOSED:
            pending.extend(reversed(node.named_children))


def rebound_inside(scope: Node, source: bytes) -> Iterator[Named]:
    """Give the names that functions inside a scope may bind anew by ``nonlocal``."""
    at = source.find(b"nonlocal ", scope.start_byte, scope.end_byte)
    while at >= 0:
        node = scope.descendant_for_byte_range(at, at + 1)
        while node is not None and node.type in ("nonlocal", "identifier"):
            node = node.parent
        if node is not None and node.type == "nonlocal_statement":
            for name in node.named_children:
                yield text_of(name), Binding("a function inside", node)
        at = source.find(b"nonlocal ", at + 1, scope.end_byte)
