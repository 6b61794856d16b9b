"""The floor: what no verifier written in Python with these libraries can do without.

An interpreter with the imports that are needed, one ``git cat-file --batch`` that gives the blobs,
and a tree-sitter parse of each. Run as ``python floor.py STORE < ids``.
"""

import subprocess
import sys

import click  # noqa: F401
import git  # noqa: F401
import msgspec  # noqa: F401
import tree_sitter_python
import yaml  # noqa: F401
from tree_sitter import Language, Parser


def main() -> None:
    """Read the blobs whose ids come on standard input and parse each of them."""
    parser = Parser(Language(tree_sitter_python.language()))
    command = ["git", f"--git-dir={sys.argv[1]}", "cat-file", "--batch"]
    ids = sys.stdin.buffer.read()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(ids)
        process.stdin.close()
        for _ in ids.splitlines():
            size = int(process.stdout.readline().split()[2])
            parser.parse(process.stdout.read(size))
            process.stdout.read(1)


if __name__ == "__main__":
    main()
