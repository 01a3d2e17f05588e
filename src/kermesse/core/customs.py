"""What a game asks of a table in addition to its rules, and the defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from kermesse.core.options import Value
from kermesse.core.record import Record

if TYPE_CHECKING:
    from kermesse.core.position import View

TO_TABLE, TO_TEAM = "table", "team"  # to whom something may be said

Way = tuple[str, ...]


class Window(NamedTuple):
    """The seats that are due have so many seconds; then an action is taken for those still due.

    Until the window closes the table keeps the answers to itself.
    """

    seconds: int
    action: str


def any_options(options: Mapping[str, Value], seats: int | None) -> None:
    """What most games say of their options: each may be chosen whatever the others are."""


def in_one_piece(text: str) -> Sequence[Way]:
    """An action is picked by its text and nothing else."""
    return ((text,),)


def as_written(s: Record, action: int) -> int:
    """An action is what its text says, wherever it is said."""
    return action


def no_window(view: View) -> Window | None:
    """Nobody is hurried by the rules."""
    return None


def open_talk(options: Mapping[str, Value]) -> Sequence[str]:
    """Everybody may talk to the table, and to their team if there are teams."""
    return (TO_TABLE, TO_TEAM)


def seats_as_taken(options: Mapping[str, Value]) -> bool:
    """Everybody plays where they sat down."""
    return False


def not_said(options: Mapping[str, Value], seats: int) -> Sequence[str] | None:
    """It is unknown whether the rules distinguish the seats."""
    return None


def lowest_seat(view: View, seats: Set[int]) -> int:
    """Of several who could answer for all of them, the first one does."""
    return min(seats)
