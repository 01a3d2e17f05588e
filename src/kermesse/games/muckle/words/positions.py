"""Positions of Muckle as text: what hands and the cards put aside look like.

In a hand `*` marks a card that everybody knows, `??` one that this viewer does not know.
"""

from __future__ import annotations

from collections.abc import Set

from kermesse.core.kinds import HIDDEN
from kermesse.core.position_text import Line, PositionText, demand, number_of
from kermesse.core.record import tell
from kermesse.games.muckle.cards import heap, heap_of, one, size
from kermesse.games.muckle.components import PLAYERS, SET_SIZE, SETS
from kermesse.games.muckle.consistency import check, check_history, usually_due
from kermesse.games.muckle.rules import SEATS
from kermesse.games.muckle.rules.turn import to_put_aside
from kermesse.games.muckle.state import CARD, HEAP, Happening, Phase, State


def hand_text(s: State, seat: int) -> str:
    """A hand: of each kind first the cards that everybody knows, at the end the unseen ones."""
    known = heap(int(s.known[seat]))
    words: list[str] = []
    for kind, n in enumerate(heap(int(s.hand[seat]))):
        word = CARD.write(kind)
        words += [f"{word}*"] * known[kind] + [word] * (n - known[kind])
    return " ".join(words + [HIDDEN] * int(s.unseen[seat]))


def read_hand(s: State, seat: int, text: str) -> None:
    """The cards of a hand."""
    for word in words_of(f"hand {seat}", text):
        if word == HIDDEN:
            s.unseen[seat] += 1
            continue
        card = one(number_of(CARD, f"hand {seat}", word.removesuffix("*")))
        s.hand[seat] += card
        s.known[seat] += card if word.endswith("*") else 0


def aside_text(s: State, seat: int) -> str:
    """The cards put aside, then the unseen ones."""
    named = HEAP.write(s.aside[seat]) if s.aside[seat] else ""
    return " ".join([named, *[HIDDEN] * int(s.covered[seat])]).strip()


def read_aside(s: State, seat: int, text: str) -> None:
    """The cards put aside."""
    for word in words_of(f"aside {seat}", text):
        if word == HIDDEN:
            s.covered[seat] += 1
        else:
            s.aside[seat] += one(number_of(CARD, f"aside {seat}", word))


def words_of(name: str, text: str) -> list[str]:
    """The words of a line of cards: no more than a set has."""
    words = text.split()
    demand(len(words) <= SET_SIZE, f"{name} has at most {SET_SIZE} cards")
    return words


def complete(s: State, given: Set[str]) -> None:
    """Without a line for it, everything not elsewhere is aside."""
    for seat in range(PLAYERS):
        if f"aside {seat}" in given:
            continue
        named = int(s.hand[seat]) + heap_of(s.stack[seat])
        if s.unseen[seat]:
            s.covered[seat] = max(SET_SIZE - size(named) - int(s.unseen[seat]), 0)
        else:
            pairs = zip(heap(int(SETS[s.cards])), heap(named), strict=True)
            s.aside[seat] = sum(max(n - m, 0) * one(kind) for kind, (n, m) in enumerate(pairs))


def begin(s: State) -> None:
    """The event of a parsed position: the start of its turn."""
    if s.turn == 0:
        tell(s, Happening.SET_UP, s.hand_size, to_put_aside(s))
    else:
        tell(s, Happening.TURN, s.turn, s.ball)


POSITIONS = PositionText(
    "Muckle",
    State,
    Phase,
    SEATS,
    lines=(
        Line("hand", ("hand", "known", "unseen"), hand_text, read_hand, per_seat=True, needed=True),
        Line("aside", ("aside", "covered"), aside_text, read_aside, per_seat=True),
    ),
    check=check,
    check_history=check_history,
    begin=begin,
    due=usually_due,
    complete=complete,
    usual_phase=lambda s: int(Phase.PLAY if s.turn else Phase.SELECT),
)
position_text, read_position = POSITIONS.write, POSITIONS.read
