"""Names for contents that hold everywhere: git object ids, SWHIDs, permalinks."""

import hashlib
import re
from urllib.parse import quote, urlsplit

_SCP_FORM = re.compile(r"(?:[\w.-]+@)?(?P<host>[\w.-]+):(?P<path>[^/:].*)")


def object_id(kind: str, data: bytes, digits: int = 40) -> str:
    """Give the git object id of some contents.

    Args:
        kind: ``blob``, ``tree``, ``commit`` or ``tag``.
        data: the object's contents.
        digits: 40 for a SHA-1 repository, 64 for a SHA-256 one.

    Returns:
        The id in hexadecimal.
    """
    header = f"{kind} {len(data)}\0".encode()
    if digits == 64:
        return hashlib.sha256(header + data).hexdigest()
    return hashlib.sha1(header + data, usedforsecurity=False).hexdigest()


def blob_id(data: bytes) -> str:
    """Give the id that git gives to a file with these contents."""
    return object_id("blob", data)


def swhid(blob: str) -> str:
    """Give the SWHID (ISO/IEC 18670) of the contents with this git blob id."""
    return f"swh:1:cnt:{blob}"


def permalink(
    repository: str | None,
    revision_text: str,
    path: str,
    first_line: int | None = None,
    last_line: int | None = None,
) -> str | None:
    """Give the web address of lines of a file at a revision.

    Args:
        repository: the source's repository as the user wrote it.
        revision_text: a full commit id or a tag.
        path: the file's path in the repository.
        first_line: the first line, from 1; None for the whole file.
        last_line: the last line; None for one line.

    Returns:
        The address, or None where the repository's host has no known form.
    """
    place = _web_place(repository or "")
    if place is None:
        return None
    host, project = place
    form = _style(host)
    if form is None:
        return None
    blob, second = form
    address = (
        f"https://{host}/{quote(project)}/{blob}/{quote(revision_text, safe='')}/{quote(path)}"
    )
    if first_line is None:
        return address
    if last_line is None or last_line == first_line:
        return f"{address}#L{first_line}"
    return f"{address}#L{first_line}-{second}{last_line}"


def _web_place(repository: str) -> tuple[str, str] | None:
    """Give host and project path of a repository that may be seen on the web."""
    if "://" in repository:
        parts = urlsplit(repository)
        if parts.scheme not in ("https", "http", "ssh", "git") or not parts.hostname:
            return None
        host, path = parts.hostname, parts.path
    else:
        found = _SCP_FORM.fullmatch(repository)
        if not found:
            return None
        host, path = found["host"], found["path"]
    project = path.strip("/").removesuffix(".git")
    return (host, project) if "/" in project else None


def _style(host: str) -> tuple[str, str] | None:
    """Give the word before the revision, and the prefix of a last line, that a host uses."""
    if host == "github.com" or host.startswith("github."):
        return "blob", "L"
    if host == "gitlab.com" or host.startswith("gitlab."):
        return "-/blob", ""
    if host == "gitee.com":
        return "blob", "L"
    return None
