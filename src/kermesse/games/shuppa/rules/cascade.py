"""Phase 4 and every cascade: SH-30 to SH-58, in the order of SH-126.

Of a lot that is shared only the multicolours make a difference (SH-44).
"""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import bit, has, including, lowest, without
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, Moves, tell
from kermesse.games.shuppa.components import DISCARD, KIND, NORMAL, STARTS, VECTORS
from kermesse.games.shuppa.rules.cards import (
    NO_CARDS,
    Heap,
    cards_at,
    cards_in,
    discard_cards,
    guests,
    involved_beside,
    is_automaton,
    lowest_card,
    minus,
    multicolours_of,
    next_in_order,
    take_token,
    token_cell,
    tokens_to_return,
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
    common,
    first,
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
    multicolours,
    new_lots,
    occupied,
    share_of_lot,
)
from kermesse.games.shuppa.rules.turn import ask_for_draw, end_turn, go_on
from kermesse.games.shuppa.state import (
    COLUMN,
    SHARE,
    SHARED_FOR_PLAYER,
    Happening,
    Phase,
    State,
    players,
)

# where events tell of the shares of players
FIRST_PART = Happening.SHARED.places["own"]
FIRST_WON, DISCARDED = Happening.WON.places["zero"], Happening.WON.places["rest"]


@kernel
def marked_cells(s: State) -> Cells:
    return Cells(int(s.marked[0]), int(s.marked[1]))


@kernel
def coming_cells(s: State) -> Cells:
    """The cells of the lots that will be new once all cards have fallen."""
    return Cells(int(s.coming[0]), int(s.coming[1]))


@kernel
def claim(s: State) -> None:
    """The next player's turn: is the card under their token in a lot? (SH-30…33)"""
    player = next_in_order(s, s.waiting)
    s.waiting = without(s.waiting, player)
    s.active = player
    card = s.token[player]
    "SH-32, SH-33"
    lots = lots_around(look(s), token_cell(s, player))
    if not is_empty(lots):
        "SH-36"
        mark(s, lots)
    elif KIND[card] == NORMAL:
        take_token(s, player)
        "SH-34"
        tell(s, Happening.NO_LOT, player, card)
        ask_for_draw(s)
    else:
        "SH-35"
        tell(s, Happening.STAYED, player, card)
        go_on(s)


@kernel
def mark_new(s: State) -> None:
    """New lots count as hosting the active player's token (SH-53)."""
    mark(s, coming_cells(s))


@kernel
def mark(s: State, lots: Cells) -> None:
    """The lots that are won now (SH-37, SH-39); next they are shared one by one (SH-126)."""
    s.marked[0], s.marked[1] = lots.left, lots.right
    s.coming[:] = 0
    s.phase = Phase.WIN
    tell(s, Happening.MARKED, s.active, size(lots), s.chain)


# --- how a lot is shared: SH-41 to SH-45, SH-48 ---------------------------------------------------


class Terms(NamedTuple):
    """How one lot is shared."""

    involved: int  # players (SH-41)
    cards: int
    each: int  # for every player involved (SH-42)
    rest: int  # to be discarded
    multi: int  # multicolours among the cards
    cells: Cells  # where they lie (SH-49)


@apart
@kernel
def terms_of(faces: Faces, marked: Cells, guests: Cells, lot: Lot) -> Terms:
    """What there is to share, and among how many (SH-41, SH-42, SH-48)."""
    involved = 1 + size(common(lot.cells, guests))
    mine = share_of_lot(faces, marked, guests, lot)
    cards = size(mine)
    each = cards // involved  # perhaps nothing (SH-48)
    multi = size(common(mine, multicolours(faces)))
    return Terms(involved, cards, each, cards - involved * each, multi, mine)


@kernel
def is_asked(s: State, terms: Terms) -> bool:
    """Whether the active player has a choice (SH-45, SH-134): more than one vector fits."""
    several = terms.involved > 1 and terms.each > 0 and 0 < terms.multi < terms.cards
    return several and s.share_mode != SHARED_FOR_PLAYER and not is_automaton(s, s.active)


@kernel
def list_vectors(terms: Terms, out: Moves) -> int:
    """The vectors that fit (SH-44)."""
    n = 0
    for vector in range(STARTS[terms.involved], STARTS[terms.involved + 1]):
        if fits(vector, terms):
            out[n] = SHARE + vector
            n += 1
    return n


@kernel
def fits(vector: int, terms: Terms) -> bool:
    """Whether no part is too large and all multicolours are shared."""
    total = int(VECTORS[vector, DISCARD])
    if total > terms.rest:
        return False
    for place in range(terms.involved):
        part = int(VECTORS[vector, place])
        if part > terms.each:
            return False
        total += part
    return total == terms.multi


@kernel
def part(terms: Terms, answer: int, place: int) -> int:
    """The multicolours for a player involved or the DISCARD: as answered, or by SH-45."""
    if answer != NOTHING:
        return int(VECTORS[answer, place])
    own = min(terms.multi, terms.each)
    discarded = min(terms.multi - own, terms.rest)
    if place in (0, DISCARD):
        return own if place == 0 else discarded
    left = terms.multi - own - discarded
    return min(max(left - (place - 1) * terms.each, 0), terms.each)


# --- sharing ------------------------------------------------------------------------------------


@kernel
def share_or_win(s: State) -> None:
    """The next lot is shared; all of them are before any card moves (SH-50)."""
    faces, strangers = look(s), guests(s, s.active)
    lot = lot_number(faces, marked_cells(s), s.lot)
    if lot.colour == NOTHING:
        win(s, faces, strangers)
    else:
        allot(s, lot, terms_of(faces, marked_cells(s), strangers, lot))


@kernel
def allot(s: State, lot: Lot, terms: Terms) -> None:
    """Who is involved in a lot, and who gets how much (SH-41, SH-42)."""
    player = s.active
    others = involved_beside(s, lot.cells) if terms.involved > 1 else 0
    everybody = including(others, player)
    tell(s, Happening.LOT, player, lot.colour, terms.cards, everybody, terms.each, terms.rest)
    if is_asked(s, terms):
        s.due = bit(player)
        s.phase = Phase.SHARE
    else:
        s.lot += 1


@kernel
def terms_in_question(s: State) -> Terms:
    """How the lot is to be shared that is being asked about."""
    faces = look(s)
    lot = lot_number(faces, marked_cells(s), s.lot)
    return terms_of(faces, marked_cells(s), guests(s, s.active), lot)


@kernel
def share_options(s: State, seat: int, out: Moves) -> int:
    """The vectors that fit the lot in question (SH-44)."""
    return list_vectors(terms_in_question(s), out)


@kernel
def share(s: State, seat: int, action: int) -> None:
    """The active player decides who gets the multicolours (SH-43, SH-44)."""
    vector = int(action) - SHARE
    question = 0
    while s.answers[question] != NOTHING:
        question += 1
    "SH-43"
    s.answers[question] = vector
    s.lot += 1
    s.due = 0
    s.phase = Phase.WIN
    tell(s, Happening.SHARED, s.active)
    for place in range(DISCARD + 1):
        s.event_args[FIRST_PART + place] = VECTORS[vector, place]


# --- winning ------------------------------------------------------------------------------------


@kernel
def win(s: State, faces: Faces, strangers: Cells) -> None:
    """All cards of the marked lots leave the zone together (SH-36, SH-38, SH-56)."""
    marked = marked_cells(s)
    tell(s, Happening.WON, s.active)
    s.event_args[FIRST_WON:] = 0
    if meet(marked, strangers):
        hand_out_lots(s, faces, strangers)
    else:
        "SH-36"
        hand_cards(s, s.active, cards_at(s, marked))
    s.gain += s.event_args[FIRST_WON + s.active]
    foresee(s, faces, Change(GONE, 0, 0, marked))
    "SH-56"
    while not is_empty(marked):  # the gaps close later (SH-52)
        cell = first(marked)
        marked = less(marked, only(cell))
        s.zone[cell] = NOTHING
    s.marked[:] = 0
    s.answers[:] = NOTHING
    s.lot = 0
    s.chain += 1
    s.phase = Phase.TAKE_BACK
    if tokens_to_return(s) == 0:
        fall_next(s)


@kernel
def hand_out_lots(s: State, faces: Faces, strangers: Cells) -> None:
    """One lot after the other (SH-50)."""
    question = 0
    for number in range(s.lot):
        lot = lot_number(faces, marked_cells(s), number)
        terms = terms_of(faces, marked_cells(s), strangers, lot)
        asked = is_asked(s, terms)
        hand_out(s, lot, terms, s.answers[question] if asked else NOTHING)
        question += int(asked)


@kernel
def hand_out(s: State, lot: Lot, terms: Terms, answer: int) -> None:
    """The cards of one lot to those involved, as answered or by SH-45 (SH-44).

    In ascending number the active player's cards, then the others' in play order, then the
    discarded ones: first the multicolours so, and the other cards fill up the shares.
    """
    cards = cards_at(s, terms.cells)
    others = involved_beside(s, lot.cells)
    player = s.active
    for place in range(terms.involved):
        cards = hand_share(s, player, cards, terms.each, part(terms, answer, place))
        player = next_in_order(s, others)
        others = without(others, max(player, 0))
    # nobody is left: NOTHING is the player who gets what is discarded
    hand_share(s, player, cards, terms.rest, part(terms, answer, DISCARD))


@kernel
def hand_share(s: State, player: int, cards: Heap, share: int, own: int) -> Heap:
    """The lowest ``own`` multicolours and as many others as fill the share; return the rest."""
    multi, given = multicolours_of(cards), NO_CARDS
    plain = minus(cards, multi)
    for number in range(share):
        card = lowest_card(multi if number < own else plain)
        multi, plain = without_card(multi, card), without_card(plain, card)
        given = with_card(given, card)
    hand_cards(s, player, given)
    return minus(cards, given)


@kernel
def hand_cards(s: State, player: int, cards: Heap) -> None:
    """Cards of a lot go to a PV pile, or to the discard; the event counts them."""
    n = cards_in(cards)
    if player == NOTHING:
        discard_cards(s, cards)
        s.event_args[DISCARDED] += n
    else:
        win_cards(s, player, cards)
        s.event_args[FIRST_WON + player] += n
        if n > 0 and is_automaton(s, player):
            "SH-111"
            s.automaton_won = 1


# --- tokens and gaps ----------------------------------------------------------------------------


@kernel
def take_back(s: State) -> None:
    """Tokens go back to their owners, who have no further turn in this round (SH-46, SH-84)."""
    returned = tokens_to_return(s)
    for player in range(players(s)):
        if has(returned, player):
            take_token(s, player)
    tell(s, Happening.TOOK_BACK, returned)
    fall_next(s)


@apart
@kernel
def foresee(s: State, faces: Faces, change: Change) -> None:
    """The columns that have to close their gaps after a change, and the lots that are new then."""
    s.falling = columns_to_close(occupied(faces), change.gone)
    coming = NOWHERE
    if change.kind != GONE or s.falling != 0:  # where nothing moves nothing is new
        coming = new_lots(faces, after(faces, change), change)
    s.coming[0], s.coming[1] = coming.left, coming.right


@kernel
def fall_next(s: State) -> None:
    """Columns with gaps close them; then new lots are looked for (SH-52, SH-53, SH-58)."""
    if s.falling != 0:
        s.phase = Phase.FALL
    elif s.coming[0] != 0 or s.coming[1] != 0:
        s.phase = Phase.MARK
    else:
        "SH-58"
        end_turn(s)


@kernel
def fall(s: State) -> None:
    """The cards of the leftmost column with gaps fall until it has none (SH-52)."""
    column = lowest(s.falling)
    foot = COLUMN * column
    target, fallen = foot, 0
    for cell in range(foot, foot + COLUMN):
        if s.zone[cell] != NOTHING:
            s.zone[target] = s.zone[cell]
            if target != cell:
                s.zone[cell] = NOTHING
                fallen += 1
            target += 1
    s.falling = without(s.falling, column)
    tell(s, Happening.FELL, column, fallen)
    fall_next(s)
