"""Moon River as text: actions, events as sentences, positions, and why an action is refused.

The text of an action is words with a blank between them, the decision first and then its parts:

| text | decision |
| --- | --- |
| `plot 3` | a Ranchero goes to position 3 of the column, counted from the box |
| `keep` | no (further) domino |
| `join D0 Cn` | a domino of these two kinds |
| `place r2c3 r2c4` | its first plot on row 2, column 3, its second on row 2, column 4 |
| `discard D0 Cn` | two plots that fit nowhere are given up |
| `drought r2c3` | the cow that a skull takes |
| `circle r2c3` | the circle that comes first |
| `recruit trapper cowboy` | a token of the saloon and the side it is to show |
| `move r2c3 r2c4`, `stop` | a step of the cowboy |
| `swap D0 1 Mcc`, `steal 1 r2c3`, `decline` | what a desperado or a cattle thief does |
| `tile 1`, `side desert`, `lay r9c2` | a bonus tile |
"""

from __future__ import annotations

from functools import cache

from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.record import NOTHING, Record
from kermesse.games.moon_river.components import (
    CELLS,
    COLUMN,
    COLUMNS,
    KINDS,
    PAIR_KINDS,
    PAIRS,
    PIECE_CODES,
    RECRUITS,
    SEATS,
    SHOWN,
    SOUTH,
    TILES,
    WAYS,
    WEST,
)
from kermesse.games.moon_river.placement import position_text, read_position
from kermesse.games.moon_river.refusals import neighbour, refusal
from kermesse.games.moon_river.rules.record import (
    CHOOSE,
    CIRCLE,
    DECLINE,
    DISCARD,
    DROUGHT,
    JOIN,
    KEEP,
    LAY,
    MOVE,
    PLACE,
    RECRUIT,
    SIDE,
    STEAL,
    STOP,
    SWAP,
    TILE,
    Phase,
)
from kermesse.games.moon_river.tables import TERRAINS
from kermesse.games.moon_river.telling import event_text
from kermesse.games.moon_river.words import SIDE_WORDS, SPECIALIST_WORDS, cell_text

__all__ = [
    "action_text",
    "event_text",
    "meant",
    "position_text",
    "read_action",
    "read_position",
    "refusal",
]

ROWS_AND_COLUMNS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # of each way


def two_cells(way: int, cell: int) -> str:
    """A cell and the one that way, which may lie off the frame: r1c5 r1c6."""
    row, column = cell // COLUMNS + 1, cell % COLUMNS + 1
    down, right = ROWS_AND_COLUMNS[way]
    return f"r{row}c{column} r{row + down}c{column + right}"


def pair_text(pair: int) -> str:
    """Two kinds of plots."""
    first, second = PAIR_KINDS[pair]
    return f"{PIECE_CODES[first]} {PIECE_CODES[second]}"


@cache
def texts() -> dict[int, str]:
    """The text of every action number."""
    found = {CHOOSE + position: f"plot {position + 1}" for position in range(COLUMN)}
    found |= {KEEP: "keep", STOP: "stop", DECLINE: "decline"}
    for pair in range(PAIRS):
        found[JOIN + pair] = f"join {pair_text(pair)}"
        found[DISCARD + pair] = f"discard {pair_text(pair)}"
    for cell in range(CELLS):
        found[DROUGHT + cell] = f"drought {cell_text(cell)}"
        found[CIRCLE + cell] = f"circle {cell_text(cell)}"
        found[LAY + cell] = f"lay {cell_text(cell)}"
        for way in range(WAYS):
            found[PLACE + way * CELLS + cell] = f"place {two_cells(way, cell)}"
            found[MOVE + way * CELLS + cell] = f"move {two_cells(way, cell)}"
    for recruit in range(RECRUITS):
        word, side = SPECIALIST_WORDS[recruit // SHOWN], SIDE_WORDS[recruit % SHOWN]
        found[RECRUIT + recruit] = f"recruit {word} {side}"
    found |= {TILE + tile: f"tile {tile + 1}" for tile in range(TILES)}
    found |= {SIDE + n: f"side {terrain}" for n, terrain in enumerate(TERRAINS)}
    return found | bandit_texts()


def bandit_texts() -> dict[int, str]:
    """Exchanges and thefts."""
    found = {}
    for seat in range(SEATS):
        for cell in range(CELLS):
            found[STEAL + seat * CELLS + cell] = f"steal {seat} {cell_text(cell)}"
        for own in range(KINDS):
            for theirs in range(KINDS):
                number = SWAP + (own * SEATS + seat) * KINDS + theirs
                found[number] = f"swap {PIECE_CODES[own]} {seat} {PIECE_CODES[theirs]}"
    return found


@cache
def numbers() -> dict[str, int]:
    """The number of every text, in small letters; a pair is read in either order."""
    found = {text.lower(): number for number, text in texts().items()}
    for text, number in list(found.items()):
        word, *parts = text.split()
        if word in ("join", "discard"):
            found[" ".join([word, *reversed(parts)])] = number
    return found


def action_text(action: int) -> str:
    """The stable text of an action."""
    return texts()[action]


def meant(s: Record, action: int) -> int:
    """The same placement from its first cell in reading order: so two equal plots lie (MR-136)."""
    way, cell = divmod(action - PLACE, CELLS)
    if s.phase != Phase.PLACE or s.joined[0] != s.joined[1] or way not in (WEST, SOUTH):
        return action
    other = neighbour(cell, way)
    return action if other == NOTHING else PLACE + (way - 2) * CELLS + other


def read_action(text: str) -> int:
    """The number of an action."""
    plain = " ".join(text.lower().replace("-", "_").split())
    if plain not in numbers():
        raise UnreadableAction(
            f"cannot read {brief(text)}: write plot 3, keep, join D0 Cn, place r2c3 r2c4, "
            "recruit trapper cowboy, move r2c3 r2c4, stop, swap D0 1 Mcc, steal 1 r2c3 or decline"
        )
    return numbers()[plain]
