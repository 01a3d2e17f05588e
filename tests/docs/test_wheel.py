"""The wheel that carries machine code (tools/wheel.py): its files are listed, its tag is right."""

from __future__ import annotations

import csv
from pathlib import Path
from zipfile import ZipFile

from tools.wheel import TAG, digest, with_kernels

INFO = "kermesse-0.1.0.dist-info"


def test_kernels_are_added_and_listed(tmp_path: Path) -> None:
    pure = tmp_path / "kermesse-0.1.0-py3-none-any.whl"
    with ZipFile(pure, "w") as made:
        made.writestr("kermesse/__init__.py", "")
        made.writestr(f"{INFO}/WHEEL", "Root-Is-Purelib: true\nTag: py3-none-any\n")
        made.writestr(f"{INFO}/RECORD", "kermesse/__init__.py,,0\n")
    kernel = tmp_path / "0123" / "step, from the order of play.nbc"
    kernel.parent.mkdir()
    kernel.write_bytes(b"machine code")
    with ZipFile(with_kernels(pure, [kernel], tmp_path)) as wheel:
        inside = f"kermesse/compiled/0123/{kernel.name}"
        assert wheel.read(inside) == b"machine code"
        lines = wheel.read(f"{INFO}/WHEEL").decode().splitlines()
        assert lines == ["Root-Is-Purelib: false", f"Tag: {TAG}"]
        listed = {name: (found, size) for name, found, size in rows(wheel)}
        assert set(listed) == set(wheel.namelist())
        assert listed[inside] == (digest(b"machine code"), "12")
        assert Path(str(wheel.filename)).name == f"kermesse-0.1.0-{TAG}.whl"


def rows(wheel: ZipFile) -> list[list[str]]:
    return list(csv.reader(wheel.read(f"{INFO}/RECORD").decode().splitlines()))
