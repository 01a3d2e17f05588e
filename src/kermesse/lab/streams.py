"""Where every draw of an arena comes from: a separate stream for each purpose.

The deck of a block, the thinking of each bot and the order of answers are drawn from different
streams, so that a bot that thinks longer never changes a card.
"""

from __future__ import annotations

import hashlib
import random

SEED_BITS = 64


def key(seed: int, *purpose: object) -> int:
    """A seed for one purpose: SHA-256 of the arena's seed and of words that name the purpose."""
    words = "\n".join(str(word) for word in (seed, *purpose))
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[: SEED_BITS // 8])


def stream(seed: int, *purpose: object) -> random.Random:
    """A source of chance for one purpose, the same in every run."""
    return random.Random(key(seed, *purpose))


def next_seed(chance: random.Random) -> int:
    """The next seed of a stream, as `choose` takes one."""
    return chance.getrandbits(SEED_BITS)
