"""What several commands share: the project, its documents, selection, and where output goes."""

import contextlib
import os
import sys
from pathlib import Path

import click
import msgspec

from claims.discovery import claim_files, load_documents
from claims.model import Claim, Document
from provenance.errors import Problem, ProblemsFound, UserError
from provenance.source import PinProblem, Project, did_you_mean, find_root
from provenance.sourcesfile import load_project

paths_argument = click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
offline_option = click.option("--offline", is_flag=True, help="Do not use the network.")


def _named(_: click.Context, __: click.Parameter, output: Path | None) -> Path | None:
    if output is not None and not output.name:
        raise click.UsageError("--output needs the name of a file")
    return output


output_option = click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=_named,
    help="Write the report here.",
)


def project(paths: tuple[Path, ...] = (), *, offline: bool = False) -> Project:
    """Give the project that some paths are in, or the working directory.

    Raises:
        UserError: there is none, or the paths are in several.
        ProblemsFound: its sources.yaml is wrong; a moving pin is explained.
    """
    try:
        roots = [find_root(path) for path in paths or (Path.cwd(),)]
    except FileNotFoundError:
        raise UserError("the working directory is gone; change to another") from None
    root = roots[0]
    if len(set(roots)) > 1:
        other = next(item for item in roots if item != root)
        raise UserError(
            f"the paths are in several projects, {root} and {other}; take one at a time"
        )
    try:
        return load_project(root)
    except ProblemsFound as error:
        raise ProblemsFound(explained(error.problems, root, offline=offline)) from None


def documents(
    found: Project, paths: tuple[Path, ...], *, offline: bool = False
) -> tuple[Document, ...]:
    """Give the claim files among some paths, or all of the project's.

    Raises:
        UserError: there is none: nothing to do is never success.
    """
    files = claim_files(found.root, paths)
    if not files:
        raise UserError(f"no claim file below {found.root}; claim files are named claims.yaml")
    return tuple(
        msgspec.structs.replace(
            item, problems=explained(item.problems, found.root, offline=offline)
        )
        for item in load_documents(files, found, Path.cwd())
    )


def explained(problems: tuple[Problem, ...], root: Path, *, offline: bool) -> tuple[Problem, ...]:
    """Add to each pin that can move what it means now."""
    return tuple(
        _explained(item, root, offline) if isinstance(item, PinProblem) else item
        for item in problems
    )


def _explained(problem: PinProblem, root: Path, offline: bool) -> Problem:
    from provenance.moving import explain_moving
    from provenance.store import Store

    if problem.source is None:
        return problem
    with Store.open(problem.source, root) as store:
        meaning = explain_moving(problem.text, problem.source, store, offline=offline)
    hint = f"{meaning}; {problem.hint}" if meaning else problem.hint
    return Problem(problem.location, problem.message, hint)


def selected(found: tuple[Document, ...], only: tuple[str, ...]) -> frozenset[str]:
    """Check that the ids given with ``--only`` exist.

    Where a file has problems it may be that file that has the id, and its problems will be told.

    Raises:
        UserError: one does not, or there is no claim at all.
    """
    if any(document.problems for document in found):
        return frozenset(only)
    ids = {claim.id for document in found for claim in document.claims}
    for name in only:
        if name not in ids:
            near = did_you_mean(name, ids)
            raise UserError(f"no claim has the id {name!r}" + (f"; {near}" if near else ""))
    if not ids:
        raise UserError("no claim was selected, so nothing was checked")
    return frozenset(only)


def one_claim(found: tuple[Document, ...], name: str) -> tuple[Document, Claim]:
    """Give the claim of that id, as ``id`` or ``path:id`` where several have it.

    Raises:
        ProblemsFound: none has it, and there are files with problems.
        UserError: none or several have it.
    """
    path, _, wanted = name.rpartition(":")
    there = [
        (document, claim)
        for document in found
        for claim in document.claims
        if claim.id == wanted and (not path or document.path == path)
    ]
    if len(there) == 1:
        return there[0]
    if there:
        places = " or ".join(f"{document.path}:{wanted}" for document, _ in there)
        raise UserError(f"several claims have the id {wanted!r}; name {places}")
    problems = tuple(problem for document in found for problem in document.problems)
    if problems:
        raise ProblemsFound(problems)
    near = did_you_mean(wanted, [claim.id for document in found for claim in document.claims])
    raise UserError(f"no claim has the id {name!r}" + (f"; {near}" if near else ""))


def write(text: str, output: Path | None) -> None:
    """Write a report to standard output, or whole to a file.

    A reader that has gone (`claims … | head`) is no fault, and changes no exit status.

    Raises:
        UserError: it cannot be written.
    """
    if output is not None:
        replace(output, text.encode("utf-8", "backslashreplace"))
        return
    if sys.stdout is None:
        return
    try:
        click.echo(text, nl=False, color=coloured())
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
    except OSError as error:
        _silence()
        raise UserError(f"cannot write standard output: {error.strerror}") from None


def _silence() -> None:
    """Send what is left in the buffer nowhere, so that the end of the run does not fail on it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def replace(path: Path, data: bytes) -> None:
    """Write a file whole: a temporary one beside it, then its name.

    A link is followed, and what is no regular file (a device, a pipe) is written to as it is.

    Raises:
        UserError: it cannot be written.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        _write_through(path, data)
        return
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        if path.exists():
            temporary.chmod(path.stat().st_mode)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise UserError(f"cannot write {path}: {error.strerror}") from None


def _write_through(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None


def coloured() -> bool:
    """Whether standard output takes colour: a terminal does, unless NO_COLOR says otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout is not None and sys.stdout.isatty()
