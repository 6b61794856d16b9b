"""Whether a call is a call of a certain definition: surely, perhaps, or surely of another one."""

from enum import IntEnum

import msgspec

from provenance.resolution.classes import is_plain, is_protocol, lineage, member, owner_of
from provenance.resolution.receivers import Resolver
from provenance.resolution.targets import Outside, Site, Target, Unresolved
from provenance.resolution.values import Value, Values, unknown
from provenance.syntax.callsites import CallSite
from provenance.syntax.expressions import Attribute

_ACCESSORS = (".getter", ".setter", ".deleter")
MADE = ("__init__", "__new__")
_OWN_CLASS = ("cls", "__class__", "type")  # in the class and those below, all lead to it
_THROUGH_OBJECT = ("__call__", "forward")


class Grade(IntEnum):
    """How sure it is that a call is of what is looked for."""

    NOTHING = 0  # it neither leads there nor is called so
    OTHER = 1
    OPEN = 2  # a receiver of another class lacks it, or an object may pass the call on
    PERHAPS = 3
    PARTLY = 4  # it is one of several that it may be, and of another nothing is known
    RESOLVED = 5


class Answer(msgspec.Struct, frozen=True):
    """A grade, and why it is that, or what is called instead."""

    grade: Grade
    why: str = ""


class Aim(msgspec.Struct, frozen=True):
    """The definition that calls are looked for of.

    Attributes:
        site: the definition.
        owner: the class of a method.
        above: the owner and its bases, or a class itself and its bases, in order.
    """

    site: Site
    owner: Site | None
    above: tuple[Target, ...]

    @property
    def name(self) -> str:
        """The last word of its name."""
        name = self.site.definition.name
        for ending in _ACCESSORS:
            name = name.removesuffix(ending)
        return name.rpartition(".")[2]

    @property
    def words(self) -> tuple[str, ...]:
        """The words by which it can be called: ``__init__`` by its class's name too."""
        if self.name in MADE and self.owner is not None:
            return self.owner.definition.name.rpartition(".")[2], self.name, *_OWN_CLASS
        return (self.name, *_OWN_CLASS) if self.site.definition.is_class else (self.name,)

    @property
    def is_property(self) -> bool:
        """Whether reading it is calling it."""
        return self.site.definition.kind == "property"

    @property
    def is_through_objects(self) -> bool:
        """Whether calling an object can call it: ``__call__``, and ``forward`` of a module."""
        if self.owner is None or self.name not in _THROUGH_OBJECT:
            return False
        outside = (isinstance(item, Outside) and not is_plain(item) for item in self.above)
        unresolved = (isinstance(item, Unresolved) for item in self.above)
        return self.name == "__call__" or any(outside) or any(unresolved)

    def derives_from(self, cls: Target | None) -> bool:
        """Whether its class is below another one."""
        return cls not in (None, self.owner, self.site) and cls in self.above

    def may_derive_from(self, cls: Target | None) -> bool:
        """Whether its class is below another one, or has a base of which nothing is known."""
        is_open = any(isinstance(item, Unresolved) for item in self.above)
        return self.derives_from(cls) or (is_open and cls not in (None, self.owner, self.site))


def aim_at(resolver: Resolver, site: Site) -> Aim:
    """Make the aim of a definition."""
    plain = site
    for ending in _ACCESSORS:
        if site.definition.name.endswith(ending):
            name = site.definition.name.removesuffix(ending)
            plain = Site(site.path, msgspec.structs.replace(site.definition, name=name))
    owner = owner_of(resolver.files, plain)
    below = site if site.definition.is_class else owner
    return Aim(site, owner, lineage(resolver.files, below) if below is not None else ())


def answer(resolver: Resolver, path: str, site: CallSite, aim: Aim) -> Answer:
    """Say whether a call in a file is a call of what is aimed at.

    Raises:
        Wanted: contents are needed and not at hand.
    """
    read = aim.is_property and isinstance(site.callee, Attribute)
    values = _reads(resolver, path, site, aim) if read else _values(resolver, path, site)
    answers = [_one(resolver, value, aim, site) for value in values]
    best = max(answers, key=lambda item: item.grade, default=Answer(Grade.NOTHING))
    if best.grade is not Grade.RESOLVED or len(values) == 1:
        return best
    several = f"one of {len(values)} that it may be"
    unsure = [item for item in values if isinstance(item.what, Unresolved) and not item.receiver]
    if unsure and isinstance(unsure[0].what, Unresolved):
        return Answer(Grade.PARTLY, f"{several}; of another, {unsure[0].what.reason}")
    return Answer(best.grade, f"{best.why}; {several}" if best.why else several)


def _values(resolver: Resolver, path: str, site: CallSite) -> Values:
    return resolver.value(site.callee, path, site.scope)


def _reads(resolver: Resolver, path: str, site: CallSite, aim: Aim) -> Values:
    """Give the definitions that reading an attribute leads to, properties as they are."""
    callee = site.callee
    if not isinstance(callee, Attribute):
        return ()
    found: list[Value] = []
    for owner in resolver.value(callee.of, path, site.scope):
        if not isinstance(owner.what, Site) or not owner.what.definition.is_class:
            found += resolver.attribute(owner, aim.name)
            continue
        sites, doubt = member(resolver.files, owner.what, aim.name)
        lacking = f"{owner.what.definition.name} and its bases define no {aim.name}"
        if doubt or not sites:
            found += unknown(doubt or lacking, owner.what)
        else:
            found += [Value(item, receiver=owner.what) for item in sites]
    return tuple(found)


def _one(resolver: Resolver, value: Value, aim: Aim, site: CallSite) -> Answer:
    what = value.what
    if value.is_object:
        return _object(resolver, value, aim)
    if isinstance(what, Outside):
        return _outside(what, value, aim)
    if isinstance(what, Unresolved):
        return _unresolved(resolver, what, value, aim, site)
    if not isinstance(what, Site):
        return Answer(Grade.OTHER, "it is a package")
    return _site(resolver, what, value, aim)


def _site(resolver: Resolver, what: Site, value: Value, aim: Aim) -> Answer:
    if what == aim.site:
        return Answer(Grade.RESOLVED)
    if what.definition.is_class and (aim.name in MADE or aim.site.definition.is_class):
        return _made(resolver, what, value, aim)
    if aim.may_derive_from(value.receiver) and what.definition.name.endswith(f".{aim.name}"):
        base = f"{what.definition.name} ({what.where})"
        return Answer(Grade.PERHAPS, f"the receiver's own is {base}, which it overrides")
    return Answer(Grade.OTHER, f"{what.definition.name or 'a module'} ({what.where})")


def _made(resolver: Resolver, cls: Site, value: Value, aim: Aim) -> Answer:
    """Answer for a class that is called, which calls its ``__init__``."""
    found, doubt = member(resolver.files, cls, aim.name) if aim.owner else ((), "")
    if aim.site in found:
        return Answer(Grade.PERHAPS, doubt) if doubt else Answer(Grade.RESOLVED)
    if aim.may_derive_from(value.receiver):
        lower = (aim.owner or aim.site).definition.name
        return Answer(Grade.PERHAPS, f"its own class may be {lower}")
    return Answer(Grade.OTHER, f"{cls.definition.name} ({cls.where})")


def _object(resolver: Resolver, value: Value, aim: Aim) -> Answer:
    """Answer for an object that is called."""
    cls = value.what
    if aim.name not in _THROUGH_OBJECT or aim.owner is None:
        shown = cls.definition.name if isinstance(cls, Site) else getattr(cls, "name", "")
        return Answer(Grade.OTHER, f"an object of {shown}")
    if isinstance(cls, Site):
        found, doubt = member(resolver.files, cls, "__call__")
        if aim.site in found:
            return Answer(Grade.PERHAPS, doubt) if doubt else Answer(Grade.RESOLVED)
        order = lineage(resolver.files, cls)
        open_base = next((item for item in order if isinstance(item, Outside)), None)
        related = aim.owner in order or aim.may_derive_from(cls)
        if found or not related or (open_base is None and aim.name == "forward"):
            return Answer(Grade.OTHER, f"an object of {cls.definition.name}")
        base = open_base.name if open_base is not None else cls.definition.name
        return Answer(Grade.PERHAPS, f"an object is called, through {base}.__call__")
    return _outside(cls, value, aim) if isinstance(cls, Outside) else Answer(Grade.OTHER)


def _outside(what: Outside, value: Value, aim: Aim) -> Answer:
    """Answer for what is not in the snapshot, unless a subclass of it may stand there."""
    top, last = what.name.partition(".")[0], what.name.rpartition(".")[2]
    receiver = what if value.is_object else value.receiver
    if receiver is not None:
        outer = (item for item in aim.above if isinstance(item, Outside))
        same_top = any(item.name.partition(".")[0] == top for item in outer)
        if same_top and (value.is_object or last == aim.name):
            return Answer(Grade.PERHAPS, f"the receiver is a {receiver_name(receiver)}")
        return Answer(Grade.OTHER, what.name)
    if last in aim.words and top in aim.site.path.removesuffix(".py").split("/"):
        return Answer(Grade.PERHAPS, f"{what.name} is imported, and not found from there")
    return Answer(Grade.OTHER, what.name)


def receiver_name(receiver: Site | Outside) -> str:
    """Give the name of a class, for messages."""
    return receiver.definition.name if isinstance(receiver, Site) else receiver.name


def _unresolved(
    resolver: Resolver, what: Unresolved, value: Value, aim: Aim, site: CallSite
) -> Answer:
    if site.name not in aim.words or site.name in _OWN_CLASS:
        grade = Grade.OPEN if aim.is_through_objects and site.is_call else Grade.NOTHING
        return Answer(grade, what.reason)
    upper = value.receiver
    if not isinstance(upper, Site) or aim.owner is None:
        return Answer(Grade.PERHAPS, what.reason)
    if not aim.derives_from(upper):
        order = lineage(resolver.files, upper)
        is_open = any(isinstance(item, Unresolved) for item in (*order, *aim.above))
        is_open |= is_protocol(order)
        return Answer(Grade.PERHAPS if is_open else Grade.OPEN, what.reason)
    if member(resolver.files, upper, aim.name) != ((), ""):
        return Answer(Grade.PERHAPS, what.reason)
    lower = aim.owner.definition.name
    return Answer(Grade.RESOLVED, f"through {lower}, which derives from {upper.definition.name}")
