"""A package of a game as `pip install -e .` leaves it, and processes that find it."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path


def install(project: Path) -> None:
    """Leave beside the sources what pip would: the name, the version and the entry points."""
    settings = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = settings["name"], settings["version"]
    info = project / "src" / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = []
    for group, offers in settings["entry-points"].items():
        lines += [f"[{group}]", *(f"{offer} = {where}" for offer, where in offers.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def surroundings(project: Path, *, plain: bool) -> dict[str, str]:
    """The environment of a process that finds the package; nothing is kept outside of it.

    Plain unless compiled code is what is tested: compiling takes longer than all the rest.
    """
    return {
        **os.environ,
        "PYTHONPATH": str(project / "src"),
        "KERMESSE_CACHE_DIR": str(project / ".kernels"),
        "KERMESSE_DATA_DIR": str(project / ".data"),
        "KERMESSE_PLAIN": str(int(plain)),
        "COLUMNS": "120",
    }
