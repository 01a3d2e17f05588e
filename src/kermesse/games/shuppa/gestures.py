"""How an action of Shuppa is picked on the page: taps and drags from part to part.

A card jumps from the top of its column to a place above another one; two neighbours are swapped in
either order; a column is lifted by a button, or by dragging its last card there; the multicolours
of a shared lot are given away one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

from kermesse.core.customs import Way
from kermesse.games.shuppa.components import MOST_SEATS
from kermesse.games.shuppa.notation import action_text, read_action
from kermesse.games.shuppa.rules.record import EAT, JUMP, LIFT, SHARE, SWAP
from kermesse.games.shuppa.rules.sharing import VECTORS

MULTICOLOUR = "multicolour"  # the part of a card that is to be given away
FREELY_ORDERED = 3  # so many multicolours are given in any order; a lot hardly ever has more


def jump_from(column: int) -> str:
    """The part that names the top card of a column, for a jump."""
    return f"jump {column + 1}"


def jump_to(column: int) -> str:
    """The part that names the column where a card lands."""
    return str(column + 1)


def lift_from(column: int, down: bool) -> str:
    """The part that names the card which a lift takes: the top one, or the bottom one."""
    return f"top {column + 1}" if down else f"foot {column + 1}"


def lift_to(column: int, down: bool) -> str:
    """The part that names where it goes, and the whole action too."""
    return action_text(LIFT + 2 * column + down)


def give_to(place: int) -> str:
    """The part that names who gets a multicolour: a place of SH-44, the last is the discard."""
    return f"give {place}"


@cache
def ways(text: str) -> Sequence[Way]:
    """The ways to pick an action."""
    action = read_action(text)
    if JUMP <= action < SWAP:
        start, target = text.rsplit(" ", 1)
        return ((start, target),)
    if SWAP <= action < LIFT:
        _, one, two = text.split()
        return ((one, two), (two, one))
    if LIFT <= action < SHARE:
        column, down = divmod(action - LIFT, 2)
        return ((text,), (lift_from(column, bool(down)), text))
    return ((text,), *share_ways(action - SHARE)) if action >= SHARE else ((text,),)


def share_ways(vector: int) -> Sequence[Way]:
    """Who gets each of the multicolours, by tapping them, or by dragging a card to each."""
    gifts = [place for place in range(MOST_SEATS + 1) for _ in range(VECTORS[vector, place])]
    orders = set(permutations(gifts)) if len(gifts) <= FREELY_ORDERED else {tuple(gifts)}
    taps = [tuple(give_to(place) for place in order) for order in sorted(orders)]
    drags = [tuple(part for tap in way for part in (MULTICOLOUR, tap)) for way in taps]
    return (*taps, *drags)


def eats(cell: int) -> str:
    """The part that names a card to be eaten, and the whole action too."""
    return action_text(EAT + cell)
