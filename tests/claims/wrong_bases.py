"""What can be wrong with claims of each basis, as data: a good claim, and one thing changed."""

from claims.model import Basis

_HEAD = "claims:\n  - id: it\n    statement: It is so.\n    basis: "
CONDITIONS = (
    "{hardware: 8 x A, software: lib 1.0, model: M, input_length: 1024, output_length: 128, "
    "concurrency: 64}"
)
GOOD = {
    Basis.SOURCE: """\
source
    file: a.py
    symbol: f
    path: [a.g, b.py::h]
""",
    Basis.PULL_REQUEST: f"""\
pull-request
    file: a.py
    pull_request: {{number: 12, merge: {"ab" * 20}}}
    before: {{contains: a}}
    after: {{lacks: a}}
""",
    Basis.TEST: """\
test
    file: tests/test_a.py
    expect: {contains: a}
""",
    Basis.DOCUMENTATION: """\
documentation
    file: docs/a.md
    expect: {quote: a}
""",
    Basis.MEASUREMENT: f"""\
measurement
    data: runs/a.csv
    conditions: {CONDITIONS}
    expect: {{figures: [{{value: a, states: "1 ms"}}]}}
""",
    Basis.INFERENCE: """\
inference
    premises: [that]
  - {id: that, statement: So., file: a.py, expect: {contains: a}}
""",
    Basis.PRINCIPLE: """\
principle
    code: "a = 1"
    expect: {value: 1}
    symbol: a
""",
}
GOOD = {basis: _HEAD + text for basis, text in GOOD.items()}
"""A good claim file of one claim (an inference has one more, to rest on)."""

MERGE_HINT = "write a full commit id, or a release tag such as v1.2.3"
WRONG = (
    # basis, what becomes what, and what is said with its place
    (Basis.SOURCE, "    path: [a.g, b.py::h]\n", "", "2:5: a claim needs 'expect' or 'path'"),
    (Basis.SOURCE, "    path:", "    expect: {path: [a]}\n    path:",
     "7:14: 'path' stands beside 'file' and 'symbol', not under 'expect'; move it there"),
    (Basis.SOURCE, "path:", "data: a.csv\n    path:",
     "7:5: 'data' does not go with basis 'source'; it goes with measurement"),
    (Basis.SOURCE, "path:", "premises: [a]\n    path:",
     "7:5: 'premises' does not go with basis 'source'; it goes with inference"),
    (Basis.SOURCE, "path: [a.g, b.py::h]", "expect: {figures: [{value: a, states: '1'}]}",
     "7:14: 'figures' are of a measurement; write 'basis: measurement'"),
    (Basis.PULL_REQUEST, "    pull_request: {number: 12, merge: " + "ab" * 20 + "}\n", "",
     "2:5: a claim of basis 'pull-request' needs 'pull_request'"),
    (Basis.PULL_REQUEST, "{number: 12, merge: " + "ab" * 20 + "}", "12",
     "6:19: expected a mapping, found a number; write {number: 1234, merge: <full commit id>}"),
    (Basis.PULL_REQUEST, "number: 12, ", "", "6:19: 'pull_request' needs 'number'"),
    (Basis.PULL_REQUEST, "number: 12", "number: '#12'",
     "6:28: 'number' must be a number from 1"),
    (Basis.PULL_REQUEST, ", merge: " + "ab" * 20, "", "6:19: 'pull_request' needs 'merge'"),
    (Basis.PULL_REQUEST, "ab" * 20, "abababa",
     f"6:39: 'abababa' is a short id, which may come to mean another commit; {MERGE_HINT}"),
    (Basis.PULL_REQUEST, "ab" * 20, "v1.0.0", ("6:39: v1.0.0 is a tag, and a merge is a commit; "
     "the pull request's page names the commit that merged it; write its full id")),
    (Basis.PULL_REQUEST, "12, ", "12, branch: a, ",
     "6:32: unknown key 'branch'; known: number, merge"),
    (Basis.PULL_REQUEST, "    before: {contains: a}\n    after: {lacks: a}\n", "",
     "2:5: a claim of basis 'pull-request' needs 'before' or 'after'"),
    (Basis.PULL_REQUEST, "before: {contains: a}", "before: {contain: a}",
     "7:14: unknown kind 'contain'; did you mean 'contains'?"),
    (Basis.PULL_REQUEST, "after:", "expect:",
     ("8:5: 'expect' does not go with basis 'pull-request'; it goes with source or test or "
     "documentation or measurement or principle")),
    (Basis.TEST, "tests/test_a.py", "a.py",
     "5:11: a.py is no test, going by its name; name a file of tests, or leave the basis out"),
    (Basis.DOCUMENTATION, "quote: a", "contains: a",
     "6:14: 'contains' does not go with this basis; use quote"),
    (Basis.DOCUMENTATION, "docs/a.md\n", "docs/a.md\n    symbol: f\n",
     "6:13: docs/a.md is no Python, so it has no symbols; leave 'symbol' out"),
    (Basis.DOCUMENTATION, "{quote: a}", "{docstring: a}",
     "6:14: 'docstring' does not go with this basis; use quote"),
    (Basis.MEASUREMENT, "    data: runs/a.csv\n", "",
     "2:5: a claim of basis 'measurement' needs 'data'"),
    (Basis.MEASUREMENT, "runs/a.csv", "/runs/a.csv",
     ("5:11: the path '/runs/a.csv' is absolute; write it from the repository's top; "
     "name a file beside this one, or below")),
    (Basis.MEASUREMENT, "runs/a.csv", "runs/a.xlsx",
     ("5:11: 'runs/a.xlsx' is no data file; name a data file of .csv, .tsv, .json, .jsonl, "
     ".ndjson")),
    (Basis.MEASUREMENT, f"    conditions: {CONDITIONS}\n", "",
     "2:5: a claim of basis 'measurement' needs 'conditions'"),
    (Basis.MEASUREMENT, ", model: M", "",
     "6:17: missing: model; a measurement states its conditions"),
    (Basis.MEASUREMENT, "figures: [{value: a, states: \"1 ms\"}]", "contains: a",
     "7:14: 'contains' does not go with this basis; use figures"),
    (Basis.MEASUREMENT, "data:", "file: a.py\n    data:",
     ("5:5: 'file' does not go with basis 'measurement'; it goes with source or pull-request or "
     "test or documentation")),
    (Basis.INFERENCE, "    premises: [that]\n", "",
     "2:5: a claim of basis 'inference' needs 'premises'"),
    (Basis.INFERENCE, "premises:", "expect: {contains: a}\n    premises:",
     ("5:5: 'expect' does not go with basis 'inference'; it goes with source or test or "
     "documentation or measurement or principle")),
    (Basis.PRINCIPLE, '    code: "a = 1"\n', "",
     "2:5: a claim of basis 'principle' needs 'code'"),
    (Basis.PRINCIPLE, '"a = 1"', "[a]", "5:11: 'code' must be a text, found a list"),
    (Basis.PRINCIPLE, '"a = 1"', "'a = ('",
     "5:11: the code does not parse: see its line 1"),
    (Basis.PRINCIPLE, "code:", "file: a.py\n    code:",
     ("5:5: 'file' does not go with basis 'principle'; it goes with source or pull-request or "
     "test or documentation")),
)  # fmt: skip
PLACES = ("is no test", "the path", "is no Python", "does not parse", "'docstring'")
"""What only reading knows: it depends on names, or on code."""
