"""Phase 4 and every cascade: SH-30 to SH-58, in the order of SH-126."""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import bit, has, including, lowest, without
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, Record, tell
from kermesse.games.shuppa.components import COLOUR, KIND, MOST_SEATS, MULTI, NORMAL
from kermesse.games.shuppa.rules.cards import (
    NO_CARDS,
    Heap,
    cards_in,
    discard_cards,
    lowest_card,
    win_cards,
    with_card,
    without_card,
)
from kermesse.games.shuppa.rules.cells import (
    GONE,
    NOWHERE,
    Cells,
    Change,
    columns_to_close,
    first,
    holds,
    is_empty,
    less,
    meet,
    only,
    size,
)
from kermesse.games.shuppa.rules.lots import (
    Faces,
    Lot,
    after,
    look,
    lot_number,
    lots_around,
    new_lots,
    occupied,
)
from kermesse.games.shuppa.rules.players import (
    guests,
    is_automaton,
    next_in_order,
    take_token,
    token_cell,
)
from kermesse.games.shuppa.rules.record import COLUMN, SHARE, Happening, Phase, wide
from kermesse.games.shuppa.rules.rounds import ask_for_draw, end_turn, go_on
from kermesse.games.shuppa.rules.sharing import DISCARD, VECTORS, Terms, is_asked, part, terms_of
from kermesse.games.shuppa.scoring import players


@kernel
def marked_cells(s: Record) -> Cells:
    """The cells of the lots that are being won."""
    return Cells(int(s.marked[0]), int(s.marked[1]))


@kernel
def claim(s: Record) -> None:
    """The next player's turn: is the card under the own token in a lot? (SH-30…33)"""
    player = next_in_order(s, wide(s.waiting))
    s.waiting = without(wide(s.waiting), player)
    s.active = player
    card = wide(s.token[player])
    lots = lots_around(look(s), token_cell(s, player))  # SH-32, SH-33
    if not is_empty(lots):
        mark(s, lots)  # SH-36; perhaps SH-37, SH-39
    elif KIND[card] == NORMAL:
        take_token(s, player)
        tell(s, Happening.NO_LOT, player, card)  # SH-34
        ask_for_draw(s)
    else:
        tell(s, Happening.STAYED, player, card)  # SH-35
        go_on(s)


@kernel
def mark_new(s: Record) -> None:
    """New lots count as hosting the active player's token (SH-53)."""
    mark(s, Cells(int(s.coming[0]), int(s.coming[1])))


@kernel
def mark(s: Record, lots: Cells) -> None:
    """The lots that are won now; next they are shared one by one (SH-126)."""
    s.marked[0], s.marked[1] = lots.left, lots.right
    s.coming[:] = 0
    s.phase = Phase.WIN
    tell(s, Happening.MARKED, wide(s.active), size(lots), wide(s.chain))


# --- sharing ------------------------------------------------------------------------------------


@kernel
def share_or_win(s: Record) -> None:
    """The next lot is shared; all of them are before any card moves (SH-50)."""
    faces, strangers = look(s), guests(s, wide(s.active))
    lot = lot_number(faces, marked_cells(s), wide(s.lot))
    if lot.colour == NOTHING:
        win(s, faces, strangers)
    else:
        allot(s, lot, terms_of(faces, marked_cells(s), strangers, lot))


@kernel
def allot(s: Record, lot: Lot, terms: Terms) -> None:
    """Who is involved in a lot, and who gets how much (SH-41, SH-42)."""
    player = wide(s.active)
    others = involved_beside(s, lot.cells) if terms.involved > 1 else 0
    everybody = including(others, player)
    tell(s, Happening.LOT, player, lot.colour, terms.cards, everybody, terms.each, terms.rest)
    if is_asked(s, terms):
        s.due = bit(player)
        s.phase = Phase.SHARE
    else:
        s.lot += 1


@kernel
def terms_in_question(s: Record) -> Terms:
    """How the lot is to be shared that is being asked about."""
    faces = look(s)
    lot = lot_number(faces, marked_cells(s), wide(s.lot))
    return terms_of(faces, marked_cells(s), guests(s, wide(s.active)), lot)


@kernel
def share(s: Record, action: int) -> None:
    """The active player decides who gets the multicolours (SH-43, SH-44)."""
    vector = action - SHARE
    question = 0
    while s.answers[question] != NOTHING:
        question += 1
    s.answers[question] = vector  # SH-43
    s.lot += 1
    s.due = 0
    s.phase = Phase.WIN
    tell(s, Happening.SHARED, wide(s.active))
    for place in range(MOST_SEATS + 1):
        s.event_args[1 + place] = VECTORS[vector, place]


@kernel
def involved_beside(s: Record, cells: Cells) -> int:
    """The other players whose token is on a card of a lot (SH-41)."""
    found = 0
    for player in range(players(s)):
        cell = token_cell(s, player)
        if player != s.active and cell != NOTHING and holds(cells, cell):
            found = including(found, player)
    return found


# --- winning ------------------------------------------------------------------------------------


@kernel
def win(s: Record, faces: Faces, strangers: Cells) -> None:
    """All cards of the marked lots leave the zone together (SH-36, SH-38, SH-56)."""
    marked = marked_cells(s)
    tell(s, Happening.WON, wide(s.active))
    s.event_args[1:] = 0
    if meet(marked, strangers):
        hand_out_lots(s, faces, strangers)
    else:
        win_all(s, marked)
    s.gain += s.event_args[1 + s.active]
    foresee(s, faces, Change(GONE, 0, 0, marked))
    clear_cells(s, marked)  # SH-56
    s.marked[:] = 0
    s.answers[:] = NOTHING
    s.lot = 0
    s.chain += 1
    s.phase = Phase.TAKE_BACK
    if tokens_to_return(s) == 0:
        fall_next(s)


@kernel
def clear_cells(s: Record, cells: Cells) -> None:
    """The cards of these cells are gone; the gaps close later (SH-52)."""
    while not is_empty(cells):
        cell = first(cells)
        cells = less(cells, only(cell))
        s.zone[cell] = NOTHING


@kernel
def win_all(s: Record, cells: Cells) -> None:
    """Nobody else is involved: all cards are the active player's (SH-36)."""
    cards = sorted_cards(s, cells)
    multi, plain = cards.multi, cards.plain
    hand_cards(s, wide(s.active), Heap(multi.low | plain.low, multi.high | plain.high))


@kernel
def hand_out_lots(s: Record, faces: Faces, strangers: Cells) -> None:
    """One lot after the other (SH-50)."""
    question = 0
    for number in range(wide(s.lot)):
        lot = lot_number(faces, marked_cells(s), number)
        terms = terms_of(faces, marked_cells(s), strangers, lot)
        asked = is_asked(s, terms)
        hand_out(s, lot, terms, wide(s.answers[question]) if asked else NOTHING)
        question += int(asked)


@kernel
def hand_out(s: Record, lot: Lot, terms: Terms, answer: int) -> None:
    """The cards of one lot to those involved, as answered or by SH-45 (SH-44).

    In ascending number the active player's cards, then the others' in play order, then the
    discarded ones: first the multicolours so, and the other cards fill up the shares.
    """
    cards = sorted_cards(s, terms.cells)
    others = involved_beside(s, lot.cells)
    player = wide(s.active)
    for place in range(terms.involved):
        cards = hand_share(s, player, cards, terms.each, part(terms, answer, place))
        player = next_in_order(s, others)
        others = without(others, max(player, 0))
    # nobody is left: NOTHING is the player who gets what is discarded
    hand_share(s, player, cards, terms.rest, part(terms, answer, wide(DISCARD)))


class Sorted(NamedTuple):
    """Cards that are handed out: the multicolours, and the others."""

    multi: Heap
    plain: Heap


@kernel
def sorted_cards(s: Record, cells: Cells) -> Sorted:
    """The cards that lie in some cells."""
    multi, plain = NO_CARDS, NO_CARDS
    while not is_empty(cells):
        cell = first(cells)
        cells = less(cells, only(cell))
        card = wide(s.zone[cell])
        if COLOUR[card] == MULTI:
            multi = with_card(multi, card)
        else:
            plain = with_card(plain, card)
    return Sorted(multi, plain)


@kernel
def hand_share(s: Record, player: int, cards: Sorted, share: int, own: int) -> Sorted:
    """The lowest ``own`` multicolours and as many others as fill the share; return the rest."""
    multi, plain, given = cards.multi, cards.plain, NO_CARDS
    for number in range(share):
        card = lowest_card(multi if number < own else plain)
        multi, plain = without_card(multi, card), without_card(plain, card)
        given = with_card(given, card)
    hand_cards(s, player, given)
    return Sorted(multi, plain)


@kernel
def hand_cards(s: Record, player: int, cards: Heap) -> None:
    """Cards of a lot go to a PV pile, or to the discard; the event counts them."""
    n = cards_in(cards)
    if player == NOTHING:
        discard_cards(s, cards)
        s.event_args[5] += n
    else:
        win_cards(s, player, cards)
        s.event_args[1 + player] += n
        if n > 0 and is_automaton(s, player):
            s.automaton_won = 1  # SH-111


# --- tokens and gaps ----------------------------------------------------------------------------


@kernel
def tokens_to_return(s: Record) -> int:
    """The tokens whose card has left the zone (SH-36, SH-46), and after an effect the own one."""
    found = 0
    for player in range(players(s)):
        is_own = s.acting and player == s.active  # SH-80
        if s.token[player] != NOTHING and (is_own or token_cell(s, player) == NOTHING):
            found = including(found, player)
    return found


@kernel
def take_back(s: Record) -> None:
    """Tokens go back to their owners, who have no further turn in this round (SH-46, SH-84)."""
    returned = tokens_to_return(s)
    for player in range(players(s)):
        if has(returned, player):
            take_token(s, player)
    tell(s, Happening.TOOK_BACK, returned)
    fall_next(s)


@apart
@kernel
def foresee(s: Record, faces: Faces, change: Change) -> None:
    """The columns that have to close their gaps after a change, and the lots that are new then."""
    s.falling = columns_to_close(occupied(faces), change.gone)
    coming = NOWHERE
    if change.kind != GONE or s.falling != 0:  # where nothing moves nothing is new
        coming = new_lots(faces, after(faces, change), change)
    s.coming[0], s.coming[1] = coming.left, coming.right


@kernel
def fall_next(s: Record) -> None:
    """Columns with gaps close them; then new lots are looked for (SH-52, SH-53, SH-58)."""
    if s.falling != 0:
        s.phase = Phase.FALL
    elif s.coming[0] != 0 or s.coming[1] != 0:
        s.phase = Phase.MARK
    else:
        end_turn(s)  # SH-58


@kernel
def fall(s: Record) -> None:
    """The cards of the leftmost column with gaps fall until it has none (SH-52)."""
    column = lowest(wide(s.falling))
    foot = COLUMN * column
    target, fallen = foot, 0
    for cell in range(foot, foot + COLUMN):
        if s.zone[cell] != NOTHING:
            s.zone[target] = s.zone[cell]
            if target != cell:
                s.zone[cell] = NOTHING
                fallen += 1
            target += 1
    s.falling = without(wide(s.falling), column)
    tell(s, Happening.FELL, column, fallen)
    fall_next(s)
