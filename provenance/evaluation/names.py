"""What a name of a module stands for, followed through imports to a value."""

import builtins
from collections.abc import Mapping
from time import thread_time
from typing import TYPE_CHECKING, Any

import msgspec

from provenance.evaluation.classes import class_value
from provenance.evaluation.frame import Frame, target_names
from provenance.evaluation.functions import function_at
from provenance.evaluation.outcome import Refused
from provenance.evaluation.steadiness import check_steady, check_unchanged
from provenance.evaluation.targets import assign
from provenance.evaluation.values import (
    Guarded,
    ModuleValue,
    Outer,
    Record,
    Stream,
    held_in,
    is_changeable,
)
from provenance.paths import UnreadableFile
from provenance.resolution.files import Files
from provenance.resolution.locating import Place, submodule
from provenance.resolution.names import Outside, Site, Unresolved, imported
from provenance.resolution.targets import Step
from provenance.syntax.definition import Definition
from provenance.syntax.importing import Imported, imports_of
from provenance.syntax.module_names import star_imports
from provenance.syntax.term import NotPython3, Term
from provenance.syntax.terms import build
from provenance.syntax.text import UnreadableText

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

_LISTED = 5


class Names:
    """The names of the snapshot's modules, each worked out once."""

    def __init__(
        self, it: "Interpreter", files: Files, given: Mapping[tuple[str, str], Any]
    ) -> None:
        self.files = files
        self.given = given
        self._it = it
        self._frames: dict[str, Frame] = {}
        self._known: dict[tuple[str, str], Any] = {}
        self._pending: set[tuple[str, str]] = set()

    def frame(self, path: str) -> Frame:
        """Give the frame of a module.

        Raises:
            Refused: the file cannot be read, or has a syntax error.
        """
        if path not in self._frames:
            before = thread_time()
            try:
                module = self.files.module(path)
                line = module.error_line
            except (UnreadableFile, UnreadableText, NotPython3) as error:
                raise Refused(f"{path}, which cannot be read: {error}") from None
            if line is not None:
                raise Refused(f"{path}, which has a syntax error on line {line}")
            self._frames[path] = Frame(path, module)
            self._it.budget.excuse(thread_time() - before)
        return self._frames[path]

    def value(self, path: str, name: str) -> Any:
        """Give the value of a name as code of a module sees it, built-in names included."""
        key = (path, name)
        if key in self.given:
            return self.given[key]
        if key not in self._known:
            if key in self._pending:
                raise Refused(f"{name}, which leads in a circle")
            self._pending.add(key)
            self._known[key] = self._found(self.frame(path), name)
            self._pending.discard(key)
        return self._known[key]

    def binds(self, path: str, name: str) -> bool:
        """Tell whether a module's own statements may bind a name."""
        module = self.frame(path).module
        return bool(module.definitions(name) or star_imports(module))

    def member(self, holder: ModuleValue, name: str) -> Any:
        """Give an attribute of a module, or a module inside a package."""
        path = holder.path
        if holder.is_file and ((path, name) in self.given or self.binds(path, name)):
            return self.value(path, name)
        place = Place(path, is_file=holder.is_file)
        if not place.is_package:
            raise Refused(f"{name}, which {path} does not bind")
        inner = submodule(self.files, place.directory, name)
        if inner is not None:
            return ModuleValue(inner.path)
        return ModuleValue(f"{place.directory}/{name}".lstrip("/"), is_file=False)

    def imported(self, path: str, term: Term, bound: str) -> Any:
        """Give what an import statement inside a function binds to a name."""
        found = [item for item in imports_of(term) if item.bound == bound]
        return self._taken(path, found[-1])

    def _found(self, frame: Frame, name: str) -> Any:
        path, module = frame.path, frame.module
        items = module.definitions(name)
        if star_imports(module):
            raise Refused(f"{name}, which a star import of {path} may bring")
        if not items:
            check_steady(module, path, name, None)
            if hasattr(builtins, name):
                return Outer(f"builtins.{name}")
            raise Refused(f"{name}, which {path} does not bind")
        if len(items) > 1:
            lines = ", ".join(str(item.first_line) for item in items[:_LISTED])
            raise Refused(f"{name}, which is defined {len(items)} times in {path}, on {lines}")
        item = items[0]
        parent = item.node.parent
        if parent is None or parent.type != "module":
            line = item.first_line
            raise Refused(f"{name}, which is defined under a condition, on line {line} of {path}")
        check_steady(module, path, name, item)
        return self._defined(frame, item, name)

    def _defined(self, frame: Frame, item: Definition, name: str) -> Any:
        if item.kind == "import":
            found = [one for one in imports_of(item.inner) if one.bound == name]
            if len(found) != 1:
                raise Refused(f"{name}, which is imported twice")
            return self._taken(frame.path, found[0])
        if item.is_function:
            return function_at(self._it, Site(frame.path, item)).function
        if item.is_class:
            return class_value(self._it, Site(frame.path, item))
        if item.inner.type != "assignment":
            raise Refused(f"{name}, which is {item.kind}")
        return self._constant(frame, item, name)

    def _constant(self, frame: Frame, item: Definition, name: str) -> Any:
        term = build(item.inner)
        targets = []
        while term.kind == "assignment":
            if not any(child.text == "=" and child.kind == "token" for child in term.children):
                raise Refused(f"{name}, which has no value")
            targets.append(term.children[0])
            term = term.children[-1]
        own = frozenset(word for target in targets for word in target_names(target))
        inside = frame.inner(own)
        value = self._it.value(term, frame)
        for target in targets:
            assign(self._it, target, value, inside)
        found = inside.values[name]
        parts = list(held_in(self._it.budget, found))
        if any(isinstance(part, Record | Stream) for part in parts):
            raise Refused(f"{name}, an object that anyone may change")
        if is_changeable(found):
            is_deep = any(map(is_changeable, parts[1:]))
            check_unchanged(frame.module, frame.path, name, item, is_deep=is_deep)
            self._it.outlives(found)
        return found

    def _taken(self, path: str, item: Imported) -> Any:
        """Give what one name of an import statement stands for."""
        if not item.name:
            return self._module(self._only(imported(self.files, path, item), item))
        step = self._only(imported(self.files, path, msgspec.structs.replace(item, name="")), item)
        if isinstance(step, Outside | Unresolved):
            whole = self._only(imported(self.files, path, item), item)
            if isinstance(whole, Outside):
                return Outer(whole.name)
            if isinstance(whole, Site) and not whole.is_module:
                raise Refused(f"{item.name}, of which the module is not certain")
            return self._module(whole)
        holder = self._module(step)
        return self.member(holder, item.name) if isinstance(holder, ModuleValue) else holder

    @staticmethod
    def _only(steps: tuple[Step, ...], item: Imported) -> Step:
        if len(steps) != 1:
            raise Refused(f"{item.bound}, which may be one of {len(steps)}")
        return steps[0]

    @staticmethod
    def _module(step: Step) -> Guarded:
        if isinstance(step, Unresolved):
            raise Refused(f"an import: {step.reason}")
        if isinstance(step, Outside):
            return Outer(step.name)
        if isinstance(step, Site):
            return ModuleValue(step.path)
        return ModuleValue(step.path, is_file=False)
