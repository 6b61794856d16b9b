"""Claims that rest on no file of a source: a measurement's data, and code in the claim itself."""

import errno
import stat
from pathlib import Path

import msgspec

from claims.judging import judge, judge_data
from claims.measurement.rows import BadData, read_rows
from claims.model import Claim, Judgement, Measurement, Principle, Result, Verdict
from claims.preparing import Prepared
from provenance.identity import blob_id
from provenance.resolution.files import GivenFiles

LARGEST = 50_000_000
_CODE = "code"


def of_data(prepared: Prepared, evidence: Measurement) -> Result:
    """Check a measurement's figures on its data file, which stands beside the claim file."""
    claim = prepared.claim
    path = Path(claim.location.path).parent / evidence.data
    try:
        data = _read(path)
    except OSError as error:
        problem = claim.node.value["data"].problem(
            f"cannot read {evidence.data}: {error.strerror}", "name a file as seen from this one"
        )
        return Result(claim, Judgement(Verdict.INVALID, str(problem)))
    try:
        measured = read_rows(evidence.data, data)
    except BadData as error:
        return Result(claim, Judgement(Verdict.INVALID, str(error.problem(str(path)))))
    return Result(claim, judge_data(prepared, measured, data), blob=blob_id(data))


def _read(path: Path) -> bytes:
    """Give a file's bytes; what is no file is not opened, as that could wait for ever."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a file")
    if status.st_size > LARGEST:
        raise OSError(errno.EFBIG, f"it has {status.st_size:,} bytes; at most {LARGEST:,} are read")
    return path.read_bytes()


def of_code(prepared: Prepared, evidence: Principle) -> Result:
    """Check a principle on the code that stands in the claim."""
    claim = prepared.claim
    files = GivenFiles({_CODE: evidence.code.encode()})
    about = msgspec.structs.replace(prepared, claim=_named(claim))
    return Result(claim, judge(about, files.module(_CODE), files))


def _named(claim: Claim) -> Claim:
    return msgspec.structs.replace(claim, file=_CODE)
