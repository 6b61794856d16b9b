r"""From a blob's bytes to text that every parser here reads alike.

The encoding is found as PEP 263 says (byte order mark, then a cookie in the first two lines, then
UTF-8); line ends become ``\n``, as Python's own tokenizer does, so that line numbers agree.
"""

import codecs
import re
import warnings

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


class UnreadableText(Exception):
    """The bytes are not text in the encoding that they declare."""


def normalise(data: bytes) -> bytes:
    r"""Give the source as UTF-8 with ``\n`` line ends and no byte order mark.

    Args:
        data: the blob as stored.

    Returns:
        The normalised bytes; the very object that came in when nothing had to change.

    Raises:
        UnreadableText: the bytes hold a NUL, or are not text in their declared encoding.
    """
    if b"\0" in data:
        raise UnreadableText("it contains a NUL byte")
    data = data.removeprefix(codecs.BOM_UTF8)
    encoding = _declared_encoding(data)
    if encoding != "utf-8" and not _keeps_ascii(encoding):
        raise UnreadableText(f"its declared encoding {encoding!r} is not one of plain text")
    data = _as_utf8(data, encoding)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return data


def _declared_encoding(data: bytes) -> str:
    for line in data[:400].splitlines()[:2]:
        found = _COOKIE.match(line)
        if found:
            return found.group(1).decode("ascii", "replace")
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return "utf-8"


def _keeps_ascii(encoding: str) -> bool:
    """Tell whether ASCII stands for itself, which it does not in UTF-7 or ``unicode_escape``."""
    plain = bytes(range(128))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return plain.decode(encoding) == plain.decode("ascii")
        except (LookupError, UnicodeError):
            return False


def _as_utf8(data: bytes, encoding: str) -> bytes:
    if data.isascii():
        return data
    try:
        text = data.decode(encoding)
        return data if codecs.lookup(encoding).name == "utf-8" else text.encode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableText(f"line {line} is not {encoding} text") from None
    except UnicodeError:
        raise UnreadableText(f"it is not {encoding} text") from None


def fold(text: str) -> str:
    """Fold every run of white space to one blank and trim the ends."""
    return " ".join(text.split())
