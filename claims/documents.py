"""Claim files: bytes to claims, with the place of everything that is wrong with them."""

import re
import unicodedata

from claims.expectations import NAMES
from claims.model import Basis, Claim, Document, Expectation
from provenance import yamlfile
from provenance.errors import Problem, ProblemsFound
from provenance.paths import BadPath, check_path
from provenance.source import Pin, Project, Source, UnfitPin, did_you_mean
from provenance.yamlfile import Node

_DOCUMENT_KEYS = ("article", "source", "pin", "claims")
_CLAIM_KEYS = (
    "id", "statement", "file", "symbol", "where", "definition", "expect", "basis", "scope",
    "limitation",
)  # fmt: skip
_REQUIRED = ("id", "statement", "file", "expect")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_SYMBOL = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_LONGEST = 400
# Pairs of kinds of which one says the opposite of the other about the same pattern.
_OPPOSITES = (("contains", "lacks"), ("calls", "never_calls"))


def read_document(data: bytes, path: str, project: Project) -> Document:
    """Read a claim file.

    Args:
        data: the file's bytes.
        path: its name for messages.
        project: the sources that the claims may be about.

    Returns:
        The document. What is wrong with one claim stands in that claim's ``problems``; what is
        wrong with the file as a whole in the document's.
    """
    try:
        root = yamlfile.load(data, path)
    except ProblemsFound as error:
        return Document(path, "", None, None, (), error.problems)
    return _Reader(path, project).document(root)


class _Reader:
    """Reads one claim file, collecting what is wrong."""

    def __init__(self, path: str, project: Project) -> None:
        self.path = path
        self.project = project
        self.problems: list[Problem] = []
        self.ids: dict[str, int] = {}

    def document(self, root: Node) -> Document:
        if not root.is_mapping:
            hint = "begin with 'claims:' and a list of claims"
            found = "an empty file" if root.value is None else root.type_name
            problem = Problem(root.location, f"expected a mapping, found {found}", hint)
            return Document(self.path, "", None, None, (), (problem,))
        self.unknown_keys(root, _DOCUMENT_KEYS, self.problems)
        article = self.text(root, "article", self.problems)
        source = self.source(root)
        pin = self.pin(root, source)
        claims = tuple(self.claim(node) for node in self.claim_nodes(root))
        return Document(self.path, article, source, pin, claims, tuple(self.problems))

    def source(self, root: Node) -> Source | None:
        node = root.get("source")
        name = self.text(root, "source", self.problems) or None
        try:
            return self.project.source(name, node.location if node else root.location)
        except ProblemsFound as error:
            self.problems.extend(error.problems)
            return None

    def pin(self, root: Node, source: Source | None) -> Pin | None:
        node = root.get("pin")
        if source is None:
            return None
        if node is not None:
            try:
                return source.parse_pin(node.value, node.location)
            except UnfitPin as error:
                self.problems.append(error.of(source))
                return None
        if source.pin is None:
            message = f"no pin: neither this file nor source {source.name!r} names one"
            self.problems.append(Problem(root.location, message, "add 'pin: vX.Y.Z'"))
        return source.pin

    def claim_nodes(self, root: Node) -> tuple[Node, ...]:
        node = root.get("claims")
        if node is None or not node.is_list or not node.value:
            where = node.location if node else root.location
            self.problems.append(Problem(where, "'claims' must be a list of at least one claim"))
            return ()
        items: tuple[Node, ...] = node.value
        return items

    def claim(self, node: Node) -> Claim:
        problems: list[Problem] = []
        if not node.is_mapping:
            problems.append(node.problem(f"expected a claim, found {node.type_name}"))
            return Claim("", "", node.location, "", "", (), node, problems=tuple(problems))
        self.unknown_keys(node, _CLAIM_KEYS, problems)
        problems.extend(_choice_problems(node))
        lacking = [key for key in _REQUIRED if node.get(key) is None]
        problems.extend(Problem(node.location, f"a claim needs {key!r}") for key in lacking)
        return Claim(
            id=self.identifier(node, problems),
            statement=self.text(node, "statement", problems),
            location=node.location,
            file=self.file(node, problems),
            symbol=self.symbol(node, problems),
            expectations=self.expectations(node, problems),
            node=node,
            where=self.text(node, "where", problems),
            definition=self.number(node, problems),
            basis=self.basis(node, problems),
            scope=self.text(node, "scope", problems),
            limitation=self.text(node, "limitation", problems),
            problems=tuple(problems),
        )

    def identifier(self, node: Node, problems: list[Problem]) -> str:
        name = self.text(node, "id", problems)
        if not name:
            return ""
        at = node.value["id"].location
        if not _ID.fullmatch(name):
            hint = "use letters, digits, '-', '_' and '.'"
            problems.append(Problem(at, f"{name!r} cannot be an id", hint))
        elif name in self.ids:
            message = f"the id {name!r} stands twice, first on line {self.ids[name]}"
            problems.append(Problem(at, message, "give each claim its own"))
        self.ids.setdefault(name, at.line)
        return name

    def file(self, node: Node, problems: list[Problem]) -> str:
        path = self.text(node, "file", problems)
        if path:
            try:
                check_path(path)
            except BadPath as error:
                problems.append(node.value["file"].problem(str(error)))
        return path

    def symbol(self, node: Node, problems: list[Problem]) -> str:
        name = self.text(node, "symbol", problems)
        name = unicodedata.normalize("NFKC", name)
        if name and (len(name) > _LONGEST or not _SYMBOL.fullmatch(name)):
            hint = "write names joined by dots: Scheduler.run_batch"
            problems.append(node.value["symbol"].problem(f"{name[:60]!r} is no symbol", hint))
        return name

    def number(self, node: Node, problems: list[Problem]) -> int:
        item = node.get("definition")
        if item is None:
            return 0
        if isinstance(item.value, int) and not isinstance(item.value, bool) and item.value > 0:
            return item.value
        problems.append(item.problem("'definition' must be a number from 1"))
        return 0

    def basis(self, node: Node, problems: list[Problem]) -> Basis:
        word = self.text(node, "basis", problems) or Basis.SOURCE.value
        known = [item.value for item in Basis]
        if word in known:
            return Basis(word)
        hint = did_you_mean(word, known) or f"known: {', '.join(known)}"
        problems.append(node.value["basis"].problem(f"unknown basis {word!r}", hint))
        return Basis.SOURCE

    def expectations(self, node: Node, problems: list[Problem]) -> tuple[Expectation, ...]:
        item = node.get("expect")
        if item is None:
            return ()
        if not item.is_mapping or not item.value:
            problems.append(item.problem("'expect' must be a mapping with at least one kind"))
            return ()
        found = []
        for key, value in item.items():
            if key in NAMES:
                found.append(Expectation(key, value, item.key_location(key)))
            else:
                hint = did_you_mean(key, NAMES) or "`claims explain` lists the kinds"
                problems.append(Problem(item.key_location(key), f"unknown kind {key!r}", hint))
        problems.extend(_contradictions(item))
        return tuple(found)

    def text(self, node: Node, key: str, problems: list[Problem]) -> str:
        item = node.get(key)
        if item is None:
            return ""
        if isinstance(item.value, str) and item.value.strip():
            return item.value.strip()
        found = "nothing in it" if isinstance(item.value, str) else item.type_name
        hint = "quote it" if isinstance(item.value, int | float) else ""
        problems.append(item.problem(f"{key!r} must be a text, found {found}", hint))
        return ""

    def unknown_keys(self, node: Node, known: tuple[str, ...], problems: list[Problem]) -> None:
        for key in node.value:
            if key not in known:
                hint = did_you_mean(key, known) or f"known: {', '.join(known)}"
                problems.append(Problem(node.key_location(key), f"unknown key {key!r}", hint))


def _choice_problems(node: Node) -> list[Problem]:
    """Tell what is wrong with how a claim chooses among several definitions."""
    given = [key for key in ("where", "definition") if node.get(key) is not None]
    if len(given) == 2:
        message = "'where' and 'definition' both choose"
        return [node.value["definition"].problem(message, "keep one of them")]
    if given and node.get("symbol") is None:
        message = f"{given[0]!r} chooses among the definitions of a symbol, and none is named"
        return [Problem(node.key_location(given[0]), message, "add 'symbol:'")]
    return []


def _contradictions(expect: Node) -> list[Problem]:
    """Tell which expectations cannot hold together, so that the claim could only fail."""
    absent = expect.get("exists")
    if absent is not None and absent.value is False and len(expect.value) > 1:
        other = next(key for key in expect.value if key != "exists")
        message = f"'exists: false' and {other!r} contradict each other"
        return [Problem(expect.key_location(other), message, "keep one of them")]
    found = []
    for left, right in _OPPOSITES:
        shared = _texts(expect.get(left)) & _texts(expect.get(right))
        for text in sorted(shared):
            message = f"{left!r} and {right!r} contradict each other about {text!r}"
            found.append(Problem(expect.key_location(right), message, "keep one of them"))
    return found


def _texts(node: Node | None) -> set[str]:
    if node is None:
        return set()
    items = node.value if node.is_list else (node,)
    return {" ".join(item.value.split()) for item in items if isinstance(item.value, str)}
