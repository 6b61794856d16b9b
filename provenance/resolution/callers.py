"""Who calls a definition: all places in some files, with how sure each is."""

from collections.abc import Iterator

import msgspec

from provenance.paths import UnreadableFile
from provenance.resolution.calls import Aim, Answer, Grade, answer
from provenance.resolution.receivers import Resolver
from provenance.resolution.targets import Outside, Site
from provenance.syntax.callsites import CallSite
from provenance.syntax.definitions import Module
from provenance.syntax.expressions import shown
from provenance.syntax.identifiers import renames, subclasses
from provenance.syntax.mentions import handed_texts, mentions
from provenance.syntax.term import NotPython3
from provenance.syntax.text import UnreadableText

_LOOK_UP = frozenset({
    "builtins.getattr", "builtins.hasattr", "builtins.setattr", "operator.attrgetter",
    "operator.methodcaller",
})  # fmt: skip


class Caller(msgspec.Struct, frozen=True):
    """A place that calls, or may call.

    Attributes:
        path: the file.
        symbol: the innermost named definition around; empty in the module's own code.
        line: the line.
        text: the call or mention as it is written.
        answer: how sure it is.
        is_call: whether it is a call; else the definition is only mentioned.
    """

    path: str
    symbol: str
    line: int
    text: str
    answer: Answer
    is_call: bool = True

    @property
    def where(self) -> str:
        """The place, as people write it."""
        return f"{self.path}:{self.line}"

    @property
    def named(self) -> str:
        """The caller as a locator."""
        return f"{self.path}::{self.symbol}" if self.symbol else self.path


class Search(msgspec.Struct, frozen=True):
    """What a search for callers found.

    Attributes:
        callers: places that call or may call, by file and line.
        damaged: files that hold the name and cannot be read as a whole, each with why.
        looked_at: how many files hold the name.
    """

    callers: tuple[Caller, ...]
    damaged: tuple[str, ...]
    looked_at: int


class _Hunt:
    """One search, with what it has found so far."""

    def __init__(self, resolver: Resolver, aim: Aim, within: tuple[str, ...]) -> None:
        self.resolver, self.aim, self.within = resolver, aim, within
        self.callers: dict[tuple[str, int, str], Caller] = {}
        self.damaged: dict[str, str] = {}
        self.paths: dict[str, None] = {}

    def run(self) -> Search:
        words = [self.aim.words[0]]
        for word in words:  # grows: imports under other names, subclasses
            for path in self.resolver.files.holding(word, self.within):
                more = self._look(path, word)
                words.extend(other for other in more if other not in words)
                if path not in self.paths:
                    self.paths[path] = None
                    for other in self.aim.words[1:]:
                        self._look(path, other)
        found = sorted(self.callers.values(), key=lambda item: (item.path, item.line))
        return Search(tuple(found), tuple(self.damaged.values()), len(self.paths))

    def _look(self, path: str, word: str) -> tuple[str, ...]:
        """Look for a word in a file; gives other words that lead to the definition."""
        try:
            module = self.resolver.files.module(path)
            if module.error_line is not None:
                self.damaged[path] = f"{path} has a syntax error on line {module.error_line}"
            for item in _in_file(self.resolver, self.aim, path, module, word):
                self.callers[path, item.line, item.text] = item
            if word in self.aim.words[1:]:
                return ()
            inherited = subclasses(module, word) if len(self.aim.words) > 1 else ()
            return (*renames(module, word), *inherited)
        except (UnreadableFile, UnreadableText, NotPython3) as error:
            self.damaged[path] = f"{path} cannot be read: {error}"
            return ()


def search(resolver: Resolver, aim: Aim, within: tuple[str, ...]) -> Search:
    """Look for the callers of a definition in files or directories.

    Raises:
        Wanted: contents are needed and not at hand.
    """
    return _Hunt(resolver, aim, within).run()


def _in_file(
    resolver: Resolver, aim: Aim, path: str, module: Module, word: str
) -> Iterator[Caller]:
    for site in mentions(module, word, reads=aim.is_property):
        if site.is_type:
            continue
        found = answer(resolver, path, site, aim)
        if found.grade >= Grade.OPEN:
            yield Caller(path, site.scope.name, site.line, site.text, found, site.is_call)
    if word == aim.words[0]:
        for site in handed_texts(module, word):
            if _looks_up(resolver, path, site):
                perhaps = Answer(Grade.PERHAPS, f"it is handed {word!r}")
                yield Caller(path, site.scope.name, site.line, shown(site.node), perhaps, False)


def _looks_up(resolver: Resolver, path: str, site: CallSite) -> bool:
    """Tell whether what is handed a name may look it up; what is outside mostly does not."""
    values = resolver.value(site.callee, path, site.scope)
    names = [value.what.name for value in values if isinstance(value.what, Outside)]
    return len(names) < len(values) or any(name in _LOOK_UP for name in names)


def is_at(site: Site, caller: Caller) -> bool:
    """Tell whether a caller is a definition, or stands in it."""
    if caller.path != site.path:
        return False
    name = site.definition.name
    return caller.symbol == name or not name or caller.symbol.startswith(f"{name}.")
