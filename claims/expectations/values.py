"""Reading the values of expectations from YAML, with the place of everything that is wrong."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from claims.expectations.interface import invalid
from provenance import source
from provenance.errors import Problem, ProblemsFound
from provenance.syntax.pattern import BadPattern, Pattern, compile_pattern
from provenance.yamlfile import Node

T = TypeVar("T")

_WORDS: dict[str, Any] = {"type": "string", "minLength": 1}
_CODE: dict[str, Any] = {"type": ["string", "number", "boolean"], "minLength": 1}


def one_or_more(item: dict[str, Any], least: int = 1) -> dict[str, Any]:
    """Give the JSON Schema of a value, or a list of such values."""
    return {"oneOf": [item, {"type": "array", "items": item, "minItems": least}]}


TEXTS_SCHEMA = one_or_more(_CODE)  # patterns: a bare number or true stands for itself
WORDS_SCHEMA = one_or_more(_WORDS)  # prose, which is compared as it is spelled
LIST_SCHEMA = one_or_more(_CODE, 0)  # a list that may be empty, and then says so


def text(node: Node) -> str:
    """Read a text.

    A number or ``true`` stands for its own spelling, since ``contains: 3`` can mean one thing only.
    """
    if node.is_mapping or node.is_list or node.value is None:
        raise invalid(node, f"expected a text, found {node.type_name}", "quote the text")
    if isinstance(node.value, str) and not node.value.strip():
        raise invalid(node, "the text is empty, so nothing would be checked")
    return node.value if isinstance(node.value, str) else str(node.value)


def words(node: Node) -> str:
    """Read a text that is compared as it is spelled; a number would have lost its spelling."""
    if not isinstance(node.value, str) and not node.is_mapping and not node.is_list:
        raise invalid(node, f"expected a text, found {node.type_name}", "quote the text")
    return text(node)


def each(node: Node, read: Callable[[Node], T]) -> tuple[T, ...]:
    """Read a value or a list of values; all that is wrong is told at once."""
    items: Iterable[Node] = node.value if node.is_list else (node,)
    found: list[T] = []
    problems: list[Problem] = []
    for item in items:
        try:
            found.append(read(item))
        except ProblemsFound as error:
            problems.extend(error.problems)
    if problems:
        raise ProblemsFound(tuple(problems))
    return tuple(found)


def some(node: Node, read: Callable[[Node], T]) -> tuple[T, ...]:
    """Read a value or a list of at least one value: an empty list could not fail."""
    if node.is_list and not node.value:
        raise invalid(node, "the list is empty, so nothing would be checked", "name at least one")
    return each(node, read)


def compiled(node: Node, compiler: Callable[[str], T]) -> T:
    """Compile a text, with a pattern that does not parse told at its place."""
    try:
        return compiler(text(node))
    except BadPattern as error:
        raise invalid(
            node, str(error), "write it as Python, with $X and ... as placeholders"
        ) from None


def pattern(node: Node) -> Pattern:
    """Read a pattern."""
    return compiled(node, compile_pattern)


def patterns(node: Node) -> tuple[Pattern, ...]:
    """Read one pattern or a list of them."""
    return some(node, pattern)


def not_only_gaps(node: Node, texts: Iterable[str]) -> None:
    """Refuse a list in which nothing but ``...`` stands, since it could not fail."""
    texts = tuple(texts)
    if texts and all(item.strip() == "..." for item in texts):
        raise invalid(node, "'...' alone matches anything, so nothing would be checked")


def mapping(node: Node, keys: Iterable[str] | None = None) -> dict[str, Node]:
    """Read a mapping, its keys among ``keys`` if those are given."""
    if not node.is_mapping:
        raise invalid(node, f"expected a mapping, found {node.type_name}", "write 'name: {…}'")
    if keys is not None:
        known = tuple(keys)
        problems = tuple(
            Problem(node.key_location(key), f"unknown key {key!r}", did_you_mean(key, known))
            for key, _ in node.items()
            if key not in known
        )
        if problems:
            raise ProblemsFound(problems)
    return dict(node.items())


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Give a hint that names the nearest known word, or all of them."""
    known = tuple(known)
    return source.did_you_mean(word, known) or "known: " + ", ".join(sorted(known))
