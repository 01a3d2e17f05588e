"""The rules of Muvuca: from the deal to the end of the match."""

from __future__ import annotations

from kermesse.core.bits import bit, count, including, listed, minus, without
from kermesse.core.chance import draw, draw_member
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, UNKNOWN, Moves, tell
from kermesse.games.muvuca.components import (
    ALL_CARDS,
    ALL_PUSHES,
    ALONG,
    CARDS,
    CELLS,
    ENTRY,
    FIRST_HAND,
    FULL_COLUMNS,
    FULL_ROWS,
    SECOND_HAND,
    SIDE,
    STRIDE,
)
from kermesse.games.muvuca.scoring import KINDS_COUNTED, points, round_winner, seller, totals
from kermesse.games.muvuca.state import (
    FACE_DOWN_REVEALED,
    FIRST_AT_RANDOM,
    ROLES_AT_RANDOM,
    Happening,
    Phase,
    State,
)

# --- setting up ---------------------------------------------------------------------------


@kernel
def setup(s: State) -> None:
    """Roles, first player, and the first round (MV-03…10)."""
    s.reveals = 0
    s.over = 0
    "MV-05"
    s.wins[:] = 0
    s.victor = NOTHING
    s.food_seat = draw(s, 2) if s.roles == ROLES_AT_RANDOM else s.roles  # MV-03
    s.starter = draw(s, 2) if s.first_player == FIRST_AT_RANDOM else s.first_player - 1  # MV-04
    deal(s)


@kernel
def deal(s: State) -> None:
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
    "MV-11"
    begin_turn(s, s.starter)


@kernel
def take_unseen(s: State, seat: int, n: int) -> None:
    """Draw cards that nobody has seen into a hand."""
    for _ in range(n):
        s.hand[seat] = including(s.hand[seat], draw_member(s, undecided(s)))


@kernel
def undecided(s: State) -> int:
    """The cards that this record does not name: they lie face-down, or in a hand it cannot see."""
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
def begin_turn(s: State, seat: int) -> None:
    """The seat owes the choice of a card (MV-13)."""
    s.active = seat
    s.due = bit(seat)
    s.phase = Phase.CARD


# --- a turn -------------------------------------------------------------------------------


@kernel
def held_cards(s: State, seat: int, out: Moves) -> int:
    """Any card of the seat's hand (MV-13)."""
    return listed(s.hand[seat], out)


@kernel
def choose_card(s: State, seat: int, action: int) -> None:
    """The card is chosen, and stays in the hand until the push is (MV-58)."""
    s.chosen = action
    s.phase = Phase.PUSH
    tell(s, Happening.CHOSE, seat, action)


@kernel
def allowed_pushes(s: State, seat: int, out: Moves) -> int:
    """Any of the open pushes (MV-14, MV-15); their numbers come after those of the cards."""
    return listed(open_pushes(s), out, CARDS)


@kernel
def open_pushes(s: State) -> int:
    """All pushes but those along the line where the Cart lies, either direction (MV-20…22)."""
    return ALL_PUSHES if s.cart == NOTHING else minus(ALL_PUSHES, ALONG[s.cart >> 1])


@kernel
def choose_push(s: State, seat: int, action: int) -> None:
    """The push is chosen, and the turn goes on by itself (MV-63)."""
    s.pushed = action - CARDS
    s.due = 0
    s.phase = Phase.SLIDE
    tell(s, Happening.PUSHED, seat, s.pushed)


@kernel
def slide(s: State) -> None:
    """The line moves by one cell and a card comes off at its far end (MV-16)."""
    entry, stride = ENTRY[s.pushed], STRIDE[s.pushed]
    s.leaving = s.crowd[entry + (SIDE - 1) * stride]
    for i in range(SIDE - 1, 0, -1):
        "MV-18"
        s.crowd[entry + i * stride] = s.crowd[entry + (i - 1) * stride]  # no card turns over
    s.crowd[entry] = NOTHING
    s.phase = Phase.INSERT
    tell(s, Happening.SLID, s.pushed, s.leaving)


@kernel
def insert(s: State) -> None:
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
def move_cart(s: State) -> None:
    """The Cart goes beside the inserted card, in line with the push (MV-19, MV-22)."""
    s.cart = s.pushed
    s.pushed = NOTHING
    s.phase = Phase.LINES
    tell(s, Happening.CART_MOVED, s.cart)


# --- the end of a round -------------------------------------------------------------------


@kernel
def face_up_cells(s: State) -> int:
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
def count_lines(s: State) -> None:
    """Before the card that left changes hands: has the round ended? (MV-28…30, MV-36)"""
    cells = face_up_cells(s)
    rows, columns = full_lines(cells, FULL_ROWS), full_lines(cells, FULL_COLUMNS)
    "MV-30"
    enough = rows >= s.end_lines or columns >= s.end_lines  # never added together
    s.capped = s.turn >= s.turn_cap and not enough
    ends = enough or s.capped
    s.phase = Phase.SET_ASIDE if ends else Phase.HAND_OVER
    tell(s, Happening.LINES_COUNTED, rows, columns, int(ends))


@kernel
def hand_over(s: State) -> None:
    """The card that left goes to the opponent, whose turn it is now (MV-25, MV-26)."""
    taker = 1 - s.active
    card = int(s.leaving)
    face_up = card != UNKNOWN
    if face_up:
        "MV-56"
        s.known[taker] = including(s.known[taker], card)
    else:
        "MV-57"
        card = draw_member(s, undecided(s))  # here somebody sees it for the first time
        s.reveals += 1
    "MV-25"
    s.hand[taker] = including(s.hand[taker], card)
    s.leaving = NOTHING
    s.turn += 1
    tell(s, Happening.TOOK, taker, card, int(face_up))
    "MV-26"
    begin_turn(s, taker)


@kernel
def set_aside(s: State) -> None:
    """The last card that left goes to no hand and is not turned over (MV-31, MV-32)."""
    s.aside = s.leaving
    s.leaving = NOTHING
    s.phase = Phase.REVEAL
    tell(s, Happening.SET_ASIDE, s.aside)


@kernel
def reveal_hands(s: State) -> None:
    """Both hands become public (MV-37, MV-60)."""
    "MV-37, MV-60"
    s.known[0], s.known[1] = s.hand[0], s.hand[1]
    s.reveals += 1
    turning = s.facedown_at_scoring == FACE_DOWN_REVEALED and count(face_up_cells(s)) < CELLS
    s.phase = Phase.TURN_UP if turning else Phase.COUNT
    tell(s, Happening.HANDS_REVEALED)


@kernel
def turn_up(s: State) -> None:
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
def count_kind(s: State) -> None:
    """Score one product type, foods before jackets (MV-38, MV-65)."""
    kind = int(s.scored)
    "MV-38"
    crowd, held = points(s, kind)
    "MV-65"
    s.scored += 1
    if s.scored == KINDS_COUNTED:
        s.phase = Phase.WINNER
    tell(s, Happening.COUNTED, seller(s, kind), kind, crowd, held)


@kernel
def name_winner(s: State) -> None:
    """The higher score wins the round, on a tie the second player (MV-46, MV-47)."""
    s.victor = round_winner(s)
    s.phase = Phase.VICTORY
    zero, one = totals(s)
    tell(s, Happening.ROUND_WON, s.victor, zero, one)


@kernel
def update_victory_card(s: State) -> None:
    """The round counts for its winner (MV-51)."""
    s.wins[s.victor] += 1
    s.phase = Phase.NEXT
    tell(s, Happening.VICTORY_CARD, s.wins[0], s.wins[1])


@kernel
def end_or_deal(s: State) -> None:
    """The match is won (MV-49), or the loser starts the next round (MV-48)."""
    if s.wins[s.victor] == s.rounds_to_win:
        "MV-49"
        s.over = 1
        s.phase = Phase.OVER
        tell(s, Happening.MATCH_WON, s.victor)
    else:
        "MV-48"
        s.starter = 1 - s.victor
        if s.swap_roles:
            s.food_seat = 1 - s.food_seat
        deal(s)
