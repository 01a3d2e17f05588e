"""Muckle: two teams of two, one ball, and cards that all reveal at once. Designed by Mark McGee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING

from kermesse.core.customs import TO_TABLE, TO_TEAM, lowest_seat
from kermesse.core.options import Value
from kermesse.core.rooms import game_of
from kermesse.games.muckle import (
    board,
    bots,
    components,
    measures,
    rules,
    scoring,
    secrets,
    tables,
    words,
)
from kermesse.games.muckle.components import PLAYERS, SET_SIZE, TEAMS

if TYPE_CHECKING:
    from kermesse.core.position import View

# Five decisions and eleven steps, a step for each of four cards, and for each hit its redirections.
STEPS_PER_TURN = 48
STEPS_AROUND = 4  # the exchange, and the end


def bound(options: Mapping[str, Value]) -> int:
    """No match has more decisions and steps than this."""
    selection = PLAYERS * (SET_SIZE - int(options["hand_size"]) + 1)
    return selection + STEPS_PER_TURN * int(options["turn_cap"]) + STEPS_AROUND


def teams(seats: int) -> tuple[int, ...]:
    """Teammates sit across from each other (MK-01)."""
    return tuple(seat % TEAMS for seat in range(seats))


TALK = {"table": (TO_TABLE, TO_TEAM), "team": (TO_TEAM,), "off": ()}


def talk(options: Mapping[str, Value]) -> Sequence[str]:
    """Who reads what is said while the match lasts (MK-68)."""
    return TALK[str(options["talk"])]


def seats_by_lot(options: Mapping[str, Value]) -> bool:
    """Whether the seats are drawn before the match (MK-74)."""
    return options["seating"] == "random"


def speaker(view: View, seats: Set[int]) -> int:
    """Of two bots the one with the ball says where it goes, else the lower seat (MK-55)."""
    holder = int(view.record.ball)
    return holder if holder in seats else lowest_seat(view, seats)


def seats_apart(options: Mapping[str, Value], seats: int) -> Sequence[str]:
    """Nothing does: teams take turns around the table and all play at once (MK-01, MK-10)."""
    return ()


game = game_of(
    "Muckle",
    components,
    rules,
    scoring,
    secrets,
    bots,
    measures,
    bound=bound,
    staged=frozenset({int(rules.Phase.PLAY)}),
    teams=teams,
    talk=talk,
    seats_by_lot=seats_by_lot,
    speaker=speaker,
    seats_apart=seats_apart,
    notation=words,
    figures=words.figures,
    page=board,
    board=board.text_board,
    legend=board.LEGEND,
    tables=tables.read,
)
