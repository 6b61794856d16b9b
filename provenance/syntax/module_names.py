"""How a module comes by its names besides plain definitions: aliases, stars, other statements."""

import re

from provenance.syntax.definition import Definition
from provenance.syntax.definitions import Module, statements
from provenance.syntax.expressions import Either, Expression, Literal, dotted, read
from provenance.syntax.importing import Imported, imports_of
from provenance.syntax.second_look import look

_STAR = re.compile(rb"\bimport\s*\(?\s*\*")


def aliased(item: Definition) -> tuple[str, ...]:
    """Give the dotted names that ``a = b.c`` makes another name of; nothing for other values."""
    if not item.is_assignment or item.inner.type == "augmented_assignment":
        return ()
    left = item.inner.child_by_field_name("left")
    if left is None or left.type != "identifier":
        return ()
    value = item.inner.child_by_field_name("right")
    while value is not None and value.type == "assignment":
        value = value.child_by_field_name("right")
    found = tuple(map(dotted, _options(read(value)))) if value is not None else ()
    return found if all(found) else ()


def _options(value: Expression) -> tuple[Expression, ...]:
    return value.options if isinstance(value, Either) and not value.is_bar else (value,)


def star_imports(module: Module) -> tuple[Imported, ...]:
    """Give the star imports of a module, in order."""
    if not _STAR.search(module.source):
        return ()
    return tuple(
        item
        for node in statements(module.root, module.source, b"*")
        if node.type == "import_from_statement"
        for item in imports_of(node)
        if item.bound == "*"
    )


def exported(module: Module) -> frozenset[str] | None:
    """Give the names that ``__all__`` lists; None where there is none, or none that can be read."""
    found = module.definitions("__all__")
    if len(found) != 1 or found[0].inner.type != "assignment":
        return None
    value = found[0].inner.child_by_field_name("right")
    if value is None or value.type not in ("list", "tuple"):
        return None
    names = [read(item) for item in value.named_children if item.type != "comment"]
    if not all(isinstance(item, Literal) and item.type == "str" for item in names):
        return None
    return frozenset(item.text for item in names if isinstance(item, Literal))


def bound_otherwise(module: Module, name: str) -> int:
    """Give the line of a loop, ``global`` or the like that binds a name besides, or 0."""
    if not module.may_be_rebound(name):
        return 0
    others = look(module.source, name).others
    return others[0][0] if others else 0
