"""What the standard library's parser says is defined in a module, worked out on its own.

It follows the rules that design.md gives for names with several definitions: overloads yield to
the implementation, accessors to the getter, and ``self.x`` counts only where the class body has no
``x``.
"""

import ast
from collections.abc import Iterator
from typing import NamedTuple

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)
_BODIES = ("body", "orelse", "handlers", "finalbody", "cases")


class Item(NamedTuple):
    """A statement that defines a name."""

    name: str
    node: ast.stmt

    @property
    def span(self) -> tuple[int, int]:
        decorators = getattr(self.node, "decorator_list", [])
        first = min([self.node.lineno, *(item.lineno for item in decorators)])
        return first, self.node.end_lineno or first


def everything(tree: ast.Module) -> dict[str, list[Item]]:
    """Give every qualified name with the definitions that it stands for."""
    found: dict[str, list[Item]] = {}
    pending: list[tuple[str, list[Scope]]] = [("", [tree])]
    while pending:
        prefix, scopes = pending.pop()
        for name, items in _members(scopes).items():
            full = f"{prefix}.{name}" if prefix else name
            found[full] = kept = _preferred(name, items)
            inner: list[Scope] = [item.node for item in kept if isinstance(item.node, Scope)]
            if inner:
                pending.append((full, inner))
    return found


def _members(scopes: list[Scope]) -> dict[str, list[Item]]:
    members: dict[str, list[Item]] = {}
    for scope in scopes:
        own = [item for node in simple(scope.body) for item in bound(node)]
        if isinstance(scope, ast.ClassDef):
            names = {item.name for item in own}
            own += [item for item in _instance_fields(scope) if item.name not in names]
        for item in own:
            same_name = members.setdefault(item.name, [])
            if item.span not in [other.span for other in same_name] or item.node not in [
                other.node for other in same_name
            ]:
                same_name.append(item)
    return members


def simple(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Give a scope's statements, those in its compound statements too."""
    for node in body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield node
            continue
        held = [part for field in _BODIES for part in getattr(node, field, [])]
        if not held:
            yield node
        for part in held:
            yield from simple(
                part.body if hasattr(part, "body") and not isinstance(part, ast.stmt) else [part]
            )


def bound(node: ast.stmt) -> Iterator[Item]:
    """Give what a statement defines."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        yield Item(node.name, node)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            first = alias.name if isinstance(node, ast.ImportFrom) else alias.name.partition(".")[0]
            if alias.name != "*":
                yield Item(alias.asname or first, node)
    elif isinstance(node, _ASSIGNMENTS):
        for target in _stored(node):
            if isinstance(target, ast.Name):
                yield Item(target.id, node)
    elif type(node).__name__ == "TypeAlias":
        yield Item(node.name.id, node)  # type: ignore[attr-defined]


def _stored(node: ast.stmt) -> Iterator[ast.expr]:
    """Give the names and attributes that an assignment stores to."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target")]  # noqa: B009
    pending: list[ast.expr] = list(reversed(targets))
    while pending:
        target = pending.pop()
        if isinstance(target, ast.Tuple | ast.List):
            pending.extend(reversed(target.elts))
        elif isinstance(target, ast.Starred):
            pending.append(target.value)
        else:
            yield target


def _instance_fields(scope: ast.ClassDef) -> Iterator[Item]:
    for method in simple(scope.body):
        if not isinstance(method, FUNCTIONS):
            continue
        arguments = [*method.args.posonlyargs, *method.args.args]
        static = any(ast.unparse(item) == "staticmethod" for item in method.decorator_list)
        for node in simple(method.body) if arguments and not static else ():
            for target in _stored(node) if isinstance(node, _ASSIGNMENTS) else ():
                if _is_field(target, arguments[0].arg):
                    yield Item(getattr(target, "attr"), node)  # noqa: B009


def _is_field(target: ast.expr, receiver: str) -> bool:
    return (
        isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == receiver
    )


def _preferred(name: str, items: list[Item]) -> list[Item]:
    accessors = {f"{name}.{word}" for word in ("setter", "getter", "deleter")}
    kept = []
    for item in items:
        decorators = [_dotted(node) for node in getattr(item.node, "decorator_list", [])]
        if not accessors & set(decorators) and not any(
            text.rpartition(".")[2] == "overload" for text in decorators
        ):
            kept.append(item)
    return kept or items


def _dotted(node: ast.expr) -> str:
    return ast.unparse(node.func if isinstance(node, ast.Call) else node)
