"""``make bench``: the figures of the project, as ratios against a floor measured in the same run.

The release v0.5.21 is fetched when it is not at hand. Usage: ``python -m benchmarks [PAIRS]``.
"""

import compileall
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import yaml

from benchmarks.corpus import claims_for
from benchmarks.import_release import measure
from benchmarks.timing import Ratio, Run, compare, run
from provenance.obtaining import obtain
from provenance.source import Pin, Project
from provenance.sourcesfile import load_project
from provenance.store import Store

ROOT = Path(__file__).resolve().parent.parent
PIN = Pin("v0.5.21")
CLAIMS = str(Path(sys.executable).with_name("claims"))


def main() -> None:
    """Measure and print all."""
    for package in ("claims", "provenance"):  # as pip does when it installs
        compileall.compile_dir(ROOT / package, quiet=1)
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    project = load_project(ROOT)
    source = project.sources["sglang"]
    with Store.open(source, ROOT) as store, tempfile.TemporaryDirectory() as place:
        snapshot = obtain(source, PIN, [], store, offline=False, say=print)
        corpus = claims_for(snapshot, 100)
        ids = {path: entry.id for path in corpus if (entry := snapshot.entry(path))}
        work = Path(place)
        (work / "sources.yaml").write_bytes((ROOT / "sources.yaml").read_bytes())
        sizes = sum(len(snapshot.blob(path).data) for path in corpus)
        print(f"100 files, {sizes / 1e6:.1f} MB; {pairs} pairs; ours / floor = median of ratios")
        one = {path: claims[:1] for path, claims in list(corpus.items())[:1]}
        print("one claim, warm store   ", verified(work, store, one, ids, pairs))
        print("500 claims, 100 files   ", verified(work, store, corpus, ids, pairs))
        print("10,000 claims loaded    ", loaded(work, project, corpus))
        ours, least = measure(downloaded(work))
        print(f"a release imported      {ours:8.2f} s  / {least:8.2f} s  = {ours / least:.2f}")


def downloaded(work: Path) -> Path:
    """Have pip download the release's wheel, as the package origin does."""
    target = ["--python-version", "3.11", "--platform", "manylinux_2_34_x86_64"]
    options = ["--quiet", "--no-deps", "--only-binary=:all:", *target, "--dest", str(work)]
    command = [sys.executable, "-m", "pip", "download", *options, f"sglang=={PIN.text[1:]}"]
    subprocess.run(command, check=True)
    return next(work.glob("*.whl"))


def verified(
    work: Path,
    store: Store,
    corpus: dict[str, list[dict[str, Any]]],
    ids: dict[str, str],
    pairs: int,
) -> Ratio:
    """Compare ``claims verify`` with the floor for the same files."""
    claims = [claim for items in corpus.values() for claim in items]
    (work / "claims.yaml").write_text(yaml.safe_dump({"claims": claims}, sort_keys=False))
    given = "".join(f"{ids[path]}\n" for path in corpus).encode()
    environment = {**os.environ, "NO_COLOR": "1"}
    floor = [sys.executable, str(ROOT / "benchmarks" / "floor.py"), str(store.directory)]
    return compare(
        lambda: run([CLAIMS, "verify"], b"", environment, work),
        lambda: run(floor, given, environment, work),
        pairs,
    )


def loaded(work: Path, project: Project, corpus: dict[str, list[dict[str, Any]]]) -> Ratio:
    """Compare loading 100 claim files of 100 claims with PyYAML's C loader alone."""
    from claims.documents import read_document

    claims = [claim for items in corpus.values() for claim in items][:100]
    data = yaml.safe_dump({"claims": claims}, sort_keys=False).encode()
    loader = yaml.CSafeLoader

    def ours() -> Run:
        began = time.perf_counter()
        for number in range(100):
            assert not read_document(data, f"{number}/claims.yaml", project).problems
        return Run(time.perf_counter() - began, 0)

    def floor() -> Run:
        began = time.perf_counter()
        for _ in range(100):
            yaml.load(data, Loader=loader)  # noqa: S506 - the C twin of the safe loader
        return Run(time.perf_counter() - began, 0)

    del work
    return compare(ours, floor, 3)


if __name__ == "__main__":
    main()
