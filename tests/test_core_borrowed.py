"""A library that has changed inside is refused in a sentence, before anything is lost by it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto.frame_protocol import FrameProtocol

from kermesse.core import borrowed, cache, cuda, parts
from kermesse.core.borrowed import LibraryChanged, names_in, require
from kermesse.table import server
from kermesse.table.server import Settings, check_borrowed, serve


def test_what_is_borrowed_is_there() -> None:
    check_borrowed()
    cache.cache_by_content.__wrapped__()
    parts.compiler_of_parts.__wrapped__()


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


@pytest.mark.parametrize("make", [cache.cache_by_content, parts.compiler_of_parts])
def test_a_changed_numba_is_refused(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(borrowed, "names_in", lambda kind: set())
    with pytest.raises(LibraryChanged, match=r"of numba .* no longer uses _"):
        make.__wrapped__()


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
