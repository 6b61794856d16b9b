"""The evaluator's door: a definition, arguments, and what the call gives."""

from collections.abc import Callable, Mapping
from time import thread_time
from typing import Any

from provenance.evaluation.budget import Budget
from provenance.evaluation.calling import bound
from provenance.evaluation.classes import class_value
from provenance.evaluation.frame import Frame
from provenance.evaluation.functions import CLASS, METHOD, PROPERTY, function_at, owner_of
from provenance.evaluation.interpreter import Interpreter
from provenance.evaluation.outcome import (
    Arguments,
    Known,
    Misfit,
    OutOfSubset,
    Placed,
    Raised,
    Refused,
    Returned,
    Thrown,
)
from provenance.evaluation.parameters import parameters_of
from provenance.evaluation.values import (
    Answer,
    Function,
    Given,
    Member,
    Record,
    is_plain,
    kind_of,
)
from provenance.resolution.files import Files
from provenance.resolution.names import Site
from provenance.syntax.term import NotPython3

_EMPTY: Mapping[tuple[str, str], Any] = {}


def evaluate(
    files: Files,
    site: Site,
    arguments: Arguments,
    given: Mapping[tuple[str, str], Any] = _EMPTY,
    clock: Callable[[], float] = thread_time,
) -> Returned | Raised:
    """Work out what a call of a function gives, without running any of it.

    Args:
        files: the files of the snapshot.
        site: the function or method; of a method the first argument is its object, unless it is a
            static or class method. As a keyword it may be left out: nothing is known of it then.
        arguments: plain data, and :class:`Known` for objects.
        given: values of module-level names, by file and name; a name that ends in ``()`` is a
            function without arguments, and the value is its result.
        clock: what the time that it takes is measured by.

    Raises:
        OutOfSubset: the call does something that is not surely understood, or takes too much.
        Misfit: the arguments do not fit the signature, or a name that is given is not there.
        Wanted: contents of other files are needed and not at hand.
    """
    it = Interpreter(files, Budget(clock), {})
    start = Frame(site.path, files.module(site.path))
    line = site.definition.first_line
    try:
        it.names.given = {_key(it, place): _answer(place, item) for place, item in given.items()}
        value = _called(it, site, arguments)
        it.check_lasting()
        return Returned(_shown(it, value))
    except Thrown as error:
        return Raised(error.bases[0], error.bases, error.message, *_place(error, start, line))
    except Refused as error:
        raise OutOfSubset(str(error), *_place(error, start, line)) from None
    except NotPython3 as error:
        raise OutOfSubset(f"a file that cannot be read: {error}", site.path, line) from None
    except (RecursionError, MemoryError):
        raise OutOfSubset("it nests too deeply", site.path, line) from None


def _place(error: Placed, start: Frame, line: int) -> tuple[str, int]:
    return (error.path, error.line) if error.line else (start.path, line)


def _key(it: Interpreter, place: tuple[str, str]) -> tuple[str, str]:
    path, name = place[0], place[1].removesuffix("()")
    try:
        known = it.names.binds(path, name)
    except Refused as error:
        raise Misfit(f"{name} is given, of {error}") from None
    if not known:
        raise Misfit(f"{name} is given, and {path} binds no such name")
    return path, name


def _answer(place: tuple[str, str], value: Any) -> Any:
    inner = _inside(value)
    return Answer(inner) if place[1].endswith("()") else inner


def _inside(value: Any) -> Any:
    """Make an evaluator's own value of one from outside, nothing shared with it."""
    if isinstance(value, Known):
        return Given({name: _inside(item) for name, item in value.fields.items()})
    if isinstance(value, dict):
        return {_inside(key): _inside(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(_inside, value))
    return set(value) if isinstance(value, set) else value


def _called(it: Interpreter, site: Site, arguments: Arguments) -> Any:
    callee = function_at(it, site)
    positional = [_inside(item) for item in arguments.positional]
    named = {name: _inside(item) for name, item in arguments.keywords.items()}
    if callee.sort == CLASS:
        positional.insert(0, class_value(it, _owner(it, site)))
    elif callee.sort in (METHOD, PROPERTY):
        _give_self(it, site, callee.function, positional, named)
    bound(it, callee.function, positional, named)
    return it.call(callee.function, positional, named)


def _owner(it: Interpreter, site: Site) -> Site:
    name = site.definition.name.rpartition(".")[0]
    around = owner_of(site)
    for item in it.names.frame(site.path).module.definitions(name):
        if item.inner == around:
            return Site(site.path, item)
    raise Refused(f"the class around {site.definition.name}")


def _give_self(
    it: Interpreter,
    site: Site,
    function: Function,
    positional: list[Any],
    named: dict[str, Any],
) -> None:
    """Make the object of a method one of the class, where it is given, and one where it is not."""
    first = next(iter(parameters_of(function.term)), None)
    if first is None:
        raise Misfit("the method has no parameter for its object")
    if not positional and first.name not in named:
        positional.append(Given({}))
    value = positional[0] if positional else named[first.name]
    if not isinstance(value, Given):
        raise Misfit(f"{first.name} is the method's object; write {{object: {{…}}}}")
    value.owner = _owner(it, site)


def _shown(it: Interpreter, value: Any) -> Any:
    """Make a value for the world outside of the evaluator's own."""
    it.budget.pay_for(value)
    return _outside(value)


def _outside(value: Any) -> Any:
    kind = type(value)
    if kind in (list, tuple):
        return kind(map(_outside, value))
    if kind is dict:
        return {_as_key(key): _outside(item) for key, item in value.items()}
    if kind in (set, frozenset):
        return kind(map(_as_key, value))
    if is_plain(value):
        return value
    return Known({name: _outside(item) for name, item in _fields(value).items()}, value.what)


def _as_key(value: Any) -> Any:
    key = _outside(value)
    try:
        hash(key)
    except TypeError:
        raise Refused("a result with an object as a key") from None
    return key


def _fields(value: Any) -> dict[str, Any]:
    if isinstance(value, Member):
        return {"name": value.name, "value": value.value}
    if isinstance(value, Record | Given):
        return value.fields
    raise Refused(f"a result that is {kind_of(value)}")
