"""`@kernel`: one source for a rule, run as plain Python, compiled, or called from CUDA."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import CodeType
from typing import ParamSpec, TypeVar, cast

from kermesse.core import machine_code
from kermesse.core.graph import Copies, is_compiled, source_of

P = ParamSpec("P")
R = TypeVar("R")

PLAIN = os.environ.get("KERMESSE_PLAIN", "0") not in ("", "0")
"""True when `KERMESSE_PLAIN=1`: kernels stay ordinary functions for debugger and coverage."""


APART: set[CodeType] = set()


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a rule as a kernel.

    A kernel allocates nothing, raises nothing, and takes scalars, records and buffers that the
    caller provides. numba-cuda compiles the very same function for the GPU when a CUDA kernel
    calls it.
    """
    return function if PLAIN else machine_code.compiled(function)


def inner_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a kernel that only other kernels call: it is kept with its callers, not by itself.

    For core kernels that take a game's enums. Numba's index of a cached kernel refers to the
    types it was called with, and could not be read again once that game is gone.
    """
    return function if PLAIN else cast("Callable[P, R]", machine_code.jitted(function))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that is built into its only caller."""
    if PLAIN:
        return function
    return cast("Callable[P, R]", machine_code.jitted(source_of(function), forceinline=True))


def apart(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a kernel of which a GPU keeps one copy, called, and not one in each of its callers.

    For kernels that many others call: where rules are long, copies of copies make a program larger
    than what the device keeps at hand. On the CPU it means nothing.
    """
    APART.add(source_of(function).__code__)
    return function


def plain(function: Callable[P, R]) -> Callable[P, R]:
    """The same kernel as ordinary Python, together with every kernel it calls."""
    return cast("Callable[P, R]", Copies(follows=is_compiled).called(function))
