"""Expectation kinds explained: as text for a terminal, and as the page in the documentation."""

import textwrap
from collections.abc import Iterator

from claims.documents.expect import ELSEWHERE
from claims.expectations import MEASURED, NAMES, kind_named
from claims.expectations.interface import Example, Kind, RealExample

_WIDTH = 96
_SOURCE = "https://github.com/sgl-project/sglang/blob/v0.5.21"
_HEAD = """\
<!-- Written by `make docs` from claims/expectations/. Change the kinds, not this page. -->

# The expectation kinds

What a claim expects of the definition that it names. `claims explain KIND` shows a section of
this page in a terminal, and [formats.md](formats.md) has the claim around it.

Each kind has an example of our own, short enough to see why one value holds and the other does
not, and one in SGLang v0.5.21 to look up. The tests judge all of them. A claim holds when all of
its expectations do; what cannot be decided is `unknown`, never a guess.
"""


def overview() -> str:
    """Give a line for each kind."""
    width = max(map(len, NAMES))
    rows = (f"{name:<{width}}  {kind_named(name).summary}\n" for name in NAMES)
    return "".join(rows)


def as_text(kind: Kind) -> str:
    """Explain a kind, with an example that holds and one that does not."""
    parts = [f"{kind.name}: holds when {kind.summary}.", f"Value: {kind.value}.", kind.detail]
    wrapped = [textwrap.fill(part, _WIDTH) for part in parts if part]
    titles = (("Holds", kind.holds), ("Does not hold", kind.fails))
    examples = [f"{title}:\n{_indented(kind, example)}" for title, example in titles]
    return "\n\n".join([*wrapped, *examples]) + "\n"


def _indented(kind: Kind, example: Example) -> str:
    claim = claim_of(kind.name, example.symbol, example.value)
    return textwrap.indent(f"{example.source.rstrip()}\n\n{claim}", "    ")


def claim_of(name: str, symbol: str, value: str) -> str:
    """Write the part of a claim that an example of a kind is about, as YAML.

    Args:
        name: the kind.
        symbol: the definition, or the data file of a measurement; empty for a whole file.
        value: the kind's value, as YAML on one line.
    """
    if name in MEASURED:
        head = f"basis: measurement\ndata: {symbol}\n"
    else:
        head = f"symbol: {symbol}\n" if symbol else ""
    return f"{head}{name}: {value}" if name in ELSEWHERE else f"{head}expect:\n  {name}: {value}"


def page() -> str:
    """Write the page on all kinds, in Markdown."""
    kinds = [kind_named(name) for name in NAMES]
    rows = [f"| [`{kind.name}`](#{kind.name}) | {kind.summary} |" for kind in kinds]
    table = "\n".join(["| kind | holds when |", "|---|---|", *rows])
    return "\n".join([_HEAD, f"{table}\n", *(as_markdown(kind) for kind in kinds)])


def as_markdown(kind: Kind) -> str:
    """Explain a kind in a section of Markdown."""
    parts = [f"## {kind.name}", f"Holds when {kind.summary}.", f"Value: {kind.value}."]
    wrapped = [textwrap.fill(part, _WIDTH) for part in (*parts, kind.detail) if part]
    return "\n\n".join([*wrapped, *_made_up(kind), *_real(kind)]) + "\n"


def _made_up(kind: Kind) -> Iterator[str]:
    language = "" if kind.name in MEASURED else "python"
    sources = dict.fromkeys((kind.holds.source, kind.fails.source))
    for source in sources:
        yield _fenced(language, source)
        for said, example in (("holds", kind.holds), ("does not hold", kind.fails)):
            if example.source == source:
                claim = claim_of(kind.name, example.symbol, example.value)
                yield _fenced("yaml", f"# {said}\n{claim}")


def _real(kind: Kind) -> Iterator[str]:
    if kind.real is None:
        return
    yield f"In SGLang v0.5.21, [{kind.real.file}]({_SOURCE}/{kind.real.file}):"
    yield _fenced("yaml", "\n\n".join(_claims(kind.name, kind.real)))


def _claims(name: str, real: RealExample) -> Iterator[str]:
    for said, value in (("holds", real.holds), ("does not hold", real.fails)):
        yield f"# {said}\nfile: {real.file}\n{claim_of(name, real.symbol, value)}"


def _fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
