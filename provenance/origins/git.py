"""The git origin: exactly the pinned commit, and exactly the blobs that are named."""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from provenance import gitcommand
from provenance.errors import SourceUnavailable
from provenance.gitcommand import Finished, GitFailed
from provenance.origins.interface import OriginFailed
from provenance.repository import TRANSPORTS, address, is_local
from provenance.resolved import commit_of
from provenance.snapshot import Revision
from provenance.source import Pin

_INCOMING = "refs/claims/incoming"
_REMOTE = "claims"
_SECONDS = 600.0
_TIMEOUT_VARIABLE = "CLAIMS_FETCH_TIMEOUT"
# A local repository serves any object that it has, and fetches none that it lacks.
_LOCAL_SERVER = (
    "GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git -c uploadpack.allowFilter=true"
    " -c uploadpack.allowAnySHA1InWant=true -c safe.bareRepository=all upload-pack"
)


class GitOrigin:
    """A repository that git can fetch from."""

    name = "git"

    def __init__(
        self, repository: str, root: Path, directory: Path, say: Callable[[str], None]
    ) -> None:
        self.label = repository
        self._address = address(repository, root)
        self._local = is_local(repository)
        self._directory = directory
        self._say = say

    def revision(self, pin: Pin) -> Revision:
        """Bring the pinned commit and its trees; see `Origin`."""
        self._say(f"fetching {pin} from {self.label}")
        wanted = pin.text if pin.is_commit else f"refs/tags/{pin.text}"
        try:
            self._bring_commit(wanted, pin)
            return Revision(pin, self._commit(pin), self.name)
        except GitFailed as error:
            raise OriginFailed(_explained(str(error), pin)) from None
        finally:
            self._forget_incoming()

    def blobs(self, revision: Revision, ids: Sequence[str]) -> None:
        """Bring these blobs in one request; a server that allows none gives the whole tree."""
        self._say(f"fetching {len(ids)} files of {revision.pin} from {self.label}")
        try:
            self._bring_blobs(revision, ids)
        except GitFailed as error:
            raise OriginFailed(_explained(str(error), revision.pin)) from None
        finally:
            self._forget_incoming()

    def meaning(self, name: str) -> str | None:
        """Give the commit that a branch, a tag or HEAD of the origin names now.

        Raises:
            OriginFailed: the origin cannot be asked.
        """
        names = [name, f"refs/heads/{name}", f"refs/tags/{name}^{{}}", f"refs/tags/{name}"]
        asked = gitcommand.run(
            None,
            *("ls-remote", "--", self._address, *names),
            environment=self._environment(),
            seconds=min(_seconds(), 30.0),
        )
        if asked.status != 0:
            raise OriginFailed(gitcommand.reason(asked.complaint))
        rows = [line.split("\t") for line in asked.text.splitlines()]
        found = {reference: commit for commit, reference in rows}
        return next((found[full] for full in names if full in found), self._abbreviated(name))

    def _abbreviated(self, name: str) -> str | None:
        """Give the commit of a short id; only a local repository can tell."""
        place = Path(self._address.removeprefix("file://"))
        candidates = (place / ".git", place) if self._local else ()
        found = (commit_of(directory, name) for directory in candidates if directory.exists())
        return next((commit for commit in found if commit), None)

    def _bring_commit(self, wanted: str, pin: Pin) -> None:
        single = ("--depth=1", "--filter=blob:none")
        fetched = self._fetch(*single, refspecs=[f"+{wanted}:{_INCOMING}/pin"])
        if fetched.status != 0 and pin.is_commit and _refuses_ids(fetched):
            self._bring_everything()
        else:
            gitcommand.wanted(fetched)

    def _bring_blobs(self, revision: Revision, ids: Sequence[str]) -> None:
        fetched = self._fetch("--filter=blob:none", refspecs=ids)
        if fetched.status != 0 and _refuses_ids(fetched):
            whole = self._fetch(
                "--depth=1", "--no-filter", refspecs=[f"+{revision.commit}:{_INCOMING}/pin"]
            )
            if whole.status != 0 and _refuses_ids(whole):
                self._bring_everything()
            else:
                gitcommand.wanted(whole)
        else:
            gitcommand.wanted(fetched)

    def _bring_everything(self) -> None:
        """Fetch all branches and tags, the last resort with a server that serves only those."""
        self._say(f"{self.label} serves no single commits; fetching all its branches and tags")
        refspecs = [f"+refs/{kind}/*:{_INCOMING}/{kind}/*" for kind in ("heads", "tags")]
        gitcommand.wanted(self._fetch("--no-filter", refspecs=refspecs))

    def _fetch(self, *options: str, refspecs: Sequence[str]) -> Finished:
        seconds = _seconds()
        local = [f"--upload-pack={_LOCAL_SERVER}"] if self._local else []
        fetched = gitcommand.run(
            self._directory,
            *("fetch", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"),
            *("--no-auto-maintenance", "--quiet", *options, *local, "--stdin", _REMOTE),
            given="".join(f"{refspec}\n" for refspec in refspecs).encode(),
            config=self._config(),
            environment=self._environment(),
            seconds=seconds,
        )
        if fetched.complaint.startswith("Timeout: "):
            raise GitFailed(f"not done within {seconds:g} s; {_TIMEOUT_VARIABLE} sets the limit")
        return fetched

    def _config(self) -> dict[str, str]:
        """Give the settings of a fetch; nothing of them is ever written to the store's config."""
        return {
            f"remote.{_REMOTE}.url": self._address,
            f"remote.{_REMOTE}.promisor": "true",
            f"remote.{_REMOTE}.partialCloneFilter": "blob:none",
            "fetch.fsckObjects": "true",
            "fetch.negotiationAlgorithm": "noop",
            "fetch.writeCommitGraph": "false",
            "http.lowSpeedLimit": "1000",
            "http.lowSpeedTime": "60",
            "protocol.version": "2",
        }

    def _environment(self) -> dict[str, str]:
        environment = {
            "GIT_ALLOW_PROTOCOL": ":".join(TRANSPORTS),
            "GIT_TERMINAL_PROMPT": "0",
            "GCM_INTERACTIVE": "never",
        }
        if not self._local and "GIT_SSH" not in os.environ:
            environment["GIT_SSH_COMMAND"] = self._ssh()
        return environment

    def _ssh(self) -> str:
        """Give the user's own ssh command, made to fail where it would ask."""
        command = os.environ.get("GIT_SSH_COMMAND", "")
        if not command and not self._address.startswith("http"):
            command = gitcommand.run(None, "config", "core.sshCommand").text
        return f"{command or 'ssh'} -oBatchMode=yes -oConnectTimeout=30 -oServerAliveInterval=15"

    def _commit(self, pin: Pin) -> str:
        """Give the commit that the pin names in the store."""
        found = commit_of(self._directory, pin.text if pin.is_commit else f"{_INCOMING}/pin")
        if found is None:
            raise GitFailed(f"{pin} is not a commit, nor a tag of one")
        if pin.is_commit and found != pin.text:
            raise GitFailed(f"{pin} is a tag's id; write the commit's: {found}")
        return found

    def _forget_incoming(self) -> None:
        listed = gitcommand.run(
            self._directory, "for-each-ref", "--format=delete %(refname)", _INCOMING
        )
        if listed.out:
            gitcommand.run(self._directory, "update-ref", "--stdin", given=listed.out)


def _refuses_ids(fetched: Finished) -> bool:
    """Say whether the server serves only what it advertises."""
    return "unadvertised object" in fetched.complaint


def _explained(complaint: str, pin: Pin) -> str:
    """Put the commonest of git's complaints in the user's words."""
    if re.search(r"couldn't find remote ref|not our ref|unadvertised object", complaint):
        if pin.is_tag:
            return f"has no tag {pin}"
        return f"has no commit {pin}, or has it no more (squashed?); pin one that is on a branch"
    return complaint


def _seconds() -> float:
    text = os.environ.get(_TIMEOUT_VARIABLE, "")
    try:
        seconds = float(text) if text else _SECONDS
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < 1e7:
        raise SourceUnavailable(
            f"{_TIMEOUT_VARIABLE}={text!r} is not a number of seconds; correct it"
        )
    return seconds
