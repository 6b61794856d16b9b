"""Which calls follow each other in the source."""

from claims.expectations.calls import CallPattern, call_sites, read_calls
from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    broken,
    held,
    invalid,
)
from claims.expectations.searching import present
from claims.expectations.values import TEXTS_SCHEMA
from claims.model import Lines
from provenance.yamlfile import Node

_KIND = "calls_in_order"


def _read(node: Node) -> tuple[CallPattern, ...]:
    calls = read_calls(node)
    if len(calls) < 2:
        raise invalid(node, "an order needs at least two calls", "use 'calls' for one")
    return calls


def _check(value: tuple[CallPattern, ...], subject: Subject) -> tuple[Finding, ...]:
    expected = ", ".join(item.text for item in value)
    position = -1
    lines: list[Lines] = []
    for number, item in enumerate(value):
        sites = call_sites(item, subject)
        later = [site for site in sites if site.children[-1].start > position]
        if not later:
            return (_out_of_order(expected, value, number, lines, subject),)
        position = later[0].children[-1].start
        lines.append(subject.lines_of(later[0]))
    return (held(_KIND, expected, *lines),)


def _out_of_order(
    expected: str, value: tuple[CallPattern, ...], number: int, lines: list[Lines], subject: Subject
) -> Finding:
    item = value[number].text
    places = [subject.lines_of(site) for site in call_sites(value[number], subject)]
    if not places:
        missed = present(_KIND, value[number].pattern, subject, ())
        return broken(_KIND, expected, f"{item}: {missed.found}", *missed.lines)
    where = ", ".join(str(place) for place in places)
    before = value[number - 1].text
    found = f"{item} is called on line {where}, not after {before} on line {lines[-1]}"
    return broken(_KIND, expected, found, *lines, *places[:3])


KIND = Kind(
    name=_KIND,
    summary="the calls occur in this order in the source",
    value="a list of at least two calls, each as for calls",
    schema={**TEXTS_SCHEMA["oneOf"][1], "minItems": 2},
    holds=Example("def f():\n    a()\n    if x:\n        b()\n", "f", "[a, b]"),
    fails=Example("def f():\n    b()\n    a()\n", "f", "[a, b]"),
    real=RealExample(
        "python/sglang/srt/managers/scheduler.py",
        "Scheduler.event_loop_normal",
        "[get_next_batch_to_run, run_batch, process_batch_result]",
        "[run_batch, get_next_batch_to_run]",
    ),
    read=_read,
    check=_check,
    detail="Source order is not the order of execution: a loop or a branch may run them otherwise.",
)
