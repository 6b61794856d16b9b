"""Methods of texts, their results' sizes known before they are made."""

from collections.abc import Callable
from string import Formatter
from typing import TYPE_CHECKING, Any

from provenance.evaluation.arithmetic import attempt
from provenance.evaluation.budget import TEXT, sized
from provenance.evaluation.checking import plain
from provenance.evaluation.formatting import formatted, text
from provenance.evaluation.outcome import Refused, Thrown, bases_of
from provenance.evaluation.values import kind_of

if TYPE_CHECKING:
    from provenance.evaluation.interpreter import Interpreter

_PLAIN = frozenset({
    "strip", "lstrip", "rstrip", "startswith", "endswith", "find", "rfind", "index", "rindex",
    "count", "partition", "rpartition", "removeprefix", "removesuffix",
})  # fmt: skip
# What these give of a character beyond ASCII depends on the version's table of Unicode.
_BY_TABLE = frozenset({
    "upper", "lower", "title", "capitalize", "swapcase", "casefold", "isdigit", "isalpha",
    "isalnum", "isspace", "isupper", "islower", "istitle", "isdecimal", "isnumeric",
    "isidentifier", "isascii",
})  # fmt: skip
_SPLITTING = frozenset({"split", "rsplit", "splitlines"})
_PADDING = frozenset({"ljust", "rjust", "center", "zfill"})


def call_text(
    it: "Interpreter", receiver: str, name: str, positional: list[Any], named: dict[str, Any]
) -> Any:
    """Call a method of a text."""
    it.budget.spend(len(receiver) // 64)
    if name in _OWN:
        return _OWN[name](it, receiver, positional, named)
    plain(f"the method {name} of a text", positional, named, "sep", "maxsplit", "keepends")
    for item in positional:
        it.budget.pay_for(item)
    if name in _PLAIN and not named:
        return attempt(getattr(receiver, name), *positional)
    if name in _BY_TABLE and not named:
        if not receiver.isascii():
            raise Refused(f"the method {name} of a text that is not ASCII")
        return attempt(getattr(receiver, name), *positional)
    if name in _SPLITTING:
        if name == "splitlines" and not receiver.isascii():
            raise Refused("the lines of a text that is not ASCII")
        return attempt(getattr(receiver, name), *positional, **named)
    raise Refused(f"the method {name} of a text")


def _joined(it: "Interpreter", receiver: str, given: list[Any], named: dict[str, Any]) -> str:
    if named or len(given) != 1:
        raise Thrown(bases_of(TypeError))
    items = it.items(given[0])
    for item in items:
        if type(item) is not str:
            if isinstance(item, int | float | bytes | list | tuple | type(None)):
                raise Thrown(bases_of(TypeError))
            raise Refused(f"a text joined from {kind_of(item)}")
    size = sum(map(len, items)) + len(receiver) * max(0, len(items) - 1)
    _check(size)
    it.budget.spend(size // 64)
    return receiver.join(items)


def _replaced(it: "Interpreter", receiver: str, given: list[Any], named: dict[str, Any]) -> Any:
    plain("the method replace of a text", given, named)
    if len(given) < 2 or not (type(given[0]) is str and type(given[1]) is str):
        raise Thrown(bases_of(TypeError))
    times = receiver.count(given[0])
    _check(len(receiver) + times * max(0, len(given[1]) - len(given[0])))
    it.budget.spend(len(receiver) // 8)
    return attempt(receiver.replace, *given)


def _padded(name: str) -> Callable[..., Any]:
    def call(it: "Interpreter", receiver: str, given: list[Any], named: dict[str, Any]) -> Any:
        plain(f"the method {name} of a text", given, named)
        if given and isinstance(given[0], int):
            _check(given[0])
            it.budget.spend(max(0, given[0]) // 64)
        return attempt(getattr(receiver, name), *given)

    return call


def _check(size: int) -> None:
    if size > TEXT:
        raise Refused(f"a text of more than {TEXT} characters")


def _formatted(it: "Interpreter", receiver: str, given: list[Any], named: dict[str, Any]) -> str:
    """Do as ``format`` with fields that are plain: no attributes, elements or nested fields."""
    try:
        pieces = list(Formatter().parse(receiver))
    except ValueError:
        raise Thrown(bases_of(ValueError)) from None
    shown, place = [], 0
    numbered = any(field is not None and field.isdigit() for _, field, _, _ in pieces)
    for literal, field, specification, conversion in pieces:
        it.budget.spend()
        shown.append(literal)
        if field is None:
            continue
        if field == "" and not numbered:
            key: Any = place
            place += 1
        elif field.isascii() and (field.isidentifier() or (field.isdigit() and len(field) < 4)):
            key = int(field) if field.isdigit() else field
        else:
            raise Refused(f"the replacement field {field[:20]!r}")
        if "{" in (specification or "") or conversion not in (None, "r", "s"):
            raise Refused("a replacement field that is not plain")
        value = _filled(given, named, key)
        if conversion:
            value = text(it.budget, value, quoted=conversion == "r")
        shown.append(formatted(it.budget, value, specification or ""))
        _check(sum(map(len, shown)))
    return str(sized("".join(shown)))


def _filled(given: list[Any], named: dict[str, Any], key: Any) -> Any:
    if isinstance(key, str):
        if key not in named:
            raise Thrown(bases_of(KeyError))
        return named[key]
    if key >= len(given):
        raise Thrown(bases_of(IndexError))
    return given[key]


_OWN: dict[str, Callable[..., Any]] = {
    "join": _joined, "replace": _replaced, "format": _formatted,
    **{name: _padded(name) for name in _PADDING},
}  # fmt: skip
