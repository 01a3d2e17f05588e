"""The record of Shuppa: its options, its fields, and the names of phases and events.

A *player* is a seat, or in the solo game also the automaton, which is player 1 and has no seat. A
*cell* is 16 times its column plus its level, both from 0. A set of cells is two numbers: the cells
of the first four columns, and of the other three, 64 less (`cells.py`). A set of cards is two
numbers as well: the numbers 1 to 50, and 51 to 99 (`cards.py`). A card is its number less one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from kermesse.core.kernel import kernel
from kermesse.core.options import Option
from kermesse.core.words import mark
from kermesse.games.shuppa.components import (
    CARDS,
    HALVES,
    MOST_COLUMNS,
    MOST_MULTICOLOURS,
    MOST_ROUNDS,
    MOST_SEATS,
)

ALONE = range(1, 2)  # as a number of seats
OPTIONS = (
    Option(
        "multicolour",
        "wild",
        ("wild", "fifth_suit"),
        mark("what a multicolour card counts as"),
        "SH-15",
        (mark("every colour at once"), mark("a fifth colour of its own")),
    ),
    Option("rounds", MOST_ROUNDS, range(1, MOST_ROUNDS + 1), mark("rounds of the match"), "SH-21"),
    Option("lot_size", 3, range(2, 6), mark("the fewest cards that make a lot"), "SH-14"),
    Option(
        "share_mode",
        "ask",
        ("ask", "auto"),
        mark("who decides how a lot is shared"),
        "SH-45",
        (mark("the player whose turn it is"), mark("done for the player")),
    ),
    Option(
        "difficulty",
        2,
        range(2, 10),
        mark("how strong the automaton is, playing alone"),
        "SH-102",
        (
            mark("easiest: 2 Action cards"),
            mark("very easy: 3 Action cards"),
            mark("easy: 4 Action cards"),
            mark("fairly easy: 5 Action cards"),
            mark("fairly hard: 6 Action cards"),
            mark("hard: 7 Action cards"),
            mark("very hard: 8 Action cards"),
            mark("hardest: 9 Action cards"),
        ),
        seats=ALONE,
    ),
    Option(
        "solo_ties",
        "player",
        ("player", "first"),
        mark("who decides when the automaton has several best actions"),
        "SH-109",
        (mark("you"), mark("the first one is taken")),
        seats=ALONE,
    ),
)
FIFTH_SUIT = 1  # `multicolour`
SHARED_FOR_PLAYER = 1  # `share_mode`
FIRST_OF_THE_BEST = 1  # `solo_ties`

COLUMN = 16  # cells of a column; the topmost is always empty
CELLS = MOST_COLUMNS * COLUMN
# Up to this level one looks without asking for a column's end: to look in vain is quicker
USUAL_HEIGHT = 4
PLACES = 128  # of a table of cards, the last two for what is no card: NOTHING and UNKNOWN
AUTOMATON = 1  # the player without a seat
NORMAL_BACK, ACTION_BACK = 0, 1  # the backs of cards
ACTION_PILE, RESERVE = 0, 1  # where a card is drawn from, in events

FIELDS: list[tuple[Any, ...]] = [
    ("hand", np.int64, (MOST_SEATS, HALVES)),  # the cards of each hand that this record names
    ("won", np.int64, (MOST_SEATS, HALVES)),  # the PV pile of each player
    ("discard", np.int64, (HALVES,)),  # the cards that have left the game
    ("marked", np.int64, (HALVES,)),  # the cells of the lots that are being won
    # the cells, after all have fallen, of the lots that will then be new. Found when cards leave
    # or are moved: only then the position is still there that "new" is judged against (SH-55)
    ("coming", np.int64, (HALVES,)),
    ("answers", np.int16, (MOST_MULTICOLOURS,)),  # the shares chosen for lots of this win, in order
    ("zone", np.int8, (CELLS,)),  # the card in each cell
    ("row", np.int8, (MOST_COLUMNS,)),  # the cards above the zone, from left to right
    ("token", np.int8, (MOST_SEATS,)),  # the card of the zone or row under each player's token
    (
        "stand",
        np.int8,
        (MOST_SEATS,),
    ),  # the column of each token in the zone (SH-60)
    ("chosen", np.int8, (MOST_SEATS,)),  # the card laid face-down; still counted in the hand
    ("unseen", np.int8, (MOST_SEATS, 2)),  # hand cards that this record does not name, by back
    ("bonbonniere", np.int8),  # how many cards this pile has; which ones, nobody knows
    ("reserve", np.int8),  # how many cards the Reserve has
    ("action_pile", np.int8),  # and the Action pile
    ("deck", np.int8, (2,)),  # how many cards the automaton's deck has of each back
    ("tops", np.int8, (2,)),  # the backs of its topmost card and, if known, of the next (SH-123)
    ("laid", np.int8),  # the back of the card that the automaton has laid face-down
    ("arrow", np.int8),  # the direction of this round; NOTHING until it is shown
    ("rights", np.int8),  # how many of the arrows shown so far pointed right
    ("number", np.int8),  # number of this round, from 1; 0 before the first
    ("waiting", np.int8),  # the players whose turn in phase 4 is still to come, as a set
    ("acting", np.int8),  # 1 in phase 5
    ("active", np.int8),  # the player whose turn it is in phase 4 or 5
    ("gain", np.int8),  # the cards that player has won in this turn
    ("chain", np.int8),  # how often lots were won in this turn
    ("best", np.int8),  # what the automaton will gain by the option that is to be chosen for it
    ("lot", np.int8),  # which of the marked lots is being shared, from 0
    ("column", np.int8),  # the column that the next card of the row drops on
    ("falling", np.int8),  # the columns that have to close their gaps, as a set
    ("automaton_won", np.int8),  # whether the automaton has won a card in this round
    ("multicolour", np.int8),
    ("rounds", np.int8),
    ("lot_size", np.int8),
    ("share_mode", np.int8),
    ("difficulty", np.int8),
    ("solo_ties", np.int8),
    ("spare", np.int8, (4,)),  # fills the last word
]


@kernel
def wide(number: int) -> int:
    """A number out of a narrow field, in the width that is calculated with.

    Numba calculates in 64 bits, but passes numbers on as narrow as they come, and compiles a
    kernel anew for each width and for each constant that it is called with. So what comes out of a
    field is widened where it is read, and a constant where a large kernel would be compiled for it.
    """
    return int(number) + 0


@kernel
def place_of(card: int) -> int:
    """Where a card of a field stands in a table of PLACES; what is no card stands behind them all.

    So NOTHING is looked up like a card: no processor foresees whether one lies in a cell, and
    threads that go on side by side all do the same.
    """
    return wide(card) & PLACES - 1


# actions: play a card; decline, or carry out an effect, in the order of SH-129; share
PLAY = 0  # and the card
DECLINE = PLAY + CARDS
EAT = DECLINE + 1  # and the cell
JUMP = EAT + CELLS  # and MOST_COLUMNS * from + to
SWAP = JUMP + MOST_COLUMNS * MOST_COLUMNS  # and 2 * cell, 1 more for horizontally
LIFT = SWAP + 2 * CELLS  # and 2 * column, 1 more for down
SHARE = LIFT + 2 * MOST_COLUMNS  # and the number of the vector in `sharing.py`


class Phase(IntEnum):
    """Four decisions, then the automatic steps in their order (SH-125…128, SH-132)."""

    PLAY = 0  # everybody chooses a card, sealed
    SHARE = 1  # the active player shares a lot
    EFFECT = 2  # the active player carries out an Action card, or declines
    TIE = 3  # the solo player decides among the best actions of the automaton
    REVEAL = 4  # three cards are turned up
    SORT_THREE = 5
    ARROW = 6  # the direction is shown
    AUTOMATON = 7  # the automaton lays its card
    SHOW = 8  # the choices are revealed
    SORT_ROW = 9
    DROP = 10  # the next card of the row drops
    CLAIM = 11  # phase 4: the next player's token, is it in a lot?
    MARK = 12  # new lots
    WIN = 13  # the next of the marked lots: who gets how much; then their cards leave the zone
    TAKE_BACK = 14  # tokens
    FALL = 15  # the next column closes its gaps
    DRAW = 16
    ACTION = 17  # phase 5: the next player with a token
    RESOLVE = 18  # an action without a choice: the automaton's, or nothing but declining
    RESTOCK = 19  # the next empty column
    AUTOMATON_CARD = 20
    END = 21
    OVER = 22


class Happening(IntEnum):
    """What an action or a step can do; its arguments stand beside it."""

    DEALT = 0  # columns, cards of the Bonbonnière, of the Reserve, of the Action pile
    TURNED_UP = 1  # three cards as they came, number of the round
    SORTED_THREE = 2
    ARROW = 3  # RIGHT or LEFT
    CHOSE = 4  # seat, card
    AUTOMATON_LAID = 5  # back of the card, back of the card that is now on top of the deck
    SHOWN = 6  # the card of each player
    SORTED_ROW = 7
    DROPPED = 8  # card, column, level, whose token is on it (or nobody's)
    NO_LOT = 9  # player, card: a Normal card, the token goes back
    STAYED = 10  # player, card: an Action card, the token stays
    MARKED = 11  # player, cards, how often lots were won before in this turn
    LOT = 12  # player, colour, cards, players involved, cards for each, cards to discard
    SHARED = 13  # player, then the multicolours for each and the discard (SH-44)
    WON = 14  # player, cards for each of the four players, cards discarded
    TOOK_BACK = 15  # players
    FELL = 16  # column, cards
    DREW = 17  # player, card, from where
    NONE_LEFT = 18  # player
    ACTS = 19  # player, card
    DECLINED = 20  # player, card
    ATE = 21  # player, card, column, level
    JUMPED = 22  # player, card, from column, to column
    SWAPPED = 23  # player, card in the lower or left cell before, the other card, that cell,
    #              1 for vertically, 16 for horizontally
    LIFTED = 24  # player, card, column, whether down
    RESTOCKED = 25  # column, card, from where
    AUTOMATON_DRAWS = 26  # back of the card on top of the deck now
    ENDED = 27  # players who have won
    TIED = 28  # player, card, what each of the automaton's best actions brings, how many there are
