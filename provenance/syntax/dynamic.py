"""Ways in which a name can come to be without a definition, for names that have none."""

import ast
import re
from collections.abc import Iterator

from provenance.syntax.ast_bindings import own_nodes

_SETTERS = ("setattr", "__setattr__", "type")
_NAMESPACES = ("globals", "vars", "locals", "exec")


def in_module(tree: ast.Module, name: str) -> tuple[ast.AST, str] | None:
    """Give what may bring a module-level name at run time, and how; None for nothing."""
    for node in own_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            return node, "the module's __getattr__ may supply it"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) == "exec":
            return node, "exec may define it"
        if isinstance(node, ast.Call) and _called(node) in _SETTERS and _names(node, name):
            return node, "it may be set by name"
        if _fills_namespace(node, name):
            return node, "it may be set in a namespace"
    return None


def set_otherwise(tree: ast.Module, owners: list[ast.AST], name: str) -> ast.AST | None:
    """Give a statement that sets an attribute of some classes, if not as ``self.name = …``."""
    called = {owner.name for owner in owners if isinstance(owner, ast.ClassDef)}
    for node in _stores(tree, name):
        if isinstance(node.value, ast.Name) and node.value.id in called:
            return node
    return next((node for owner in owners for node in _stores(owner, name)), None)


def _stores(root: ast.AST, name: str) -> Iterator[ast.Attribute]:
    for node in ast.walk(root):
        if not isinstance(node, ast.Attribute) or node.attr != name:
            continue
        if isinstance(node.ctx, ast.Store):
            yield node


def in_class(tree: ast.Module, owners: list[ast.AST], name: str) -> tuple[ast.AST, str] | None:
    """Give what may bring an attribute of some classes at run time, and how; None for nothing."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in _SETTERS and _names(node, name):
            return node, "it may be set by name"
    ways = (_made_by_base, _supplied, _set_unseen)
    found = (way(owner, name) for owner in owners for way in ways)
    return next((item for item in found if item is not None), None)


def _made_by_base(owner: ast.AST, name: str) -> tuple[ast.AST, str] | None:
    for base in getattr(owner, "bases", []):
        if any(_holds_word(item, name) for item in ast.walk(base)):
            return base, "a base class is made with it"
    return None


def _supplied(owner: ast.AST, name: str) -> tuple[ast.AST, str] | None:
    for node in own_nodes(owner):
        if isinstance(node, ast.FunctionDef) and node.name in ("__getattr__", "__getattribute__"):
            return node, f"{node.name} may supply it"
        if isinstance(node, ast.Assign) and _is_slots(node) and _names(node, name):
            return node, "__slots__ names it"
    return None


def _set_unseen(owner: ast.AST, name: str) -> tuple[ast.AST, str] | None:
    for node in ast.walk(owner):
        if _sets_any(node):
            return node, "attributes are set by computed names"
        if _fills_namespace(node, name):
            return node, "it may be set in a namespace"
    return None


def inherited(tree: ast.Module, owners: list[ast.AST], name: str) -> tuple[ast.AST, str] | None:
    """Give the definition that a base class in the same module has of a name."""
    classes = {node.name: node for node in own_nodes(tree) if isinstance(node, ast.ClassDef)}
    seen: set[str] = set()
    pending = list(_bases(owners))
    while pending:
        base = classes.get(pending.pop())
        if base is None or base.name in seen:
            continue
        seen.add(base.name)
        for node in own_nodes(base):
            if getattr(node, "name", "") == name or getattr(node, "id", "") == name:
                return node, f"{base.name}, one of its bases, defines it"
        pending += _bases([base])
    return None


def _bases(owners: list[ast.AST]) -> Iterator[str]:
    for owner in owners:
        yield from (item.id for item in getattr(owner, "bases", []) if isinstance(item, ast.Name))


def _called(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _names(node: ast.AST, name: str) -> bool:
    return any(isinstance(item, ast.Constant) and item.value == name for item in ast.walk(node))


def _holds_word(node: ast.AST, name: str) -> bool:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    return name in re.findall(r"\w+", node.value)


def _is_slots(node: ast.Assign) -> bool:
    return any(isinstance(item, ast.Name) and item.id == "__slots__" for item in node.targets)


def _sets_any(node: ast.AST) -> bool:
    """Tell whether this is ``setattr(self, key, value)`` with a name that is worked out."""
    if not isinstance(node, ast.Call) or _called(node) not in ("setattr", "__setattr__"):
        return False
    keys = node.args[-2:-1]
    return not keys or not isinstance(keys[0], ast.Constant)


def _fills_namespace(node: ast.AST, name: str) -> bool:
    """Tell whether this is ``globals()["name"] = …``, ``self.__dict__.update(…)`` or the like."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        return _is_namespace(node.value) and not _is_other_constant(node.slice, name)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ("update", "setdefault") and _is_namespace(node.func.value)
    return False


def _is_namespace(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return _called(node) in _NAMESPACES
    return isinstance(node, ast.Attribute) and node.attr == "__dict__"


def _is_other_constant(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Constant) and node.value != name
