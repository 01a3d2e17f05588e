"""Multisets of cards: one number with three bits for each kind."""

from __future__ import annotations

from kermesse.core.bits import count, lowest
from kermesse.core.kernel import kernel
from kermesse.games.viva.components import EVERY_KIND, MOST_COPIES, WIDTH


@kernel
def one(kind: int) -> int:
    """A single card."""
    return 1 << WIDTH * int(kind)


@kernel
def copies(cards: int, kind: int) -> int:
    """How many cards of a kind there are."""
    return (int(cards) >> WIDTH * int(kind)) & MOST_COPIES


@kernel
def kinds_in(cards: int) -> int:
    """The kinds that occur, as a multiset with one of each."""
    many = int(cards)
    return (many | many >> 1 | many >> 2) & EVERY_KIND


@kernel
def size(cards: int) -> int:
    """How many cards there are."""
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
