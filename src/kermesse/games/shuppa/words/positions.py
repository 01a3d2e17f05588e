"""Positions of Shuppa as text: what the zone, the row and hands look like.

Cards are written by their numbers; the zone column by column from the foot up, `[1 2*0] [3]`, where
`*0` is the token of player 0 and `..` a gap. `7?n 2?a` are seven Normal and two Action cards that
are not seen. Cells are written `column:level`. What lies nowhere is in the piles.
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import partial

from kermesse.core.bits import bit
from kermesse.core.errors import brief
from kermesse.core.kinds import EMPTY, Number
from kermesse.core.position_text import Line, PositionText, demand, number_of
from kermesse.core.record import NOTHING, Row, tell
from kermesse.games.shuppa.components import CARDS, HALF, REVEALED, SEATS
from kermesse.games.shuppa.consistency import check, check_cards, check_history
from kermesse.games.shuppa.rules.cards import cards_in, of_back, undecided
from kermesse.games.shuppa.state import (
    ACTION_BACK,
    CARD,
    COLUMN,
    COLUMN_NUMBER,
    HEAP,
    NORMAL_BACK,
    SPOT,
    Happening,
    Phase,
    State,
    columns,
    players,
)
from kermesse.games.shuppa.tables import LEVELS, MOST_SEATS

COLUMNS = re.compile(r"\[([^\[\]]*)\]")
UNSEEN = re.compile(r"(\d{1,2})\?([na])", re.ASCII)

# --- cards with tokens on them ------------------------------------------------------------------


def with_token(s: State, card: int) -> str:
    """A card by its number, with the token on it."""
    owners = [player for player in range(players(s)) if card >= 0 and s.token[player] == card]
    return SPOT.write(card) + (f"*{owners[0]}" if owners else "")


def lying(s: State, cards: Row) -> str:
    """Some places side by side, but those at the end that are empty."""
    words = [with_token(s, int(card)) for card in cards]
    while words and words[-1] == EMPTY:
        words.pop()
    return " ".join(words)


def read_cards(s: State, name: str, cards: Row, text: str) -> None:
    """The first of some places, with the tokens on the cards there."""
    for place, word in enumerate(text.split()):
        called, star, owner = word.partition("*")
        cards[place] = card = number_of(SPOT, name, called)
        if star:
            player = number_of(Number(players(s) - 1), f"the token on {called}", owner)
            demand(s.token[player] == NOTHING, f"player {player} has two tokens")
            s.token[player] = card


def column_at(s: State, column: int) -> Row:
    return s.zone[COLUMN * column : COLUMN * (column + 1)]


def zone_text(s: State) -> str:
    """The columns, each from its foot up."""
    return " ".join(f"[{lying(s, column_at(s, column))}]" for column in range(columns(s)))


def read_zone(s: State, text: str) -> None:
    demand(not COLUMNS.sub("", text).strip(), f"zone is written like [1 2] [3], not {brief(text)}")
    found = COLUMNS.findall(text)
    demand(len(found) == columns(s), f"zone has {columns(s)} columns, not {len(found)}")
    for column, cards in enumerate(found):
        n = len(cards.split())
        demand(n <= LEVELS, f"a column has room for {LEVELS} cards, not {n}")
        read_cards(s, "zone", column_at(s, column), cards)


def read_row(s: State, text: str) -> None:
    n = len(text.split())
    demand(n <= columns(s), f"row has room for {columns(s)} cards, not {n}")
    read_cards(s, "row", s.row, text)


def token_text(s: State, player: int) -> str:
    """A token on a card that has left the zone, and the column where it was."""
    if player >= players(s) or s.token[player] < 0 or s.token[player] in [*s.zone, *s.row]:
        return ""
    return f"{CARD.write(s.token[player])} {COLUMN_NUMBER.write(s.stand[player])}"


def read_token(player: int, s: State, text: str) -> None:
    name, words = f"token {player}", text.split()
    demand(len(words) == 2 and player < players(s), f"{name} cannot be {brief(text)}")
    demand(s.token[player] == NOTHING, f"player {player} has two tokens")
    s.token[player] = number_of(CARD, name, words[0])
    s.stand[player] = number_of(COLUMN_NUMBER, name, words[1])


# --- hands and piles ----------------------------------------------------------------------------


def hand_text(s: State, seat: int) -> str:
    """A hand: the cards that are named, and how many are not."""
    parts = [HEAP.write_row(s.hand[seat])] if s.hand[seat].any() else []
    parts += [f"{n}?{back}" for n, back in zip(s.unseen[seat], "na", strict=True) if n]
    return " ".join(parts)


def read_hand(s: State, seat: int, text: str) -> None:
    """The cards of a hand, named or not."""
    for word in text.split():
        if found := UNSEEN.fullmatch(word):
            s.unseen[seat, "na".index(found[2])] += min(int(found[1]), CARDS)
            continue
        card = number_of(CARD, f"hand {seat}", word)
        half, place = divmod(card, HALF)
        demand(not int(s.hand[seat, half]) & bit(place), f"hand {seat} holds {word} twice")
        s.hand[seat, half] |= bit(place)


def complete(s: State, given: Set[str]) -> None:
    """Tokens stand where their cards lie; what lies nowhere is in the piles."""
    cells = {int(card): cell for cell, card in enumerate(s.zone) if card >= 0}
    for player in range(players(s)):
        if s.token[player] in cells:
            s.stand[player] = cells[int(s.token[player])] // COLUMN
    check_cards(s)
    demand(s.number <= s.rounds, f"there are {s.rounds} rounds, not {s.number}")
    usual = {
        "bonbonniere": REVEALED * (int(s.rounds) - int(s.number)) + 1,
        "reserve": loose(s, NORMAL_BACK) - int(s.bonbonniere),
        "action_pile": loose(s, ACTION_BACK),
    }
    for name, left in usual.items():
        demand(left >= 0, f"there are not enough cards for {name}")
        fits = name not in given or s[name] == left
        demand(fits, f"{left} cards are left for {name}, not {s[name]}")
        s[name] = left


def loose(s: State, back: int) -> int:
    """How many cards of a back are in the piles."""
    held = int(s.unseen[:, back].sum()) + int(s.deck[back]) + int(s.laid == back)
    return cards_in(of_back(undecided(s), back)) - held


def begin(s: State) -> None:
    tell(s, Happening.DEALT, columns(s), s.bonbonniere, s.reserve, s.action_pile)


def usually_due(s: State) -> int:
    if s.phase == Phase.PLAY:
        return sum(bit(seat) for seat in range(s.seats) if s.chosen[seat] == NOTHING)
    if s.phase == Phase.TIE:
        return bit(0)
    deciding = s.phase in (Phase.SHARE, Phase.EFFECT) and s.active >= 0
    return bit(s.active) if deciding else 0


POSITIONS = PositionText(
    "Shuppa",
    State,
    Phase,
    SEATS,
    lines=(
        Line("zone", ("zone", "stand"), zone_text, read_zone, needed=True),
        Line("row", ("row",), lambda s: lying(s, s.row), read_row),
        *(
            Line(f"token {player}", ("token",), partial(token_text, player=player),
                 partial(read_token, player))
            for player in range(MOST_SEATS)
        ),
        Line("hand", ("hand", "unseen"), hand_text, read_hand, per_seat=True),
    ),
    check=check,
    check_history=check_history,
    begin=begin,
    due=usually_due,
    complete=complete,
)  # fmt: skip
position_text, read_position = POSITIONS.write, POSITIONS.read
