"""Which objects an annotation allows."""

from provenance.resolution.classes import class_around, look_up
from provenance.resolution.files import Files
from provenance.resolution.targets import Directory, Outside, Site, Step
from provenance.resolution.values import Value, Values, class_of, unknown
from provenance.syntax.expressions import (
    Attribute,
    Either,
    Expression,
    Index,
    Literal,
    Name,
    Nothing,
    dotted,
    read_text,
)
from provenance.syntax.results import assigned
from provenance.syntax.scopes import Scope, scope_at

_DEEPEST = 20
_TYPING = frozenset({"typing", "typing_extensions"})
_FIRST = frozenset({"Annotated", "ClassVar", "Final", "Required", "NotRequired", "InitVar"})
_SEVERAL = frozenset({"Optional", "Union"})
_OPEN = frozenset({"Any", "Callable", "TypeVar", "Literal", "object"})


def annotated(files: Files, item: Expression, path: str, scope: Scope, depth: int = 0) -> Values:
    """Give the objects that an annotation allows; ``None`` is left out.

    Args:
        files: the files.
        item: the annotation; a text is read as one.
        path: the file in which it stands.
        scope: where its names are looked up.
        depth: how many annotations lead here.

    Raises:
        Wanted: contents are needed and not at hand.
    """
    if depth > _DEEPEST:
        return unknown("an annotation leads in a circle")
    item = read_text(item.text) if isinstance(item, Literal) and item.text else item
    if isinstance(item, Nothing):
        return ()
    if isinstance(item, Either):
        return _each(files, item.options, path, scope, depth)
    if isinstance(item, Index):
        return _generic(files, item, path, scope, depth)
    if not isinstance(item, Name | Attribute) or not dotted(item):
        return unknown("an annotation is worked out")
    steps = look_up(files, path, scope, dotted(item))
    return tuple(v for step in steps for v in _objects(files, step, path, scope, depth))


def _each(
    files: Files, options: tuple[Expression, ...], path: str, scope: Scope, depth: int
) -> Values:
    return tuple(v for one in options for v in annotated(files, one, path, scope, depth + 1))


def _generic(files: Files, item: Index, path: str, scope: Scope, depth: int) -> Values:
    """Give the objects of ``Optional[A]``, ``type[A]``, ``Box[A]`` and the like."""
    steps = look_up(files, path, scope, dotted(item.of)) if dotted(item.of) else ()
    names = {_typing(step) for step in steps}
    if names <= _SEVERAL and names:
        return _each(files, item.items, path, scope, depth)
    if names <= _FIRST and names:
        return _each(files, item.items[:1], path, scope, depth)
    if names and names <= {"Type", "type"}:
        return tuple(map(class_of, _each(files, item.items, path, scope, depth)))
    return tuple(v for step in steps for v in _objects(files, step, path, scope, depth)) or unknown(
        "an annotation is worked out"
    )


def _typing(step: Step) -> str:
    if not isinstance(step, Outside):
        return ""
    module, _, name = step.name.rpartition(".")
    return (
        name if module in _TYPING or step.name in ("builtins.type", "dataclasses.InitVar") else ""
    )


def _objects(files: Files, step: Step, path: str, scope: Scope, depth: int) -> Values:
    if isinstance(step, Outside):
        if _typing(step) == "Self":
            cls = class_around(files, path, scope)
            return (Value(cls, is_object=True),) if cls else unknown("Self stands in no class")
        if _typing(step) in _OPEN or step.name == "builtins.object":
            return unknown(f"it is annotated as {step.name}")
        return (Value(step, is_object=True),)
    if isinstance(step, Directory) or not isinstance(step, Site):
        return (Value(step),)
    if step.definition.is_class:
        return (Value(step, is_object=True),)
    return _alias(files, step, depth)


def _alias(files: Files, site: Site, depth: int) -> Values:
    """Give the objects of ``A = Union[B, C]``, used as an annotation."""
    name = site.definition.name
    if not site.definition.is_assignment:
        return unknown(f"{name}, an annotation, is a {site.definition.kind}")
    binding = assigned(site.definition, name.rpartition(".")[2])
    if binding.value is None:
        return unknown(f"{name}, an annotation, has no value")
    scope = scope_at(files.module(site.path), site.definition.node)
    return annotated(files, binding.value, site.path, scope, depth + 1)
