"""Single steps: their order, their events, and what undo may cross."""

from __future__ import annotations

from random import Random

import pytest

from kermesse.games.shuppa import game
from kermesse.games.shuppa.state import Happening, Phase
from kermesse.games.shuppa.tests.scenes import (
    acting,
    columns,
    heard,
    kinds,
    options,
    place,
    scaled,
    steps,
    tokens,
    walks,
    won,
)

AFTER = {
    "dealt": {"turned_up"},
    "turned_up": {"sorted_three"},
    "sorted_three": {"arrow"},
    "arrow": {"chose"},
    "chose": {"chose", "shown", "automaton_laid"},
    "automaton_laid": {"shown"},
    "shown": {"sorted_row"},
    "sorted_row": {"dropped"},
    "lot": {"lot", "shared", "won"},
    "shared": {"lot", "won"},
    "ate": {"took_back"},
    "jumped": {"took_back"},
    "swapped": {"took_back"},
    "lifted": {"took_back"},
    "marked": {"lot"},
    "ended": set[str](),
}


@pytest.mark.rule("SH-125", "SH-126", "SH-127", "SH-128", "SH-132")
def test_what_follows_what() -> None:
    seen = set()
    before = "dealt"
    for position in walks(Random(1), scaled(60, 10)):
        now = position.event.kind
        if now == "arrow" and position.record.number == 1:  # a new match
            before = now
            continue
        seen.add((before, now))
        if before in AFTER:
            assert now in AFTER[before], (before, now)
        before = now
    followers = {now for last, now in seen if last == "won"}
    assert {"took_back", "fell"} <= followers
    assert not followers & {"lot", "shared", "ate"}


@pytest.mark.rule("SH-126", "SH-36", "SH-52")
def test_a_win_step_by_step() -> None:
    position = place("[3 13*A] [9 18 19] [14 25 26] [5 62*B] [11 74]")
    assert position.advance().kind == "marked"
    assert position.phase == "win"
    assert position.record.marked.tolist() == [1 << 1 | 1 << 17 | 1 << 33, 0]
    assert columns(position)[1] == [9, 18, 19]
    event = position.advance()
    assert event.kind == "lot"
    assert event.args == (0, 0, 3, 0b01, 3, 0)
    assert won(position, 0) == set()
    event = position.advance()
    assert event.kind == "won"
    assert event.args == (0, 3, 0, 0, 0, 0)
    assert position.record.zone[17] == -2
    assert position.record.zone[18] == 18
    assert position.record.marked.tolist() == [0, 0]
    assert tokens(position) == {0: 13, 1: 62}
    assert position.advance().args[0] == 0b01
    assert tokens(position) == {1: 62}
    assert position.phase == "fall"
    assert position.advance().args[:2] == (1, 1)
    assert columns(position)[1:3] == [[9, 19], [14, 26]]
    assert position.record.zone[34] == 25  # column 3 has not fallen yet
    assert position.advance().args[:2] == (2, 1)
    assert position.phase == "mark"
    assert position.record.gain == 3
    event = position.advance()
    assert (event.kind, event.args[:3]) == ("marked", (0, 4, 1))
    assert position.record.coming.tolist() == [0, 0]


@pytest.mark.rule("SH-132", "SH-80")
def test_an_action_step_by_step() -> None:
    position = place("[9 13] [3 14] [26 5] [10 62] [11 75 4*A]", phase="action")
    assert position.advance().kind == "acts"
    event = position.decide(0, "eat 2:0")
    assert event.args[:4] == (0, 2, 1, 0)
    assert won(position, 0) == {3}
    assert tokens(position) == {0: 4}
    assert position.record.zone[16] == -2
    assert position.advance().args[0] == 1
    assert tokens(position) == {}
    assert position.advance().args[:2] == (1, 1)
    assert position.advance().args[:3] == (0, 3, 0)


@pytest.mark.rule("SH-125")
def test_one_card_drops_at_a_time() -> None:
    position = game.new(seats=2, seed=5)
    position.act(0, options(position, 0)[0])
    position.decide(1, options(position, 1)[0])
    steps(position, "sorted_row")
    for column in range(5):
        row = position.record.row.tolist()
        event = position.advance()
        assert event.args[:2] == (row[column], column)
        assert position.record.row[column] == -2
        assert columns(position)[column][-1] == row[column] + 1


def test_every_event_and_phase_occurs() -> None:
    events, phases = set(), set()
    for position in walks(Random(2), scaled(80, 30)):
        events.add(position.event.kind)
        phases.add(position.phase)
    rare = {"none_left", "dealt"}  # walks begin at the first decision
    assert {happening.name.lower() for happening in Happening} - events <= rare
    assert {phase.name.lower() for phase in Phase} == phases


@pytest.mark.rule("SH-130")
def test_chance_is_drawn_only_where_cards_are_shuffled() -> None:
    """Wins, falls, sorting and effects leave the source of chance alone."""
    drawing = {
        "turned_up", "arrow", "automaton_laid", "shown", "drew", "restocked", "dealt",
    }  # fmt: skip
    for position in walks(Random(3), scaled(20, 4)):
        if not position.pending:
            continue
        trial = position.copy()
        key = int(trial.record.rng)
        event = trial.advance()
        if int(trial.record.rng) != key:
            assert event.kind in drawing
            assert trial.record.reveals > position.record.reveals
        if event.kind == "shown" and position.seats > 1:
            assert int(trial.record.rng) == key


def test_scores_stand_at_every_moment() -> None:
    position = place("[1*A] [6] [13] [5] [9]")
    assert position.points == [0, 0]
    steps(position, "won")
    assert position.points == [3, 0]


@pytest.mark.rule("SH-124")
def test_nobody_is_asked_without_a_choice() -> None:
    asked = 0
    for position in walks(Random(4), scaled(60, 10)):
        for seat in position.due:
            asked += 1
            assert len(options(position, seat)) > 1
    assert asked


def test_events_name_what_happened() -> None:
    position = acting("[2 12*A] [3 5] [6] [9] [10]")
    assert position.decide(0, "swap 1:1 2:1").args == (0, 11, 4, 1, 16, -2)
    position = acting("[2 12*A] [3 5] [6] [9] [10]")
    assert position.decide(0, "swap 1:0 1:1").args == (0, 1, 11, 0, 1, -2)
    position = acting("[2 16*A] [3 5] [6] [9] [10]")
    assert position.decide(0, "lift 2 down").args == (0, 4, 1, 1, -2, -2)
    position = acting("[2 8*A] [3 5] [6] [9] [10]")
    assert position.decide(0, "jump 2 4").args == (0, 4, 1, 3, -2, -2)


def test_what_happens_is_told_once() -> None:
    position = place("[1*A] [2] [3] [5*B] [6]")
    assert kinds(steps(position)) == ["no_lot", "drew", "no_lot", "drew", "ended"]
    assert heard([position.event], "ended") == [(0b11,)]
