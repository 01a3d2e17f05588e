"""The automaton does not try what makes no lot: nothing that makes one may be left out.

What is tried in vain changes nothing, but trying it takes long: so some is left out for sure.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from kermesse.core.kernel import plain
from kermesse.games.shuppa.components import EAT_CARD, KIND, MULTICOLOUR_POINTS
from kermesse.games.shuppa.rules import automaton, cards, cells, effects, lots
from kermesse.games.shuppa.rules.cells import NOWHERE, Cells
from kermesse.games.shuppa.state import Phase
from kermesse.games.shuppa.tables import KINDS
from kermesse.games.shuppa.tests.scenes import acting, place, scaled, walks
from kermesse.games.shuppa.words.actions import action_text

ONE_OF_EACH = [KIND.tolist().index(kind) for kind in range(len(KINDS))]
look, occupied, promising = plain(lots.look), plain(lots.occupied), plain(lots.promising)
open_effects, left_out = plain(effects.open_effects), plain(effects.left_out)
list_options = plain(effects.list_options)
hopeful, best_without_lots = plain(automaton.hopeful), plain(automaton.best_without_lots)
guests, gain_by = plain(cards.guests), plain(automaton.gain_by)
holds = plain(cells.holds)


def listed(some: effects.Open) -> list[int]:
    out = np.zeros(200, np.int16)
    return [int(option) for option in out[: list_options(some, out)]]


def tried_and_not(s: Any, strangers: Cells) -> tuple[list[int], list[int]]:
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
    for position in walks(Random(lot_size), scaled(12, 4), **chosen):
        if position.record.phase != Phase.ACTION:
            continue
        s = position.record.copy()
        s.active = 1
        for kind, card in enumerate(ONE_OF_EACH):
            s.token[1] = card
            for strangers in (guests(s, 1), NOWHERE):  # where nobody shares, every lot brings some
                tried, untried = tried_and_not(s, strangers)
                assert max(untried, default=0) <= (MULTICOLOUR_POINTS if kind == EAT_CARD else 0)
            lots_made[kind] += sum(gain > MULTICOLOUR_POINTS for gain in tried)
    assert lot_size == 5 or len(+lots_made) == len(ONE_OF_EACH)


# Each has a card that can come to two reds side by side, and cards that can come to one of theirs.
ZONES = {
    "eat": "[2 1] [6 3] [13 14 10 19] [22 5] [11 44*A]",
    "jump": "[1 5] [13 10] [] [11 25] [22 8*A]",
    "swap": "[1 2] [13 10] [5 25] [9 11] [22 12*A]",
}
TRIED = [
    ("eat", 3, ["1:0"]),
    ("eat", 2, ["1:0", "3:0", "3:1", "3:2", "4:0", "5:0"]),
    ("jump", 3, ["4 3"]),
    ("jump", 2, ["1 3", "4 3"]),
    ("swap", 3, ["2:1 3:1", "3:0 3:1"]),
    ("swap", 2, ["2:0 2:1", "2:0 3:0", "2:1 3:1", "3:0 3:1", "3:0 4:0", "3:1 4:1", "4:0 4:1"]),
]


@pytest.mark.rule("SH-14", "SH-108")
@pytest.mark.parametrize(("kind", "lot_size", "tried"), TRIED)
def test_in_a_plain_zone_only_what_makes_a_lot_is_tried(
    kind: str, lot_size: int, tried: list[str]
) -> None:
    """Two cards of a colour that come together are worth a trial only if two make a lot."""
    position = acting(ZONES[kind], lot_size=lot_size)
    faces = look(position.record)
    everything = open_effects(position.record, occupied(faces))
    eaten = 1 if kind == "eat" else 0
    made = [option for option in listed(everything) if gain_by(faces, NOWHERE, option) > eaten]
    assert [action_text(option) for option in made] == [f"{kind} {what}" for what in tried]
    assert listed(hopeful(faces, everything)) == made


@pytest.mark.rule("SH-14")
@pytest.mark.parametrize(
    ("lot_size", "found"),
    [(2, {(0, 0), (0, 1), (2, 0), (3, 0), (4, 0)}), (3, {(2, 0), (3, 0), (4, 0)})],
)
def test_two_cards_alone_promise_a_lot_only_if_two_make_one(
    lot_size: int, found: set[tuple[int, int]]
) -> None:
    """Two yellows in column 1; three reds at the foot of columns 3 to 5."""
    position = place("[2 9] [3] [1 5] [6] [13]", phase="over", lot_size=lot_size)
    these = promising(look(position.record))
    assert {divmod(cell, 16) for cell in range(7 * 16) if holds(these, cell)} == found
