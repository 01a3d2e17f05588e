"""Binding: a generic kernel, written once, becomes machine code made for one game.

Passing a game's kernels as arguments would defeat Numba's static dispatch and its disk cache.
Instead the generic function is copied with the game's kernels as its globals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar, cast

from kermesse.core.kernel import PLAIN, compiled, transplant

P = ParamSpec("P")
R = TypeVar("R")


def template(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a generic kernel: it names `legal`, `act`, `step`… and is bound to a game before use."""
    function.__dict__["is_template"] = True
    return function


def bind(
    function: Callable[P, R],
    kernels: Mapping[str, Callable[..., Any]],
    name: str,
    *,
    plain: bool = PLAIN,
) -> Callable[P, R]:
    """Make a template the game's own; templates that it calls are bound along with it."""
    source = cast("Any", function)
    title = f"{source.__name__}_{name}"
    names = {key: kernels[key] for key in source.__code__.co_names if key in kernels}
    for key in source.__code__.co_names:
        inner = source.__globals__.get(key)
        if getattr(inner, "is_template", False):
            names[key] = bind(inner, kernels, name, plain=plain)
    copy = cast("Callable[P, R]", transplant(source, names, title))
    return copy if plain else compiled(copy)
