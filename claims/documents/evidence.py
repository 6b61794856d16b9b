"""What a claim rests on besides a file of the source: the keys of its basis, read."""

from claims.documents.expect import expectations
from claims.documents.nodes import number, text, unknown_keys
from claims.measurement.conditions import condition_problems
from claims.measurement.rows import ENDINGS
from claims.model import Basis, Evidence, Inference, Measurement, Principle, PullRequest
from provenance.errors import Problem, ProblemsFound
from provenance.paths import BadPath, check_path
from provenance.source import parse_pin
from provenance.yamlfile import Node


def evidence(basis: Basis, node: Node, problems: list[Problem]) -> Evidence | None:
    """Read what goes with a claim's basis.

    Args:
        basis: the basis.
        node: the claim.
        problems: takes what is wrong.

    Returns:
        The evidence; None where the claim rests on a file of the source at its pin.
    """
    match basis:
        case Basis.PULL_REQUEST:
            return _pull_request(node, problems)
        case Basis.MEASUREMENT:
            return _measurement(node, problems)
        case Basis.INFERENCE:
            return Inference(_premises(node, problems))
        case Basis.PRINCIPLE:
            return _principle(node, problems)
    return None


def _pull_request(node: Node, problems: list[Problem]) -> PullRequest:
    before = expectations(node, "before", problems)
    item = node.get("pull_request")
    if item is None:
        return PullRequest(0, "", before)
    if not item.is_mapping:
        message = f"expected a mapping, found {item.type_name}"
        problems.append(item.problem(message, "write {number: 1234, merge: <full commit id>}"))
        return PullRequest(0, "", before)
    unknown_keys(item, ("number", "merge"), problems)
    lacking = [key for key in ("number", "merge") if item.get(key) is None]
    problems.extend(item.problem(f"'pull_request' needs {key!r}") for key in lacking)
    return PullRequest(number(item, "number", problems), _merge(item, problems), before)


def _merge(node: Node, problems: list[Problem]) -> str:
    """Read the merge commit, of which only a full id is the one commit."""
    item = node.get("merge")
    if item is None:
        return ""
    try:
        pin = parse_pin(item.value, item.location)
    except ProblemsFound as error:
        problems.extend(error.problems)
        return ""
    if pin.is_commit:
        return pin.text
    hint = "the pull request's page names the commit that merged it; write its full id"
    problems.append(item.problem(f"{pin} is a tag, and a merge is a commit", hint))
    return ""


def _measurement(node: Node, problems: list[Problem]) -> Measurement:
    conditions = node.get("conditions")
    if conditions is not None:
        problems.extend(condition_problems(conditions))
    data = text(node, "data", problems)
    if data:
        item = node.value["data"]
        try:
            check_path(data)
        except BadPath as error:
            problems.append(item.problem(str(error), "name a file beside this one, or below"))
        if not data.endswith(ENDINGS):
            hint = f"name a data file of {', '.join(ENDINGS)}"
            problems.append(item.problem(f"{data!r} is no data file", hint))
    return Measurement(data, conditions.plain() if conditions is not None else None)


def _premises(node: Node, problems: list[Problem]) -> tuple[str, ...]:
    item = node.get("premises")
    if item is None:
        return ()
    names = item.value if item.is_list else (item,)
    if not names:
        problems.append(item.problem("an inference needs at least one premise", "name claims' ids"))
    found: list[str] = []
    for name in names:
        if not isinstance(name.value, str):
            problems.append(name.problem(f"expected a claim's id, found {name.type_name}"))
        elif name.value in found:
            problems.append(name.problem(f"the premise {name.value!r} stands twice"))
        else:
            found.append(name.value)
    return tuple(found)


def _principle(node: Node, problems: list[Problem]) -> Principle:
    text(node, "code", problems)
    item = node.get("code")
    return Principle(item.value if item is not None and isinstance(item.value, str) else "")
