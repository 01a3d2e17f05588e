"""What happened at a table apart from the game, in words."""

from __future__ import annotations

from collections.abc import Mapping

from kermesse.core.words import Words, mark
from kermesse.table.levels import bot_title
from kermesse.table.state.log_events import (
    AWAY,
    BACK,
    CLOSE,
    FREE,
    KICK,
    LEAVE,
    REWIND,
    SEAT_BOT,
    SHOW,
    SIT,
    START,
    TIMEOUT,
    UNDO,
    Note,
)

SENTENCES = {
    START: mark("The match begins."),
    CLOSE: mark("The operator of this server closed the table."),
    SIT: mark("{name} sits down at seat {seat}."),
    LEAVE: mark("{name} leaves seat {seat}."),
    SEAT_BOT: mark("A bot plays seat {seat}: {bot}."),
    FREE: mark("Seat {seat} is free."),
    KICK: mark("{name} was sent away from seat {seat}."),
    AWAY: mark("A bot decides for {name} until they are back: {bot}."),
    BACK: mark("{name} is back and decides again."),
    TIMEOUT: mark("{name} has no time left: a bot plays on at seat {seat}."),
    UNDO: mark("{name} takes a decision back."),
    REWIND: mark("{name} takes a decision back, and everybody agrees."),
    SHOW: mark("{name} agrees to show all hands to the players."),
}
EDITION = mark(
    "The rules have changed since this match began: the table is closed, as it cannot go on."
)
CLOSED_BECAUSE = mark("The operator of this server closed the table: {reason}")
BY_LOT = mark("The seats are drawn by lot, and the match begins.")
TIME_UP = mark("{name} has no time left: a bot decides until they are back.")

SPECIAL = (  # what is said if a note has a field of that name
    (START, "lot", BY_LOT),
    (CLOSE, "rules", EDITION),
    (CLOSE, "reason", CLOSED_BECAUSE),
    (AWAY, "ms", TIME_UP),
)


def note_text(note: Note, people: Mapping[int, str], say: Words) -> str:
    """A note as a sentence."""
    special = [words for kind, name, words in SPECIAL if kind == note.kind and name in note.body]
    return say(
        special[0] if special else SENTENCES[note.kind],
        reason=str(note.body.get("reason", "")),
        name=people.get(note.person or 0) or say("Guest"),
        seat=note.seat or 0,
        bot=bot_title(str(note.body.get("bot", "")), say),
    )
