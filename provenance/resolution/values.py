"""What an expression may stand for: a definition, an object of a class, or something unknown."""

import msgspec

from provenance.resolution.targets import Outside, Site, Step, Unresolved


class Value(msgspec.Struct, frozen=True):
    """Something that an expression may stand for.

    Attributes:
        what: the definition, or the class of the object.
        is_object: whether it is an object of the class ``what``.
        receiver: the class through whose object or ``cls`` it was looked up; a subclass of it may
            have its own.
    """

    what: Step
    is_object: bool = False
    receiver: Site | Outside | None = None


Values = tuple[Value, ...]


def unknown(reason: str, receiver: Site | Outside | None = None) -> Values:
    """Give the values of something of which nothing is known."""
    return (Value(Unresolved(reason), receiver=receiver),)


def class_of(value: Value) -> Value:
    """Give the class of an object, as ``type(x)`` does."""
    if value.is_object and isinstance(value.what, Site | Outside):
        return Value(value.what, receiver=value.what)
    return value if isinstance(value.what, Unresolved) else Value(Unresolved("it is a type's type"))
