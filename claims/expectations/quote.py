"""An excerpt, line by line."""

from claims.expectations.interface import Example, Finding, Kind, Subject, broken, held, invalid
from claims.expectations.values import text
from claims.model import Lines
from provenance.syntax.pattern import dedent
from provenance.yamlfile import Node

_GAP = "..."


def _read(node: Node) -> tuple[str, ...]:
    written = text(node).expandtabs(8)
    lines = [line.rstrip() for line in dedent(written).splitlines()]
    while lines and lines[-1] in ("", _GAP):
        lines.pop()
    while lines and lines[0] in ("", _GAP):
        lines.pop(0)
    if not lines:
        raise invalid(node, "the quote is empty, so nothing would be checked")
    return tuple(lines)


def _check(value: tuple[str, ...], subject: Subject) -> tuple[Finding, ...]:
    span = subject.span
    text = subject.source.decode("utf-8", "replace")
    source = [line.rstrip().expandtabs(8) for line in text.split("\n")[span.first - 1 : span.last]]
    shown = value[0] if len(value) == 1 else f"{value[0].strip()} … ({len(value)} lines)"
    best = 0
    for first in range(len(source)):
        matched, lines = _follow(value, source, first)
        if matched == len(value):
            found = tuple(Lines(span.first + a, span.first + b) for a, b in lines)
            return (held("quote", shown, *found),)
        best = max(best, matched)
    return (broken("quote", shown, _why(value, best, subject), span),)


def _why(value: tuple[str, ...], best: int, subject: Subject) -> str:
    lost = value[best].strip()
    before = f" after {value[best - 1].strip()!r}" if best else ""
    return f"line {best + 1} of the quote, {lost!r}, does not stand{before} in lines {subject.span}"


def _follow(
    quote: tuple[str, ...], source: list[str], first: int
) -> tuple[int, list[tuple[int, int]]]:
    """Follow a quote from a line on; give how many of its lines were met, and where."""
    shift = _indent(source[first]) - _indent(quote[0])
    place, gap = first, False
    runs = [(first, first)]
    for number, line in enumerate(quote):
        if line.strip() == _GAP:
            gap = True
            continue
        while gap and place < len(source) and not _same(line, source[place], shift):
            place += 1
        if place >= len(source) or not _same(line, source[place], shift):
            return number, []
        runs = [*runs, (place, place)] if gap else [*runs[:-1], (runs[-1][0], place)]
        place, gap = place + 1, False
    return len(quote), runs


def _same(quoted: str, source: str, shift: int) -> bool:
    if not quoted or not source:
        return quoted == source
    return quoted.strip() == source.strip() and _indent(source) - _indent(quoted) == shift


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


KIND = Kind(
    name="quote",
    summary="these lines stand in the definition; a line '...' stands for omitted ones",
    value="a block of text; indentation counts relative to the first line",
    schema={"type": "string", "minLength": 1},
    holds=Example(
        "def f(a):\n    if a:\n        x = 1\n        y = 2\n    return a\n",
        "f",
        '"if a:\\n...\\nreturn a"',
    ),
    fails=Example("def f(a):\n    if a:\n        x = 1\n", "f", '"if a:\\nx = 1"'),
    read=_read,
    check=_check,
)
