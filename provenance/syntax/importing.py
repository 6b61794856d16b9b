"""What an import statement binds, and to what."""

from collections.abc import Iterator

import msgspec
from tree_sitter import Node

from provenance.syntax.term import Term
from provenance.syntax.terms import build


class Imported(msgspec.Struct, frozen=True):
    """One name that an import statement binds.

    Attributes:
        bound: the name in the importing scope; ``*`` for a star import.
        level: the leading dots.
        module: the module's dotted name behind the dots.
        name: what is taken from the module; empty for the module itself.
        top: whether ``import a.b`` binds only ``a``.
    """

    bound: str
    level: int
    module: str
    name: str = ""
    top: bool = False

    @property
    def written(self) -> str:
        """The whole dotted name that is imported."""
        stem = "." * self.level + self.module
        if not self.name:
            return stem
        return f"{stem}{'' if not self.module else '.'}{self.name}"


def imports_of(statement: Node | Term) -> tuple[Imported, ...]:
    """Give the names that an import statement binds, from its node or its term."""
    term = statement if isinstance(statement, Term) else build(statement)
    parts = [item for item in term.children if item.kind != "token"]
    if term.kind == "import_statement":
        return tuple(map(_module, parts))
    if term.kind == "future_import_statement":
        return tuple(Imported(_bound(item), 0, "__future__", _dotted(item)) for item in parts)
    return tuple(_members(parts[0], parts[1:]))


def _members(module: Term, names: list[Term]) -> Iterator[Imported]:
    level, stem = 0, module
    if module.kind == "relative_import":
        level = module.children[0].text.count(".")
        stem = module.children[-1] if len(module.children) > 1 else Term("", "", (), 0, 0)
    for item in names:
        if item.kind == "wildcard_import":
            yield Imported("*", level, _dotted(stem), "*")
        else:
            yield Imported(_bound(item), level, _dotted(stem), _dotted(item))


def _module(term: Term) -> Imported:
    name = _dotted(term)
    if term.kind == "aliased_import":
        return Imported(_bound(term), 0, name)
    return Imported(name.split(".")[0], 0, name, top=True)


def _bound(term: Term) -> str:
    return _dotted(term.children[-1] if term.kind == "aliased_import" else term)


def _dotted(term: Term) -> str:
    if term.kind == "aliased_import":
        return _dotted(term.children[0])
    if term.kind == "dotted_name":
        return ".".join(child.text for child in term.children)
    return term.text
