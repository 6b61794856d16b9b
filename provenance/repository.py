"""Where a repository is: the addresses that are accepted, and the ones that are refused."""

import re
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from provenance.errors import UserError

TRANSPORTS = ("https", "http", "ssh", "git", "file")

_SCP_FORM = re.compile(r"(?:[\w.-]+@)?(?P<host>\[[\w:.]+\]|[\w.-]{2,}):(?!:)(?P<path>.+)")
_HELPER = re.compile(r"[A-Za-z0-9+.-]+::")


def unfit_repository(text: str) -> tuple[str, str] | None:
    """Say why a text cannot be a source's repository.

    Args:
        text: what the user wrote.

    Returns:
        What is wrong and what to write, or None where nothing is.
    """
    if text.startswith("-"):
        return f"the repository {text!r} begins with '-'", "write an address, or ./ before a path"
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in text):
        return "the repository's address has a control character", "remove it"
    if _HELPER.match(text):
        return f"the transport of {text!r} runs a command", _allowed()
    if "://" in text:
        return _unfit_url(text)
    found = _SCP_FORM.fullmatch(text)
    if found and "/" not in text[: found.start("path")] and _option(found["host"], found["path"]):
        return f"a part of {text!r} begins with '-'", "write the host's name and path"
    return None


def _unfit_url(text: str) -> tuple[str, str] | None:
    """Say why an address with a scheme cannot be a repository."""
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
    except ValueError:
        return f"{text!r} is not an address", _allowed()
    if parts.scheme not in TRANSPORTS or not text.startswith(parts.scheme):
        scheme = text.partition(":")[0]
        return f"the transport {scheme!r} is not allowed", _allowed()
    if _has_secrets(parts):
        hint = "leave them out, and let git's credential helper or ssh supply them"
        return "the address has credentials, which would be shown in reports", hint
    if parts.scheme == "file":
        return None
    if not host or _option(host, parts.username or ""):
        return f"{text!r} names no host", "write the host's name"
    return None


def _has_secrets(parts: SplitResult) -> bool:
    """Say whether an address holds a password, a web user, or a query (which may hold a token)."""
    web_user = parts.username is not None and parts.scheme in ("http", "https")
    return web_user or parts.password is not None or bool(parts.query or parts.fragment)


def _option(*parts: str) -> bool:
    return any(part.startswith("-") for part in parts)


def _allowed() -> str:
    return f"write a local path, or an address with {', '.join(TRANSPORTS)}"


def is_local(repository: str) -> bool:
    """Say whether a repository is a directory of this machine."""
    if "://" in repository:
        return repository.startswith("file://")
    found = _SCP_FORM.fullmatch(repository)
    return found is None or "/" in repository[: found.start("path")]


def address(repository: str, root: Path) -> str:
    """Give what git is to be told: an address as it is, or a local path made absolute.

    Args:
        repository: the source's repository as the user wrote it.
        root: the project's root, which a relative path starts from.

    Returns:
        The address or the absolute path.
    """
    if "://" in repository or not is_local(repository):
        return repository
    try:
        return str((root / Path(repository).expanduser()).resolve())
    except (RuntimeError, OSError) as error:
        raise UserError(f"the repository {repository!r} cannot be found: {error}") from None
