"""Inferences: whether their premises can be followed, and what these say together."""

from collections.abc import Iterable, Iterator, Mapping

from claims.model import Claim, Inference, Judgement, Verdict
from provenance.errors import Problem
from provenance.source import did_you_mean
from provenance.yamlfile import Node


def premises_of(claim: Claim) -> tuple[str, ...]:
    """Give the ids of a claim's premises; none where it is no inference."""
    return claim.evidence.premises if isinstance(claim.evidence, Inference) else ()


def premise_problems(claim: Claim, claims: tuple[Claim, ...]) -> tuple[Problem, ...]:
    """Tell the premises that are not in the file, and those that rest on the claim itself.

    Args:
        claim: the claim.
        claims: all claims of its file.
    """
    premises = premises_of(claim)
    if not premises:
        return ()
    by_id = {item.id: item for item in claims}
    found = []
    for name in premises:
        if name not in by_id:
            hint = did_you_mean(name, by_id) or "name claims of the same file by their ids"
            found.append(_at(claim, name, f"there is no claim {name!r} in this file", hint))
        elif name == claim.id or claim.id in _below(name, by_id):
            message = f"the premise {name!r} rests on this claim itself"
            found.append(_at(claim, name, message, "an inference cannot prove itself"))
    return tuple(found)


def _at(claim: Claim, name: str, message: str, hint: str) -> Problem:
    node = claim.node.value["premises"]
    items = node.value if node.is_list else (node,)
    place: Node = next(item for item in items if item.value == name)
    return place.problem(message, hint)


def _below(name: str, by_id: Mapping[str, Claim]) -> frozenset[str]:
    """Give all that a claim rests on, through any number of inferences."""
    found: set[str] = set()
    pending = [name]
    while pending:
        claim = by_id.get(pending.pop())
        for premise in premises_of(claim) if claim else ():
            if premise not in found:
                found.add(premise)
                pending.append(premise)
    return frozenset(found)


def with_premises(wanted: frozenset[str], claims: tuple[Claim, ...]) -> frozenset[str]:
    """Give the ids that are wanted, and those that they rest on."""
    by_id = {claim.id: claim for claim in claims}
    return wanted.union(*(_below(name, by_id) for name in wanted))


def in_order(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Give inferences so that none comes before one that it rests on."""
    pending = {claim.id: claim for claim in claims}
    while pending:
        ready = [item for item in pending.values() if not pending.keys() & set(premises_of(item))]
        if not ready:
            raise ValueError(f"{next(iter(pending))} rests on itself")
        for claim in ready:
            yield pending.pop(claim.id)


def inferred(claim: Claim, judged: Mapping[str, Judgement]) -> Judgement:
    """Judge an inference.

    Args:
        claim: the inference; its premises can be followed.
        judged: the judgements of the file's other claims; one that could not be made is not there.

    Returns:
        ``holds`` where all premises do; ``broken`` where one surely does not.
    """
    verdicts = {name: _verdict(judged.get(name)) for name in premises_of(claim)}
    failed = [name for name, said in verdicts.items() if said in (Verdict.BROKEN, Verdict.MISSING)]
    open_ = [name for name, said in verdicts.items() if said in (Verdict.UNKNOWN, Verdict.INVALID)]
    if failed or open_:
        name = (failed or open_)[0]
        more = len(failed) + len(open_) - 1
        behind = f", and {more} more do{'es' * (more == 1)} not hold" if more else ""
        reason = f"the premise {name!r} is {verdicts[name].value}{behind}"
        return Judgement(Verdict.BROKEN if failed else Verdict.UNKNOWN, reason)
    return Judgement(Verdict.HOLDS)


def _verdict(judgement: Judgement | None) -> Verdict:
    return judgement.verdict if judgement else Verdict.UNKNOWN
