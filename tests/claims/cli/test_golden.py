"""What people read, recorded whole in `golden/`.

`UPDATE_GOLDEN=1 pytest tests/claims/cli/test_golden.py` writes the files anew; review the diff.
"""

import os
import re
from pathlib import Path

import pytest

from tests.claims.cli.conftest import Claims
from tests.claims.cli.project import FIRST, REST, SHARE, WRONG, Project

GOLDEN = Path(__file__).with_name("golden")
GONE = SHARE.replace("whole-shares", "gone-symbol").replace("symbol: share", "symbol: shares")
NO_FILE = SHARE.replace("whole-shares", "gone-file").replace("file: lib.py", "file: src/lib.py")
TWICE = SHARE.replace("whole-shares", "picked").replace("symbol: share", "symbol: pick")
INVALID = SHARE.replace("whole-shares", "bad-pattern").replace("total // parts", "total //")
UNKNOWN_KIND = SHARE.replace("whole-shares", "bad-kind").replace("returns:", "return:")
QUOTED = """\
  - id: quoted
    statement: The rest is worked out before anything is checked.
    file: lib.py
    symbol: rest
    scope: whole numbers
    limitation: Says nothing of negative ones.
    expect:
      signature: (total, parts=1)
      raises: ValueError("no parts")
      quote: |
        return total % parts
        if parts == 0:
"""
COMMANDS = {
    "verdicts": ("verify", "claims.yaml"),
    "verdicts-json": ("verify", "claims.yaml", "--format", "json"),
    "several-files": ("verify",),
    "offline": ("verify", "--offline"),
    "locked": ("verify", "--locked", "a"),
    "show": ("show", "quoted"),
    "list": ("list",),
    "explain": ("explain", "returns"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_told_is_what_was_recorded(project: Project, claims: Claims, name: str) -> None:
    project.claim(SHARE, WRONG, QUOTED, GONE, NO_FILE, TWICE, INVALID, UNKNOWN_KIND)
    project.claim(REST, name="a/claims.yaml", head="pin: v1.0.0\n")
    project.claim(REST.replace("rest-", "left-"), name="b/claims.yaml", head="pin: v9.0\n")
    ended = claims(*COMMANDS[name])
    told = f"{ended.out}--- standard error\n{ended.err}--- exit status {ended.status}\n"
    told = re.sub(r"\S+/cache/lib-[0-9a-f]{12}\.git", "STORE", told)
    recorded = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        recorded.write_text(told, encoding="utf-8")
    assert told == recorded.read_text(encoding="utf-8")


def test_every_record_has_its_command() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(COMMANDS)


def test_the_excerpts_are_of_the_library(project: Project, claims: Claims) -> None:
    """A record cannot say what the source does not."""
    project.claim(WRONG)
    (excerpt,) = [line for line in claims("verify").out.splitlines() if " | " in line]
    number, _, text = excerpt.partition(" | ")
    assert FIRST.decode().splitlines()[int(number) - 1] == text
