"""`figures`: figures of a measurement, recomputed from its data."""

from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
import yaml

from claims.expectations.figures import KIND
from claims.measurement.rows import Measured, read_rows
from claims.model import Finding, Outcome
from provenance import yamlfile
from provenance.errors import ProblemsFound

DATA = """\
variant,concurrency,ttft_ms,throughput,hit,note,zero
base,64,412.5,1214.5,0.9,first,0
dp,64,317.3,2210.4,0.973,,0
base,128,800,1300,0.9,NaN,0
dp,128,600,2500,0.98,"1,5",0
dp,128,610,2510,0.98,inf,0
tp,64.0,-4,0,x,,0
"""
NESTED = """\
{"run": "a",
 "rows": [
  {"name": "x", "on": true, "latency": {"p99": 12.50}, "all": [1, 2], "id": "07"},
  {"name": "y", "on": false, "latency": {"p99": 10}, "all": [3], "id": "7"}
 ]}
"""
CSV = read_rows("runs.csv", DATA.encode())
JSON = read_rows("runs.json", NESTED.encode())
CHECKER = jsonschema.Draft202012Validator(KIND.schema)
CHANGE = (
    "{change: ttft_ms, from: {variant: base, concurrency: 64}, to: {variant: dp, concurrency: 64}"
)
RATIO = (
    "{ratio: throughput, of: {variant: dp, concurrency: 64}, to: {variant: base, concurrency: 64}"
)
MEANS = "{change: ttft_ms, from: {variant: base}, to: {variant: dp}, aggregate: "
DP = "where: {variant: dp}"


class Measurement(msgspec.Struct, frozen=True):
    """A figure, and what must be found of it in the data."""

    value: str
    outcome: Outcome
    found: str
    lines: str = ""
    measured: Measured = CSV

    def __str__(self) -> str:
        return self.value

    def check(self) -> None:
        (finding,) = findings(self.value, self.measured)
        assert finding.outcome is self.outcome, finding
        assert self.found in finding.found
        if self.lines:
            assert ", ".join(map(str, finding.lines)) == self.lines


def findings(value: str, measured: Measured = CSV) -> tuple[Finding, ...]:
    node = yamlfile.load(value.encode(), "claims.yaml")
    assert CHECKER.is_valid(node.plain()), value
    return KIND.check(KIND.read(node), measured)


def holds(value: str, found: str, lines: str = "", measured: Measured = CSV) -> Measurement:
    return Measurement(value, Outcome.HOLDS, found, lines, measured)


def breaks(value: str, found: str, lines: str = "", measured: Measured = CSV) -> Measurement:
    return Measurement(value, Outcome.BROKEN, found, lines, measured)


def unsure(value: str, found: str, measured: Measured = CSV) -> Measurement:
    return Measurement(value, Outcome.UNKNOWN, found, "", measured)


CASES = (
    holds(f'{CHANGE}, states: "-23.1 %"}}', "-23.079 % (412.5 -> 317.3)", "2-3"),
    holds(f"{CHANGE}, states: −23%}}", "-23.08 % (412.5 -> 317.3)"),
    holds(f'{CHANGE}, states: "-23.08 %"}}', "-23.0788 %"),
    breaks(f"{CHANGE}, states: 23.1 %}}", "-23.079 %", "2-3"),
    breaks(f'{CHANGE}, states: "-23.0 %"}}', "-23.079 %"),
    breaks(f'{CHANGE}, states: "-0.231 %"}}', "-23.07879 %"),
    holds(f"{RATIO}, states: 1.82x}}", "1.8200 x (2210.4 / 1214.5)", "2-3"),
    holds(f"{RATIO}, states: '1.82'}}", "1.8200 ("),
    holds(f"{RATIO}, states: 182 %}}", "182.00 %"),
    breaks(f"{RATIO}, states: 1.83×}}", "1.8200 ×"),
    breaks(f"{RATIO}, states: 1.82 %}}", "182.0008 %"),
    holds(f"{MEANS}mean, states: '-16.0 %'}}", "(606.25 -> 509.1, mean of 2 rows, mean of 3"),
    holds(f"{MEANS}{{percentile: 0}}, states: '-23.1 %'}}", "percentile 0 of 2 rows", "2-6"),
    holds(f"{MEANS}{{percentile: 99}}, method: nearest, states: '-24 %'}}", "(800 -> 610,"),
    holds(f"{{percentile: 99, column: ttft_ms, {DP}, states: 609.8 ms}}", "609.800 ms", "3, 5-6"),
    holds(f"{{percentile: 99.9, column: ttft_ms, {DP}, states: '610'}}", "609.98"),
    holds(f"{{percentile: 99, column: ttft_ms, {DP}, method: nearest, states: 610 ms}}", "610.00"),
    breaks(f"{{percentile: 99, column: ttft_ms, {DP}, states: 610.0 ms}}", "609.800"),
    holds(f"{{median: ttft_ms, {DP}, states: 600 ms}}", "600.00 ms (median of 3 rows)"),
    holds(f"{{mean: ttft_ms, {DP}, states: 509.1 ms}}", "509.100 ms"),
    holds(f"{{minimum: ttft_ms, {DP}, states: '317.3'}}", "317.300"),
    holds(f"{{maximum: ttft_ms, {DP}, states: '610'}}", "610.00"),
    holds("{maximum: throughput, states: '2,510 T/s'}", "2510.00 T/s (maximum of 6", "2-7"),
    holds(f"{{sum: throughput, {DP}, states: 7.22e3}}", "7220.4"),
    holds(f"{{count: ttft_ms, {DP}, states: 3 runs}}", "3.00 runs (count of 3 rows)"),
    holds(f"{{count: note, {DP}, states: '2'}}", "2.00 (count of 3 rows)"),
    holds("{value: ttft_ms, where: {concurrency: 64, variant: tp}, states: '-4 ms'}", "-4.00", "7"),
    holds(f"{{value: ttft_ms, {DP}, aggregate: maximum, states: '610'}}", "610"),
    holds("{value: hit, where: {ttft_ms: 317.30}, states: '0.97'}", "0.9730"),
    breaks("{value: hit, where: {ttft_ms: 317.30}, states: '0.98'}", "0.9730"),
    holds("{value: ttft_ms, where: {variant: dp, note: ~}, states: '317'}", "317.30"),
    unsure("{value: hit, where: {ttft_ms: 317.3}, states: 97.3 %}", "a fraction of 1"),
    breaks("{value: hit, where: {ttft_ms: 317.3}, states: 97.4 %}", "0.973 %"),
    unsure(f"{{value: ttft_ms, {DP}, states: '1'}}", "with variant=dp (lines 3, 5, 6)"),
    unsure("{value: ttft_ms, states: '1'}", "6 rows are selected (lines 2, 3, 4, …); say which"),
    unsure(f"{MEANS[:-13]}, states: 1 %}}", "2 rows are selected with variant=base"),
    unsure("{mean: ttft, states: '1'}", "has no column 'ttft'; did you mean 'ttft_ms'?"),
    unsure("{mean: qqq, states: '1'}", "it has variant, concurrency, ttft_ms, throughput"),
    unsure("{mean: ttft_ms, where: {varient: dp}, states: '1'}", "did you mean 'variant'?"),
    unsure("{mean: ttft_ms, where: {variant: dpp}, states: '1'}",
           "no row of runs.csv has variant=dpp; variant is base, dp, tp; did you mean 'dp'?"),
    unsure("{mean: ttft_ms, where: {variant: base, concurrency: 32}, states: '1'}",
           "has concurrency=32 among those with variant=base; concurrency is 64, 128"),
    unsure('{mean: ttft_ms, where: {variant: tp, concurrency: "64"}, states: "1"}', "is 64.0"),
    unsure("{mean: ttft_ms, where: {note: true}, states: '1'}", "note is first, nothing, NaN"),
    unsure("{count: note, states: '4'}", "runs.csv:4: note is no number but NaN"),
    unsure("{count: ttft_ms, where: {variant: no}, states: '0'}", "no row of runs.csv"),
    unsure("{mean: hit, states: '1'}", "runs.csv:7: hit is no number but x"),
    unsure(f"{{mean: note, {DP}, states: '1'}}", "runs.csv:3: note is no number but nothing"),
    unsure("{value: note, where: {ttft_ms: 800}, states: '1'}", "note is no number but NaN"),
    unsure("{value: note, where: {ttft_ms: 600}, states: '1'}", "note is no number but 1,5"),
    unsure("{value: note, where: {ttft_ms: 610}, states: '1'}", "note is no number but inf"),
    unsure("{ratio: zero, of: {ttft_ms: 800}, to: {ttft_ms: 600}, states: '1'}", "divided by zero"),
    unsure("{change: zero, from: {ttft_ms: 800}, to: {ttft_ms: 600}, states: 0 %}", "from 0 has"),
    unsure("{change: ttft_ms, from: {variant: tp}, to: {note: first}, states: 1 %}", "from -4 has"),
    holds("{value: latency.p99, where: {name: x}, states: 12.5 ms}", "12.500 ms", "3", JSON),
    holds("{value: latency.p99, where: {on: false}, states: '10'}", "10.00", "4", JSON),
    holds('{value: latency.p99, where: {id: "07"}, states: "12.5"}', "12.500", "3", JSON),
    unsure("{value: latency.p99, where: {id: 7}, states: '12.5'}", "2 rows", JSON),
    unsure("{value: all, where: {name: x}, states: '1'}", "all is no number but a list", JSON),
    unsure("{value: on, where: {name: x}, states: '1'}", "on is no number but true", JSON),
    unsure("{value: id, where: {all: a list}, states: '7'}", "no row of runs.json", JSON),
    unsure("{value: latency, where: {name: x}, states: '1'}", "no column 'latency'", JSON),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Measurement) -> None:
    case.check()


REFUSED = (
    ("[]", "the list is empty", ""),
    ("a", "expected a mapping, found a text", ""),
    ("{}", "exactly one thing, and it has none; known: change, ratio", ""),
    ("{states: '1'}", "exactly one thing, and it has none", ""),
    ("{mean: a, sum: a, states: '1'}", "it has mean and sum", ""),
    ("{meen: a, states: '1'}", "unknown key 'meen'; did you mean 'mean'?", "meen"),
    ("{mean: a, to: {b: c}, states: '1'}", "'to' does not go with 'mean'; it takes", "to:"),
    ("{mean: a, aggregate: sum, states: '1'}", "'aggregate' does not go with 'mean'", "aggr"),
    ("{mean: a}", "'mean' needs states", ""),
    ("{change: a}", "'change' needs from, to, states", ""),
    ("{percentile: 99, states: '1'}", "'percentile' needs column", ""),
    ("{mean: 3, states: '1'}", "expected a text, found a number", "3,"),
    ("{mean: a, states: 1.50}", "expected a text, found a number; quote the text", "1.50"),
    ("{mean: a, states: fast 1}", "is no figure", "fast"),
    ("{mean: a, states: 1.2k}", "has a number word", "1.2k"),
    ("{mean: a_ms, states: 1.2 s}", "a_ms is in ms by its name, and the figure in s", "1.2"),
    ("{mean: a, where: {}, states: '1'}", "nothing is selected by", "{}"),
    ("{mean: a, where: b, states: '1'}", "expected a mapping", "b,"),
    ("{mean: a, where: {b: [c]}, states: '1'}", "expected what stands in the column", "[c"),
    ("{mean: a, where: {b: 1.0e+999}, states: '1'}", "out of all proportion", "1.0e+999"),
    ("{percentile: 101, column: a, states: '1'}", "a number from 0 to 100", "101"),
    ("{percentile: true, column: a, states: '1'}", "a number from 0 to 100", "true"),
    ("{percentile: p99, column: a, states: '1'}", "a number from 0 to 100", "p99"),
    ("{percentile: 9, column: a, method: neerest, states: '1'}", "did you mean 'nearest'", "neer"),
    ("{value: a, method: nearest, states: '1'}", "only a percentile has a method", "nearest"),
    ("{value: a, aggregate: men, states: '1'}", "did you mean 'mean'?", "men"),
    ("{value: a, aggregate: {}, states: '1'}", "the aggregate is empty", "{}"),
    ("{value: a, aggregate: {percent: 9}, states: '1'}", "did you mean 'percentile'?", "percent"),
    ("{change: a, from: {b: 1}, to: {b: 2}, states: '0.5'}", "a change is in %", "'0.5'"),
    ("{ratio: a, of: {b: 1}, to: {b: 2}, states: 2 ms}", "a ratio is not in 'ms'", "2 ms"),
    ("{ratio: a, of: {b: 1, c: 2}, to: {c: 2, b: 1.0}, states: 1x}", "could not fail", "{c: 2"),
)


@pytest.mark.parametrize(("value", "message", "at"), REFUSED)
def test_refused(value: str, message: str, at: str) -> None:
    with pytest.raises(ProblemsFound) as caught:
        KIND.read(yamlfile.load(value.encode(), "claims.yaml"))
    (problem,) = caught.value.problems
    assert message in str(problem)
    assert str(problem.location) == f"claims.yaml:1:{value.index(at) + 1}"


def test_all_that_is_wrong_is_told_at_once() -> None:
    text = "- {mean: a}\n- {sum: a, to: {b: 1}}\n- {mean: a, states: '1'}\n- 3\n"
    with pytest.raises(ProblemsFound) as caught:
        KIND.read(yamlfile.load(text.encode(), "claims.yaml"))
    assert [item.location.line for item in caught.value.problems] == [1, 2, 2, 4]


def test_one_finding_a_figure_in_words() -> None:
    said = [
        item.expected
        for item in findings(
            f"[{CHANGE}, states: '-23.1 %'}}, {RATIO}, states: 1.82x}}, {{mean: hit, states: '1'}},"
            f"{{percentile: 99, column: hit, {DP}, method: nearest, states: '1'}},"
            f"{{value: hit, {DP}, states: '1'}}, {MEANS}mean, states: 1 %}}]"
        )
    ]
    rows = "variant=base, concurrency=64", "variant=dp, concurrency=64"
    assert said == [
        f"change of ttft_ms from {rows[0]} to {rows[1]} is -23.1 %",
        f"ratio of throughput for {rows[1]} to {rows[0]} is 1.82x",
        "mean of hit is 1",
        "percentile 99 by nearest rank of hit where variant=dp is 1",
        "value of hit where variant=dp is 1",
        "change of ttft_ms (each the mean) from variant=base to variant=dp is 1 %",
    ]


def test_lines_of_very_many_places_are_one_range() -> None:
    rows = "".join(f"{'odd' if number % 2 else 'even'},{number}\n" for number in range(60))
    measured = read_rows("runs.csv", f"which,a\n{rows}".encode())
    (finding,) = findings("{count: a, where: {which: odd}, states: '30'}", measured)
    assert finding.outcome is Outcome.HOLDS
    assert [str(line) for line in finding.lines] == ["3-61"]


def test_the_examples_of_explain_are_true() -> None:
    outcomes = []
    for example in (KIND.holds, KIND.fails):
        measured = read_rows(example.symbol, example.source.encode())
        outcomes += [item.outcome for item in findings(example.value, measured)]
    assert outcomes == [Outcome.HOLDS, Outcome.BROKEN]
    assert KIND.name == Path(__file__).stem.removeprefix("test_")


BAD = (
    "[]", "{}", "3", "{mean: a}", "{states: '1'}", "{mean: a, sum: a, states: '1'}",
    "{mean: a, states: 1.5}", "{mean: a, states: fast}", "{mean: a, where: {}, states: '1'}",
    "{mean: a, to: {b: 1}, states: '1'}", "{change: a, to: {b: 1}, states: 1 %}",
    "{percentile: 101, column: a, states: '1'}", "{value: a, aggregate: men, states: '1'}",
    "{mean: a, where: {b: [c]}, states: '1'}", "{value: a, aggregate: {}, states: '1'}",
)  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_what_the_schema_refuses_the_reader_refuses_too(text: str) -> None:
    value: Any = yaml.safe_load(text)
    assert not CHECKER.is_valid(value)
    with pytest.raises(ProblemsFound):
        KIND.read(yamlfile.load(text.encode(), "claims.yaml"))


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(KIND.schema)


DEEP = ('"' + "(" * 300 + '"', '"' + "a." * 300 + 'b"')
ODD = ("~", "0", "-1.5", "true", '""', "[]", "{}", "[[]]", "[{}]", "{a: [b]}", "[~, 1]", '"\\0"',
       "{a: {b: {c: d}}}", '"é\\u2028"', "{mean: ~, states: ~}", "{change: {}}", *DEEP)  # fmt: skip


@pytest.mark.parametrize("value", ODD)
def test_an_odd_value_is_refused(value: str) -> None:
    with pytest.raises(ProblemsFound):
        KIND.read(yamlfile.load(value.encode(), "claims.yaml"))
