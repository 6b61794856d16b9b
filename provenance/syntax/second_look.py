"""A second, independent look at a module, with the standard library's ``ast`` and the bytes.

Nothing is called missing, and nothing in a damaged tree is believed, unless this agrees.
"""

import ast
import re
import sys
import warnings
from enum import Enum

import msgspec

from provenance.syntax import dynamic
from provenance.syntax.ast_bindings import SCOPES, Scope, bindings, own_nodes, span

_ACCESSORS = ("setter", "getter", "deleter")


class Seen(Enum):
    """What the second look has to say of a name."""

    ABSENT = "absent"
    DEFINED = "defined"
    BOUND = "bound"  # by something that is no definition: a loop, a with, a global statement
    STARRED = "starred"  # a star import may bring it
    DYNAMIC = "dynamic"  # no statement defines it, but something may at run time
    OWNERLESS = "ownerless"  # what should have it is not defined
    OPAQUE = "opaque"  # what should have it is defined, but what it has is not seen here
    UNREADABLE = "unreadable"


class Look(msgspec.Struct, frozen=True):
    """The answer.

    Attributes:
        seen: what was seen.
        spans: in lines, decorators included; of the definitions, or of what is told of.
        reason: why, for a person.
        others: where the name is bound besides, by something that is no definition.
        stars: star imports behind the definition, which may bind it too.
    """

    seen: Seen
    spans: tuple[tuple[int, int], ...] = ()
    reason: str = ""
    others: tuple[tuple[int, int], ...] = ()
    stars: tuple[tuple[int, int], ...] = ()


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
    parts = name.split(".")
    accessor = parts.pop() if parts[-1] in _ACCESSORS and len(parts) > 2 else ""
    owners: list[Scope] = [tree]
    for position, part in enumerate(parts[:-1]):
        found = [item for owner in owners for item in bindings(owner) if item[0] == part]
        owners = [node for _, node, _ in found if isinstance(node, SCOPES)]
        if not owners:
            return _without_owner(".".join(parts[: position + 1]), [node for _, node, _ in found])
    if accessor and not _is_accessed(owners, parts[-1], accessor):
        return Look(Seen.ABSENT)
    return _in_owners(tree, owners, parts[-1], is_global=len(parts) == 1)


def _is_accessed(owners: list[Scope], part: str, accessor: str) -> bool:
    """Tell whether a definition is decorated as the accessor of a property, or bound otherwise."""
    found = [node for owner in owners for name, node, _ in bindings(owner) if name == part]
    written = [ast.unparse(d) for node in found for d in getattr(node, "decorator_list", [])]
    plain = accessor == "getter" and "property" in written
    return plain or f"{part}.{accessor}" in written


def _without_owner(owner: str, bound: list[ast.AST]) -> Look:
    spans = tuple(map(span, bound))
    if not bound:
        return Look(Seen.OWNERLESS, spans, f"{owner} is not defined either")
    return Look(
        Seen.OPAQUE, spans, f"{owner} is no class or function here, so its own are not seen"
    )


def _in_owners(tree: ast.Module, owners: list[Scope], part: str, *, is_global: bool) -> Look:
    found = [item for owner in owners for item in bindings(owner) if item[0] == part]
    spans = tuple(span(node) for _, node, is_definition in found if is_definition)
    others = tuple(span(node) for _, node, is_definition in found if not is_definition)
    if is_global:
        others += tuple(map(span, _declared_global(tree, part)))
    if spans:
        stars = tuple(map(span, _stars(tree))) if is_global else ()
        later = tuple(star for star in stars if star > spans[0])
        return Look(Seen.DEFINED, spans, "", others, later)
    if others:
        return Look(Seen.BOUND, others, "it is bound by a statement that is no definition")
    return _nowhere(tree, owners, part, is_global=is_global)


def _nowhere(tree: ast.Module, owners: list[Scope], part: str, *, is_global: bool) -> Look:
    stars = _stars(tree) if is_global else []
    if stars:
        module = stars[0].module or "."
        return Look(Seen.STARRED, (span(stars[0]),), f"from {module} import * may bring it")
    classes: list[ast.AST] = [owner for owner in owners if isinstance(owner, ast.ClassDef)]
    otherwise = None if is_global else dynamic.set_otherwise(tree, classes, part)
    if otherwise is not None:
        return Look(Seen.BOUND, (span(otherwise),), "it is set by a statement of another form")
    if is_global:
        found = dynamic.in_module(tree, part)
    else:
        found = dynamic.in_class(tree, classes, part) or dynamic.inherited(tree, classes, part)
    return Look(Seen.DYNAMIC, (span(found[0]),), found[1]) if found else Look(Seen.ABSENT)


def _declared_global(tree: ast.Module, part: str) -> list[ast.AST]:
    return [n for n in ast.walk(tree) if isinstance(n, ast.Global) and part in n.names]


def _stars(tree: ast.Module) -> list[ast.ImportFrom]:
    return [
        node
        for node in own_nodes(tree)
        if isinstance(node, ast.ImportFrom) and any(item.name == "*" for item in node.names)
    ]


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
