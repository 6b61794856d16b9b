"""Under which condition code stands."""

import re
from collections.abc import Iterator

import msgspec

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
from claims.expectations.searching import elsewhere, occurrences, present
from claims.expectations.values import compiled, mapping, one_or_more, some
from claims.model import Outcome
from provenance.syntax.guards import Guard, Standing, standing
from provenance.syntax.logic import conjuncts, names_in, subjects_in
from provenance.syntax.matching import Bindings, ways
from provenance.syntax.pattern import Pattern, compile_pattern, placeholders
from provenance.syntax.term import Term, same
from provenance.yamlfile import Node

_META = re.compile(r"\$([A-Z_][A-Z0-9_]*)")
_SHOWN = 3


class Guarded(msgspec.Struct, frozen=True):
    """Code, and the conditions that must all be on the way to it.

    Attributes:
        code: the code.
        by: the condition, as written.
        parts: what it is a conjunction of.
        shares: whether the two have a placeholder in common.
    """

    code: Pattern
    by: str
    parts: tuple[Term, ...]
    shares: bool


class Place(msgspec.Struct, frozen=True):
    """What is to be said of one occurrence: an outcome, why, and the line that decides."""

    outcome: Outcome
    why: str = ""
    line: int = 0


def _read(node: Node) -> tuple[Guarded, ...]:
    return some(node, _one)


def _one(node: Node) -> Guarded:
    found = mapping(node, ("code", "by"))
    for key in ("code", "by"):
        if key not in found:
            raise invalid(node, f"{key!r} is missing", "write {code: pattern, by: condition}")
    names = [frozenset(_META.findall(str(found[key].value))) for key in ("code", "by")]
    shared = (names[0] & names[1]) - {"_"}
    code, by = (
        compiled(found[key], lambda text: compile_pattern(text.strip("\n"), shared))
        for key in ("code", "by")
    )
    if not by.is_expression:
        raise invalid(found["by"], f"{by.text!r} is no condition", "write an expression")
    if shared and code.is_sequence:
        message = f"${min(shared)} stands in 'by' and in several statements"
        raise invalid(found["by"], message, "take one statement of the code")
    return Guarded(code, by.text, conjuncts(by.root), bool(shared))


def _check(value: tuple[Guarded, ...], subject: Subject) -> tuple[Finding, ...]:
    return tuple(_finding(item, subject) for item in value)


def _finding(item: Guarded, subject: Subject) -> Finding:
    expected = f"{item.code.text} under {item.by}"
    found = occurrences(item.code, subject)
    if not found:
        reason = elsewhere(subject)
        if reason:
            return unknown("guarded", expected, reason, subject.span)
        return msgspec.structs.replace(
            present("guarded", item.code, subject, ()), expected=expected
        )
    places = [_place(item, term, subject) for term in found]
    for outcome, make in ((Outcome.BROKEN, broken), (Outcome.UNKNOWN, unknown)):
        wrong = [n for n, place in enumerate(places) if place.outcome is outcome]
        if wrong:
            lines = [subject.lines_of(found[n]) for n in wrong[:_SHOWN]]
            reason = f"line {lines[0].first}: {places[wrong[0]].why}"
            more = f"; and {len(wrong) - 1} more" if len(wrong) > 1 else ""
            return make("guarded", expected, f"{reason}{more}", *lines)
    lines = [subject.lines_of(term) for term in found[:_SHOWN]]
    tests = ", ".join(map(str, sorted({place.line for place in places})))
    counted = f"{len(found)} occurrence{'s' * (len(found) != 1)}"
    return held("guarded", expected, *lines, found=f"{counted}; the condition is on line {tests}")


def _place(item: Guarded, term: Term, subject: Subject) -> Place:
    known = standing(term, subject.definition.node, subject.source)
    valid = tuple(guard for guard in known.guards if not guard.stale)
    bound = ways(item.code.root, term) if item.shares else iter([()])
    for bindings in bound:
        met = _met(item.parts, valid, bindings)
        if met is not None:
            return Place(Outcome.HOLDS, line=min((guard.line for guard in met), default=0))
    said = [_without(part, item, known, subject) for part in item.parts]
    certain = [place for place in said if place is not None and place.outcome is Outcome.BROKEN]
    open_ = [place for place in said if place is not None]
    if certain or open_:
        return (certain or open_)[0]
    return Place(Outcome.UNKNOWN, f"no conditions there are {item.by} together")


def _met(
    parts: tuple[Term, ...], guards: tuple[Guard, ...], bound: Bindings
) -> tuple[Guard, ...] | None:
    """Give guards that are all parts of a condition, its placeholders standing for one thing."""
    if not parts:
        return ()
    for guard in guards:
        for more in ways(parts[0], guard.term, bound):
            rest = _met(parts[1:], guards, more)
            if rest is not None:
                return (guard, *rest)
    return None


def _without(part: Term, item: Guarded, known: Standing, subject: Subject) -> Place | None:
    """Say what is there in place of one part of a condition; None where the part is there."""
    matching = [guard for guard in known.guards if next(ways(part, guard.term), None) is not None]
    if any(not guard.stale for guard in matching):
        return None
    if matching:
        guard = matching[0]
        shown = _shown(guard.term, subject)
        why = f"{shown} was tested on line {guard.line}, and line {guard.stale} may change it"
        return Place(Outcome.UNKNOWN, why)
    valid = [guard for guard in known.guards if not guard.stale]
    opposite = conjuncts(part, negate=True)
    found = (next((g for g in valid if same(term, g.term)), None) for term in opposite)
    against = [guard for guard in found if guard is not None]
    if len(against) == len(opposite) and not placeholders(part):
        shown = " and ".join(_shown(guard.term, subject) for guard in against)
        return Place(Outcome.BROKEN, f"it stands under {shown}, line {against[0].line}")
    return _unrelated(part, item, known, subject)


def _unrelated(part: Term, item: Guarded, known: Standing, subject: Subject) -> Place:
    """Tell whether what is there has nothing to do with a part of a condition."""
    wanted, is_open = subjects_in(part), bool(placeholders(part))
    for guard in known.guards:
        if is_open or _concerns(guard.term, part, known):
            shown = _shown(guard.term, subject)
            return Place(
                Outcome.UNKNOWN,
                f"it stands under {shown} (line {guard.line}); whether that means {item.by} "
                "is not decided",
            )
    opposite = conjuncts(part, negate=True)
    for term in known.perhaps:
        against = any(same(term, item) for item in opposite)
        if not against and (is_open or _concerns(term, part, known)):
            why = (
                f"whether it stands under {_shown(term, subject)} depends on a call that may leave"
            )
            return Place(Outcome.UNKNOWN, why)
    unread = wanted & known.behind(known.unread)
    if unread or (is_open and known.unread):
        name = f" of {min(unread)}" if unread else ""
        return Place(Outcome.UNKNOWN, f"what decides there is more than conditions{name}")
    if not known.guards:
        return Place(Outcome.BROKEN, "it stands under no condition")
    shown = "; ".join(
        f"{_shown(guard.term, subject)} (line {guard.line})" for guard in known.guards[:_SHOWN]
    )
    return Place(Outcome.BROKEN, f"it stands under {shown}, and not under {item.by}")


def _concerns(guard: Term, part: Term, known: Standing) -> bool:
    """Tell whether a condition is about something that a part of the claimed one is about.

    Two attributes of one object are two things; the object and one of them are not.
    """
    if subjects_in(part) & known.behind(names_in(guard)):
        return True
    return bool(names_in(part) & known.behind(subjects_in(guard)))


def _shown(term: Term, subject: Subject) -> str:
    """Spell a condition; one that was negated is not spelled like that in the source."""
    return " ".join(_spelled(term, subject))


def _spelled(term: Term, subject: Subject) -> Iterator[str]:
    if term.kind == "not_operator":
        yield "not"
        inner = term.children[-1]
        simple = inner.kind not in ("boolean_operator", "comparison_operator")
        yield _shown(inner, subject) if simple else f"({_shown(inner, subject)})"
    elif term.kind in ("boolean_operator", "comparison_operator"):
        for child in term.children:
            yield child.text if child.kind == "token" else _shown(child, subject)
    else:
        yield subject.text_of(term)


_SOURCE = """\
def join(size, world):
    if size == world and not _is_npu:
        group = world_group
    else:
        group = new_group()
    return group
"""

KIND = Kind(
    name="guarded",
    summary="every occurrence of the code stands under a condition that contains this one",
    value="{code: a pattern, by: a condition}, or a list of them",
    schema=one_or_more(
        {
            "type": "object",
            "properties": {
                "code": {"type": ["string", "number", "boolean"], "minLength": 1},
                "by": {"type": ["string", "number", "boolean"], "minLength": 1},
            },
            "required": ["code", "by"],
            "additionalProperties": False,
        }
    ),
    holds=Example(_SOURCE, "join", '{code: "group = world_group", by: "not _is_npu"}'),
    fails=Example(_SOURCE, "join", '{code: "return group", by: "not _is_npu"}'),
    real=RealExample(
        "python/sglang/srt/distributed/parallel_state.py",
        "initialize_model_parallel",
        '{code: "_MOE_EP = _TP", by: "not _is_npu"}',
        '{code: "_MOE_EP = _TP", by: "_is_npu"}',
    ),
    read=_read,
    check=_check,
    detail=(
        "Conditions come from if, elif and else, conditional expressions, and/or, while, "
        "comprehensions, guards of cases, and an if above that returns, raises, continues or "
        "breaks; those around the definition count too. They are split at 'and'; 'not (a == b)' is "
        "'a != b', and so for 'in' and 'is'; nothing cleverer, so a condition that has to do with "
        "the names of 'by' without being it makes the verdict unknown. So does one whose names "
        "are bound anew before the code runs, and what may decide in another way (assert, with, a "
        "loop over nothing, a handler, a branch above that ends in a call). Calls in between are "
        "not looked into: an attribute or a global that one of them changes is not noticed."
    ),
)
