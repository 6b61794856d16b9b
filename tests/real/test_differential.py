"""Two parsers over a whole release: tree-sitter's definitions and terms against ``ast``'s."""

import ast
import gc
import warnings
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from provenance.syntax.definition import Definition
from provenance.syntax.definitions import Module, statements
from provenance.syntax.definitions import _bound_names as bound_names
from provenance.syntax.fingerprint import fingerprints
from provenance.syntax.parsing import parse
from provenance.syntax.signature import (
    KEYWORD_ONLY,
    POSITIONAL,
    POSITIONAL_ONLY,
    VAR_KEYWORD,
    VAR_POSITIONAL,
    signature_of,
)
from provenance.syntax.terms import NotPython3, Term, build, same
from tests.real.parenthesised import parenthesised
from tests.real.seen_by_ast import FUNCTIONS, Function, Item, bound, everything, simple
from tests.real.settled import settled

Report = Callable[[str], None]
Modules = list[tuple[str, Module, ast.Module]]

pytestmark = pytest.mark.registry


@pytest.fixture(scope="module")
def modules(files: dict[str, bytes], report: Report) -> Iterator[Modules]:
    """Give the files that both parsers read; the others are counted, and few."""
    read, unknown = [], []
    for name, data in files.items():
        module = Module(data)
        tree = _parsed(module.source)
        if tree is None or module.error_line is not None:
            unknown.append(name)
        else:
            read.append((name, module, tree))
    report(f"files {len(files)}, unknown to one parser {len(unknown)}: {', '.join(unknown[:20])}")
    assert len(unknown) <= len(files) // 100
    gc.collect()
    gc.freeze()  # a million nodes that stay are not to be walked again and again
    yield read
    gc.unfreeze()


def _parsed(source: bytes) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source)
        except SyntaxError:
            return None


def test_every_definition_is_the_same(modules: Modules, report: Report) -> None:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for name, module, tree in modules:
        for symbol, items in everything(tree).items():
            found = module.definitions(symbol)
            problem = _difference(found, items)
            counts["definitions"] += len(items)
            counts["disagree" if problem else "agree"] += len(items)
            if problem:
                wrong.append(f"{name}: {symbol}: {problem}")
    report(str(dict(counts)))
    assert not wrong, "\n".join(wrong[:20])


def _difference(found: tuple[Definition, ...], items: list[Item]) -> str:
    mine = sorted((item.first_line, item.last_line) for item in found)
    theirs = sorted(item.span for item in items)
    if mine != theirs:
        return f"{mine} is not {theirs}"
    pairs = zip(
        sorted(found, key=lambda item: (item.first_line, item.node.start_byte)),
        sorted(items, key=lambda item: (item.span[0], item.node.col_offset)),
        strict=True,
    )
    return next(filter(None, (_unlike(one, other.node) for one, other in pairs)), "")


def _unlike(found: Definition, node: ast.stmt) -> str:
    if found.is_function:  # of all else, every statement is built below
        fingerprints(found)
    if isinstance(node, FUNCTIONS):
        return _unlike_function(found, node)
    if isinstance(node, ast.ClassDef):
        return _unlike_class(found, node)
    if isinstance(node, ast.Import | ast.ImportFrom):
        return "" if found.kind == "import" else found.kind
    return "" if found.is_assignment or found.kind == "type alias" else found.kind


def _unlike_function(found: Definition, node: Function) -> str:
    if not found.is_function:
        return found.kind
    is_async = found.inner.children[0].type == "async"
    if is_async != isinstance(node, ast.AsyncFunctionDef):
        return "async"
    return _unlike_decorators(found, node) or _unlike_signature(found, node)


def _unlike_decorators(found: Definition, node: Function | ast.ClassDef) -> str:
    decorators = [child for child in found.node.named_children if child.type == "decorator"]
    if len(decorators) != len(node.decorator_list):
        return "decorators"
    for mine, theirs in zip(decorators, node.decorator_list, strict=True):
        if not _agree(build(mine).children[-1], theirs):
            return f"decorator {ast.unparse(theirs)}"
    return ""


def _unlike_class(found: Definition, node: ast.ClassDef) -> str:
    if not found.is_class:
        return found.kind
    bases = found.inner.child_by_field_name("superclasses")
    mine = build(bases).children if bases else ()
    texts = [ast.unparse(item) for item in node.bases]
    texts += [f"{item.arg}={ast.unparse(item.value)}" for item in node.keywords]
    theirs = _expression(f"f({', '.join(texts)})").children[1].children
    if len(mine) != len(theirs) or not all(map(same, mine, theirs)):
        return f"bases {texts}"
    return _unlike_decorators(found, node)


def _unlike_signature(found: Definition, node: Function) -> str:
    mine = signature_of(found.inner)
    theirs = list(_parameters(node.args))
    if [(item.name, item.kind) for item in mine.parameters] != [row[:2] for row in theirs]:
        return f"parameters {theirs}"
    for item, (name, _, annotation, default) in zip(mine.parameters, theirs, strict=True):
        if not (_agree(item.annotation, annotation) and _agree(item.default, default)):
            return f"parameter {name}"
    return "" if _agree(mine.returns, node.returns) else "returns"


def _parameters(
    arguments: ast.arguments,
) -> Iterator[tuple[str, str, ast.expr | None, ast.expr | None]]:
    placed = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(placed) - len(arguments.defaults))
    defaults += arguments.defaults
    for position, (item, default) in enumerate(zip(placed, defaults, strict=True)):
        kind = POSITIONAL_ONLY if position < len(arguments.posonlyargs) else POSITIONAL
        yield item.arg, kind, item.annotation, default
    if arguments.vararg:
        yield arguments.vararg.arg, VAR_POSITIONAL, arguments.vararg.annotation, None
    for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield item.arg, KEYWORD_ONLY, item.annotation, default
    if arguments.kwarg:
        yield arguments.kwarg.arg, VAR_KEYWORD, arguments.kwarg.annotation, None


def _agree(mine: Term | None, theirs: ast.expr | None) -> bool:
    if mine is None or theirs is None:
        return mine is None and theirs is None
    return same(settled(mine), settled(_expression(ast.unparse(theirs))))


def _expression(text: str) -> Term:
    return build(parse(text.encode()).root_node).children[0].children[0]


def test_nothing_is_seen_that_ast_does_not_see(modules: Modules) -> None:
    for name, module, tree in modules:
        nodes = list(ast.walk(tree))
        functions = Counter(
            (node.name, node.lineno) for node in nodes if isinstance(node, FUNCTIONS)
        )
        classes = Counter(
            (node.name, node.lineno) for node in nodes if isinstance(node, ast.ClassDef)
        )
        assert _by_type(module, "function_definition") == functions, name
        assert _by_type(module, "class_definition") == classes, name
        assert _bindings(module) == Counter(_all_bindings(tree)), name


def _bindings(module: Module) -> Counter[tuple[str, int]]:
    """Give each name that the product sees bound, in any scope, with its line."""
    found: Counter[tuple[str, int]] = Counter()
    pending = [module.root]
    while pending:
        for node in statements(pending.pop()):
            inner = node.child_by_field_name("definition") or node
            if inner.type in ("function_definition", "class_definition"):
                body = inner.child_by_field_name("body")
                assert body is not None
                pending.append(body)
            found.update((name, node.start_point.row + 1) for name, _ in bound_names(node))
    return found


def _all_bindings(tree: ast.Module) -> Iterator[tuple[str, int]]:
    pending: list[list[ast.stmt]] = [tree.body]
    while pending:
        for node in simple(pending.pop()):
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                pending.append(node.body)
            else:
                yield from ((item.name, item.span[0]) for item in bound(node))


def _by_type(module: Module, kind: str) -> Counter[tuple[str, int]]:
    found: Counter[tuple[str, int]] = Counter()
    pending = [module.root]
    while pending:
        node = pending.pop()
        pending.extend(node.named_children)
        if node.type == kind:
            name = node.child_by_field_name("name")
            assert name is not None
            found[(name.text or b"").decode(), node.start_point.row + 1] += 1
    return found


def test_statements_are_read_alike(modules: Modules, report: Report) -> None:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for name, module, tree in modules:
        mine = build(module.root).children
        assert len(mine) == len(tree.body), name
        for term, node in zip(mine, tree.body, strict=True):
            verdict = _read_alike(term, node)
            counts[verdict] += 1
            if verdict == "disagree":
                wrong.append(f"{name}:{node.lineno}")
    report(str(dict(counts)))
    assert not wrong, "\n".join(wrong[:20])


def _read_alike(term: Term, node: ast.stmt) -> str:
    try:
        theirs = build(parse(parenthesised(node).encode()).root_node).children[0]
    except (NotPython3, ValueError):
        return "unknown"
    return "agree" if same(settled(term), settled(theirs)) else "disagree"
