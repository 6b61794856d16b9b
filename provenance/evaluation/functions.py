"""Functions and methods of the snapshot as values, their decorators understood or refused."""

from typing import TYPE_CHECKING, Any

import msgspec

from provenance.evaluation.frame import Frame, own_names
from provenance.evaluation.outcome import Refused
from provenance.evaluation.parameters import parameters_of
from provenance.evaluation.values import Function, Outer
from provenance.resolution.names import Site
from provenance.syntax.term import NotPython3, Term
from provenance.syntax.terms import build

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

FUNCTION = "function"
METHOD = "method"
STATIC = "static method"
CLASS = "class method"
PROPERTY = "property"
_SORTS = {
    "builtins.staticmethod": STATIC,
    "builtins.classmethod": CLASS,
    "builtins.property": PROPERTY,
    "functools.cached_property": PROPERTY,
}
_CACHES = ("functools.cache", "functools.lru_cache")


class Callee(msgspec.Struct, frozen=True):
    """A function and how it is called: as a method, a property, or just so."""

    function: Any
    sort: str


def function_at(it: "Interpreter", site: Site) -> Callee:
    """Give the function that a definition makes.

    Raises:
        Refused: a decorator may make something else of it, or it cannot be read.
    """
    try:
        term = build(site.definition.node)
    except NotPython3 as error:
        raise Refused(f"{site.definition.name}, which cannot be read: {error}") from None
    frame = it.names.frame(site.path)
    decorators = [item.children[-1] for item in term.children if item.kind == "decorator"]
    inner = term if term.kind == "function_definition" else term.children[-1]
    sort = METHOD if owner_of(site) is not None else FUNCTION
    is_cached = False
    for item in decorators:
        name = _decorating(it, item, frame)
        if name in _CACHES:
            is_cached = True
        elif name in _SORTS and sort == METHOD:
            sort = _SORTS[name]
        else:
            line = frame.line_of(item)
            raise Refused(f"a decorator of {site.definition.name} on line {line} of {site.path}")
    function = Function(site.definition.name, inner, _around(site, frame), {})
    function.defaults_in = _class_frame(site, frame)
    function.lasts = True
    if is_cached:
        function.remembered = {}
    return Callee(function, sort)


def _decorating(it: "Interpreter", term: Term, frame: Frame) -> str:
    """Give the dotted name of a decorator from outside the snapshot; nothing for another one."""
    if term.kind == "call":
        plain = all(
            (item.kind == "keyword_argument" and item.children[-1].kind in ("integer", "none"))
            or item.kind in ("integer", "none")
            for item in term.children[1].children
        )  # fmt: skip
        found = _decorating(it, term.children[0], frame)
        return found if plain and found == "functools.lru_cache" else ""
    value = it.value(term, frame) if term.kind in ("identifier", "attribute") else None
    return value.name if isinstance(value, Outer) else ""


def owner_of(site: Site) -> Any:
    """Give the class statement that a method stands in; None for a function."""
    around = site.definition.node.parent
    while around is not None and around.type not in (
        "class_definition", "function_definition", "module",
    ):  # fmt: skip
        around = around.parent
    return around if around is not None and around.type == "class_definition" else None


def _around(site: Site, module: Frame) -> Frame:
    """Give the frame around a function: of what the functions around it bind, nothing is known."""
    scopes: list[frozenset[str]] = []
    node = site.definition.node.parent
    while node is not None:
        if node.type == "function_definition":
            term = build(node)
            scopes.append(own_names(term) | {one.name for one in parameters_of(term)})
        node = node.parent
    frame = module
    for names in reversed(scopes):
        frame = frame.inner(names)
        frame.is_unknown = True
    return frame


def _class_frame(site: Site, module: Frame) -> Frame:
    """Give the frame that a method's defaults are worked out in."""
    around = owner_of(site)
    if around is None:
        return module
    frame = module.inner(own_names(build(around)))
    frame.is_unknown = True
    return frame
