"""sources.yaml into sources, with every problem and its place."""

import re
from pathlib import Path

import msgspec

from provenance import yamlfile
from provenance.errors import Problem, ProblemsFound, UserError
from provenance.paths import BadPath, check_path
from provenance.repository import unfit_repository
from provenance.source import (
    DEFAULT_TAG,
    SOURCES_FILE,
    Pin,
    Project,
    Source,
    UnfitPin,
    did_you_mean,
)
from provenance.yamlfile import Node

_KEYS = frozenset({"repository", "package", "package_root", "tag", "pin"})
_PACKAGE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_NO_TAG = re.compile(r"^[.-]|[.]$|[.]lock$|[.][.]")  # what git refuses as the name of a tag
_TAG = re.compile(r"[A-Za-z0-9._+-]*\{version\}[A-Za-z0-9._+-]*")


def load_project(root: Path) -> Project:
    """Read a project's sources.yaml.

    Args:
        root: the directory that has it.

    Returns:
        The project.

    Raises:
        ProblemsFound: everything that is wrong with the file, each with its place.
        UserError: the file cannot be read.
    """
    return Project(root, load(root / SOURCES_FILE))


def load(path: Path) -> dict[str, Source]:
    """Read the sources that a file lists.

    Args:
        path: the file, sources.yaml.

    Returns:
        The sources by name, in the file's order.

    Raises:
        ProblemsFound: everything that is wrong, each with its place.
        UserError: the file cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    reader = _Reader()
    sources = reader.document(yamlfile.load(data, SOURCES_FILE))
    if reader.problems:
        raise ProblemsFound(tuple(sorted(reader.problems, key=lambda problem: problem.location)))
    return sources


class _Reader:
    """Collects problems while it reads on."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def refuse(self, node: Node, message: str, hint: str = "") -> None:
        self.problems.append(node.problem(message, hint))

    def document(self, root: Node) -> dict[str, Source]:
        if not root.is_mapping:
            self.refuse(root, f"expected a mapping with the key 'sources', not {root.type_name}")
            return {}
        self.known_keys(root, frozenset({"sources"}))
        listed = root.get("sources")
        if listed is None or not listed.is_mapping or not listed.value:
            self.refuse(listed or root, "no source is listed", "add one under 'sources:'")
            return {}
        return {name: self.source(name, node, listed) for name, node in listed.items()}

    def source(self, name: str, node: Node, listed: Node) -> Source:
        place = listed.key_location(name)
        if not _NAME.fullmatch(name):
            hint = "use at most 64 letters, digits, '.', '_' and '-'"
            self.problems.append(Problem(place, f"{name!r} cannot name a source", hint))
        if not node.is_mapping:
            self.refuse(node, f"expected a mapping for source {name!r}, not {node.type_name}")
            return Source(name, None, None, location=place)
        self.known_keys(node, _KEYS)
        if node.get("repository") is None and node.get("package") is None:
            hint = "add 'repository:', 'package:' or both"
            self.problems.append(Problem(place, f"source {name!r} says not where to get it", hint))
        source = Source(
            name,
            self.repository(node),
            self.package(node),
            self.package_root(node),
            self.tag(node),
            None,
            place,
        )
        return msgspec.structs.replace(source, pin=self.pin(node, source))

    def known_keys(self, node: Node, known: frozenset[str]) -> None:
        for key in node.keys:
            if key not in known:
                hint = did_you_mean(key, known) or f"known are: {', '.join(sorted(known))}"
                self.problems.append(Problem(node.key_location(key), f"unknown key {key!r}", hint))

    def text(self, node: Node, key: str) -> tuple[Node, str] | None:
        """Give a key's node and text; a value of another type is a problem."""
        found = node.get(key)
        if found is None:
            return None
        if found.value == "":
            self.refuse(found, f"{key!r} is empty")
            return None
        if not isinstance(found.value, str):
            self.refuse(found, f"expected a text for {key!r}, not {found.type_name}")
            return None
        return found, found.value

    def repository(self, node: Node) -> str | None:
        given = self.text(node, "repository")
        if given is None:
            return None
        found, value = given
        unfit = unfit_repository(value)
        if unfit is not None:
            self.refuse(found, *unfit)
        return value

    def package(self, node: Node) -> str | None:
        given = self.text(node, "package")
        if given is None:
            return None
        found, value = given
        if not _PACKAGE.fullmatch(value):
            self.refuse(
                found, f"{value!r} cannot name a package", "write the distribution's name alone"
            )
        return value

    def package_root(self, node: Node) -> str:
        given = self.text(node, "package_root")
        if given is None:
            return ""
        found, value = given
        try:
            return check_path(value.removesuffix("/"))
        except BadPath as error:
            self.refuse(found, str(error))
            return ""

    def tag(self, node: Node) -> str:
        given = self.text(node, "tag")
        if given is None:
            return DEFAULT_TAG
        found, value = given
        name = value.replace("{version}", "1.0")
        if not _TAG.fullmatch(value) or _NO_TAG.search(name):
            hint = f"write '{{version}}' once where the version stands, as in {DEFAULT_TAG!r}"
            self.refuse(found, f"{value!r} is no template for release tags", hint)
            return DEFAULT_TAG
        return value

    def pin(self, node: Node, source: Source) -> Pin | None:
        found = node.get("pin")
        if found is None:
            return None
        try:
            return source.parse_pin(found.value, found.location)
        except UnfitPin as error:
            self.problems.append(error.of(source))
            return None
