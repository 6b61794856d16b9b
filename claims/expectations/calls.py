"""Which calls occur."""

import re

import msgspec

from claims.expectations.interface import Example, Finding, Kind, Subject, invalid
from claims.expectations.searching import occurrences, present
from claims.expectations.values import TEXTS_SCHEMA, compiled, some
from provenance.syntax.pattern import BadPattern, Pattern, compile_pattern
from provenance.syntax.terms import Term
from provenance.yamlfile import Node

_BARE = re.compile(r"[^\W\d]\w*")


class CallPattern(msgspec.Struct, frozen=True):
    """A call to look for: with a receiver and arguments, or with any."""

    text: str
    forms: tuple[Pattern, ...]


def read_calls(node: Node) -> tuple[CallPattern, ...]:
    """Read one call or a list of calls."""
    return some(node, _read_call)


def _read_call(node: Node) -> CallPattern:
    found = compiled(node, call_pattern)
    if any(form.root.kind != "call" for form in found.forms):
        raise invalid(node, f"expected a call or the name of what is called: {found.text!r}")
    return found


def call_pattern(text: str) -> CallPattern:
    """Compile ``name``, ``receiver.name`` or either with arguments in parentheses.

    Raises:
        BadPattern: it is none of these.
    """
    written = text.strip()
    root = compile_pattern(written).root
    called = written if root.kind == "call" else f"{written}(...)"
    forms = [compile_pattern(called)]
    name = _BARE.match(called)
    if name and called[name.end() :].lstrip().startswith("("):
        forms.append(compile_pattern(f"$_.{called}"))
    if root.kind not in ("call", "identifier", "attribute"):
        raise BadPattern(f"expected a call or the name of what is called: {text!r}")
    return CallPattern(written, tuple(forms))


def call_sites(wanted: CallPattern, subject: Subject) -> tuple[Term, ...]:
    """Give the calls in the order in which their opening parentheses stand in the source."""
    found = [term for form in wanted.forms for term in occurrences(form, subject)]
    return tuple(sorted(found, key=lambda term: term.children[-1].start))


def shown(wanted: CallPattern) -> Pattern:
    """Give the pattern under the text that the author wrote."""
    return msgspec.structs.replace(wanted.forms[0], text=wanted.text)


def _check(value: tuple[CallPattern, ...], subject: Subject) -> tuple[Finding, ...]:
    return tuple(
        present("calls", shown(item), subject, call_sites(item, subject)) for item in value
    )


KIND = Kind(
    name="calls",
    summary=(
        "each of these calls occurs; without parentheses with any arguments, "
        "a bare name on any receiver"
    ),
    value="a name, a dotted name, or a call pattern; or a list of them",
    schema=TEXTS_SCHEMA,
    holds=Example(
        "def f(self):\n    self.pool.alloc(3)\n", "f", "[alloc, self.pool.alloc, 'alloc(3)']"
    ),
    fails=Example("def f(self):\n    self.pool.alloc(3)\n", "f", "self.alloc"),
    read=read_calls,
    check=_check,
    detail="A function that is only passed on (a callback) is not called.",
)
