"""Positions of Muvuca as text: what hands and Crowd look like.

Cards are written `fr-st`, an unknown card `??`, a gap `..`; a `*` marks a hand card that everybody
knows.
"""

from __future__ import annotations

from collections.abc import Set

from kermesse.core.bits import bit, has
from kermesse.core.errors import brief
from kermesse.core.kinds import HIDDEN, bits_of
from kermesse.core.position_text import Line, PositionText, demand, number_of
from kermesse.core.record import tell
from kermesse.games.muvuca.components import CARD_CODES, CELLS, SIDE
from kermesse.games.muvuca.consistency import check, check_history, deciders, starter_of
from kermesse.games.muvuca.rules import SEATS
from kermesse.games.muvuca.state import CARD, PLACE, Happening, Phase, State


def hand_text(s: State, seat: int) -> str:
    """A hand: its cards, those that everybody knows marked, then the unseen ones."""
    named = [
        CARD_CODES[card] + ("*" if has(s.known[seat], card) else "")
        for card in bits_of(s.hand[seat])
    ]
    return " ".join(named + [HIDDEN] * int(s.unseen[seat]))


def read_hand(s: State, seat: int, text: str) -> None:
    """The cards of a hand."""
    for word in text.split():
        if word == HIDDEN:
            s.unseen[seat] += 1
            continue
        card = number_of(CARD, f"hand {seat}", word.removesuffix("*"))
        demand(not has(s.hand[seat], card), f"hand {seat} cannot hold {brief(word)} twice")
        s.hand[seat] |= bit(card)
        s.known[seat] |= bit(card) if word.endswith("*") else 0


def crowd_text(s: State) -> str:
    """The cells, a row to a line."""
    rows = [s.crowd[first : first + SIDE] for first in range(0, CELLS, SIDE)]
    return "".join("\n" + " ".join(f"{PLACE.write(c):5}" for c in row).rstrip() for row in rows)


def read_crowd(s: State, text: str) -> None:
    """The cells, row by row."""
    words = text.split()
    demand(len(words) == CELLS, f"the crowd has {CELLS} cells, not {len(words)}")
    s.crowd[:] = [number_of(PLACE, "crowd", word) for word in words]


def complete(s: State, given: Set[str]) -> None:
    """Who has begun the round follows from whose turn it is."""
    if "starter" not in given:
        s.starter = starter_of(s)


def begin(s: State) -> None:
    """A position that was read tells of its deal."""
    tell(s, Happening.DEALT, s.starter, s.food_seat)


POSITIONS = PositionText(
    "Muvuca",
    State,
    Phase,
    SEATS,
    lines=(
        Line("hand", ("hand", "known", "unseen"), hand_text, read_hand, per_seat=True, needed=True),
        Line("crowd", ("crowd",), crowd_text, read_crowd, needed=True),
    ),
    check=check,
    check_history=check_history,
    begin=begin,
    due=deciders,
    complete=complete,
)
position_text, read_position = POSITIONS.write, POSITIONS.read
