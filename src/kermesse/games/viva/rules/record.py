"""The record of VIVA: its options, its fields, and the names of phases and events."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from kermesse.core.errors import SetupRefused
from kermesse.core.options import Option, Value
from kermesse.core.record import filled_up
from kermesse.core.words import mark
from kermesse.games.viva.components import (
    EDITIONS,
    FEWEST_TURNS,
    HAND,
    HANDS,
    HOUSES,
    KINDS,
    LEFT_DRAWS,
    MOST_SEATS,
    OPPONENT_DRAWS,
    PENALTY,
    RIGHT_DRAWS,
    VICTORY_CARDS,
)

SEAT_WORDS = (
    mark("the first seat"),
    mark("the second seat"),
    mark("the third seat"),
    mark("the fourth seat"),
    mark("the fifth seat"),
    mark("the sixth seat"),
)
OPTIONS = (
    Option(
        "edition",
        "regular",
        EDITIONS,
        mark("which deck is played with"),
        "VV-03",
        (mark("the regular deck"), mark("the pocket deck")),
    ),
    Option(
        "rounds",
        min(3, *VICTORY_CARDS),
        range(1, max(VICTORY_CARDS) + 1),
        mark("rounds of the match"),
        "VV-03",
    ),
    Option(
        "first_dealer",
        "random",
        ("random", *(f"seat{seat}" for seat in range(MOST_SEATS))),
        mark("who deals the first round"),
        "VV-09",
        (
            mark("drawn by lot"),
            *SEAT_WORDS[:MOST_SEATS],
        ),
    ),
    Option("hand_size", HAND, HANDS, mark("cards dealt to each player"), "VV-04"),
    Option(
        "table",
        "strict",
        ("strict", "honour"),
        mark("whether forbidden cards can be placed"),
        "VV-58",
        (
            mark("strict: only what the rules allow"),
            mark("honour: anything, if nobody calls"),
        ),
    ),
    Option(
        "penalty",
        PENALTY,
        range(1, 6),
        mark("cards drawn by a player who is caught"),
        "VV-59",
        given=("table", "honour"),
    ),
    Option(
        "false_call",
        0,
        range(4),
        mark("cards drawn for a call without reason"),
        "VV-67",
        given=("table", "honour"),
    ),
    Option(
        "bot_notice",
        90,
        range(101),
        mark("how often a bot notices a forbidden card, in per cent"),
        "VV-69",
        given=("table", "honour"),
    ),
    Option(
        "bot_cheat",
        0,
        range(101),
        mark("how often a bot is tempted to cheat, in per cent"),
        "VV-70",
        given=("table", "honour"),
    ),
    Option(
        "call_seconds",
        8,
        range(1, 61),
        mark("seconds in which to call"),
        "VV-64",
        given=("table", "honour"),
    ),
    Option(
        "viva_right",
        RIGHT_DRAWS,
        range(4),
        mark("cards drawn on the right after a VIVA"),
        "VV-38",
        seats=range(3, MOST_SEATS + 1),
    ),
    Option(
        "viva_left",
        LEFT_DRAWS,
        range(4),
        mark("cards drawn on the left after a VIVA"),
        "VV-38",
        seats=range(3, MOST_SEATS + 1),
    ),
    Option(
        "viva_two",
        OPPONENT_DRAWS,
        range(4),
        mark("cards drawn by the only opponent after a VIVA"),
        "VV-39",
        seats=range(2, 3),
    ),
    Option(
        "turn_cap",
        500,
        range(FEWEST_TURNS, 5001),
        mark("turns after which a round is stopped"),
        "VV-73",
    ),
)
HONOUR = 1
DEALER_AT_RANDOM = 0
MOST_NEIGHBOURS_DRAW = 3  # a VIVA brings four cards back, one of which becomes the block (VV-44)


def agree(options: Mapping[str, Value], seats: int | None) -> None:
    """Refuse options that do not go together."""
    edition = EDITIONS.index(str(options["edition"]))
    if int(options["rounds"]) > VICTORY_CARDS[edition]:
        raise SetupRefused(
            f"the {EDITIONS[edition]} deck has {VICTORY_CARDS[edition]} victory cards, "
            f"so option rounds cannot be {options['rounds']} (VV-03)"
        )
    if int(options["viva_right"]) + int(options["viva_left"]) > MOST_NEIGHBOURS_DRAW:
        raise SetupRefused(
            f"options viva_right and viva_left are at most {MOST_NEIGHBOURS_DRAW} together (VV-44)"
        )
    dealer = str(options["first_dealer"])
    if seats is not None and dealer != "random" and int(dealer.removeprefix("seat")) >= seats:
        raise SetupRefused(
            f"option first_dealer cannot be {dealer} with {seats} seats; "
            f"they are seat0 to seat{seats - 1} (VV-09)"
        )


FIELDS: list[tuple[Any, ...]] = filled_up(
    [
        ("hand", np.int64, (MOST_SEATS,)),  # the cards of each hand that this record names
        ("known", np.int64, (MOST_SEATS,)),  # those of them that everybody knows (VV-78)
        ("under", np.int64, (HOUSES,)),  # the cards below the top card of each house
        ("discard", np.int64),  # the discard pile
        ("turn", np.int16),  # number of this turn in the round, from 1
        ("pile", np.int16),  # how many cards the draw pile has; which ones, nobody knows
        ("turn_cap", np.int16),
        ("top", np.int8, (HOUSES,)),  # the top card of each house
        (
            "laid",
            np.int8,
            (HOUSES,),
        ),  # cards put in each house by this turn that nobody else has seen
        ("unseen", np.int8, (MOST_SEATS,)),  # cards of a hand that this record does not name
        ("wins", np.int8, (MOST_SEATS,)),  # victory cards
        ("block", np.int8),  # the blocking card
        ("last", np.int8),  # the last card of a hand, on the blocking card
        ("laid_kind", np.int8),  # the kind of what is laid; still counted in the hand (VV-79)
        ("drawn", np.int8),  # the card just drawn, while its owner decides
        ("placed", np.int8),  # the kind that this turn has placed
        ("house", np.int8),  # where it was placed
        ("beneath", np.int8),  # what was the top card there before
        ("owes", np.int8),  # cards still to be drawn in this step of the turn
        ("active", np.int8),  # whose turn it is
        ("dealer", np.int8),  # who deals this round
        ("playing", np.int8),  # the seats that take part in this round
        ("callers", np.int8),  # the seats that have called
        ("passes", np.int8),  # turns passed one after the other
        ("played", np.int8),  # rounds finished
        ("tie_break", np.int8),  # whether this is the tie-break round
        ("victor", np.int8),  # winner of the last finished round
        ("edition", np.int8),
        ("rounds", np.int8),
        ("first_dealer", np.int8),
        ("hand_size", np.int8),
        ("table", np.int8),
        ("penalty", np.int8),
        ("false_call", np.int8),
        ("bot_notice", np.int8),
        ("bot_cheat", np.int8),
        ("call_seconds", np.int8),
        ("viva_right", np.int8),
        ("viva_left", np.int8),
        ("viva_two", np.int8),
    ]
)

# actions: a kind in a house is 3 * kind + house
FINISH = KINDS * HOUSES
DRAW, PASS, STOP, KEEP = FINISH + 1, FINISH + 2, FINISH + 3, FINISH + 4
FROM_HAND = FINISH + 5  # and the kind
PILE = FROM_HAND + KINDS
CALL, SILENT = PILE + 1, PILE + 2
ACTIONS = SILENT + 1


class Phase(IntEnum):
    """Five decisions, then the automatic steps in their order (VV-81, VV-84…86)."""

    TURN = 0
    MORE = 1
    DRAWN = 2
    NEW_BLOCK = 3
    CALL = 4
    TURN_UP = 5
    BEGIN = 6
    DRAW = 7
    ANSWERS = 8
    TAKE_BACK = 9
    PENALTY = 10
    FALSE_CALLS = 11
    VIVA = 12
    RIGHT = 13
    LEFT = 14
    ONLY_CARD = 15
    REPLACE = 16
    WIN = 17
    VICTORY_CARD = 18
    NEXT = 19
    OVER = 20


class Happening(IntEnum):
    """What an action or a step can do; its arguments stand beside it."""

    DEALT = 0  # dealer, number of the round, seats that take part, cards each, whether tie-break
    BLOCKED = 1  # seat that chose (or nobody), card, whether it comes from the hand
    BEGAN = 2  # seat, number of the turn
    LAID = 3  # seat, card, house
    PLACED = 4  # seat, card, how many in each of the three houses, whether it was just drawn
    FINISHED = 5  # seat, card
    PASSED = 6  # seat
    DREW = 7  # seat, card
    KEPT = 8  # seat
    RESHUFFLED = 9  # cards, whether they come from the houses
    NONE_LEFT = 10  # seat
    ANSWERED = 11  # seat, whether it called
    ANSWERS = 12  # seats that called, whether the card was forbidden and called
    CAUGHT = 13  # seat, card, house (the blocking card: 3)
    VIVA = 14  # seat, colours, cards that go to the discard pile
    ROUND_WON = 15  # seat, whether by the cap
    ROUND_VOID = 16  # whether by the cap
    VICTORY_CARD = 17  # seat, victory cards it has now
    MATCH_WON = 18  # seats that have won
