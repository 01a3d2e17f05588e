"""The record of Muckle: its options, its fields, and the names of phases and events."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from kermesse.core.options import Option
from kermesse.core.words import mark
from kermesse.games.muckle.components import FRAME, GOAL, HAND, KINDS, LISTS, SEATS, SET_SIZE, TEAMS

OPTIONS = (
    Option("goal", GOAL, range(FRAME.nearest_goal, 13), mark("spaces to run"), "MK-56"),
    Option(
        "hand_size",
        HAND,
        range(FRAME.fewest_kept, SET_SIZE + 1),
        mark("cards to play with; the rest of the set are put aside"),
        "MK-03",
    ),
    Option(
        "turn_cap",
        100,
        range(FRAME.fewest_turns, 1001),
        mark("turns after which the match is stopped"),
        "MK-60",
    ),
    Option(
        "ball_decider",
        "first_answer",
        ("first_answer", "holder_or_low_seat"),
        mark("who says which player of a team gets the ball"),
        "MK-54",
        (mark("whichever teammate answers first"), mark("the holder, else the lower seat")),
    ),
    Option(
        "talk",
        "table",
        ("table", "team", "off"),
        mark("who reads what is said at the table"),
        "MK-68",
        (mark("everybody"), mark("only one's own team"), mark("nobody: there is no talk")),
    ),
    Option(
        "seating",
        "as_given",
        ("as_given", "random"),
        mark("who sits where"),
        "MK-74",
        (mark("as the players sit down"), mark("drawn by lot before the match")),
    ),
    Option(
        "cards",
        LISTS[0],
        LISTS,
        mark("which cards a set has"),
        "MK-02",
        (
            mark("the standard set"),
            mark("a set for tackling"),
            mark("a set for resting"),
        ),
    ),
)
ONE_IS_ASKED = 1  # `ball_decider`

FIELDS: list[tuple[Any, ...]] = [
    ("hand", np.int64, (SEATS,)),  # the cards of each hand that this record names
    ("known", np.int64, (SEATS,)),  # those of them that everybody knows (MK-65)
    ("aside", np.int64, (SEATS,)),  # the cards put aside that this record names
    ("stack", np.int64, (SEATS,)),  # the cards played, four bits each, the top one lowest
    ("turn", np.int16),  # number of this turn, from 1; 0 until the exchange
    ("turn_cap", np.int16),
    ("unseen", np.int8, (SEATS,)),  # cards of a hand that this record does not name: only in views
    ("covered", np.int8, (SEATS,)),  # and cards put aside
    ("pick", np.int8, (SEATS,)),  # the card picked for this turn; still counted in the hand (MK-66)
    ("damage", np.int8, (SEATS,)),  # taken in this turn
    ("striker", np.int8, (SEATS,)),  # whose Tackle was the first to hit the seat in this turn
    ("progress", np.int8, (TEAMS,)),  # spaces run
    ("ball", np.int8),  # who has it; NOTHING: it lies in the middle
    ("carrier", np.int8),  # who had it when the turn began
    ("waiting", np.int8),  # seats whose card is revealed and not resolved yet, as a set
    ("tackler", np.int8),  # whose Tackle is being carried out
    ("aims", np.int8),  # its targets still to be hit, as a set of places seen from the tackler
    ("target", np.int8),  # the seat that the hit under way arrives at
    ("source", np.int8),  # the seat that it comes from
    ("hops", np.int8),  # how often it was redirected
    ("goal", np.int8),
    ("hand_size", np.int8),
    ("ball_decider", np.int8),
    ("talk", np.int8),
    ("seating", np.int8),
    ("cards", np.int8),
    ("spare", np.int8, (8,)),  # fills the last word
]

# actions: put a kind aside, be ready, play a kind, give a seat the ball
READY = KINDS
PLAY = READY + 1  # and the kind
BALL = PLAY + KINDS  # and the seat
ACTIONS = BALL + SEATS


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


class Happening(IntEnum):
    """What an action or a step can do; its arguments stand beside it."""

    SET_UP = 0  # cards to keep, cards to put aside
    PUT_ASIDE = 1  # seat, card, how many it has put aside
    READY = 2  # seat
    EXCHANGED = 3  # cards each
    PICKED = 4  # seat, card
    REVEALED = 5  # seat, card
    RESTED = 6  # seat, cards taken back
    PASSED = 7  # seat, who gets the ball
    PASSED_NOTHING = 8  # seat, who had the ball when the turn began
    STREAKS = 9  # the streak of each seat, 0 for none
    CANCELLED = 10  # seat, card, its streak, who hit it, the higher streak of that Tackle
    RAN = 11  # seat, streak, spaces of team 0, spaces of team 1
    RAN_NOWHERE = 12  # seat, streak, who has the ball
    TACKLED = 13  # seat, card, streak, the seats it aims at, as a set
    TACKLED_NOBODY = 14  # seat, card, streak
    DODGED = 15  # dodger, whose Tackle, damage, where it comes from, where it goes
    HIT = 16  # who is hit, whose Tackle, damage, where it comes from, times redirected
    DAMAGE = 17  # damage of team 0, of team 1, who has the ball, its own damage, deciding team
    GAVE = 18  # who decided, who gets the ball, who had it
    KEPT = 19  # who has the ball
    DROPPED = 20  # who had it, its own damage
    STAYED = 21  # the ball, in the middle
    PICKED_UP = 22  # seat, cards
    TURN = 23  # its number, who has the ball
    WON = 24  # team, spaces of team 0, spaces of team 1
    CAPPED = 25  # team (or nobody), spaces of team 0, spaces of team 1
