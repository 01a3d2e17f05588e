"""What a batch knows about each of its games: which match is being played, and its own chance.

Nothing here depends on a game's rules, so these kernels are compiled once for all games.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kermesse.core.bits import count, has, nth
from kermesse.core.chance import draw, word
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record, Records

Bits = npt.NDArray[np.uint32]
Choices = npt.NDArray[np.int32]

MEMBERS = 32  # actions in a word of packed bits

LEDGER: np.dtype[Any] = np.dtype(
    (Record, np.dtype([("rng", np.uint64), ("key", np.uint64), ("match", np.int64)], align=True))
)


def words_for(actions: int) -> int:
    """How many words hold a bit for each action."""
    return -(-actions // MEMBERS)


@kernel
def members(bits: Bits, at: int) -> int:
    """A word of a packed mask as a set."""
    return int(np.int64(bits[at]))


@kernel
def open_ledgers(ledgers: Records, seed: np.uint64) -> None:
    """Back to the first match of every game; what follows depends on nothing but the seed."""
    for i in range(len(ledgers)):
        ledger = ledgers[i]
        ledger.rng = seed
        ledger.key = word(ledger) ^ np.uint64(i)
        ledger.rng = ledger.key
        word(ledger)
        ledger.rng = word(ledger)  # matches are keyed by the first word: this is another one
        ledger.match = 0


@kernel
def key_match(s: Record, ledger: Any) -> None:
    """Give a record the chance of the match that the ledger has come to."""
    s.rng = ledger.key
    s.rng = word(s) ^ np.uint64(ledger.match)


@kernel
def choice(ledger: Record, bits: Bits) -> int:
    """A random action in a packed mask, equally likely, by the ledger's own chance."""
    n = 0
    for at in range(len(bits)):
        n += count(members(bits, at))
    k = draw(ledger, n)
    for at in range(len(bits)):
        here = count(members(bits, at))
        if k < here:
            return MEMBERS * at + nth(members(bits, at), k)
        k -= here
    return NOTHING  # only of an empty mask


@kernel
def choose_all(ledgers: Records, bits: Bits, actions: Choices) -> None:
    """`choice` for every game."""
    for i in range(len(ledgers)):
        actions[i] = choice(ledgers[i], bits[i])


@kernel
def is_open(bits: Bits, action: int) -> bool:
    """Whether an action, which may be any number, is in a packed mask."""
    at = int(action) // MEMBERS
    return 0 <= at < len(bits) and has(members(bits, at), int(action) % MEMBERS)


@kernel
def first_refused(bits: Bits, actions: npt.NDArray[Any]) -> int:
    """The first game whose action is not open; as many as there are games if all are."""
    for i in range(len(actions)):
        if not is_open(bits[i], actions[i]):
            return i
    return len(actions)
