"""Plain Python and machine code give the same bytes, and no card is lost in a million matches."""

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
from kermesse.games.muckle import bound, game

compiled_only = pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")

MATCHES = 160
PARTS = 4
LONG_MATCHES = int(os.environ.get("KERMESSE_LONG_PLAIN", "100000"))
WATCHED_MATCHES = int(os.environ.get("KERMESSE_LONG_WATCHED", "1000000"))
LONGEST = bound(game.choose({"turn_cap": 1000, "hand_size": 5}))


@compiled_only
@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_end_in_the_same_bytes(part: int) -> None:
    """The last `rng` is part of the record: one draw more or less anywhere would show."""
    assert differing(game, mixed(game, MATCHES // PARTS, part, turn_cap=20, goal=3)) == []


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
    batch = mixed(game, 4 if PLAIN else 2000, 5, turn_cap=30)
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
        batch = mixed(game, min(500, portion - done), 1000 * (part + 1) + done, turn_cap=20)
        assert differing(game, batch) == []
        show(capsys, f"part {part}: plain = compiled, {done + 500:,} of {portion:,} matches")


@pytest.mark.long
@pytest.mark.parametrize("any_options", [False, True], ids=["default", "mixed"])
def test_no_card_is_lost_in_very_many_matches(
    any_options: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the default options, and with all options mixed."""
    count = WATCHED_MATCHES // 2
    tallies, ends = np.zeros(3, np.int64), np.zeros(3, np.int64)
    for done in range(0, count, 5000):
        n = min(5000, count - done)
        batch = mixed(game, n, done + 1, turn_cap=30) if any_options else game.blank(n)
        batch["rng"] = np.random.default_rng(done).integers(0, 2**64, n, np.uint64)
        tally, endings = watch(batch)
        tallies += tally
        ends += endings
    options = "all options mixed" if any_options else "default options"
    show(
        capsys,
        f"{options}: {count:,} matches, {tallies[DECISIONS]:,} decisions, {tallies[TURNS]:,} turns"
        f"; by the goal {ends[0]:,}, by the cap {ends[1]:,}, drawn {ends[2]:,}\n",
    )


def show(capsys: pytest.CaptureFixture[str], what: str) -> None:
    with capsys.disabled():
        print(f"\r{what}", end="", flush=True)
