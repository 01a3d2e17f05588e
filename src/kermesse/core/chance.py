"""Chance: every random draw of the rules comes from the record's own `rng` (SplitMix64).

Any 64-bit value is a good state, so the caller may re-key a record between steps.
Written with masks instead of wrapping types, so that plain Python and machine code agree.
"""

from __future__ import annotations

import secrets

import numpy as np

from kermesse.core.bits import count, nth
from kermesse.core.errors import SetupRefused, brief, whole
from kermesse.core.kernel import kernel
from kermesse.core.record import Record

SEEDS = range(2**64)

WORD = 0xFFFFFFFFFFFFFFFF
HALF = 0xFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB


@kernel
def word(s: Record) -> int:
    """The next 64 random bits, as an unsigned number."""
    state = (int(s.rng) + GAMMA) & WORD
    s.rng = state
    mixed = ((state ^ (state >> 30)) * MIX_1) & WORD
    mixed = ((mixed ^ (mixed >> 27)) * MIX_2) & WORD
    return mixed ^ (mixed >> 31)


@kernel
def draw(s: Record, n: int) -> int:
    """A uniform whole number from 0 to n - 1 (Lemire's method, exact, n below 2^31)."""
    product = np.int64(word(s) >> 32) * n
    if product & HALF < n:  # rare: only here can the multiplication have favoured a number
        spill = (HALF + 1 - n) % n
        while product & HALF < spill:
            product = np.int64(word(s) >> 32) * n
    return int(product >> 32)


@kernel
def draw_member(s: Record, members: int) -> int:
    """A random member of a bit set, all equally likely."""
    return nth(members, draw(s, count(members)))


def checked_seed(seed: int | None) -> int:
    """A seed for `rng`: the given one, or fresh from the operating system."""
    if seed is None:
        return secrets.randbits(64)
    number = whole(seed)
    if number is None or number not in SEEDS:
        raise SetupRefused(f"a seed is a whole number from 0 to 2^64 - 1, not {brief(seed)}")
    return number
