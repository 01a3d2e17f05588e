"""Positions of VIVA as text: what hands and houses look like.

Cards are written `RY`, several of a kind `3RY`, unknown ones `??` or `4??`; a `*` marks a hand card
that everybody knows. A house is written from its top card down. What lies nowhere is in the draw
pile.
"""

from __future__ import annotations

from collections.abc import Set

from kermesse.core.kinds import EMPTY, HIDDEN, Number
from kermesse.core.position_text import Line, PositionText, number_of
from kermesse.core.record import tell
from kermesse.games.viva.cards import counted, one, parted
from kermesse.games.viva.components import CARDS, HOUSES
from kermesse.games.viva.consistency import (
    check,
    check_history,
    dealer_of,
    left_for_the_pile,
    usually_due,
)
from kermesse.games.viva.rules import SEATS
from kermesse.games.viva.state import CARD, HEAP, Happening, Phase, State, agree

UNSEEN = Number(max(CARDS), least=1)


def hand_text(s: State, seat: int) -> str:
    """A hand: what everybody knows of it, what else is known, and how many cards are unseen."""
    known = int(s.known[seat])
    parts = (HEAP.write(known, "*"), HEAP.write(int(s.hand[seat]) - known))
    unseen = [counted(int(s.unseen[seat]), HIDDEN)] if s.unseen[seat] else []
    return " ".join([part for part in parts if part != EMPTY] + unseen)


def read_hand(s: State, seat: int, text: str) -> None:
    """The cards of a hand."""
    name, words = f"hand {seat}", text.split()
    hidden = [word.removesuffix(HIDDEN) or "1" for word in words if word.endswith(HIDDEN)]
    named = [word.removesuffix("*") for word in words if not word.endswith(HIDDEN)]
    known = [word.removesuffix("*") for word in words if word.endswith("*")]
    s.unseen[seat] = min(sum(number_of(UNSEEN, name, word) for word in hidden), UNSEEN.most)
    s.hand[seat] = number_of(HEAP, name, " ".join(named))
    s.known[seat] = number_of(HEAP, name, " ".join(known))


def house_line(house: int) -> Line:
    """The line of a house, its top card first."""
    name = f"house {house + 1}"

    def write(s: State) -> str:
        if s.top[house] < 0:
            return ""
        below = int(s.under[house])
        return f"{CARD.write(s.top[house])} {HEAP.write(below) if below else ''}".rstrip()

    def read(s: State, text: str) -> None:
        cards = number_of(HEAP, name, text)
        if cards:
            _, top = parted(text.split(maxsplit=1)[0])
            s.top[house] = CARD.read(top)
            s.under[house] = cards - one(s.top[house])

    return Line(name, ("top", "under"), write, read)


def complete(s: State, given: Set[str]) -> None:
    """Who has dealt follows from whose turn it is, the draw pile from the rest."""
    if "dealer" not in given:
        s.dealer = dealer_of(s)
    if "pile" not in given:
        s.pile = max(left_for_the_pile(s), 0)


def begin(s: State) -> None:
    """The event of a parsed position: the start of its turn."""
    tell(s, Happening.BEGAN, s.active, s.turn)


POSITIONS = PositionText(
    "VIVA",
    State,
    Phase,
    SEATS,
    lines=(
        *map(house_line, range(HOUSES)),
        Line("hand", ("hand", "known", "unseen"), hand_text, read_hand, per_seat=True, needed=True),
    ),
    check=check,
    check_history=check_history,
    begin=begin,
    due=usually_due,
    complete=complete,
    agree=agree,
)
position_text, read_position = POSITIONS.write, POSITIONS.read
