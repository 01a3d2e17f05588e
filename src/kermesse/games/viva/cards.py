"""Cards of VIVA as numbers: heaps, in which the order does not matter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from kermesse.core.bits import count, lowest
from kermesse.core.kernel import kernel
from kermesse.core.kinds import EMPTY, Named
from kermesse.core.record import Counts
from kermesse.games.viva.components import EVERY_KIND, KINDS, MOST_COPIES, WIDTH, packed

COUNTED = re.compile(r"([1-9]\d{0,2})?(\D.*)", re.ASCII)


@kernel
def one(kind: int) -> int:
    """The heap of one card."""
    return 1 << WIDTH * int(kind)


@kernel
def copies(cards: int, kind: int) -> int:
    """How many cards of a kind a heap has."""
    return (int(cards) >> WIDTH * int(kind)) & MOST_COPIES


@kernel
def kinds_in(cards: int) -> int:
    """The kinds that occur, as a heap with one of each."""
    many = int(cards)
    return (many | many >> 1 | many >> 2) & EVERY_KIND


@kernel
def size(cards: int) -> int:
    """How many cards a heap has."""
    many = int(cards)
    ones, twos, fours = many & EVERY_KIND, many >> 1 & EVERY_KIND, many >> 2 & EVERY_KIND
    return count(ones) + 2 * count(twos) + 4 * count(fours)


@kernel
def first_kind(cards: int) -> int:
    """The kind with the lowest number of those that occur."""
    return lowest(cards) // WIDTH


@kernel
def nth_card(cards: int, n: int) -> int:
    """The kind of the card with exactly ``n`` before it, when they lie in order."""
    left = kinds_in(cards)
    kind = first_kind(left)
    before = copies(cards, kind)
    while left and before <= n:
        left &= left - 1
        kind = first_kind(left)
        before += copies(cards, kind)
    return kind


@kernel
def lowered(known: int, kind: int, n: int) -> int:
    """What everybody knows of a hand when ``n`` cards of a kind have left it (VV-78)."""
    return int(known) - min(n, copies(known, kind)) * one(kind)  # perhaps VV-78


@kernel
def tally_heap(out: Counts, cards: int) -> int:
    """Count the cards of a heap."""
    for kind in range(KINDS):
        out[kind] += copies(cards, kind)
    return 0


# --- as tuples and as words -----------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def heap(cards: int) -> tuple[tuple[int, int], ...]:
    """The kinds in a heap and how many cards there are of each."""
    found = ((kind, cards >> WIDTH * kind & MOST_COPIES) for kind in range(KINDS))
    return tuple((kind, n) for kind, n in found if n)


@dataclass(frozen=True, eq=False)
class Heap:
    """The kind of a field with cards in any order: of each kind of card the copies, three bits."""

    of: Named
    least: ClassVar[int] = 0
    most: ClassVar[int] = (1 << 63) - 1  # whatever the table of cards: the width of the field
    spaced: ClassVar[bool] = True
    tally = staticmethod(tally_heap)

    def write(self, number: int, sign: str = "") -> str:
        """Each kind once, with how many there are: `2Y B`; a ``sign`` may follow each."""
        held = heap(int(number))
        return " ".join(f"{counted(n, self.of.write(kind))}{sign}" for kind, n in held) or EMPTY

    def read(self, word: str) -> int:
        """The heap of the cards named, of no kind more than there is room for."""
        found = [0] * KINDS
        for part in [] if word == EMPTY else word.split():
            n, name = parted(part)
            kind = self.of.read(name)
            found[kind] += n
            if found[kind] > MOST_COPIES:
                raise ValueError(word)
        return packed(found)


def counted(n: int, name: str) -> str:
    """Several equal things in one word, such as `2RY`."""
    return f"{n}{name}" if n > 1 else name


def parted(word: str) -> tuple[int, str]:
    """How many things such a word names, and what they are called."""
    found = COUNTED.fullmatch(word)
    if not found:
        raise ValueError(word)
    return int(found[1] or 1), found[2]
