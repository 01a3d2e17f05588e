"""The automaton's actions: SH-106 to SH-109, SH-134. Every option is tried to its end."""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import bit
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, Record, tell
from kermesse.games.shuppa.components import MOST_COLUMNS, MULTICOLOUR_POINTS
from kermesse.games.shuppa.rules.actions import (
    Open,
    any_left,
    carry_out,
    change_by,
    decline,
    next_option,
    open_effects,
    without_next,
)
from kermesse.games.shuppa.rules.cells import (
    GONE,
    NOWHERE,
    Cells,
    Change,
    below,
    column_of,
    columns_to_close,
    common,
    image,
    inviting,
    is_empty,
    joined,
    left_of,
    meet,
    size,
    top_of,
)
from kermesse.games.shuppa.rules.lots import (
    Faces,
    after,
    ground,
    look,
    lot_number,
    multicolours,
    new_lots,
    occupied,
    suits,
)
from kermesse.games.shuppa.rules.players import guests, is_automaton
from kermesse.games.shuppa.rules.record import FIRST_OF_THE_BEST, JUMP, SWAP, Happening, Phase, wide
from kermesse.games.shuppa.rules.sharing import part, terms_of


class Best(NamedTuple):
    """The largest gain of all options, the first option that has it, and how many have it."""

    gain: int
    option: int
    ties: int


NONE = Best(0, NOTHING, 0)


@kernel
def resolve(s: Record) -> None:
    """An action that nobody has to decide, unless the automaton has several best ones."""
    best = best_options(s) if is_automaton(s, wide(s.active)) else NONE
    if best.gain == 0:
        decline(s)  # SH-108; of a player who has no effect: SH-81, SH-124
    elif best.ties == 1 or s.solo_ties == FIRST_OF_THE_BEST:
        carry_out(s, best.option)
    else:
        s.best = best.gain
        s.due = bit(0)  # SH-109
        s.phase = Phase.TIE
        tell(s, Happening.TIED, wide(s.active), wide(s.token[s.active]), best.gain, best.ties)


@kernel
def best_options(s: Record) -> Best:
    """What the automaton gains at most (SH-107, SH-108)."""
    faces, strangers = look(s), guests(s, wide(s.active))
    left = hopeful(faces, open_effects(s, occupied(faces)))
    most, option, n = 0, NOTHING, 0
    while any_left(left):
        tried = next_option(left)
        left = without_next(left)
        gain = gain_by(faces, strangers, tried)
        if gain > most:
            most, option, n = gain, tried, 0
        n += int(gain == most)
    return Best(most, option, n)


@kernel
def tied_options(s: Record, out: Moves) -> int:
    """The best options of the automaton, in their order (SH-109, SH-129)."""
    faces, strangers = look(s), guests(s, wide(s.active))
    left = hopeful(faces, open_effects(s, occupied(faces)))
    n = 0
    while any_left(left):
        tried = next_option(left)
        left = without_next(left)
        if gain_by(faces, strangers, tried) == s.best:
            out[n] = tried
            n += 1
    return n


@kernel
def hopeful(faces: Faces, left: Open) -> Open:
    """Open effects without swaps and jumps that bring no card to others of its colour."""
    if left.start == SWAP:
        return hopeful_swaps(faces, left)
    if left.start == JUMP:
        return hopeful_jumps(faces, left)
    return left


@kernel
def hopeful_swaps(faces: Faces, left: Open) -> Open:
    """Swaps by which one of the two cards comes to a cell where a lot could take it in."""
    upright, level = NOWHERE, NOWHERE
    for colour in range(suits(faces)):
        suit = ground(faces, colour)
        near = inviting(suit, faces.least)
        upright = joined(upright, common(suit, below(near)))
        upright = joined(upright, common(below(suit), near))
        level = joined(level, common(suit, left_of(near)))
        level = joined(level, common(left_of(suit), near))
    return Open(left.start, left.pace, common(left.one, upright), common(left.two, level))


@kernel
def hopeful_jumps(faces: Faces, left: Open) -> Open:
    """Jumps to a cell where a lot could take the card in."""
    cards, jumps = occupied(faces), 0
    for colour in range(suits(faces)):
        suit = ground(faces, colour)
        near = inviting(suit, faces.least)
        starts, targets = 0, 0
        for column in range(MOST_COLUMNS):
            pile = column_of(cards, column)
            starts |= int(column_of(suit, column) & top_of(pile) != 0) << MOST_COLUMNS * column
            targets |= int(column_of(near, column) & pile + 1 != 0) << column
        jumps |= starts * targets  # each start with all targets
    return Open(left.start, left.pace, common(left.one, Cells(jumps, 0)), NOWHERE)


@kernel
def gain_by(faces: Faces, strangers: Cells, option: int) -> int:
    """The PV that an option brings in this turn, cascade and sharing included (SH-108)."""
    change = change_by(occupied(faces), option)
    gain = points_of(faces, change.gone)  # what is eaten
    new = after(faces, change)
    lots = new_lots(faces, new, change)
    if not is_empty(lots):
        gain += gain_in_cascade(new, lots, image(strangers, change))
    return gain


@kernel
def points_of(faces: Faces, cells: Cells) -> int:
    """The PV of the cards in some cells (SH-97)."""
    multi = size(common(cells, multicolours(faces)))
    return size(cells) + (MULTICOLOUR_POINTS - 1) * multi


@kernel
def gain_in_cascade(faces: Faces, lots: Cells, strangers: Cells) -> int:
    """The PV that who wins these lots gets from them and all that follow."""
    gain = 0
    while not is_empty(lots):
        gain += gain_from(faces, lots, strangers)
        if columns_to_close(occupied(faces), lots) == 0:
            break
        change = Change(GONE, 0, 0, lots)
        new = after(faces, change)
        lots = new_lots(faces, new, change)
        strangers = image(strangers, change)
        faces = new
    return gain


@kernel
def gain_from(faces: Faces, marked: Cells, strangers: Cells) -> int:
    """The PV that the winner of all lots of one moment gets, shared by the rule of SH-45."""
    if not meet(marked, strangers):  # nobody else is involved
        return points_of(faces, marked)
    gain, number = 0, 0
    while True:
        lot = lot_number(faces, marked, wide(number))
        if lot.colour == NOTHING:
            return gain
        terms = terms_of(faces, marked, strangers, lot)
        gain += terms.each + (MULTICOLOUR_POINTS - 1) * part(terms, wide(NOTHING), wide(0))
        number += 1
