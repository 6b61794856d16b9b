"""Functions that end outside of the subset, or that take more than there is to take."""

import sys
from time import perf_counter

import msgspec

from provenance.evaluation.evaluating import evaluate
from provenance.evaluation.outcome import Arguments, OutOfSubset
from provenance.resolution.files import GivenFiles
from provenance.resolution.names import Site

PATH = "p/hostile.py"
TOO_MUCH = {
    "tower of powers": "return 9 ** 9 ** 9",
    "long text": 'return "a" * 10**9',
    "long list": "return [0] * 10**9",
    "long tuple": "return (1, 2) * 10**8",
    "shifted number": "return 1 << 10**10",
    "squared again and again": "x = 3\nwhile True:\n    x = x * x",
    "doubled text": 'x = "ab"\nfor i in range(100):\n    x += x\nreturn x',
    "doubled list": "x = [1]\nfor i in range(100):\n    x = x + x\nreturn x",
    "list that grows while it is read": "x = [1]\nfor i in x:\n    x.append(i)",
    "endless loop": "while True:\n    pass",
    "endless loop with continue": "while 1:\n    continue",
    "long range": "n = 0\nfor i in range(10**12):\n    n += i\nreturn n",
    "list of a long range": "return list(range(10**10))",
    "sum of a long range": "return sum(range(10**12))",
    "sorted long range": "return sorted(range(10**9))",
    "nested comprehension": "return [i for i in range(10**6) for j in range(10**6)]",
    "wide set": "return {i for i in range(10**9)}",
    "wide dictionary": "return {i: i for i in range(10**9)}",
    "deep recursion": "return f()",
    "deep recursion of a nested function": "def g(n):\n    return g(n + 1)\nreturn g(0)",
    "two that call each other": "def g():\n    return h()\ndef h():\n    return g()\nreturn g()",
    "exponential recursion": "def g(n):\n    return g(n - 1) + g(n - 1) if n else 1\nreturn g(40)",
    "deep nesting of values": "x = []\nfor i in range(10**7):\n    x = [x]\nreturn x",
    "wide format": 'return f"{1:1000000000}"',
    "wide justification": 'return "a".ljust(10**9)',
    "joined": 'x = "a" * 40000\nreturn x.join([x] * 9000)',
    "replaced": 'x = "a" * 40000\nreturn x.replace("a", x)',
    "factorial": "import math\nreturn math.factorial(10**7)",
    "power with three": "return pow(7, 10**9)",
}
OUTSIDE = {
    "eval": 'return eval("1")',
    "exec": 'exec("x = 1")\nreturn 1',
    "dunder import": 'return __import__("os").getpid()',
    "import": "import os\nreturn os.getpid()",
    "import inside": "from subprocess import run\nreturn run(['true'])",
    "open": 'return open("ran", "w").write("x")',
    "compile": 'return compile("1", "", "eval")',
    "globals": "return globals()",
    "getattr by text": 'return getattr((), "__cla" + "ss__")',
    "subclasses": "return ().__class__.__bases__[0].__subclasses__()",
    "code object": "return f.__code__",
    "lambda defaults by attribute": "return (lambda: 1).__globals__",
    "generator": "yield 1",
    "coroutine": "async def g():\n    return 1\nreturn g()",
    "with": 'with open("ran", "w") as out:\n    return 1',
    "name from nowhere": "return nothing_of_that_name",
    "global": "global N\nN = 1\nreturn N",
    "random": "import random\nreturn random.random()",
    "time": "import time\nreturn time.time()",
    "environment": 'import os\nreturn os.environ["HOME"]',
    "input": "return input()",
    "identity": "return id(1)",
    "hash of a text": 'return hash("a")',
    "attribute of what is not known": "import torch\nreturn torch.zeros(1).device",
    "class made by type": 'return type("A", (), {})()',
    "format through attributes": 'return "{0.__class__}".format(1)',
    "setattr": 'setattr(f, "x", 1)\nreturn f.x',
    "print": 'print("ran")\nreturn 1',
}
CASES = TOO_MUCH | OUTSIDE


class Ended(msgspec.Struct, frozen=True):
    """How a case ended.

    Attributes:
        name: the case.
        construct: what is outside, or too much; empty if the evaluator gave an answer.
        line: its line.
        seconds: how long it took.
        grown: by how many bytes the most memory that this process had grew.
    """

    name: str
    construct: str
    line: int
    seconds: float
    grown: int


def source_of(body: str) -> str:
    """Give a module with the one function ``f``, whose body this is."""
    return "def f():\n" + "".join(f"    {line}\n" for line in body.split("\n"))


def run(name: str) -> Ended:
    """Evaluate a case."""
    files = GivenFiles({PATH: source_of(CASES[name]).encode()})
    site = Site(PATH, files.module(PATH).definitions("f")[0])
    before, began = _most(), perf_counter()
    construct, line = _ended(files, site)
    return Ended(name, construct, line, perf_counter() - began, _most() - before)


def _ended(files: GivenFiles, site: Site) -> tuple[str, int]:
    try:
        evaluate(files, site, Arguments())
    except OutOfSubset as error:
        return error.construct, error.line
    return "", 0


def _most() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    for each in CASES:
        sys.stdout.write(msgspec.json.encode(run(each)).decode() + "\n")
