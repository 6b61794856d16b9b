"""Patterns: pieces of Python with ``$X`` (one expression) and ``...`` (any number of things).

The two additions are semgrep's (its "pattern syntax" page describes them). A pattern must be
read by both parsers; one that is not raises :class:`BadPattern` and never counts as "no match".
"""

import ast
import re
import warnings
from functools import lru_cache

import msgspec

from provenance.syntax.parsing import first_error, parse
from provenance.syntax.terms import NotPython3, Term, build

_STRING = r"\"\"\"[\s\S]*?\"\"\"|'''[\s\S]*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|#[^\n]*"
_SCAN = re.compile(
    rf"(?P<skip>{_STRING})|(?<![\w$])\$(?P<meta>[A-Z_][A-Z0-9_]*)(?![\w$])|(?P<etc>\.\.\.)"
    r"|(?P<other>[\s\S])"
)
_MANY_LINES = re.compile(r"(\"\"\"|''')(?:(?!\1)[\s\S])*?\n")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORDY = frozenset({"identifier", "token", "none", "true", "false"})
_META = "__claims_meta_"
_ETC = "__claims_etc__"
_DEEPEST = 100
_TOO_DEEP = f"the pattern is nested more than {_DEEPEST} levels deep; take a part of it"
_SHOWN = 200
# A gap among parameters is left out for Python's own parser, with a comma and bare star before it.
_GAP = re.compile(r",\s*\*\s*,\s*\x00|\*\s*,\s*\x00|,\s*\x00|\x00\s*,?")


class BadPattern(ValueError):
    """The text is no pattern; the message says why, for the person who wrote it."""


class Pattern(msgspec.Struct, frozen=True):
    """A compiled pattern.

    Attributes:
        text: as written.
        root: the term to look for; for a sequence of statements, a ``block`` of them.
        anchors: words of which every match holds each one, in UTF-8; a cheap first look.
    """

    text: str
    root: Term
    anchors: tuple[bytes, ...]

    @property
    def is_sequence(self) -> bool:
        """Whether this stands for several statements in a row."""
        return self.root.kind == "block"

    @property
    def is_expression(self) -> bool:
        """Whether this is an expression (and not a statement)."""
        return not self.is_sequence and not is_statement(self.root)


def is_statement(term: Term) -> bool:
    """Tell whether a term is a statement."""
    return term.kind.endswith(("_statement", "_definition", "assignment"))


@lru_cache(maxsize=4096)
def compile_pattern(text: str, keep: frozenset[str] = frozenset()) -> Pattern:
    """Compile a pattern.

    Args:
        text: the pattern.
        keep: the names of placeholders that another pattern has, too.

    Raises:
        BadPattern: the text is empty, stands for everything, or does not parse.
    """
    if not text.strip():
        raise BadPattern("the pattern is empty")
    if "\0" in text or "\r" in text:
        raise BadPattern("the pattern holds a control character")
    source = dedent(text)
    if source != text.strip("\n") and _MANY_LINES.search(source):
        raise BadPattern("a pattern with a text of several lines must begin at the left margin")
    _python_accepts(source)
    try:
        root = _root(_read(source))
    except RecursionError:
        raise BadPattern(_TOO_DEEP) from None
    except NotPython3 as error:
        raise BadPattern(f"the pattern does not parse: {error}") from None
    if root.kind in ("...", "$"):
        raise BadPattern(f"the pattern {text!r} would match anything")
    if _depth(root) > _DEEPEST:
        raise BadPattern(_TOO_DEEP)
    named = _without_idle_names(root, keep) if "$" in source else root
    return Pattern(text, named, anchors(root))


def _read(source: str) -> Term:
    tree = parse(_substitute(source, for_python=False).encode())
    if tree.root_node.has_error:
        raise NotPython3("a syntax error", first_error(tree.root_node) or 1)
    root = build(tree.root_node)
    return marked(root) if "$" in source or "..." in source else root


def dedent(text: str) -> str:
    r"""Take away the indentation that all lines share, the first line's included.

    Only ``\n`` ends a line: other separators may stand inside a text.
    """
    lines = text.strip("\n").split("\n")
    rest = [line for line in lines if line.strip()]
    shared = min((len(line) - len(line.lstrip(" \t")) for line in rest), default=0)
    return "\n".join(line[shared:] for line in lines)


def _python_accepts(source: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(_GAP.sub("", _substitute(source, for_python=True)))
        except SyntaxError as error:
            shown = source if len(source) <= _SHOWN else f"{source[:_SHOWN]}…"
            raise BadPattern(f"the pattern does not parse: {shown!r} ({error.msg})") from None
        except (RecursionError, MemoryError):
            raise BadPattern(_TOO_DEEP) from None
        except ValueError as error:
            raise BadPattern(f"the pattern does not parse: {error}") from None


def _root(module: Term) -> Term:
    statements = list(module.children)
    while len(statements) > 1 and statements[0].kind == "...":
        del statements[0]
    while len(statements) > 1 and statements[-1].kind == "...":
        del statements[-1]
    if not statements:
        raise BadPattern("the pattern is only a comment")
    if len(statements) > 1:
        return Term("block", "", tuple(statements), module.start, module.end)
    only = statements[0]
    return only.children[0] if only.kind == "expression_statement" else only


def _substitute(source: str, *, for_python: bool) -> str:
    """Spell ``$X`` and the ``...`` that Python would not take as something that it takes."""
    if "$" not in source and "..." not in source:
        return source
    out: list[str] = []
    brackets: list[str] = []
    for token in _SCAN.finditer(source):
        text = token.group()
        if token["meta"]:
            text = _META + token["meta"]
        elif token["etc"]:
            text = _etc(out, brackets, source[token.end() :], for_python=for_python)
        elif token["other"]:
            _track(text, brackets, out)
        out.append(text)
    return "".join(out)


def _track(char: str, brackets: list[str], out: list[str]) -> None:
    if char in "([{":
        is_def = char == "(" and re.search(r"\bdef\s+\w+\s*$", "".join(out[-200:]))
        brackets.append("def" if is_def else char)
    elif char in ")]}" and brackets:
        brackets.pop()


def _etc(out: list[str], brackets: list[str], rest: str, *, for_python: bool) -> str:
    before = "".join(out[-200:]).rstrip()[-1:]
    after = rest.lstrip()[:1]
    stands_alone = before in ("(", ",", "{") and after in (",", ")", "}")
    if not brackets or not stands_alone:
        return "..."
    if brackets[-1] == "{":
        return f"**{_ETC}" if _is_dict(rest, out) else "..."
    if brackets[-1] == "def":
        return "\0" if for_python else f"{_ETC}{len(out)}"
    return f"*{_ETC}" if for_python and brackets[-1] == "(" else "..."


def _is_dict(rest: str, out: list[str]) -> bool:
    before = "".join(out)
    inside = before[before.rfind("{") :] + rest.split("}", 1)[0]
    return ":" in inside or "**" in inside


def marked(term: Term) -> Term:
    """Turn the stand-ins back into ``$`` (with its name as text) and ``...`` terms.

    In an index ``...`` stays Python's own: ``tuple[int, ...]`` and ``x[..., 0]`` mean that.

    Raises:
        BadPattern: a gap stands where it could never match.
    """
    if term.kind == "ellipsis" or (term.kind == "identifier" and term.text.startswith(_ETC)):
        return Term("...", "", (), term.start, term.end)
    if term.kind == "identifier" and term.text.startswith(_META):
        return Term("$", term.text.removeprefix(_META), (), term.start, term.end)
    if term.kind == "subscript":
        children = (marked(term.children[0]), *(_index(child) for child in term.children[1:]))
    else:
        children = tuple(marked(child) for child in term.children)
    only = children[0] if len(children) == 1 and children[0].kind == "..." else None
    if only and term.kind in ("expression_statement", "with_item"):
        return only
    if only and term.kind == "set":
        raise BadPattern("'{...}' is a set for Python; write '{..., $K: $V, ...}' for a dictionary")
    if term.kind == "dictionary_splat" and children[-1].kind == "...":
        return children[-1]
    return Term(term.kind, term.text, children, term.start, term.end)


def _index(term: Term) -> Term:
    if term.kind == "tuple":
        return Term("tuple", "", tuple(map(_index, term.children)), term.start, term.end)
    return term if term.kind == "ellipsis" else marked(term)


def _depth(root: Term) -> int:
    level, deepest = [root], 0
    while level:
        deepest += 1
        level = [child for term in level for child in term.children]
    return deepest


def placeholders(root: Term) -> list[str]:
    """Give the name of each ``$X`` in a pattern, as often as it stands there."""
    names: list[str] = []
    stack = [root]
    while stack:
        term = stack.pop()
        names.extend([term.text] if term.kind == "$" else ())
        stack.extend(term.children)
    return names


def _without_idle_names(root: Term, keep: frozenset[str]) -> Term:
    """Call each ``$X`` that stands only once ``$_``: what it stood for need not be remembered."""
    names = placeholders(root)
    once = frozenset(name for name in names if names.count(name) == 1) - keep
    return _renamed(root, once) if once else root


def _renamed(term: Term, once: frozenset[str]) -> Term:
    if term.kind == "$":
        return Term("$", "_" if term.text in once else term.text, (), term.start, term.end)
    children = tuple(_renamed(child, once) for child in term.children)
    return Term(term.kind, term.text, children, term.start, term.end)


def anchors(term: Term) -> tuple[bytes, ...]:
    """Give the words that the bytes of every match must hold, longest first."""
    words: set[str] = set()
    stack = [term]
    while stack:
        current = stack.pop()
        if current.kind in _WORDY and current.text.isascii():
            words.update(_WORD.findall(current.text))
        stack.extend(current.children)
    return tuple(word.encode() for word in sorted(words, key=lambda word: (-len(word), word)))
