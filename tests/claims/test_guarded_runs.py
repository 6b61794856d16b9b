"""What `guarded` says of a program is so whenever the program runs: tried on many small ones."""

import itertools
import re
import textwrap
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from claims.judging import judge
from claims.model import Finding, Outcome
from claims.preparing import Prepared, prepare
from provenance.resolution.files import GivenFiles
from tests.claims.specification import claim

NAMES = ("a", "b", "c")
LITERALS = (*NAMES, *(f"not {name}" for name in NAMES))
STEPS = 60

atoms = st.sampled_from(
    [*LITERALS, "a == b", "a != c", "not b == c", "(b if a else c)", "a is b", "tick() and c"]
)
conditions = st.recursive(
    atoms,
    lambda inner: (
        st.builds("{} and {}".format, inner, inner)
        | st.builds("({} or {})".format, inner, inner)
        | st.builds("not ({})".format, inner)
    ),
    max_leaves=3,
)
CALL = "mark(N, a, b, c)"
simple = st.one_of(
    st.just(CALL),
    st.builds("{} = {}".format, st.sampled_from(NAMES), conditions),
    st.builds("{} = {}".format, st.sampled_from(NAMES), st.just(CALL)),
    st.builds("{} = {} and {}".format, st.sampled_from(NAMES), conditions, st.just(CALL)),
    st.builds("x = {} if {} else 0".format, st.just(CALL), conditions),
    st.builds("x = 0 if {} else {}".format, conditions, st.just(CALL)),
    st.builds("x = {} and {}".format, conditions, st.just(CALL)),
    st.builds("x = ({}) or {}".format, conditions, st.just(CALL)),
    st.builds("x = [{} for i in (0, 1) if {}]".format, st.just(CALL), conditions),
    st.builds("x = {} and (b := {})".format, conditions, conditions),
    st.builds("x = [{} for a in (0, 1) if {}]".format, st.just(CALL), conditions),
    st.builds(
        "x = [{} for i in (0, 1) if {} if (c := {}) or True]".format,
        st.just(CALL),
        conditions,
        conditions,
    ),
    st.builds("x = ((a := {}), {}) if {} else 0".format, conditions, st.just(CALL), conditions),
    st.builds("x = {} if (b := {}) or {} else 0".format, st.just(CALL), conditions, conditions),
    st.builds("later.append(lambda: {})".format, st.just(CALL)),
    st.builds("x = {} and later.append(lambda: {})".format, conditions, st.just(CALL)),
    st.builds(
        "later.append(({} for i in (0, 1) if {}).__next__)".format, st.just(CALL), conditions
    ),
    st.sampled_from(["return", "raise KeyError", "tick()", "run_later()", "run_later()"]),
)


def block(*lines: str) -> str:
    return textwrap.indent("\n".join(lines) or "pass", "    ")


def compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(inner, min_size=1, max_size=3).map(lambda lines: block(*lines))
    change = st.builds("{} = {}".format, st.sampled_from(NAMES), conditions)
    ended = st.builds(
        "{}\n    {}".format, change.map(block), st.sampled_from(["return", "raise KeyError"])
    )
    loop = st.lists(inner | st.sampled_from(["break", "continue"]), min_size=1, max_size=3).map(
        lambda lines: block(*lines)
    )
    guarded_exit = st.builds(
        lambda test, leave: f"if {test}:\n{block(leave)}",
        conditions,
        st.sampled_from(["return", "raise KeyError"]),
    )
    return st.one_of(
        guarded_exit,
        st.builds("if {}:\n{}".format, conditions, body),
        st.builds("if {}:\n{}\nelse:\n{}".format, conditions, body, body),
        st.builds("if {}:\n{}\nelif {}:\n{}".format, conditions, body, conditions, body),
        st.builds("while {}:\n{}".format, conditions, loop),
        st.builds("while {}:\n{}\nelse:\n{}".format, conditions, loop, body),
        st.builds("for i in (0, 1):\n{}".format, loop),
        st.builds("for b in (0, 1):\n{}".format, loop),
        st.builds("try:\n{}\nexcept KeyError:\n{}".format, body, body),
        st.builds("try:\n{}\nfinally:\n{}".format, body, body),
        st.builds("try:\n{}\nexcept KeyError:\n{}".format, ended, body),
        st.builds("try:\n{}\nfinally:\n{}".format, ended, body),
        st.builds("if {}:\n{}".format, conditions, ended),
        st.builds("for a in (0, 1):\n{}\nelse:\n{}".format, loop, body),
        st.builds("def g():\n    nonlocal c\n{}\nlater.append(g)".format, change.map(block)),
        st.builds("with quiet:\n{}".format, body),
        st.builds(
            "match a:\n    case True if {}:\n{}".format,
            conditions,
            body.map(lambda text: textwrap.indent(text, "    ")),
        ),
        st.builds("def g():\n{}\nlater.append(g)".format, body),
        st.builds("def g():\n    nonlocal a\n{}\ng()".format, body),
    )


programs = st.lists(st.recursive(simple, compound, max_leaves=8), min_size=1, max_size=4)


def numbered(lines: list[str]) -> tuple[str, int]:
    """Write the function, its calls of `mark` numbered."""
    text = f"def f(a, b, c):\n{block(*lines)}\n"
    parts = text.split("N, a")
    count = len(parts) - 1
    joined = "".join(f"{part}{n}, a" for n, part in enumerate(parts[:-1])) + parts[-1]
    return joined, count


class Ended(Exception):
    """The program takes too long."""


def seen_in(text: str) -> dict[int, set[tuple[bool, ...]]]:
    """Run a program on every input; give what the names were at each call of `mark`."""
    seen: dict[int, set[tuple[bool, ...]]] = {}
    for values in itertools.product((False, True), repeat=3):
        left = [STEPS]

        def tick(left: list[int] = left) -> bool:
            left[0] -= 1
            if left[0] < 0:
                raise Ended
            return True

        def mark(number: int, *now: Any, tick: Callable[[], bool] = tick) -> bool:
            tick()
            seen.setdefault(number, set()).add(tuple(map(bool, now)))
            return True

        later: list[Callable[[], Any]] = []
        world: dict[str, Any] = {
            "mark": mark,
            "tick": tick,
            "later": later,
            "quiet": Quiet(),
            "run_later": partial(_run_all, later, tick),
        }
        exec(ticking(text), world)  # noqa: S102 - the program was made up right here
        calls: list[Callable[[], Any]] = [partial(world["f"], *values), *_later(later)]
        for run in calls:
            try:
                run()
            except (Ended, KeyError, NameError, StopIteration):
                continue
    return seen


def _run_all(later: list[Callable[[], Any]], tick: Callable[[], bool]) -> None:
    for run in later[:4]:
        tick()
        run()


def _later(later: list[Callable[[], Any]]) -> list[Callable[[], Any]]:
    return [lambda n=n: later[n]() if n < len(later) else None for n in range(4)]  # type: ignore[misc]


class Quiet:
    """A context that swallows an exception."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is KeyError


def ticking(text: str) -> str:
    """Let every loop count its rounds, so that it ends."""
    return re.sub(r"(?m)^( *)while (.*):$", r"\1while tick() and (\2):", text)


@cache
def asked(number: int, literal: str) -> Prepared:
    """Give the claim that a call of `mark` stands under a condition."""
    return prepare(claim("guarded", "f", f'{{code: "mark({number}, ...)", by: "{literal}"}}'))


def said_of(files: GivenFiles, number: int, literal: str) -> Finding:
    """Give what `guarded` says of a call of `mark`."""
    judgement = judge(asked(number, literal), files.module("lib.py"), files)
    (finding,) = judgement.findings
    return finding


def is_true(literal: str, now: tuple[bool, ...]) -> bool:
    value = now[NAMES.index(literal[-1])]
    return not value if literal.startswith("not") else value


@settings(max_examples=80, deadline=None)
@given(programs)
def test_what_is_said_is_so_in_every_run(lines: list[str]) -> None:
    text, count = numbered(lines)
    try:
        compile(text, "f", "exec")
    except SyntaxError:  # a nonlocal of a name that is a parameter there, or the like
        return
    seen = seen_in(text)
    files = GivenFiles({"lib.py": text.encode()})
    for number in range(count):
        for literal in LITERALS:
            finding = said_of(files, number, literal)
            values = [is_true(literal, now) for now in seen.get(number, ())]
            SAID[finding.outcome, "stands under" in finding.found] += bool(values)
            if finding.outcome is Outcome.HOLDS:
                assert all(values), (text, number, literal)
            elif finding.outcome is Outcome.BROKEN and ", and not" not in finding.found:
                contradicted = "stands under no condition" not in finding.found
                assert not (contradicted and any(values)), (text, number, literal, finding.found)


SAID: Counter[tuple[Outcome, bool]] = Counter()


def test_a_good_share_is_decided() -> None:
    """The property above is about something: of what was reached, much is decided, either way."""
    if not SAID:
        return
    by_outcome = Counter[Outcome]()
    for (outcome, _), number in SAID.items():
        by_outcome[outcome] += number
    total = by_outcome.total()
    assert by_outcome[Outcome.UNKNOWN] < total * 0.85
    assert by_outcome[Outcome.HOLDS] > total * 0.02
