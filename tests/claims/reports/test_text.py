"""The text report: what a person reads, whole."""

from claims.model import Verdict
from claims.reports.text import render
from claims.verify import Report
from tests.claims.reports.reported import report

HOLDING = """\
articles/one/claims.yaml  v1.0.0      1 holds
lib v1.0.0: from git, commit 0123456789ab
basis source  1 holds
1 claim: 1 holds
"""
WHOLE = """\
articles/two/claims.yaml:3:1: unknown key 'x'; write y
articles/one/claims.yaml:8:3: broken: it-breaks
  It is said to be otherwise.
  lib.py:7-9 f2 at v1.0.0
    returns broken
      expected  a
      found     return x
    contains broken
      expected  y = a
                return y
      found     nowhere in lines 7-9; closest, on line 9: return x
         9 |     return x
    https://host.invalid/lib/blob/v1.0.0/lib.py#L2

articles/one/claims.yaml:13:3: missing: it-is-missing
  Something else is there.
  lib.py ff2 at v1.0.0
    ff2 is not defined in lib.py; similar: f2
    https://host.invalid/lib/blob/v1.0.0/lib.py#L2

articles/one/claims.yaml:18:3: unknown: it-is-unknown
  A function has a value.
  lib.py:1-4 f at v1.0.0
    value unknown
      expected  constant, variable or field
      why       function f is no constant, variable or field
         1 | @cache
         2 | def f(a):
         3 |     \"\"\"Say <b>so</b>, "quoted".\"\"\"
         4 |     return a
    https://host.invalid/lib/blob/v1.0.0/lib.py#L2

articles/one/claims.yaml:23:3: invalid: it-is-invalid
  This is no pattern.
  articles/one/claims.yaml:26:11: 'f.' is no symbol; write names joined by dots: Scheduler.run_batch
  articles/one/claims.yaml:27:21: the pattern does not parse: 'a b' (invalid syntax); \
write it as Python, with $X and ... as placeholders

articles/one/claims.lock:1:1: v1.0.0 was moved
articles/one/claims.yaml  v1.0.0      1 holds, 1 broken, 1 missing, 1 unknown, 1 invalid
lib v1.0.0: from git, commit 0123456789ab
lib v1.0.0: from the package release, commit ffffffffffff (wheel sha256 5555555555555555)
other v2.0.0: not obtained, 3 claims not checked: cannot obtain other at v2.0.0: no route
basis source  1 holds, 1 broken, 1 missing, 1 unknown, 1 invalid
5 claims: 1 holds, 1 broken, 1 missing, 1 unknown, 1 invalid; 2 problems with files, told above
"""


def test_all_hold() -> None:
    assert render(report(holding_only=True)) == HOLDING


def test_everything_that_can_be_said() -> None:
    assert render(report()) == WHOLE


def test_nothing_was_checked() -> None:
    assert render(Report((), ())) == "0 claims: none checked\n"


def test_colours_go_round_the_verdicts_and_change_nothing_else() -> None:
    seen: list[tuple[str, Verdict]] = []

    def paint(text: str, verdict: Verdict) -> str:
        seen.append((text, verdict))
        return f"<{text}>"

    painted = render(report(), paint)
    assert "8:3: <broken>: it-breaks" in painted
    assert painted.replace("<b>", "B").replace("</b>", "E").replace("<", "").replace(
        ">", ""
    ) == WHOLE.replace("<b>", "B").replace("</b>", "E")
    assert {verdict for _, verdict in seen} == set(Verdict)
    assert all(verdict.value in text for text, verdict in seen)
