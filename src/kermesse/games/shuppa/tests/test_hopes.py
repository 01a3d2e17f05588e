"""The automaton does not try what makes no lot: nothing that makes one may be left out."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from kermesse.core.kernel import plain
from kermesse.core.record import Record
from kermesse.games.shuppa.components import EAT, KIND, MULTICOLOUR_POINTS
from kermesse.games.shuppa.deck import KINDS
from kermesse.games.shuppa.rules import actions, automaton, hopes, lots, players
from kermesse.games.shuppa.rules.cells import NOWHERE, Cells
from kermesse.games.shuppa.rules.record import Phase
from kermesse.games.shuppa.tests.scenes import scaled, walks

ONE_OF_EACH = [KIND.tolist().index(kind) for kind in range(len(KINDS))]
look, occupied = plain(lots.look), plain(lots.occupied)
open_effects, left_out = plain(actions.open_effects), plain(actions.left_out)
list_options = plain(actions.list_options)
hopeful, best_without_lots = plain(hopes.hopeful), plain(automaton.best_without_lots)
guests, gain_by = plain(players.guests), plain(automaton.gain_by)


def listed(effects: actions.Open) -> list[int]:
    out = np.zeros(200, np.int16)
    return [int(option) for option in out[: list_options(effects, out)]]


def tried_and_not(s: Record, strangers: Cells) -> tuple[list[int], list[int]]:
    """What each option brings that is tried, and each that is not."""
    faces = look(s)
    everything = open_effects(s, occupied(faces))
    hopes_of_it = hopeful(faces, everything)
    others = left_out(everything, hopes_of_it)
    best, gains = best_without_lots(faces, others), {}
    for option in listed(everything):
        gains[option] = gain_by(faces, strangers, option)
    untried = [gains[option] for option in listed(others)]
    assert best.gain == max(untried, default=0)
    if best.gain > 0:
        assert listed(best.options) == [o for o in listed(others) if gains[o] == best.gain]
    return [gains[option] for option in listed(hopes_of_it)], untried


@pytest.mark.rule("SH-107", "SH-108")
@pytest.mark.parametrize("lot_size", [2, 3, 5])
@pytest.mark.parametrize("multicolour", ["wild", "fifth_suit"])
def test_what_is_not_tried_brings_no_lot(lot_size: int, multicolour: str) -> None:
    """In the zone of every action of a match, whichever Action card it were."""
    lots_made = Counter[int]()
    chosen = {"lot_size": lot_size, "multicolour": multicolour}
    for position in walks(Random(lot_size), scaled(40, 4), **chosen):
        if position.record.phase != Phase.ACTION:
            continue
        s = position.record.copy()
        s.active = 1
        for kind, card in enumerate(ONE_OF_EACH):
            s.token[1] = card
            for strangers in (guests(s, 1), NOWHERE):  # where nobody shares, every lot brings some
                tried, untried = tried_and_not(s, strangers)
                assert max(untried, default=0) <= (MULTICOLOUR_POINTS if kind == EAT else 0)
            lots_made[kind] += sum(gain > MULTICOLOUR_POINTS for gain in tried)
    assert lot_size == 5 or len(+lots_made) == len(ONE_OF_EACH)
