"""Sources and pins, and the file that lists them: sources.yaml marks a project's root."""

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from provenance.errors import Location, Problem, ProblemsFound, UserError

SOURCES_FILE = "sources.yaml"

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_SHORT = re.compile(r"[0-9a-f]{4,63}")
_VERSION = re.compile(r"\d+(?:\.\d+)+(?:[.-]?(?:a|b|c|rc|alpha|beta|pre|dev|post)[.-]?\d*)*")
_TAG_LIKE = re.compile(r"[vV]\d+(\.\d+)*")
DEFAULT_TAG = "v{version}"


class Pin(msgspec.Struct, frozen=True):
    """An immutable revision as the user names it: a full commit id, or a release tag."""

    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def is_commit(self) -> bool:
        """Whether the pin is a full commit id."""
        return _COMMIT.fullmatch(self.text) is not None

    @property
    def is_tag(self) -> bool:
        """Whether the pin is a release tag."""
        return not self.is_commit


class Source(msgspec.Struct, frozen=True):
    """A repository that articles talk about, with where to get it and its pin."""

    name: str
    repository: str | None
    package: str | None
    package_root: str = ""
    tag: str = DEFAULT_TAG
    pin: Pin | None = None
    location: Location = Location(SOURCES_FILE)

    def version_of(self, pin: Pin) -> str | None:
        """Give the release's version that a tag names, or None for a commit."""
        return _version(pin.text, self.tag) if pin.is_tag else None

    def tag_of(self, version: str) -> str:
        """Give the tag that names a version's release."""
        return self.tag.replace("{version}", version)

    def parse_pin(self, text: object, location: Location | None = None) -> Pin:
        """Read a pin of this source; see `parse_pin`."""
        return parse_pin(text, location, self.tag)


class Project(msgspec.Struct, frozen=True):
    """What sources.yaml says: the project's root and its sources by name."""

    root: Path
    sources: dict[str, Source]

    def source(self, name: str | None, location: Location) -> Source:
        """Give a source by its name, or the only one.

        Args:
            name: the source's name; None for the only one.
            location: where the name is written, or missing.

        Returns:
            The source.

        Raises:
            ProblemsFound: no source has the name, or several could be meant.
        """
        if name is None and len(self.sources) == 1:
            return next(iter(self.sources.values()))
        if name is not None and name in self.sources:
            return self.sources[name]
        known = ", ".join(self.sources)
        if name is None:
            message, hint = "no source is named, and there are several", f"name one of: {known}"
        else:
            message, hint = f"there is no source {name!r}", did_you_mean(name, self.sources)
            hint = hint or f"{SOURCES_FILE} has: {known}"
        raise ProblemsFound((Problem(location, message, hint),))


class PinProblem(Problem, frozen=True):
    """A text that is no pin, with what is needed to say what it means now."""

    text: str = ""
    source: Source | None = None


class UnfitPin(ProblemsFound):
    """A text that is no pin; `text` is what was written, so that it can be explained."""

    def __init__(self, problem: Problem, text: str) -> None:
        super().__init__((problem,))
        self.text = text

    def of(self, source: Source) -> PinProblem:
        """Give the problem, with the source that it is about."""
        problem = self.problems[0]
        return PinProblem(problem.location, problem.message, problem.hint, self.text, source)


def parse_pin(text: object, location: Location | None = None, tag: str = DEFAULT_TAG) -> Pin:
    """Read a pin: a full commit id or a release tag.

    Args:
        text: what the user wrote; YAML may have made a number of it.
        location: where it is written.
        tag: the source's template for release tags.

    Returns:
        The pin; a commit id in lower case.

    Raises:
        UnfitPin: anything else: a branch, HEAD, a short id, a number.
    """
    if isinstance(text, str):
        lowered = text.lower()
        if _COMMIT.fullmatch(lowered):
            return Pin(lowered)
        if _version(text, tag) is not None:
            return Pin(text)
    message, hint = _unfit(text, tag)
    raise UnfitPin(Problem(location or Location("pin"), message, hint), str(text))


def _unfit(text: object, tag: str) -> tuple[str, str]:
    """Say what is wrong with a text that is no pin, and what to write."""
    example = tag.replace("{version}", "1.2.3")
    what_to_write = f"write a full commit id, or a release tag such as {example}"
    if isinstance(text, bool) or text is None or not isinstance(text, str | int | float):
        return "a pin must be a text", what_to_write
    if not isinstance(text, str):
        hint = f"{what_to_write}, in quotes where it has only digits"
        return f"the pin {text} was read as a number", hint
    version = _version(text, "{version}")
    if version is not None:
        return (
            f"{text!r} is not a release tag of this source",
            f"write {tag.replace('{version}', text)}",
        )
    if _TAG_LIKE.fullmatch(text):
        return (
            f"{text!r} is not a release tag of this source, which are like {example}",
            what_to_write,
        )
    if _SHORT.fullmatch(text.lower()):
        return f"{text!r} is a short id, which may come to mean another commit", what_to_write
    return f"{text!r} is not a pin, as what it means can change", what_to_write


def _version(text: str, tag: str) -> str | None:
    """Give the version in a tag that follows the template."""
    before, _, after = tag.partition("{version}")
    if not text.startswith(before) or not text.endswith(after):
        return None
    version = text[len(before) : len(text) - len(after)]
    return version if _VERSION.fullmatch(version) else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Give a hint that names the closest known word, or nothing."""
    import difflib

    close = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f"did you mean {close[0]!r}?" if close else ""


def find_root(start: Path) -> Path:
    """Look upward for the directory that has a sources.yaml.

    Args:
        start: a directory, or a file in one.

    Returns:
        The project's root.

    Raises:
        UserError: there is none.
    """
    here = start.resolve()
    for directory in (here, *here.parents):
        if (directory / SOURCES_FILE).is_file():
            return directory
    raise UserError(
        f"no {SOURCES_FILE} in {here} or above it; write one that lists the sources, "
        "or run `claims` inside a project"
    )
