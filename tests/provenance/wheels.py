"""Wheels built at test time."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

DATE = (2024, 1, 1, 0, 0, 0)


def make_wheel(
    directory: Path,
    name: str,
    version: str,
    files: Mapping[str, bytes],
    *,
    platform: str = "py3-none-any",
    modes: Mapping[str, int] | None = None,
) -> Path:
    """Write a wheel that pip accepts, with these files and no checks on their names."""
    info = f"{name}-{version}.dist-info"
    metadata = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {platform}\n".encode(),
        f"{info}/RECORD": b"",
    }
    directory.mkdir(exist_ok=True)
    path = directory / f"{name}-{version}-{platform}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in [*files.items(), *metadata.items()]:
            entry = zipfile.ZipInfo(member, DATE)
            entry.external_attr = (modes or {}).get(member, 0o100644) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return path
