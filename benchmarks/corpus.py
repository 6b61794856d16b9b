"""Claims made from a release as it stands, so that all of them hold.

Articles cite large files: those that the shipped claims name are of 51 kB on average, and the
hundred that a large collection of articles about the same source cites most are of 53 kB. Files
from 22 kB up are of 50 kB on average.
"""

import ast
from collections.abc import Iterator
from typing import Any

from provenance.snapshot import Snapshot

_PER_FILE = 5
_SMALLEST = 22_000
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def claims_for(snapshot: Snapshot, files: int) -> dict[str, list[dict[str, Any]]]:
    """Give five claims on each of some files, spread evenly over those that have five functions."""
    paths = [p for p in snapshot.paths() if p.endswith(".py") and "/srt/" in p]
    usable = {path: made for path in paths if (made := _claims(snapshot, path))}
    every = len(usable) / files
    chosen = [list(usable)[int(number * every)] for number in range(files)]
    return {path: usable[path] for path in chosen}


def _claims(snapshot: Snapshot, path: str) -> list[dict[str, Any]]:
    source = snapshot.blob(path).data.decode()
    tree = ast.parse(source)
    functions = list(_functions(tree, ""))
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    names = [name for name, _ in functions] + classes
    usable = [(n, f) for n, f in functions if names.count(n) == 1 and "property" not in ast.dump(f)]
    if len(usable) < _PER_FILE or len(source) < _SMALLEST:
        return []
    step = len(usable) / _PER_FILE
    chosen = [usable[int(number * step)] for number in range(_PER_FILE)]
    return [
        {
            "id": f"{path.replace('/', '.')}.{number}",
            "statement": f"{name} is as it stands.",
            "file": path,
            "symbol": name,
            "expect": _expectations(function, number, source),
        }
        for number, (name, function) in enumerate(chosen)
    ]


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, _Function]]:
    for child in getattr(node, "body", []):
        if isinstance(child, _Function):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef) and not prefix:
            yield from _functions(child, f"{child.name}.")


def _expectations(function: _Function, number: int, source: str) -> dict[str, Any]:
    called = [ast.unparse(n.func) for n in ast.walk(function) if isinstance(n, ast.Call)]
    plain = [name for name in called if name.replace(".", "").replace("_", "").isalnum()]
    assignments = [node for node in function.body if isinstance(node, ast.Assign)]
    assigned = [ast.get_source_segment(source, node) or "" for node in assignments]
    if number == 0:
        returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
        return {"signature": f"({ast.unparse(function.args)}){returns}"}
    if number == 1 and plain:
        return {"calls": plain[:3]}
    if number == 2 and assigned:
        return {"assigns": assigned[:2], "contains": assigned[:2]}
    if number == 3:
        return {"lacks": "eval(...)", "never_calls": "os.system"}
    last = min(function.lineno + 2, function.end_lineno or function.lineno)
    lines = source.splitlines()[function.lineno - 1 : last]
    return {"quote": "\n".join(lines)}
