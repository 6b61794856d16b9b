"""Where an identifier stands in a file, and which other names lead from it to the same thing."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from provenance.syntax.definition import is_composed, text_of
from provenance.syntax.definitions import Module
from provenance.syntax.scopes import scope_at

_STATEMENTS = ("assignment", "_statement", "_definition", "block", "module")


def identifiers(module: Module, word: str) -> Iterator[Node]:
    """Give the identifiers that are a word; from the bytes, where these spell it as Python does."""
    source, root, wanted = module.source, module.root, word.encode()
    if not is_composed(source):
        yield from _all_identifiers(root, word)
        return
    for found in re.finditer(rb"(?<!\w)%s(?!\w)" % re.escape(wanted), source):
        node = root.descendant_for_byte_range(*found.span())
        if node is not None and node.type == "identifier" and text_of(node) == word:
            yield node


def _all_identifiers(root: Node, word: str) -> Iterator[Node]:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type == "identifier" and text_of(node) == word:
            yield node
        pending.extend(reversed(node.named_children))


def renames(module: Module, word: str) -> tuple[str, ...]:
    """Give the names that imports, and plain assignments of the module, give to a name."""
    found: dict[str, None] = {}
    for node in identifiers(module, word):
        around = node.parent
        while around is not None and around.type in ("dotted_name", "attribute"):
            around = around.parent
        if around is None or around.child_by_field_name("alias") == node:
            continue
        if around.type == "aliased_import":
            found[text_of(around.child_by_field_name("alias"))] = None
        elif around.type == "assignment":
            left = around.child_by_field_name("left")
            is_plain = left is not None and left.type == "identifier"
            if is_plain and scope_at(module, around).kind == "module":
                found[text_of(left)] = None
    found.pop(word, None)
    return tuple(found)


def subclasses(module: Module, word: str) -> tuple[str, ...]:
    """Give the names of the classes of a file that name a class among their bases."""
    found: dict[str, None] = {}
    for node in identifiers(module, word):
        around = node.parent
        while around is not None and around.type in ("attribute", "subscript"):
            around = around.parent
        outer = around.parent if around is not None and around.type == "argument_list" else None
        if outer is not None and outer.type == "class_definition":
            found[text_of(outer.child_by_field_name("name"))] = None
    found.pop(word, None)
    return tuple(found)


def made_from(module: Module, word: str) -> frozenset[str]:
    """Give the names that a file's assignments give to what is made with a name: ``partial(f)``."""
    found: set[str] = set()
    for node in identifiers(module, word):
        child, around = node, node.parent
        while around is not None and not around.type.endswith(_STATEMENTS):
            child, around = around, around.parent
        while around is not None and around.type == "assignment":
            left = around.child_by_field_name("left")
            if left is not None and left != child:
                found.update(_last_words(left))
            child, around = around, around.parent
    return frozenset(found - {word})


def _last_words(target: Node) -> Iterator[str]:
    pending = [target]
    while pending:
        node = pending.pop()
        if node.type == "attribute":
            yield text_of(node.child_by_field_name("attribute"))
        elif node.type == "identifier":
            yield text_of(node)
        elif node.type == "subscript":
            pending.append(node.named_children[0])
        else:
            pending.extend(node.named_children)
