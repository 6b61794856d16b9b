"""Terms made comparable with what ``ast.unparse`` gives back, which does not keep every spelling.

Joined string literals become one; ``elif`` becomes ``else`` and ``if``; positional arguments come
before keyword arguments; a sequence pattern is one whether in brackets or in parentheses.
"""

from provenance.syntax.terms import Term


def settled(root: Term) -> Term:
    """Give a term in the spelling that both sides share."""
    done: list[list[Term]] = [[]]
    stack: list[tuple[Term, bool]] = [(root, False)]
    while stack:
        term, finished = stack.pop()
        if finished:
            done[-2].append(_one(term, tuple(done.pop())))
            continue
        stack.append((term, True))
        done.append([])
        stack.extend((child, False) for child in reversed(term.children))
    return done[0][0]


def _new(kind: str, children: tuple[Term, ...] | list[Term], text: str = "") -> Term:
    return Term(kind, text, tuple(children), 0, 0)


def _one(term: Term, children: tuple[Term, ...]) -> Term:
    kind = term.kind
    if kind in ("concatenated_string", "fstring"):
        return _joined(term, children)
    if kind == "if_statement":
        return _nested(children)
    if kind == "argument_list":
        return _new(kind, sorted(children, key=_is_keyword))
    if kind == "case_clause":
        return _new(
            kind, [_sequences(child) if i == 1 else child for i, child in enumerate(children)]
        )
    return _new(kind, children, term.text)


def _is_keyword(term: Term) -> bool:
    return term.kind in ("keyword_argument", "dictionary_splat")


def _nested(children: tuple[Term, ...]) -> Term:
    if len(children) > 3 and children[3].kind == "elif_clause":
        first, rest = children[3], children[4:]
        inner = _nested((_new("token", (), "if"), *first.children[1:], *rest))
        tail = _new("else_clause", [_new("token", (), "else"), _new("block", [inner])])
        return _new("if_statement", [*children[:3], tail])
    return _new("if_statement", children)


def _sequences(term: Term) -> Term:
    children = [_sequences(child) for child in term.children]
    return _new("list" if term.kind == "tuple" else term.kind, children, term.text)


def _joined(term: Term, children: tuple[Term, ...]) -> Term:
    pieces: list[Term] = []
    formatted = term.kind == "fstring"
    for child in children:
        formatted = formatted or child.kind == "fstring"
        pieces.extend(child.children if child.kind == "fstring" else _shown(child))
    if not formatted:
        mark = "b" if all(piece.text[:1] == "b" for piece in pieces) else "s"
        return _new("string", (), mark + "".join(piece.text[1:] for piece in pieces))
    return _new("fstring", _merged(pieces))


def _shown(piece: Term) -> list[Term]:
    """Give the pieces of ``{x = }`` as Python keeps them: its text, then ``{x!r}``."""
    if piece.kind != "interpolation" or not piece.text:
        return [piece]
    kept = [child for child in piece.children if (child.kind, child.text) != ("token", "=")]
    if len(kept) == 1:
        kept.append(_new("type_conversion", (), "!r"))
    return [_new("string_content", (), piece.text), _new("interpolation", kept)]


def _merged(pieces: list[Term]) -> list[Term]:
    merged: list[Term] = []
    for piece in pieces:
        text = piece.text[1:] if piece.kind == "string" else piece.text
        if piece.kind == "interpolation":
            merged.append(piece)
        elif text and merged and merged[-1].kind == "string_content":
            merged[-1] = _new("string_content", (), merged[-1].text + text)
        elif text:
            merged.append(_new("string_content", (), text))
    return merged
