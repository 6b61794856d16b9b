"""Where a name, or an attribute of that name, may come to stand for something else."""

import enum
import re
import unicodedata
from collections.abc import Iterator

import msgspec
from tree_sitter import Node

_FUNCTIONS = frozenset({"function_definition", "lambda"})
_COMPREHENSIONS = frozenset({
    "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression",
})  # fmt: skip
_TARGETS = frozenset({
    "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "tuple", "list",
    "parenthesized_expression", "expression_list", "list_splat", "as_pattern_target",
    "dictionary_splat_pattern", "with_item", "type",
})  # fmt: skip
# A node of one of these binds what stands in one of its fields.
_BINDING_FIELDS = {
    "assignment": ("left",),
    "augmented_assignment": ("left",),
    "for_statement": ("left",),
    "for_in_clause": ("left",),
    "named_expression": ("name",),
    "as_pattern": ("alias",),
    "function_definition": ("name", "parameters"),
    "class_definition": ("name",),
    "lambda": ("parameters",),
    "aliased_import": ("alias",),
    "type_alias_statement": ("left",),
}
_BINDING = frozenset({
    "delete_statement", "import_statement", "import_from_statement", "case_pattern",
    "global_statement", "nonlocal_statement",
})  # fmt: skip
_VALUES = {"assignment": "right", "augmented_assignment": "right", "named_expression": "value"}
_PARAMETERS = frozenset({
    "typed_parameter", "default_parameter", "typed_default_parameter", "parameters",
    "lambda_parameters", "dotted_name",
})  # fmt: skip
_LEAVING = frozenset({"return_statement", "raise_statement"})
_CATCHING = frozenset({"try_statement", "with_statement", *_FUNCTIONS})


_STAR = re.compile(rb"\bimport\s*\*")


class By(enum.Enum):
    """Which bindings count.

    Attributes:
        ANY: all.
        SHARED: those that other code sees: of attributes, elements, and names declared as another
            scope's.
        DECLARED: those of names declared as another scope's, by functions around no such place.
    """

    ANY = enum.auto()
    SHARED = enum.auto()
    DECLARED = enum.auto()


class Span(msgspec.Struct, frozen=True):
    """A half-open range of bytes.

    Attributes:
        runs_on: whether all of it may run before the place that is asked about, so that a branch
            that leaves the function counts too.
        by: which bindings count there.
    """

    start: int
    end: int
    runs_on: bool = False
    by: By = By.ANY


def rebinding(
    names: frozenset[str], spans: tuple[Span, ...], root: Node, source: bytes, place: int
) -> Node | None:
    """Give the first statement in some spans that may rebind one of some names, or None.

    Args:
        names: names of variables and of attributes, whatever object these belong to.
        spans: where to look.
        root: the module's tree.
        source: its bytes.
        place: the byte that is asked about; what is local to other functions does not concern it.
    """
    for span in spans:
        for at in _spelled(names, source, span):
            node = root.descendant_for_byte_range(at, at + 1)
            if node is None or node.type != "identifier" or not _is_bound(node):
                continue
            if _is_elsewhere(node, place) or not _counts(node, span.by, place):
                continue
            if span.runs_on or span.by is not By.ANY:
                return node
            if not _leaves(node, place) and not _is_to_come(node, place):
                return node
        if span.by is By.ANY and (star := _star(root, source, span)) is not None:
            return star
    return None


def _star(root: Node, source: bytes, span: Span) -> Node | None:
    """Give a star import in a span; it may bind any name."""
    for found in _STAR.finditer(source, span.start, span.end):
        node = root.descendant_for_byte_range(found.end() - 1, found.end())
        if node is not None and node.parent is not None and node.parent.type == "wildcard_import":
            return node
    return None


def _counts(node: Node, by: By, place: int) -> bool:
    """Tell whether a binding is one of those that count."""
    if by is By.ANY:
        return True
    parent = node.parent
    if by is By.SHARED and parent is not None and parent.type in ("attribute", "subscript"):
        return True
    function = parent
    while function is not None and function.type not in _FUNCTIONS:
        function = function.parent
    if function is None or not _declared(node, function):
        return False
    return by is By.SHARED or not function.start_byte <= place < function.end_byte


def _spelled(names: frozenset[str], source: bytes, span: Span) -> Iterator[int]:
    """Give where one of the names is spelled; Python compares names after NFKC."""
    part = source[span.start : span.end]
    if part.isascii() and all(name.isascii() for name in names):
        words = b"|".join(re.escape(name.encode()) for name in sorted(names))
        for found in re.finditer(rb"\b(?:%s)\b" % words, part):
            yield span.start + found.start()
        return
    text = part.decode("utf-8", "surrogateescape")
    for word in re.finditer(r"[^\W\d]\w*", text):
        if unicodedata.normalize("NFKC", word.group()) in names:
            before = text[: word.start()].encode("utf-8", "surrogateescape")
            yield span.start + len(before)


def _is_bound(node: Node) -> bool:
    """Tell whether an identifier stands where something gets a new value."""
    if _in_pattern(node):
        return True
    child, parent = node, node.parent
    while parent is not None:
        if parent.type in _BINDING:
            return True
        fields = _BINDING_FIELDS.get(parent.type)
        if fields is not None:
            return any(_holds(parent, field, child) for field in fields) and _has_value(parent)
        if parent.type.endswith("_parameter") and parent.named_children[0] != child:
            return False
        is_base = parent.type == "subscript" and _holds(parent, "value", child)
        is_name = parent.type == "attribute" and _holds(parent, "attribute", child)
        if not (is_base or is_name or parent.type in _TARGETS or parent.type in _PARAMETERS):
            return False
        child, parent = parent, parent.parent
    return False


def _in_pattern(node: Node) -> bool:
    """Tell whether a name stands in a case's pattern; there, most of them are bound."""
    current = node.parent
    while current is not None and not current.type.endswith(("_statement", "block")):
        if current.type == "case_pattern":
            return True
        current = current.parent
    return False


def _has_value(node: Node) -> bool:
    """Tell whether a binding gives a value; ``x: int`` alone does not."""
    return node.type != "assignment" or node.child_by_field_name("right") is not None


def _holds(parent: Node, field: str, child: Node) -> bool:
    found = parent.child_by_field_name(field)
    return found is not None and found.start_byte <= child.start_byte < found.end_byte


def _is_elsewhere(node: Node, place: int) -> bool:
    """Tell whether a name is bound in a scope of its own that the place is not in."""
    child, parent = node, node.parent
    if parent is not None and parent.type == "attribute":
        return False
    while parent is not None:
        if not parent.start_byte <= place < parent.end_byte:
            if parent.type in _FUNCTIONS and not _holds(parent, "name", child):
                return not _declared(node, parent)
            if parent.type in _COMPREHENSIONS and child.type == "for_in_clause":
                return True
            if parent.type == "class_definition" and not _holds(parent, "name", child):
                return True
        child, parent = parent, parent.parent
    return False


def _declared(node: Node, function: Node) -> bool:
    """Tell whether a function declares a name as one of a scope outside."""
    name = node.text
    pending = [function]
    while pending:
        item = pending.pop()
        if item.type in ("global_statement", "nonlocal_statement"):
            if any(child.text == name for child in item.named_children):
                return True
        elif item.type.endswith(("_statement", "_clause", "_definition", "block")):
            pending.extend(item.named_children)
    return False


def _is_to_come(node: Node, place: int) -> bool:
    """Tell whether a name is bound to a value that the place is a part of."""
    current = node.parent
    while current is not None and not current.type.endswith(("_statement", "block")):
        field = _VALUES.get(current.type)
        if field is not None and not _holds(current, field, node):
            value = current.child_by_field_name(field)
            return value is not None and value.start_byte <= place < value.end_byte
        current = current.parent
    return False


def _leaves(node: Node, place: int) -> bool:
    """Tell whether what follows a statement leaves the function before it gets to a place."""
    left = False
    current: Node | None = node
    while current is not None and not current.start_byte <= place < current.end_byte:
        if current.type in _CATCHING:
            return False
        if current.type == "block" and not left:
            last = [item for item in current.named_children if item.type != "comment"][-1]
            left = last.type in _LEAVING and not _may_go_on(current)
        current = current.parent
    return left and not _is_handled(current, place)


def _is_handled(around: Node | None, place: int) -> bool:
    """Tell whether a place is in a handler, or what stands behind it, of a ``try`` around."""
    while around is not None and around.type not in _FUNCTIONS:
        body = around.child_by_field_name("body") if around.type == "try_statement" else None
        if body is not None and not body.start_byte <= place < body.end_byte:
            return True
        around = around.parent
    return False


def _may_go_on(block: Node) -> bool:
    """Tell whether a block that ends by leaving can be left in another way: a loop's, or caught."""
    pending = list(block.named_children)
    while pending:
        node = pending.pop()
        if node.type in ("break_statement", "continue_statement"):
            return True
        if node.type not in _FUNCTIONS and node.type != "class_definition":
            pending.extend(node.named_children)
    return False
