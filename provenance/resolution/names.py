"""What a module-level name stands for: imports, re-exports and aliases followed to a definition."""

import builtins
from weakref import WeakKeyDictionary

from provenance.paths import UnreadableFile
from provenance.resolution.files import Files
from provenance.resolution.locating import (
    Elsewhere,
    Located,
    Place,
    Undecided,
    absolute,
    relative,
    submodule,
)
from provenance.resolution.targets import (
    Directory,
    Outside,
    Site,
    Step,
    Target,
    Unresolved,
    once,
    told,
)
from provenance.syntax.definition import Definition
from provenance.syntax.definitions import Module
from provenance.syntax.importing import Imported, imports_of
from provenance.syntax.module_names import aliased, bound_otherwise, exported, star_imports
from provenance.syntax.term import NotPython3, Term
from provenance.syntax.text import UnreadableText

_MOST_HOPS = 40
_LISTED = 3
_others: WeakKeyDictionary[Module, dict[str, int]] = WeakKeyDictionary()
_stars: WeakKeyDictionary[Module, tuple[Imported, ...]] = WeakKeyDictionary()


Trail = tuple[tuple[str, str], ...]


def lead(files: Files, path: str, name: str) -> tuple[Target, ...]:
    """Follow a module-level name to what defines it.

    Args:
        files: the files of the snapshot.
        path: the file in which the name is used.
        name: the name, dotted if need be; behind a class only what it defines itself is found.

    Returns:
        At least one target; several where the name is bound several times.

    Raises:
        Wanted: contents are needed and not at hand.
    """
    return told(step_to(files, path, name))


def lead_import(files: Files, path: str, statement: Term, name: str) -> tuple[Target, ...]:
    """Follow a name that an import statement binds, wherever the statement stands.

    Raises:
        Wanted: contents are needed and not at hand.
    """
    first, _, rest = name.partition(".")
    found = tuple(
        step
        for item in imports_of(statement)
        if item.bound == first
        for step in imported(files, path, item)
    )
    if not found:
        return (Unresolved(f"{first} is not bound by that import"),)
    return told(attributes_of(files, found, rest))


def step_to(files: Files, path: str, name: str, trail: Trail = ()) -> tuple[Step, ...]:
    """Do as :func:`lead`, with the names that led here, and packages without ``__init__``."""
    first, _, rest = name.partition(".")
    found = _member(files, path, first, trail)
    if found is None:
        known = hasattr(builtins, first)
        found = (Outside(f"builtins.{first}") if known else _nothing(path, first),)
    return attributes_of(files, found, rest, trail)


def attributes_of(
    files: Files, steps: tuple[Step, ...], name: str, trail: Trail = ()
) -> tuple[Step, ...]:
    """Follow the rest of a dotted name behind what its beginning led to."""
    for part in name.split(".") if name else ():
        steps = once(found for step in steps for found in attribute(files, step, part, trail))
    return steps


def attribute(files: Files, step: Step, part: str, trail: Trail = ()) -> tuple[Step, ...]:
    """Follow one attribute of a module, a class (what it defines itself) or something outside."""
    if isinstance(step, Outside):
        return (Outside(f"{step.name}.{part}"),)
    if isinstance(step, Unresolved):
        return (step,)
    if isinstance(step, Directory):
        return _in_directory(files, step.path, part)
    if step.is_module:
        again = (step.path, part) in trail and Place(step.path).is_package
        found = None if again else _member(files, step.path, part, trail)
        return _in_package(files, step, part) if found is None else found
    return _own(files, step, part)


def _own(files: Files, step: Site, part: str) -> tuple[Step, ...]:
    if not step.definition.is_class:
        return (Unresolved(f"{step.definition.name} is no module or class"),)
    found = own_members(files, step, part)
    reason = f"{step.definition.name} defines no {part} itself"
    return tuple(found) or (Unresolved(reason),)


def own_members(files: Files, owner: Site, part: str) -> tuple[Site, ...]:
    """Give what a class's own statements define of a name, in methods as ``self.part =`` too."""
    around = owner.definition.node
    return tuple(
        Site(owner.path, item)
        for item in files.module(owner.path).definitions(f"{owner.definition.name}.{part}")
        if around.start_byte <= item.node.start_byte and item.node.end_byte <= around.end_byte
    )


def _in_package(files: Files, module: Site, part: str) -> tuple[Step, ...]:
    place = Place(module.path)
    if place.is_package:
        inner = submodule(files, place.directory, part)
        if inner is not None:
            return (_file(files, inner.path),)
        return (Directory(f"{place.directory}/{part}".lstrip("/")),)
    return (_nothing(module.path, part),)


def _in_directory(files: Files, directory: str, part: str) -> tuple[Step, ...]:
    inner = submodule(files, directory, part)
    if inner is not None:
        return (_file(files, inner.path),)
    return (Directory(f"{directory}/{part}".lstrip("/")),)


def _nothing(path: str, name: str) -> Unresolved:
    return Unresolved(f"{path} binds no {name}")


def _file(files: Files, path: str) -> Site | Unresolved:
    try:
        return Site(path, files.module(path).whole)
    except (UnreadableFile, UnreadableText) as error:
        return Unresolved(f"{path} cannot be read: {error}")


def _member(files: Files, path: str, name: str, trail: Trail) -> tuple[Step, ...] | None:
    """Give what a name bound in a file's own scope leads to; None where it is not bound."""
    if (path, name) in trail or len(trail) >= _MOST_HOPS:
        shown = " -> ".join(f"{place}:{word}" for place, word in trail[-_LISTED:])
        return (Unresolved(f"{name} leads in a circle: {shown}"),)
    try:
        module = files.module(path)
    except (UnreadableFile, UnreadableText) as error:
        return (Unresolved(f"{path} cannot be read: {error}"),)
    trail = (*trail, (path, name))
    try:
        return _bound(files, path, module, name, trail)
    except NotPython3 as error:
        return (Unresolved(f"{path} cannot be read: {error}"),)


def _bound(
    files: Files, path: str, module: Module, name: str, trail: Trail
) -> tuple[Step, ...] | None:
    found = module.definitions(name)
    starred = _starred(files, path, module, name, trail)
    if module.error_line is not None and (found or not starred):
        return (Unresolved(f"{path} has a syntax error on line {module.error_line}"),)
    line = _bound_otherwise(module, name)
    if line:
        return (Unresolved(f"{name} is bound by another statement, {path}:{line}"),)
    steps = [step for item in found for step in _through(files, path, item, name, trail)]
    steps += starred
    if steps or not module.definitions("__getattr__"):
        return once(steps) or None
    return (Unresolved(f"__getattr__ of {path} may supply {name}"),)


def _bound_otherwise(module: Module, name: str) -> int:
    known = _others.setdefault(module, {})
    if name not in known:
        known[name] = bound_otherwise(module, name)
    return known[name]


def _through(
    files: Files, path: str, item: Definition, name: str, trail: Trail
) -> tuple[Step, ...]:
    """Follow a definition that only passes on what another one defines."""
    if item.kind == "import":
        return tuple(
            step
            for one in imports_of(item.inner)
            if one.bound == name
            for step in imported(files, path, one, trail)
        )
    others = aliased(item)
    if not others:
        return (Site(path, item),)
    return tuple(step for other in others for step in step_to(files, path, other, trail))


def _starred(files: Files, path: str, module: Module, name: str, trail: Trail) -> tuple[Step, ...]:
    """Give what star imports may bring of a name; what surely lacks it gives nothing."""
    found: list[Step] = []
    if module not in _stars:
        _stars[module] = star_imports(module)
    for item in _stars[module]:
        for step in _modules(files, path, item):
            found.extend(_from_star(files, step, name, trail))
    return tuple(found)


def _from_star(files: Files, step: Step, name: str, trail: Trail) -> tuple[Step, ...]:
    if not isinstance(step, Site):
        shown = step.name if isinstance(step, Outside) else "a module that is not resolved"
        known = hasattr(builtins, name) and isinstance(step, Outside)
        sure = known or isinstance(step, Directory)
        return () if sure else (Unresolved(f"from {shown} import * may bring {name}"),)
    if (step.path, name) in trail:
        return ()
    module = files.module(step.path)
    names = exported(module)
    if names is None and name.startswith("_") and not module.definitions("__all__"):
        return ()
    if names is not None and name not in names:
        return ()
    return _member(files, step.path, name, trail) or ()


def imported(files: Files, path: str, item: Imported, trail: Trail = ()) -> tuple[Step, ...]:
    """Follow one name that an import statement in a file binds."""
    steps = _modules(files, path, item)
    if not item.name:
        return steps
    return tuple(found for step in steps for found in attribute(files, step, item.name, trail))


def _modules(files: Files, path: str, item: Imported) -> tuple[Step, ...]:
    """Give the module that an import statement names."""
    member = "" if item.name == "*" else item.name
    if item.level:
        located: Located = relative(files, path, item.level, item.module)
    else:
        located = absolute(files, path, item.module, member)
    if isinstance(located, Elsewhere):
        name = item.module.partition(".")[0] if item.top else item.module
        return (Outside(name),)
    if isinstance(located, Undecided):
        return (Unresolved(located.reason),)
    return (_opened(files, _top(files, located, item) if item.top else located),)


def _top(files: Files, place: Place, item: Imported) -> Place:
    """Give the first package of ``import a.b``, which is what the statement binds."""
    size = item.module.count(".")
    if not size:
        return place
    stem = place.directory or place.path.removesuffix(".py")
    directory = "/".join(stem.split("/")[:-size])
    init = f"{directory}/__init__.py"
    return Place(init) if files.exists(init) else Place(directory, is_file=False)


def _opened(files: Files, place: Place) -> Step:
    return _file(files, place.path) if place.is_file else Directory(place.path)


__all__ = [
    "Outside", "Site", "Target", "Trail", "Unresolved", "attribute", "attributes_of", "imported",
    "lead", "lead_import", "own_members", "step_to",
]  # fmt: skip
