"""A chain of definitions, each of which calls the next."""

from claims.expectations.edges import edge, edge_finding, short
from claims.expectations.interface import Example, Finding, Kind, RealExample, Subject
from claims.expectations.locators import (
    LOCATOR_SCHEMA,
    Locator,
    Lost,
    files_of,
    find,
    lost,
    read_locator,
)
from claims.expectations.values import one_or_more, some
from provenance.resolution.receivers import Resolver
from provenance.resolution.targets import Site
from provenance.yamlfile import Node


def _read(node: Node) -> tuple[Locator, ...]:
    return some(node, read_locator)


def _check(value: tuple[Locator, ...], subject: Subject) -> tuple[Finding, ...]:
    resolver = Resolver(subject.files)
    caller = Site(subject.path, subject.definition)
    findings: list[Finding] = []
    for locator in value:
        called = find(locator, subject.files, caller.path)
        if isinstance(called, Lost):
            expected = f"{short(caller)} calls {locator.text}"
            findings.append(lost("path", expected, called, subject))
            break
        expected = f"{short(caller)} calls {short(called)}"
        found = edge(resolver, caller, called)
        findings.append(edge_finding("path", expected, found, subject))
        caller = called
    return tuple(findings)


_SOURCE = """\
class Worker:
    def run(self):
        pass

class Scheduler:
    def __init__(self):
        self.worker = Worker()

    def step(self):
        self.worker.run()
"""

KIND = Kind(
    name="path",
    summary="the definition calls the first of these, and each of them calls the next",
    value="'Class.method' in the file before, or 'file.py::Class.method'; a list of them",
    schema=one_or_more(LOCATOR_SCHEMA),
    holds=Example(_SOURCE, "Scheduler.step", "[Worker.run]"),
    fails=Example(_SOURCE, "Scheduler.step", "[Scheduler.__init__]"),
    real=RealExample(
        "python/sglang/srt/managers/scheduler.py",
        "Scheduler.event_loop_normal",
        "[Scheduler.run_batch]",
        "[Scheduler.on_idle, Scheduler.run_batch]",
    ),
    read=_read,
    check=_check,
    files=files_of,
    detail=(
        "A receiver is resolved where the source says what it is: 'self.x = Class(...)', an "
        "annotation, an import. Else a call counts by its name alone, and the report says so."
    ),
)
