"""The one place that runs git; every fault of GitPython's becomes one of ours here.

GitPython is imported when the first command runs: it costs some 60 ms, and fails without git.
"""

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from provenance.errors import SourceUnavailable

if TYPE_CHECKING:
    from git.cmd import Git

# What a surrounding git (a hook, `git -c`) or shell sets to speak of another repository than ours.
_FOREIGN = (
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_CEILING_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DEFAULT_HASH",
    "GIT_DEFAULT_REF_FORMAT",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_NAMESPACE",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
)
# The store runs nothing on its own account, and nothing of it is replaced, packed anew or watched.
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.useReplaceRefs": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
}

# Descriptors that each git started now keeps open: a store's lock, which a git that outlives a
# killed run then goes on holding.
kept_open: ContextVar[tuple[int, ...]] = ContextVar("kept_open", default=())

_TO_ITS_END = {
    "with_extended_output": True,
    "with_exceptions": False,
    "stdout_as_string": False,
    "strip_newline_in_stdout": False,
}


class Finished(msgspec.Struct, frozen=True):
    """How a git command ended."""

    status: int
    out: bytes
    complaint: str

    @property
    def text(self) -> str:
        """The output as text, without the last newline."""
        return self.out.decode("utf-8", "replace").rstrip("\n")


class GitFailed(Exception):
    """A git command ended with a complaint; the text is git's own, in one line."""


def git_missing() -> SourceUnavailable:
    """Give the error for a machine without git."""
    return SourceUnavailable("git cannot be run; install git (2.30 or newer) and put it on PATH")


def _git(directory: Path | None) -> "Git":
    """Give GitPython's command object, imported when first wanted."""
    try:
        from git.cmd import Git
    except ImportError:
        if shutil.which("git"):
            message = "git is there, but does not work; run `git version` to see why"
            raise SourceUnavailable(message) from None
        raise git_missing() from None
    return Git(directory)


def _command(
    directory: Path | None, arguments: Sequence[str], config: Mapping[str, str]
) -> list[str]:
    """Give the whole command line, freed of a surrounding git's environment."""
    foreign = [name for name in _FOREIGN if name in os.environ]
    command = ["env", *(part for name in foreign for part in ("-u", name))] if foreign else []
    command.append("git")
    if directory is not None:
        command.append(f"--git-dir={directory}")
    for key, value in {**_SETTINGS, **config}.items():
        command += ["-c", f"{key}={value}"]
    return [*command, *arguments]


def run(
    directory: Path | None,
    *arguments: str,
    given: bytes = b"",
    config: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
    seconds: float | None = None,
) -> Finished:
    """Run one git command to its end.

    Args:
        directory: the bare repository; None to run outside of any.
        *arguments: the command and its arguments.
        given: its standard input.
        config: settings for this command only.
        environment: variables for this command only.
        seconds: when to end it, with its children.

    Returns:
        How it ended, whatever its status.

    Raises:
        SourceUnavailable: there is no git.
    """
    command = _command(directory, arguments, config or {})
    options = {**_TO_ITS_END, "kill_after_timeout": seconds, "env": environment}
    if not given:
        return Finished(*_execute(_git(None), command, **options))
    with tempfile.TemporaryFile() as stream:
        stream.write(given)
        stream.seek(0)
        return Finished(*_execute(_git(None), command, istream=stream, **options))


def wanted(finished: Finished) -> Finished:
    """Give the ending back when it was a good one.

    Raises:
        GitFailed: it was not; with git's own reason in one line.
    """
    if finished.status != 0:
        raise GitFailed(reason(finished.complaint) or f"git ended with status {finished.status}")
    return finished


def reason(complaint: str) -> str:
    """Give what matters of git's complaint in one line: its errors, or else its last line."""
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    marks = ("fatal: ", "error: ", "ERROR: ", "remote: ", "ssh: ")
    told = [line for line in lines if line.startswith(marks)] or lines[-1:]
    plain = [line.removeprefix("fatal: ").removeprefix("error: ") for line in told]
    return "; ".join(dict.fromkeys(plain))[:500]


def start(directory: Path, *arguments: str, config: Mapping[str, str] | None = None) -> Any:
    """Start a git command that is spoken to through pipes; `stop` ends it.

    Raises:
        SourceUnavailable: there is no git.
    """
    from subprocess import PIPE

    command = _command(directory, arguments, config or {})
    return _execute(_git(None), command, istream=PIPE, as_process=True)


def stop(process: Any) -> int:
    """Close a started command's pipes and wait for its end.

    Returns:
        Its exit status.
    """
    for stream in (process.stdin, process.stdout, process.stderr):
        try:
            stream.close()
        except BrokenPipeError:
            continue
    status: int = process.proc.wait()
    return status


def _execute(git: "Git", command: list[str], **options: Any) -> Any:
    from git.exc import GitCommandNotFound

    try:
        return git.execute(command, pass_fds=kept_open.get(), **options)
    except GitCommandNotFound:
        raise git_missing() from None
