"""Generated Python, written in as many layouts as there are."""

from hypothesis import strategies as st

Tokens = tuple[str, ...]
"""A piece of source; ``(?`` and ``?)`` are idle parentheses, ``,?`` is an idle comma."""

_NAMES = st.sampled_from(["a", "b", "size", "rank", "f", "self"])
_TEXTS = st.text("ab %{}#\\", max_size=4)
_ATOMS = st.one_of(
    _NAMES.map(lambda name: (name,)),
    st.integers(0, 300).map(lambda value: (f"#{value}",)),
    _TEXTS.map(lambda text: ("$" + text,)),
    st.sampled_from([("None",), ("True",), ("1.5",)]),
)
_OPERATORS = st.sampled_from(
    ["+", "-", "*", "//", "%", "**", "&", "|", "^", "<<", "<", "==", "and", "or", "in", "is"]
)


def _grouped(inner: Tokens) -> Tokens:
    return ("(", *inner, ")")


def _joined(items: list[Tokens]) -> Tokens:
    return tuple(token for item in items for token in (*item, ","))[:-1]


def _larger(inner: st.SearchStrategy[Tokens]) -> st.SearchStrategy[Tokens]:
    some = st.lists(inner, min_size=1, max_size=3).map(_joined)
    return st.one_of(
        st.tuples(inner, _OPERATORS, inner).map(lambda t: ("(", *t[0], t[1], *t[2], ")")),
        inner.map(lambda t: ("(", "not", *t, ")")),
        st.tuples(_NAMES, some).map(lambda t: (t[0], "(", *t[1], ",?", ")")),
        st.tuples(_NAMES, some, _NAMES, inner).map(
            lambda t: (t[0], "(", *t[1], ",", t[2], "=", *t[3], ",?", ")")
        ),
        some.map(lambda t: ("[", *t, ",?", "]")),
        st.tuples(inner, some).map(lambda t: ("(", *t[0], ",", *t[1], ",?", ")")),
        st.tuples(inner, inner).map(lambda t: ("{", *t[0], ":", *t[1], ",?", "}")),
        st.tuples(_NAMES, _NAMES).map(lambda t: (t[0], ".", t[1])),
        st.tuples(_NAMES, inner).map(lambda t: (t[0], "[", *t[1], "]")),
        inner.map(lambda t: ("(?", *t, "?)")),
    )


EXPRESSIONS: st.SearchStrategy[Tokens] = st.recursive(_ATOMS, _larger, max_leaves=8)


_IDLE = ("(?", "?)", ",?")


def plain(tokens: Tokens) -> str:
    """Write tokens in the shortest way."""
    return " ".join(_spelled(token, 0) for token in tokens if token not in _IDLE)


def laid_out(tokens: Tokens, choices: list[int]) -> str:
    """Write the same tokens inside brackets with blanks, breaks, comments and idle marks."""
    out: list[str] = []
    opened: list[bool] = []
    for position, word in enumerate(tokens):
        choice = choices[position % len(choices)]
        if word == "(?":
            opened.append(choice % 2 == 0)
            out.append("(" if opened[-1] else "")
        elif word == "?)":
            out.append(")" if opened.pop() else "")
        elif word == ",?":
            out.append("," if choice % 2 else "")
        else:
            out.append(_spelled(word, choice))
        out.append((" ", "  ", "\n        ", " # note, (x)\n      ", "\n\n\t\t", "\t")[choice % 6])
    return "(" + "".join(out) + ")"


def _spelled(word: str, choice: int) -> str:
    if word[:1] == "#":
        value = int(word[1:])
        return (str(value), hex(value), bin(value), f"0o{value:o}", f"0X{value:X}")[choice % 5]
    if word[:1] == "$":
        return _quoted(word[1:], choice)
    return word


def _quoted(text: str, choice: int) -> str:
    escaped = text.replace("\\", "\\\\")
    return (
        f"'{escaped}'",
        f'"{escaped}"',
        f'"""{escaped}"""',
        f"u'{escaped}'",
        f"'''{escaped}'''",
    )[choice % 5]


def varied(tokens: Tokens, position: int) -> Tokens:
    """Give the same tokens but for one that matters."""
    meaning = [i for i, token in enumerate(tokens) if _other(token) != token]
    chosen = meaning[position % len(meaning)]
    return (*tokens[:chosen], _other(tokens[chosen]), *tokens[chosen + 1 :])


def _other(word: str) -> str:
    """Give a token of the same sort that means something else; the token itself where none does."""
    pairs = {"+": "-", "-": "+", "*": "//", "//": "*", "%": "*", "**": "*", "&": "|", "|": "&",
             "^": "&", "<<": "+", "<": "==", "==": "<", "and": "or", "or": "and", "in": "is",
             "is": "in", "None": "True", "True": "None", "1.5": "2.5"}  # fmt: skip
    if word in pairs:
        return pairs[word]
    if word[:1] == "#":
        return f"#{int(word[1:]) + 1}"
    if word[:1] == "$":
        return word + "z"
    return word + "_other" if word.isidentifier() and word != "not" else word
