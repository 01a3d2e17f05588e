"""The automaton's actions: SH-106 to SH-109, SH-134. Every option is tried to its end."""

from __future__ import annotations

from typing import NamedTuple

from kermesse.core.bits import bit
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, Record
from kermesse.games.shuppa.components import COLOUR, MULTI, MULTICOLOUR_POINTS
from kermesse.games.shuppa.rules.actions import (
    carry_out,
    change_by,
    decline,
    end_of_options,
    first_option,
    kind_in_play,
    next_open,
)
from kermesse.games.shuppa.rules.cells import (
    GONE,
    Cells,
    Change,
    common,
    image,
    is_empty,
    meet,
    size,
)
from kermesse.games.shuppa.rules.lots import Faces, after, coloured, look, lot_number, new_lots
from kermesse.games.shuppa.rules.players import guests, is_automaton
from kermesse.games.shuppa.rules.record import EAT, FIRST_OF_THE_BEST, JUMP, Phase
from kermesse.games.shuppa.rules.sharing import part, terms_of


class Best(NamedTuple):
    """The largest gain of all options, the first option that has it, and how many have it."""

    gain: int
    option: int
    ties: int


@kernel
def resolve(s: Record) -> None:
    """An action that nobody has to decide, unless the automaton has several best ones."""
    if not is_automaton(s, s.active):
        decline(s)  # SH-81, SH-124
        return
    best = best_options(s)
    if best.gain == 0:
        decline(s)  # SH-108
    elif best.ties == 1 or s.solo_ties == FIRST_OF_THE_BEST:
        carry_out(s, best.option)
    else:
        s.best = best.gain
        s.due = bit(0)  # SH-109
        s.phase = Phase.TIE


@kernel
def best_options(s: Record) -> Best:
    """What the automaton gains at most (SH-107, SH-108)."""
    faces, strangers = look(s), guests(s, s.active)
    end = end_of_options(kind_in_play(s))
    most, option, n = 0, NOTHING, 0
    tried = next_open(s, first_option(kind_in_play(s)), end)
    while tried < end:
        gain = gain_by(s, faces, strangers, tried)
        if gain > most:
            most, option, n = gain, tried, 0
        n += int(gain == most)
        tried = next_open(s, tried + 1, end)
    return Best(most, option, n)


@kernel
def tied_options(s: Record, out: Moves) -> int:
    """The best options of the automaton, in their order (SH-109, SH-129)."""
    faces, strangers = look(s), guests(s, s.active)
    end = end_of_options(kind_in_play(s))
    n = 0
    tried = next_open(s, first_option(kind_in_play(s)), end)
    while tried < end:
        if gain_by(s, faces, strangers, tried) == s.best:
            out[n] = tried
            n += 1
        tried = next_open(s, tried + 1, end)
    return n


@kernel
def gain_by(s: Record, faces: Faces, strangers: Cells, option: int) -> int:
    """The PV that an option brings in this turn, cascade and sharing included (SH-108)."""
    change = change_by(s, option)
    new = after(faces, change)
    gain = gain_in_cascade(new, new_lots(faces, new, change), image(strangers, change))
    if option < JUMP:
        gain += MULTICOLOUR_POINTS if COLOUR[s.zone[option - EAT]] == MULTI else 1
    return gain


@kernel
def gain_in_cascade(faces: Faces, lots: Cells, strangers: Cells) -> int:
    """The PV that who wins these lots gets from them and all that follow."""
    gain = 0
    while not is_empty(lots):
        gain += gain_from(faces, lots, strangers)
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
        multi = size(common(marked, coloured(faces, MULTI)))
        return size(marked) + (MULTICOLOUR_POINTS - 1) * multi
    gain, number = 0, 0
    while True:
        lot = lot_number(faces, marked, number)
        if lot.colour == NOTHING:
            return gain
        terms = terms_of(faces, marked, strangers, lot)
        gain += terms.each + (MULTICOLOUR_POINTS - 1) * part(terms, NOTHING, 0)
        number += 1
