"""A wheel that carries machine code, so that nothing is compiled where it is installed.

    make wheel

Writes to `dist` a wheel for this system and this version of Python. The kernels of all games are
compiled for a baseline that processors since about 2015 have; where they do not fit (another
version of Numba, an older processor) they are compiled on first use, as from the other wheel.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import os
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from kermesse.core.machine_code import BASELINE, SHIPPED

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
KEPT = ROOT / "build" / "baseline"  # kernels, so that the next wheel takes what has not changed
TAG = f"cp{sys.version_info[0]}{sys.version_info[1]}-none-manylinux2014_x86_64"


def main() -> None:
    start = time.time()
    run(
        "-m", "tools.warm", KERMESSE_CACHE_DIR=str(KEPT),
        NUMBA_CPU_NAME=BASELINE, NUMBA_CPU_FEATURES="",
    )  # fmt: skip
    with TemporaryDirectory() as folder:
        run("-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
        (pure,) = Path(folder).glob("kermesse-*.whl")
        DIST.mkdir(exist_ok=True)
        made = with_kernels(pure, used_since(start), DIST)
    print(f"{made.relative_to(ROOT)}  {made.stat().st_size / 1e6:.1f} MB")


def used_since(start: float) -> list[Path]:
    """The kernels that were made or used, and not those of former sources."""
    folders = [path for path in sorted(KEPT.glob("kernels/*/")) if path.stat().st_mtime >= start]
    return [path for folder in folders for path in sorted(folder.glob("*.nb[ic]"))]


def run(*command: str, **env: str) -> None:
    """Run Python in the root of the project."""
    subprocess.run([sys.executable, *command], cwd=ROOT, env=os.environ | env, check=True)


def with_kernels(pure: Path, kernels: list[Path], target: Path) -> Path:
    """A copy of a wheel, with kernels in it and tagged for this system."""
    name, version, *_ = pure.name.split("-")
    made = target / f"{name}-{version}-{TAG}.whl"
    info = f"{name}-{version}.dist-info"
    inside = f"{SHIPPED.parent.name}/{SHIPPED.name}"
    with ZipFile(pure) as old:
        files = {each: old.read(each) for each in old.namelist() if not each.endswith("/RECORD")}
    for path in kernels:
        files[f"{inside}/{path.parent.name}/{path.name}"] = path.read_bytes()
    files[f"{info}/WHEEL"] = retagged(files[f"{info}/WHEEL"])
    record = StringIO()
    lines = csv.writer(record, lineterminator="\n")
    lines.writerows((each, digest(content), len(content)) for each, content in files.items())
    lines.writerow((f"{info}/RECORD", "", ""))
    files[f"{info}/RECORD"] = record.getvalue().encode()
    with ZipFile(made, "w", ZIP_DEFLATED, compresslevel=9) as new:
        for each, content in files.items():
            new.writestr(each, content)
    return made


def retagged(wheel: bytes) -> bytes:
    """The description of a wheel that is not for every system."""
    lines = wheel.decode().splitlines()
    kept = [line for line in lines if not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    return "\n".join([*kept, "Root-Is-Purelib: false", f"Tag: {TAG}", ""]).encode()


def digest(content: bytes) -> str:
    """The digest of a file as RECORD wants it."""
    found = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return f"sha256={found.rstrip(b'=').decode()}"


if __name__ == "__main__":
    main()
