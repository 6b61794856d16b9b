"""Which file an imported module is, though no ``sys.path`` is known.

A directory can be a place to import from when neither it nor one above it is a package; of those
above the importing file the nearest that has the module is meant. What only a directory inside a
package has is not meant by Python, but may be by whoever runs a file as a script: undecided.
"""

import sys

import msgspec

from provenance.resolution.files import Files


class Place(msgspec.Struct, frozen=True):
    """Where a module stands: a file, or a directory that may be a package without ``__init__``."""

    path: str
    is_file: bool = True

    @property
    def directory(self) -> str:
        """The directory whose modules are its submodules; nothing for a plain file."""
        if not self.is_file:
            return self.path
        stem = self.path.removesuffix("__init__.py")
        return stem.rstrip("/") if stem != self.path else ""

    @property
    def is_package(self) -> bool:
        """Whether it may have submodules."""
        return not self.is_file or self.path.rpartition("/")[2] == "__init__.py"


class Elsewhere(msgspec.Struct, frozen=True):
    """The module is surely not in the snapshot."""


class Undecided(msgspec.Struct, frozen=True):
    """The module may or may not be in the snapshot."""

    reason: str


Located = Place | Elsewhere | Undecided


def submodule(files: Files, directory: str, name: str) -> Place | None:
    """Give the module of a (dotted) name below a directory."""
    stem = _joined(directory, name.replace(".", "/"))
    for path in (f"{stem}/__init__.py", f"{stem}.py"):
        if files.exists(path):
            return Place(path)
    return None


def relative(files: Files, path: str, level: int, module: str) -> Located:
    """Locate ``from ..module import``, as seen from a file."""
    parts = path.split("/")[:-1]
    if level > len(parts) + 1:
        return Undecided("a relative import leaves the tree")
    directory = "/".join(parts[: len(parts) - level + 1])
    if not module:
        init = _joined(directory, "__init__.py")
        return Place(init) if files.exists(init) else Place(directory, is_file=False)
    found = submodule(files, directory, module)
    if found is not None:
        return found
    return Place(_joined(directory, module.replace(".", "/")), is_file=False)


def absolute(files: Files, path: str, module: str, member: str = "") -> Located:
    """Locate ``import module``, or ``from module import member``, as seen from a file.

    Args:
        files: the files of the snapshot.
        path: the importing file.
        module: the module's dotted name.
        member: a name taken from it, which may be a submodule of a package without ``__init__``.
    """
    roots, inside = _roots(files, path)
    found = next(filter(None, (_below(files, root, module, member) for root in roots)), None)
    top = module.partition(".")[0]
    if found is not None:
        if module in sys.stdlib_module_names:
            return Undecided(f"{module} may be of the standard library or {found.path}")
        return found
    if top in sys.stdlib_module_names:
        return Elsewhere()
    beside = next(filter(None, (_below(files, root, module, member) for root in inside)), None)
    if beside is not None:
        return Undecided(f"{module} may be {beside.path}, or a package from elsewhere")
    if files.complete or not _occurs(files, path, (*roots, *inside), top):
        return Elsewhere()
    return Undecided(f"{top} is here, but not {module}; the snapshot may lack files")


def _roots(files: Files, path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the directories above a file, nearest first: those in no package, and those in one."""
    parts = path.split("/")[:-1]
    places = ["/".join(parts[:size]) for size in range(len(parts) + 1)]
    packages = (place for place in places if files.exists(_joined(place, "__init__.py")))
    first = next(packages, None)
    end = len(places) if first is None else places.index(first)
    return tuple(reversed(places[:end])), tuple(reversed(places[end:]))


def _below(files: Files, root: str, module: str, member: str) -> Place | None:
    found = submodule(files, root, module)
    if found is None and member and submodule(files, root, f"{module}.{member}"):
        return Place(_joined(root, module.replace(".", "/")), is_file=False)
    return found


def _occurs(files: Files, path: str, roots: tuple[str, ...], top: str) -> bool:
    directories = path.split("/")[:-1]
    return top in directories or any(submodule(files, root, top) for root in roots)


def _joined(directory: str, name: str) -> str:
    return f"{directory}/{name}" if directory else name
