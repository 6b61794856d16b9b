"""A second, independent look at a module, with the standard library's ``ast`` and the bytes.

Nothing is called missing, and nothing in a damaged tree is believed, unless this agrees.
"""

import ast
import re
import sys
import warnings
from collections.abc import Iterable, Iterator
from enum import Enum

import msgspec

_Scope = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.ClassDef)
# Comprehensions are looked into: what := binds there belongs to the scope around them.
_CLOSED = (*_SCOPES, ast.Lambda)


class Seen(Enum):
    """What the second look has to say of a name."""

    ABSENT = "absent"
    DEFINED = "defined"
    BOUND = "bound"  # by something that is no definition: a loop, a with, a global statement
    STARRED = "starred"  # a star import may bring it
    UNREADABLE = "unreadable"


class Look(msgspec.Struct, frozen=True):
    """The answer: what was seen, the spans in lines (decorators included), and why."""

    seen: Seen
    spans: tuple[tuple[int, int], ...] = ()
    reason: str = ""


def look(source: bytes, name: str) -> Look:
    """Look for a qualified name again.

    Args:
        source: normalised source.
        name: the qualified name.

    Returns:
        ``ABSENT`` only when Python's own parser reads the whole file and finds no such name, or,
        where it cannot read it, when the last word of the name is nowhere in the bytes.
    """
    try:
        tree = _parse(source)
    except _NotParsed as error:
        return _by_bytes(source, name, str(error))
    scopes: list[_Scope] = [tree]
    parts = name.split(".")
    if parts[-1] in ("setter", "getter", "deleter") and len(parts) > 2:
        parts.pop()
    spans: list[tuple[int, int]] = []
    for part in parts:
        scopes_before = scopes
        bindings = [item for scope in scopes for item in _bindings(scope) if item[0] == part]
        spans = [span(node) for _, node, is_definition in bindings if is_definition]
        scopes = [node for _, node, _ in bindings if isinstance(node, _SCOPES)]
        if bindings and not spans:
            lines = tuple(span(node) for _, node, _ in bindings)
            return Look(Seen.BOUND, lines, "it is bound by a statement that is no definition")
        if not bindings and part != parts[0]:
            return _absent_in_class(scopes_before, part)
        if not bindings:
            return _absent(tree, part)
    return Look(Seen.DEFINED, tuple(spans))


def _absent_in_class(scopes: list[_Scope], part: str) -> Look:
    """Look for an attribute that is set in some other way than ``self.part = …`` in a method."""
    for node in (node for scope in scopes for node in ast.walk(scope)):
        if isinstance(node, ast.Attribute) and node.attr == part:
            if isinstance(node.ctx, ast.Store):
                return Look(Seen.BOUND, (span(node),), "it is set by a statement of another form")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = [item.value for item in node.args if isinstance(item, ast.Constant)]
            if node.func.id == "setattr" and part in given:
                return Look(Seen.BOUND, (span(node),), "it is set with setattr")
    return Look(Seen.ABSENT)


def _absent(tree: ast.Module, part: str) -> Look:
    for node in ast.walk(tree):
        if isinstance(node, ast.Global) and part in node.names:
            return Look(Seen.BOUND, (span(node),), "a function declares it global")
    for node in _own_nodes(tree):
        if isinstance(node, ast.ImportFrom) and any(item.name == "*" for item in node.names):
            return Look(
                Seen.STARRED, (span(node),), f"from {node.module or '.'} import * may bring it"
            )
    return Look(Seen.ABSENT)


class _NotParsed(Exception):
    pass


def _parse(source: bytes) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except SyntaxError as error:
            version = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
            raise _NotParsed(f"{version} does not parse line {error.lineno}: {error.msg}") from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise _NotParsed(f"Python's parser gives up: {error}") from None


def _by_bytes(source: bytes, name: str, reason: str) -> Look:
    word = name.rsplit(".", 1)[-1]
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    text = source.decode("utf-8", "replace")
    if text.isascii() and not pattern.search(text):
        return Look(Seen.ABSENT)
    return Look(Seen.UNREADABLE, (), reason)


def span(node: ast.AST) -> tuple[int, int]:
    """Give a node's first and last line, decorators included."""
    first = getattr(node, "lineno", 1)
    decorators = getattr(node, "decorator_list", None)
    if decorators:
        first = min(first, *(item.lineno for item in decorators))
    return first, getattr(node, "end_lineno", None) or first


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Give the nodes of a scope, nested scopes themselves but not what they hold."""
    stack = list(reversed(getattr(scope, "body", [])))
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, _CLOSED):
            continue
        stack.extend(reversed(list(ast.iter_child_nodes(node))))


def _bindings(scope: _Scope) -> Iterator[tuple[str, ast.AST, bool]]:
    """Give (name, node, whether it is a definition) for all that a scope binds."""
    for node in _own_nodes(scope):
        if isinstance(node, _SCOPES):
            yield node.name, node, True
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for item in node.names:
                yield _imported(node, item), node, True
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            for target in _targets(node):
                if isinstance(target, ast.Name):
                    yield target.id, node, True
        else:
            yield from ((name, node, is_definition) for name, is_definition in _others(node))
    if isinstance(scope, ast.ClassDef):
        yield from _instance_fields(scope)


def _imported(node: ast.Import | ast.ImportFrom, item: ast.alias) -> str:
    if item.asname or isinstance(node, ast.ImportFrom):
        return item.asname or item.name
    return item.name.split(".")[0]


def _targets(node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> Iterator[ast.expr]:
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        yield from _flat(target)


def _flat(target: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        for item in target.elts:
            yield from _flat(item)
    elif isinstance(target, ast.Starred):
        yield from _flat(target.value)
    else:
        yield target


def _others(node: ast.AST) -> Iterator[tuple[str, bool]]:
    if type(node).__name__ == "TypeAlias":
        yield node.name.id, True  # type: ignore[attr-defined]
    elif isinstance(node, ast.For | ast.AsyncFor):
        yield from ((item.id, False) for item in _flat(node.target) if isinstance(item, ast.Name))
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        names = _flat(node.optional_vars)
        yield from ((item.id, False) for item in names if isinstance(item, ast.Name))
    elif isinstance(node, ast.NamedExpr):
        yield node.target.id, False
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name, False
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest, False


def _instance_fields(scope: ast.ClassDef) -> Iterator[tuple[str, ast.AST, bool]]:
    for method in _own_nodes(scope):
        if not isinstance(method, _FUNCTIONS) or _is_static(method):
            continue
        arguments = [*method.args.posonlyargs, *method.args.args]
        if arguments:
            yield from _fields_of(method, arguments[0].arg)


def _is_static(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = (item.id for item in method.decorator_list if isinstance(item, ast.Name))
    return "staticmethod" in names


def _fields_of(method: ast.AST, receiver: str) -> Iterator[tuple[str, ast.AST, bool]]:
    """Give what a method assigns to its receiver, and what it or a closure binds otherwise."""
    assigned: set[ast.AST] = set()
    for node in _own_nodes(method):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            for field in _fields(_targets(node), receiver):
                assigned.add(field)
                yield field.attr, node, True
    stored = (node for node in _under_receiver(method, receiver) if node not in assigned)
    for field in _fields(stored, receiver):
        yield field.attr, field, False


def _under_receiver(method: ast.AST, receiver: str) -> Iterator[ast.AST]:
    """Give the nodes of a method and its closures in which the receiver's name is still its own."""
    stack = list(ast.iter_child_nodes(method))
    while stack:
        node = stack.pop()
        arguments = getattr(node, "args", None)
        if isinstance(arguments, ast.arguments) and any(
            isinstance(item, ast.arg) and item.arg == receiver for item in ast.walk(arguments)
        ):
            continue
        yield node
        stack.extend(ast.iter_child_nodes(node))


def _fields(nodes: Iterable[ast.AST], receiver: str) -> Iterator[ast.Attribute]:
    for node in nodes:
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id == receiver
        ):
            yield node
