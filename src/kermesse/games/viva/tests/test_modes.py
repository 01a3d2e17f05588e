"""Plain Python and machine code give the same bytes, and no card is lost in a million matches."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from kermesse.core.binding import template
from kermesse.core.conformance.matches import differing, mixed
from kermesse.core.contract import outcome, setup
from kermesse.core.kernel import PLAIN
from kermesse.core.playout import conserved, go_on
from kermesse.core.record import Counts, Moves, Points, Record, Records
from kermesse.games.viva import bound, game
from kermesse.games.viva.rules.record import Happening
from kermesse.games.viva.tests.scenes import SEAT_COUNTS

compiled_only = pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")

MATCHES = 160
PARTS = 4
LONG_MATCHES = int(os.environ.get("KERMESSE_LONG_PLAIN", "100000"))
WATCHED_MATCHES = int(os.environ.get("KERMESSE_LONG_WATCHED", "1000000"))
LONGEST = bound(game.choose({"turn_cap": 5000, "rounds": 12}))


def short(count: int, seed: int, **fixed: Any) -> Records:
    """Matches of all kinds, but of one or two short rounds."""
    rounds = np.resize([1, 1, 1, 2], count)
    return mixed(game, count, seed, rounds=rounds, turn_cap=50, **fixed)


@compiled_only
@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_end_in_the_same_bytes(part: int) -> None:
    """The last `rng` is part of the record: one draw more or less anywhere would show."""
    assert differing(game, short(MATCHES // PARTS, part)) == []


# --- the long walks -----------------------------------------------------------------------


@pytest.mark.long
@compiled_only
@pytest.mark.parametrize("part", range(10))
def test_very_many_matches_end_in_the_same_bytes(
    part: int, capsys: pytest.CaptureFixture[str]
) -> None:
    portion = LONG_MATCHES // 10
    for done in range(0, portion, 500):
        batch = short(min(500, portion - done), 1000 * (part + 1) + done)
        assert differing(game, batch) == []
        show(capsys, f"part {part}: plain = compiled, {done + 500:,} of {portion:,} matches")


WON, CAPPED, VOID_BY_CAP, VOID_BY_PASSES, DECISIONS, LOST_CARDS = range(6)


@template
def watched(s: Record, limit: int, moves: Moves, box: Counts, seen: Counts, tally: Points) -> bool:
    """Play a match with the cards counted after every step; count how its rounds end."""
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
        if taken == 0 and s.event == Happening.ROUND_WON:
            tally[CAPPED if s.event_args[1] else WON] += 1
        elif taken == 0 and s.event == Happening.ROUND_VOID:
            tally[VOID_BY_CAP if s.event_args[0] else VOID_BY_PASSES] += 1
    return False


@template
def watched_batch(
    batch: Records, limit: int, moves: Moves, box: Counts, seen: Counts, tally: Points, out: Points
) -> int:
    """`watched` for a batch; how many matches came to their end, by ending in ``out``."""
    ended = 0
    places = out[3:]
    for i in range(len(batch)):
        if watched(batch[i], limit, moves, box, seen, tally):
            out[outcome(batch[i], places)] += 1
            ended += 1
    return ended


def watch(batch: Records) -> tuple[Points, Points]:
    """How the rounds and the matches of a batch end; every match must."""
    tally, out = np.zeros(6, np.int32), np.zeros(9, np.int32)
    moves, seen = np.zeros(game.actions, np.int16), np.zeros(21, np.int16)
    play = game.bind(watched_batch)
    assert play(batch, LONGEST, moves, game.box, seen, tally, out) == len(batch)
    assert tally[LOST_CARDS] == 0
    return tally, out[:3]


@pytest.mark.rule("VV-06", "VV-73", "VV-74")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_no_card_is_lost_and_every_round_ends(seats: int) -> None:
    batch = short(4 if PLAIN else 300, seats, seats=seats)
    tally, endings = watch(batch)
    rounds = int(tally[[WON, CAPPED, VOID_BY_CAP, VOID_BY_PASSES]].sum())
    assert rounds == batch["played"].sum()
    assert endings.sum() == len(batch)


@pytest.mark.long
@pytest.mark.parametrize("any_options", [False, True], ids=["default", "mixed"])
@pytest.mark.parametrize("table", ["strict", "honour"])
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_no_card_is_lost_in_very_many_matches(
    seats: int, table: str, any_options: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fifty thousand matches of each kind: one round of the default options, or any short ones."""
    count = WATCHED_MATCHES // 20
    tallies, ends = np.zeros(6, np.int64), np.zeros(3, np.int64)
    for done in range(0, count, 2000):
        batch = game.blank(min(2000, count - done), seats, {"table": table, "rounds": 1})
        if any_options:
            batch = short(len(batch), done, seats=seats, table=batch["table"])
        batch["rng"] = np.random.default_rng(done + seats).integers(0, 2**64, len(batch), np.uint64)
        tally, endings = watch(batch)
        tallies += tally
        ends += endings
    won, capped, void, passed, decisions, _ = tallies
    options = "mixed" if any_options else "default"
    show(
        capsys,
        f"{seats} seats, {table}, {options} options: {count:,} matches, "
        f"{decisions:,} decisions; rounds won {won:,}, by the cap {capped:,}, "
        f"void by the cap {void:,}, void by passing {passed:,}; "
        f"matches by victory cards {ends[0]:,}, tie-break {ends[1]:,}, shared {ends[2]:,}\n",
    )


def show(capsys: pytest.CaptureFixture[str], what: str) -> None:
    with capsys.disabled():
        print(f"\r{what}", end="", flush=True)
