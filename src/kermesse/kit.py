"""Everything that a game is written with: one place to import from, and to look things up."""

from __future__ import annotations

from kermesse.core.bits import (
    bit,
    count,
    has,
    including,
    listed,
    lowest,
    minus,
    nth,
    without,
)
from kermesse.core.cards import draw_members, rank, spread
from kermesse.core.census import unnamed_of
from kermesse.core.chance import draw, draw_member
from kermesse.core.events import EventKind, Secret, hider, tells
from kermesse.core.kernel import kernel
from kermesse.core.kinds import (
    FLAG,
    NOTHING,
    UNKNOWN,
    Members,
    Number,
    Unnamed,
    components,
    named,
    seats,
)
from kermesse.core.options import Value
from kermesse.core.order_of_play import Decision, Step, order_of_play
from kermesse.core.plain_board import SEAT_NAMES, seat_board, set_text
from kermesse.core.plain_notation import PlainNotation
from kermesse.core.record import (
    TABLE,
    Counts,
    Moves,
    Points,
    Record,
    Worths,
    one,
    option,
    row,
    tell,
)
from kermesse.core.rooms import game_of
from kermesse.core.words import mark

__all__ = [
    "FLAG",
    "NOTHING",
    "SEAT_NAMES",
    "TABLE",
    "UNKNOWN",
    "Counts",
    "Decision",
    "EventKind",
    "Members",
    "Moves",
    "Number",
    "PlainNotation",
    "Points",
    "Record",
    "Secret",
    "Step",
    "Unnamed",
    "Value",
    "Worths",
    "bit",
    "components",
    "count",
    "draw",
    "draw_member",
    "draw_members",
    "game_of",
    "has",
    "hider",
    "including",
    "kernel",
    "listed",
    "lowest",
    "mark",
    "minus",
    "named",
    "nth",
    "one",
    "option",
    "order_of_play",
    "rank",
    "row",
    "seat_board",
    "seats",
    "set_text",
    "spread",
    "tell",
    "tells",
    "unnamed_of",
    "without",
]
