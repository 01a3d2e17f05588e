"""Pins with hashes: writes `requirements/*.txt` from pyproject.toml, within `constraints.txt`.

    make lock

Each file is complete: it names the libraries of Kermesse itself as well. It holds for all supported
versions of Python and all systems.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN = "pyproject.toml"  # what Kermesse itself needs
FILES = {
    "run": [OWN],
    "build": ["--group", "build"],
    "test": [OWN, "--group", "test"],
    "check": [OWN, "--group", "test", "--group", "check"],
    "long": [OWN, "--group", "test", "--group", "long"],
    "bench": [OWN, "--extra", "bench"],
    "site": [OWN, "--group", "site"],
    "release": [OWN, "--group", "release"],
}
FORM = (
    "--universal", "--python-version", "3.11", "--constraint", "constraints.txt",
    "--generate-hashes", "--no-header", "--no-annotate", "--quiet",
)  # fmt: skip


def main() -> None:
    uv = Path(sys.executable).with_name("uv")
    for name, groups in FILES.items():
        path = ROOT / "requirements" / f"{name}.txt"
        subprocess.run(
            [uv, "pip", "compile", *groups, *FORM, "--output-file", path],
            check=True,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        pins = sum("==" in line for line in path.read_text(encoding="utf-8").splitlines())
        print(f"{path.relative_to(ROOT)}: {pins} libraries")


if __name__ == "__main__":
    main()
