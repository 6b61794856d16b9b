"""Which calls never occur."""

from claims.expectations.calls import CallPattern, call_sites, read_calls
from claims.expectations.interface import Example, Finding, Kind, RealExample, Subject
from claims.expectations.searching import absent
from claims.expectations.values import TEXTS_SCHEMA


def _check(value: tuple[CallPattern, ...], subject: Subject) -> tuple[Finding, ...]:
    return tuple(
        absent("never_calls", item.pattern, subject, call_sites(item, subject)) for item in value
    )


KIND = Kind(
    name="never_calls",
    summary="none of these calls occurs in the definition",
    value="as for calls",
    schema=TEXTS_SCHEMA,
    holds=Example("def f(self):\n    self.pool.alloc(3)\n", "f", "free"),
    fails=Example("def f(self):\n    self.pool.alloc(3)\n", "f", "alloc"),
    real=RealExample(
        "python/sglang/srt/managers/scheduler.py",
        "Scheduler.on_idle",
        "[run_batch, process_batch_result]",
        "[self.is_fully_idle]",
    ),
    read=read_calls,
    check=_check,
    detail=(
        "Only calls that the definition itself spells are seen, not those that these make. "
        "Of an import or an alias it is unknown."
    ),
)
