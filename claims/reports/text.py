"""The report that a person reads in a terminal or a CI log."""

import re
from collections.abc import Callable, Iterator

from claims.model import Document, Finding, Outcome, Result, Verdict
from claims.verify import Failure, Report, Served

Paint = Callable[[str, Verdict], str]

_WIDTH = 100
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_MARKS = {Outcome.HOLDS: "holds", Outcome.BROKEN: "broken", Outcome.UNKNOWN: "unknown"}


def render(report: Report, paint: Paint = lambda text, _: text) -> str:
    """Write a report.

    Args:
        report: what verify found.
        paint: gives a text the colour of a verdict; the default leaves it plain.
    """
    lines = [str(problem) for problem in report.problems]
    for result in report.results:
        if result.verdict is not Verdict.HOLDS:
            lines += [*_failed(result, paint), ""]
    lines += [f"{item}" for item in report.lock_problems]
    lines += _articles(report, paint)
    lines += [_served(item) for item in report.served]
    lines += [_failure(item) for item in report.failures]
    lines += _by_basis(report, paint)
    lines.append(_summary(report, paint))
    return "\n".join(lines) + "\n"


def visible(text: str) -> str:
    """Spell out what a terminal would act on: control characters and changes of direction."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _failed(result: Result, paint: Paint) -> Iterator[str]:
    claim, judgement = result.claim, result.judgement
    verdict = paint(result.verdict.value, result.verdict)
    yield f"{claim.location}: {verdict}: {claim.id or '(no id)'}"
    if claim.statement:
        yield f"  {visible(claim.statement)}"
    if result.verdict is Verdict.INVALID:
        yield from (f"  {line}" for line in judgement.reason.splitlines())
        return
    where = f":{judgement.lines}" if judgement.lines else ""
    at = f" at {result.pin}" if result.pin else ""
    yield f"  {claim.place}{where} {claim.symbol}".rstrip() + at
    failed = [item for item in judgement.findings if item.outcome is not Outcome.HOLDS]
    if not failed:
        yield f"    {visible(judgement.reason)}"
    for finding in failed:
        yield from _finding(finding)
    yield from (f"    {n:>6} | {visible(text)[:_WIDTH]}" for n, text in judgement.excerpt)
    if result.permalink:
        yield f"    {result.permalink}"


def _finding(finding: Finding) -> Iterator[str]:
    mark = _MARKS[finding.outcome]
    found = "found" if finding.outcome is Outcome.BROKEN else "why"
    yield f"    {finding.kind} {mark}"
    yield f"      expected  {_folded(finding.expected)}"
    yield f"      {found:<8}  {_folded(finding.found)}"


def _folded(text: str) -> str:
    """Give a text with its own line breaks, those behind the first under it."""
    return visible(text.strip()).replace("\n", "\n" + " " * 16)


def _articles(report: Report, paint: Paint) -> list[str]:
    by_file: dict[str, list[Result]] = {}
    for result in report.results:
        by_file.setdefault(result.claim.location.path, []).append(result)
    rows = [(item, by_file[item.path]) for item in report.documents if item.path in by_file]
    width = max((len(item.path) for item, _ in rows), default=0)
    return [_article(item, results, width, paint) for item, results in rows]


def _article(document: Document, results: list[Result], width: int, paint: Paint) -> str:
    counts = _counted(results, paint)
    pin = next((result.pin for result in results if result.pin and result.claim.is_pinned), "")
    return f"{document.path:<{width}}  {pin:<10}  {counts}"


def _counted(results: list[Result], paint: Paint) -> str:
    return _verdicts({v: sum(r.verdict is v for r in results) for v in Verdict}, paint)


def _verdicts(counts: dict[Verdict, int], paint: Paint) -> str:
    return ", ".join(paint(f"{n} {v.value}", v) for v, n in counts.items() if n)


def _served(item: Served) -> str:
    revision = item.revision
    whence = "git" if revision.origin == "git" else "the package release"
    seal = f" (wheel sha256 {revision.package_hash[:16]})" if revision.package_hash else ""
    return f"{item.source} {revision.pin.text}: from {whence}, commit {revision.commit[:12]}{seal}"


def _failure(item: Failure) -> str:
    plural = "claim" if item.claims == 1 else "claims"
    return (
        f"{item.source} {item.pin}: not obtained, {item.claims} {plural} not checked: {item.reason}"
    )


def _by_basis(report: Report, paint: Paint) -> list[str]:
    """Count each basis apart, so that none is taken for another."""
    counted = report.by_basis()
    width = max((len(basis.value) for basis in counted), default=0)
    return [
        f"basis {basis.value:<{width}}  {_verdicts(counts, paint)}"
        for basis, counts in counted.items()
    ]


def _summary(report: Report, paint: Paint) -> str:
    total = len(report.results)
    counts = _verdicts(report.counts(), paint)
    wrong = len(report.problems) + len(report.lock_problems)
    problems = f"; {wrong} problem{'s' * (wrong != 1)} with files, told above" if wrong else ""
    return f"{total} claim{'s' * (total != 1)}: {counts or 'none checked'}{problems}"
