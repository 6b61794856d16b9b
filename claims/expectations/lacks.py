"""That a pattern never occurs."""

from claims.expectations.interface import Example, Finding, Kind, RealExample, Subject
from claims.expectations.searching import absent, occurrences
from claims.expectations.values import TEXTS_SCHEMA, patterns
from provenance.syntax.pattern import Pattern


def _check(value: tuple[Pattern, ...], subject: Subject) -> tuple[Finding, ...]:
    return tuple(absent("lacks", item, subject, occurrences(item, subject)) for item in value)


KIND = Kind(
    name="lacks",
    summary="the pattern occurs nowhere in the definition; the report says what was searched",
    value="a pattern, or a list of them",
    schema=TEXTS_SCHEMA,
    holds=Example("def f(a, b):\n    return a % b\n", "f", '"print(...)"'),
    fails=Example("def f(a, b):\n    return a % b\n", "f", '"$X % b"'),
    real=RealExample(
        "python/sglang/srt/managers/scheduler.py",
        "Scheduler.event_loop_normal",
        '"self.result_queue"',
        '"self.run_batch(...)"',
    ),
    read=patterns,
    check=_check,
    detail=(
        "Matching forgives little, so `lacks` is best said of something small: a name, "
        "a call with `...`. A text put together from pieces with replacement fields is not "
        "compared with the same text in one piece. Of an import or an alias it is unknown."
    ),
)
