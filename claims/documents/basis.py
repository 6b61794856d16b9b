"""What a claim has to say for each basis: one table, which reading, schema and docs share."""

import re

import msgspec

from claims.expectations import MEASURED
from claims.model import Basis

COMMON = ("id", "statement", "basis", "scope", "limitation")
_CHOICE = ("symbol", "where", "definition")
TEXT_KINDS = ("quote", "docstring", "comment")
"""The kinds that documentation is checked by; a file that is not Python has only a quote."""


class Form(msgspec.Struct, frozen=True):
    """The keys of a claim, besides those that every claim has.

    Attributes:
        needs: these, all of them.
        one_of: at least one of these.
        may: these, if wished.
        summary: what the claim rests on, in one line.
        kinds: the kinds that it is checked by; none for all that are about source.
    """

    needs: tuple[str, ...]
    one_of: tuple[str, ...]
    may: tuple[str, ...]
    summary: str
    kinds: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys that go with the basis."""
        return (*self.needs, *self.one_of, *self.may)


FORMS = {
    Basis.SOURCE: Form(
        ("file",), ("expect", "path"), _CHOICE, "what the source says at the pin"
    ),
    Basis.PULL_REQUEST: Form(
        ("file", "pull_request"), ("before", "after"), _CHOICE,
        "what the source says at a merge commit and at its first parent",
    ),
    Basis.TEST: Form(
        ("file",), ("expect", "path"), _CHOICE, "what a test of the source says"
    ),
    Basis.DOCUMENTATION: Form(
        ("file", "expect"), (), _CHOICE,
        "what a text, a docstring or a comment of the source says", TEXT_KINDS,
    ),
    Basis.MEASUREMENT: Form(
        ("data", "conditions", "expect"), (), (),
        "figures recomputed from a data file beside the article", tuple(sorted(MEASURED)),
    ),
    Basis.INFERENCE: Form(("premises",), (), (), "other claims of the same file, which all hold"),
    Basis.PRINCIPLE: Form(
        ("code", "expect"), (), _CHOICE, "a worked example of its own, without a source"
    ),
}  # fmt: skip
KEYS = tuple(dict.fromkeys((*COMMON, *(key for form in FORMS.values() for key in form.keys))))
_TEST_FILE = re.compile(r"(.*/)?(tests?/.*|test_[^/]*\.py|[^/]*_test\.py|conftest\.py)")


def bases_with(key: str) -> tuple[Basis, ...]:
    """Give the bases whose claims have a key."""
    return tuple(basis for basis, form in FORMS.items() if key in form.keys)


def is_test(file: str) -> bool:
    """Tell whether a file is one of tests, by where it stands and how it is called."""
    return _TEST_FILE.fullmatch(file) is not None
