"""Cards of Muckle as numbers: heaps, in which the order does not matter, and stacks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from kermesse.core.bits import has, lowest
from kermesse.core.kernel import kernel
from kermesse.core.kinds import EMPTY, Named
from kermesse.core.record import NOTHING, Moves
from kermesse.games.muckle.components import (
    KINDS,
    MOST_COPIES,
    ONE_OF_EACH,
    RUNS,
    SET_SIZE,
    TACKLES,
    WIDTH,
)

# --- heaps ----------------------------------------------------------------------------------


@kernel
def one(kind: int) -> int:
    """The heap of one card."""
    return 1 << WIDTH * int(kind)


@kernel
def copies(heap: int, kind: int) -> int:
    """How many cards of a kind a heap has."""
    return (int(heap) >> WIDTH * int(kind)) & MOST_COPIES


@kernel
def size(heap: int) -> int:
    """How many cards a heap has."""
    left = int(heap)
    n = 0
    while left:
        n += left & MOST_COPIES
        left >>= WIDTH
    return n


@kernel
def nth_card(heap: int, n: int) -> int:
    """The kind of the card with exactly ``n`` cards before it."""
    left = int(n)
    for kind in range(KINDS):
        left -= copies(heap, kind)
        if left < 0:
            return kind
    return NOTHING


@kernel
def list_kinds(heap: int, out: Moves, offset: int) -> int:
    """Write the kinds of a heap in ascending order, each plus ``offset``; return how many."""
    every = int(heap)
    left = (every | every >> 1 | every >> 2 | every >> 3) & ONE_OF_EACH
    n = 0
    while left:
        out[n] = offset + lowest(left) // WIDTH
        left &= left - 1
        n += 1
    return n


# --- stacks ---------------------------------------------------------------------------------


@kernel
def laid_on(stack: int, kind: int) -> int:
    """The stack with a card on top (MK-10)."""
    return int(stack) << WIDTH | (int(kind) + 1)


@kernel
def top(stack: int) -> int:
    """The kind of the card just played; NOTHING if there is no card."""
    return (int(stack) & MOST_COPIES) - 1 if stack else NOTHING


@kernel
def below(stack: int) -> int:
    """The stack without its top card."""
    return int(stack) >> WIDTH


@kernel
def heap_of(stack: int) -> int:
    """The cards of a stack, in any order."""
    left = int(stack)
    heap = 0
    while left:
        heap += one(top(left))
        left = below(left)
    return heap


@kernel
def height(stack: int) -> int:
    """How many cards a stack has."""
    left = int(stack)
    n = 0
    while left:
        left = below(left)
        n += 1
    return n


@kernel
def plays(stack: int, kinds: int) -> bool:
    """Whether the card just played is one of these kinds."""
    return stack != 0 and has(kinds, top(stack))


@kernel
def length(stack: int, own: int, other: int) -> int:
    """The cards of one colour above the topmost card of the other (MK-14, MK-15)."""
    left = int(stack)
    n = 0
    while left and not has(other, top(left)):
        if has(own, top(left)):  # white cards are ignored
            n += 1
        left = below(left)
    return n


@kernel
def streak(stack: int) -> int:
    """The streak of a stack, with the card just played (MK-16); 0 for none (MK-13)."""
    if plays(stack, RUNS):
        "MK-14, MK-16"
        return length(stack, RUNS, TACKLES)
    if plays(stack, TACKLES):
        "MK-15, MK-16"
        return length(stack, TACKLES, RUNS)
    return 0


# --- as tuples and as words -------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def heap(cards: int) -> tuple[int, ...]:
    """How many cards of each kind a heap has."""
    return tuple(cards >> WIDTH * kind & MOST_COPIES for kind in range(KINDS))


@lru_cache(maxsize=1 << 13)
def pile(stack: int) -> tuple[int, ...]:
    """The kinds of a stack from bottom to top."""
    return (*pile(stack >> WIDTH), (stack & MOST_COPIES) - 1) if stack else ()


@dataclass(frozen=True, eq=False)
class Heap:
    """The kind of a field with cards in any order: of each kind of card the copies, four bits."""

    of: Named
    least: ClassVar[int] = 0
    most: ClassVar[int] = (1 << 60) - 1  # whatever the table of cards: the width of the field
    spaced: ClassVar[bool] = True

    def write(self, number: int) -> str:
        """The cards, kind by kind."""
        words = (f"{self.of.write(kind)} " * n for kind, n in enumerate(heap(int(number))))
        return "".join(words).rstrip() or EMPTY

    def read(self, word: str) -> int:
        """The heap of the cards named, no more than a set has."""
        return sum(map(one, self.cards(word)))

    def cards(self, word: str) -> list[int]:
        """The cards named, in their order."""
        found = [self.of.read(name) for name in ([] if word == EMPTY else word.split())]
        if len(found) > SET_SIZE:
            raise ValueError(word)
        return found


@dataclass(frozen=True, eq=False)
class Stack(Heap):
    """The kind of a field with cards in order, from bottom to top, four bits a card."""

    def write(self, number: int) -> str:
        """The cards in their order."""
        return " ".join(map(self.of.write, pile(int(number)))) or EMPTY

    def read(self, word: str) -> int:
        """The stack of the cards named."""
        found = 0
        for kind in self.cards(word):
            found = laid_on(found, kind)
        return found
