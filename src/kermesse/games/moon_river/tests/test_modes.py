"""Plain Python and machine code give the same bytes, and nothing is lost in very many matches."""

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
from kermesse.games.moon_river import bound, game
from kermesse.games.moon_river.rules.record import Phase
from kermesse.games.moon_river.tests.scenes import SEAT_COUNTS, walk

compiled_only = pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")

MATCHES = 24
LONG_MATCHES = int(os.environ.get("KERMESSE_LONG_PLAIN", "100000"))
WATCHED_MATCHES = int(os.environ.get("KERMESSE_LONG_WATCHED", "300000"))
LONGEST = bound(game.choose({"cowboy_steps": 5}))


def spread(count: int, seed: int, seats: int) -> Records:
    """Records ready for `setup`, with options and seeds of every kind."""
    chance = np.random.default_rng(seed)
    batch = game.blank(count, seats)
    for option in game.options:
        if option.name != "colours":  # a list of them is for one number of seats
            codes = [option.code(value) for value in option.allowed]
            batch[option.name] = chance.choice(codes, count)
    batch["rng"] = chance.integers(0, 2**64, count, dtype=np.uint64)
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
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_random_matches_end_in_the_same_bytes(seats: int) -> None:
    """The last `rng` is part of the record: one draw more or less anywhere would show."""
    both_ways(spread(MATCHES // len(SEAT_COUNTS), seats, seats))


KERNELS = ("conceal", "imagine", "twin", "census", "features", "evaluate", "score")


def run_kernel(name: str, kernel: Any, batch: Records, viewer: int) -> bytes:
    """What a kernel leaves behind and writes out."""
    s = batch[0]
    types = {"census": (len(game.box), np.int16), "score": (4, np.int32)}
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
    position = game.new(4, seed=2, options={"variant": "legends"})
    for number, _ in enumerate(walk(position, chance)):
        if number % 12:
            continue
        viewer = chance.randrange(-1, 4)
        seen = position.view(viewer) if name == "imagine" else position
        copies = [seen._batch.copy() for _ in range(2)]
        for copy in copies:
            copy["rng"] = number
        plain = run_kernel(name, game.plain_kernels[name], copies[0], viewer)
        assert plain == run_kernel(name, game.kernels[name], copies[1], viewer)


# --- everything counted after every step --------------------------------------------------------

KINDS_OF_DECISION = 13
ENDINGS = 4


@template
def watched_batch(
    batch: Records, limit: int, moves: Moves, box: Counts, seen: Counts, tally: Points, out: Points
) -> int:
    """Play a batch with everything counted after each step; how many matches came to their end."""
    ended = 0
    places = out[ENDINGS:]
    for i in range(len(batch)):
        if watched(batch[i], limit, moves, box, seen, tally):
            out[outcome(batch[i], places)] += 1
            ended += 1
    return ended


@template
def watched(s: Record, limit: int, moves: Moves, box: Counts, seen: Counts, tally: Points) -> bool:
    """One match; whether it came to its end with every component in its place all the way."""
    setup(s)
    for _ in range(limit):
        if not conserved(s, box, seen) or not whole(s, box, seen):
            return False
        if s.over:
            return True
        phase = int(s.phase)
        taken = go_on(s, moves)
        if taken < 0:
            return False
        if taken:
            tally[phase] += 1
    return False


@template
def whole(s: Record, box: Counts, seen: Counts) -> bool:
    """Kind by kind: what the census names and what box and stack still hold is all there is."""
    missing = 0
    for kind in range(len(s.boxed)):
        missing += abs(int(box[kind]) - int(seen[kind]) - int(s.boxed[kind]))
    for specialist in range(len(s.stack)):
        place = len(s.boxed) + specialist
        missing += abs(int(box[place]) - int(seen[place]) - int(s.stack[specialist]))
    return missing == 0


def watch(batch: Records) -> tuple[Points, Points]:
    """How often each decision was taken, and how the matches of a batch ended; every match must."""
    tally, out = np.zeros(KINDS_OF_DECISION, np.int32), np.zeros(ENDINGS + 4, np.int32)
    moves, seen = np.zeros(game.actions, np.int16), np.zeros(len(game.box), np.int16)
    play = game.bind(watched_batch)
    assert play(batch, LONGEST, moves, game.box, seen, tally, out) == len(batch)
    return tally, out[:ENDINGS]


@pytest.mark.rule("MR-04", "MR-07", "MR-79", "MR-86")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_nothing_is_lost_and_every_match_ends(seats: int) -> None:
    batch = spread(1 if PLAIN else 1000, 5, seats)
    tally, endings = watch(batch)
    assert endings.sum() == len(batch)
    assert tally[Phase.CHOOSE_PLOT] == 72 * len(batch)
    if not PLAIN:
        only_for_two = (Phase.BONUS_TILE, Phase.BONUS_SIDE, Phase.BONUS_CELL)
        for phase in range(KINDS_OF_DECISION):
            assert (tally[phase] > 0) == (seats == 2 or phase not in only_for_two), Phase(phase)


# --- the long walks -----------------------------------------------------------------------------


@pytest.mark.long
@compiled_only
@pytest.mark.parametrize("part", range(10))
def test_very_many_matches_end_in_the_same_bytes(
    part: int, capsys: pytest.CaptureFixture[str]
) -> None:
    portion = LONG_MATCHES // 10
    for done in range(0, portion, 300):
        seats = 2 + done // 300 % 3
        both_ways(spread(min(300, portion - done), 1000 * (part + 1) + done, seats))
        show(capsys, f"part {part}: plain = compiled, {done + 300:,} of {portion:,} matches")


@pytest.mark.long
@pytest.mark.parametrize("variant", ["base", "legends"])
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_nothing_is_lost_in_very_many_matches(
    seats: int, variant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Default options but for the variant; figures on how often each decision comes up."""
    count = WATCHED_MATCHES // 6
    tallies, ends = np.zeros(KINDS_OF_DECISION, np.int64), np.zeros(ENDINGS, np.int64)
    for done in range(0, count, 2000):
        batch = game.blank(min(2000, count - done), seats, {"variant": variant})
        batch["rng"] = np.random.default_rng(done + seats).integers(0, 2**64, len(batch), np.uint64)
        tally, endings = watch(batch)
        tallies += tally
        ends += endings
    often = ", ".join(f"{Phase(n).name.lower()} {k:,}" for n, k in enumerate(tallies))
    show(
        capsys,
        f"{seats} seats, {variant}: {count:,} matches; by points {ends[0]:,}, territory "
        f"{ends[1]:,}, cows {ends[2]:,}, shared {ends[3]:,}; "
        f"{tallies.sum():,} decisions: {often}\n",
    )


def show(capsys: pytest.CaptureFixture[str], what: str) -> None:
    with capsys.disabled():
        print(f"\r{what}", end="", flush=True)
