"""That a pattern occurs."""

from claims.expectations.interface import Example, Finding, Kind, RealExample, Subject
from claims.expectations.searching import occurrences, present
from claims.expectations.values import TEXTS_SCHEMA, patterns
from provenance.syntax.pattern import Pattern


def _check(value: tuple[Pattern, ...], subject: Subject) -> tuple[Finding, ...]:
    return tuple(present("contains", item, subject, occurrences(item, subject)) for item in value)


KIND = Kind(
    name="contains",
    summary="the pattern occurs anywhere in the definition",
    value="a pattern, or a list of them",
    schema=TEXTS_SCHEMA,
    holds=Example("def f(a, b):\n    return a % b\n", "f", '"a % b"'),
    fails=Example("def f(a, b):\n    return a % b\n", "f", '"a * b"'),
    real=RealExample(
        "python/sglang/srt/model_executor/runner/decode_cuda_graph_runner.py",
        "DecodeCudaGraphRunner._capture_one_stream",
        '"reversed(self.capture_bs)"',
        '"sorted(self.capture_bs)"',
    ),
    read=patterns,
    check=_check,
    detail="Nested definitions, decorators and default values are searched too.",
)
