"""The search for callers: what is wanted first, what is damaged, and how long it takes."""

import time

import pytest

from provenance.resolution.callers import Search, search
from provenance.resolution.calls import Grade, aim_at, answer
from provenance.resolution.files import GivenFiles, Wanted
from provenance.resolution.receivers import Resolver
from provenance.resolution.targets import Site
from provenance.syntax.callsites import calls_in
from provenance.syntax.definitions import Module
from tests.provenance.resolution.fixtures import files_of


class Lacking(GivenFiles):
    """Files of which one is not at hand."""

    def module(self, path: str) -> Module:
        if path == "far.py":
            raise Wanted((path,))
        return super().module(path)

    def holding(self, word: str, within: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(path for path in ("far.py", "lib.py") if "" in within and word)


def found(source: str, symbol: str, within: str = "") -> Search:
    files = files_of(source)
    resolver = Resolver(files)
    (item,) = files.module("lib.py").definitions(symbol)
    return search(resolver, aim_at(resolver, Site("lib.py", item)), (within,))


def test_what_is_wanted_is_left_to_the_caller() -> None:
    files = files_of("from far import A\ndef f(): pass\nf()\n# file: far.py\nclass A: pass\n",
                     Lacking)  # fmt: skip
    resolver = Resolver(files)
    (item,) = files.module("lib.py").definitions("f")
    with pytest.raises(Wanted) as wanted:
        search(resolver, aim_at(resolver, Site("lib.py", item)), ("",))
    assert wanted.value.paths == ("far.py",)


def test_a_damaged_file_is_told() -> None:
    result = found("def f(): pass\n# file: a.py\nfrom lib import f\ndef g(:\n    f()\n", "f")
    assert result.damaged == ("a.py has a syntax error on line 2",)


def test_places() -> None:
    source = (
        "def f(): pass\nclass A:\n    x = f()\n    def m(self, y=f()):\n"
        "        def inner():\n            return [f() for f in f()], f'{f()}'\n"
        "@f\ndef g(): pass\nh = lambda: f()\n"
    )
    told = [(item.symbol, item.line, item.text) for item in found(source, "f").callers]
    assert told == [
        ("A", 3, "f()"), ("A", 4, "f()"), ("A.m.inner", 6, "f()"), ("", 7, "f(...)"),
        ("", 9, "f()"),
    ]  # fmt: skip


def test_a_file_that_another_encoding_spells_otherwise() -> None:
    result = found("def ﬁt(): pass\ndef g():\n    fit()\n", "fit")
    assert [(item.symbol, item.line) for item in result.callers] == [("g", 3)]


def test_thousands_of_calls() -> None:
    lines = "".join(f"    x{n}.step(f{n}(y))\n" for n in range(4_000))
    source = f"def step(): pass\ndef run():\n{lines}    step()\n"
    files = files_of(source)
    module, resolver = files.module("lib.py"), Resolver(files)
    aim = aim_at(resolver, Site("lib.py", module.definitions("step")[0]))
    start = time.perf_counter()
    grades = [
        answer(resolver, "lib.py", site, aim).grade
        for site in calls_in(module, module.definitions("run")[0])
    ]
    assert time.perf_counter() - start < 30
    assert grades.count(Grade.RESOLVED) == 1
    assert len(grades) == 8_001


def test_a_name_in_a_thousand_places_of_one_function() -> None:
    source = "def step(): pass\ndef run():\n" + "    step()\n" * 3_000
    start = time.perf_counter()
    assert len(found(source, "step").callers) == 3_000
    assert time.perf_counter() - start < 30
