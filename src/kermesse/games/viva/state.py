"""What a position of VIVA is: options, fields, phases, and what can happen."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from kermesse.core.errors import SetupRefused
from kermesse.core.events import EventKind, Secret, Tempo, hider, tells
from kermesse.core.kinds import FLAG, Members, Number, Unnamed, components, named, seats
from kermesse.core.options import Value
from kermesse.core.record import NOTHING, Record, one, option, row
from kermesse.core.words import mark
from kermesse.games.viva.cards import Heap
from kermesse.games.viva.components import (
    CARD_CODES,
    CARDS,
    COLOURS,
    EDITIONS,
    FEWEST_TURNS,
    HAND,
    HANDS,
    HOUSE_CODES,
    HOUSES,
    KINDS,
    LEFT_DRAWS,
    MOST_COPIES,
    MOST_KINDS,
    MOST_SEATS,
    OPPONENT_DRAWS,
    PENALTY,
    RIGHT_DRAWS,
    VICTORY_CARDS,
)

MOST_TURNS = 5000
MOST_PENALTY = 5
MOST_ROUNDS = max(VICTORY_CARDS)
HONOUR = 1  # of the option `table`
DEALER_AT_RANDOM = 0  # of the option `first_dealer`
MOST_NEIGHBOURS_DRAW = 3  # a VIVA brings four cards back, one of which becomes the block (VV-44)
SEVERAL_SEATS = range(3, MOST_SEATS + 1)
HONOURED = ("table", "honour")  # what the options of the honour table are asked with

# actions: a kind in a house is 3 * kind + house
FINISH = KINDS * HOUSES
DRAW, PASS, STOP, KEEP = FINISH + 1, FINISH + 2, FINISH + 3, FINISH + 4
FROM_HAND = FINISH + 5  # and the kind
PILE = FROM_HAND + KINDS
CALL, SILENT = PILE + 1, PILE + 2
ACTIONS = SILENT + 1

SEAT = seats(MOST_SEATS)
SEATS = Members(SEAT)
SOMEBODY = SEAT.or_nothing()
CARD = components(CARD_CODES)
PERHAPS_CARD = CARD.or_nothing()
PLACE = CARD.place()
HEAP = Heap(CARD)
HOUSE = named(HOUSE_CODES)
ON_HOUSE_OR_BLOCK = named((*HOUSE_CODES, "block"))
COLOUR_SET = Members(named(colour.name for colour in COLOURS))
COPIES = Number(MOST_COPIES)
MANY_CARDS = Number(MOST_KINDS * MOST_COPIES)  # of any deck that the tables can describe
TURNS, ROUNDS = Number(MOST_TURNS), Number(MOST_ROUNDS + 1)  # with a tie-break round


def everybody(s: Record) -> int:
    """All seats as a set."""
    return (1 << int(s.seats)) - 1


class State(Record):
    """A match: the round with its cards, the turn as far as it has come, and the options."""

    hand = row(HEAP, MOST_SEATS, "the cards of each hand that this record names", per_seat=True)
    known = row(
        HEAP, MOST_SEATS, "those of them that everybody knows (VV-78)", again=True, per_seat=True
    )
    under = row(HEAP, HOUSES, "the cards below the top card of each house")
    discard = one(HEAP, "the discard pile")
    turn = one(TURNS, "number of this turn in the round, from 1", fresh=1)
    pile = one(
        Unnamed(MANY_CARDS.most), "how many cards the draw pile has; which ones, nobody knows",
        always=True,
    )  # fmt: skip
    top = row(PERHAPS_CARD, HOUSES, "the top card of each house", fresh=NOTHING)
    laid = row(COPIES, HOUSES, "cards put in each house by this turn that nobody else has seen")
    unseen = row(
        Unnamed(max(CARDS)), MOST_SEATS, "cards of a hand that this record does not name",
        per_seat=True,
    )  # fmt: skip
    wins = row(Number(MOST_ROUNDS), MOST_SEATS, "victory cards", per_seat=True)
    block = one(PERHAPS_CARD, "the blocking card", fresh=NOTHING)
    last = one(PERHAPS_CARD, "the last card of a hand, on the blocking card", fresh=NOTHING)
    laid_kind = one(
        PERHAPS_CARD, "the kind of what is laid, which still counts as in the hand (VV-79)",
        fresh=NOTHING, again=True,
    )  # fmt: skip
    drawn = one(PLACE, "the card just drawn, while its owner decides", fresh=NOTHING, again=True)
    placed = one(PERHAPS_CARD, "the kind that this turn has placed", fresh=NOTHING, again=True)
    house = one(HOUSE.or_nothing(), "where it was placed", fresh=NOTHING)
    beneath = one(PERHAPS_CARD, "what was the top card there before", fresh=NOTHING, again=True)
    owes = one(Number(MOST_PENALTY), "cards still to be drawn in this step of the turn")
    active = one(SEAT, "whose turn it is", always=True)
    dealer = one(SEAT, "who deals this round")
    playing = one(SEATS, "the seats that take part in this round", fresh=everybody)
    callers = one(SEATS, "the seats that have called")
    passes = one(Number(MOST_SEATS), "turns passed one after the other")
    played = one(ROUNDS, "rounds finished")
    tie_break = one(FLAG, "whether this is the tie-break round")
    victor = one(SOMEBODY, "winner of the last finished round", fresh=NOTHING)
    edition = option(
        "regular", EDITIONS, mark("which deck is played with"), "VV-03",
        (mark("the regular deck"), mark("the pocket deck")),
    )  # fmt: skip
    rounds = option(
        min(3, *VICTORY_CARDS), range(1, MOST_ROUNDS + 1), mark("rounds of the match"), "VV-03"
    )
    first_dealer = option(
        "random", ("random", *(f"seat{seat}" for seat in range(MOST_SEATS))),
        mark("who deals the first round"), "VV-09",
        (
            mark("drawn by lot"), mark("the first seat"), mark("the second seat"),
            mark("the third seat"), mark("the fourth seat"), mark("the fifth seat"),
            mark("the sixth seat"),
        )[: MOST_SEATS + 1],
    )  # fmt: skip
    hand_size = option(HAND, HANDS, mark("cards dealt to each player"), "VV-04")
    table = option(
        "strict", ("strict", "honour"), mark("whether forbidden cards can be placed"), "VV-58",
        (mark("strict: only what the rules allow"), mark("honour: anything, if nobody calls")),
    )  # fmt: skip
    penalty = option(
        PENALTY, range(1, MOST_PENALTY + 1), mark("cards drawn by a player who is caught"),
        "VV-59", given=HONOURED,
    )  # fmt: skip
    false_call = option(
        0, range(4), mark("cards drawn for a call without reason"), "VV-67", given=HONOURED
    )
    bot_notice = option(
        90, range(101), mark("how often a bot notices a forbidden card, in per cent"),
        "VV-69", given=HONOURED,
    )  # fmt: skip
    bot_cheat = option(
        0, range(101), mark("how often a bot is tempted to cheat, in per cent"),
        "VV-70", given=HONOURED,
    )  # fmt: skip
    call_seconds = option(
        8, range(1, 61), mark("seconds in which to call"), "VV-64", given=HONOURED
    )
    viva_right = option(
        RIGHT_DRAWS, range(4), mark("cards drawn on the right after a VIVA"),
        "VV-38", seats=SEVERAL_SEATS,
    )  # fmt: skip
    viva_left = option(
        LEFT_DRAWS, range(4), mark("cards drawn on the left after a VIVA"),
        "VV-38", seats=SEVERAL_SEATS,
    )  # fmt: skip
    viva_two = option(
        OPPONENT_DRAWS, range(4), mark("cards drawn by the only opponent after a VIVA"),
        "VV-39", seats=range(2, 3),
    )  # fmt: skip
    turn_cap = option(
        500, range(FEWEST_TURNS, MOST_TURNS + 1), mark("turns after which a round is stopped"),
        "VV-73",
    )  # fmt: skip


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


class Happening(EventKind):
    """The events: what decisions and steps can do, with their arguments."""

    DEALT = tells(
        dealer=SEAT, number=ROUNDS, players=SEATS, cards=Number(HANDS[-1]), tie_break=FLAG
    )
    BLOCKED = tells(Tempo.REVEAL, seat=SOMEBODY, card=CARD, from_hand=FLAG)
    BEGAN = tells(Tempo.DULL, seat=SEAT, turn=TURNS)
    LAID = tells(seat=SEAT, card=CARD, house=HOUSE)
    PLACED = tells(  # so many in each of the three houses
        seat=SEAT, card=CARD, one=COPIES, two=COPIES, three=COPIES, was_drawn=FLAG
    )
    FINISHED = tells(Tempo.TURNING, seat=SEAT, card=CARD)
    PASSED = tells(Tempo.TICK, seat=SEAT)
    DREW = tells(seat=SEAT, card=Secret(PLACE, seen_by="seat"))  # VV-75
    KEPT = tells(Tempo.TICK, seat=SEAT)
    RESHUFFLED = tells(cards=MANY_CARDS, from_houses=FLAG)
    NONE_LEFT = tells(Tempo.TICK, seat=SEAT)
    ANSWERED = tells(  # VV-64
        Tempo.DULL,
        seat=Secret(SEAT.or_unknown(), seen_by="seat"),
        called=Secret(FLAG.or_unknown(), seen_by="seat"),
    )
    ANSWERS = tells(Tempo.REVEAL, callers=SEATS, forbidden=FLAG)
    CAUGHT = tells(Tempo.TURNING, seat=SEAT, card=CARD, place=ON_HOUSE_OR_BLOCK)
    VIVA = tells(Tempo.TURNING, seat=SEAT, colours=COLOUR_SET, cards=MANY_CARDS)
    ROUND_WON = tells(Tempo.TURNING, seat=SEAT, capped=FLAG)
    ROUND_VOID = tells(Tempo.TURNING, capped=FLAG)
    VICTORY_CARD = tells(Tempo.REVEAL, seat=SEAT, cards=Number(MOST_ROUNDS))
    MATCH_WON = tells(Tempo.END, winners=SEATS)


hide_event = hider(Happening)

# where an event tells of a seat, and of its card or answer
TOLD_SEAT, TOLD_CARD = Happening.DREW.places["seat"], Happening.DREW.places["card"]
TOLD_ANSWER = Happening.ANSWERED.places["called"]
