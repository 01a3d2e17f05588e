"""What a position of Shuppa is: options, fields, phases, and what can happen.

A *player* is a seat, or in the solo game also the automaton, which is player 1 and has no seat. A
*cell* is 16 times its column plus its level, both from 0. A set of cells is two numbers: the cells
of the first four columns, and of the other three, 64 less (`rules/cells.py`). A set of cards is two
numbers as well (`rules/cards.py`). A card is its number less one.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from kermesse.core.events import EventKind, Secret, Tempo, hider, tells
from kermesse.core.kernel import kernel
from kermesse.core.kinds import (
    FLAG,
    LongMembers,
    Members,
    Named,
    Number,
    Unnamed,
    components,
    named,
    seats,
)
from kermesse.core.record import NOTHING, Counts, Record, one, option
from kermesse.core.record import row as several  # `row` is a field here
from kermesse.core.words import mark
from kermesse.games.shuppa.components import (
    CARDS,
    FEWEST_COLUMNS,
    HALF,
    HALVES,
    MOST_ROUNDS,
    REVEALED,
    SUITS,
    VECTORS,
    vector_code,
)
from kermesse.games.shuppa.tables import LEVELS, MOST_COLUMNS, MOST_MULTICOLOURS, MOST_SEATS

ALONE = range(1, 2)  # as a number of seats
FIFTH_SUIT = 1  # of the option `multicolour`
SHARED_FOR_PLAYER = 1  # of `share_mode`
FIRST_OF_THE_BEST = 1  # of `solo_ties`

COLUMN = 16  # cells of a column; the topmost is always empty
CELLS = MOST_COLUMNS * COLUMN
WORD = 64  # the cell with which the second number of a set begins
# Up to this level one looks without asking for a column's end: to look in vain is quicker
USUAL_HEIGHT = 4
PLACES = 128  # of a table of cards, the last two for what is no card: NOTHING and UNKNOWN
AUTOMATON = 1  # the player without a seat
NORMAL_BACK, ACTION_BACK = 0, 1  # the backs of cards
ACTION_PILE, RESERVE = 0, 1  # where a card is drawn from, in events

# actions: play a card; decline, or carry out an effect, in the order of SH-129; share
PLAY = 0  # and the card
DECLINE = PLAY + CARDS
EAT = DECLINE + 1  # and the cell
JUMP = EAT + CELLS  # and MOST_COLUMNS * from + to
SWAP = JUMP + MOST_COLUMNS * MOST_COLUMNS  # and 2 * cell, 1 more for horizontally
LIFT = SWAP + 2 * CELLS  # and 2 * column, 1 more for down
SHARE = LIFT + 2 * MOST_COLUMNS  # and the number of the vector
EFFECTS = np.array([EAT, JUMP, SWAP, LIFT, SHARE], np.int64)  # where those of each kind begin
ACTIONS = SHARE + len(VECTORS)


@kernel
def players(s: Record) -> int:
    """How many play, the automaton included (SH-101)."""
    return max(int(s.seats), 2)


@kernel
def columns(s: Record) -> int:
    """How many columns there are; the automaton makes two players of one (SH-01, SH-101)."""
    return max(int(s.seats) + REVEALED, FEWEST_COLUMNS)


@kernel
def place_of(card: int) -> int:
    """Where a card of a field stands in a table of PLACES; what is no card stands behind them all.

    So NOTHING is looked up like a card: no processor foresees whether one lies in a cell, and
    threads that go on side by side all do the same.
    """
    return int(card) & PLACES - 1


def cell_code(cell: int) -> str:
    """A cell in notation: column from 1, level from 0."""
    return f"{cell // COLUMN + 1}:{cell % COLUMN}"


class Back(Named):
    """The back of a card that lies face-down: it counts as one without a name."""

    @staticmethod
    @kernel
    def tally(out: Counts, back: int) -> int:
        return int(back != NOTHING)


PLAYER = seats(MOST_SEATS)
SOMEBODY = PLAYER.or_nothing()
PLAYERS = Members(PLAYER)
CARD = components(map(str, range(1, CARDS + 1)))
SPOT = CARD.or_nothing()
PLACE = CARD.place()
HEAP = LongMembers(CARD, each=HALF)
CELL = Named({cell: cell_code(cell) for cell in range(CELLS) if cell % COLUMN < LEVELS})
ZONE = LongMembers(CELL, each=WORD)
COLUMN_NUMBER = named(map(str, range(1, MOST_COLUMNS + 1)))
BACK = Back({NORMAL_BACK: "normal", ACTION_BACK: "action"}).or_nothing()
DIRECTION = named(["right", "left"]).or_nothing()
PILE = named(["action_pile", "reserve"])
VECTOR = named(vector_code(i).replace(" ", "/") for i in range(len(VECTORS))).or_nothing()
SUIT = named(SUITS)
COUNT, UNNAMED = Number(CARDS), Unnamed(CARDS)


class State(Record, players=players):
    """A match: hands and piles, the zone, the round and the turn under way, and the options."""

    hand = several(
        HEAP, (MOST_SEATS, HALVES), "cards of a hand that this record names", per_seat=True
    )
    won = several(HEAP, (MOST_SEATS, HALVES), "the PV pile of a player", per_seat=True)
    discard = several(HEAP, HALVES, "cards that have left the game")
    marked = several(ZONE, HALVES, "the cells of the lots that are being won")
    # found when cards leave or are moved: only then the position is still there that "new" is
    # judged against (SH-55)
    coming = several(ZONE, HALVES, "the cells, once all have fallen, of lots that will be new")
    answers = several(
        VECTOR, MOST_MULTICOLOURS, "shares chosen for lots of this win, in order", fresh=NOTHING
    )
    zone = several(SPOT, CELLS, "the card in each cell", fresh=NOTHING)
    row = several(SPOT, MOST_COLUMNS, "cards above the zone, from left to right", fresh=NOTHING)
    token = several(
        SPOT, MOST_SEATS, "card under a player's token", fresh=NOTHING, again=True, per_seat=True
    )
    stand = several(
        COLUMN_NUMBER, MOST_SEATS, "column of a token in the zone (SH-60)", per_seat=True
    )
    chosen = several(
        PLACE, MOST_SEATS, "card laid face-down, still counted in the hand", fresh=NOTHING,
        again=True, per_seat=True,
    )  # fmt: skip
    unseen = several(
        UNNAMED,
        (MOST_SEATS, 2),
        "hand cards that this record does not name, by back",
        per_seat=True,
    )
    bonbonniere = one(
        UNNAMED, "cards of this pile; which ones, nobody knows",
        fresh=lambda s: REVEALED * (int(s.rounds) - int(s.number)) + 1,
    )  # fmt: skip
    reserve = one(UNNAMED, "cards of the Reserve", always=True)
    action_pile = one(UNNAMED, "cards of the Action pile", always=True)
    deck = several(UNNAMED, 2, "cards of the automaton's deck, by back")
    tops = several(
        BACK, 2, "backs of its topmost card and, if known, of the next (SH-123)", fresh=NOTHING,
        again=True,
    )  # fmt: skip
    laid = one(BACK, "back of the card that the automaton has laid face-down", fresh=NOTHING)
    arrow = one(DIRECTION, "direction of this round, once it is shown")
    rights = one(Number(MOST_ROUNDS), "how many of the arrows shown so far pointed right")
    number = one(Number(MOST_ROUNDS), "number of this round, from 1; 0 before the first", fresh=1)
    waiting = one(PLAYERS, "players whose turn in phase 4 is still to come")
    acting = one(FLAG, "whether this is phase 5: Action cards are used")
    active = one(SOMEBODY, "whose turn it is in phase 4 or 5", fresh=NOTHING)
    gain = one(COUNT, "cards that player has won in this turn")
    chain = one(COUNT, "how often lots were won in this turn")
    best = one(COUNT, "points that the automaton's option to be chosen will bring")
    lot = one(COUNT, "which of the marked lots is being shared, from 0")
    column = one(Number(MOST_COLUMNS), "column that the next card of the row drops on, from 0")
    falling = one(Members(COLUMN_NUMBER), "columns that have to close their gaps")
    automaton_won = one(FLAG, "whether the automaton has won a card in this round")
    multicolour = option(
        "wild",
        ("wild", "fifth_suit"),
        mark("what a multicolour card counts as"),
        "SH-15",
        (mark("every colour at once"), mark("a fifth colour of its own")),
    )
    rounds = option(MOST_ROUNDS, range(1, MOST_ROUNDS + 1), mark("rounds of the match"), "SH-21")
    lot_size = option(3, range(2, 6), mark("the fewest cards that make a lot"), "SH-14")
    share_mode = option(
        "ask",
        ("ask", "auto"),
        mark("who decides how a lot is shared"),
        "SH-45",
        (mark("the player whose turn it is"), mark("done for the player")),
    )
    difficulty = option(
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
    )
    solo_ties = option(
        "player",
        ("player", "first"),
        mark("who decides when the automaton has several best actions"),
        "SH-109",
        (mark("you"), mark("the first one is taken")),
        seats=ALONE,
    )


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


class Happening(EventKind):
    """The events: what decisions and steps can do, with their arguments."""

    DEALT = tells(columns=COUNT, bonbonniere=COUNT, reserve=COUNT, action_pile=COUNT)
    TURNED_UP = tells(Tempo.REVEAL, one=SPOT, two=SPOT, three=SPOT, number=COUNT)  # as they came
    SORTED_THREE = tells()
    ARROW = tells(Tempo.TICK, direction=DIRECTION)
    CHOSE = tells(Tempo.DULL, player=PLAYER, card=Secret(PLACE, seen_by="player"))  # SH-118
    AUTOMATON_LAID = tells(Tempo.TICK, back=BACK, next=BACK)
    SHOWN = tells(
        Tempo.TURNING, zero=SPOT, one=SPOT, two=SPOT, three=SPOT
    )  # the card of each player
    SORTED_ROW = tells()
    DROPPED = tells(card=CARD, column=COLUMN_NUMBER, level=COUNT, owner=SOMEBODY)  # of the token
    NO_LOT = tells(Tempo.TICK, player=PLAYER, card=CARD)
    STAYED = tells(Tempo.TICK, player=PLAYER, card=CARD)
    MARKED = tells(player=PLAYER, cards=COUNT, chain=COUNT)
    LOT = tells(
        Tempo.TICK, player=PLAYER, lot=SUIT, cards=COUNT, players=PLAYERS, each=COUNT, rest=COUNT
    )
    SHARED = tells(
        Tempo.TICK, player=PLAYER, own=COUNT, second=COUNT, third=COUNT, fourth=COUNT, rest=COUNT
    )
    WON = tells(
        Tempo.REVEAL, player=PLAYER, zero=COUNT, one=COUNT, two=COUNT, three=COUNT, rest=COUNT
    )
    TOOK_BACK = tells(Tempo.DULL, players=PLAYERS)
    FELL = tells(column=COLUMN_NUMBER, cards=COUNT)
    DREW = tells(player=PLAYER, card=Secret(PLACE, seen_by="player"), pile=PILE)  # SH-116
    NONE_LEFT = tells(Tempo.TICK, player=PLAYER)
    ACTS = tells(Tempo.TICK, player=PLAYER, card=CARD)
    DECLINED = tells(Tempo.TICK, player=PLAYER, card=CARD)
    ATE = tells(Tempo.REVEAL, player=PLAYER, card=CARD, column=COLUMN_NUMBER, level=COUNT)
    JUMPED = tells(player=PLAYER, card=CARD, column=COLUMN_NUMBER, target=COLUMN_NUMBER)
    # the card of the lower or left cell before, the other one, that cell; 1 apart or 16
    SWAPPED = tells(player=PLAYER, card=CARD, other=CARD, cell=CELL, apart=COUNT)
    LIFTED = tells(player=PLAYER, card=CARD, column=COLUMN_NUMBER, down=FLAG)
    RESTOCKED = tells(Tempo.TICK, column=COLUMN_NUMBER, card=CARD, pile=PILE)
    AUTOMATON_DRAWS = tells(back=BACK)
    ENDED = tells(Tempo.END, players=PLAYERS)
    TIED = tells(Tempo.TICK, player=PLAYER, card=CARD, best=COUNT, ways=COUNT)


hide_event = hider(Happening)


@kernel
def clear(s: State) -> None:
    """An empty table, nobody's turn, and nothing won."""
    s.phase = Phase.REVEAL
    s.reveals = s.over = s.due = s.number = s.rights = s.waiting = s.acting = s.column = 0
    s.gain = s.chain = s.best = s.lot = s.falling = s.automaton_won = 0
    "SH-09"
    s.active = s.laid = s.arrow = NOTHING  # no arrow is shown before phase 1
    s.hand[:] = 0
    s.won[:] = 0
    s.discard[:] = 0
    s.marked[:] = 0
    s.coming[:] = 0
    s.unseen[:] = 0
    s.stand[:] = 0
    s.deck[:] = 0
    s.zone[:] = NOTHING
    s.row[:] = NOTHING
    "SH-08"
    s.token[:] = NOTHING
    s.chosen[:] = NOTHING
    s.answers[:] = NOTHING
    s.tops[:] = NOTHING
