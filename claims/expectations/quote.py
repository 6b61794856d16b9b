"""An excerpt, line by line."""

from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    TextSubject,
    broken,
    held,
    invalid,
)
from claims.expectations.values import words
from claims.model import Lines
from provenance.syntax.pattern import dedent
from provenance.yamlfile import Node

_GAP = "..."


def _read(node: Node) -> tuple[str, ...]:
    written = words(node).expandtabs(8)
    lines = [line.rstrip() for line in dedent(written).split("\n")]
    while lines and lines[-1] in ("", _GAP):
        lines.pop()
    while lines and lines[0] in ("", _GAP):
        lines.pop(0)
    if not lines:
        raise invalid(node, "the quote is empty, so nothing would be checked")
    return tuple(lines)


def _check(value: tuple[str, ...], subject: Subject | TextSubject) -> tuple[Finding, ...]:
    span, source = subject.span, _lines(subject)
    shown = value[0] if len(value) == 1 else f"{value[0].strip()} … ({len(value)} lines)"
    pieces = _pieces(value)
    best: list[range] = []
    for first in range(len(source)):
        met = _met(pieces, source, first)
        if len(met) == len(pieces):
            lines = (Lines(span.first + run.start, span.first + run.stop - 1) for run in met)
            return (held("quote", shown, *lines),)
        best = max(best, met, key=len)
    return (broken("quote", shown, _why(pieces, best, source, span), span),)


def _lines(subject: Subject | TextSubject) -> list[str]:
    lines = subject.lines if isinstance(subject, TextSubject) else _of_definition(subject)
    return [line.rstrip().expandtabs(8) for line in lines]


def _of_definition(subject: Subject) -> list[str]:
    source, node = subject.source, subject.definition.node
    start = source.rfind(b"\n", 0, node.start_byte) + 1
    end = source.find(b"\n", node.end_byte)
    text = source[start : len(source) if end < 0 else end].decode("utf-8", "replace")
    return text.split("\n")[: subject.span.last - subject.span.first + 1]


def _pieces(quote: tuple[str, ...]) -> list[list[str]]:
    """Split a quote at its lines of omission."""
    pieces: list[list[str]] = [[]]
    for line in quote:
        if line.strip() != _GAP:
            pieces[-1].append(line)
        elif pieces[-1]:
            pieces.append([])
    return pieces


def _met(pieces: list[list[str]], source: list[str], first: int) -> list[range]:
    """Give the runs of lines that a quote's pieces match, the first of them at a line."""
    shift = _indent(source[first]) - _indent(pieces[0][0])
    met: list[range] = []
    places = range(first, first + 1)
    for piece in pieces:
        start = next((n for n in places if _stands(piece, source, n, shift)), None)
        if start is None:
            break
        met.append(range(start, start + len(piece)))
        places = range(met[-1].stop, len(source))
    return met


def _stands(piece: list[str], source: list[str], start: int, shift: int) -> bool:
    if start + len(piece) > len(source):
        return False
    return all(_same(line, source[start + n], shift) for n, line in enumerate(piece))


def _why(pieces: list[list[str]], met: list[range], source: list[str], span: Lines) -> str:
    """Say which line of the quote is the first that the source does not have."""
    lost = pieces[len(met)]
    starts = [n for n, line in enumerate(source) if line.strip() == lost[0].strip()]
    follows = [_agreeing(lost, source, start) for start in starts]
    number = max(follows, default=0)
    if number == len(lost):
        return f"{lost[0].strip()!r} stands there, but elsewhere or indented otherwise"
    before = f" after {lost[number - 1].strip()!r}" if number else ""
    return f"{lost[number].strip()!r} does not stand{before} in {span.named}"


def _agreeing(piece: list[str], source: list[str], start: int) -> int:
    pairs = zip(piece, source[start:], strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a.strip() != b.strip()), len(piece))


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
    real=RealExample(
        "python/sglang/srt/layers/quantization/__init__.py",
        "BASE_QUANTIZATION_METHODS",
        "'\"modelslim\": ModelSlimConfig,'",
        "'\"modelslim\": AscendConfig,'",
    ),
    read=_read,
    check=_check,
)
