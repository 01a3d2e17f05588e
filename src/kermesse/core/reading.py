"""What a record that was read from a text must be, whatever its game's notation lets through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kermesse.core.errors import UnreadablePosition
from kermesse.core.record import TABLE, Record

if TYPE_CHECKING:
    from kermesse.core.game import Game


def check_record(game: Game, s: Record) -> None:
    """Refuse what kernels take for granted: machine code would read and write beyond the record."""
    check_header(game, s)
    check_components(game, s)


def check_header(game: Game, s: Record) -> None:
    """Refuse seats, phases and events that the game does not have."""
    seats = int(s["seats"])
    fits = {
        "seats": seats in game.seats,
        "viewer": TABLE <= s["viewer"] < seats,
        "due": 0 <= s["due"] < 1 << seats,
        "over": s["over"] in (0, 1),
        "phase": s["phase"] in list(game.phases),
        "event": s["event"] in list(game.events),
    }
    for name, fit in fits.items():
        if not fit:
            raise UnreadablePosition(f"no position of {game.title} has {name} {s[name]}")


def check_components(game: Game, s: Record) -> None:
    """Refuse components that are lost, doubled, or not in the box."""
    seen = np.zeros(len(game.box), np.int16)
    try:
        unnamed = int(game.plain_kernels["census"](s, seen))
    except (IndexError, ValueError):  # a place that is not there, a shift by less than nothing
        raise UnreadablePosition("the text names a component that is not in the box") from None
    doubled = np.flatnonzero(seen > game.box)
    if len(doubled):
        raise UnreadablePosition(f"the text has too many of component {doubled[0]}")
    found, boxed = unnamed + int(seen.sum()), int(game.box.sum())
    if found != boxed:
        raise UnreadablePosition(f"the text has {found} components, and the box {boxed}")
