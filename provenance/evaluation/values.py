"""What an evaluation computes with: Python's own plain data, and a few values of our own.

Our own values refuse every operation that is not stated here, so that Python's operators, which
work on them inside of lists and dictionaries, can give no answer that the target would not give.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from provenance.evaluation.outcome import Refused

if TYPE_CHECKING:
    from provenance.evaluation.budget import Budget
    from provenance.evaluation.frame import Frame
    from provenance.resolution.names import Site
    from provenance.syntax.term import Term

PLAIN = frozenset({
    int, float, bool, type(None), str, bytes, list, tuple, dict, set, frozenset, range,
})  # fmt: skip
VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))


class Guarded:
    """A value of our own: nothing is known of it but what a subclass says."""

    what = "a value"

    def refuse(self, *_: object) -> NoReturn:
        """End the evaluation: nothing is known of such an operation."""
        raise Refused(f"an operation on {self.what}")

    _refused: Any = refuse
    __bool__ = __len__ = __iter__ = __contains__ = __repr__ = __str__ = __format__ = _refused
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __mul__ = __rmul__ = _refused
    __mod__ = __rmod__ = __index__ = __int__ = __float__ = __getitem__ = _refused

    def __eq__(self, other: object) -> bool:
        return self is other or self.refuse()

    def __hash__(self) -> int:
        raise Refused(f"{self.what} as a key")


class Given(Guarded):
    """An object of which only these attributes are known."""

    what = "an object of which only attributes are given"

    def __init__(self, fields: dict[str, Any], owner: "Site | None" = None) -> None:
        self.fields = fields
        self.owner = owner


class ClassValue(Guarded):
    """A class of the target: a dataclass, an enumeration, an exception, or one that only holds.

    Attributes:
        site: where it is defined.
        name: what it is called.
        sort: ``dataclass``, ``enum``, ``exception`` or ``class``.
        members: an enumeration's members by name, aliases included.
        mixin: the built-in type that an enumeration's members are of, too.
        fields: a dataclass's fields by name, with the terms of their defaults.
        bases: the names of an exception and of what it is derived from.
        defaults: the values of fields' defaults, worked out once.
        parents: the classes of the snapshot that it is derived from, nearest first.
        owners: the class that each of the fields is written in.
        oddities: what keeps its instances from being plain data.
        is_keyword_only: whether a dataclass takes its fields by keyword only.
    """

    def __init__(self, site: "Site", sort: str) -> None:
        self.site = site
        self.name = site.definition.name
        self.sort = sort
        self.what = f"class {self.name}"
        self.members: dict[str, Member] = {}
        self.mixin: type | None = None
        self.fields: dict[str, Term | None] = {}
        self.bases: tuple[str, ...] = ()
        self.defaults: dict[str, Any] = {}
        self.parents: tuple[ClassValue, ...] = ()
        self.owners: dict[str, ClassValue] = {}
        self.oddities: list[str] = []
        self.is_keyword_only = False

    def own_members(self) -> list["Member"]:
        """Give an enumeration's members, each once."""
        return [item for name, item in self.members.items() if item.name == name]

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return True


class ModuleValue(Guarded):
    """A file of the snapshot as a value, or a directory that is a package without ``__init__``."""

    def __init__(self, path: str, *, is_file: bool = True) -> None:
        self.path = path
        self.is_file = is_file
        self.what = f"the module {path}"


class ExceptionValue(Guarded):
    """An exception that was made, and perhaps is raised."""

    what = "an exception"

    def __init__(self, bases: tuple[str, ...], message: str | None) -> None:
        self.bases = bases
        self.message = message


class Record(Guarded):
    """An instance of a dataclass."""

    def __init__(self, cls: "ClassValue", fields: dict[str, Any]) -> None:
        self.cls = cls
        self.fields = fields
        self.what = f"an instance of {cls.name}"

    def parts(self) -> Iterator[Any]:
        """Give what comparing it touches."""
        return iter(self.fields.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        same = self.cls is other.cls
        return same and tuple(self.fields.values()) == tuple(other.fields.values())

    def __hash__(self) -> int:
        raise Refused(f"{self.what} as a key")


class Member(Guarded):
    """A member of an enumeration; one with a mixed-in type equals its value."""

    def __init__(self, cls: "ClassValue", name: str, value: Any) -> None:
        self.cls = cls
        self.name = name
        self.value = value
        self.what = f"{cls.name}.{name}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Member):
            mixed = self.cls.mixin and other.cls.mixin
            return self is other or bool(mixed and self.value == other.value)
        if isinstance(other, Guarded):
            return NotImplemented
        return bool(self.cls.mixin and self.value == other)

    def __hash__(self) -> int:
        return hash(self.value) if self.cls.mixin else hash((self.cls.name, self.name))

    def __bool__(self) -> bool:
        return bool(self.value) if self.cls.mixin else True


class Answer(Guarded):
    """A function without arguments of which the result is given."""

    what = "a function of which the result is given"

    def __init__(self, value: Any) -> None:
        self.value = value


class Stream(Guarded):
    """An iterator, which is used up as Python's own is."""

    what = "an iterator"

    def __init__(self, iterator: Iterator[Any]) -> None:
        self.iterator = iterator


class Outer(Guarded):
    """Something outside the snapshot, by its dotted name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.what = name.removeprefix("builtins.")


class Function(Guarded):
    """A function of the target.

    Attributes:
        name: what it is called.
        term: its definition, or a lambda.
        frame: the frame it was defined in.
        defaults: the values of its parameters' defaults.
        remembered: the results of a cached function, by arguments.
        own: the names that it binds, once they are known.
        defaults_in: the frame for its defaults, if that is another.
        lasts: whether it outlives the call, and the values of its defaults with it.
    """

    def __init__(self, name: str, term: "Term", frame: "Frame", defaults: dict[str, Any]) -> None:
        self.name = name
        self.term = term
        self.frame = frame
        self.defaults = defaults
        self.remembered: dict[Any, Any] | None = None
        self.own: frozenset[str] | None = None
        self.defaults_in: Frame | None = None
        self.lasts = False
        self.what = f"function {name}"

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        return True


class Bound(Guarded):
    """A function with its first argument; or, by name, a method of plain data."""

    what = "a bound method"

    def __init__(self, function: Function | str, receiver: Any) -> None:
        self.function = function
        self.receiver = receiver


def is_plain(value: Any) -> bool:
    """Tell whether a value is Python's own plain data (what it holds may still be ours)."""
    return type(value) in PLAIN


def kind_of(value: Any) -> str:
    """Say what sort of value it is, for messages."""
    return value.what if isinstance(value, Guarded) else f"a {type(value).__name__}"


def is_changeable(value: Any) -> bool:
    """Tell whether a value, or what a tuple holds, can be changed in place."""
    if type(value) is tuple:
        return any(map(is_changeable, value))
    return type(value) in (list, dict, set)


def duplicate(value: Any) -> Any:
    """Copy plain containers all the way down; what else they hold is shared."""
    kind = type(value)
    if kind is dict:
        return {key: duplicate(item) for key, item in value.items()}
    if kind in (list, tuple):
        return kind(map(duplicate, value))
    return set(value) if kind is set else value


def held_in(budget: "Budget", value: Any) -> Iterator[Any]:
    """Give a value and all that it holds, each paid for."""
    pending = [value]
    while pending:
        item = pending.pop()
        budget.spend()
        yield item
        if isinstance(item, list | tuple | set | frozenset):
            pending.extend(item)
        elif isinstance(item, dict):
            pending.extend(item)
            pending.extend(item.values())


def in_any_order(value: Any) -> bool:
    """Tell whether a set of several elements is in a value, whose order Python does not promise."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, set | frozenset) and len(item) > 1:
            return True
        if isinstance(item, list | tuple | set | frozenset):
            pending.extend(item)
        elif isinstance(item, dict):
            pending.extend(item)
            pending.extend(item.values())
    return False
