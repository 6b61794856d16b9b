"""Whether one definition calls another: the call site that says so, and what that rests on."""

from collections.abc import Iterator

import msgspec

from claims.expectations.interface import Finding, Subject, broken, held, unknown
from claims.expectations.locators import named
from claims.model import Lines, Outcome
from provenance.resolution.calls import Aim, Answer, Grade, aim_at, answer
from provenance.resolution.receivers import Resolver
from provenance.resolution.targets import Site
from provenance.syntax.callsites import CallSite, calls_in
from provenance.syntax.definitions import Module
from provenance.syntax.identifiers import made_from
from provenance.syntax.mentions import handed_texts, mentions

RESTS_ON = {
    Grade.RESOLVED: "resolved",
    Grade.PARTLY: "resolved in part",
    Grade.PERHAPS: "by name alone",
    Grade.OPEN: "by name alone",
}
_SHOWN = 3


class Edge(msgspec.Struct, frozen=True):
    """What was found of a call: the outcome, in words, and the line in the caller's file."""

    outcome: Outcome
    found: str
    path: str
    line: int = 0


def edge(resolver: Resolver, caller: Site, called: Site) -> Edge:
    """Say whether a definition calls another one.

    Raises:
        Wanted: contents are needed and not at hand.
    """
    if caller.definition.is_assignment or caller.definition.kind == "import":
        reason = f"{caller.definition.name} is {caller.definition.kind}; what it calls is not seen"
        return Edge(Outcome.UNKNOWN, reason, caller.path)
    module = resolver.files.module(caller.path)
    aim = aim_at(resolver, called)
    sites = tuple(calls_in(module, caller.definition, aim.name if aim.is_property else ""))
    fitting = [site for site in sites if site.name in aim.words]
    answers = [(site, answer(resolver, caller.path, site, aim)) for site in fitting]
    if max((found.grade for _, found in answers), default=0) < Grade.PERHAPS:
        others = (site for site in sites if site.name not in aim.words)
        answers += [(site, answer(resolver, caller.path, site, aim)) for site in others]
    best = max(answers, key=lambda pair: pair[1].grade, default=None)
    if best is not None and best[1].grade >= Grade.OPEN:
        return _called(caller, *best)
    return _not_called(resolver, module, caller, aim, answers)


def _called(caller: Site, site: CallSite, found: Answer) -> Edge:
    if found.grade is Grade.OPEN:
        reason = f"{site.text} may lead there, or not: {found.why}"
        return Edge(Outcome.UNKNOWN, reason, caller.path, site.line)
    rests_on = RESTS_ON[found.grade]
    if found.why:
        is_sure = found.grade is Grade.RESOLVED
        rests_on += f" ({found.why})" if is_sure else f": {found.why}"
    return Edge(Outcome.HOLDS, f"{site.text}, {rests_on}", caller.path, site.line)


def _not_called(
    resolver: Resolver,
    module: Module,
    caller: Site,
    aim: Aim,
    answers: list[tuple[CallSite, Answer]],
) -> Edge:
    mention = next(_mentioned(resolver, module, caller, aim), None)
    if mention is not None:
        reason = f"{mention.text} is there without being called"
        return Edge(Outcome.UNKNOWN, reason, caller.path, mention.line)
    through = _made_from(resolver, module, caller, aim, answers)
    if through is not None:
        reason = f"{through.text} may lead there: {through.name} is made with {aim.name}"
        return Edge(Outcome.UNKNOWN, reason, caller.path, through.line)
    alike = [pair for pair in answers if pair[0].name in aim.words][:_SHOWN]
    span = Lines(caller.definition.first_line, caller.definition.last_line)
    if not alike:
        where = f"{caller.path}:{span}"
        return Edge(Outcome.BROKEN, f"no call in {where} leads there", caller.path)
    shown = "; ".join(f"line {site.line}: {site.text} is {found.why}" for site, found in alike)
    return Edge(Outcome.BROKEN, shown, caller.path, alike[0][0].line)


def _made_from(
    resolver: Resolver,
    module: Module,
    caller: Site,
    aim: Aim,
    answers: list[tuple[CallSite, Answer]],
) -> CallSite | None:
    """Give a call of something unknown that is made with what should be called: ``partial(f)``."""
    names = made_from(module, aim.words[0])
    if aim.site.path != caller.path:
        names |= made_from(resolver.files.module(aim.site.path), aim.words[0])
    open_calls = (site for site, found in answers if found.grade is Grade.NOTHING)
    return next((site for site in open_calls if site.name in names), None)


def _mentioned(resolver: Resolver, module: Module, caller: Site, aim: Aim) -> Iterator[CallSite]:
    """Give the places in a caller where what it should call is handed on, or named in a text."""
    node = caller.definition.node
    for site in mentions(module, aim.name):
        if not node.start_byte <= site.node.start_byte < node.end_byte or site.is_type:
            continue
        if not site.is_call and answer(resolver, caller.path, site, aim).grade >= Grade.PERHAPS:
            yield site
    for site in handed_texts(module, aim.name):
        if node.start_byte <= site.node.start_byte < node.end_byte:
            yield site


def edge_finding(kind: str, expected: str, found: Edge, subject: Subject) -> Finding:
    """Make the finding of an edge; a line is given as one only in the claim's own file."""
    place = f"line {found.line}" if found.path == subject.path else f"{found.path}:{found.line}"
    is_placed = found.found.startswith("line ") and found.path == subject.path
    text = found.found if is_placed or not found.line else f"{place}: {found.found}"
    here = found.path == subject.path and found.line
    lines = (Lines(found.line, found.line),) if here else ()
    if found.outcome is Outcome.HOLDS:
        return held(kind, expected, *lines, found=text)
    if found.outcome is Outcome.BROKEN:
        return broken(kind, expected, text, *(lines or (subject.span,)))
    return unknown(kind, expected, text, *(lines or (subject.span,)))


def short(site: Site) -> str:
    """Give a definition's name for a sentence."""
    return site.definition.name or named(site)
