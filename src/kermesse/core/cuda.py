"""Binding for CUDA: a template becomes a CUDA kernel that calls a game's own kernels.

numba-cuda compiles the CPU's kernels for the device by itself, so nothing is written twice. With
`NUMBA_ENABLE_CUDASIM=1` the same code runs in Numba's simulator, slowly and without a GPU.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from kermesse.core.binding import is_followed
from kermesse.core.borrowed import LibraryChanged, require, version, wanted
from kermesse.core.game import Game
from kermesse.core.graph import Copies, is_compiled, unchanged
from kermesse.core.kernel import APART

SIMULATED = bool(int(os.environ.get("NUMBA_ENABLE_CUDASIM") or 0))


def cuda_module() -> Any:
    """`numba.cuda`, from numba-cuda where it is installed."""
    if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for it, NumPy 2.5 has dropped it
        setattr(np, "row_stack", np.vstack)  # noqa: B010
    from numba import cuda

    if not SIMULATED:
        _keep_calls()
    return cuda


def _keep_calls() -> None:
    """Compile kernels that are marked `apart` as separate functions.

    No option of `cuda.jit` says so, so they are marked for the compiler where they are lowered.
    Without numba-cuda there is nothing to mark, and no device.
    """
    if not version("numba-cuda"):
        return
    try:
        from numba.cuda.lowering import CUDALower
    except ImportError as gone:
        raise LibraryChanged(
            f"numba-cuda has no CUDALower ({gone}): {wanted('numba-cuda')}"
        ) from gone
    require("numba-cuda", CUDALower, has=("setup_function",), uses=("setup_function", "func_ir"))

    usual = CUDALower.setup_function
    if hasattr(usual, "keeps_calls"):
        return

    def setup_function(lower: Any, description: Any) -> None:
        usual(lower, description)
        if lower.func_ir.func_id.func.__code__ in APART:
            lower.function.attributes.add("noinline")

    vars(setup_function)["keeps_calls"] = True
    CUDALower.setup_function = setup_function


def on_device(
    function: Callable[..., Any], game: Game, registers: int = 0, **constants: Any
) -> Any:
    """A template bound to a game and handed to `cuda.jit`.

    ``constants`` are the globals that the template needs to know when it is compiled.
    ``registers`` limits what a thread may use: fewer let more threads run at once.
    """
    kernels = Copies(follows=is_compiled, finish=unchanged if SIMULATED else for_device)
    copies = Copies(
        follows=is_followed,
        names={name: kernels.called(each) for name, each in game.kernels.items()} | constants,
        title=f"{{}}_{(game.base or game).name}_cuda",
        finish=kernels.finish,
        made=kernels.made,
    )
    limit = {"max_registers": registers} if registers and not SIMULATED else {}
    return cuda_module().jit(**limit)(copies.outermost(function))


def for_device(copy: FunctionType, kernel: Any) -> Any:
    """A copy that numba-cuda compiles when a kernel on the device calls it."""
    from numba import njit

    return njit(error_model="numpy")(copy)
