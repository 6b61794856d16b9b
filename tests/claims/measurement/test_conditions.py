"""The conditions of a measurement."""

import jsonschema
import pytest

from claims.measurement.conditions import REQUIRED, SCHEMA, condition_problems
from provenance import yamlfile

WHOLE = """\
hardware: 8x H200
software: {sglang: 0.5.21, cuda: 12.8}
model: DeepSeek-V3
input_length: 1024
output_length: 512-1024
concurrency: [64, "128 - 256"]
request_rate: inf
"""
CHECKER = jsonschema.Draft202012Validator(SCHEMA)


def said(text: str) -> list[str]:
    return [str(item) for item in condition_problems(yamlfile.load(text.encode(), "c.yaml"))]


def test_a_whole_list() -> None:
    assert said(WHOLE) == []
    CHECKER.validate(yamlfile.load(WHOLE.encode(), "c.yaml").plain())


def test_all_that_is_missing_is_told_at_once() -> None:
    hint = "'hardwear': did you mean 'hardware'?"
    assert said("hardwear: x\nmodel: y\nsoftware:\n") == [
        f"c.yaml:1:1: missing: hardware, input_length, output_length, concurrency; {hint}",
        "c.yaml:3:10: 'software' is empty; say what it was",
    ]
    assert said("zzz: x")[0].startswith(f"c.yaml:1:1: missing: {', '.join(REQUIRED)}; ")


@pytest.mark.parametrize("text", ["[a]", "x", "~", "3"])
def test_no_mapping(text: str) -> None:
    assert len(said(text)) == 1
    assert "expected a mapping of conditions" in said(text)[0]


WRONG = (
    ("hardware: 8x H200", 'hardware: " "', "1:11: 'hardware' is empty"),
    ("hardware: 8x H200", "hardware: []", "1:11: 'hardware' is empty"),
    ("hardware: 8x H200", "hardware: true", "1:11: 'hardware' is no description"),
    ("cuda: 12.8", "cuda: ", "2:11: 'software' is empty"),
    ("request_rate: inf", "request_rate: ", "7:14: 'request_rate' is empty"),
    ("1024\n", "0\n", "4:15: 'input_length' is no positive number"),
    ("1024\n", "-5\n", "4:15: 'input_length' is no positive number"),
    ("1024\n", '"-5"\n', "4:15: 'input_length' is no positive number"),
    ("1024\n", "1.5\n", "4:15: 'input_length' is no positive number"),
    ("1024\n", "true\n", "4:15: 'input_length' is no positive number"),
    ("1024\n", "{mean: 3}\n", "4:15: 'input_length' is no positive number"),
    ("1024\n", "long\n", "4:15: 'input_length' is no positive number"),
    ("512-1024", "1024-512", "5:16: 'output_length' is no positive number"),
    ("512-1024", "0-512", "5:16: 'output_length' is no positive number"),
    ("[64,", "[0,", "6:14: 'concurrency' is no positive number"),
)


@pytest.mark.parametrize(("old", "new", "message"), WRONG)
def test_wrong(old: str, new: str, message: str) -> None:
    assert WHOLE.replace(old, new, 1) != WHOLE
    (problem,) = said(WHOLE.replace(old, new, 1))
    assert problem.startswith(f"c.yaml:{message}")


@pytest.mark.parametrize("text", ["1-1", "ShareGPT, mean 220", "up to 4096", '"1024"', "[1, 8]"])
def test_lengths_in_words(text: str) -> None:
    changed = WHOLE.replace("512-1024", text)
    assert said(changed) == []
    CHECKER.validate(yamlfile.load(changed.encode(), "c.yaml").plain())
