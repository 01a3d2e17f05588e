"""A library that has changed inside is refused in a sentence, before anything is lost by it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.frame_protocol import FrameProtocol

from kermesse.core import borrowed, cuda, machine_code
from kermesse.core.borrowed import LibraryChanged, names_in, require
from kermesse.table import server
from kermesse.table.server import Settings, check_borrowed, serve


def test_what_is_borrowed_is_there() -> None:
    check_borrowed()
    machine_code.cache_by_content.__wrapped__()
    machine_code.compiler_of_parts.__wrapped__()


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *((WSProtocol, name) for name in (*server.WS_PARTS, "PerMessageDeflate")),
        *((H11Protocol, name) for name in server.HTTP_PARTS),
        *((uvicorn.Server, name) for name in server.SERVER_PARTS),
        (FrameProtocol, "frame_outbound"),
    ],
)
def test_a_server_does_not_start_where_a_name_is_used_no_more(
    kind: type, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = names_in

    def without(one: Any) -> set[str]:
        return found(one) - ({name} if one is kind else set())

    monkeypatch.setattr(borrowed, "names_in", without)
    with pytest.raises(LibraryChanged) as refused:
        serve(Settings(tmp_path, port=0))
    text = str(refused.value)
    assert f"{kind.__name__} of " in text
    assert f"no longer uses {name}" in text
    assert "Install a version that it was tested with: " in text
    assert ",<" in text or "<" in text.rpartition(": ")[2]
    assert list(tmp_path.iterdir()) == []


def test_a_method_that_is_gone_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(WSProtocol, "handle_close")
    with pytest.raises(LibraryChanged, match="no longer has handle_close"):
        check_borrowed()


def test_a_name_that_is_only_defined_is_not_used() -> None:
    class Changed:
        def on_close(self) -> None: ...

        def read(self) -> None:
            self.closed()  # type: ignore[attr-defined]

    require("uvicorn", Changed, has=("on_close",), uses=("closed",))
    with pytest.raises(LibraryChanged, match=r"Changed of uvicorn .* no longer uses on_close"):
        require("uvicorn", Changed, has=("on_close",), uses=("on_close",))


@pytest.mark.parametrize("make", [machine_code.cache_by_content, machine_code.compiler_of_parts])
def test_a_changed_numba_is_noticed(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(borrowed, "names_in", lambda kind: set())
    with pytest.raises(LibraryChanged, match=r"of numba .* no longer uses _"):
        make.__wrapped__()


UNFAMILIAR = """
import sys, warnings
warnings.simplefilter("ignore" if sys.argv[1] else "error")
import hashlib, numpy as np
from kermesse.core import borrowed
from kermesse.core.playout import playouts
from tests.toys import heap
if sys.argv[1]:  # as in a Numba that has changed
    borrowed.names_in = lambda kind: set()
    warnings.simplefilter("always")
batch = heap.game.blank(20)
batch["rng"] = np.arange(20, dtype=np.uint64)
heap.game.bind(playouts)(batch, 100_000, np.zeros(heap.game.actions, np.int16))
print(hashlib.sha256(batch.tobytes()).hexdigest())
"""


def test_games_play_the_same_with_a_numba_that_has_changed(tmp_path: Path) -> None:
    """Nothing is kept, and templates are compiled apart: it takes longer, and a warning says so."""
    played = {}
    for changed in ("", "changed"):
        env = os.environ | {"KERMESSE_CACHE_DIR": str(tmp_path / f"c{changed}")}
        ran = subprocess.run(
            [sys.executable, "-c", UNFAMILIAR, changed],
            env=env | {"KERMESSE_PLAIN": "0"}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        played[changed] = ran.stdout
        assert ("kernels take longer to compile: JITCodeLibrary of numba" in ran.stderr) == (
            changed != ""
        )
        assert (tmp_path / f"c{changed}").exists() == (changed == "")
    assert played["changed"] == played[""]


def test_a_changed_numba_cuda_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = ModuleType("numba.cuda.lowering")
    monkeypatch.setitem(sys.modules, "numba.cuda.lowering", changed)
    monkeypatch.setattr(cuda, "version", lambda library: "0.99")
    with pytest.raises(LibraryChanged, match=r"no CUDALower .*numba-cuda.*<0\.31"):
        cuda._keep_calls()
    vars(changed)["CUDALower"] = type("CUDALower", (), {})
    with pytest.raises(LibraryChanged, match=r"CUDALower of numba-cuda .* has setup_function"):
        cuda._keep_calls()
    monkeypatch.setattr(cuda, "version", lambda library: "")
    cuda._keep_calls()  # without numba-cuda there is nothing to look at
