"""Which calls occur."""

import msgspec

from claims.expectations.interface import Example, Finding, Kind, RealExample, Subject
from claims.expectations.searching import occurrences, present
from claims.expectations.values import TEXTS_SCHEMA, compiled, some
from provenance.syntax.matching import matches
from provenance.syntax.pattern import BadPattern, Pattern, compile_pattern
from provenance.syntax.terms import Term
from provenance.yamlfile import Node

_NAMES = ("identifier", "attribute")


class CallPattern(msgspec.Struct, frozen=True):
    """A call to look for.

    Attributes:
        pattern: any call whose bytes hold the names, under the text that the author wrote.
        callee: what is called; an identifier stands for a call on any receiver too.
        arguments: the arguments, or None for any.
    """

    pattern: Pattern
    callee: Term
    arguments: Term | None

    @property
    def text(self) -> str:
        """The call as the author wrote it."""
        return self.pattern.text

    def accepts(self, call: Term) -> bool:
        """Whether a call is one of those looked for."""
        called, given = call.children[0], call.children[-1]
        if self.callee.kind == "identifier":
            name = called.children[-1] if called.kind == "attribute" else called
            right = name.kind == "identifier" and name.text == self.callee.text
            return right and (self.arguments is None or matches(self.arguments, given))
        if self.arguments is None:
            return matches(self.callee, called)
        whole = Term("call", "", (self.callee, self.arguments), 0, 0)
        return matches(whole, call)


def read_calls(node: Node) -> tuple[CallPattern, ...]:
    """Read one call or a list of calls."""
    return some(node, lambda item: compiled(item, call_pattern))


def call_pattern(text: str) -> CallPattern:
    """Compile ``name``, ``receiver.name`` or either with arguments in parentheses.

    Raises:
        BadPattern: it is none of these.
    """
    written = compile_pattern(text.strip())
    root = written.root
    if root.kind != "call" and root.kind not in _NAMES:
        raise BadPattern(f"expected a call or the name of what is called: {text!r}")
    callee, arguments = root.children if root.kind == "call" else (root, None)
    anywhere = msgspec.structs.replace(written, root=compile_pattern("$_(...)").root)
    return CallPattern(anywhere, callee, arguments)


def call_sites(wanted: CallPattern, subject: Subject) -> tuple[Term, ...]:
    """Give the calls in the order in which their opening parentheses stand in the source."""
    found = [term for term in occurrences(wanted.pattern, subject) if wanted.accepts(term)]
    return tuple(sorted(found, key=lambda term: term.children[-1].start))


def _check(value: tuple[CallPattern, ...], subject: Subject) -> tuple[Finding, ...]:
    return tuple(
        present("calls", item.pattern, subject, call_sites(item, subject)) for item in value
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
    real=RealExample(
        "python/sglang/srt/managers/scheduler_components/idle_sleeper.py",
        "IdleSleeper.maybe_sleep",
        '"self.poller.poll(1000)"',
        '"self.poller.poll()"',
    ),
    read=read_calls,
    check=_check,
    detail="A function that is only passed on (a callback) is not called.",
)
