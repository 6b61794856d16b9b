"""Several files in one text: `lib.py`, and behind a line `# file: NAME` another, and so on."""

import re

from provenance.resolution.files import GivenFiles


def files_of(source: str, kind: type[GivenFiles] = GivenFiles) -> GivenFiles:
    """Read a fixture."""
    first, *others = re.split(r"^# file: (\S+)\n", source, flags=re.MULTILINE)
    named = dict(zip(others[::2], others[1::2], strict=True))
    return kind({"lib.py": first.encode(), **{k: v.encode() for k, v in named.items()}})
