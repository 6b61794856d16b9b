"""From a qualified name to every definition of it in a module.

Only where the name leads is descended into; a statement whose bytes lack the name is not looked at.
A name with several definitions gives all of them: choosing is the caller's, and never "the first".
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from tree_sitter import Node

from provenance.syntax.definition import MODULE, Definition, is_composed, text_of
from provenance.syntax.parsing import first_error, parse
from provenance.syntax.text import normalise

_COMPOUND = frozenset({
    "if_statement", "elif_clause", "else_clause", "try_statement", "except_clause",
    "except_group_clause", "finally_clause", "with_statement", "for_statement", "while_statement",
    "match_statement", "case_clause", "block",
})  # fmt: skip
_IMPORTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})
_ASSIGNMENTS = frozenset({"assignment", "augmented_assignment"})
_NESTED_TARGETS = frozenset({
    "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern",
    "parenthesized_expression",
})  # fmt: skip
_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"})
_PROPERTIES = frozenset({"property", "cached_property", "abstractproperty"})
_OVERLOADS = frozenset({"overload", "typing.overload", "typing_extensions.overload", "t.overload"})
_REBINDS = (b"for ", b"async for ", b"global ", b"del ", b"case ")
_ACCESSORS = frozenset({"setter", "getter", "deleter"})


class Module:
    """A parsed file of Python source."""

    def __init__(self, data: bytes) -> None:
        """Parse a blob.

        Raises:
            UnreadableText: the bytes are not text.
        """
        self.source = normalise(data)
        self._tree = parse(self.source)
        self.root = self._tree.root_node
        self.evenness: dict[int, int | None] = {}
        self._found: dict[str, tuple[Definition, ...]] = {}  # what earlier names led through

    @cached_property
    def error_line(self) -> int | None:
        """The line of the first syntax error, or None."""
        return first_error(self.root)

    @cached_property
    def whole(self) -> Definition:
        """The module as a definition."""
        return Definition("", MODULE, self.root, self.root, self.source)

    def definitions(self, name: str) -> tuple[Definition, ...]:
        """Give every definition of a qualified name, in source order; the module for no name.

        ``@overload`` stubs yield to an implementation and a property's setter to its getter;
        ``Class.name.setter`` names the setter.
        """
        scopes: tuple[Definition, ...] = (self.whole,)
        before = scopes
        parts = name.split(".") if name else []
        if "" in parts:
            return ()
        for position, part in enumerate(parts):
            if part in _ACCESSORS and position == len(parts) - 1 and len(parts) > 2:
                accessors = _accessors(before, parts[-2], part, name)
                if accessors:
                    return accessors
            before = scopes
            here = ".".join(parts[: position + 1])
            if here not in self._found:
                self._found[here] = _preferred(tuple(_in_scopes(scopes, part, here)), part)
            scopes = self._found[here]
        return scopes

    def may_be_rebound(self, name: str) -> bool:
        """Tell from the bytes whether a module-level name could be bound by a loop or the like.

        Quick, and often wrong in saying so; what it says no to needs no second look.
        """
        if not name or "." in name:
            return False
        source, word = self.source, name.encode()
        at = source.find(word)
        while at >= 0:
            start = source.rfind(b"\n", 0, at) + 1
            if source[start:at].lstrip().startswith(_REBINDS):
                return True
            if source[at + len(word) : at + len(word) + 4].lstrip().startswith(b":="):
                return True
            if (
                source[start:at].rstrip(b" (").endswith((b" as", b","))
                and b" as " in source[start:at]
            ):
                return True
            at = source.find(word, at + 1)
        return False

    def names(self) -> list[str]:
        """Give the names of the module's and its classes' definitions, to suggest from."""
        found: list[str] = []
        for node in statements(self.root):
            inner = _undecorated(node)
            name = _name_of(inner)
            if name is None:
                found.extend(text for text, _ in _bound_names(node))
                continue
            found.append(name)
            if inner.type == "class_definition":
                body = inner.child_by_field_name("body")
                members = (_name_of(_undecorated(item)) for item in statements(body or inner))
                found.extend(f"{name}.{member}" for member in members if member)
        return found


def _in_scopes(scopes: Iterable[Definition], part: str, name: str) -> Iterator[Definition]:
    for scope in scopes:
        if scope.kind == MODULE or scope.is_class or scope.is_function:
            found = tuple(_in_scope(scope, part, name))
            if not found and scope.is_class:
                found = tuple(_instance_fields(scope, part, name))
            yield from found


def attributes(scope: Definition, part: str) -> tuple[Definition, ...]:
    """Give all that a class defines of a name: in its body, and as ``self.part = …``."""
    name = f"{scope.name}.{part}"
    return (*_in_scope(scope, part, name), *_instance_fields(scope, part, name))


def _in_scope(scope: Definition, part: str, name: str) -> Iterator[Definition]:
    source, wanted = scope.source, part.encode()
    body = scope.node if scope.kind == MODULE else scope.body
    for node in statements(body, source, wanted if is_composed(source) else b""):
        inner = _undecorated(node)
        defined = _name_of(inner)
        if defined is not None:
            if defined == part:
                yield Definition(name, _kind_of(node, inner, scope), node, inner, source)
            continue
        for text, target in _bound_names(node):
            if text == part:
                yield Definition(name, _binding_kind(target, part, scope), node, target, source)
                break


def statements(block: Node, source: bytes = b"", wanted: bytes = b"") -> Iterator[Node]:
    """Give a scope's statements, those inside its ``if``, ``try``, ``with`` … too, in order.

    Args:
        block: the scope's block.
        source: the bytes that it was parsed from.
        wanted: if given, only statements whose bytes hold this.
    """
    pending = [_holding(block, source, wanted)]
    while pending:
        node = next(pending[-1], None)
        if node is None:
            pending.pop()
        elif node.type in _COMPOUND:
            pending.append(_holding(node, source, wanted))
        else:
            yield node


def _holding(block: Node, source: bytes, wanted: bytes) -> Iterator[Node]:
    """Give the children of a block whose bytes hold a word, from one occurrence to the next."""
    if not wanted:
        yield from block.named_children
        return
    end, cursor = block.end_byte, block.walk()
    at = source.find(wanted, block.start_byte, end)
    while at >= 0:
        after = at + 1
        if cursor.goto_first_child_for_byte(at) is not None:
            child = cursor.node
            cursor.goto_parent()
            if child is not None and child.is_named and child.start_byte <= at:
                yield child
                after = max(after, child.end_byte)
        at = source.find(wanted, after, end)


def _undecorated(node: Node) -> Node:
    if node.type != "decorated_definition":
        return node
    return node.child_by_field_name("definition") or node


def _name_of(node: Node) -> str | None:
    if node.type not in ("function_definition", "class_definition"):
        return None
    return text_of(node.child_by_field_name("name"))


def _bound_names(node: Node) -> Iterator[tuple[str, Node]]:
    """Give the names that a simple statement binds, each with the node that binds it."""
    if node.type == "expression_statement":
        assignment: Node | None = node.named_children[0] if node.named_child_count else None
        while assignment is not None and assignment.type in _ASSIGNMENTS:
            left = assignment.child_by_field_name("left")
            for target in _targets(left):
                if target.type == "identifier":
                    yield text_of(target), assignment
            assignment = assignment.child_by_field_name("right")
    elif node.type in _IMPORTS:
        yield from ((name, node) for name in _imported_names(node))
    elif node.type == "type_alias_statement":
        name = text_of(node.child_by_field_name("left")).split("[")[0].strip()
        if name.isidentifier():  # else it is type(a).b = c, which the grammar takes for one
            yield name, node


def _targets(left: Node | None) -> Iterator[Node]:
    pending = [left] if left is not None else []
    while pending:
        target = pending.pop()
        if target.type in _NESTED_TARGETS:
            pending.extend(reversed(target.named_children))
        else:
            yield target


def _imported_names(node: Node) -> Iterator[str]:
    for item in node.children_by_field_name("name"):
        if item.type == "aliased_import":
            yield text_of(item.child_by_field_name("alias"))
        elif node.type == "import_statement":
            yield text_of(item).split(".")[0].strip()
        else:
            yield text_of(item)


def _instance_fields(scope: Definition, part: str, name: str) -> Iterator[Definition]:
    """Give the assignments ``self.part = …`` in a class's methods, whatever ``self`` is called."""
    source = scope.source
    for node in statements(scope.body, source, part.encode()):
        method = _undecorated(node)
        if method.type != "function_definition":
            continue
        receiver = _receiver(method)
        if not receiver or "staticmethod" in decorator_names(node):
            continue
        word = re.compile(rb"\b%s\s*\.\s*%s\b" % (re.escape(receiver), re.escape(part.encode())))
        for found in word.finditer(source, method.start_byte, method.end_byte):
            attribute = scope.node.descendant_for_byte_range(*found.span())
            statement = _assigning(attribute, receiver.decode(), part)
            if statement is not None and _owner(statement) == method:
                yield Definition(name, "field", statement, statement.named_children[0], source)


def _receiver(method: Node) -> bytes:
    parameters = method.child_by_field_name("parameters")
    named = parameters.named_children if parameters else []
    first = next((child for child in named if child.type != "comment"), None)
    if first is not None and first.type.endswith("parameter"):
        first = first.named_children[0]
    return (first.text or b"") if first is not None and first.type == "identifier" else b""


def _assigning(node: Node | None, receiver: str, part: str) -> Node | None:
    """Give the statement that assigns to an attribute node, or None where it is only read."""
    if node is None or node.type != "attribute":
        return None
    held = text_of(node.child_by_field_name("object")).lstrip("* ")  # a star: see grouping.py
    if held != receiver:
        return None
    if text_of(node.child_by_field_name("attribute")) != part:
        return None
    parent = node.parent
    while parent is not None and parent.type in _NESTED_TARGETS:
        node, parent = parent, parent.parent
    if parent is None or parent.type not in _ASSIGNMENTS:
        return None
    if parent.child_by_field_name("left") != node:
        return None
    while parent is not None and parent.type != "expression_statement":
        parent = parent.parent
    return parent


def _owner(statement: Node) -> Node | None:
    """Give the function whose own body holds a statement."""
    node = statement.parent
    while node is not None and node.type not in ("function_definition", "class_definition"):
        node = node.parent
    return node


def decorator_names(node: Node) -> list[str]:
    """Give the dotted names of a decorated definition's decorators, without their arguments."""
    if node.type != "decorated_definition":
        return []
    named = []
    for child in node.named_children:
        if child.type == "decorator" and child.named_child_count:
            expression = child.named_children[0]
            if expression.type == "call":
                expression = expression.child_by_field_name("function") or expression
            named.append("".join(text_of(expression).split()))
    return named


def _kind_of(node: Node, inner: Node, scope: Definition) -> str:
    decorators = {name.rsplit(".", 1)[-1] for name in decorator_names(node)}
    if inner.type == "class_definition":
        if "dataclass" in decorators:
            return "dataclass"
        return "enum" if _ENUMS & set(_base_names(inner)) else "class"
    if scope.is_class and decorators & (_PROPERTIES | _ACCESSORS):
        return "property"
    prefix = "async " if inner.children[0].type == "async" else ""
    return prefix + ("method" if scope.is_class else "function")


def _base_names(node: Node) -> Iterator[str]:
    bases = node.child_by_field_name("superclasses")
    for base in bases.named_children if bases else ():
        if base.type != "keyword_argument":
            yield text_of(base).rsplit(".", 1)[-1]


def _binding_kind(target: Node, part: str, scope: Definition) -> str:
    if target.type in _IMPORTS:
        return "import"
    if target.type == "type_alias_statement":
        return "type alias"
    if scope.is_class:
        return "field"
    return "constant" if scope.kind == MODULE and part.isupper() else "variable"


def _preferred(found: tuple[Definition, ...], part: str) -> tuple[Definition, ...]:
    if len(found) < 2:
        return found
    decorated = [set(decorator_names(item.node)) for item in found]
    accessor = {f"{part}.{word}" for word in _ACCESSORS}
    stubs = [bool(names & _OVERLOADS) for names in decorated]
    kept = tuple(
        item
        for item, names, stub in zip(found, decorated, stubs, strict=True)
        if not stub and not accessor & names
    )
    if any(stubs) and not all(item.node.start_byte > _last(found, stubs) for item in kept):
        return found  # a stub that comes later takes the place of what stands before it
    return kept or found


def _last(found: tuple[Definition, ...], stubs: list[bool]) -> int:
    return max(item.node.start_byte for item, stub in zip(found, stubs, strict=True) if stub)


def _accessors(
    scopes: tuple[Definition, ...], part: str, word: str, name: str
) -> tuple[Definition, ...]:
    wanted = f"{part}.{word}"
    return tuple(
        item
        for scope in scopes
        if scope.is_class
        for item in _in_scope(scope, part, name)
        if wanted in decorator_names(item.node)
        or (word == "getter" and "property" in decorator_names(item.node))
    )
