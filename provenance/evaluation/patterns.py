"""The patterns of ``match``."""

from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt, compared
from provenance.evaluation.budget import check_key
from provenance.evaluation.frame import Frame
from provenance.evaluation.outcome import Refused
from provenance.evaluation.values import ClassValue, Outer, Record, is_plain, kind_of
from provenance.syntax.term import Term

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

Captures = dict[str, Any]
_SINGLETONS = frozenset({"none", "true", "false"})
_VALUES = frozenset({"integer", "float", "string", "unary_operator", "attribute"})
_BUILTINS = {
    f"builtins.{kind.__name__}": kind
    for kind in (bool, bytes, dict, float, frozenset, int, list, set, str, tuple)
}
_SPLATS = ("list_splat", "splat_pattern")


def matched(it: "Interpreter", pattern: Term, value: Any, frame: Frame) -> Captures | None:
    """Give what a pattern captures of a value; None where it does not match."""
    it.budget.spend()
    kind = pattern.kind
    if kind == "token" and pattern.text == "_":
        return {}
    if kind == "identifier":
        return {} if pattern.text == "_" else {pattern.text: value}
    if kind in _SINGLETONS:
        return {} if value is it.value(pattern, frame) else None
    if kind in _VALUES:
        wanted = it.value(pattern, frame)
        return {} if compared(it.budget, "==", value, wanted) else None
    if kind in ("list", "tuple"):
        return _sequence(it, pattern.children, value, frame)
    return _compound(it, pattern, value, frame)


def _compound(it: "Interpreter", pattern: Term, value: Any, frame: Frame) -> Captures | None:
    kind, children = pattern.kind, pattern.children
    if kind == "union_pattern":
        for option in children:
            found = None if option.text == "|" else matched(it, option, value, frame)
            if found is not None:
                return found
        return None
    if kind == "as_pattern":
        found = matched(it, children[0], value, frame)
        return None if found is None else {**found, children[-1].text: value}
    if kind == "dict_pattern":
        return _mapping(it, children, value, frame)
    if kind == "class_pattern":
        return _instance(it, children, value, frame)
    raise Refused(f"a pattern outside the subset: {kind.replace('_', ' ')}")


def _all(it: "Interpreter", pairs: list[tuple[Term, Any]], frame: Frame) -> Captures | None:
    found: Captures = {}
    for pattern, value in pairs:
        captures = matched(it, pattern, value, frame)
        if captures is None:
            return None
        found |= captures
    return found


def _sequence(
    it: "Interpreter", patterns: tuple[Term, ...], value: Any, frame: Frame
) -> Captures | None:
    if not is_plain(value):
        raise Refused(f"a sequence pattern on {kind_of(value)}")
    if not isinstance(value, list | tuple | range):
        return None
    stars = [place for place, item in enumerate(patterns) if item.kind in _SPLATS]
    if not stars:
        if len(value) != len(patterns):
            return None
        return _all(it, list(zip(patterns, value, strict=True)), frame)
    if len(value) < len(patterns) - 1:
        return None
    first, after = stars[0], len(patterns) - stars[0] - 1
    middle = it.items(value[first : len(value) - after])
    star = patterns[first].children[-1]
    pairs = [*zip(patterns[:first], value), (star, middle)]  # noqa: B905 - the first ones
    if after:
        pairs += zip(patterns[first + 1 :], value[-after:], strict=True)
    return _all(it, pairs, frame)


def _mapping(
    it: "Interpreter", children: tuple[Term, ...], value: Any, frame: Frame
) -> Captures | None:
    if not is_plain(value):
        raise Refused(f"a mapping pattern on {kind_of(value)}")
    if not isinstance(value, dict):
        return None
    rest = [item for item in children if item.kind in _SPLATS]
    pairs = [item for item in children if item.kind not in (*_SPLATS, "token")]
    left = dict(value)
    chosen = []
    for key, pattern in zip(pairs[::2], pairs[1::2], strict=True):
        wanted = it.value(key, frame)
        check_key(wanted, len(value))
        if not attempt(value.__contains__, wanted):
            return None
        chosen.append((pattern, value[wanted]))
        left.pop(wanted, None)
    found = _all(it, chosen, frame)
    if found is not None and rest:
        found[rest[0].children[-1].text] = left
    return found


def _instance(
    it: "Interpreter", children: tuple[Term, ...], value: Any, frame: Frame
) -> Captures | None:
    cls = it.value(children[0], frame)
    given = [item for item in children[1:] if item.kind != "keyword_pattern"]
    named = [item for item in children[1:] if item.kind == "keyword_pattern"]
    if isinstance(cls, Outer) and cls.name in _BUILTINS and not named and len(given) < 2:
        if not is_plain(value):
            raise Refused(f"a class pattern on {kind_of(value)}")
        if not isinstance(value, _BUILTINS[cls.name]):
            return None
        return matched(it, given[0], value, frame) if given else {}
    if not isinstance(cls, ClassValue) or cls.sort != "dataclass" or len(given) > len(cls.fields):
        raise Refused(f"a class pattern of {kind_of(cls)}")
    if is_plain(value) or (isinstance(value, Record) and value.cls is not cls):
        return None
    if not isinstance(value, Record):
        raise Refused(f"a class pattern on {kind_of(value)}")
    pairs = [
        (pattern, value.fields[name]) for pattern, name in zip(given, cls.fields, strict=False)
    ]
    for item in named:
        name = item.children[0].text
        if name not in value.fields:
            raise Refused(f"a class pattern with {name}, which is no field")
        pairs.append((item.children[-1], value.fields[name]))
    return _all(it, pairs, frame)
