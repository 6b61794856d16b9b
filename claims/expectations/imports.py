"""Which names are imported, and from where."""

import msgspec

from claims.expectations.interface import (
    Example,
    Finding,
    Kind,
    RealExample,
    Subject,
    broken,
    held,
    invalid,
)
from claims.expectations.searching import own_statements
from claims.expectations.values import TEXTS_SCHEMA, pattern, some
from claims.model import Lines
from provenance.syntax.terms import Term, build
from provenance.yamlfile import Node

_STATEMENTS = ("import_statement", "import_from_statement", "future_import_statement")


class Imported(msgspec.Struct, frozen=True):
    """One imported name: ``from module import name as alias``; no name for ``import module``."""

    module: str
    name: str
    alias: str


class Wanted(msgspec.Struct, frozen=True):
    """The names that one line of the claim imports."""

    text: str
    imported: tuple[Imported, ...]


def _read(node: Node) -> tuple[Wanted, ...]:
    return some(node, _wanted)


def _wanted(node: Node) -> Wanted:
    found = pattern(node)
    if found.root.kind not in _STATEMENTS:
        raise invalid(node, "expected an import statement", "write 'from a.b import c'")
    if "$" in found.text or "..." in found.text.replace("from ...", ""):
        raise invalid(node, "an import is compared as it stands", "write it without $X and ...")
    return Wanted(found.text, imported(found.root))


def imported(statement: Term) -> tuple[Imported, ...]:
    """Give the names that an import statement brings."""
    children = [item for item in statement.children if item.kind != "token"]
    if statement.kind == "import_statement":
        return tuple(Imported(_dotted(item), "", _alias(item)) for item in children)
    if statement.kind == "future_import_statement":
        return tuple(Imported("__future__", _dotted(item), _alias(item)) for item in children)
    module = _dotted(children[0])
    return tuple(Imported(module, _dotted(item), _alias(item)) for item in children[1:])


def _dotted(term: Term) -> str:
    if term.kind == "aliased_import":
        return _dotted(term.children[0])
    if term.kind == "relative_import":
        return "".join(_dotted(item) for item in term.children)
    if term.children:
        return ".".join(_dotted(item) for item in term.children)
    return term.text


def _alias(term: Term) -> str:
    return _dotted(term.children[-1]) if term.kind == "aliased_import" else ""


def _check(value: tuple[Wanted, ...], subject: Subject) -> tuple[Finding, ...]:
    there: dict[Imported, Lines] = {}
    is_import = subject.definition.kind == "import"
    own = own_statements(subject, *_STATEMENTS)
    for statement in (build(subject.definition.node),) if is_import else own:
        for item in imported(statement):
            there.setdefault(item, subject.lines_of(statement))
    return tuple(_finding(wanted, there, subject) for wanted in value)


def _finding(wanted: Wanted, there: dict[Imported, Lines], subject: Subject) -> Finding:
    absent = [item for item in wanted.imported if item not in there]
    if not absent:
        return held("imports", wanted.text, *(there[item] for item in wanted.imported))
    lost = absent[0]
    near = {item: line for item, line in there.items() if lost.name and item.name == lost.name}
    shown = "; ".join(
        f"from {i.module} import {i.name}" + (f" as {i.alias}" if i.alias else "") for i in near
    )
    found = shown or f"no such import in {subject.span.named}"
    return broken("imports", wanted.text, found, *near.values())


KIND = Kind(
    name="imports",
    summary="the module, or the definition's own body, imports these names so",
    value="an import statement, or a list of them; other names may be imported beside",
    schema=TEXTS_SCHEMA,
    holds=Example("from a.b import c, d as e\n", "", '"from a.b import d as e"'),
    fails=Example("from a.b import c\n", "", '"from a import c"'),
    real=RealExample(
        "python/sglang/srt/layers/attention/attention_registry.py",
        "create_ascend_backend",
        '"from sglang.srt.hardware_backend.npu.attention.ascend_backend import AscendAttnBackend"',
        '"from sglang.srt.layers.attention.triton_backend import TritonAttnBackend"',
    ),
    read=_read,
    check=_check,
)
