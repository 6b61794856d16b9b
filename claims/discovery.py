"""Where a project's claim files are."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from claims.documents import read_document
from claims.model import Document
from provenance.errors import Location, Problem, UserError
from provenance.source import SOURCES_FILE, Project

_SKIPPED = frozenset({"node_modules", "__pycache__", "site-packages", "venv"})


def is_claim_file(path: Path) -> bool:
    """Tell whether a file's name is that of a claim file."""
    return path.name == "claims.yaml" or path.name.endswith(".claims.yaml")


def claim_files(root: Path, paths: Iterable[Path]) -> list[Path]:
    """Give the claim files among some paths, or below the project's root where there are none.

    Args:
        root: the project's root.
        paths: files and directories; an article's Markdown file stands for its claims.

    Raises:
        UserError: a path is not there, or holds no claim file.
    """
    chosen = list(paths)
    if not chosen:
        return sorted(_below(root))
    found: dict[Path, Path] = {}
    for path in chosen:
        for file in _at(path):
            found.setdefault(file.resolve(), file)
    return list(found.values())


def _at(path: Path) -> list[Path]:
    if path.is_dir():
        below = sorted(_below(path))
        if not below:
            raise UserError(f"{path}: no claim file here; claim files are named claims.yaml")
        return below
    if not path.exists():
        raise UserError(f"{path}: no such file or directory")
    if is_claim_file(path) and path.is_file():
        return [path]
    beside = [path.with_name("claims.yaml"), path.with_name(f"{path.stem}.claims.yaml")]
    there = [item for item in beside if item.is_file()]
    if path.suffix == ".md" and there:
        return there
    raise UserError(f"{path}: not a claim file; those are named claims.yaml or *.claims.yaml")


def _below(directory: Path) -> Iterator[Path]:
    try:
        entries = sorted(directory.iterdir())
    except OSError as error:
        raise UserError(f"{directory}: {error.strerror}") from None
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink():
            if not _passed_over(entry):
                yield from _below(entry)
        elif is_claim_file(entry) and entry.is_file():
            yield entry


def _passed_over(directory: Path) -> bool:
    """Whether a directory is hidden, not the user's, or another project with its own sources."""
    hidden = directory.name.startswith(".") or directory.name in _SKIPPED
    return hidden or (directory / SOURCES_FILE).is_file()


def load_documents(files: Iterable[Path], project: Project, shown: Path) -> tuple[Document, ...]:
    """Read claim files.

    Args:
        files: the files.
        project: the sources that claims may be about.
        shown: the directory that names in messages start from, as far as files are below it.
    """
    documents = []
    for file in files:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise UserError(f"{file}: {error.strerror}") from None
        document = read_document(data, _name(file, shown), project)
        documents.append(_with_article(document, file))
    return tuple(documents)


def _with_article(document: Document, file: Path) -> Document:
    """Add a problem where the article that a claim file names is not there."""
    if not document.article or (file.parent / document.article).is_file():
        return document
    message = f"the article {document.article!r} is not there"
    problem = Problem(Location(document.path), message, "name the file as seen from this one")
    return msgspec.structs.replace(document, problems=(*document.problems, problem))


def _name(file: Path, shown: Path) -> str:
    absolute = file.absolute()
    name = str(absolute.relative_to(shown) if absolute.is_relative_to(shown) else file)
    try:
        name.encode()
    except UnicodeEncodeError:
        shown_name = os.fsencode(name).decode("utf-8", "backslashreplace")
        raise UserError(f"{shown_name}: the name is not UTF-8; rename the file") from None
    return name
