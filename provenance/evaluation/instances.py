"""Whether a value is an instance of a class, where that is certain."""

from typing import Any

from provenance.evaluation.outcome import Refused
from provenance.evaluation.values import ClassValue, Member, Outer, Record, is_plain, kind_of

_BUILTIN: dict[str, type] = {
    f"builtins.{kind.__name__}": kind
    for kind in (bool, bytes, complex, dict, float, frozenset, int, list, range, set, str, tuple)
}


def is_instance(value: Any, classes: Any) -> bool:
    """Do as ``isinstance``.

    Raises:
        Refused: the class decides for itself, or not all is known of the value.
    """
    options = classes if type(classes) is tuple else (classes,)
    found = False
    for option in options:
        if type(option) is tuple:
            found = found or is_instance(value, option)
        elif isinstance(option, Outer) and option.name in _BUILTIN:
            found = found or _of_builtin(value, _BUILTIN[option.name])
        elif isinstance(option, ClassValue):
            found = found or _of_class(value, option)
        else:
            raise Refused(f"isinstance with {kind_of(option)}")
    return found


def _of_builtin(value: Any, kind: type) -> bool:
    if is_plain(value):
        return isinstance(value, kind)
    if isinstance(value, Member):
        return value.cls.mixin is not None and issubclass(value.cls.mixin, kind)
    if isinstance(value, Record):
        return False
    raise Refused(f"isinstance of {kind_of(value)}")


def _of_class(value: Any, cls: ClassValue) -> bool:
    if is_plain(value) and cls.sort in ("enum", "dataclass", "exception"):
        return False
    if isinstance(value, Member | Record):
        own: ClassValue = value.cls
        if own is cls or any(parent is cls for parent in own.parents):
            return True
        if cls.sort in ("enum", "dataclass", "exception") and not own.oddities:
            return False
    raise Refused(f"isinstance of {kind_of(value)} with class {cls.name}")
