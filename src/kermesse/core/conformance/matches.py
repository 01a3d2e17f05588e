"""Random matches of all kinds: what happens in them, and whether both modes of kernels agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from kermesse.core.binding import template
from kermesse.core.contract import outcome, setup
from kermesse.core.errors import KermesseError, SetupRefused, brief
from kermesse.core.game import Game
from kermesse.core.playout import conserved, go_on, playouts
from kermesse.core.record import Counts, Moves, Points, Record, Records

MOST_DRAWS = 1000  # of options, until those of every record go together


def mixed(game: Game, count: int, seed: int, **fixed: Any) -> Records:
    """Records ready for `setup`: seats, options and seeds of every kind, but for fixed fields."""
    chance = np.random.default_rng(seed)
    batch = game.blank(count)
    batch["seats"] = chance.choice(list(game.seats), count)
    batch["rng"] = chance.integers(0, 2**64, count, dtype=np.uint64)
    codes = {o.name: [o.code(value) for value in o.allowed] for o in game.options}
    loose = np.arange(count)
    for _ in range(MOST_DRAWS):
        for name, allowed in codes.items():
            batch[name][loose] = chance.choice(allowed, len(loose))
        for name, value in fixed.items():
            batch[name] = value
        loose = np.array([i for i in loose if not agreed(game, batch[i])], np.int64)
        if not len(loose):
            return batch
    raise SetupRefused(f"no options of {game.title} go with {brief(fixed)}")


def agreed(game: Game, s: Record) -> bool:
    """Whether the options of a record go together."""
    try:
        game.agree({o.name: o.value(s[o.name]) for o in game.options}, int(s["seats"]))
    except SetupRefused:
        return False
    return True


def bound_of(game: Game, batch: Records) -> int:
    """Steps within which every match of a batch is over."""
    names = [option.name for option in game.options]
    kinds = np.unique(batch[names]) if names else batch[:1]
    return max(game.bound({o.name: o.value(kind[o.name]) for o in game.options}) for kind in kinds)


def differing(game: Game, batch: Records) -> list[int]:
    """Which matches of a batch end in other bytes in plain Python than in machine code.

    The last state of chance is in the last record: one draw more or less on the way would show.
    Where `KERMESSE_PLAIN` is set, plain Python is compared with itself.
    """
    slow, fast = batch.copy(), batch.copy()
    moves, bound = np.zeros(game.actions, np.int16), bound_of(game, batch)
    for records, plain in ((slow, True), (fast, False)):
        if game.bind(playouts, plain=plain)(records, bound, moves) < 0:
            raise KermesseError(f"a match of {game.title} got stuck")
    size = game.dtype.itemsize
    there, here = (np.frombuffer(r.tobytes(), np.uint8).reshape(-1, size) for r in (slow, fast))
    return np.flatnonzero((there != here).any(axis=1)).tolist()


@dataclass(frozen=True)
class Tally:
    """How often what happened in the matches of a batch, and the records that they ended in."""

    batch: Records
    events: Counter[str]  # after each decision and step, by kind
    decisions: Counter[str]  # by phase
    endings: Counter[str]

    def plus(self, other: Tally) -> Tally:
        """Both together, with the records of the other."""
        return Tally(
            other.batch,
            self.events + other.events,
            self.decisions + other.decisions,
            self.endings + other.endings,
        )

    def __str__(self) -> str:
        parts = (("events", self.events), ("decisions", self.decisions), ("endings", self.endings))
        return "; ".join(
            f"{title}: " + ", ".join(f"{name} {n:,}" for name, n in found.items())
            for title, found in parts
        )


@template
def watched(s: Record, bound: int, moves: Moves, box: Counts, seen: Counts, tally: Points) -> bool:
    """Play a match with the components counted after every step; whether it came to its end.

    ``tally`` has a row each for events, decisions by phase, and endings.
    """
    setup(s)
    for _ in range(bound):
        tally[0, s.event] += 1
        if not conserved(s, box, seen):
            return False
        if s.over:
            return True
        phase = s.phase
        decisions = go_on(s, moves)
        if decisions < 0:
            return False
        tally[1, phase] += decisions
    return False


@template
def watched_batch(
    batch: Records, bound: int, moves: Moves, box: Counts, seen: Counts, tally: Points, out: Points
) -> int:
    """`watched` for a batch; how many matches came to their end."""
    over = 0
    for i in range(len(batch)):
        if watched(batch[i], bound, moves, box, seen, tally):
            tally[2, outcome(batch[i], out)] += 1
            over += 1
    return over


def watch(game: Game, batch: Records) -> Tally:
    """What happens in the matches of a batch; each comes to its end, and nothing is lost."""
    moves, seen = np.zeros(game.actions, np.int16), np.zeros(len(game.box), np.int16)
    kinds = (game.events, game.phases, game.endings)
    tally = np.zeros((len(kinds), 1 + max(map(max, kinds))), np.int32)
    places = np.zeros(max(game.seats), np.int32)
    play = game.bind(watched_batch)
    over = play(batch, bound_of(game, batch), moves, game.box, seen, tally, places)
    if over != len(batch):
        raise KermesseError(
            f"{len(batch) - over} matches of {game.title} lose a component or go on"
        )
    named = (
        Counter({member.name.lower(): int(found[member]) for member in kind})
        for kind, found in zip(kinds, tally, strict=True)
    )
    return Tally(batch, *named)
