"""Actions of Shuppa as text, and the parts by which they are picked on the page.

A card jumps from the top of its column to a place above another one; two neighbours are swapped in
either order; a column is lifted by a button, or by dragging its last card there; the multicolours
of a shared lot are given away one by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import permutations

from kermesse.core.customs import Way
from kermesse.core.errors import UnreadableAction, brief
from kermesse.games.shuppa.components import CARDS, VECTORS, vector_code
from kermesse.games.shuppa.state import CELLS, COLUMN, EAT, JUMP, LIFT, SHARE, SWAP, cell_code
from kermesse.games.shuppa.tables import MOST_COLUMNS, MOST_SEATS
from kermesse.games.shuppa.words.names import number_of


def swap_text(option: int) -> str:
    """Two cells that touch, the lower or left one first."""
    cell = option // 2
    return f"swap {cell_code(cell)} {cell_code(cell + (COLUMN if option % 2 else 1))}"


TEXTS = (
    *(str(number_of(card)) for card in range(CARDS)),
    "decline",
    *(f"eat {cell_code(cell)}" for cell in range(CELLS)),
    *(f"jump {i // MOST_COLUMNS + 1} {i % MOST_COLUMNS + 1}" for i in range(MOST_COLUMNS**2)),
    *(swap_text(option) for option in range(2 * CELLS)),
    *(f"lift {i // 2 + 1} {('up', 'down')[i % 2]}" for i in range(2 * MOST_COLUMNS)),
    *(f"share {vector_code(vector)}" for vector in range(len(VECTORS))),
)
NUMBERS = {text: number for number, text in enumerate(TEXTS)}
CELL_CODES = {cell_code(cell) for cell in range(CELLS)}
SWAPPED = re.compile(r"swap (\S+) (\S+)", re.ASCII)


def action_text(action: int) -> str:
    return TEXTS[action]


def read_action(text: str) -> int:
    """The number of an action; the two cells of a swap may come in any order."""
    plain = " ".join(text.lower().split())
    if plain not in NUMBERS and (found := SWAPPED.fullmatch(plain)):
        plain = f"swap {found[2]} {found[1]}"
        if plain not in NUMBERS and {found[1], found[2]} <= CELL_CODES:
            raise UnreadableAction(
                f"cannot read {brief(text)}: {found[1]} and {found[2]} are not adjacent, "
                "and only adjacent cards are swapped (SH-70)"
            )
    if plain not in NUMBERS:
        raise UnreadableAction(
            f"cannot read {brief(text)}: a card is written by its number, an effect like "
            "'eat 3:0', 'jump 4 3', 'swap 2:1 3:1', 'lift 2 up' or 'decline' "
            "(column 2, level 1 is 2:1), and a share like 'share 1 0 0'"
        )
    return NUMBERS[plain]


# --- on the page --------------------------------------------------------------------------------

MULTICOLOUR = "multicolour"  # the part of a card that is to be given away
FREELY_ORDERED = 3  # so many multicolours are given in any order; a lot hardly ever has more


def jump_from(column: int) -> str:
    """The part that names the top card of a column, for a jump."""
    return f"jump {column + 1}"


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
