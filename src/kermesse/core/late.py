"""A sequence that is made when somebody reads it: most callers never do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar, overload

T = TypeVar("T")


class Late(Sequence[T]):
    """What a function returns, called when it is first needed."""

    def __init__(self, make: Callable[[], list[T]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> list[T]:
        return self._make()

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        return self._made[place]

    def __len__(self) -> int:
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._made == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._made)
