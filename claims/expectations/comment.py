"""What a comment says."""

from claims.expectations.interface import Example, Finding, Kind, RealExample, Subject, broken, held
from claims.expectations.values import WORDS_SCHEMA, some, words
from claims.model import Lines
from provenance.syntax.text import fold
from provenance.yamlfile import Node


def _read(node: Node) -> tuple[str, ...]:
    return some(node, words)


def _check(value: tuple[str, ...], subject: Subject) -> tuple[Finding, ...]:
    blocks = tuple(_blocks(_comments(subject)))
    return tuple(_finding(item, blocks, subject) for item in value)


def _finding(wanted: str, blocks: tuple[tuple[Lines, str], ...], subject: Subject) -> Finding:
    text = fold(wanted.strip().lstrip("#"))
    hits = [lines for lines, said in blocks if text in said]
    if hits:
        return held("comment", wanted, *hits[:5])
    found = f"none of {len(blocks)} comments in {subject.span.named} says so"
    return broken("comment", wanted, found, subject.span)


def _comments(subject: Subject) -> list[tuple[int, str]]:
    """Give (line, text) of each comment: inside, behind the last line, and right above."""
    root, source = subject.module.root, subject.source
    start, end = _reach(subject)
    found = []
    position = source.find(b"#", start, end)
    while position >= 0:
        node = root.descendant_for_byte_range(position, position + 1)
        if node is not None and node.type == "comment":
            said = (node.text or b"").decode("utf-8", "replace")
            found.append((node.start_point.row + 1, said.lstrip("#!: ").strip()))
            position = node.end_byte - 1
        position = source.find(b"#", position + 1, end)
    return found


def _reach(subject: Subject) -> tuple[int, int]:
    source = subject.source
    start, end = subject.definition.node.start_byte, subject.definition.node.end_byte
    start = source.rfind(b"\n", 0, start) + 1
    indent = source[start : subject.definition.node.start_byte]
    while start:  # comments right above belong to it, where they are indented like it
        above = source.rfind(b"\n", 0, start - 1) + 1
        if not source[above:start].startswith(indent + b"#"):
            break
        start = above
    stop = source.find(b"\n", end)
    return start, len(source) if stop < 0 else stop


def _blocks(comments: list[tuple[int, str]]) -> list[tuple[Lines, str]]:
    """Join the comments of neighbouring lines, since a sentence may run over several."""
    blocks: list[list[tuple[int, str]]] = []
    for line, said in comments:
        if blocks and blocks[-1][-1][0] == line - 1:
            blocks[-1].append((line, said))
        else:
            blocks.append([(line, said)])
    return [
        (Lines(block[0][0], block[-1][0]), fold(" ".join(said for _, said in block)))
        for block in blocks
    ]


KIND = Kind(
    name="comment",
    summary="a comment in the definition or right above it contains this text, white space folded",
    value="a text, or a list of them; a sentence may run over several lines",
    schema=WORDS_SCHEMA,
    holds=Example("def f():\n    # one\n    # two\n    pass\n", "f", "one two"),
    fails=Example("def f():\n    x = '# one'\n", "f", "one"),
    real=RealExample(
        "python/sglang/srt/model_executor/forward_batch_info.py",
        "ForwardBatch.init_new",
        '"init_new must not mutate the input ScheduleBatch"',
        '"init_new may mutate the input ScheduleBatch"',
    ),
    read=_read,
    check=_check,
)
