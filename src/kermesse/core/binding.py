"""Binding: a generic kernel, written once, becomes machine code made for one game.

Passing a game's kernels as arguments would defeat Numba's static dispatch and its disk cache.
Instead the generic function is copied with the game's kernels as its globals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, cast

from kermesse.core.kernel import PLAIN, compiled, transplant
from kermesse.core.parts import part

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
    parts: dict[Any, Any] | None = None,
) -> Callable[P, R]:
    """Make a template the game's own; templates that it calls are bound along with it.

    ``parts`` keeps those for the next template of the same game that calls them.
    """
    copy = transplanted(function, kernels, name, plain, {} if parts is None else parts)
    return cast("Callable[P, R]", copy if plain else compiled(copy))


def transplanted(
    source: Any,
    kernels: Mapping[str, Callable[..., Any]],
    name: str,
    plain: bool,
    parts: dict[Any, Any],
) -> FunctionType:
    """A copy of a template that calls the game's kernels, and copies of other templates."""
    names = {key: kernels[key] for key in source.__code__.co_names if key in kernels}
    for key in source.__code__.co_names:
        inner = source.__globals__.get(key)
        if getattr(inner, "is_template", False):
            if (inner, plain) not in parts:
                copy = transplanted(inner, kernels, name, plain, parts)
                parts[inner, plain] = copy if plain else part(copy)
            names[key] = parts[inner, plain]
    return transplant(source, names, f"{source.__name__}_{name}")
