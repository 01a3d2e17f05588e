"""Plain Python and machine code give the same bytes, and nothing is lost in very many matches."""

from __future__ import annotations

import os

import numpy as np
import pytest

from kermesse.core.binding import template
from kermesse.core.conformance.matches import differing, mixed
from kermesse.core.contract import outcome, setup
from kermesse.core.kernel import PLAIN
from kermesse.core.playout import conserved, go_on
from kermesse.core.record import Counts, Moves, Points, Record, Records
from kermesse.games.moon_river import bound, game
from kermesse.games.moon_river.rules.record import Phase
from kermesse.games.moon_river.tests.scenes import SEAT_COUNTS

compiled_only = pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")

MATCHES = 24
LONG_MATCHES = int(os.environ.get("KERMESSE_LONG_PLAIN", "100000"))
WATCHED_MATCHES = int(os.environ.get("KERMESSE_LONG_WATCHED", "300000"))
LONGEST = bound(game.choose({"cowboy_steps": 5}))


@compiled_only
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_random_matches_end_in_the_same_bytes(seats: int) -> None:
    """The last `rng` is part of the record: one draw more or less anywhere would show."""
    assert differing(game, mixed(game, MATCHES // len(SEAT_COUNTS), seats, seats=seats)) == []


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
    batch = mixed(game, 1 if PLAIN else 1000, 5, seats=seats)
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
        batch = mixed(game, min(300, portion - done), 1000 * (part + 1) + done)
        assert differing(game, batch) == []
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
