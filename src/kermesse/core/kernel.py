"""`@kernel`: one source for a rule, run as plain Python, compiled, or called from CUDA."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import CellType, FunctionType
from typing import Any, ParamSpec, TypeVar, cast

from kermesse.core.cache import keep

P = ParamSpec("P")
R = TypeVar("R")

PLAIN = os.environ.get("KERMESSE_PLAIN", "0") not in ("", "0")
"""True when `KERMESSE_PLAIN=1`: kernels stay ordinary functions for debugger and coverage."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a rule as a kernel.

    A kernel allocates nothing, raises nothing, and takes scalars, records and buffers that the
    caller provides. numba-cuda compiles the very same function for the GPU when a CUDA kernel
    calls it.
    """
    return function if PLAIN else compiled(function)


def inner_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a kernel that only other kernels call: it is kept with its callers, not by itself.

    For core kernels that take a game's enums. Numba's index of a cached kernel refers to the
    types it was called with, and could not be read again once that game is gone.
    """
    if PLAIN:
        return function
    from numba import njit

    return cast("Callable[P, R]", njit(nogil=True, error_model="numpy")(function))


def apart(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a kernel of which a GPU keeps one copy, called, and not one in each of its callers.

    For kernels that many others call: where rules are long, copies of copies make a program larger
    than what the device keeps at hand. On the CPU it means nothing.
    """
    vars(getattr(function, "py_func", function))["apart"] = True
    return function


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile on first call; keep the machine code until something that it is made of changes."""
    from numba import njit

    dispatcher = njit(nogil=True, error_model="numpy")(function)
    keep(dispatcher)
    return cast("Callable[P, R]", dispatcher)


def plain(function: Callable[P, R]) -> Callable[P, R]:
    """The same kernel as ordinary Python, together with every kernel it calls."""
    return cast("Callable[P, R]", _plain(function, {}))


def _plain(function: Any, done: dict[int, Any]) -> Any:
    source = getattr(function, "py_func", function)
    if id(source) not in done:
        copy = transplant(source, {}, source.__name__)
        done[id(source)] = copy
        for name, value in kernels_named_in(source).items():
            copy.__globals__[name] = _plain(value, done)
        for cell in copy.__closure__ or ():
            if hasattr(cell.cell_contents, "py_func"):
                cell.cell_contents = _plain(cell.cell_contents, done)
    return done[id(source)]


def kernels_named_in(function: FunctionType) -> dict[str, Any]:
    """The compiled kernels that a function refers to by a global name."""
    names = function.__code__.co_names
    known = {name: function.__globals__[name] for name in names if name in function.__globals__}
    return {name: value for name, value in known.items() if hasattr(value, "py_func")}


def transplant(function: FunctionType, names: Mapping[str, Any], title: str) -> FunctionType:
    """A copy of ``function`` that finds ``names`` among its globals and goes by ``title``."""
    copy = FunctionType(
        function.__code__,
        {**function.__globals__, **names},
        title,
        function.__defaults__,
        tuple(CellType(cell.cell_contents) for cell in function.__closure__ or ()),
    )
    copy.__qualname__ = title  # gives the copy an entry of its own in the disk cache
    copy.__module__ = function.__module__
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy
