"""Phase 5: SH-59 to SH-85. Options are numbered in the order of SH-129."""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import bit, count
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, Moves, tell
from kermesse.games.shuppa.components import EAT_CARD, JUMP_CARD, KIND, SWAP_CARD
from kermesse.games.shuppa.rules.cards import (
    guests,
    is_automaton,
    next_in_order,
    only_card,
    take_token,
    win_cards,
)
from kermesse.games.shuppa.rules.cascade import foresee
from kermesse.games.shuppa.rules.cells import (
    GONE,
    LIFTED_DOWN,
    LIFTED_UP,
    NOWHERE,
    TRADED,
    Cells,
    Change,
    below,
    column_of,
    common,
    first,
    holds,
    is_empty,
    joined,
    left_of,
    less,
    meet,
    only,
    size,
    top_of,
)
from kermesse.games.shuppa.rules.lots import look, occupied
from kermesse.games.shuppa.rules.turn import ask_for_draw
from kermesse.games.shuppa.state import (
    COLUMN,
    DECLINE,
    EAT,
    EFFECTS,
    JUMP,
    LIFT,
    SWAP,
    Happening,
    Phase,
    State,
    columns,
    players,
)
from kermesse.games.shuppa.tables import MOST_COLUMNS

# --- what is open -------------------------------------------------------------------------------


@kernel
def kind_in_play(s: State) -> int:
    """What the Action card under the active player's token can do."""
    return int(KIND[s.token[s.active]])


class Open(NamedTuple):
    """Effects that are open: one or two for each place, in the order of SH-129."""

    start: int  # the number of the kind's first effect
    pace: int  # by how much the number grows from one place to the next
    one: Cells  # the places of the first sort: cells, or small numbers written as cells
    two: Cells  # and of the second


@apart
@kernel
def open_effects(s: State, cards: Cells) -> Open:
    """Every effect of the card in play that is open, ``cards`` being the cells with a card."""
    "SH-62, SH-63"
    kind, free = kind_in_play(s), less(cards, guests(s, s.active))
    start = int(EFFECTS[kind])
    if kind == EAT_CARD:
        "SH-64"
        return Open(start, 1, free, NOWHERE)
    if kind == SWAP_CARD:  # two adjacent cards, neither with a foreign token
        "SH-70…72"
        return Open(start, 2, common(free, below(free)), common(free, left_of(free)))
    jumps, ups, downs = 0, 0, 0
    everywhere = bit(columns(s)) - 1
    for column in range(columns(s)):
        pile, loose = column_of(cards, column), column_of(free, column)
        takes_top = loose & top_of(pile) != 0
        if takes_top:  # to any other column
            "SH-67…69"
            jumps |= (everywhere & ~bit(column)) << MOST_COLUMNS * column
        if pile > 1:  # of at least two cards, only the one taken must be free
            "SH-76, SH-77"
            ups |= (loose & 1) << column
            downs |= int(takes_top) << column
    if kind == JUMP_CARD:
        return Open(start, 1, Cells(jumps, 0), NOWHERE)
    return Open(start, 2, Cells(ups, 0), Cells(downs, 0))


@kernel
def any_left(left: Open) -> bool:
    return not is_empty(joined(left.one, left.two))


@kernel
def next_option(left: Open) -> int:
    """The number of the first open effect; there must be one."""
    place = first(joined(left.one, left.two))
    return left.start + left.pace * place + int(not holds(left.one, place))


@kernel
def without_next(left: Open) -> Open:
    """All open effects but the first."""
    place = only(first(joined(left.one, left.two)))
    if meet(left.one, place):
        return Open(left.start, left.pace, less(left.one, place), left.two)
    return Open(left.start, left.pace, left.one, less(left.two, place))


@kernel
def left_out(all_of_them: Open, some: Open) -> Open:
    """Open effects that are not among some of them."""
    one, two = less(all_of_them.one, some.one), less(all_of_them.two, some.two)
    return Open(some.start, some.pace, one, two)


@kernel
def put_together(these: Open, those: Open) -> Open:
    """Open effects of the same card, these and those."""
    return Open(these.start, these.pace, joined(these.one, those.one), joined(these.two, those.two))


@kernel
def how_many(some: Open) -> int:
    return size(some.one) + size(some.two)


@kernel
def usable_effects(s: State, seat: int, out: Moves) -> int:
    """Declining, and every effect of the card in play that is open (SH-61, SH-129)."""
    out[0] = DECLINE
    return 1 + list_options(open_effects(s, occupied(look(s))), out[1:])


@kernel
def list_options(left: Open, out: Moves) -> int:
    n = 0
    while any_left(left):
        out[n] = next_option(left)
        n += 1
        left = without_next(left)
    return n


# --- what is done -------------------------------------------------------------------------------


@kernel
def begin_action(s: State) -> None:
    """The next player whose token is still on an Action card (SH-59)."""
    player = next_in_order(s, bit(players(s)) - 1)
    s.active = player
    tell(s, Happening.ACTS, player, s.token[player])
    if is_automaton(s, player) or not any_left(open_effects(s, occupied(look(s)))):
        "SH-81, SH-124"
        s.phase = Phase.RESOLVE  # nothing but declining
    else:
        s.due = bit(player)
        s.phase = Phase.EFFECT


@kernel
def use_card(s: State, seat: int, action: int) -> None:
    """The effect of the card in play, or none (SH-61)."""
    if action == DECLINE:
        decline(s)
    else:
        carry_out(s, int(action))  # out of a narrow buffer


@kernel
def decline(s: State) -> None:
    """The token goes back at once, and a card is drawn (SH-61, SH-80, SH-81)."""
    player = s.active
    s.due = 0
    tell(s, Happening.DECLINED, player, s.token[player])
    take_token(s, player)
    ask_for_draw(s)  # SH-81


@kernel
def change_by(cards: Cells, option: int) -> Change:
    """What an effect does to the zone, ``cards`` being the cells with a card."""
    if option < JUMP:
        return Change(GONE, 0, 0, only(option - EAT))
    if option < SWAP:
        start, target = (option - JUMP) // MOST_COLUMNS, (option - JUMP) % MOST_COLUMNS
        top = COLUMN * start + count(column_of(cards, start)) - 1
        return Change(TRADED, top, COLUMN * target + count(column_of(cards, target)), NOWHERE)
    if option < LIFT:
        one = (option - SWAP) // 2
        return Change(TRADED, one, one + (COLUMN if (option - SWAP) % 2 else 1), NOWHERE)
    column = (option - LIFT) // 2
    kind = LIFTED_DOWN if (option - LIFT) % 2 else LIFTED_UP
    return Change(kind, COLUMN * column, count(column_of(cards, column)), NOWHERE)


@apart
@kernel
def carry_out(s: State, option: int) -> None:
    """The effect, and which lots will be new by it (SH-78, SH-79, SH-132)."""
    faces = look(s)
    change = change_by(occupied(faces), option)
    "SH-79"
    foresee(s, faces, change)
    s.best = 0
    s.due = 0
    "SH-132"
    s.phase = Phase.TAKE_BACK
    if option < JUMP:
        eat(s, change)
    elif option < LIFT:
        trade(s, option, change)
    else:
        lift(s, change)


@kernel
def eat(s: State, change: Change) -> None:
    """Any card goes to the player's PV pile; that is winning a card (SH-64…66)."""
    player, cell = s.active, first(change.gone)
    card = int(s.zone[cell])
    s.zone[cell] = NOTHING
    "SH-65, SH-66"
    win_cards(s, player, only_card(card))
    s.gain += 1
    if is_automaton(s, player):
        s.automaton_won = 1
    tell(s, Happening.ATE, player, card, cell // COLUMN, cell % COLUMN)


@kernel
def trade(s: State, option: int, change: Change) -> None:
    """Two cells exchange their cards; in a jump one of them is empty (SH-67, SH-70)."""
    player, one, two = s.active, change.one, change.two
    card, other = int(s.zone[one]), int(s.zone[two])
    s.zone[one], s.zone[two] = other, card
    if s.token[player] == card:
        "SH-28"
        s.stand[player] = two // COLUMN  # the player's token goes where its card goes
    elif s.token[player] == other:
        s.stand[player] = one // COLUMN
    if option < SWAP:
        tell(s, Happening.JUMPED, player, card, one // COLUMN, two // COLUMN)
    else:
        tell(s, Happening.SWAPPED, player, card, other, one, two - one)


@kernel
def lift(s: State, change: Change) -> None:
    """A column is rotated by one (SH-73…75)."""
    foot, top = change.one, change.one + change.two - 1
    down = change.kind == LIFTED_DOWN
    card = int(s.zone[top if down else foot])
    for i in range(change.two - 1):
        if down:
            "SH-74"
            s.zone[top - i] = s.zone[top - i - 1]
        else:
            "SH-73"
            s.zone[foot + i] = s.zone[foot + i + 1]
    s.zone[foot if down else top] = card
    tell(s, Happening.LIFTED, s.active, card, foot // COLUMN, int(down))
