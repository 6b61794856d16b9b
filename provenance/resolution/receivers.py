"""What an expression stands for where it stands: names, attributes and calls worked out.

Only what the source says counts: an annotation, ``x = Class(...)``, an import. All assignments of a
name in its scope count alike, whichever comes first; what is ``None`` is left out.
"""

from collections.abc import Callable, Hashable

from provenance.resolution.annotations import annotated
from provenance.resolution.classes import (
    binder,
    class_around,
    fields,
    is_protocol,
    lineage,
    local_definitions,
    member,
    owner_of,
)
from provenance.resolution.files import Files
from provenance.resolution.names import attribute, imported, step_to
from provenance.resolution.targets import Outside, Site, Step
from provenance.resolution.values import Value, Values, class_of, unknown
from provenance.syntax.bindings import Binding
from provenance.syntax.expressions import (
    Attribute,
    Awaited,
    Call,
    Either,
    Expression,
    Index,
    Literal,
    Name,
    Nothing,
    Other,
)
from provenance.syntax.importing import imports_of
from provenance.syntax.results import assigned, is_empty, returned
from provenance.syntax.scopes import Scope, scope_at

_DEEPEST = 30


class Resolver:
    """Works out values in the files of one snapshot, and remembers them."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self._known: dict[Hashable, Values] = {}
        self._open: set[Hashable] = set()
        self._depth = 0

    def value(self, expression: Expression, path: str, scope: Scope) -> Values:
        """Give what an expression may stand for, as seen from a scope of a file."""
        if self._depth > _DEEPEST:
            return unknown("it leads through too many steps")
        self._depth += 1
        try:
            return tuple(dict.fromkeys(self._value(expression, path, scope)))
        finally:
            self._depth -= 1

    def _value(self, item: Expression, path: str, scope: Scope) -> Values:
        match item:
            case Name():
                found = self._name(item.text, path, scope)
            case Attribute():
                found = self._attribute(item, path, scope)
            case Call() | Awaited(of=Call()):
                found = self._called(item, path, scope)
            case Either(is_bar=False):
                found = tuple(v for one in item.options for v in self.value(one, path, scope))
            case Index():
                found = self._index(item, path, scope)
            case Literal():
                found = (Value(Outside(f"builtins.{item.type}"), is_object=True),)
            case Nothing():
                found = ()
            case Other():
                found = unknown(f"{item.text} is not followed")
            case _:
                found = unknown("it is worked out by an operator")
        return found

    def _index(self, item: Index, path: str, scope: Scope) -> Values:
        found = self.value(item.of, path, scope)
        return found if all(map(_is_class, found)) else unknown("it is an element of something")

    def _name(self, name: str, path: str, scope: Scope) -> Values:
        around = binder(scope, name)
        if around.kind == "module":
            return self._once((path, name), name, lambda: self._global(name, path))
        key = (path, around.node.start_byte, around.node.end_byte, name)
        return self._once(key, name, lambda: self._bound(around, name, path))

    def _once(self, key: Hashable, name: str, work: Callable[[], Values]) -> Values:
        """Work something out once; what leads back to itself on the way is unknown there."""
        if key in self._known:
            return self._known[key]
        if key in self._open:
            return unknown(f"{name} leads back to itself")
        self._open.add(key)
        try:
            self._known[key] = work()
        finally:
            self._open.discard(key)
        return self._known[key]

    def _global(self, name: str, path: str) -> Values:
        return tuple(v for step in step_to(self.files, path, name) for v in self.step(step))

    def step(self, step: Step) -> Values:
        """Give the values of what a module-level name leads to: an assignment's value, say."""
        if not isinstance(step, Site) or not step.definition.is_assignment:
            return (Value(step),)
        return self._assigned(step, step.definition.name.rpartition(".")[2])

    def _assigned(self, site: Site, part: str) -> Values:
        module = self.files.module(site.path)
        if module.error_line is not None:
            return unknown(f"{site.path} has a syntax error on line {module.error_line}")
        scope = scope_at(module, site.definition.node)
        binding = assigned(site.definition, part)
        return self._from(binding, part, site.path, scope)

    def _bound(self, around: Scope, name: str, path: str) -> Values:
        found: list[Value] = []
        for binding in around.bindings[name]:
            found += self._from(binding, name, path, around)
        return tuple(dict.fromkeys(found)) or unknown(f"{name} is only ever None")

    def _from(self, binding: Binding, name: str, path: str, scope: Scope) -> Values:
        """Give the values that one binding of a name gives it."""
        if binding.how == "import":
            items = (item for item in imports_of(binding.node) if item.bound == name)
            steps = (step for item in items for step in imported(self.files, path, item))
            return tuple(value for step in steps for value in self.step(step))
        if binding.how == "definition":
            local = local_definitions(self.files, path, scope, name)
            return tuple(map(Value, local))
        if binding.how in ("receiver", "class receiver"):
            return self._receiver(binding, path, scope)
        if binding.annotation is not None:
            return annotated(self.files, binding.annotation, path, scope)
        if binding.value is None or binding.how != "assignment":
            return unknown(_why_not(binding, name))
        return () if is_empty(binding.value) else self.value(binding.value, path, scope)

    def _receiver(self, binding: Binding, path: str, scope: Scope) -> Values:
        cls = class_around(self.files, path, scope)
        if cls is None:
            return unknown("the class around is not found")
        is_object = binding.how == "receiver"
        return (Value(cls, is_object=is_object, receiver=None if is_object else cls),)

    def _attribute(self, item: Attribute, path: str, scope: Scope) -> Values:
        if isinstance(item.of, Call) and item.of.function == Name("super"):
            return self._super(item, path, scope)
        owners = self.value(item.of, path, scope)
        if item.name == "__class__":
            return tuple(class_of(owner) for owner in owners)
        return tuple(v for owner in owners for v in self.attribute(owner, item.name))

    def attribute(self, owner: Value, name: str) -> Values:
        """Give what an attribute of a value may stand for."""
        if isinstance(owner.what, Outside) and owner.is_object:
            return (Value(Outside(f"{owner.what.name}.{name}"), receiver=owner.what),)
        if not isinstance(owner.what, Site):
            steps = attribute(self.files, owner.what, name)
            return tuple(value for step in steps for value in self.step(step))
        if owner.what.definition.is_class:
            cls = owner.what
            return self._once((owner, name), name, lambda: self._of_class(owner, cls, name))
        if owner.what.is_module:
            steps = attribute(self.files, owner.what, name)
            return tuple(value for step in steps for value in self.step(step))
        return unknown(f"{name} is an attribute of a function")

    def _of_class(self, owner: Value, cls: Site, name: str) -> Values:
        receiver = cls if owner.is_object else owner.receiver
        if owner.is_object and is_protocol(lineage(self.files, cls)):
            return unknown(f"{cls.definition.name} is a protocol", cls)
        found, doubt = fields(self.files, cls, name)
        if not found:
            lacking = f"{cls.definition.name} and its bases define no {name}"
            return unknown(doubt or lacking, receiver)
        if doubt:
            return unknown(doubt, receiver)
        values: list[Value] = []
        for site in found:
            values += self._field(site, name, owner, receiver)
        return tuple(dict.fromkeys(values)) or unknown(f"{name} is only ever None", receiver)

    def _field(
        self, site: Site, name: str, owner: Value, receiver: Site | Outside | None
    ) -> Values:
        if site.definition.is_assignment:
            return self._assigned(site, name)
        if site.definition.kind == "property":
            return self.returned(site) if owner.is_object else unknown(f"{name} is a property")
        if site.definition.kind == "import":
            return unknown(f"{name} is imported in the class")
        is_method = site.definition.is_function
        return (Value(site, receiver=receiver if is_method else None),)

    def _super(self, item: Attribute, path: str, scope: Scope) -> Values:
        cls = class_around(self.files, path, scope)
        if cls is None:
            return unknown("super() stands in no class")
        found, doubt = member(self.files, cls, item.name, behind=cls)
        if doubt or not found:
            lacking = f"the bases of {cls.definition.name} define no {item.name}"
            return unknown(doubt or lacking, cls)
        return tuple(Value(site, receiver=owner_of(self.files, site)) for site in found)

    def _called(self, item: Call | Awaited, path: str, scope: Scope) -> Values:
        """Give what a call gives: an object of the class, or what the function is said to."""
        is_awaited = isinstance(item, Awaited)
        call = item.of if isinstance(item, Awaited) else item
        if not isinstance(call, Call):
            return unknown("it is awaited")
        if call.function == Name("type") and len(call.arguments) == 1:
            return tuple(map(class_of, self.value(call.arguments[0], path, scope)))
        functions = self.value(call.function, path, scope)
        if call.arguments and functions == (Value(Outside("typing.cast")),):
            return annotated(self.files, call.arguments[0], path, scope)
        return tuple(v for one in functions for v in self.result(one, is_awaited=is_awaited))

    def result(self, function: Value, *, is_awaited: bool = False) -> Values:
        """Give what calling a value gives."""
        what = function.what
        if function.is_object:
            return unknown("an object is called")
        if isinstance(what, Outside):
            if what.name.rpartition(".")[2][:1].isupper():
                return (Value(what, is_object=True),)
            return unknown(f"what {what.name} gives is not known here")
        if not isinstance(what, Site):
            return (Value(what),)
        if what.definition.is_class:
            return (Value(what, is_object=True),)
        return self.returned(what, is_awaited=is_awaited)

    def returned(self, site: Site, *, is_awaited: bool = False) -> Values:
        """Give the values of a function's return annotation, or else of what it returns."""
        key = (site, is_awaited)
        return self._once(key, site.definition.name, lambda: self._returned(site, is_awaited))

    def _returned(self, site: Site, is_awaited: bool) -> Values:
        if not site.definition.is_function:
            return unknown(f"{site.definition.name} is called, and is no function")
        given = returned(site.definition)
        if given.is_async != is_awaited or given.is_generator:
            return unknown(f"{site.definition.name} gives something to await or to go through")
        module = self.files.module(site.path)
        if given.annotation is not None:
            outer = scope_at(module, site.definition.inner)
            return annotated(self.files, given.annotation, site.path, outer)
        inner = scope_at(module, site.definition.body)
        values = (v for item in given.values for v in self.value(item, site.path, inner))
        found = tuple(dict.fromkeys(values))
        return found or unknown(f"{site.definition.name} has no return annotation")


def _why_not(binding: Binding, name: str) -> str:
    if binding.how == "parameter":
        return f"the parameter {name} has no annotation"
    return f"{name} is bound by {binding.how} on line {binding.line}"


def _is_class(value: Value) -> bool:
    if value.is_object:
        return False
    return isinstance(value.what, Outside) or (
        isinstance(value.what, Site) and value.what.definition.is_class
    )
