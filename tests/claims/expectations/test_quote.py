"""`quote`: an excerpt, line by line."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds

SOURCE = """\
@cache
def f(a):
    if a:
        x = 1  # one

        y = 2
    for b in a:
        if b:
            x = 1
\ttabbed()
    return a
after()
"""
CASES = (
    holds("one line", SOURCE, "f", "'x = 1  # one'", "4"),
    holds("indentation is relative", SOURCE, "f", "|\n  if a:\n      x = 1  # one", "3-4"),
    holds("a line left out", SOURCE, "f", "|\n  if a:\n  ...\n      y = 2", "3, 6"),
    holds("an empty line", SOURCE, "f", "|\n  x = 1  # one\n\n  y = 2", "4-6"),
    holds("where it stands the second time", SOURCE, "f", "|\n  if b:\n      x = 1", "8-9"),
    holds("a gap at the ends says nothing", SOURCE, "f", "|\n  ...\n  return a\n  ...", "11"),
    holds("a decorator", SOURCE, "f", "|\n  @cache\n  def f(a):", "1-2"),
    holds(
        "a tab is eight blanks",
        SOURCE,
        "f",
        "|\n      if b:\n          x = 1\n      tabbed()",
        "8-10",
    ),
    holds(
        "two gaps", SOURCE, "f", "|\n  if a:\n  ...\n  for b in a:\n  ...\n  return a", "3, 7, 11"
    ),
    holds("in the module", SOURCE, "", "after()", "12"),
    breaks("another comment", SOURCE, "f", "'x = 1  # two'", "does not stand in lines 1-11"),
    breaks("a part of a line", SOURCE, "f", "'x = '", "'x =' does not stand"),
    breaks("indented otherwise", SOURCE, "f", "|\n  if a:\n  x = 1  # one"),
    breaks("indented deeper", SOURCE, "f", "|\n  if a:\n          x = 1  # one"),
    breaks(
        "an empty line left out", SOURCE, "f", "|\n  x = 1  # one\n  y = 2", "does not stand after"
    ),
    breaks(
        "a line between", SOURCE, "f", "|\n  if a:\n      y = 2", "does not stand after 'if a:'"
    ),
    breaks("another order", SOURCE, "f", "|\n  return a\n  ...\n  if a:"),
    breaks("behind the definition", SOURCE, "f", "after()", "'after()' does not stand"),
    breaks("other blanks inside", SOURCE, "f", "'x  = 1  # one'"),
    breaks("longer than the definition", SOURCE, "f", "|\n  return a\n  after()"),
    *damaged("return a +"),
)
REFUSED = (
    Refused('""', "nothing would be checked"),
    Refused("'...'", "the quote is empty"),
    Refused("[a]", "found a list"),
    Refused("{a: b}", "found a mapping"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("quote")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("quote")
