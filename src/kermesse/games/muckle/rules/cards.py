"""Cards as numbers: heaps, in which the order does not matter, and stacks, in which it does."""

from __future__ import annotations

from kermesse.core.bits import has, lowest
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, Record
from kermesse.games.muckle.components import KINDS, MOST_COPIES, ONE_OF_EACH, RUNS, TACKLES, WIDTH

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
def plays(s: Record, seat: int, kinds: int) -> bool:
    """Whether the card that a seat has just played is one of these kinds."""
    return s.stack[seat] != 0 and has(kinds, top(s.stack[seat]))


@kernel
def length(stack: int, own: int, other: int) -> int:
    """The cards of the own colour above the topmost one of the other (MK-14, MK-15)."""
    left = int(stack)
    n = 0
    while left and not has(other, top(left)):
        if has(own, top(left)):  # white cards are ignored
            n += 1
        left = below(left)
    return n


@kernel
def streak(s: Record, seat: int) -> int:
    """The streak of a seat, counted with the card just played (MK-16); 0 for none (MK-13)."""
    if plays(s, seat, RUNS):
        return length(s.stack[seat], RUNS, TACKLES)  # MK-14, MK-16
    if plays(s, seat, TACKLES):
        return length(s.stack[seat], TACKLES, RUNS)  # MK-15, MK-16
    return 0
