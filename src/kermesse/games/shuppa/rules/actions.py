"""Phase 5: SH-59 to SH-85. Options are numbered in the order of SH-129."""

from __future__ import annotations

from kermesse.core.bits import bit
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, Record, tell
from kermesse.games.shuppa.components import EAT as EAT_CARD
from kermesse.games.shuppa.components import JUMP as JUMP_CARD
from kermesse.games.shuppa.components import KIND, MOST_COLUMNS
from kermesse.games.shuppa.components import SWAP as SWAP_CARD
from kermesse.games.shuppa.rules.cards import win_card
from kermesse.games.shuppa.rules.cells import (
    GONE,
    LIFTED_DOWN,
    LIFTED_UP,
    NOWHERE,
    TRADED,
    Change,
    columns_to_close,
    first,
    only,
)
from kermesse.games.shuppa.rules.lots import after, columns, look, new_lots, occupied
from kermesse.games.shuppa.rules.players import (
    has_foreign_token,
    is_automaton,
    next_in_order,
    take_token,
)
from kermesse.games.shuppa.rules.record import (
    CELLS,
    COLUMN,
    DECLINE,
    EAT,
    JUMP,
    LIFT,
    SHARE,
    SWAP,
    Happening,
    Phase,
)
from kermesse.games.shuppa.rules.rounds import ask_for_draw, height_of
from kermesse.games.shuppa.scoring import players

# --- what is open -------------------------------------------------------------------------------


@kernel
def first_option(kind: int) -> int:
    """The number of the first effect of an Action card."""
    if kind == EAT_CARD:
        return EAT
    if kind == JUMP_CARD:
        return JUMP
    return SWAP if kind == SWAP_CARD else LIFT


@kernel
def end_of_options(kind: int) -> int:
    """One more than the number of its last effect."""
    if kind == EAT_CARD:
        return JUMP
    if kind == JUMP_CARD:
        return SWAP
    return LIFT if kind == SWAP_CARD else SHARE


@kernel
def kind_in_play(s: Record) -> int:
    """What the Action card under the active player's token can do."""
    return int(KIND[s.token[s.active]])


@kernel
def is_free(s: Record, cell: int) -> bool:
    """Whether a cell has a card that the active player may choose (SH-62, SH-63)."""
    card = s.zone[cell]
    return card != NOTHING and not has_foreign_token(s, s.active, card)


@kernel
def is_open(s: Record, option: int) -> bool:
    """Whether the active player may carry out an effect."""
    if option < JUMP:
        return is_free(s, option - EAT)  # SH-64
    if option < SWAP:
        return is_open_jump(s, option - JUMP)
    if option < LIFT:
        return is_open_swap(s, option - SWAP)
    return is_open_lift(s, option - LIFT)


@kernel
def is_open_jump(s: Record, option: int) -> bool:
    """The top card of a column to another column (SH-67…69)."""
    start, target = option // MOST_COLUMNS, option % MOST_COLUMNS
    if start == target or max(start, target) >= columns(s):
        return False
    height = height_of(s, start)
    return height > 0 and is_free(s, COLUMN * start + height - 1)


@kernel
def is_open_swap(s: Record, option: int) -> bool:
    """Two adjacent cards, neither with a foreign token (SH-70…72)."""
    one = option // 2
    two = one + (COLUMN if option % 2 else 1)
    return two < CELLS and is_free(s, one) and is_free(s, two)


@kernel
def is_open_lift(s: Record, option: int) -> bool:
    """The bottom or the top card of a column of at least two (SH-73…77)."""
    foot, down = COLUMN * (option // 2), option % 2
    if s.zone[foot + 1] == NOTHING:
        return False  # SH-76
    return is_free(s, foot + height_of(s, option // 2) - 1 if down else foot)


@kernel
def effects(s: Record, out: Moves) -> int:
    """Declining, and every effect of the card in play that is open (SH-61, SH-129)."""
    out[0] = DECLINE
    n = 1
    end = end_of_options(kind_in_play(s))
    option = next_open(s, first_option(kind_in_play(s)), end)
    while option < end:
        out[n] = option
        n += 1
        option = next_open(s, option + 1, end)
    return n


@kernel
def next_open(s: Record, option: int, end: int) -> int:
    """The first open option from that number on; ``end`` if there is none before."""
    while option < end and not is_open(s, option):
        option = following(s, option)
    return min(option, end)


@kernel
def following(s: Record, option: int) -> int:
    """The next number; above the topmost card of a column, the first one of the next column."""
    if option < JUMP and s.zone[option - EAT] == NOTHING:
        return EAT + (option - EAT | COLUMN - 1) + 1
    if SWAP <= option < LIFT and s.zone[(option - SWAP) // 2] == NOTHING:
        return SWAP + (option - SWAP | 2 * COLUMN - 1) + 1
    return option + 1


# --- what is done -------------------------------------------------------------------------------


@kernel
def no_effect(s: Record) -> bool:
    """Whether there is nothing but declining (SH-81, SH-124)."""
    end = end_of_options(kind_in_play(s))
    return next_open(s, first_option(kind_in_play(s)), end) == end


@kernel
def begin_action(s: Record) -> None:
    """The next player whose token is still on an Action card (SH-59)."""
    s.active = next_in_order(s, bit(players(s)) - 1)
    tell(s, Happening.ACTS, s.active, s.token[s.active])
    if is_automaton(s, s.active) or no_effect(s):
        s.phase = Phase.RESOLVE
    else:
        s.due = bit(s.active)
        s.phase = Phase.EFFECT


@kernel
def decline(s: Record) -> None:
    """The token goes back at once, and a card is drawn (SH-61, SH-80, SH-81)."""
    s.due = 0
    tell(s, Happening.DECLINED, s.active, s.token[s.active])
    take_token(s, s.active)
    ask_for_draw(s)


@kernel
def change_by(s: Record, option: int) -> Change:
    """What an effect does to the zone."""
    if option < JUMP:
        return Change(GONE, 0, 0, only(option - EAT))
    if option < SWAP:
        start, target = (option - JUMP) // MOST_COLUMNS, (option - JUMP) % MOST_COLUMNS
        top = COLUMN * start + height_of(s, start) - 1
        return Change(TRADED, top, COLUMN * target + height_of(s, target), NOWHERE)
    if option < LIFT:
        one = (option - SWAP) // 2
        return Change(TRADED, one, one + (COLUMN if (option - SWAP) % 2 else 1), NOWHERE)
    column = (option - LIFT) // 2
    kind = LIFTED_DOWN if (option - LIFT) % 2 else LIFTED_UP
    return Change(kind, COLUMN * column, height_of(s, column), NOWHERE)


@kernel
def carry_out(s: Record, option: int) -> None:
    """The effect, and which lots will be new by it (SH-78, SH-79, SH-132)."""
    change = change_by(s, option)
    faces = look(s)
    coming = new_lots(faces, after(faces, change), change)
    s.coming[0], s.coming[1] = coming.left, coming.right
    s.falling = columns_to_close(occupied(faces), change.gone)
    s.best = 0
    s.due = 0
    s.phase = Phase.TAKE_BACK
    if option < JUMP:
        eat(s, change)
    elif option < LIFT:
        trade(s, option, change)
    else:
        lift(s, change)


@kernel
def eat(s: Record, change: Change) -> None:
    """Any card goes to the own PV pile; that is winning a card (SH-64…66)."""
    cell = first(change.gone)
    card = int(s.zone[cell])
    s.zone[cell] = NOTHING
    win_card(s, s.active, card)
    s.gain += 1
    if is_automaton(s, s.active):
        s.automaton_won = 1
    tell(s, Happening.ATE, s.active, card, cell // COLUMN, cell % COLUMN)


@kernel
def trade(s: Record, option: int, change: Change) -> None:
    """Two cells exchange their cards; in a jump one of them is empty (SH-67, SH-70)."""
    one, two = change.one, change.two
    card, other = int(s.zone[one]), int(s.zone[two])
    s.zone[one], s.zone[two] = other, card
    follow(s, card, two)
    follow(s, other, one)
    if option < SWAP:
        tell(s, Happening.JUMPED, s.active, card, one // COLUMN, two // COLUMN)
    else:
        tell(s, Happening.SWAPPED, s.active, card, other, one, two - one)


@kernel
def follow(s: Record, card: int, cell: int) -> None:
    """The own token goes where its card goes (SH-28)."""
    if card != NOTHING and s.token[s.active] == card:
        s.stand[s.active] = cell // COLUMN


@kernel
def lift(s: Record, change: Change) -> None:
    """A column is rotated by one (SH-73…75)."""
    foot, top = change.one, change.one + change.two - 1
    down = change.kind == LIFTED_DOWN
    card = int(s.zone[top if down else foot])
    for i in range(change.two - 1):
        if down:
            s.zone[top - i] = s.zone[top - i - 1]
        else:
            s.zone[foot + i] = s.zone[foot + i + 1]
    s.zone[foot if down else top] = card
    tell(s, Happening.LIFTED, s.active, card, foot // COLUMN, int(down))
