"""One claim of a claim file: its mapping to a claim, with the place of everything that is wrong."""

import re
import unicodedata

from claims.documents.basis import COMMON, FORMS, KEYS, TEXT_KINDS, bases_with, is_test
from claims.documents.evidence import evidence
from claims.documents.expect import expectations
from claims.documents.nodes import number, text, unknown_keys
from claims.expectations import MEASURED
from claims.model import Basis, Claim, Expectation
from provenance.errors import Problem
from provenance.paths import BadPath, check_path
from provenance.snapshot import PYTHON
from provenance.source import did_you_mean
from provenance.yamlfile import Node

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_SYMBOL = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_LONGEST = 400


def read_claim(node: Node, ids: dict[str, int]) -> Claim:
    """Read a claim.

    Args:
        node: its mapping.
        ids: the ids before it in the file, with their lines; takes the claim's own.

    Returns:
        The claim; what is wrong with it is in its ``problems``.
    """
    problems: list[Problem] = []
    if not node.is_mapping:
        problems.append(node.problem(f"expected a claim, found {node.type_name}"))
        return Claim("", "", node.location, "", "", (), node, problems=tuple(problems))
    basis = _basis(node, problems)
    unknown_keys(node, KEYS, problems, (*COMMON, *FORMS[basis].keys))
    problems.extend(_choice_problems(node))
    problems.extend(_form_problems(node, basis))
    found = _expectations(node, basis, problems)
    file = _file(node, problems)
    problems.extend(_basis_problems(node, basis, file, found))
    return Claim(
        id=_identifier(node, ids, problems),
        statement=text(node, "statement", problems),
        location=node.location,
        file=file,
        symbol=_symbol(node, problems),
        expectations=found,
        node=node,
        where=text(node, "where", problems),
        definition=number(node, "definition", problems),
        basis=basis,
        scope=text(node, "scope", problems),
        limitation=text(node, "limitation", problems),
        evidence=evidence(basis, node, problems),
        problems=tuple(sorted(problems, key=lambda item: item.location)),
    )


def _identifier(node: Node, ids: dict[str, int], problems: list[Problem]) -> str:
    name = text(node, "id", problems)
    if not name:
        return ""
    at = node.value["id"].location
    if not _ID.fullmatch(name):
        hint = "use letters, digits, '-', '_' and '.'"
        problems.append(Problem(at, f"{name!r} cannot be an id", hint))
    elif name in ids:
        message = f"the id {name!r} stands twice, first on line {ids[name]}"
        problems.append(Problem(at, message, "give each claim its own"))
    ids.setdefault(name, at.line)
    return name


def _file(node: Node, problems: list[Problem]) -> str:
    path = text(node, "file", problems)
    if path:
        try:
            check_path(path)
        except BadPath as error:
            problems.append(node.value["file"].problem(str(error)))
    return path


def _symbol(node: Node, problems: list[Problem]) -> str:
    name = unicodedata.normalize("NFKC", text(node, "symbol", problems))
    if name and (len(name) > _LONGEST or not _SYMBOL.fullmatch(name)):
        hint = "write names joined by dots: Scheduler.run_batch"
        problems.append(node.value["symbol"].problem(f"{name[:60]!r} is no symbol", hint))
    return name


def _basis(node: Node, problems: list[Problem]) -> Basis:
    word = text(node, "basis", problems) or Basis.SOURCE.value
    known = [item.value for item in Basis]
    if word in known:
        return Basis(word)
    hint = did_you_mean(word, known) or f"known: {', '.join(known)}"
    problems.append(node.value["basis"].problem(f"unknown basis {word!r}", hint))
    return Basis.SOURCE


def _expectations(node: Node, basis: Basis, problems: list[Problem]) -> tuple[Expectation, ...]:
    """Read what is expected at the pin, or after a pull request; ``path`` is one more kind."""
    key = "after" if basis is Basis.PULL_REQUEST else "expect"
    found = expectations(node, key, problems)
    chain = node.get("path")
    if chain is None:
        return found
    return (*found, Expectation("path", chain, node.key_location("path")))


def _form_problems(node: Node, basis: Basis) -> list[Problem]:
    """Tell the keys that a claim of this basis lacks, and those that do not go with it."""
    form, found = FORMS[basis], []
    lacking = [key for key in ("id", "statement", *form.needs) if node.get(key) is None]
    found += [Problem(node.location, f"a claim{_of(basis)} needs {key!r}") for key in lacking]
    if form.one_of and not any(node.get(key) is not None for key in form.one_of):
        keys = " or ".join(map(repr, form.one_of))
        found.append(Problem(node.location, f"a claim{_of(basis)} needs {keys}"))
    for key in node.value:
        if key in KEYS and key not in COMMON and key not in form.keys:
            others = " or ".join(item.value for item in bases_with(key))
            message = f"{key!r} does not go with basis {basis.value!r}"
            found.append(Problem(node.key_location(key), message, f"it goes with {others}"))
    return found


def _of(basis: Basis) -> str:
    return "" if basis is Basis.SOURCE else f" of basis {basis.value!r}"


def _basis_problems(
    node: Node, basis: Basis, file: str, found: tuple[Expectation, ...]
) -> list[Problem]:
    """Tell where a claim does not rest on what its basis says."""
    if basis is Basis.TEST and file and not is_test(file):
        hint = "name a file of tests, or leave the basis out"
        return [node.value["file"].problem(f"{file} is no test, going by its name", hint)]
    if basis is Basis.DOCUMENTATION:
        return [*_unfit(found, _text_kinds(file)), *_no_symbol(node, file)]
    if FORMS[basis].kinds:
        return _unfit(found, FORMS[basis].kinds)
    return [
        Problem(item.location, f"{item.kind!r} are of a measurement", "write 'basis: measurement'")
        for item in found
        if item.kind in MEASURED
    ]


def _text_kinds(file: str) -> tuple[str, ...]:
    return TEXT_KINDS if file.endswith(PYTHON) else TEXT_KINDS[:1]


def _no_symbol(node: Node, file: str) -> list[Problem]:
    item = node.get("symbol")
    if item is None or not file or file.endswith(PYTHON):
        return []
    return [item.problem(f"{file} is no Python, so it has no symbols", "leave 'symbol' out")]


def _unfit(found: tuple[Expectation, ...], kinds: tuple[str, ...]) -> list[Problem]:
    known = ", ".join(kinds)
    return [
        Problem(item.location, f"{item.kind!r} does not go with this basis", f"use {known}")
        for item in found
        if item.kind not in kinds
    ]


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
