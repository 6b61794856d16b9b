"""What a name may lead to: a definition of the snapshot, something outside, or nothing certain."""

from collections.abc import Iterable

import msgspec

from provenance.syntax.definition import MODULE, Definition


class Site(msgspec.Struct, frozen=True):
    """A definition and the file that it stands in; a module is its own definition.

    Two sites are equal when they are the same statement of the same file.
    """

    path: str
    definition: Definition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Site) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, str, int]:
        return self.path, self.definition.name, self.definition.node.start_byte

    @property
    def where(self) -> str:
        """The place, as people write it."""
        return f"{self.path}:{self.definition.first_line}"

    @property
    def is_module(self) -> bool:
        """Whether this is a whole file."""
        return self.definition.kind == MODULE


class Outside(msgspec.Struct, frozen=True):
    """Something that is surely not in the snapshot, by its dotted name: ``torch.nn.Module``."""

    name: str


class Unresolved(msgspec.Struct, frozen=True):
    """Nothing is known for certain; the reason is for a person."""

    reason: str


class Directory(msgspec.Struct, frozen=True):
    """A package without ``__init__.py``, on the way to one of its modules."""

    path: str


Target = Site | Outside | Unresolved
Step = Target | Directory


def told(steps: Iterable[Step]) -> tuple[Target, ...]:
    """Give steps as targets: each one once, a directory as what is not resolved."""
    found: dict[Target, None] = {}
    for step in steps:
        if isinstance(step, Directory):
            reason = f"{step.path or 'the top'} has no __init__.py"
            found[Unresolved(reason)] = None
        else:
            found[step] = None
    return tuple(found)


def once(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Give each step once, in order."""
    return tuple(dict.fromkeys(steps))
