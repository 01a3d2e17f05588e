"""The automaton's actions: SH-106 to SH-109, SH-134. Every option is tried to its end."""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import bit
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, Moves, Record, tell
from kermesse.games.shuppa.components import MULTICOLOUR_POINTS
from kermesse.games.shuppa.rules.actions import (
    Open,
    any_left,
    carry_out,
    change_by,
    decline,
    how_many,
    left_out,
    list_options,
    next_option,
    open_effects,
    put_together,
    without_next,
)
from kermesse.games.shuppa.rules.cells import (
    GONE,
    NOWHERE,
    Cells,
    Change,
    common,
    image,
    is_empty,
    meet,
    over_gaps,
    size,
)
from kermesse.games.shuppa.rules.hopes import hopeful
from kermesse.games.shuppa.rules.lots import (
    Faces,
    after,
    look,
    lot_number,
    multicolours,
    new_lots,
    occupied,
)
from kermesse.games.shuppa.rules.players import guests, is_automaton
from kermesse.games.shuppa.rules.record import EAT, FIRST_OF_THE_BEST, Happening, Phase, wide
from kermesse.games.shuppa.rules.sharing import part, terms_of


class Best(NamedTuple):
    """The largest gain of all options, and those that have it."""

    gain: int
    options: Open


@kernel
def resolve(s: Record) -> None:
    """An action that nobody has to decide, unless the automaton has several best ones."""
    if is_automaton(s, wide(s.active)):
        act_for_automaton(s, best_options(s))
    else:
        decline(s)  # a player without an effect: SH-81, SH-124


@kernel
def act_for_automaton(s: Record, best: Best) -> None:
    """The best option is taken, one of several by the player's choice (SH-108, SH-109)."""
    ties = how_many(best.options)
    if best.gain == 0:
        decline(s)
    elif ties == 1 or s.solo_ties == FIRST_OF_THE_BEST:
        carry_out(s, next_option(best.options))
    else:
        s.best = best.gain
        s.due = bit(0)
        s.phase = Phase.TIE
        tell(s, Happening.TIED, wide(s.active), wide(s.token[s.active]), best.gain, ties)


@kernel
def tied_options(s: Record, out: Moves) -> int:
    """The best options of the automaton, in their order (SH-109, SH-129)."""
    return list_options(best_options(s).options, out)


@apart
@kernel
def best_options(s: Record) -> Best:
    """What brings the automaton most (SH-107, SH-108)."""
    faces, strangers = look(s), guests(s, wide(s.active))
    everything = open_effects(s, occupied(faces))
    left = hopeful(faces, everything)
    best = best_without_lots(faces, left_out(everything, left))
    most, options = best.gain, best.options
    while any_left(left):
        others = without_next(left)
        gain = gain_by(faces, strangers, next_option(left))
        if gain > most:
            most, options = gain, left_out(left, others)
        elif gain == most:
            options = put_together(options, left_out(left, others))
        left = others
    return Best(most, options)  # SH-107


@kernel
def best_without_lots(faces: Faces, some: Open) -> Best:
    """The best of options that make no lot: only eating brings something, the card itself."""
    if some.start != EAT:
        return Best(0, Open(some.start, some.pace, NOWHERE, NOWHERE))
    multi = common(some.one, multicolours(faces))
    if is_empty(multi):
        return Best(int(any_left(some)), some)
    return Best(MULTICOLOUR_POINTS, Open(some.start, some.pace, multi, NOWHERE))


# --- what an option brings ----------------------------------------------------------------------


@apart
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
        if is_empty(over_gaps(occupied(faces), lots)):
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
