"""Module-level names followed through imports, re-exports and aliases."""

import re

import pytest

from provenance.resolution.files import GivenFiles
from provenance.resolution.names import lead, lead_import
from provenance.resolution.targets import Outside, Site, Target, Unresolved
from provenance.syntax.importing import imports_of
from provenance.syntax.parsing import parse
from provenance.syntax.terms import build

F = "def f(): pass\n"
CASES = (
    ("a definition", {"m.py": F}, "f", "m.py:f"),
    ("from", {"m.py": "from a.b import f\n", "a/b.py": F}, "f", "a/b.py:f"),
    ("aliased", {"m.py": "from a.b import f as g\n", "a/b.py": F}, "g", "a/b.py:f"),
    ("a module", {"m.py": "import a.b as c\n", "a/b.py": F}, "c.f", "a/b.py:f"),
    ("a dotted module", {"m.py": "import a.b\n", "a/b.py": F}, "a.b.f", "a/b.py:f"),
    ("two of a package", {"m.py": "import a.b\nimport a.c\n", "a/b.py": F, "a/c.py": ""}, "a.b.f",
     "a/b.py:f"),
    ("a submodule", {"m.py": "from a import b\n", "a/b.py": F}, "b.f", "a/b.py:f"),
    ("relative", {"p/q/m.py": "from ..b import f\n", "p/b.py": F}, "f", "p/b.py:f"),
    ("relative, a sibling", {"p/m.py": "from . import b\n", "p/b.py": F}, "b.f", "p/b.py:f"),
    ("re-exported", {"m.py": "from a import f\n", "a/__init__.py": "from .b import f\n",
                     "a/b.py": F}, "f", "a/b.py:f"),
    ("re-exported twice, renamed", {"m.py": "from a import h\n", "a/__init__.py":
     "from a.b import g as h\n", "a/b.py": "from .c import f as g\n",
     "a/c.py": F}, "h", "a/c.py:f"),
    ("a star", {"m.py": "from a import *\n", "a.py": F}, "f", "a.py:f"),
    ("a star without the name", {"m.py": "from a import *\n", "a.py": "__all__ = ['g']\n" + F},
     "f", "? m.py binds no f"),
    ("a private name and a star", {"m.py": "from a import *\n", "a.py": "def _f(): pass\n"}, "_f",
     "? m.py binds no _f"),
    ("a private name that is exported", {"m.py": "from a import *\n", "a.py":
     "__all__ = ['_f']\ndef _f(): pass\n"}, "_f", "a.py:_f"),
    ("stars in a circle", {"m.py": "from a import *\n", "a.py": "from m import *\n" + F}, "f",
     "a.py:f"),
    ("stars in a circle, nothing", {"m.py": "from a import *\n", "a.py": "from m import *\n"}, "f",
     "? m.py binds no f"),
    ("a star from outside", {"m.py": "from torch import *\n"}, "f",
     "? from torch import * may bring f"),
    ("a plain alias", {"m.py": "from a import f\ng = f\nh = g\n", "a.py": F}, "h", "a.py:f"),
    ("an alias of one of two", {"m.py": "def f(): pass\ndef g(): pass\nh = f if x else g\n"}, "h",
     "m.py:f m.py:g"),
    ("an alias in a circle", {"m.py": "a = b\nb = a\n"}, "a", "? a leads in a circle"),
    ("imports in a circle", {"m.py": "from a import f\n", "a.py": "from m import f\n"}, "f",
     "? f leads in a circle"),
    ("a circle with an end", {"m.py": "from a import f\ndef g(): pass\n", "a.py":
     "from m import g\n" + F}, "f", "a.py:f"),
    ("under conditions", {"m.py": "if x:\n    from a import f\nelse:\n    from b import f\n",
                          "a.py": F, "b.py": F}, "f", "a.py:f b.py:f"),
    ("tried", {"m.py": "try:\n    from torch import f\nexcept E:\n    def f(): pass\n"}, "f",
     "!torch.f m.py:f"),
    ("outside", {"m.py": "import torch.nn as nn\n"}, "nn.Module", "!torch.nn.Module"),
    ("outside, dotted", {"m.py": "import torch.nn\n"}, "torch.nn.Module", "!torch.nn.Module"),
    ("of the standard library", {"m.py": "import math\n"}, "math.ceil", "!math.ceil"),
    ("built in", {"m.py": ""}, "len", "!builtins.len"),
    ("nothing", {"m.py": ""}, "f", "? m.py binds no f"),
    ("a loop besides", {"m.py": "from a import f\nfor f in x: pass\n", "a.py": F}, "f",
     "? f is bound by another statement, m.py:2"),
    ("global besides", {"m.py": "f = None\ndef g():\n    global f\n    f = 1\n"}, "f",
     "? f is bound by another statement"),
    ("a syntax error there", {"m.py": "from a import f\n", "a.py": F + "def g(:\n"}, "f",
     "? a.py has a syntax error on line 2"),
    ("no text there", {"m.py": "from a import f\n", "a.py": "\0"}, "f", "? a.py cannot be read"),
    ("supplied", {"m.py": "from a import f\n", "a.py": "def __getattr__(name): pass\n"}, "f",
     "? __getattr__ of a.py may supply f"),
    ("a class's own", {"m.py": "from a import A\n", "a.py": "class A:\n    def f(self): pass\n"},
     "A.f", "a.py:A.f"),
    ("a class's base's", {"m.py": "class A(B): pass\n"}, "A.f", "? A defines no f itself"),
    ("a value", {"m.py": "x = g()\n"}, "x", "m.py:x"),
    ("nearest", {"t/u/m.py": "from a import f\n", "t/a.py": F, "a.py": F}, "f", "t/a.py:f"),
    ("not inside a package", {"p/__init__.py": "", "p/q/m.py": "from a import f\n", "p/q/a.py": F},
     "f", "? a may be p/q/a.py, or a package from elsewhere"),
    ("over a package", {"p/__init__.py": "", "p/q/m.py": "from a import f\n", "p/q/a.py": F,
                        "a.py": F}, "f", "a.py:f"),
    ("named as one of the standard library", {"p/__init__.py": "", "p/m.py": "import logging\n",
                                              "p/logging.py": F}, "logging.f", "!logging.f"),
    ("named so, and in reach", {"m.py": "import logging\n", "logging.py": F}, "logging.f",
     "? logging may be of the standard library"),
    ("a package that imports its own", {"m.py": "import a\n", "a/__init__.py":
     "from . import b\n", "a/b.py": F}, "a.b.f", "a/b.py:f"),
    ("a package without init", {"m.py": "from a.b import c\n", "a/b/c.py": F}, "c.f", "a/b/c.py:f"),
    ("too many dots", {"m.py": "from ... import f\n"}, "f", "? a relative import leaves the tree"),
    ("several lines", {"m.py": "from a import (  # all\n    g,\n    f as h,\n)\n", "a.py": F}, "h",
     "a.py:f"),
)  # fmt: skip


def shown(target: Target) -> str:
    if isinstance(target, Site):
        return f"{target.path}:{target.definition.name}"
    return f"!{target.name}" if isinstance(target, Outside) else f"? {target.reason}"


@pytest.mark.parametrize(("name", "files", "wanted", "expected"), CASES, ids=[c[0] for c in CASES])
def test_lead(name: str, files: dict[str, str], wanted: str, expected: str) -> None:
    given = GivenFiles({path: text.encode() for path, text in files.items()})
    path = next(path for path in files if path.endswith("m.py"))
    found = " ".join(map(shown, lead(given, path, wanted)))
    assert found == expected if expected[0] != "?" else found.startswith(expected), name


class Lacking(GivenFiles):
    complete = False


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("import p.made", Unresolved),
        ("import torch", Outside),
        ("from p.made import x", Unresolved),
    ],
)
def test_an_incomplete_tree(statement: str, expected: type) -> None:
    files = Lacking({"p/__init__.py": b"", "p/m.py": statement.encode()})
    name = re.sub(r".*import ", "", statement)
    assert {type(item) for item in lead(files, "p/m.py", name)} == {expected}


def test_an_import_in_a_function() -> None:
    files = GivenFiles({"m.py": b"", "a.py": F.encode()})
    term = build(parse(b"from a import f as g\n").root_node.children[0])
    assert [shown(item) for item in lead_import(files, "m.py", term, "g")] == ["a.py:f"]
    assert [shown(item)[0] for item in lead_import(files, "m.py", term, "f")] == ["?"]


def test_a_long_row_of_files() -> None:
    files = {f"a{n}.py": f"from a{n + 1} import f\n".encode() for n in range(60)}
    found = lead(GivenFiles({**files, "a60.py": F.encode()}), "a0.py", "f")
    assert [shown(item)[:21] for item in found] == ["? f leads in a circle"]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("import a.b.c", "a:a.b.c"),
        ("import a.b as c, d", "c:a.b d:d"),
        ("from ..x import y as z", "z:..x.y"),
        ("from . import y", "y:.y"),
        ("from ... import y", "y:...y"),
        ("from a import *", "*:a.*"),
        ("from __future__ import annotations", "annotations:__future__.annotations"),
    ],
)
def test_imports_of(statement: str, expected: str) -> None:
    found = imports_of(parse(statement.encode()).root_node.children[0])
    assert " ".join(f"{item.bound}:{item.written}" for item in found) == expected
