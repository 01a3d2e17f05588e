"""Tables that cannot go on: of another edition of the rules, or damaged. See decision 0043."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import structlog

from kermesse.core.fairness import commitment
from kermesse.core.game import Game
from kermesse.core.matchfile import MatchFile, sealed
from kermesse.store import DamagedTable, Event, NewEvent, Table
from kermesse.table import old_paths
from kermesse.table.refusals import DAMAGED, EDITION, Refused
from kermesse.table.sitting import (
    CLOSE,
    CLOSED,
    DECIDE,
    GATHERING,
    OVER,
    PLAYING,
    REWIND,
    UNDO,
    WINDOW,
    Sitting,
    taken,
)

if TYPE_CHECKING:
    from kermesse.table.room import Room

log = structlog.get_logger()


# --- another edition of the rules -----------------------------------------------------------------


async def look_at_edition(room: Room) -> None:
    """Before a table is played again: by which edition of the rules was it played?"""
    sitting = room.sitting
    if sitting.state == CLOSED:
        room.sitting.trouble = EDITION if sitting.was_outdated else ""
    elif not sitting.fits or not may_go_on(sitting):
        await close(room)
    elif sitting.state == GATHERING and sitting.table.rules != sitting.game.version:
        rules = sitting.game.version  # nothing was decided yet
        await asyncio.wrap_future(room.house.store.set_rules(room.id, rules))
        sitting.change_table(rules=rules)


def may_go_on(sitting: Sitting) -> bool:
    """Whether what was decided means today what it meant then."""
    rules, game = sitting.table.rules, sitting.game
    return sitting.state == GATHERING or rules in {game.version, *game.same_rules}


async def close(room: Room) -> None:
    """The match cannot go on; an event in the log says so. One that is over stays as it is."""
    room.sitting.trouble = EDITION
    log.warning("table of another edition", table=room.id, rules=room.sitting.table.rules)
    if room.sitting.state == PLAYING and not room.sitting.story:
        room.sitting.apply_notes(room.house.store.events(room.id))
    if room.sitting.state in (GATHERING, PLAYING):
        rules = room.sitting.table.rules
        await room.write(NewEvent(CLOSE, {"rules": rules}), state=CLOSED)


# --- damage ---------------------------------------------------------------------------------------


def check_secret(table: Table) -> None:
    """The cards of a match follow from its secret, which no seal of the log covers."""
    if commitment(table.secret) != table.commitment:
        raise DamagedTable(table.id, "its secret is not the one that was committed to")


def note_damage(room: Room, error: Exception) -> None:
    """A table cannot be played again from what is kept; the operator is to know."""
    room.sitting.trouble = DAMAGED
    room.house.damaged.add(room.id)
    room.house.metrics.damaged.set(len(room.house.damaged))
    # the text of another error may name a card
    what = error.what if isinstance(error, DamagedTable) else type(error).__name__
    log.error("table is damaged", table=room.id, what=what)


# --- what can still be had ------------------------------------------------------------------------


def may_have_file(sitting: Sitting, seat: int) -> bool:
    """Whether the match file of a table of another edition is for those at a seat, or for all."""
    ended = sitting.state == OVER or sitting.was_outdated
    agreed = seat >= 0 and sitting.claims <= sitting.agreed
    return ended and (sitting.game.open_at_end or agreed)


def file_of(sitting: Sitting, events: Sequence[Event], players: list[str]) -> str:
    """The match file of a table of another edition: what was decided, and no result or checks."""
    table = sitting.table
    file = MatchFile(
        game=sitting.game,
        seats=table.seats,
        players=players,
        options=dict(table.options),
        commitment=table.commitment,
        decisions=[(seat, text, "") for seat, text in decisions_of(sitting.game, events)],
        result=None,
        secret=table.secret,
        checks={},
        rules=table.rules,
    )
    return sealed(file, table.secret)


def decisions_of(game: Game, events: Sequence[Event]) -> list[tuple[int, str]]:
    """The decisions that stand at the end of a log, without the rules."""
    found: list[tuple[int, str]] = []
    for event in events:
        body = event.body or {}
        if event.kind in (DECIDE, WINDOW):
            new = old_paths.alone(game, event) if old_paths.is_old(event) else event
            found += [(seat, text) for seat, actions in taken(new) for text in actions]
        elif event.kind == REWIND:
            del found[body["decisions"] :]
        elif event.kind == UNDO:
            del found[len(found) - body.get("hidden", 0) :]
            for _ in range(body["times"]):
                take_back(found, event.seat)
    return found


def take_back(found: list[tuple[int, str]], seat: int | None) -> None:
    """Remove the last decision of a seat; what others chose in secret since stands."""
    for place in range(len(found) - 1, -1, -1):
        if found[place][0] == seat:
            del found[place]
            return
    raise Refused("failed")
