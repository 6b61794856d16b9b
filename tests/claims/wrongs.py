"""What can be wrong with a claim file, as data: a change to a good one, and what is said."""

import msgspec

ONE = """\
claims:
  - id: it
    statement: It is so.
    file: a.py
    symbol: f
    expect: {returns: a}
"""


class Wrong(msgspec.Struct, frozen=True):
    """A claim file with one thing wrong, as `old` became `new`; what is said, place and all."""

    old: str
    new: str
    said: str

    def __str__(self) -> str:
        return self.said


PIN = "write a full commit id, or a release tag such as v1.2.3"
CLAIM_KEYS = (
    "id, statement, basis, scope, limitation, file, expect, path, symbol, where, definition"
)
WRONGS = (
    # the file
    Wrong("claims:", "clams:", "1:1: unknown key 'clams'; did you mean 'claims'?"),
    Wrong("claims:", "zzz: 1\nclaims:",
          "1:1: unknown key 'zzz'; known: article, source, pin, claims"),
    Wrong("claims:", "article: [a]\nclaims:", "1:10: 'article' must be a text, found a list"),
    Wrong("claims:", "source: lob\nclaims:", "1:9: there is no source 'lob'; did you mean 'lib'?"),
    Wrong("claims:", "source: zzz\nclaims:",
          "1:9: there is no source 'zzz'; sources.yaml has: lib"),
    Wrong("claims:", "pin: main\nclaims:",
          f"1:6: 'main' is not a pin, as what it means can change; {PIN}"),
    Wrong("claims:", "pin: HEAD\nclaims:",
          f"1:6: 'HEAD' is not a pin, as what it means can change; {PIN}"),
    Wrong("claims:", "pin: abcdef12\nclaims:",
          f"1:6: 'abcdef12' is a short id, which may come to mean another commit; {PIN}"),
    Wrong("claims:", "pin: 1.5\nclaims:",
          f"1:6: the pin 1.5 was read as a number; {PIN}, in quotes where it has only digits"),
    Wrong("claims:", "pin: 1.5.0\nclaims:",
          "1:6: '1.5.0' is not a release tag of this source; write v1.5.0"),
    Wrong("claims:", "pin: ~\nclaims:", f"1:6: a pin must be a text; {PIN}"),
    Wrong("claims:", "pin: [v1.0.0]\nclaims:", f"1:6: a pin must be a text; {PIN}"),
    Wrong("claims:", "pin: --upload-pack=x\nclaims:",
          f"1:6: '--upload-pack=x' is not a pin, as what it means can change; {PIN}"),
    # a claim
    Wrong("symbol:", "symbl:", "5:5: unknown key 'symbl'; did you mean 'symbol'?"),
    Wrong("symbol:", "zzz:", f"5:5: unknown key 'zzz'; known: {CLAIM_KEYS}"),
    Wrong("    file: a.py\n", "", "2:5: a claim needs 'file'"),
    Wrong("    expect: {returns: a}\n", "", "2:5: a claim needs 'expect' or 'path'"),
    Wrong("It is so.", "[so]", "3:16: 'statement' must be a text, found a list"),
    Wrong("It is so.", "''", "3:16: 'statement' must be a text, found nothing in it"),
    Wrong("It is so.", "12", "3:16: 'statement' must be a text, found a number; quote it"),
    Wrong("It is so.", "true", "3:16: 'statement' must be a text, found true or false; quote it"),
    Wrong("id: it", "id: {a: b}", "2:9: 'id' must be a text, found a mapping"),
    Wrong("id: it", "id: -it", "2:9: '-it' cannot be an id; use letters, digits, '-', '_' and '.'"),
    Wrong("id: it", "id: an id",
          "2:9: 'an id' cannot be an id; use letters, digits, '-', '_' and '.'"),
    Wrong("a.py", "/a.py",
          "4:11: the path '/a.py' is absolute; write it from the repository's top"),
    Wrong("a.py", "../a.py",
          "4:11: the path '../a.py' has an empty, '.' or '..' part; write it plainly"),
    Wrong("a.py", "b\\a.py", "4:11: the path 'b\\\\a.py' has a backslash; separate with '/'"),
    Wrong("a.py", '"a\\0.py"', "4:11: the path 'a\\x00.py' has a control character"),
    Wrong("symbol: f", "symbol: f()",
          "5:13: 'f()' is no symbol; write names joined by dots: Scheduler.run_batch"),
    Wrong("symbol: f", "symbol: a..f",
          "5:13: 'a..f' is no symbol; write names joined by dots: Scheduler.run_batch"),
    Wrong("symbol: f", "symbol: 3", "5:13: 'symbol' must be a text, found a number; quote it"),
    Wrong("symbol: f", "symbol: f\n    definition: 0",
          "6:17: 'definition' must be a number from 1"),
    Wrong("symbol: f", "symbol: f\n    definition: true",
          "6:17: 'definition' must be a number from 1"),
    Wrong("symbol: f", "symbol: f\n    definition: '2'",
          "6:17: 'definition' must be a number from 1"),
    Wrong("symbol: f", "symbol: f\n    where: x\n    definition: 2",
          "7:17: 'where' and 'definition' both choose; keep one of them"),
    Wrong("symbol: f", "basis: sauce",
          "5:12: unknown basis 'sauce'; did you mean 'source'?"),
    Wrong("symbol: f", "definition: 2", "5:5: 'definition' chooses among the definitions of a"
          " symbol, and none is named; add 'symbol:'"),
    Wrong("symbol: f", "symbol: " + "f" * 401,
          f"5:13: {'f' * 60!r} is no symbol; write names joined by dots: Scheduler.run_batch"),
    Wrong("symbol: f", "basis: zzz", "5:12: unknown basis 'zzz'; known: source, "
          "pull-request, test, documentation, measurement, inference, principle"),
    # what is expected
    Wrong("returns:", "return:", "6:14: unknown kind 'return'; did you mean 'returns'?"),
    Wrong("returns:", "zzz:", "6:14: unknown kind 'zzz'; `claims explain` lists the kinds"),
    Wrong("{returns: a}", "{}", "6:13: 'expect' must be a mapping with at least one kind"),
    Wrong("{returns: a}", "[a]", "6:13: 'expect' must be a mapping with at least one kind"),
    Wrong("{returns: a}", "~", "6:13: 'expect' must be a mapping with at least one kind"),
    Wrong("returns: a", "exists: false, returns: a",
          "6:29: 'exists: false' and 'returns' contradict each other; keep one of them"),
    Wrong("returns: a", "contains: [a  b, c], lacks: [d, a b]",
          "6:35: 'contains' and 'lacks' contradict each other about 'a b'; keep one of them"),
    Wrong("returns: a", "never_calls: g, calls: g",
          "6:14: 'calls' and 'never_calls' contradict each other about 'g'; keep one of them"),
)  # fmt: skip
