"""Whether a pattern matches a term, and where a pattern occurs in a tree.

Structural, after the normalisation of :mod:`provenance.syntax.terms`; beyond that, only keyword
arguments may stand in another order.
"""

from collections.abc import Iterator

from tree_sitter import Node

from provenance.syntax.parsing import first_error
from provenance.syntax.pattern import Pattern, is_statement
from provenance.syntax.terms import NotPython3, Term, build, in_case, same

Bindings = tuple[tuple[str, Term], ...]
_Row = tuple[Term, ...]
_State = tuple[int, int, tuple[int, ...]]

_ARGUMENTS = "argument_list"
_KEYWORD = "keyword_argument"
_SPLAT = "dictionary_splat"
# What is no expression on its own, so that $X does not stand for it.
_NO_EXPRESSION = frozenset({
    "token", "keyword_argument", "list_splat", "dictionary_splat", "slice", "pair", "block",
    "argument_list", "parameters", "keyword_separator", "positional_separator", "default_parameter",
    "typed_parameter", "typed_default_parameter", "with_item", "type_parameter", "as_pattern",
    "aliased_import", "wildcard_import", "decorator", "interpolation", "string_content",
})  # fmt: skip
_PLACEHOLDERS = frozenset({"$", "..."})
_UNORDERED = frozenset({"...", _KEYWORD, _SPLAT})  # beside these, position decides nothing
_MOST_STEPS = 100_000


def matches(pattern: Term, term: Term) -> bool:
    """Tell whether a pattern's term matches a term as a whole.

    Raises:
        NotPython3: names that recur leave too many ways to match.
    """
    plain = _plainly(pattern, term)
    return next(_Search().match(pattern, term, ()), None) is not None if plain is None else plain


def ways(pattern: Term, term: Term, bound: Bindings = ()) -> Iterator[Bindings]:
    """Give what the placeholders of a pattern stand for, for each way in which it matches a term.

    Args:
        pattern: the pattern's term.
        term: the term, to be matched as a whole.
        bound: what placeholders stand for already.

    Raises:
        NotPython3: names that recur leave too many ways to match.
    """
    return _Search().match(pattern, term, bound)


def _plainly(pattern: Term, term: Term) -> bool | None:
    """Compare without a search; None where placeholders or keyword arguments need one."""
    undecided = False
    pairs = [(pattern, term)]
    while pairs:
        wanted, given = pairs.pop()
        if wanted.kind == "$" and wanted.text == "_":
            if not _is_expression(given):
                return False
            continue
        if wanted.kind in _PLACEHOLDERS:
            undecided = True
            continue
        if wanted.kind != given.kind or wanted.text != given.text:
            return False
        inner = wanted.children
        if len(inner) == 1 and inner[0].kind == "...":
            continue
        if any(item.kind in _UNORDERED for item in inner):
            undecided = True
        elif len(inner) != len(given.children):
            return False
        else:
            pairs.extend(zip(inner, given.children, strict=True))
    return None if undecided else True


class _Search:
    """One attempt to match; it counts its steps, so that a hostile pattern ends."""

    def __init__(self) -> None:
        self._steps = 0

    def match(self, pattern: Term, term: Term, bound: Bindings) -> Iterator[Bindings]:
        if pattern.kind == "$":
            yield from _bind(pattern.text, term, bound)
        elif pattern.kind == "...":
            yield bound
        elif pattern.kind == term.kind and pattern.text == term.text:
            if pattern.kind == _ARGUMENTS:
                yield from self._arguments(pattern.children, term.children, bound)
            else:
                yield from self._row(pattern.children, term.children, bound)

    def _row(self, patterns: _Row, terms: _Row, bound: Bindings) -> Iterator[Bindings]:
        """Match a row of patterns; a state that was tried is not tried again."""
        if len(patterns) != len(terms) and not any(item.kind == "..." for item in patterns):
            return
        tried: set[_State] = set()
        stack: list[tuple[int, int, Bindings]] = [(0, 0, bound)]
        while stack:
            i, j, known = stack.pop()
            if self._seen(tried, i, j, known):
                continue
            if i == len(patterns):
                if j == len(terms):
                    yield known
            elif patterns[i].kind == "...":
                if j < len(terms):
                    stack.append((i, j + 1, known))
                stack.append((i + 1, j, known))
            elif j < len(terms):
                stack.extend(
                    (i + 1, j + 1, more) for more in self.match(patterns[i], terms[j], known)
                )

    def _seen(self, tried: set[_State], i: int, j: int, known: Bindings) -> bool:
        state = (i, j, tuple(id(term) for _, term in known))
        if state in tried:
            return True
        tried.add(state)
        if known:
            self._step()
        return False

    def _step(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise NotPython3("the pattern can match in too many ways to try them all", 0)

    def _arguments(self, patterns: _Row, terms: _Row, bound: Bindings) -> Iterator[Bindings]:
        gap = any(item.kind == "..." for item in patterns)
        wanted = tuple(item for item in patterns if item.kind in (_KEYWORD, _SPLAT))
        given = tuple(item for item in terms if item.kind in (_KEYWORD, _SPLAT))
        if len(wanted) > len(given) or (len(wanted) < len(given) and not gap):
            return
        places = tuple(item for item in patterns if item.kind not in (_KEYWORD, _SPLAT))
        values = tuple(item for item in terms if item.kind not in (_KEYWORD, _SPLAT))
        for more in self._row(places, values, bound):
            yield from self._keywords(wanted, given, more)

    def _keywords(self, wanted: _Row, given: _Row, bound: Bindings) -> Iterator[Bindings]:
        if not wanted:
            yield bound
            return
        for place, candidate in enumerate(given):
            self._step()
            rest = given[:place] + given[place + 1 :]
            for more in self.match(wanted[0], candidate, bound):
                yield from self._keywords(wanted[1:], rest, more)

    def shortest(self, patterns: _Row, terms: _Row, first: int, tried: set[_State]) -> int | None:
        """Give the end of the shortest run from ``first`` on that a row of patterns matches."""
        states: list[tuple[int, Bindings]] = [(0, ())]
        for j in range(first, len(terms) + 1):
            following: list[tuple[int, Bindings]] = []
            while states:
                i, known = states.pop()
                if self._seen(tried, i, j, known):
                    continue
                if i == len(patterns):
                    return j
                if patterns[i].kind == "...":
                    states.append((i + 1, known))
                    following.append((i, known))
                elif j < len(terms):
                    found = self.match(patterns[i], terms[j], known)
                    following.extend((i + 1, more) for more in found)
            states = following
        return None


def _is_expression(term: Term) -> bool:
    kind = term.kind
    return not (kind in _NO_EXPRESSION or is_statement(term) or kind.endswith("_clause"))


def _bind(name: str, term: Term, bound: Bindings) -> Iterator[Bindings]:
    if not _is_expression(term):
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


def find(pattern: Pattern, node: Node, source: bytes) -> Iterator[Term]:
    """Give each place below ``node`` (itself included) where the pattern occurs, in source order.

    A sequence of statements occurs where it stands in a row within one block; the term given for it
    spans from its first statement to its last.

    Args:
        pattern: what to look for.
        node: the tree-sitter node to search, comments and layout and all.
        source: the bytes that the node was parsed from.

    Raises:
        NotPython3: the node is damaged, so that a match could hide in it, or the pattern's
            recurring names leave too many ways to match it.
    """
    words = _words_to_require(pattern, source, node)
    if words is None:
        return
    if node.has_error:
        raise NotPython3("a syntax error", first_error(node) or node.start_point.row + 1)
    for candidate in _candidates(pattern, node, source, words):
        if pattern.root.kind == "identifier":
            yield from () if _is_only_a_name(candidate) else _places(pattern, build(candidate))
        else:
            yield from _places(pattern, build(candidate))


def _places(pattern: Pattern, term: Term) -> Iterator[Term]:
    root = pattern.root
    stack = [term]
    while stack:
        current = stack.pop()
        if pattern.is_sequence:
            yield from _runs(root, current) if current.kind in ("block", "module") else ()
        elif current.kind == root.kind and current.text == root.text and matches(root, current):
            yield current
        stack.extend(reversed(current.children))


_NAME_FIELDS = {
    "attribute": "attribute", "keyword_argument": "name", "function_definition": "name",
    "class_definition": "name", "default_parameter": "name", "typed_default_parameter": "name",
}  # fmt: skip
_NAME_PARENTS = frozenset({"parameters", "lambda_parameters", "typed_parameter", "dotted_name",
                           "aliased_import", "global_statement", "nonlocal_statement"})  # fmt: skip


_SPLATS = ("list_splat_pattern", "dictionary_splat_pattern")


def _is_only_a_name(node: Node) -> bool:
    """Tell whether an identifier names something here instead of being an expression."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "dotted_name" and in_case(parent):
        return parent.named_children[0] != node
    if parent.type in _NAME_PARENTS:
        return True
    if parent.type in _SPLATS and parent.parent is not None:
        return parent.parent.type in _NAME_PARENTS
    field = _NAME_FIELDS.get(parent.type)
    return field is not None and parent.child_by_field_name(field) == node


def _words_to_require(pattern: Pattern, source: bytes, node: Node) -> tuple[bytes, ...] | None:
    """Give the anchors that a candidate's bytes must hold, or None if the node lacks one.

    Identifiers are compared after NFKC (the language reference, "Identifiers"), so bytes say
    nothing where a source is not ASCII throughout.
    """
    start, end = node.start_byte, node.end_byte
    if not source[start:end].isascii():
        return ()
    if all(source.find(word, start, end) >= 0 for word in pattern.anchors):
        return pattern.anchors
    return None


_KINDS_OF = {
    "tuple": ("tuple", "expression_list", "pattern_list", "tuple_pattern", "expression_statement",
              "subscript", "generic_type", "case_clause", "match_statement"),
    "list": ("list", "list_pattern"),
    "subscript": ("subscript", "generic_type", "type_alias_statement"),
    "attribute": ("attribute", "member_type", "type_alias_statement", "dotted_name"),
    "string": ("string", "concatenated_string"),
    "unary_operator": ("unary_operator", "case_pattern"),
    "binary_operator": ("binary_operator", "union_type", "await"),
    "await": ("await", "binary_operator"),
    "assignment": ("assignment", "type_alias_statement"),
    "call": ("call", "type_alias_statement"),
    "float": ("float", "integer"),
    "fstring": ("string",),
    "expression_statement": ("expression_statement",),
    "list_splat": ("list_splat", "list_splat_pattern"),
    "dictionary_splat": ("dictionary_splat", "dictionary_splat_pattern"),
    "block": ("block", "module"),
}  # fmt: skip


def _candidates(
    pattern: Pattern, node: Node, source: bytes, words: tuple[bytes, ...]
) -> Iterator[Node]:
    """Give the outermost nodes that may hold a match; their terms tell of what is inside."""
    kinds = frozenset(_KINDS_OF.get(pattern.root.kind, (pattern.root.kind,)))
    if words:
        yield from _around(words, kinds, node, source)
        return
    stack = [node]
    while stack:
        current = stack.pop()
        if current.type in kinds:
            yield current
        if current.type not in kinds or pattern.root.kind == "identifier":
            stack.extend(reversed(current.named_children))


def _around(
    words: tuple[bytes, ...], kinds: frozenset[str], node: Node, source: bytes
) -> Iterator[Node]:
    """Go from one occurrence of the first word to the next, down to the outermost candidate."""
    first, others = words[0], words[1:]
    at = source.find(first, node.start_byte, node.end_byte)
    while at >= 0:
        after = at + 1
        candidate = _down_to(kinds, node, at)
        if candidate is not None:
            start, after = candidate.start_byte, max(after, candidate.end_byte)
            if all(source.find(word, start, after) >= 0 for word in others):
                yield candidate
        at = source.find(first, after, node.end_byte)


def _down_to(kinds: frozenset[str], node: Node, at: int) -> Node | None:
    """Give the outermost node of some kinds that holds a byte, or None."""
    cursor = node.walk()
    current: Node | None = node
    while current is not None and current.type not in kinds:
        if cursor.goto_first_child_for_byte(at) is None:
            return None
        current = cursor.node
        if current is None or current.start_byte > at:
            return None
    return current


def _runs(pattern: Term, block: Term) -> Iterator[Term]:
    """Give, for each statement that a run begins with, the shortest such run."""
    statements, search = block.children, _Search()
    tried: set[_State] = set()  # by beginnings that led nowhere
    for first in range(len(statements)):
        last = search.shortest(pattern.children, statements, first, tried)
        if last is not None:
            run = statements[first:last]
            yield Term("block", "", run, run[0].start, run[-1].end)
            tried.clear()
