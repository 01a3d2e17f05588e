"""What bots know about Shuppa: how each level thinks, a quick judgement, features.

The judgement speaks of a card that is chosen and not yet revealed as well: what it will bring on
average, over the cards that the others may have chosen, given the hands that this record names.
"""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.bits import count
from kermesse.core.kernel import kernel
from kermesse.core.recipes import Levels, Recipe, Search
from kermesse.core.record import NOTHING, Worths
from kermesse.core.sights import Sight
from kermesse.games.shuppa.components import (
    CARDS,
    COLOUR,
    COLOUR_COUNT,
    HALF,
    KIND,
    MULTI,
    NORMAL,
    REVEALED,
)
from kermesse.games.shuppa.rules.automaton import gain_in_cascade
from kermesse.games.shuppa.rules.cards import (
    NO_CARDS,
    Heap,
    cards_in,
    hand_of,
    height_of,
    is_among,
    lowest_card,
    nth_card,
    of_back,
    owner_of,
    with_card,
    without_card,
)
from kermesse.games.shuppa.rules.cells import NOWHERE, is_empty, joined, only
from kermesse.games.shuppa.rules.lots import Faces, look, lots_around
from kermesse.games.shuppa.scoring import points
from kermesse.games.shuppa.state import ACTION_BACK, CELLS, COLUMN, Phase, State, players
from kermesse.games.shuppa.tables import MOST_COLUMNS, MOST_SEATS

SAMPLES = 9  # cards of another's hand that are tried: all of them at the start
ACTION_IN_HAND = 0.35  # of an Action card that can still be played, in points
DRAWN = 0.3  # of the card that a player without a lot draws
# what an Action card without a lot will probably bring in phase 5
EFFECT_WORTH = (1.6, 1.3, 1.6, 0.9)

LEVELS_SEEN = 10  # higher ones are rare
CELL_MARKS = COLOUR_COUNT + 3  # four colours, multicolour, your token, another's
SEAT_MARKS = 5
SIGHTS = (
    Sight(CARDS, "your hand, a number for each card"),
    Sight(CARDS, "the cards of the row"),
    Sight(
        MOST_COLUMNS * LEVELS_SEEN * CELL_MARKS,
        f"for each of {MOST_COLUMNS} columns the lowest {LEVELS_SEEN} cards: colour or "
        "multicolour, your token, another's token",
    ),
    Sight(
        MOST_SEATS * SEAT_MARKS,
        "for each player starting with you: points (divided by 20), cards (by 9), Action cards (by "
        "4), has a token out, has the turn",
    ),
    Sight(4, "which decision it is"),
    Sight(1, "the direction of the round; one half before it is shown"),
    Sight(1, "rounds played, as a share"),
    Sight(2, "cards of the Reserve (divided by 36) and of the Action pile (by 24)"),
    Sight(1, "the back of the automaton's top card; one half if it is not known"),
)
FEATURES = sum(sight.numbers for sight in SIGHTS)

# A round is a matrix game: whose number is higher decides where a card drops.
# All own cards are weighed, and of others the few that look best: another hand is imagined, and
# if it may pick any card of it, it knows too well how to answer.
MATRIX = Recipe(Search.MATRIX, 128, scale=4.0, sample=64, width=9, otherwise=Search.GLANCE)
NARROW = {1: 9, 2: 3, 3: 2, 4: 2}


def levels(seats: int) -> Levels:
    """Glances with slips and without, then matrix games."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=2.5),
        "casual": Recipe(Search.GLANCE, 4, slips=0.9),
        "skilled": Recipe(Search.GLANCE, 4, slips=0.45),
        "strong": Recipe(Search.GLANCE, 8, slips=0.15),
        "expert": replace(MATRIX, narrow=NARROW[seats]),
    }


@kernel
def evaluate(s: State, out: Worths) -> None:
    """How far each seat is ahead of the best of the others, the automaton included."""
    for seat in range(s.seats):
        best = -1000.0
        for other in range(players(s)):
            if other != seat:
                best = max(best, standing(s, other))
        out[seat] = standing(s, seat) - best + promise(s, seat)


@kernel
def standing(s: State, player: int) -> float:
    """Points, and Action cards for the rounds to come."""
    worth = float(points(s, player))
    if player < s.seats:
        left = int(s.rounds) - int(s.number) + int(s.phase == Phase.PLAY)
        actions = cards_in(of_back(hand_of(s, player), ACTION_BACK))
        actions += int(s.unseen[player, ACTION_BACK])
        worth += ACTION_IN_HAND * float(min(actions, left))
    return worth


# --- a sealed card ------------------------------------------------------------------------------


@kernel
def promise(s: State, seat: int) -> float:
    """What a chosen card will bring its owner, less what the others get on average."""
    if s.phase != Phase.PLAY or s.chosen[seat] < 0:
        return 0.0
    total = 0.0
    faces = look(s)
    for sample in range(SAMPLES):
        row = likely_row(s, sample)
        dropped = drop_row(s, faces, row)
        for player in range(s.seats):
            share = 1.0 if player == seat else -1.0 / float(int(s.seats) - 1)
            total += share * prospect(s, dropped, row, sample, player)
    return total / float(SAMPLES)


@kernel
def likely_card(s: State, sample: int, player: int) -> int:
    """A card that a player may have chosen: the chosen one if known, else one of the hand."""
    hand = hand_of(s, player)
    if s.chosen[player] >= 0:
        return int(s.chosen[player])
    return nth_card(hand, (sample + player) % cards_in(hand)) if cards_in(hand) > 0 else NOTHING


@kernel
def likely_row(s: State, sample: int) -> Heap:
    row = NO_CARDS
    for place in range(REVEALED):
        row = with_card(row, int(s.row[place]))
    for player in range(s.seats):
        card = likely_card(s, sample, player)
        if card != NOTHING:
            row = with_card(row, card)
    return row


@kernel
def drop_row(s: State, faces: Faces, row: Heap) -> Faces:
    """The zone after the cards of a row have dropped, the lowest on the first column."""
    plain, ones, twos = faces.plain, faces.ones, faces.twos
    column = 0
    while cards_in(row) > 0:
        card = lowest_card(row)
        row = without_card(row, card)
        cell = only(COLUMN * column + height_of(s, column))
        colour = int(COLOUR[card])
        plain = joined(plain, cell) if colour < MULTI else plain
        ones = joined(ones, cell) if colour & 1 or colour == MULTI else ones
        twos = joined(twos, cell) if colour & 2 else twos
        column += 1
    return Faces(plain, ones, twos, faces.wild, faces.least)


@kernel
def landing(s: State, row: Heap, card: int) -> int:
    below = card if card < HALF else card - HALF
    if card < HALF:
        column = count(row.low & (1 << below) - 1)
    else:
        column = count(row.low) + count(row.high & (1 << below) - 1)
    return COLUMN * column + height_of(s, column)


@kernel
def prospect(s: State, dropped: Faces, row: Heap, sample: int, player: int) -> float:
    """The points of a player's turn, had it come first."""
    card = likely_card(s, sample, player)
    if card == NOTHING:
        return 0.0
    lots = lots_around(dropped, landing(s, row, card))
    if is_empty(lots):
        return DRAWN if KIND[card] == NORMAL else EFFECT_WORTH[KIND[card]]
    strangers = NOWHERE
    for other in range(s.seats):
        theirs = likely_card(s, sample, other)
        if other != player and theirs != NOTHING:
            strangers = joined(strangers, only(landing(s, row, theirs)))
    return float(gain_in_cascade(dropped, lots, strangers))


# --- what a net sees ----------------------------------------------------------------------------


@kernel
def features(s: State, out: Worths) -> None:
    """Own hand, row, zone with tokens, the seats from the view's own on, and the round."""
    out[:] = 0.0
    me = max(int(s.viewer), 0)
    for card in range(CARDS):
        out[card] = float(int(is_among(hand_of(s, me), card)))
    for place in range(MOST_COLUMNS):
        if s.row[place] >= 0:
            out[CARDS + int(s.row[place])] = 1.0
    at = 2 * CARDS
    for cell in range(CELLS):
        if cell % COLUMN < LEVELS_SEEN and s.zone[cell] >= 0:
            place = cell // COLUMN * LEVELS_SEEN + cell % COLUMN
            mark_cell(s, me, int(s.zone[cell]), out[at + CELL_MARKS * place :])
    at += MOST_COLUMNS * LEVELS_SEEN * CELL_MARKS
    for i in range(players(s)):
        mark_seat(s, (me + i) % players(s), out[at + SEAT_MARKS * i :])
    mark_round(s, out[at + SEAT_MARKS * MOST_SEATS :])


@kernel
def mark_cell(s: State, me: int, card: int, out: Worths) -> None:
    """The colour of a card, and whose token is on it."""
    out[int(COLOUR[card])] = 1.0
    owner = owner_of(s, card)
    if owner != NOTHING:
        out[COLOUR_COUNT + (1 if owner == me else 2)] = 1.0


@kernel
def mark_seat(s: State, player: int, out: Worths) -> None:
    """How a player stands, and what the backs of the hand tell."""
    hand = hand_of(s, player)
    actions = cards_in(of_back(hand, ACTION_BACK)) + int(s.unseen[player, 1])
    out[0] = float(points(s, player)) / 20.0
    out[1] = float(cards_in(hand) + int(s.unseen[player, 0]) + int(s.unseen[player, 1])) / 9.0
    out[2] = float(actions) / 4.0
    out[3] = float(int(s.token[player] != NOTHING))
    out[4] = float(int(s.active == player))


@kernel
def mark_round(s: State, out: Worths) -> None:
    for phase in range(4):
        out[phase] = float(int(s.phase == phase))
    out[4] = float(int(s.arrow)) if s.arrow >= 0 else 0.5
    out[5] = float(s.number) / float(s.rounds)
    out[6] = float(s.reserve) / 36.0
    out[7] = float(s.action_pile) / 24.0
    out[8] = float(int(s.tops[0])) if s.tops[0] >= 0 else 0.5
