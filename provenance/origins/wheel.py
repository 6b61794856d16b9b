"""A wheel's text files as a commit: the same wheel gives the same commit id everywhere.

The archive is read, never extracted. Compiled files, metadata and links are left out; names that
could reach outside, and sizes that no release has, refuse the whole wheel.
"""

import hashlib
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from provenance import gitcommand
from provenance.paths import BadPath, check_path

REFERENCE = "refs/claims/incoming/package"

_LARGEST_FILE = 64 * 1024 * 1024
_LARGEST_WHEEL = 2 * 1024 * 1024 * 1024
_MOST_FILES = 200_000
_SNIFFED = 8000
_COMPILED = (
    *(".a", ".bin", ".co", ".cubin", ".dll", ".dylib", ".exe", ".fatbin"),
    *(".hsaco", ".o", ".obj", ".pyc", ".pyd", ".pyo", ".so"),
)
_IDENTITY = "claims <claims@localhost> 0 +0000"
_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


class BadWheel(Exception):
    """The file is no wheel of the release, or a hazardous one; the text says why."""


def identity_of(wheel: Path) -> tuple[str, str]:
    """Give the normalised name, and the version, that a wheel's file name states.

    Raises:
        BadWheel: the name is not that of a wheel.
    """
    parts = wheel.name.removesuffix(".whl").split("-")
    if wheel.suffix != ".whl" or len(parts) not in (5, 6):
        raise BadWheel(f"{wheel.name} is not named as a wheel is (name-version-….whl)")
    return normalised(parts[0]), parts[1]


def normalised(package: str) -> str:
    """Give a package's name in the one spelling that all its spellings share."""
    return re.sub(r"[-_.]+", "-", package).lower()


def import_wheel(
    wheel: Path, directory: Path, package: str, version: str, root: str
) -> tuple[str, str]:
    """Make a commit of a wheel's text files.

    Args:
        wheel: the file.
        directory: the bare repository that the objects go to.
        package: the distribution that it must be of.
        version: the version that it must be.
        root: where the distribution's files stand in the repository.

    Returns:
        The commit's id, and the wheel's SHA-256.

    Raises:
        BadWheel: it is another release, damaged, or hazardous.
    """
    if identity_of(wheel) != (normalised(package), version):
        raise BadWheel(f"{wheel.name} is not {package} {version}")
    try:
        with wheel.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            with zipfile.ZipFile(stream) as archive:
                return _import(archive, directory, f"{package} {version}", root), digest
    except OSError as error:
        raise BadWheel(f"cannot read {wheel}: {error.strerror or error}") from None
    except _FAULTS as error:
        raise BadWheel(f"{wheel.name} is damaged: {error}") from None


def _import(archive: zipfile.ZipFile, directory: Path, message: str, root: str) -> str:
    members = source_members(archive, root)
    process = gitcommand.start(directory, "fast-import", "--quiet", "--done", "--force")
    try:
        _feed(process.stdin, archive, members, message)
        complaint = process.stderr.read().decode("utf-8", "replace")
    except BaseException:
        process.proc.kill()
        raise
    finally:
        status = gitcommand.stop(process)
    if status != 0:
        raise BadWheel(f"git cannot store it: {gitcommand.reason(complaint)}")
    found = gitcommand.run(directory, "rev-parse", "--verify", f"{REFERENCE}^{{commit}}")
    gitcommand.run(directory, "update-ref", "-d", REFERENCE)
    return gitcommand.wanted(found).text


def _feed(
    stream: BinaryIO, archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], message: str
) -> None:
    try:
        stream.writelines(stream_of(archive, members, message))
        stream.close()
    except BrokenPipeError:
        return  # git has ended, and its complaint says why


def stream_of(
    archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], message: str
) -> Iterator[bytes]:
    """Give what `git fast-import` is told, piece by piece.

    Args:
        archive: the wheel.
        members: its files by their path in the repository.
        message: the commit's message.

    Yields:
        The stream's parts.
    """
    text = message.encode()
    yield f"commit {REFERENCE}\nauthor {_IDENTITY}\ncommitter {_IDENTITY}\n".encode()
    yield b"data %d\n%s\ndeleteall\n" % (len(text), text)
    for path, member in members.items():
        data = archive.read(member)
        if b"\0" not in data[:_SNIFFED]:
            yield b"M 100644 inline %s\ndata %d\n" % (_quoted(path), len(data))
            yield data
            yield b"\n"
    yield b"done\n"


def _quoted(path: str) -> bytes:
    return (
        path.encode() if not path.startswith('"') else b'"%s"' % path.replace('"', '\\"').encode()
    )


def source_members(archive: zipfile.ZipFile, root: str) -> dict[str, zipfile.ZipInfo]:
    """Give the wheel's files that may be source text.

    Args:
        archive: the wheel.
        root: where the distribution's files stand in the repository.

    Returns:
        The members by their path in the repository.

    Raises:
        BadWheel: a name or a size is a hazard.
    """
    listed = archive.infolist()
    if len(listed) > _MOST_FILES or sum(member.file_size for member in listed) > _LARGEST_WHEEL:
        raise BadWheel("it unpacks to more than any release has; it is not imported")
    members: dict[str, zipfile.ZipInfo] = {}
    seen: set[str] = set()
    for member in listed:
        path = _checked(member)
        if path in seen:
            raise BadWheel(f"it has {path!r} twice")
        if not member.is_dir():
            seen.add(path)
        if _is_source(member, path):
            members[f"{root}/{path}" if root else path] = member
    _refuse_files_as_directories(seen)
    return members


def _checked(member: zipfile.ZipInfo) -> str:
    """Give a member's path, when nothing about it is a hazard."""
    try:
        path = check_path(member.filename.removesuffix("/"))
    except BadPath as error:
        raise BadWheel(f"it has a hazardous name: {error}") from None
    if member.orig_filename != member.filename:
        raise BadWheel(f"it has a hazardous name: {member.orig_filename!r}")
    if any(part.lower() == ".git" for part in path.split("/")):
        raise BadWheel(f"it has a hazardous name: {path!r}")
    if member.file_size > _LARGEST_FILE and not path.lower().endswith(_COMPILED):
        raise BadWheel(f"{path} unpacks to {member.file_size:,} bytes; it is not imported")
    return path


def _refuse_files_as_directories(files: set[str]) -> None:
    for path in files:
        parent = path.rpartition("/")[0]
        while parent:
            if parent in files:
                raise BadWheel(f"it has {parent!r} both as a file and as a directory")
            parent = parent.rpartition("/")[0]


def _is_source(member: zipfile.ZipInfo, path: str) -> bool:
    top = path.partition("/")[0]
    mode: Any = member.external_attr >> 16
    regular = stat.S_IFMT(mode) in (0, stat.S_IFREG)
    compiled = path.lower().endswith(_COMPILED) or ".so." in path
    return (
        regular
        and not member.is_dir()
        and not compiled
        and not top.endswith((".dist-info", ".data"))
    )
