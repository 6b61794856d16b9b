"""A class's bases in the order in which Python looks through them (C3), followed across files."""

from collections.abc import Iterable

from provenance.resolution.files import Files
from provenance.resolution.names import attributes_of, imported, own_members, step_to
from provenance.resolution.targets import Directory, Outside, Site, Target, Unresolved, once, told
from provenance.syntax.definitions import attributes
from provenance.syntax.expressions import Expression, Index, dotted
from provenance.syntax.importing import imports_of
from provenance.syntax.results import bases_of
from provenance.syntax.scopes import Scope, scope_at

_DEEPEST = 40
# Classes that add no methods that anyone calls by name.
_PLAIN = frozenset({"object", "ABC", "Generic", "Protocol", "Enum", "IntEnum", "NamedTuple"})
_PLAIN_FROM = frozenset({"builtins", "abc", "typing", "typing_extensions", "enum"})


def is_plain(step: Target) -> bool:
    """Tell whether a base from outside adds no methods of its own, as ``ABC`` does not."""
    if not isinstance(step, Outside):
        return False
    first, last = step.name.partition(".")[0], step.name.rpartition(".")[2]
    return first in _PLAIN_FROM and last in _PLAIN


def is_protocol(order: Iterable[Target]) -> bool:
    """Tell whether a class stands for whatever has its methods."""
    return any(isinstance(step, Outside) and step.name.endswith(".Protocol") for step in order)


def lineage(files: Files, cls: Site, depth: int = 0) -> tuple[Target, ...]:
    """Give a class and its bases in the order of look-up.

    What could not be followed stands where it would: ``Outside`` or ``Unresolved``.

    Raises:
        Wanted: contents are needed and not at hand.
    """
    if depth > _DEEPEST:
        return cls, Unresolved(f"the bases of {cls.definition.name} lead in a circle")
    rows: list[list[Target]] = []
    direct: list[Target] = []
    for base in bases_of(cls.definition):
        step = _base(files, cls, base)
        direct.append(step)
        above = lineage(files, step, depth + 1) if isinstance(step, Site) else (step,)
        rows.append(list(above))
    merged = _merged([*rows, direct])
    if merged is None:
        return cls, Unresolved(f"the bases of {cls.definition.name} have no order")
    return cls, *merged


def _merged(rows: list[list[Target]]) -> list[Target] | None:
    """Merge the orders of the bases as C3 does; None where there is no such order."""
    found: list[Target] = []
    rows = [row for row in rows if row]
    while rows:
        for row in rows:
            first = row[0]
            if not any(first in other[1:] for other in rows):
                break
        else:
            return None
        found.append(first)
        rows = [[item for item in row if item != first] for row in rows]
        rows = [row for row in rows if row]
    return found


def _base(files: Files, cls: Site, base: Expression) -> Target:
    while isinstance(base, Index):
        base = base.of
    name = dotted(base)
    if not name:
        return Unresolved(f"a base of {cls.definition.name} is no name")
    found = named(files, cls, name)
    if len(found) != 1:
        return Unresolved(f"{name}, a base of {cls.definition.name}, is one of {len(found)}")
    step = found[0]
    if isinstance(step, Site) and not step.definition.is_class:
        return Unresolved(f"{name}, a base of {cls.definition.name}, is {step.definition.kind}")
    if isinstance(step, Site) and step == cls:
        return Unresolved(f"{name} is its own base")
    return step


def named(files: Files, inside: Site, name: str) -> tuple[Target, ...]:
    """Follow a dotted name as the statement of a definition sees it, inside functions too."""
    module = files.module(inside.path)
    scope = scope_at(module, inside.definition.inner)
    return told(look_up(files, inside.path, scope, name))


def look_up(files: Files, path: str, scope: Scope, name: str) -> tuple[Target | Directory, ...]:
    """Follow a dotted name from a scope; what a function binds by a value is not resolved."""
    first, _, rest = name.partition(".")
    around = binder(scope, first)
    if around.kind == "module":
        return step_to(files, path, name)
    steps: list[Target | Directory] = []
    for binding in around.bindings[first]:
        if binding.how == "import":
            for item in imports_of(binding.node):
                steps += imported(files, path, item) if item.bound == first else ()
        elif binding.how == "definition":
            steps += local_definitions(files, path, around, first)
        else:
            steps.append(Unresolved(f"{first} is bound by {binding.how} on line {binding.line}"))
    return attributes_of(files, once(steps), rest)


def binder(scope: Scope, name: str) -> Scope:
    """Give the scope that binds a name as seen from one; the module's if no other does."""
    current: Scope = scope
    while current.parent is not None:
        hidden = current.kind == "class" and current is not scope
        bound = () if hidden else current.bindings.get(name, ())
        ways = {binding.how for binding in bound}
        if "global" in ways:
            break
        if bound and "nonlocal" not in ways:
            return current
        current = current.parent
    while current.parent is not None:
        current = current.parent
    return current


def local_definitions(files: Files, path: str, scope: Scope, name: str) -> tuple[Site, ...]:
    """Give the functions and classes of a name that a scope's own statements define."""
    around = scope.node
    return tuple(
        Site(path, item)
        for item in files.module(path).definitions(f"{scope.name}.{name}")
        if around.start_byte <= item.node.start_byte and item.node.end_byte <= around.end_byte
    )


def member(
    files: Files, cls: Site, name: str, *, behind: Site | None = None
) -> tuple[tuple[Site, ...], str]:
    """Give what a class has of a name, its own or inherited, and what makes that doubtful.

    Args:
        files: the files.
        cls: the class.
        name: the name.
        behind: look only behind this class in the order, as ``super()`` does.
    """
    doubt = ""
    order = lineage(files, cls)
    if behind is not None:
        order = order[order.index(behind) + 1 :] if behind in order else order[1:]
    for step in order:
        if isinstance(step, Site):
            doubt = doubt or _damage(files, step)
            found = own_members(files, step, name)
            if found:
                return found, doubt
        elif not is_plain(step):
            doubt = doubt or _before(step, name)
    return (), doubt


def _damage(files: Files, cls: Site) -> str:
    """Say why what a class's file defines is not to be believed, or nothing."""
    line = files.module(cls.path).error_line
    return "" if line is None else f"{cls.path} has a syntax error on line {line}"


def _before(step: Target, name: str) -> str:
    if isinstance(step, Outside):
        return f"{step.name}, which comes first, may define {name}"
    return step.reason if isinstance(step, Unresolved) else ""


def fields(files: Files, cls: Site, name: str) -> tuple[tuple[Site, ...], str]:
    """Give all that a class and its bases define of a name, ``self.name =`` too, and the doubt.

    Bases behind a method of that name do not count.
    """
    found: list[Site] = []
    doubt = ""
    for step in lineage(files, cls):
        if not isinstance(step, Site):
            doubt = doubt or ("" if is_plain(step) or found else _before(step, name))
            continue
        doubt = doubt or _damage(files, step)
        own = own_members(files, step, name)
        if any(not item.definition.is_assignment for item in own):
            found += own
            break
        found += [Site(step.path, item) for item in attributes(step.definition, name)]
    return tuple(found), doubt


def class_around(files: Files, path: str, scope: Scope) -> Site | None:
    """Give the class of the method around a scope."""
    around = scope.enclosing_class()
    if around is None:
        return None
    start = around.node.start_byte
    for item in files.module(path).definitions(around.name):
        if item.inner.start_byte == start:
            return Site(path, item)
    return None


def owner_of(files: Files, site: Site) -> Site | None:
    """Give the class in whose body a definition stands."""
    name, node = site.definition.name.rpartition(".")[0], site.definition.node
    for item in files.module(site.path).definitions(name) if name else ():
        inside = item.node.start_byte <= node.start_byte and node.end_byte <= item.node.end_byte
        if item.is_class and inside:
            return Site(site.path, item)
    return None
