"""Plain Python and machine code give the same bytes, and no card is lost in a million matches."""

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
from kermesse.games.muckle import bound, game
from kermesse.games.muckle.tests.scenes import VIEWERS, walk

compiled_only = pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")

MATCHES = 400
PARTS = 4
LONG_MATCHES = int(os.environ.get("KERMESSE_LONG_PLAIN", "100000"))
WATCHED_MATCHES = int(os.environ.get("KERMESSE_LONG_WATCHED", "1000000"))
LONGEST = bound(game.choose({"turn_cap": 1000, "hand_size": 5}))


def spread(count: int, seed: int, **fixed: Any) -> Records:
    """Records ready for `setup`, with options and seeds of every kind."""
    chance = np.random.default_rng(seed)
    batch = game.blank(count)
    for option in game.options:
        codes = [option.code(value) for value in option.allowed]
        batch[option.name] = chance.choice(codes, count)
    batch["turn_cap"] = chance.choice([20, 20, 30], count)
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
    both_ways(spread(MATCHES // PARTS, part, turn_cap=20, goal=3))


KERNELS = ("conceal", "imagine", "twin", "census", "features", "evaluate", "score")


def run_kernel(name: str, kernel: Any, batch: Records, viewer: int) -> bytes:
    """What a kernel leaves behind and writes out."""
    s = batch[0]
    types = {"census": (8, np.int16), "score": (4, np.int32)}
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
    position = game.new(seed=2)
    for number, _ in enumerate(walk(position, chance)):
        if number % 5:
            continue
        viewer = chance.choice(VIEWERS)
        seen = position.view(viewer) if name == "imagine" else position
        copies = [seen._batch.copy() for _ in range(2)]
        for copy in copies:
            copy["rng"] = number
        plain = run_kernel(name, game.plain_kernels[name], copies[0], viewer)
        assert plain == run_kernel(name, game.kernels[name], copies[1], viewer)


# --- cards counted after every step -------------------------------------------------------------

DECISIONS, TURNS, LOST_CARDS = range(3)


@template
def watched_batch(
    batch: Records, limit: int, moves: Moves, box: Counts, seen: Counts, tally: Points, out: Points
) -> int:
    """Play a batch with the cards counted after every step; how many matches ended, by ending."""
    ended = 0
    places = out[3:]
    for i in range(len(batch)):
        if watched(batch[i], limit, moves, box, seen, tally):
            out[outcome(batch[i], places)] += 1
            tally[TURNS] += batch[i].turn
            ended += 1
    return ended


@template
def watched(s: Record, limit: int, moves: Moves, box: Counts, seen: Counts, tally: Points) -> bool:
    """One match; whether it came to its end with every card in its place all the way."""
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
    return False


def watch(batch: Records) -> tuple[Points, Points]:
    """How the matches of a batch go and end; every match must."""
    tally, out = np.zeros(3, np.int32), np.zeros(7, np.int32)
    moves, seen = np.zeros(game.actions, np.int16), np.zeros(8, np.int16)
    play = game.bind(watched_batch)
    assert play(batch, LONGEST, moves, game.box, seen, tally, out) == len(batch)
    assert tally[LOST_CARDS] == 0
    return tally, out[:3]


@pytest.mark.rule("MK-02", "MK-53", "MK-60")
def test_no_card_is_lost_and_every_match_ends() -> None:
    batch = spread(4 if PLAIN else 2000, 5)
    _, endings = watch(batch)
    assert endings.sum() == len(batch)


# --- the long walks -----------------------------------------------------------------------------


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
@pytest.mark.parametrize("mixed", [False, True])
def test_no_card_is_lost_in_very_many_matches(
    mixed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the default options, and with all options mixed."""
    count = WATCHED_MATCHES // 2
    tallies, ends = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for done in range(0, count, 5000):
        n = min(5000, count - done)
        batch = spread(n, done + 1) if mixed else game.blank(n)
        batch["rng"] = np.random.default_rng(done).integers(0, 2**64, n, np.uint64)
        tally, endings = watch(batch)
        tallies += tally
        ends += endings
    options = "all options mixed" if mixed else "default options"
    show(
        capsys,
        f"{options}: {count:,} matches, {tallies[DECISIONS]:,} decisions, {tallies[TURNS]:,} turns"
        f"; by the goal {ends[0]:,}, by the cap {ends[1]:,}, drawn {ends[2]:,}\n",
    )


def show(capsys: pytest.CaptureFixture[str], what: str) -> None:
    with capsys.disabled():
        print(f"\r{what}", end="", flush=True)
