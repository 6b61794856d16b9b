"""Conditions as conjunctions: split at ``and``, with negation moved inwards where that is exact.

``not (a == b)`` is ``a != b``, and so for ``in`` and ``is``; an order is left alone, since not
every pair of values has one (``not a < b`` is not ``a >= b`` where one of them is NaN).
"""

from provenance.syntax.term import Term

_OPPOSITES = {"==": "!=", "in": "not in", "is": "is not"}
_OPPOSITES |= {there: back for back, there in _OPPOSITES.items()}


def conjuncts(condition: Term, *, negate: bool = False) -> tuple[Term, ...]:
    """Give the conditions that together are this one, or together are its negation.

    Each keeps the place in the source of what it was made from.
    """
    if condition.kind == "not_operator":
        return conjuncts(condition.children[-1], negate=not negate)
    if condition.kind == "boolean_operator":
        left, word, right = condition.children
        if (word.text == "and") is not negate:
            return (*conjuncts(left, negate=negate), *conjuncts(right, negate=negate))
        first, second = (joined(conjuncts(side, negate=negate), side) for side in (left, right))
        return (_operator("or", first, second, condition),)
    if not negate:
        return (condition,)
    if condition.kind == "comparison_operator" and len(condition.children) == 3:
        left, sign, right = condition.children
        if sign.text in _OPPOSITES:
            other = Term(sign.kind, _OPPOSITES[sign.text], (), sign.start, sign.end)
            return (_made("comparison_operator", (left, other, right), condition),)
    word = Term("token", "not", (), condition.start, condition.start)
    return (_made("not_operator", (word, condition), condition),)


def joined(parts: tuple[Term, ...], place: Term) -> Term:
    """Give conditions as one, joined by ``and``."""
    whole = parts[0]
    for part in parts[1:]:
        whole = _operator("and", whole, part, place)
    return whole


def _operator(word: str, left: Term, right: Term, place: Term) -> Term:
    token = Term("token", word, (), left.end, left.end)
    return _made("boolean_operator", (left, token, right), place)


def _made(kind: str, children: tuple[Term, ...], place: Term) -> Term:
    return Term(kind, "", children, place.start, place.end)


def names_in(term: Term) -> frozenset[str]:
    """Give every name in a term, attributes' included."""
    found: set[str] = set()
    pending = [term]
    while pending:
        item = pending.pop()
        if item.kind == "identifier":
            found.add(item.text)
        pending.extend(item.children)
    return frozenset(found)


def subjects_in(term: Term) -> frozenset[str]:
    """Give the names that a term is about: of ``self.worker.ready`` only the attributes'."""
    found: set[str] = set()
    pending = [term]
    while pending:
        item = pending.pop()
        if item.kind == "identifier":
            found.add(item.text)
        inner = item.children
        if item.kind == "attribute" and inner[0].kind == "identifier":
            inner = inner[1:]
        pending.extend(inner)
    return frozenset(found)
