"""Generated programs of the subset: what is worked out is what Python gives."""

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from provenance.evaluation.evaluating import evaluate
from provenance.evaluation.outcome import Arguments, OutOfSubset, Returned
from provenance.resolution.files import GivenFiles
from provenance.resolution.names import Site

PATH = "p/generated.py"
_NAMES = ("a", "b", "c", "xs", "d")
_ATOMS = st.one_of(
    st.sampled_from(_NAMES),
    st.integers(-9, 99).map(lambda number: f"({number})"),
    st.sampled_from(("True", "False", "None", "0.5", "'tp'", "''", "[]", "(1, 2)", "{'n': 3}")),
)
_BINARY = ("+", "-", "*", "//", "%", "/", "&", "|", "^", "<<", ">>")
_COMPARED = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not")


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Give the expressions that are one step larger than these."""
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(_BINARY), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(_COMPARED), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(("and", "or")), inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("({}{})".format, st.sampled_from(("not ", "-", "~", "+")), inner),
        st.builds("{}[{}]".format, st.sampled_from(("xs", "d", "(1, 2, 3)")), inner),
        st.builds("{}[{}:{}]".format, st.sampled_from(("xs", "'abcd'")), inner, inner),
        st.builds("[{}, *{}]".format, inner, st.sampled_from(("xs", "(1, 2)", "d"))),
        st.builds("{{{}: {}}}".format, inner, inner),
        st.builds("[{} for c in {} if {}]".format, inner, inner, inner),
        st.builds("{{c: {} for c in {}}}".format, inner, inner),
        st.builds("f'{{{}}}/{{{}!r}}'".format, st.sampled_from(_NAMES), st.sampled_from(_NAMES)),
        st.builds("{}({})".format, st.sampled_from(_CALLED), inner),
        st.builds("{}({}, {})".format, st.sampled_from(("max", "min", "divmod")), inner, inner),
    )


_CALLED = ("abs", "len", "sum", "sorted", "list", "tuple", "bool", "int", "str", "range", "max")
_EXPRESSIONS = st.recursive(_ATOMS, _grown, max_leaves=6)
_TARGETS = st.sampled_from(("a", "b", "c", "a, b", "xs[0]", "d['n']", "xs[1:]"))


def _indented(block: list[str]) -> str:
    return "".join(f"    {line}\n" for text in block for line in text.rstrip("\n").split("\n"))


def _nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Give the statements that hold these."""
    block = st.lists(inner, min_size=1, max_size=3).map(_indented)
    return st.one_of(
        st.builds("if {}:\n{}".format, _EXPRESSIONS, block),
        st.builds("if {}:\n{}else:\n{}".format, _EXPRESSIONS, block, block),
        st.builds("for c in {}:\n{}".format, _EXPRESSIONS, block),
        st.builds("for c in range(3):\n{}    if {}:\n        break\n".format, block, _EXPRESSIONS),
        st.builds(
            "match {}:\n    case {}:\n{}".format,
            _EXPRESSIONS,
            _CASES,
            block.map(lambda text: _indented([text])),
        ),
    )


_CASES = st.sampled_from(("1", "[b, *c]", "{'n': b}", "None | True", "int(b)", "'tp'", "_"))
_SIMPLE = st.one_of(
    st.builds("{} = {}\n".format, _TARGETS, _EXPRESSIONS),
    st.builds(
        "{} {}= {}\n".format, st.sampled_from(("a", "xs")), st.sampled_from("+-*"), _EXPRESSIONS
    ),
    st.builds("assert {}\n".format, _EXPRESSIONS),
    st.builds("return {}\n".format, _EXPRESSIONS),
    st.builds("raise ValueError({})\n".format, _EXPRESSIONS),
)
_STATEMENTS = st.recursive(_SIMPLE, _nested, max_leaves=4)
_FUNCTION = """\
def f(a, b=2, *, c=0):
    xs, d = [1, 2, 3], {{'n': 4}}
{}    return a, b, c, xs, d
"""
_PROGRAMS = st.builds(
    _FUNCTION.format, st.lists(_STATEMENTS, min_size=1, max_size=4).map(_indented)
)
_INPUTS = st.sampled_from((0, 1, 7, -3, 16, True, None, "ab", 2.5, [4, 5]))


def _python(program: str, value: Any) -> tuple[str, Any]:
    """Run a program that this file generated; nothing of a target repository."""
    names: dict[str, Any] = {}
    exec(compile(program, PATH, "exec"), names)  # noqa: S102
    try:
        return "returned", names["f"](deepcopy(value))
    except Exception as error:  # noqa: BLE001
        return "raised", type(error).__name__


def _worked_out(program: str, value: Any) -> tuple[str, Any] | None:
    files = GivenFiles({PATH: program.encode()})
    site = Site(PATH, files.module(PATH).definitions("f")[0])
    try:
        ended = evaluate(files, site, Arguments((value,)))
    except OutOfSubset:
        return None
    return ("returned", ended.value) if isinstance(ended, Returned) else ("raised", ended.name)


def _same(one: Any, other: Any) -> bool:
    """Tell whether two results are alike, with their types: ``1`` is not ``True``."""
    return repr(one) == repr(other)


@pytest.mark.filterwarnings("ignore::SyntaxWarning")  # `is` beside a literal
@given(_PROGRAMS, _INPUTS)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_worked_out_is_what_python_gives(program: str, value: Any) -> None:
    found = _worked_out(program, value)
    if found is not None:
        assert _same(found, _python(program, value)), program


def test_most_programs_are_decided_and_many_return() -> None:
    """A comparison that is never made, or only of exceptions, would prove nothing."""
    endings: list[str] = []

    @given(_PROGRAMS, _INPUTS)
    @settings(max_examples=200, deadline=None, derandomize=True, database=None)
    def tried(program: str, value: Any) -> None:
        found = _worked_out(program, value)
        endings.append(found[0] if found else "out of the subset")

    tried()
    assert endings.count("out of the subset") < len(endings) / 4
    assert endings.count("returned") > len(endings) / 5
