"""Plain Python, machine code and CUDA give the same bytes, and no card is ever lost."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest

from kermesse.core.binding import template
from kermesse.core.contract import outcome, setup
from kermesse.core.kernel import PLAIN
from kermesse.core.playout import conserved, go_on, playouts
from kermesse.core.record import Counts, Moves, Points, Record, Records
from kermesse.games.shuppa import bound, game
from kermesse.games.shuppa.rules.record import Happening
from kermesse.games.shuppa.tests.scenes import SEAT_COUNTS, everybody, walks

compiled_only = pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")

MATCHES = 160
PARTS = 4
LONG_MATCHES = int(os.environ.get("KERMESSE_LONG_PLAIN", "100000"))
WATCHED_MATCHES = int(os.environ.get("KERMESSE_LONG_WATCHED", "1000000"))
LONGEST = bound(game.choose({}))
ENDINGS = len(game.endings)


def spread(count: int, seed: int, **fixed: Any) -> Records:
    """Records ready for `setup`, with seats, options and seeds of every kind."""
    chance = np.random.default_rng(seed)
    batch = game.blank(count)
    for option in game.options:
        codes = [option.code(value) for value in option.allowed]
        batch[option.name] = chance.choice(codes, count)
    batch["seats"] = chance.choice(list(game.seats), count)
    batch["rng"] = chance.integers(0, 2**64, count, dtype=np.uint64)
    for name, value in fixed.items():
        batch[name] = value
    return batch


def both_ways(batch: Records) -> None:
    """Whole playouts in both modes, each drawing its moves from its own record."""
    moves = np.zeros(game.actions, np.int16)
    plain_batch, fast_batch = batch.copy(), batch.copy()
    slow = game.bind(playouts, plain=True)(plain_batch, LONGEST, moves)
    fast = game.bind(playouts, plain=False)(fast_batch, LONGEST, moves)
    assert slow == fast > 0
    assert plain_batch["over"].all()
    assert plain_batch.tobytes() == fast_batch.tobytes()


@compiled_only
@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_end_in_the_same_bytes(part: int) -> None:
    """The last `rng` is part of the record: one draw more or less anywhere would show."""
    both_ways(spread(MATCHES // PARTS, part))


KERNELS = ("conceal", "imagine", "twin", "census", "features", "evaluate", "score")


def run_kernel(name: str, kernel: Any, batch: Records, viewer: int) -> bytes:
    """What a kernel leaves behind and writes out."""
    s = batch[0]
    types = {"census": (99, np.int16), "score": (4, np.int32)}
    out = np.zeros(*types.get(name, (game.features, np.float32)))
    if name in ("conceal", "twin"):
        kernel(s, viewer)
    elif name == "imagine":
        kernel(s)
    else:
        kernel(s, out)
    return s.tobytes() + out.tobytes()


@compiled_only
@pytest.mark.parametrize("name", KERNELS)
def test_kernels_of_knowledge_and_judgement_are_the_same_in_both_modes(name: str) -> None:
    chance = Random(2)
    for number, position in enumerate(walks(chance, 8)):
        if number % 12:
            continue
        viewer = chance.choice(everybody(position))
        seen = position.view(viewer) if name == "imagine" else position
        copies = [seen._batch.copy() for _ in range(2)]
        for copy in copies:
            copy["rng"] = number
        plain = run_kernel(name, game.plain_kernels[name], copies[0], viewer)
        assert plain == run_kernel(name, game.kernels[name], copies[1], viewer)


# --- cards counted after every step -------------------------------------------------------------

DECISIONS, LOST_CARDS, WINS, SHARES, CASCADES, NONE_LEFT = range(6)


@template
def watched(s: Record, limit: int, moves: Moves, box: Counts, seen: Counts, tally: Points) -> bool:
    """One match with the cards counted after every step; whether it came to its end."""
    setup(s)
    for _ in range(limit):
        if not conserved(s, box, seen):
            tally[LOST_CARDS] += 1
            return False
        if s.over:
            return True
        taken = go_on(s, moves)
        if taken < 0:
            return False
        tally[DECISIONS] += taken
        tally[WINS] += int(s.event == Happening.WON)
        tally[SHARES] += int(s.event == Happening.SHARED)
        tally[CASCADES] += int(s.event == Happening.MARKED and s.event_args[2] >= 2)
        tally[NONE_LEFT] += int(s.event == Happening.NONE_LEFT)
    return False


@template
def watched_batch(
    batch: Records, limit: int, moves: Moves, box: Counts, seen: Counts, tally: Points, out: Points
) -> int:
    """`watched` for a batch; how many matches came to their end, by ending in ``out``."""
    ended = 0
    places = out[ENDINGS:]
    for i in range(len(batch)):
        if watched(batch[i], limit, moves, box, seen, tally):
            out[outcome(batch[i], places)] += 1
            ended += 1
    return ended


def watch(batch: Records) -> tuple[Points, Points]:
    """What happens in the matches of a batch, and how they end; every one must."""
    tally, out = np.zeros(6, np.int32), np.zeros(ENDINGS + 4, np.int32)
    moves, seen = np.zeros(game.actions, np.int16), np.zeros(99, np.int16)
    play = game.bind(watched_batch)
    assert play(batch, LONGEST, moves, game.box, seen, tally, out) == len(batch)
    assert tally[LOST_CARDS] == 0
    return tally, out[:ENDINGS]


@pytest.mark.rule("SH-119", "SH-51")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_no_card_is_lost_and_every_match_ends(seats: int) -> None:
    batch = spread(4 if PLAIN else 500, seats, seats=seats)
    tally, endings = watch(batch)
    assert endings.sum() == len(batch)
    assert tally[WINS] > 0


@pytest.mark.long
@compiled_only
@pytest.mark.parametrize("part", range(10))
def test_very_many_matches_end_in_the_same_bytes(
    part: int, capsys: pytest.CaptureFixture[str]
) -> None:
    portion = LONG_MATCHES // 10
    for done in range(0, portion, 500):
        both_ways(spread(min(500, portion - done), 1000 * (part + 1) + done))
        show(capsys, f"part {part}: plain = compiled, {done + 500:,} of {portion:,} matches")


@pytest.mark.long
@pytest.mark.parametrize("mixed", [False, True], ids=["default", "mixed"])
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_no_card_is_lost_in_very_many_matches(
    seats: int, mixed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """An eighth of a million matches of each kind."""
    count = WATCHED_MATCHES // 8
    tallies, ends = np.zeros(6, np.int64), np.zeros(ENDINGS, np.int64)
    for done in range(0, count, 5000):
        size = min(5000, count - done)
        batch = spread(size, done, seats=seats) if mixed else game.blank(size, seats)
        batch["rng"] = np.random.default_rng(done + seats).integers(0, 2**64, size, np.uint64)
        tally, endings = watch(batch)
        tallies += tally
        ends += endings
    assert ends.sum() == count
    decisions, _, wins, shares, cascades, none_left = tallies
    named = {ending.name.lower(): int(ends[ending]) for ending in game.endings}
    show(
        capsys,
        f"{seats} seats, {'mixed' if mixed else 'default'} options: {count:,} matches, "
        f"{decisions:,} decisions, {wins:,} wins, {shares:,} shares asked, "
        f"{cascades:,} third steps of cascades, {none_left:,} draws from empty piles; "
        f"endings {named}\n",
    )


def show(capsys: pytest.CaptureFixture[str], line: str) -> None:
    with capsys.disabled():
        print(f"\r{line}", end="", flush=True)
