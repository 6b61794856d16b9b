"""What the literals of a piece of source stand for, as text that compares by value."""

import ast
import warnings


def number(text: str) -> str:
    """Give a number in one spelling, ``16`` for ``0x10``.

    Raises:
        ValueError: the text is no number of Python 3.
    """
    try:
        return repr(ast.literal_eval(text))
    except (SyntaxError, ValueError):
        raise ValueError(f"{text[:20]} is no number") from None


def string_value(text: str, prefix: str) -> str:
    """Give ``s`` and a string's value, or ``b`` and that of a bytes literal.

    Args:
        text: the literal with its prefix and quotes; no f-string.
        prefix: the letters before the quotes, in lower case.

    Raises:
        ValueError: Python does not read it.
    """
    if "\\" not in text and not prefix:
        size = 3 if text[:3] in ('"""', "'''") else 1
        return "s" + text[size:-size]
    value = _evaluated(text)
    if value is None:
        raise ValueError("a malformed string")
    return "b" + value.decode("latin-1") if isinstance(value, bytes) else "s" + value


def unescaped(text: str, *, raw: bool) -> str:
    """Give the text of a piece of an f-string; as written where its escapes cannot be read."""
    plain = text.replace("{{", "{").replace("}}", "}")
    if raw or "\\" not in plain:
        return plain
    value = _evaluated(f'"""{plain} """')
    return plain if value is None else str(value)[:-1]


def _evaluated(text: str) -> str | bytes | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            value = ast.literal_eval(text)
        except (SyntaxError, ValueError, MemoryError):
            return None
    return value if isinstance(value, str | bytes) else None
