"""The report for programs. The format is described in docs/formats.md and versioned."""

import msgspec

from claims.model import (
    Evidence,
    Finding,
    Inference,
    Lines,
    Measurement,
    Principle,
    PullRequest,
    Result,
)
from claims.verify import Report

VERSION = 2


def render(report: Report) -> str:
    """Write a report as JSON, keys in a fixed order."""
    encoded = msgspec.json.format(msgspec.json.encode(_report(report)), indent=2)
    return encoded.decode() + "\n"


def _report(report: Report) -> dict[str, object]:
    return {
        "version": VERSION,
        "exit_status": report.exit_status,
        "counts": {verdict.value: count for verdict, count in report.counts().items()},
        "by_basis": {
            basis.value: {verdict.value: count for verdict, count in counts.items()}
            for basis, counts in report.by_basis().items()
        },
        "sources": [
            {
                "source": item.source,
                "pin": item.revision.pin.text,
                "commit": item.revision.commit,
                "origin": item.revision.origin,
                "package_sha256": item.revision.package_hash or None,
            }
            for item in report.served
        ],
        "failures": [
            {"source": i.source, "pin": i.pin, "reason": i.reason, "claims": i.claims}
            for i in report.failures
        ],
        "problems": [
            {"location": str(item.location), "message": item.message, "hint": item.hint}
            for item in (*report.problems, *report.lock_problems)
        ],
        "claims": [_claim(result) for result in report.results],
    }


def _claim(result: Result) -> dict[str, object]:
    claim, judgement = result.claim, result.judgement
    return {
        "id": claim.id,
        "location": str(claim.location),
        "statement": claim.statement,
        "basis": claim.basis.value,
        "source": result.source,
        "pin": result.pin,
        "file": claim.file,
        "evidence": _evidence(claim.evidence),
        "symbol": claim.symbol,
        "verdict": result.verdict.value,
        "reason": judgement.reason,
        "lines": _lines(judgement.lines) if judgement.lines else None,
        "blob": result.blob or None,
        "permalink": result.permalink or None,
        "findings": [_finding(item) for item in judgement.findings],
    }


def _evidence(evidence: Evidence | None) -> dict[str, object] | None:
    """Give what a claim rests on besides a file at the pin."""
    match evidence:
        case PullRequest():
            return {"pull_request": evidence.number, "merge": evidence.merge}
        case Measurement():
            return {"data": evidence.data, "conditions": evidence.conditions}
        case Inference():
            return {"premises": list(evidence.premises)}
        case Principle():
            return {"code": evidence.code}
    return None


def _finding(finding: Finding) -> dict[str, object]:
    return {
        "kind": finding.kind,
        "outcome": finding.outcome.value,
        "expected": finding.expected,
        "found": finding.found,
        "lines": [_lines(item) for item in finding.lines],
    }


def _lines(lines: Lines) -> list[int]:
    return [lines.first, lines.last]
