"""Plain Python, machine code and CUDA give the same bytes, and no card is ever lost."""

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
from kermesse.games.shuppa import bound, game
from kermesse.games.shuppa.rules.record import Happening
from kermesse.games.shuppa.tests.scenes import SEAT_COUNTS

compiled_only = pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")

MATCHES = 80
PARTS = 4
LONG_MATCHES = int(os.environ.get("KERMESSE_LONG_PLAIN", "100000"))
WATCHED_MATCHES = int(os.environ.get("KERMESSE_LONG_WATCHED", "1000000"))
LONGEST = bound(game.choose({}))
ENDINGS = len(game.endings)


@compiled_only
@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_end_in_the_same_bytes(part: int) -> None:
    """The last `rng` is part of the record: one draw more or less anywhere would show."""
    assert differing(game, mixed(game, MATCHES // PARTS, part)) == []


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
    batch = mixed(game, 4 if PLAIN else 500, seats, seats=seats)
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
        batch = mixed(game, min(500, portion - done), 1000 * (part + 1) + done)
        assert differing(game, batch) == []
        show(capsys, f"part {part}: plain = compiled, {done + 500:,} of {portion:,} matches")


@pytest.mark.long
@pytest.mark.parametrize("any_options", [False, True], ids=["default", "mixed"])
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_no_card_is_lost_in_very_many_matches(
    seats: int, any_options: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """An eighth of a million matches of each kind."""
    count = WATCHED_MATCHES // 8
    tallies, ends = np.zeros(6, np.int64), np.zeros(ENDINGS, np.int64)
    for done in range(0, count, 5000):
        size = min(5000, count - done)
        batch = game.blank(size, seats)
        if any_options:
            batch = mixed(game, size, done, seats=seats)
        batch["rng"] = np.random.default_rng(done + seats).integers(0, 2**64, size, np.uint64)
        tally, endings = watch(batch)
        tallies += tally
        ends += endings
    assert ends.sum() == count
    decisions, _, wins, shares, cascades, none_left = tallies
    named = {ending.name.lower(): int(ends[ending]) for ending in game.endings}
    show(
        capsys,
        f"{seats} seats, {'mixed' if any_options else 'default'} options: {count:,} matches, "
        f"{decisions:,} decisions, {wins:,} wins, {shares:,} shares asked, "
        f"{cascades:,} third steps of cascades, {none_left:,} draws from empty piles; "
        f"endings {named}\n",
    )


def show(capsys: pytest.CaptureFixture[str], line: str) -> None:
    with capsys.disabled():
        print(f"\r{line}", end="", flush=True)
