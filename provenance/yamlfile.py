"""YAML read with the place of every value, for the files that a person writes.

PyYAML's C loader composes the nodes; nothing is constructed through tags, so a file can never make
an object. What YAML allows and these files must not is refused here, with its place: duplicate
keys, aliases (they can explode), merge keys, several documents, tags.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import yaml

from provenance.errors import Location, Problem, ProblemsFound

Scalar = str | int | float | bool | None

_MAX_DEPTH = 60
_TAG = "tag:yaml.org,2002:"
_COLLECTIONS = (f"{_TAG}map", f"{_TAG}seq")
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# What YAML 1.1 reads as another value than the text shows (yes, 010, 1:30) stays a text, as in 1.2.
_PLAIN = {
    "bool": re.compile("true|false|True|False"),
    "int": re.compile("-?(0|[1-9][0-9]*)"),
    "float": re.compile("-?[0-9]*[.]?[0-9]*([eE][-+]?[0-9]+)?"),
}
_constructor = yaml.constructor.SafeConstructor()


class Node(msgspec.Struct, frozen=True, eq=False):
    """A YAML value and where it stands; ``value`` is a scalar, a list of nodes, or a mapping.

    A mapping keeps its keys' own places in ``keys``, in the file's order.
    """

    path: str
    line: int
    column: int
    value: Any
    keys: Any = None
    end_line: int = 0

    @property
    def location(self) -> Location:
        """Where the value begins."""
        return Location(self.path, self.line, self.column)

    @property
    def is_mapping(self) -> bool:
        """Whether this is a mapping."""
        return self.keys is not None

    @property
    def is_list(self) -> bool:
        """Whether this is a sequence."""
        return isinstance(self.value, tuple)

    @property
    def type_name(self) -> str:
        """What a person calls this value's type."""
        if self.is_mapping:
            return "a mapping"
        if self.is_list:
            return "a list"
        names = {str: "a text", bool: "true or false", int: "a number", float: "a number"}
        return names.get(type(self.value), "empty")

    def get(self, key: str) -> "Node | None":
        """Give the value under ``key`` of a mapping, or None."""
        found: Node | None = self.value.get(key)
        return found

    def items(self) -> Iterator[tuple[str, "Node"]]:
        """Give the pairs of a mapping in the file's order."""
        yield from self.value.items()

    def key_location(self, key: str) -> Location:
        """Give the place of the key itself."""
        line, column = self.keys[key]
        return Location(self.path, line, column)

    def problem(self, message: str, hint: str = "") -> Problem:
        """Make a problem that stands at this value."""
        return Problem(self.location, message, hint)

    def plain(self) -> Any:
        """Give the value without places: dict, list and scalars."""
        if self.is_mapping:
            return {key: node.plain() for key, node in self.value.items()}
        if self.is_list:
            return [node.plain() for node in self.value]
        return self.value


def load(data: bytes, path: str) -> Node:
    """Read one YAML document.

    Args:
        data: the file's bytes; UTF-8, with or without a byte order mark.
        path: the file's name for messages.

    Returns:
        The document's root node; an empty file gives a node with the value None.

    Raises:
        ProblemsFound: the text is not UTF-8, not YAML, or uses what these files must not.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        _refuse(Location(path, line, column), "not UTF-8 text", "save the file as UTF-8")
    try:
        root = _compose(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = Location(path, mark.line + 1, mark.column + 1) if mark else Location(path)
        _refuse(where, f"not valid YAML: {error.problem or error.context}", _yaml_hint(error))
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        _refuse(Location(path, line), f"not valid YAML: {error.reason}", "remove the character")
    if root is None:
        return Node(path, 1, 1, None)
    return _Converter(path).convert(root)


def dump(value: dict[str, Any]) -> bytes:
    """Write plain values as YAML, mappings in their own order."""
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump(value, Dumper=dumper, sort_keys=False, allow_unicode=True)
    return text.encode()


def _compose(text: str) -> yaml.Node | None:
    """Compose the only document of a text, refusing aliases before they are expanded."""
    loader = _Loader(text)
    try:
        root: yaml.Node | None = loader.get_single_node()
    finally:
        loader.dispose()
    return root


def _yaml_hint(error: yaml.MarkedYAMLError) -> str:
    problem = error.problem or ""
    if "tab character" in problem or "cannot start any token" in problem:
        return "indent with spaces, and quote a text that begins with a special character"
    if "mapping values" in problem:
        return "quote a text that contains ': '"
    if "expected a single document" in (error.context or ""):
        return "keep one document a file, without a second '---'"
    return ""


def _refuse(where: Location, message: str, hint: str = "") -> Any:
    raise ProblemsFound((Problem(where, message, hint),)) from None


def _refuse_tag(node: yaml.Node, path: str) -> Any:
    where = Location(path, node.start_mark.line + 1, node.start_mark.column + 1)
    return _refuse(where, f"the tag {node.tag!r} is not allowed here", "remove it")


class _Converter:
    """Turns PyYAML's nodes into ours, each at most once."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen: set[int] = set()

    def convert(self, node: yaml.Node, depth: int = 0) -> Node:
        mark = node.start_mark
        line, column = mark.line + 1, mark.column + 1
        end = node.end_mark.line + 1
        if id(node) in self.seen or depth > _MAX_DEPTH:
            what = "an alias" if id(node) in self.seen else f"deeper than {_MAX_DEPTH} levels"
            _refuse(
                Location(self.path, line, column), f"{what} is not allowed here", "write it out"
            )
        self.seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            return Node(self.path, line, column, self.scalar(node), None, end)
        if node.tag not in _COLLECTIONS:
            _refuse_tag(node, self.path)
        if isinstance(node, yaml.SequenceNode):
            values = tuple([self.convert(item, depth + 1) for item in node.value])
            return Node(self.path, line, column, values, None, end)
        return self.mapping(node, Location(self.path, line, column), end, depth)

    def mapping(self, node: yaml.Node, where: Location, end: int, depth: int) -> Node:
        values: dict[str, Node] = {}
        keys: dict[str, tuple[int, int]] = {}
        for key_node, value_node in node.value:
            mark = key_node.start_mark
            here = (mark.line + 1, mark.column + 1)
            key = key_node.value
            if not isinstance(key_node, yaml.ScalarNode) or key == "<<":
                _refuse(Location(self.path, *here), "a key must be a plain word")
            if key in values:
                first = keys[key][0]
                _refuse(
                    Location(self.path, *here),
                    f"the key {key!r} stands twice, first on line {first}",
                    "keep one of them",
                )
            keys[key] = here
            values[key] = self.convert(value_node, depth + 1)
        return Node(where.path, where.line, where.column, values, keys, end)

    def scalar(self, node: yaml.ScalarNode) -> Scalar:
        tag = node.tag
        if tag == "tag:yaml.org,2002:str":
            return str(node.value)
        kind = tag.removeprefix(_TAG)
        if kind == "timestamp" or (kind in _PLAIN and not _PLAIN[kind].fullmatch(node.value)):
            return str(node.value)
        if kind not in ("int", "float", "bool", "null"):
            return _refuse_tag(node, self.path)  # type: ignore[no-any-return]
        try:
            value: Scalar = _constructor.yaml_constructors[tag](_constructor, node)
        except ValueError:
            return str(node.value)
        return value
