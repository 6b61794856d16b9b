"""`claims lock`, `claims lock --check` and `claims verify --locked`."""

from pathlib import Path

from tests.claims.cli.conftest import Claims
from tests.claims.cli.project import REST, SHARE, WRONG, Project


def locked(project: Project, claims: Claims) -> Path:
    """Lock two claims at a release."""
    project.pin_to("v1.0.0")
    project.claim(SHARE, REST)
    assert claims("lock").status == 0
    return project.root / "claims.lock"


def test_a_lock_records_what_was_verified(project: Project, claims: Claims) -> None:
    text = locked(project, claims).read_text()
    assert "pin: v1.0.0\n" in text
    assert f"git: {project.first}\n" in text
    assert text.index("  rest-refuses-none:\n") < text.index("  whole-shares:\n")
    assert "lines: 6-7\n" in text.replace("'", "")


def test_locking_again_changes_nothing(project: Project, claims: Claims) -> None:
    lock = locked(project, claims)
    before = lock.stat().st_mtime_ns
    again = claims("lock")
    assert (again.status, again.out, again.err) == (0, "", "")
    assert lock.stat().st_mtime_ns == before
    assert claims("lock", "--check").status == 0
    assert claims("verify", "--locked", "--offline").status == 0


def test_each_claim_file_has_a_lock_beside_it(project: Project, claims: Claims) -> None:
    project.claim(SHARE, name="a/claims.yaml")
    project.claim(REST, name="b/rest.claims.yaml")
    ended = claims("lock")
    told = ["a/claims.lock: written", "b/rest.claims.lock: written"]
    assert (ended.status, ended.err.splitlines()[-2:]) == (0, told)
    assert (project.root / "a/claims.lock").is_file()
    assert (project.root / "b/rest.claims.lock").is_file()


def test_check_writes_nothing(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    ended = claims("lock", "--check")
    assert ended.status == 1
    assert ended.err.endswith("claims.lock: would change\n")
    assert not (project.root / "claims.lock").exists()


def test_a_claim_that_does_not_hold_is_told_and_left_out(project: Project, claims: Claims) -> None:
    project.claim(SHARE, WRONG)
    ended = claims("lock")
    assert ended.status == 1
    assert "broken: true-shares" in ended.out
    text = (project.root / "claims.lock").read_text()
    assert "whole-shares" in text
    assert "true-shares" not in text
    assert claims("lock", "--check").status == 1


def test_locked_tells_each_claim_that_was_not_verified(project: Project, claims: Claims) -> None:
    locked(project, claims)
    project.claim(SHARE.replace("rounded down", "cut"), WRONG.replace("/ parts", "// parts"))
    assert claims("verify").status == 0
    ended = claims("verify", "--locked")
    assert ended.status == 1
    hint = "read it again, then run `claims lock`"
    differences = [
        f"claims.yaml:2:5: whole-shares: the claim's text changed since it was verified; {hint}",
        f"claims.yaml:8:5: true-shares: not in the lock; {hint}",
        "claims.lock:1:1: rest-refuses-none: no such claim any more; run `claims lock`",
    ]
    assert ended.out.splitlines()[:3] == differences


def test_locked_does_not_mind_the_layout_of_a_claim(project: Project, claims: Claims) -> None:
    locked(project, claims)
    turned = SHARE.replace("    symbol: share\n", "").replace(
        "    file", "    symbol: share\n    file"
    )
    project.claim("# moved\n", REST, turned.replace("A share is", "A share\n      is"))
    assert claims("verify", "--locked").status == 0


def test_locked_without_a_lock_or_at_another_pin(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    ended = claims("verify", "--locked")
    assert (ended.status, ended.out.splitlines()[0]) == (
        1,
        "claims.yaml:1:1: there is no claims.lock; run `claims lock`",
    )
    locked(project, claims)
    project.pin_to(project.first)
    ended = claims("verify", "--locked")
    assert ended.status == 1
    assert f"locked at v1.0.0, but the pin is {project.first}" in ended.out


def test_a_tag_that_moved_fails_though_all_claims_hold(project: Project, claims: Claims) -> None:
    lock = locked(project, claims)
    before = lock.read_bytes()
    other = "claims.yaml"
    project.claim(SHARE.replace("total // parts", "-(-total // parts)"), name=other)
    project.retag("v1.0.0", project.second)
    assert claims("source", "clean").status == 0
    ended = claims("verify")
    assert ended.status == 1
    then, now = project.first[:16], project.second[:16]
    said = f"claims.lock:1:1: v1.0.0 was {then} when this was verified and is {now} now; "
    assert said in ended.out
    assert "1 claim: 1 holds" in ended.out
    refused = claims("lock")
    assert (refused.status, lock.read_bytes()) == (2, before)
    assert said in refused.err


def test_a_damaged_lock_is_told_with_what_to_do(project: Project, claims: Claims) -> None:
    lock = locked(project, claims)
    for text in ("version: 2\n", "- a\n", "version: 1\npin: v1.0.0\nclaims: {a: {claim: 1}}\n"):
        lock.write_text(text)
        for command in (("verify",), ("lock",), ("verify", "--locked")):
            ended = claims(*command)
            assert ended.status == 2
            assert ended.err.startswith("claims.lock:1:1: ")
            assert ended.err.endswith("; remove it, then run `claims lock`\n")
    lock.unlink()
    assert claims("lock").status == 0


def test_a_lock_that_cannot_be_written_is_the_users_error(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    (project.root / "claims.lock").mkdir()
    ended = claims("lock")
    assert ended.status == 2
    assert "error: cannot write " in ended.err
    assert ended.err.endswith("claims.lock: Is a directory\n")


def test_nothing_is_locked_where_the_source_cannot_be_had(project: Project, claims: Claims) -> None:
    project.claim(SHARE)
    assert claims("lock", "--offline").status == 3
    assert not (project.root / "claims.lock").exists()
