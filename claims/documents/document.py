"""A claim file: its bytes to a document."""

import msgspec

from claims.documents.claim import read_claim
from claims.documents.nodes import text, unknown_keys
from claims.inference import premise_problems
from claims.model import Claim, Document
from provenance import yamlfile
from provenance.errors import Problem, ProblemsFound
from provenance.source import Pin, Project, Source, UnfitPin
from provenance.yamlfile import Node

_KEYS = ("article", "source", "pin", "claims")


def read_document(data: bytes, path: str, project: Project) -> Document:
    """Read a claim file.

    Args:
        data: the file's bytes.
        path: its name for messages.
        project: the sources that the claims may be about.

    Returns:
        The document. What is wrong with one claim stands in that claim's ``problems``; what is
        wrong with the file as a whole in the document's.
    """
    try:
        root = yamlfile.load(data, path)
    except ProblemsFound as error:
        return Document(path, "", None, None, (), error.problems)
    if not root.is_mapping:
        hint = "begin with 'claims:' and a list of claims"
        found = "an empty file" if root.value is None else root.type_name
        problem = Problem(root.location, f"expected a mapping, found {found}", hint)
        return Document(path, "", None, None, (), (problem,))
    problems: list[Problem] = []
    unknown_keys(root, _KEYS, problems)
    article = text(root, "article", problems)
    source = _source(root, project, problems)
    pin = _pin(root, source, problems)
    claims = _claims(root, problems)
    return Document(path, article, source, pin, claims, tuple(problems))


def _source(root: Node, project: Project, problems: list[Problem]) -> Source | None:
    node = root.get("source")
    name = text(root, "source", problems) or None
    try:
        return project.source(name, node.location if node else root.location)
    except ProblemsFound as error:
        problems.extend(error.problems)
        return None


def _pin(root: Node, source: Source | None, problems: list[Problem]) -> Pin | None:
    node = root.get("pin")
    if source is None:
        return None
    if node is not None:
        try:
            return source.parse_pin(node.value, node.location)
        except UnfitPin as error:
            problems.append(error.of(source))
            return None
    if source.pin is None:
        message = f"no pin: neither this file nor source {source.name!r} names one"
        problems.append(Problem(root.location, message, "add 'pin: vX.Y.Z'"))
    return source.pin


def _claims(root: Node, problems: list[Problem]) -> tuple[Claim, ...]:
    node = root.get("claims")
    if node is None or not node.is_list or not node.value:
        where = node.location if node else root.location
        problems.append(Problem(where, "'claims' must be a list of at least one claim"))
        return ()
    ids: dict[str, int] = {}
    claims = tuple(read_claim(item, ids) for item in node.value)
    return tuple(_with_premises(claim, claims) for claim in claims)


def _with_premises(claim: Claim, claims: tuple[Claim, ...]) -> Claim:
    wrong = premise_problems(claim, claims)
    return msgspec.structs.replace(claim, problems=(*claim.problems, *wrong)) if wrong else claim
