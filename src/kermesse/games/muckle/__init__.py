"""Muckle: two teams of two, one ball, and cards that all reveal at once. Designed by Mark McGee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING

from kermesse.core.customs import TO_TABLE, TO_TEAM, lowest_seat
from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.games.muckle import (
    board,
    book,
    judgement,
    measures,
    notation,
    rules,
    scoring,
    secrets,
    tables,
    terminal,
)
from kermesse.games.muckle.components import BOX, SEATS, SET_SIZE, TEAMS
from kermesse.games.muckle.levels import levels
from kermesse.games.muckle.rules.record import ACTIONS, FIELDS, OPTIONS, Happening, Phase
from kermesse.games.muckle.rules.turn import unseal
from kermesse.games.muckle.sights import SIGHTS

if TYPE_CHECKING:
    from kermesse.core.position import View

# Five decisions and eleven steps, a step for each of four cards, and for each hit its redirections.
STEPS_PER_TURN = 48
STEPS_AROUND = 4  # the exchange, and the end


def bound(options: Mapping[str, Value]) -> int:
    """No match has more decisions and steps than this."""
    selection = SEATS * (SET_SIZE - int(options["hand_size"]) + 1)
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


game = Game(
    name="muckle",
    title="Muckle",
    package=__name__,
    version="1",
    seats=range(SEATS, SEATS + 1),
    fields=FIELDS,
    options=OPTIONS,
    kernels={
        "setup": rules.setup,
        "legal": rules.legal,
        "act": rules.act,
        "step": rules.step,
        "score": scoring.score,
        "outcome": scoring.outcome,
        "conceal": secrets.conceal,
        "imagine": secrets.imagine,
        "twin": secrets.twin,
        "census": secrets.census,
        "features": judgement.features,
        "evaluate": judgement.evaluate,
        "unseal": unseal,
        "note": measures.note,
        "pace": measures.pace,
    },
    notation=notation,
    board=terminal.board,
    legend=terminal.LEGEND,
    page=board,
    phases=Phase,
    events=Happening,
    endings=scoring.Ending,
    actions=ACTIONS,
    features=judgement.FEATURES,
    box=BOX,
    measures=measures.MEASURES,
    sights=SIGHTS,
    bound=bound,
    sealed=frozenset({int(Phase.SELECT), int(Phase.PLAY)}),
    staged=frozenset({int(Phase.PLAY)}),
    teams=teams,
    talk=talk,
    seats_by_lot=seats_by_lot,
    speaker=speaker,
    seats_apart=seats_apart,
    levels=levels,
    tables=tables.read,
    figures=book.figures,
)
