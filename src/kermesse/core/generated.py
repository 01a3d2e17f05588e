"""Kernels that are generated as source, since Numba only calls functions that the code names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kermesse.core.kernel import kernel


def generated(name: str, source: str, known: Mapping[str, Any], module: str, origin: str) -> Any:
    """The kernel of that name from its source, which names only what is ``known``."""
    names = dict(known)
    exec(compile(source, f"<{name}, from {origin}>", "exec"), names)
    function = names.pop(name)
    function.__module__ = module
    return kernel(function)
