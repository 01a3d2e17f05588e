"""What a position of Muckle is: options, fields, phases, and what can happen."""

from __future__ import annotations

from enum import IntEnum

from kermesse.core.events import EventKind, Secret, Tempo, hider, tells
from kermesse.core.kinds import Members, Named, Number, Unnamed, named, seats
from kermesse.core.record import NOTHING, Record, one, option, row
from kermesse.core.words import mark
from kermesse.games.muckle.cards import Heap, Stack
from kermesse.games.muckle.components import (
    ACROSS,
    CARD_CODES,
    CARD_WORDS,
    FRAME,
    GOAL,
    HAND,
    KINDS,
    LEFT,
    LISTS,
    MOST_REDIRECTIONS,
    PLAYERS,
    RIGHT,
    SET_SIZE,
    TEAMS,
)

MOST_TURNS = 1000
ONE_IS_ASKED = 1  # of the option `ball_decider`

# actions: put a kind aside, be ready, play a kind, give a seat the ball
READY = KINDS
PLAY = READY + 1  # and the kind
BALL = PLAY + KINDS  # and the seat
ACTIONS = BALL + PLAYERS

SEAT = seats(PLAYERS)
SEATS = Members(SEAT)
SOMEBODY = SEAT.or_nothing()
TEAM = named(map(str, range(TEAMS))).or_nothing()
CARD = Named(
    dict(enumerate(CARD_WORDS)),
    aliases={code: kind for kind, code in enumerate(CARD_CODES)},
    boxed=0,
)
PLACE = CARD.place()
HEAP, STACK = Heap(CARD), Stack(CARD)
SIDES = Members(Named({LEFT: "left", ACROSS: "across", RIGHT: "right"}))
CARDS, UNNAMED = Number(SET_SIZE), Unnamed(SET_SIZE)
FORCE = Number(99)  # a streak, damage, or spaces run


class State(Record):
    """A match: all cards, the ball, the turn as far as it is resolved, and the options."""

    hand = row(HEAP, PLAYERS, "cards of a hand that this record names", per_seat=True)
    known = row(HEAP, PLAYERS, "those of them that everybody knows (MK-65)", per_seat=True)
    aside = row(HEAP, PLAYERS, "cards put aside that this record names", per_seat=True)
    stack = row(STACK, PLAYERS, "cards played, four bits each, the top one lowest", per_seat=True)
    turn = one(Number(MOST_TURNS), "number of this turn, from 1; 0 until the exchange", fresh=1)
    unseen = row(UNNAMED, PLAYERS, "cards of a hand that it does not name", per_seat=True)
    covered = row(UNNAMED, PLAYERS, "cards put aside that it does not name", per_seat=True)
    # the card picked for this turn, which still counts as in the hand (MK-66)
    pick = row(
        PLACE, PLAYERS, "card picked for this turn, still in the hand", fresh=NOTHING, per_seat=True
    )
    damage = row(FORCE, PLAYERS, "damage taken in this turn", per_seat=True)
    striker = row(
        SOMEBODY, PLAYERS, "whose Tackle was the first to hit", fresh=NOTHING, per_seat=True
    )
    progress = row(FORCE, TEAMS, "spaces run by each team")
    ball = one(SOMEBODY, "who has the ball, unless it lies in the middle", fresh=NOTHING)
    carrier = one(SOMEBODY, "who had it when the turn began", fresh=lambda s: int(s.ball))
    waiting = one(SEATS, "seats whose card is revealed and not resolved yet")
    tackler = one(SOMEBODY, "whose Tackle is being carried out", fresh=NOTHING)
    aims = one(SIDES, "its targets still to be hit, as the tackler sees them")
    target = one(SOMEBODY, "the seat that the hit under way arrives at", fresh=NOTHING)
    source = one(SOMEBODY, "the seat that it comes from", fresh=NOTHING)
    hops = one(Number(MOST_REDIRECTIONS), "how often it was redirected")
    goal = option(GOAL, range(FRAME.nearest_goal, 13), mark("spaces to run"), "MK-56")
    hand_size = option(
        HAND,
        range(FRAME.fewest_kept, SET_SIZE + 1),
        mark("cards to play with; the rest of the set are put aside"),
        "MK-03",
    )
    turn_cap = option(
        100,
        range(FRAME.fewest_turns, MOST_TURNS + 1),
        mark("turns after which the match is stopped"),
        "MK-60",
    )
    ball_decider = option(
        "first_answer",
        ("first_answer", "holder_or_low_seat"),
        mark("who says which player of a team gets the ball"),
        "MK-54",
        (mark("whichever teammate answers first"), mark("the holder, else the lower seat")),
    )
    talk = option(
        "table",
        ("table", "team", "off"),
        mark("who reads what is said at the table"),
        "MK-68",
        (mark("everybody"), mark("only one's own team"), mark("nobody: there is no talk")),
    )
    seating = option(
        "as_given",
        ("as_given", "random"),
        mark("who sits where"),
        "MK-74",
        (mark("as the players sit down"), mark("drawn by lot before the match")),
    )
    cards = option(
        LISTS[0],
        LISTS,
        mark("which cards a set has"),
        "MK-02",
        (mark("the standard set"), mark("a set for tackling"), mark("a set for resting")),
    )


class Phase(IntEnum):
    """Three decisions, then the automatic steps in their order (MK-73)."""

    SELECT = 0
    PLAY = 1
    BALL = 2
    EXCHANGE = 3
    REVEAL = 4
    REST = 5
    PASS = 6
    STREAKS = 7
    RESOLVE = 8
    HIT = 9
    DAMAGE = 10
    POSSESSION = 11
    PICK_UP = 12
    NEXT = 13
    WIN = 14
    OVER = 15


class Happening(EventKind):
    """The events: what decisions and steps can do, with their arguments."""

    SET_UP = tells(kept=CARDS, aside=CARDS)
    PUT_ASIDE = tells(Tempo.TICK, seat=SEAT, card=Secret(PLACE, seen_by="seat"), count=CARDS)
    READY = tells(Tempo.TICK, seat=SEAT)
    EXCHANGED = tells(Tempo.REVEAL, count=CARDS)
    PICKED = tells(Tempo.TICK, seat=SEAT, card=Secret(PLACE, seen_by="seat"))  # MK-66
    REVEALED = tells(Tempo.REVEAL, seat=SEAT, card=CARD)
    RESTED = tells(seat=SEAT, count=CARDS)
    PASSED = tells(seat=SEAT, other=SEAT)
    PASSED_NOTHING = tells(Tempo.TICK, seat=SEAT, carrier=SOMEBODY)
    STREAKS = tells(
        Tempo.TICK, zero=FORCE, one=FORCE, two=FORCE, three=FORCE
    )  # of each seat, 0 for none
    CANCELLED = tells(Tempo.REVEAL, seat=SEAT, card=CARD, own=FORCE, other=SEAT, higher=FORCE)
    RAN = tells(seat=SEAT, streak=FORCE, zero=FORCE, one=FORCE)  # what each team has run
    RAN_NOWHERE = tells(Tempo.TICK, seat=SEAT, streak=FORCE, holder=SOMEBODY)
    TACKLED = tells(seat=SEAT, card=CARD, streak=FORCE, targets=SEATS)
    TACKLED_NOBODY = tells(Tempo.TICK, seat=SEAT, card=CARD, streak=FORCE)
    DODGED = tells(seat=SEAT, other=SEAT, damage=FORCE, source=SEAT, target=SEAT)
    HIT = tells(
        Tempo.REVEAL,
        seat=SEAT,
        other=SEAT,
        damage=FORCE,
        source=SEAT,
        hops=Number(MOST_REDIRECTIONS),
    )
    DAMAGE = tells(Tempo.REVEAL, zero=FORCE, one=FORCE, holder=SOMEBODY, own=FORCE, team=TEAM)
    GAVE = tells(seat=SEAT, other=SEAT, before=SOMEBODY)
    KEPT = tells(Tempo.TICK, seat=SEAT)
    DROPPED = tells(Tempo.REVEAL, seat=SEAT, damage=FORCE)
    STAYED = tells(Tempo.TICK)
    PICKED_UP = tells(seat=SEAT, count=CARDS)
    TURN = tells(Tempo.DULL, turn=Number(MOST_TURNS), holder=SOMEBODY)
    WON = tells(Tempo.END, team=TEAM, zero=FORCE, one=FORCE)
    CAPPED = tells(Tempo.END, team=TEAM, zero=FORCE, one=FORCE)


hide_event = hider(Happening)
