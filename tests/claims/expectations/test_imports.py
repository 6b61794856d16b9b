"""`imports`: what is imported, and from where."""

import pytest

from tests.claims.specification import Case, Refused, breaks, damaged, holds, unsure

SOURCE = """\
from __future__ import annotations
import os, sys as system
import a.b.c
from a.b import (
    c,
    d as e,  # a comment
)
from . import near
from ..up import far
from star import *
if TYPE_CHECKING:
    from typing import Any
try:
    import fast
except ImportError:
    fast = None
def f():
    from late import g
    import late.h as h
class A:
    from inner import i
"""
CASES = (
    holds("one of several", SOURCE, "", '"from a.b import d as e"', "4-7"),
    holds("several at once", SOURCE, "", '"from a.b import c, d as e"', "4-7, 4-7"),
    holds("a module", SOURCE, "", "[import os, import a.b.c]", "2, 3"),
    holds("under another name", SOURCE, "", "import sys as system", "2"),
    holds("relative", SOURCE, "", "[from . import near, from ..up import far]", "8, 9"),
    holds("everything", SOURCE, "", '"from star import *"', "10"),
    holds("from the future", SOURCE, "", "from __future__ import annotations", "1"),
    holds("under a condition", SOURCE, "", "from typing import Any", "12"),
    holds("where it may fail", SOURCE, "", "import fast", "14"),
    holds("in a function", SOURCE, "f", "[from late import g, import late.h as h]", "18, 19"),
    holds("in a class", SOURCE, "A", "from inner import i", "21"),
    holds("the symbol is the import", SOURCE, "e", "from a.b import d as e", "4-7"),
    holds(
        "over two statements",
        "from a import b\nfrom a import c\n",
        "",
        '"from a import b, c"',
        "1, 2",
    ),
    breaks("from elsewhere", SOURCE, "", "from a import c", "from a.b import c", "4-7"),
    breaks("without its other name", SOURCE, "", "from a.b import d", "from a.b import d as e"),
    breaks("under no other name", SOURCE, "", "import os as o", "no such import"),
    breaks("a part of the module", SOURCE, "", "import a.b", "no such import"),
    breaks("not everything", "from star import a\n", "", '"from star import *"', "no such import"),
    breaks("everything is not this", SOURCE, "", "from star import a", "no such import"),
    breaks("one dot less", SOURCE, "", "from .up import far", "from ..up import far"),
    breaks("a function's own, in the module", SOURCE, "", "from late import g", "no such import"),
    breaks(
        "the module's, in a function", SOURCE, "f", "import os", "no such import in lines 17-19"
    ),
    breaks("in a text", "x = 'import os'\n", "", "import os", "no such import"),
    *damaged("import os"),
    unsure("damage in the module", "import os\ndef g(:\n", "", "import os", "syntax error"),
)
REFUSED = (
    Refused("os", "expected an import statement"),
    Refused('"from a import"', "does not parse"),
    Refused('"from a import $X"', "is compared as it stands"),
    Refused('"import os; import sys"', "expected an import statement"),
    Refused("[]", "nothing would be checked"),
)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    case.check("imports")


@pytest.mark.parametrize("refused", REFUSED, ids=str)
def test_refused(refused: Refused) -> None:
    refused.check("imports")
