"""The rules of Muvuca: the record and the kernels, in the order of a match."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from kermesse.core.bits import bit, count, has, including, listed, minus, without
from kermesse.core.chance import draw, draw_member
from kermesse.core.kernel import kernel
from kermesse.core.options import Option
from kermesse.core.record import NOTHING, UNKNOWN, Moves, Record, filled_up, tell
from kermesse.core.words import mark
from kermesse.games.muvuca.components import (
    ALL_CARDS,
    ALL_PUSHES,
    ALONG,
    CARDS,
    CELLS,
    ENTRY,
    FEWEST_TURNS,
    FIRST_HAND,
    FULL_COLUMNS,
    FULL_ROWS,
    SECOND_HAND,
    SIDE,
    STRIDE,
)
from kermesse.games.muvuca.scoring import KINDS_COUNTED, points, round_winner, seller, totals

OPTIONS = (
    Option("rounds_to_win", 2, range(1, 6), mark("round wins needed to win the match"), "MV-49"),
    Option(
        "end_lines",
        min(3, SIDE),
        range(1, SIDE + 1),
        mark("full rows or full columns that end a round"),
        "MV-28",
    ),
    Option(
        "turn_cap",
        200,
        range(FEWEST_TURNS, 1001),
        mark("turns after which a round is scored"),
        "MV-36",
    ),
    Option(
        "first_player",
        "random",
        ("random", "seat0", "seat1"),
        mark("who starts round 1"),
        "MV-04",
        (mark("drawn by lot"), mark("the first seat"), mark("the second seat")),
    ),
    Option(
        "roles",
        "seat0_food",
        ("seat0_food", "seat1_food", "random"),
        mark("who sells food"),
        "MV-03",
        (mark("the first seat"), mark("the second seat"), mark("drawn by lot")),
    ),
    Option(
        "swap_roles",
        False,
        (False, True),
        mark("exchange the roles after each round"),
        "MV-03",
        (mark("no"), mark("yes")),
    ),
    Option(
        "facedown_at_scoring",
        "ignored",
        ("ignored", "revealed"),
        mark("turn the whole Crowd face-up before scoring"),
        "MV-40",
        (mark("no, face-down cards count for nothing"), mark("yes, every card counts")),
    ),
)
FIRST_AT_RANDOM, ROLES_AT_RANDOM = 0, 2
FACE_DOWN_REVEALED = 1

FIELDS: list[tuple[Any, ...]] = filled_up(
    [
        ("hand", np.int32, (2,)),  # the cards of each hand that this record names
        ("known", np.int32, (2,)),  # those of them that everybody knows (MV-56)
        ("turn", np.int16),  # number of this turn in the round, from 1
        ("turn_cap", np.int16),
        ("crowd", np.int8, (CELLS,)),  # row by row: the card, or UNKNOWN while face-down
        ("unseen", np.int8, (2,)),  # cards of a hand that this record does not name: only in views
        ("wins", np.int8, (2,)),  # rounds won
        ("active", np.int8),  # whose turn it is
        ("starter", np.int8),  # first player of this round
        ("food_seat", np.int8),  # the food vendor
        ("chosen", np.int8),  # card chosen for this turn; still counted in the hand (MV-58)
        ("pushed", np.int8),  # push of this turn, until the Cart has moved
        ("leaving", np.int8),  # card pushed off, until it has gone to a hand or aside
        ("cart", np.int8),  # the push beside whose entry the Cart lies
        ("aside", np.int8),  # card set aside at the end of the round
        ("scored", np.int8),  # product types counted so far
        ("victor", np.int8),  # winner of the last finished round
        ("capped", np.int8),  # whether this round ended by MV-36
        ("rounds_to_win", np.int8),
        ("end_lines", np.int8),
        ("first_player", np.int8),
        ("roles", np.int8),
        ("swap_roles", np.int8),
        ("facedown_at_scoring", np.int8),
    ]
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


class Happening(IntEnum):
    """What a step can do; its arguments stand beside it."""

    DEALT = 0  # first player, food vendor
    CHOSE = 1  # seat, card
    PUSHED = 2  # seat, push
    SLID = 3  # push, leaving card
    INSERTED = 4  # seat, card, cell
    CART_MOVED = 5  # push
    LINES_COUNTED = 6  # full rows, full columns, whether the round ends
    TOOK = 7  # seat, card, whether it was face-up
    SET_ASIDE = 8  # card
    HANDS_REVEALED = 9
    TURNED_UP = 10  # card, cell
    COUNTED = 11  # seat, kind, in the Crowd, in the hand
    ROUND_WON = 12  # seat, points of seat 0, points of seat 1
    VICTORY_CARD = 13  # wins of seat 0, wins of seat 1
    MATCH_WON = 14  # seat


# --- setting up ---------------------------------------------------------------------------


@kernel
def setup(s: Record) -> None:
    """Roles, first player, and the first round (MV-03…10)."""
    s.reveals = 0
    s.over = 0
    s.wins[:] = 0  # MV-05
    s.victor = NOTHING
    s.food_seat = draw(s, 2) if s.roles == ROLES_AT_RANDOM else s.roles  # MV-03
    s.starter = draw(s, 2) if s.first_player == FIRST_AT_RANDOM else s.first_player - 1  # MV-04
    deal(s)


@kernel
def deal(s: Record) -> None:
    """Lay out the Crowd and deal both hands; face-down cards stay undecided (MV-06…10)."""
    s.crowd[:] = UNKNOWN  # MV-06
    s.hand[:] = 0
    s.known[:] = 0
    s.unseen[:] = 0
    s.leaving = NOTHING
    s.aside = NOTHING  # MV-09: back in the deck before the hands are drawn from it
    take_unseen(s, s.starter, FIRST_HAND)  # MV-07
    take_unseen(s, 1 - s.starter, SECOND_HAND)  # MV-08
    s.cart = NOTHING  # MV-10
    s.chosen = NOTHING
    s.pushed = NOTHING
    s.scored = 0
    s.capped = 0
    s.turn = 1
    s.reveals += 1
    tell(s, Happening.DEALT, s.starter, s.food_seat)
    begin_turn(s, s.starter)  # MV-11


@kernel
def take_unseen(s: Record, seat: int, n: int) -> None:
    """Draw cards that nobody has seen into a hand."""
    for _ in range(n):
        s.hand[seat] = including(s.hand[seat], draw_member(s, undecided(s)))


@kernel
def undecided(s: Record) -> int:
    """The cards that this record names nowhere: they lie face-down, or in a hand it cannot see."""
    named = int(s.hand[0]) | int(s.hand[1])
    for cell in range(CELLS):
        if s.crowd[cell] >= 0:
            named |= bit(s.crowd[cell])
    if s.leaving >= 0:
        named |= bit(s.leaving)
    if s.aside >= 0:
        named |= bit(s.aside)
    return minus(ALL_CARDS, named)


@kernel
def begin_turn(s: Record, seat: int) -> None:
    """The seat owes the choice of a card (MV-13)."""
    s.active = seat
    s.due = bit(seat)
    s.phase = Phase.CARD


# --- a turn -------------------------------------------------------------------------------


@kernel
def legal(s: Record, seat: int, out: Moves) -> int:
    """Cards come first among the action numbers, pushes after them."""
    if not has(s.due, seat):
        return 0
    if s.phase == Phase.CARD:
        return listed(s.hand[seat], out)  # MV-13
    return listed(open_pushes(s), out, CARDS)  # MV-14, MV-15


@kernel
def open_pushes(s: Record) -> int:
    """All pushes but those along the line where the Cart lies, either direction (MV-20…22)."""
    return ALL_PUSHES if s.cart == NOTHING else minus(ALL_PUSHES, ALONG[s.cart >> 1])


@kernel
def act(s: Record, seat: int, action: int) -> None:
    """Choose a card, then a push (MV-63)."""
    if s.phase == Phase.CARD:
        s.chosen = action
        s.phase = Phase.PUSH
        tell(s, Happening.CHOSE, seat, action)
    else:
        s.pushed = action - CARDS
        s.due = 0
        s.phase = Phase.SLIDE
        tell(s, Happening.PUSHED, seat, s.pushed)


@kernel
def step(s: Record) -> None:
    """The next automatic step of a turn (MV-64) or of the end of a round (MV-65)."""
    if s.phase == Phase.SLIDE:
        slide(s)  # MV-64
    elif s.phase == Phase.INSERT:
        insert(s)
    elif s.phase == Phase.CART:
        move_cart(s)
    elif s.phase == Phase.LINES:
        count_lines(s)
    elif s.phase == Phase.HAND_OVER:
        hand_over(s)
    elif s.phase == Phase.SET_ASIDE:
        set_aside(s)
    elif s.phase == Phase.REVEAL:
        reveal_hands(s)
    elif s.phase == Phase.TURN_UP:
        turn_up(s)
    elif s.phase == Phase.COUNT:
        count_kind(s)
    elif s.phase == Phase.WINNER:
        name_winner(s)
    elif s.phase == Phase.VICTORY:
        update_victory_card(s)
    else:
        end_or_deal(s)


@kernel
def slide(s: Record) -> None:
    """The line moves by one cell and a card comes off at its far end (MV-16)."""
    entry, stride = ENTRY[s.pushed], STRIDE[s.pushed]
    s.leaving = s.crowd[entry + (SIDE - 1) * stride]
    for i in range(SIDE - 1, 0, -1):
        s.crowd[entry + i * stride] = s.crowd[entry + (i - 1) * stride]  # MV-18: no card turns over
    s.crowd[entry] = NOTHING
    s.phase = Phase.INSERT
    tell(s, Happening.SLID, s.pushed, s.leaving)


@kernel
def insert(s: Record) -> None:
    """The chosen card goes face-up into the gap (MV-17)."""
    card, cell = s.chosen, ENTRY[s.pushed]
    s.crowd[cell] = card
    s.hand[s.active] = without(s.hand[s.active], card)
    s.known[s.active] = without(s.known[s.active], card)
    s.chosen = NOTHING
    s.reveals += 1
    s.phase = Phase.CART
    tell(s, Happening.INSERTED, s.active, card, cell)


@kernel
def move_cart(s: Record) -> None:
    """The Cart goes beside the inserted card, in line with the push (MV-19, MV-22)."""
    s.cart = s.pushed
    s.pushed = NOTHING
    s.phase = Phase.LINES
    tell(s, Happening.CART_MOVED, s.cart)


# --- the end of a round -------------------------------------------------------------------


@kernel
def face_up_cells(s: Record) -> int:
    """The cells with a face-up card, as a set."""
    cells = 0
    for cell in range(CELLS):
        if s.crowd[cell] >= 0:
            cells |= bit(cell)
    return cells


@kernel
def full_lines(cells: int, lines: tuple[int, ...]) -> int:
    """How many of some parallel lines lie completely within ``cells``."""
    n = 0
    for line in lines:
        if cells & line == line:
            n += 1
    return n


@kernel
def count_lines(s: Record) -> None:
    """Before the card that left changes hands: has the round ended? (MV-28…30, MV-36)"""
    cells = face_up_cells(s)
    rows, columns = full_lines(cells, FULL_ROWS), full_lines(cells, FULL_COLUMNS)
    enough = rows >= s.end_lines or columns >= s.end_lines  # MV-30: never added together
    s.capped = s.turn >= s.turn_cap and not enough
    ends = enough or s.capped
    s.phase = Phase.SET_ASIDE if ends else Phase.HAND_OVER
    tell(s, Happening.LINES_COUNTED, rows, columns, int(ends))


@kernel
def hand_over(s: Record) -> None:
    """The card that left goes to the opponent, whose turn it is now (MV-25, MV-26)."""
    taker = 1 - s.active
    card = int(s.leaving)
    face_up = card != UNKNOWN
    if face_up:
        s.known[taker] = including(s.known[taker], card)  # MV-56
    else:
        card = draw_member(s, undecided(s))  # MV-57: here somebody sees it for the first time
        s.reveals += 1
    s.hand[taker] = including(s.hand[taker], card)  # MV-25
    s.leaving = NOTHING
    s.turn += 1
    tell(s, Happening.TOOK, taker, card, int(face_up))
    begin_turn(s, taker)  # MV-26


@kernel
def set_aside(s: Record) -> None:
    """The last card that left goes to no hand and is not turned over (MV-31, MV-32)."""
    s.aside = s.leaving
    s.leaving = NOTHING
    s.phase = Phase.REVEAL
    tell(s, Happening.SET_ASIDE, s.aside)


@kernel
def reveal_hands(s: Record) -> None:
    """Both hands become public (MV-37, MV-60)."""
    s.known[0], s.known[1] = s.hand[0], s.hand[1]  # MV-37, MV-60
    s.reveals += 1
    turning = s.facedown_at_scoring == FACE_DOWN_REVEALED and count(face_up_cells(s)) < CELLS
    s.phase = Phase.TURN_UP if turning else Phase.COUNT
    tell(s, Happening.HANDS_REVEALED)


@kernel
def turn_up(s: Record) -> None:
    """Variant of MV-40: the next face-down card of the Crowd is turned over."""
    cell = 0
    while s.crowd[cell] != UNKNOWN:
        cell += 1
    s.crowd[cell] = draw_member(s, undecided(s))
    s.reveals += 1
    if count(face_up_cells(s)) == CELLS:
        s.phase = Phase.COUNT
    tell(s, Happening.TURNED_UP, s.crowd[cell], cell)


@kernel
def count_kind(s: Record) -> None:
    """Score one product type, foods before jackets (MV-38, MV-65)."""
    kind = int(s.scored)
    crowd, held = points(s, kind)  # MV-38
    s.scored += 1  # MV-65
    if s.scored == KINDS_COUNTED:
        s.phase = Phase.WINNER
    tell(s, Happening.COUNTED, seller(s, kind), kind, crowd, held)


@kernel
def name_winner(s: Record) -> None:
    """The higher score wins the round, on a tie the second player (MV-46, MV-47)."""
    s.victor = round_winner(s)
    s.phase = Phase.VICTORY
    zero, one = totals(s)
    tell(s, Happening.ROUND_WON, s.victor, zero, one)


@kernel
def update_victory_card(s: Record) -> None:
    """The round counts for its winner (MV-51)."""
    s.wins[s.victor] += 1
    s.phase = Phase.NEXT
    tell(s, Happening.VICTORY_CARD, s.wins[0], s.wins[1])


@kernel
def end_or_deal(s: Record) -> None:
    """The match is won (MV-49), or the loser starts the next round (MV-48)."""
    if s.wins[s.victor] == s.rounds_to_win:  # MV-49
        s.over = 1
        s.phase = Phase.OVER
        tell(s, Happening.MATCH_WON, s.victor)
    else:
        s.starter = 1 - s.victor  # MV-48
        if s.swap_roles:
            s.food_seat = 1 - s.food_seat
        deal(s)
