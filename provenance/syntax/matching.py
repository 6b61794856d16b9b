"""Whether a pattern matches a term, and where a pattern occurs in a tree.

Structural, after the normalisation of :mod:`provenance.syntax.terms`; beyond that, only keyword
arguments may stand in another order.
"""

from collections.abc import Iterator

from tree_sitter import Node

from provenance.syntax.pattern import Pattern, is_statement
from provenance.syntax.terms import Term, build, same

Bindings = tuple[tuple[str, Term], ...]

_ARGUMENTS = "argument_list"
_KEYWORD = "keyword_argument"
_SPLAT = "dictionary_splat"
# What is no expression on its own, so that $X does not stand for it.
_NO_EXPRESSION = frozenset({
    "token", "keyword_argument", "list_splat", "dictionary_splat", "slice", "pair", "block",
    "argument_list", "parameters", "keyword_separator", "positional_separator", "default_parameter",
    "typed_parameter", "typed_default_parameter", "with_item", "type_parameter",
})  # fmt: skip


def matches(pattern: Term, term: Term) -> bool:
    """Tell whether a pattern's term matches a term as a whole."""
    return next(_match(pattern, term, ()), None) is not None


def _match(pattern: Term, term: Term, bound: Bindings) -> Iterator[Bindings]:
    if pattern.kind == "$":
        yield from _bind(pattern.text, term, bound)
    elif pattern.kind == "...":
        yield bound
    elif pattern.kind == term.kind and pattern.text == term.text:
        if pattern.kind == _ARGUMENTS:
            yield from _arguments(pattern.children, term.children, bound)
        else:
            yield from _sequence(pattern.children, term.children, bound)


def _bind(name: str, term: Term, bound: Bindings) -> Iterator[Bindings]:
    if term.kind in _NO_EXPRESSION or is_statement(term) or term.kind.endswith("_clause"):
        return
    if name == "_":
        yield bound
        return
    for known, earlier in bound:
        if known == name:
            if same(earlier, term):
                yield bound
            return
    yield (*bound, (name, term))


def _sequence(
    patterns: tuple[Term, ...], terms: tuple[Term, ...], bound: Bindings
) -> Iterator[Bindings]:
    if not any(item.kind == "..." for item in patterns):
        if len(patterns) == len(terms):
            yield from _all(patterns, terms, bound)
        return
    yield from _with_gaps(patterns, terms, bound)


def _all(
    patterns: tuple[Term, ...], terms: tuple[Term, ...], bound: Bindings
) -> Iterator[Bindings]:
    if not patterns:
        yield bound
        return
    for more in _match(patterns[0], terms[0], bound):
        yield from _all(patterns[1:], terms[1:], more)


def _with_gaps(
    patterns: tuple[Term, ...], terms: tuple[Term, ...], bound: Bindings
) -> Iterator[Bindings]:
    """Match a sequence with gaps; states that were tried are not tried again, so time is bounded."""
    tried: set[tuple[int, int, tuple[int, ...]]] = set()
    stack: list[tuple[int, int, Bindings]] = [(0, 0, bound)]
    while stack:
        i, j, known = stack.pop()
        state = (i, j, tuple(id(term) for _, term in known))
        if state in tried:
            continue
        tried.add(state)
        if i == len(patterns):
            if j == len(terms):
                yield known
        elif patterns[i].kind == "...":
            if j < len(terms):
                stack.append((i, j + 1, known))
            stack.append((i + 1, j, known))
        elif j < len(terms):
            stack.extend((i + 1, j + 1, more) for more in _match(patterns[i], terms[j], known))


def _arguments(
    patterns: tuple[Term, ...], terms: tuple[Term, ...], bound: Bindings
) -> Iterator[Bindings]:
    gap = any(item.kind == "..." for item in patterns)
    wanted = tuple(item for item in patterns if item.kind in (_KEYWORD, _SPLAT))
    given = tuple(item for item in terms if item.kind in (_KEYWORD, _SPLAT))
    if len(wanted) > len(given) or (len(wanted) < len(given) and not gap):
        return
    places = tuple(item for item in patterns if item.kind not in (_KEYWORD, _SPLAT))
    values = tuple(item for item in terms if item.kind not in (_KEYWORD, _SPLAT))
    for more in _sequence(places, values, bound):
        yield from _keywords(wanted, given, more)


def _keywords(
    wanted: tuple[Term, ...], given: tuple[Term, ...], bound: Bindings
) -> Iterator[Bindings]:
    if not wanted:
        yield bound
        return
    for place, candidate in enumerate(given):
        rest = given[:place] + given[place + 1 :]
        for more in _match(wanted[0], candidate, bound):
            yield from _keywords(wanted[1:], rest, more)


def find(pattern: Pattern, node: Node, source: bytes) -> Iterator[Term]:
    """Give each place below ``node`` (itself included) where the pattern occurs.

    A sequence of statements occurs where it stands in a row within one block; the term given for it
    spans from its first statement to its last.

    Args:
        pattern: what to look for.
        node: the tree-sitter node to search, comments and layout and all.
        source: the bytes that the node was parsed from.

    Raises:
        NotPython3: a place that could match is damaged.
    """
    words = _words_to_require(pattern, source, node)
    if words is None:
        return
    for candidate in _candidates(pattern, node, source, words):
        if pattern.root.kind == "identifier" and _is_only_a_name(candidate):
            continue
        term = build(candidate)
        if pattern.is_sequence:
            yield from _runs(pattern.root, term)
        else:
            yield from (top for top in _tops(pattern, term) if matches(pattern.root, top))


def _tops(pattern: Pattern, term: Term) -> tuple[Term, ...]:
    """Give the terms to compare: a tuple may hide in a statement or an index of its own."""
    if pattern.root.kind == "tuple" and term.kind in ("expression_statement", "subscript"):
        return tuple(child for child in term.children if child.kind == "tuple")
    return (term,)


_NAME_FIELDS = {
    "attribute": "attribute", "keyword_argument": "name", "function_definition": "name",
    "class_definition": "name", "default_parameter": "name", "typed_default_parameter": "name",
}  # fmt: skip
_NAME_PARENTS = frozenset({"parameters", "lambda_parameters", "typed_parameter", "dotted_name",
                           "aliased_import", "global_statement", "nonlocal_statement"})  # fmt: skip


def _is_only_a_name(node: Node) -> bool:
    """Tell whether an identifier names something here instead of being an expression."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type in _NAME_PARENTS:
        return True
    field = _NAME_FIELDS.get(parent.type)
    return field is not None and parent.child_by_field_name(field) == node


def _words_to_require(pattern: Pattern, source: bytes, node: Node) -> tuple[bytes, ...] | None:
    """Give the anchors that a candidate's bytes must hold, or None if the node lacks one.

    Identifiers are compared after NFKC (the language reference, "Identifiers"), so bytes say nothing
    where a source is not ASCII throughout.
    """
    start, end = node.start_byte, node.end_byte
    if not source[start:end].isascii():
        return ()
    if all(source.find(word, start, end) >= 0 for word in pattern.anchors):
        return pattern.anchors
    return None


_KINDS_OF = {
    "tuple": ("tuple", "expression_list", "pattern_list", "tuple_pattern", "expression_statement",
              "subscript"),
    "list": ("list", "list_pattern"),
    "subscript": ("subscript", "generic_type"),
    "fstring": ("string",),
    "expression_statement": ("expression_statement",),
    "list_splat": ("list_splat", "list_splat_pattern"),
    "dictionary_splat": ("dictionary_splat", "dictionary_splat_pattern"),
    "block": ("block", "module"),
}  # fmt: skip


def _candidates(
    pattern: Pattern, node: Node, source: bytes, words: tuple[bytes, ...]
) -> Iterator[Node]:
    kinds = frozenset(_KINDS_OF.get(pattern.root.kind, (pattern.root.kind,)))
    stack = [node]
    while stack:
        current = stack.pop()
        start, end = current.start_byte, current.end_byte
        if any(source.find(word, start, end) < 0 for word in words):
            continue
        if current.type in kinds:
            yield current
        stack.extend(reversed(current.named_children))


def _runs(pattern: Term, block: Term) -> Iterator[Term]:
    statements = block.children
    for first in range(len(statements)):
        for last in range(first + 1, len(statements) + 1):
            run = statements[first:last]
            if next(_sequence(pattern.children, run, ()), None) is not None:
                yield Term("block", "", run, run[0].start, run[-1].end)
                break
