"""What is wrong with a claim file, and claims that do not hold: each with place and status."""

import msgspec
import pytest

from tests.claims.cli.conftest import Claims
from tests.claims.cli.project import SHARE, Project


class Fault(msgspec.Struct, frozen=True):
    """A claim file that is wrong or a claim that does not hold, and what is said of it."""

    name: str
    file: str
    status: int
    said: tuple[str, ...]


def changed(old: str, new: str) -> str:
    assert old in SHARE
    return "claims:\n" + SHARE.replace(old, new)


FAULTS = (
    Fault("an empty file", "", 2, ("claims.yaml:1:1: expected a mapping, found an empty file",)),
    Fault("no claims", "claims: []\n", 2, ("claims.yaml:1:9: 'claims' must be a list",)),
    Fault(
        "an unknown kind",
        changed("returns:", "return:"),
        2,
        (
            "invalid: whole-shares",
            ":7:7: unknown kind 'return'; did you mean 'returns'?",
        ),
    ),
    Fault(
        "a pattern that does not parse",
        changed("total // parts", "def ("),
        2,
        ("claims.yaml:2:5: invalid: whole-shares", "claims.yaml:7:16: "),
    ),
    Fault(
        "all that is wrong with a claim",
        changed("lib.py", "../lib.py").replace("statement:", "statment:"),
        2,
        ("did you mean 'statement'?", "a claim needs 'statement'", "claims.yaml:4:11: "),
    ),
    Fault(
        "a file that is not there",
        changed("lib.py", "src/lib.py"),
        1,
        (
            "claims.yaml:2:5: missing: whole-shares",
            "there is no file 'src/lib.py'; did you mean lib.py",
        ),
    ),
    Fault(
        "a symbol that is not there",
        changed("symbol: share", "symbol: shares"),
        1,
        ("missing: whole-shares", "shares is not defined in lib.py; similar: share"),
    ),
    Fault(
        "a symbol defined twice",
        changed("symbol: share", "symbol: pick"),
        1,
        ("unknown: whole-shares", "pick is defined 2 times, on lines 18, 23; choose with 'where:"),
    ),
    Fault(
        "a file that is no Python",
        changed("lib.py", "notes.txt"),
        1,
        ("unknown: whole-shares", "notes.txt is not source text"),
    ),
    Fault(
        "a wrong pin",
        "pin: main\n" + changed("", ""),
        2,
        ("claims.yaml:1:6: 'main' is not a pin, as what it means can change; main means ",),
    ),
    Fault(
        "a pin that is not there",
        f"pin: {'ab' * 20}\n" + changed("", ""),
        3,
        (f"cannot obtain lib at {'ab' * 20}: lib.git: has no commit",),
    ),
    Fault("a release that is not there", "pin: v9.0\n" + changed("", ""), 3, ("has no tag v9.0",)),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_what_is_wrong_is_told_with_its_place(
    project: Project, claims: Claims, fault: Fault
) -> None:
    (project.root / "claims.yaml").write_text(fault.file)
    ended = claims("verify")
    assert ended.status == fault.status, ended
    for part in fault.said:
        assert part in ended.out
