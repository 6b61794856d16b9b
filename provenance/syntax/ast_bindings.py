"""What a scope binds, as the standard library's ``ast`` sees it; nothing here knows tree-sitter."""

import ast
from collections.abc import Iterable, Iterator

Scope = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*_FUNCTIONS, ast.ClassDef)
# Comprehensions are looked into: what := binds there belongs to the scope around them.
_CLOSED = (*SCOPES, ast.Lambda)


def span(node: ast.AST) -> tuple[int, int]:
    """Give a node's first and last line, decorators included."""
    first = getattr(node, "lineno", 1)
    decorators = getattr(node, "decorator_list", None)
    if decorators:
        first = min(first, *(item.lineno for item in decorators))
    return first, getattr(node, "end_lineno", None) or first


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """Give the nodes of a scope, nested scopes themselves but not what they hold.

    Decorators, defaults, annotations and bases are worked out in the scope around.
    """
    stack = list(reversed(getattr(scope, "body", [])))
    while stack:
        node = stack.pop()
        yield node
        outside = _header(node) if isinstance(node, _CLOSED) else ast.iter_child_nodes(node)
        stack.extend(reversed(list(outside)))


def _header(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.arguments):
            yield from (item for item in ast.iter_child_nodes(child) if isinstance(item, ast.expr))
            yield from (item.annotation for item in _arguments(child) if item.annotation)
        elif child not in _body(node):
            yield child


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    return [item for item in ast.walk(arguments) if isinstance(item, ast.arg)]


def _body(node: ast.AST) -> list[ast.AST]:
    body = getattr(node, "body", [])
    return body if isinstance(body, list) else [body]


def bindings(scope: Scope) -> Iterator[tuple[str, ast.AST, bool]]:
    """Give (name, node, whether it is a definition) for all that a scope binds."""
    if isinstance(scope, _FUNCTIONS):
        yield from ((item.arg, item, False) for item in _arguments(scope.args))
    for node in own_nodes(scope):
        if isinstance(node, SCOPES):
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
    elif isinstance(node, ast.Delete):
        yield from ((item.id, False) for item in node.targets if isinstance(item, ast.Name))
    elif isinstance(node, ast.NamedExpr):
        yield node.target.id, False
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name, False
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest, False


def _instance_fields(scope: ast.ClassDef) -> Iterator[tuple[str, ast.AST, bool]]:
    for method in own_nodes(scope):
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
    for node in own_nodes(method):
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
