"""The same algorithm by hand in C, built on the spot and called through ctypes."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from kermesse.core.record import Records

SOURCE = Path(__file__).with_name("muvuca.c")
FLAGS = ("-std=c11", "-O3", "-march=native")


class NoCompiler(RuntimeError):
    """There is no C compiler to build the yardstick with."""


class Yardstick:
    """`muvuca.c` as a shared library in a temporary folder, gone when the program ends."""

    def __init__(self) -> None:
        self.compiler = shutil.which(os.environ.get("CC", "cc"))
        if self.compiler is None:
            raise NoCompiler("no C compiler found (install one, or name it in CC)")
        self._folder = tempfile.TemporaryDirectory(prefix="kermesse-yardstick-")
        library = Path(self._folder.name) / "muvuca.so"
        command = [self.compiler, *FLAGS, "-shared", "-fPIC", "-o", str(library), str(SOURCE)]
        subprocess.run(command, check=True)
        self._playouts: Any = ctypes.CDLL(str(library)).playouts
        self._playouts.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64]
        self._playouts.restype = ctypes.c_int64

    @property
    def version(self) -> str:
        """What the compiler calls itself."""
        told = subprocess.run(
            [str(self.compiler), "--version"], capture_output=True, text=True, check=True
        )
        return told.stdout.partition("\n")[0]

    def playouts(self, batch: Records, bound: int) -> int:
        """Set up and play out every record of a batch; return all decisions."""
        if not batch.flags.c_contiguous or batch.dtype.itemsize != 96:
            raise ValueError("the yardstick plays contiguous records of 96 bytes")
        return int(self._playouts(batch.ctypes.data, len(batch), bound))
