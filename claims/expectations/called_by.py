"""Who calls the definition: these do, or these and nobody else."""

import msgspec

from claims.expectations.edges import RESTS_ON, edge, edge_finding, short
from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    broken,
    held,
    invalid,
    unknown,
)
from claims.expectations.locators import (
    LOCATOR_SCHEMA,
    Locator,
    Lost,
    files_of,
    find,
    lost,
    read_locator,
)
from claims.expectations.values import each, mapping, one_or_more, some, words
from claims.model import Lines
from provenance.paths import BadPath, UnreadableFile, check_path
from provenance.resolution.callers import Caller, Search, is_at, search
from provenance.resolution.calls import Aim, Grade, aim_at
from provenance.resolution.receivers import Resolver
from provenance.resolution.targets import Site
from provenance.yamlfile import Node

_SHOWN = 5


class Callers(msgspec.Struct, frozen=True):
    """The callers that a claim names.

    Attributes:
        named: each of them.
        is_all: whether nobody else calls.
        within: files or directories that are searched for others; none for the default.
    """

    named: tuple[Locator, ...]
    is_all: bool = False
    within: tuple[str, ...] = ()


def _read(node: Node) -> Callers:
    if not node.is_mapping:
        return Callers(some(node, read_locator))
    found = mapping(node, ("only", "within"))
    if "only" not in found:
        raise invalid(node, "'within' stands beside 'only'", "write 'only: [...]'")
    within = some(found["within"], _place) if "within" in found else ()
    return Callers(each(found["only"], read_locator), True, within)


def _place(node: Node) -> str:
    place = words(node).strip().rstrip("/")
    if place in (".", ""):
        return ""
    try:
        return check_path(place)
    except BadPath as error:
        raise invalid(node, str(error), "write a file or directory of the repository") from None


def _check(value: Callers, subject: Subject) -> tuple[Finding, ...]:
    resolver = Resolver(subject.files)
    called = Site(subject.path, subject.definition)
    if not subject.definition.is_function and not subject.definition.is_class:
        reason = f"{subject.what or 'the module'} is no function or class"
        return (unknown("called_by", "is called", reason, subject.span),)
    callers: list[Site] = []
    findings: list[Finding] = []
    for locator in value.named:
        caller = find(locator, subject.files, subject.path)
        if isinstance(caller, Lost):
            findings.append(lost("called_by", f"called by {locator.text}", caller, subject))
            continue
        found = edge(resolver, caller, called)
        expected = f"called by {short(caller)}"
        findings.append(edge_finding("called_by", expected, found, subject))
        callers.append(caller)
    if value.is_all:
        findings.append(_others(resolver, called, tuple(callers), value, subject))
    return tuple(findings)


def _others(
    resolver: Resolver, called: Site, callers: tuple[Site, ...], value: Callers, subject: Subject
) -> Finding:
    """Say whether anybody else calls the definition."""
    within = value.within or (top_package(subject.path),)
    where = ", ".join(place or "the whole tree" for place in within)
    expected = f"called by nobody {'else ' if value.named else ''}in {where}"
    aim = aim_at(resolver, called)
    hidden = _unnamed(aim)
    if hidden:
        return unknown("called_by", expected, hidden, subject.span)
    try:
        found = search(resolver, aim, within)
    except UnreadableFile as error:
        return unknown("called_by", expected, str(error), subject.span)
    others = [item for item in found.callers if not any(is_at(site, item) for site in callers)]
    return _told(expected, found, others, where, subject)


def _unnamed(aim: Aim) -> str:
    """Say how a definition can be called without being named, or nothing."""
    if aim.is_through_objects:
        return f"{aim.site.definition.name} is called where an object is, without being named"
    if aim.name.startswith("__") and aim.name.endswith("__") and len(aim.words) == 1:
        return f"{aim.name} is called by Python itself, without being named"
    if aim.site.definition.name.endswith((".setter", ".deleter")):
        return "an assignment calls it, which is not looked at"
    return ""


def _told(
    expected: str, found: Search, others: list[Caller], where: str, subject: Subject
) -> Finding:
    sure = [item for item in others if item.is_call and item.answer.grade is Grade.RESOLVED]
    if sure:
        lines = [Lines(item.line, item.line) for item in sure if item.path == subject.path]
        shown = _listed([f"{item.where} {item.symbol or 'the module'}" for item in sure])
        return broken("called_by", expected, f"also called by {shown}", *lines)
    if others:
        shown = _listed([f"{item.where} {item.text} ({_why(item)})" for item in others])
        return unknown("called_by", expected, f"perhaps also by {shown}", subject.span)
    if found.damaged:
        return unknown("called_by", expected, _listed(list(found.damaged)), subject.span)
    count = f"{found.looked_at} file{'s' * (found.looked_at != 1)}"
    holding = f"{count} there hold{'s' * (found.looked_at == 1)} the name"
    return held("called_by", expected, found=f"searched {where}; {holding}")


def _why(item: Caller) -> str:
    if item.is_call:
        return f"{RESTS_ON[item.answer.grade]}: {item.answer.why}"
    return item.answer.why or "handed on without being called"


def _listed(items: list[str]) -> str:
    more = f"; and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
    return "; ".join(items[:_SHOWN]) + more


def top_package(path: str) -> str:
    """Give where callers are searched by default: the first two directories of a path, or one."""
    return "/".join(path.split("/")[:-1][:2])


_SOURCE = """\
def load():
    pass

def start():
    load()

def restart():
    load()
"""

KIND = Kind(
    name="called_by",
    summary="each of these calls the definition; with 'only', nobody else does",
    value=(
        "'Class.method' in the claim's file, 'file.py::Class.method', a list of them, or "
        "{only: [...], within: a file or directory, or a list}"
    ),
    schema={
        "oneOf": [
            *one_or_more(LOCATOR_SCHEMA)["oneOf"],
            {
                "type": "object",
                "properties": {
                    "only": one_or_more(LOCATOR_SCHEMA, 0),
                    "within": one_or_more(LOCATOR_SCHEMA),
                },
                "required": ["only"],
                "additionalProperties": False,
            },
        ]
    },
    holds=Example(_SOURCE, "load", "{only: [start, restart]}"),
    fails=Example(_SOURCE, "load", "{only: [start]}"),
    real=RealExample(
        "python/sglang/srt/managers/scheduler.py",
        "Scheduler.run_batch",
        "[Scheduler.event_loop_normal, Scheduler.event_loop_overlap]",
        "[Scheduler.on_idle]",
    ),
    read=_read,
    check=_check,
    files=lambda value: files_of(value.named),
    detail=(
        "A named caller stands for what is nested in it; the bare path of a file for its own "
        "code. 'within' defaults to the first two directories of the claim's file. A call that "
        "may be meant by its name alone, a mention without a call, and getattr with the name make "
        "'only' unknown, outside of the callers that are named. Names given by an import outside "
        "of 'within' are not followed."
    ),
)
