"""Which class's method the definition takes the place of."""

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
    unknown,
)
from claims.expectations.locators import (
    LOCATOR_SCHEMA,
    Locator,
    Lost,
    files_of,
    find,
    named,
    read_locator,
)
from claims.expectations.searching import needs
from claims.expectations.values import mapping, one_or_more, some
from provenance.resolution.calls import aim_at
from provenance.resolution.classes import is_plain, lineage
from provenance.resolution.names import own_members
from provenance.resolution.receivers import Resolver
from provenance.resolution.targets import Outside, Site, Target, Unresolved
from provenance.yamlfile import Node


class Overridden(msgspec.Struct, frozen=True):
    """A method, empty for the claim's own, and the classes of which it overrides one."""

    method: str
    bases: tuple[Locator, ...]


def _read(node: Node) -> tuple[Overridden, ...]:
    if not node.is_mapping:
        return (Overridden("", some(node, _base)),)
    found = mapping(node)
    if not found:
        raise invalid(node, "the mapping is empty, so nothing would be checked", "name a method")
    return tuple(Overridden(name, some(item, _base)) for name, item in found.items())


def _base(node: Node) -> Locator:
    found = read_locator(node)
    if not found.symbol:
        raise invalid(node, f"{found.text!r} names no class", "write 'Class' or 'file.py::Class'")
    return found


def _check(value: tuple[Overridden, ...], subject: Subject) -> tuple[Finding, ...]:
    own = Site(subject.path, subject.definition)
    if value[0].method:
        if not subject.definition.is_class:
            return needs("overrides", "class", subject)
        return tuple(found for item in value for found in _of_class(own, item, subject))
    owner = aim_at(Resolver(subject.files), own).owner
    if owner is None or subject.definition.is_class:
        return needs("overrides", "method", subject)
    name = subject.definition.name.rpartition(".")[2]
    return tuple(_finding(owner, name, base, subject) for base in value[0].bases)


def _of_class(cls: Site, item: Overridden, subject: Subject) -> tuple[Finding, ...]:
    if own_members(subject.files, cls, item.method):
        return tuple(_finding(cls, item.method, base, subject) for base in item.bases)
    reason = f"{cls.definition.name} defines no {item.method} itself"
    return (broken("overrides", f"defines {item.method}", reason, subject.span),)


def _finding(cls: Site, method: str, base: Locator, subject: Subject) -> Finding:
    expected = f"{cls.definition.name}.{method} overrides that of {base.text}"
    above = lineage(subject.files, cls)[1:]
    if base.file:
        found = find(base, subject.files, subject.path)
        if isinstance(found, Lost):
            make = broken if found.is_certain else unknown
            return make("overrides", expected, found.reason, subject.span)
        meant: tuple[Target, ...] = tuple(item for item in above if item == found)
    else:
        meant = tuple(item for item in above if _is_called(item, base.symbol))
    if not meant:
        return _no_base(expected, cls, above, base, subject)
    if len(meant) > 1:
        reason = f"{base.text} is {len(meant)} of the bases; name its file"
        return unknown("overrides", expected, reason, subject.span)
    return _defined(expected, meant[0], method, above, subject)


def _is_called(item: Target, name: str) -> bool:
    if isinstance(item, Site):
        return item.definition.name == name
    return isinstance(item, Outside) and f".{item.name}".endswith(f".{name}")


def _no_base(
    expected: str, cls: Site, above: tuple[Target, ...], base: Locator, subject: Subject
) -> Finding:
    for item in above:
        if isinstance(item, Unresolved):
            return unknown("overrides", expected, item.reason, subject.span)
    outside = [i.name for i in above if isinstance(i, Outside) and not is_plain(i)]
    if outside and not base.file:
        reason = f"the bases of {outside[0]} are not in the snapshot, and may have {base.text}"
        return unknown("overrides", expected, reason, subject.span)
    shown = ", ".join(map(_shown, above)) or "none"
    reason = f"{base.text} is no base of {cls.definition.name}; its bases: {shown}"
    return broken("overrides", expected, reason, subject.span)


def _shown(item: Target) -> str:
    return named(item) if isinstance(item, Site) else getattr(item, "name", "?")


def _defined(
    expected: str, base: Target, method: str, above: tuple[Target, ...], subject: Subject
) -> Finding:
    if not isinstance(base, Site):
        reason = f"the source of {_shown(base)} is not in the snapshot"
        return unknown("overrides", expected, reason, subject.span)
    error = subject.files.module(base.path).error_line
    if error is not None:
        reason = f"{base.path} has a syntax error on line {error}"
        return unknown("overrides", expected, reason, subject.span)
    found = own_members(subject.files, base, method)
    if found:
        places = ", ".join(item.where for item in found)
        return held("overrides", expected, subject.span, found=f"{method} stands in {places}")
    others = (item for item in above if isinstance(item, Site))
    having = [own[0].where for item in others if (own := own_members(subject.files, item, method))]
    hint = f"; {having[0]} does" if having else ""
    reason = f"{base.definition.name} ({base.where}) defines no {method}{hint}"
    return broken("overrides", expected, reason, subject.span)


_SOURCE = """\
class Base:
    def run(self):
        pass

class Other:
    pass

class Fast(Base, Other):
    def run(self):
        pass
"""

KIND = Kind(
    name="overrides",
    summary="it is defined in a class that derives from this one, which defines it too",
    value="'Class' or 'file.py::Class', or a list; of a class {method: Class, …}",
    schema={
        "oneOf": [
            *one_or_more(LOCATOR_SCHEMA)["oneOf"],
            {
                "type": "object",
                "additionalProperties": one_or_more(LOCATOR_SCHEMA),
                "minProperties": 1,
            },
        ]
    },
    holds=Example(_SOURCE, "Fast.run", "Base"),
    fails=Example(_SOURCE, "Fast.run", "Other"),
    real=RealExample(
        "python/sglang/srt/layers/attention/flashinfer_backend.py",
        "FlashInferAttnBackend.forward_decode",
        "AttentionBackend",
        "RadixAttention",
    ),
    read=_read,
    check=_check,
    files=lambda value: files_of(base for item in value for base in item.bases),
    detail="Bases are followed through imports in the same snapshot, in Python's own order.",
)
