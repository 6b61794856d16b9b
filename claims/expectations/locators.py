"""Other definitions that an expectation names: ``file.py::Class.method``, or ``Class.method``."""

import difflib
from collections.abc import Iterable
from typing import Any

import msgspec

from claims.expectations.interface import Finding, Subject, broken, invalid, unknown
from claims.expectations.values import words
from provenance.paths import BadPath, UnreadableFile, check_path
from provenance.resolution.classes import member
from provenance.resolution.files import Files
from provenance.resolution.names import lead
from provenance.resolution.targets import Site
from provenance.syntax.definitions import Module
from provenance.syntax.doubts import doubt, listed
from provenance.syntax.second_look import Seen, look
from provenance.syntax.term import NotPython3
from provenance.syntax.text import UnreadableText
from provenance.yamlfile import Node

LOCATOR_SCHEMA: dict[str, Any] = {"type": "string", "minLength": 1}
_GONE = (Seen.ABSENT, Seen.DYNAMIC, Seen.OWNERLESS)


class Locator(msgspec.Struct, frozen=True):
    """Where another definition stands.

    Attributes:
        text: as written.
        file: the file; empty for the file that the claim, or the locator before, names.
        symbol: the qualified name; empty for the whole file.
    """

    text: str
    file: str
    symbol: str


class Lost(msgspec.Struct, frozen=True):
    """A definition that is not there, or of which nothing can be said for certain."""

    reason: str
    is_certain: bool = False


def read_locator(node: Node) -> Locator:
    """Read ``file.py::Class.method``, ``Class.method`` or ``file.py``."""
    text = words(node).strip()
    file, mark, symbol = text.rpartition("::")
    if not mark and text.endswith(".py"):
        file, symbol = text, ""
    if file or mark:
        try:
            check_path(file)
        except BadPath as error:
            raise invalid(node, str(error), _HINT) from None
    parts = symbol.split(".") if symbol or mark else []
    if not all(part.isidentifier() for part in parts):
        raise invalid(node, f"{text!r} names no definition", _HINT)
    return Locator(text, file, symbol)


_HINT = "write 'file.py::Class.method', or 'Class.method' for one in the claim's own file"


def find(locator: Locator, files: Files, near: str) -> Site | Lost:
    """Find what a locator names.

    Args:
        locator: the locator.
        files: the files of the snapshot.
        near: the file of a locator that names none.

    Raises:
        Wanted: contents are needed and not at hand.
    """
    path = locator.file or near
    if not files.exists(path):
        reason = f"{locator.symbol or path} is not defined: there is no file {path}"
        return Lost(reason, is_certain=files.complete)
    try:
        module = files.module(path)
        found = module.definitions(locator.symbol)
    except (UnreadableFile, UnreadableText, NotPython3) as error:
        return Lost(f"{path} cannot be read: {error}")
    if not found:
        return _absent(locator, files, path, module)
    if len(found) > 1:
        lines = listed(item.first_line for item in found)
        return Lost(f"{locator.symbol} is defined {len(found)} times in {path}, on lines {lines}")
    reason = doubt(module, found[0]) if locator.symbol else ""
    if reason:
        return Lost(f"{path}: {reason}")
    return _led(files, Site(path, found[0]))


def _led(files: Files, site: Site) -> Site | Lost:
    """Follow an import, or an alias, to what it stands for."""
    item = site.definition
    if item.kind != "import" and not (item.is_assignment and "." not in item.name):
        return site
    targets = lead(files, site.path, item.name)
    only = targets[0] if len(targets) == 1 else None
    if isinstance(only, Site):
        return only
    return Lost(f"{item.name} in {site.path} is {item.kind}, and where it leads is not certain")


def _absent(locator: Locator, files: Files, path: str, module: Module) -> Lost:
    second = look(module.source, locator.symbol)
    if second.seen not in _GONE:
        return Lost(f"whether {locator.symbol} is defined in {path} cannot be decided")
    near = difflib.get_close_matches(locator.symbol, module.names(), 3, 0.7)
    hint = _inherited(locator, files, path, module)
    if not hint and near:
        hint = f"; similar: {', '.join(near)}"
    return Lost(f"{locator.symbol} is not defined in {path}{hint}", is_certain=True)


def _inherited(locator: Locator, files: Files, path: str, module: Module) -> str:
    owner, _, name = locator.symbol.rpartition(".")
    classes = [item for item in module.definitions(owner) if item.is_class] if owner else []
    if len(classes) != 1:
        return ""
    found, _ = member(files, Site(path, classes[0]), name)
    return f"; it is inherited: {found[0].path}::{found[0].definition.name}" if found else ""


def files_of(locators: Iterable[Locator]) -> tuple[str, ...]:
    """Give the files that locators name."""
    return tuple(dict.fromkeys(item.file for item in locators if item.file))


def lost(kind: str, expected: str, what: Lost, subject: Subject) -> Finding:
    """Make the finding of a definition that is not there, or not certain."""
    if what.is_certain:
        return broken(kind, expected, what.reason, subject.span)
    return unknown(kind, expected, what.reason, subject.span)


def named(site: Site) -> str:
    """Give a definition as a locator."""
    return f"{site.path}::{site.definition.name}" if site.definition.name else site.path
