"""What a position of Muvuca is: options, fields, phases, and what can happen."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.events import EventKind, Secret, Tempo, hider, tells
from kermesse.core.kinds import FLAG, Members, Number, Unnamed, components, named, seats
from kermesse.core.record import NOTHING, Record, one, option, row
from kermesse.core.words import mark
from kermesse.games.muvuca.components import (
    CARD_CODES,
    CARDS,
    CELLS,
    FEWEST_TURNS,
    KINDS,
    LINES,
    PUSH_CODES,
    SIDE,
)

MOST_TURNS = 1000
MOST_WINS = 5
FIRST_AT_RANDOM, ROLES_AT_RANDOM = 0, 2  # of the options `first_player` and `roles`
FACE_DOWN_REVEALED = 1  # of `facedown_at_scoring`

SEAT = seats(2)
CARD = components(CARD_CODES)
PUSH = named(PUSH_CODES)
CELL = named(f"{cell // SIDE + 1}:{cell % SIDE + 1}" for cell in range(CELLS))
KIND = named(kind.word for kind in KINDS)
PLACE = CARD.place()
POINTS = Number(CARDS * len(KINDS))


class State(Record):
    """A match: the Crowd, both hands, the turn under way, the round, and the options."""

    hand = row(Members(CARD), 2, "the cards of each hand that this record names", per_seat=True)
    known = row(Members(CARD), 2, "those of them that everybody knows (MV-56)", again=True)
    turn = one(Number(MOST_TURNS, least=1), "number of this turn in the round, from 1", fresh=1)
    crowd = row(
        PLACE, CELLS, "row by row: the card, or UNKNOWN while it lies face-down", fresh=NOTHING
    )
    unseen = row(Unnamed(CARDS), 2, "cards of a hand that this record does not name")
    wins = row(Number(MOST_WINS), 2, "rounds won", per_seat=True)
    active = one(SEAT, "whose turn it is", always=True)
    starter = one(SEAT, "first player of this round")
    food_seat = one(SEAT, "the food vendor")
    chosen = one(
        PLACE, "card of this turn, which still lies in the hand (MV-58)", fresh=NOTHING, again=True
    )
    pushed = one(PUSH.or_nothing(), "push of this turn, until the Cart has moved", fresh=NOTHING)
    leaving = one(PLACE, "card pushed off, until it goes to a hand or aside", fresh=NOTHING)
    cart = one(PUSH.or_nothing(), "the push beside whose entry the Cart lies", fresh=NOTHING)
    aside = one(PLACE, "card set aside at the end of the round", fresh=NOTHING)
    scored = one(Number(len(KINDS)), "product types counted so far")
    victor = one(SEAT.or_nothing(), "winner of the last finished round", fresh=NOTHING)
    capped = one(FLAG, "whether this round ended by MV-36")
    rounds_to_win = option(
        2, range(1, MOST_WINS + 1), mark("round wins needed to win the match"), "MV-49"
    )
    end_lines = option(
        min(3, SIDE),
        range(1, SIDE + 1),
        mark("full rows or full columns that end a round"),
        "MV-28",
    )
    turn_cap = option(
        200, range(FEWEST_TURNS, MOST_TURNS + 1), mark("turns after which a round is scored"),
        "MV-36",
    )  # fmt: skip
    first_player = option(
        "random",
        ("random", "seat0", "seat1"),
        mark("who starts round 1"),
        "MV-04",
        (mark("drawn by lot"), mark("the first seat"), mark("the second seat")),
    )
    roles = option(
        "seat0_food",
        ("seat0_food", "seat1_food", "random"),
        mark("who sells food"),
        "MV-03",
        (mark("the first seat"), mark("the second seat"), mark("drawn by lot")),
    )
    swap_roles = option(
        False,
        (False, True),
        mark("exchange the roles after each round"),
        "MV-03",
        (mark("no"), mark("yes")),
    )
    facedown_at_scoring = option(
        "ignored",
        ("ignored", "revealed"),
        mark("turn the whole Crowd face-up before scoring"),
        "MV-40",
        (mark("no, face-down cards count for nothing"), mark("yes, every card counts")),
    )


class Phase(IntEnum):
    """Two decisions, then the automatic steps in their order (MV-64, MV-65)."""

    CARD = 0
    PUSH = 1
    SLIDE = 2
    INSERT = 3
    CART = 4
    LINES = 5
    HAND_OVER = 6
    SET_ASIDE = 7
    REVEAL = 8
    TURN_UP = 9
    COUNT = 10
    WINNER = 11
    VICTORY = 12
    NEXT = 13
    OVER = 14


class Happening(EventKind):
    """The events: what decisions and steps can do, with their arguments."""

    DEALT = tells(starter=SEAT, seller=SEAT)
    CHOSE = tells(Tempo.DULL, seat=SEAT, card=Secret(PLACE, seen_by="seat"))  # MV-58
    PUSHED = tells(seat=SEAT, push=PUSH)
    SLID = tells(push=PUSH, card=PLACE)
    INSERTED = tells(seat=SEAT, card=CARD, cell=CELL)
    CART_MOVED = tells(Tempo.TICK, push=PUSH)
    LINES_COUNTED = tells(Tempo.DULL, rows=Number(LINES), columns=Number(LINES), ends=FLAG)
    TOOK = tells(
        seat=SEAT, card=Secret(PLACE, seen_by="seat", unless="face_up"), face_up=FLAG
    )  # MV-57
    SET_ASIDE = tells(Tempo.REVEAL, card=PLACE)
    HANDS_REVEALED = tells(Tempo.TURNING)
    TURNED_UP = tells(Tempo.REVEAL, card=CARD, cell=CELL)
    COUNTED = tells(Tempo.TICK, seat=SEAT, kind=KIND, group=Number(CELLS), held=Number(CARDS))
    ROUND_WON = tells(
        Tempo.TURNING, seat=SEAT, zero=POINTS, one=POINTS
    )  # the points of seats 0 and 1
    VICTORY_CARD = tells(
        Tempo.REVEAL, zero=Number(MOST_WINS), one=Number(MOST_WINS)
    )  # the rounds they won
    MATCH_WON = tells(Tempo.END, seat=SEAT)


hide_event = hider(Happening)
