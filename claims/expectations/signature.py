"""The whole signature."""

from collections.abc import Iterator

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
from claims.expectations.searching import needs
from claims.expectations.values import compiled
from provenance.syntax.matching import matches
from provenance.syntax.signature import (
    KEYWORD_ONLY,
    POSITIONAL,
    VAR_KEYWORD,
    Parameter,
    Signature,
    parse_signature,
    signature_of,
)
from provenance.syntax.terms import Term
from provenance.yamlfile import Node


def _read(node: Node) -> tuple[str, Signature]:
    text, signature = compiled(node, lambda text: (" ".join(text.split()), parse_signature(text)))
    if [item.kind for item in signature.parameters] == ["..."] and _is_gap(signature.returns):
        raise invalid(node, "'(...) -> ...' is any signature, so nothing would be checked")
    return text, signature


def _is_gap(term: Term | None) -> bool:
    return term is not None and term.kind == "..."


def _check(value: tuple[str, Signature], subject: Subject) -> tuple[Finding, ...]:
    if not subject.definition.is_function:
        return needs("signature", "function", subject)
    text, expected = value
    function = subject.definition.inner
    actual = signature_of(function)
    start, end = function.start_byte, function.child_by_field_name("body")
    lines = subject.lines_between(start, _header_end(subject, end.start_byte if end else start))
    if _agree(expected, actual):
        return (held("signature", text, lines),)
    return (broken("signature", text, written(actual, subject), lines),)


def _header_end(subject: Subject, body: int) -> int:
    return len(subject.source[:body].rstrip())


def _agree(expected: Signature, actual: Signature) -> bool:
    if not _is_gap(expected.returns) and not fits(expected.returns, actual.returns):
        return False
    return _agrees(expected.parameters, actual.parameters)


def _agrees(expected: tuple[Parameter, ...], actual: tuple[Parameter, ...]) -> bool:
    """Match a row with gaps; the ends reachable after each parameter are kept, so it is quick."""
    ends = {0}
    gap = False
    for item in expected:
        if item.kind == "...":
            gap = True
            ends = {stop for end in ends for stop in _gap_ends(item, actual, end)}
        else:
            ends = {n + 1 for n in ends if n < len(actual) and _same(item, actual[n], gap)}
    return len(actual) in ends


def _gap_ends(gap: Parameter, actual: tuple[Parameter, ...], start: int) -> Iterator[int]:
    """Give where a gap may end; one after a bare star holds keyword-only parameters alone."""
    yield start
    for place in range(start, len(actual)):
        if gap.name == KEYWORD_ONLY and actual[place].kind not in (KEYWORD_ONLY, VAR_KEYWORD):
            return
        yield place + 1


def _same(expected: Parameter, actual: Parameter, gap: bool) -> bool:
    kinds = (expected.kind, actual.kind)
    return (
        expected.name == actual.name
        and (kinds[0] == kinds[1] or (gap and kinds == (POSITIONAL, KEYWORD_ONLY)))
        and fits(expected.annotation, actual.annotation)
        and fits(expected.default, actual.default)
    )


def fits(expected: Term | None, actual: Term | None) -> bool:
    """Tell whether an annotation or default is the expected one; ``...`` is any that is there."""
    if expected is None or actual is None:
        return expected is actual
    return matches(expected, actual)


def written(signature: Signature, subject: Subject) -> str:
    """Write a signature on one line."""
    parts = []
    star = False
    for item in signature.parameters:
        text = " ".join(subject.source[item.start : item.end].decode("utf-8", "replace").split())
        if item.kind == KEYWORD_ONLY and not star:
            parts.append("*")
        star = star or item.kind in (KEYWORD_ONLY, "var-positional")
        parts.append(text)
    slash = sum(item.kind == "positional-only" for item in signature.parameters)
    if slash:
        parts.insert(slash, "/")
    arrow = f" -> {subject.text_of(signature.returns)}" if signature.returns else ""
    return f"({', '.join(parts)}){arrow}"


KIND = Kind(
    name="signature",
    summary="names, order, kinds, defaults, annotations and return type are these",
    value="the signature from '(' on; '...' stands for other parameters, '-> ...' for any type",
    schema={"type": "string", "pattern": r"^\s*\("},
    holds=Example(
        "def f(a, *, b: int = 1) -> str:\n    pass\n", "f", '"(a, *, b: int = 1) -> str"'
    ),
    fails=Example("def f(a, *, b: int = 1) -> str:\n    pass\n", "f", '"(a, b: int = 1) -> str"'),
    real=RealExample(
        "python/sglang/srt/runtime_context.py",
        "derive_attention_widths",
        '"(*, tp_size: int, attn_cp_size: int, dp_size: int, enable_dp_attention: bool) -> tuple"',
        '"(*, tp_size: int, dp_size: int) -> tuple"',
    ),
    read=_read,
    check=_check,
    detail="A method's `self` is written like any other parameter.",
)
