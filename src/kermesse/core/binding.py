"""Binding: a generic kernel, written once, becomes machine code made for one game.

Passing a game's kernels as arguments would defeat Numba's static dispatch and its disk cache.
Instead the generic function is copied with the game's kernels as its globals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar, cast

from kermesse.core.graph import Copies, unchanged
from kermesse.core.kernel import PLAIN
from kermesse.core.machine_code import compiled, is_whole, part

P = ParamSpec("P")
R = TypeVar("R")


def template(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a generic kernel: it names `legal`, `act`, `step`… and is bound to a game before use."""
    vars(function)["is_template"] = True
    return function


def is_template(value: Any) -> bool:
    """Whether a value is a generic kernel, to be bound along with what calls it."""
    return getattr(value, "is_template", False)


def is_followed(value: Any) -> bool:
    """Whether what a template calls is a part of it."""
    return is_template(value) or is_whole(value)


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
    copies = Copies(
        follows=is_template if plain else is_followed,
        names=kernels,
        title=f"{{}}_{name}",
        finish=unchanged if plain else part,
        made={} if parts is None else parts.setdefault(plain, {}),
    )
    copy = copies.outermost(function)
    return cast("Callable[P, R]", copy if plain else compiled(copy))
