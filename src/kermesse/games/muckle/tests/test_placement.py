"""Positions of Muckle as text: what is written reads back, and nonsense is refused."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kermesse.core.errors import UnreadablePosition
from kermesse.core.position import Position, Situation
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import (
    VIEWERS,
    any_options,
    fields,
    place,
    scaled,
    selected,
    turn,
    walk,
)

UNWRITTEN = {"rng", "reveals", "event", "event_args"}


def written(situation: Situation) -> dict[str, object]:
    return {name: v for name, v in fields(situation.record).items() if name not in UNWRITTEN}


def test_every_position_and_view_of_random_matches_reads_back() -> None:
    chance = Random(1)
    for seed in range(scaled(2, 1)):
        position = game.new(seed=seed, options=any_options(chance) | {"turn_cap": 20})
        for _ in walk(position, chance):
            again = game.position(position.text)
            assert written(again) == written(position), position.text
            assert again.text == position.text
            view = position.view(chance.choice(VIEWERS))
            assert written(game.view(view.text)) == written(view), view.text


@settings(max_examples=scaled(30, 10), deadline=None)  # a kernel compiles on first use
@given(st.integers(0, 2**32), st.integers(0, 300), st.sampled_from(VIEWERS))
def test_any_position_reads_back(seed: int, steps: int, viewer: int) -> None:
    chance = Random(seed)
    position = game.new(seed=seed, options=any_options(chance))
    for number, _ in enumerate(walk(position, chance)):
        if number == steps:
            break
    assert written(game.position(position.text)) == written(position)
    view = position.view(viewer)
    assert written(game.view(view.text)) == written(view)


def test_a_position_from_text_plays_on_like_the_original() -> None:
    chance = Random(3)
    position = game.new(seed=3)
    for _ in walk(position, chance):
        if position.pending:
            again, original = game.position(position.text), position.copy()
            assert again.advance() == original.advance()
            assert written(again) == written(original)


FRESH = """\
hand 0: run run run run pass rest dodge_left dodge_right
aside 0: tackle_left tackle_left tackle_right tackle_right tackle_both
hand 1: run run run run pass rest dodge_left dodge_right
aside 1: tackle_left tackle_left tackle_right tackle_right tackle_both
hand 2: run run run run pass rest dodge_left dodge_right
aside 2: tackle_left tackle_left tackle_right tackle_right tackle_both
hand 3: run run run run pass rest dodge_left dodge_right
aside 3: tackle_left tackle_left tackle_right tackle_right tackle_both
"""


def test_lines_left_out_mean_the_start_of_the_first_turn() -> None:
    five = "tackle_left tackle_left tackle_right tackle_right tackle_both"
    position = selected(*[five] * 4)
    assert written(game.position(FRESH)) == written(position)
    short = "\n".join(line for line in FRESH.splitlines() if line.startswith("hand"))
    assert written(game.position(short)) == written(position)


def test_short_codes_read_as_well() -> None:
    short = FRESH.replace("dodge_left", "dl").replace("tackle_both", "tb").replace("rest", "re")
    assert game.position(short) == game.position(FRESH)


def test_the_whole_of_a_busy_position_is_written() -> None:
    position = turn(
        "dodge_left | tackle_left tackle_both | pass run run | pass", ball=3, progress="2 1",
        goal=7, turn_cap=50, talk="off", seating="random", turn=9,
        ball_decider="holder_or_low_seat",
    )  # fmt: skip
    for seat, word in enumerate(["dodge_left", "tackle_both", "run", "pass"]):
        position.decide(seat, word)
    while position.phase != "resolve":
        position.advance()
    assert (
        position.text.split("hand 0", maxsplit=1)[0]
        == """\
phase: resolve
stack 0: dodge_left
stack 1: tackle_left tackle_both
stack 2: pass run run
stack 3: pass
turn: 9
progress: 2 1
ball: 1
carrier: 3
waiting: 0 1 2
goal: 7
turn_cap: 50
ball_decider: holder_or_low_seat
talk: off
seating: random
"""
    )


def test_a_hit_under_way_is_written() -> None:
    position = turn("dodge_left | tackle_left tackle_both | run | rest", ball=2)
    for seat, word in enumerate(["dodge_left", "tackle_both", "run", "rest"]):
        position.decide(seat, word)
    while position.phase != "hit":
        position.advance()
    position.advance()
    position.advance()
    assert (
        position.text.split("hand 0", maxsplit=1)[0]
        == """\
phase: hit
stack 0: dodge_left
stack 1: tackle_left tackle_both
stack 2: run
turn: 2
damage: 0 0 2 0
striker: .. .. 1 ..
ball: 2
waiting: 0 2
tackler: 1
target: 3
source: 0
hops: 1
"""
    )


def test_a_view_is_written_with_what_it_knows() -> None:
    position = place("run | | |", {1: "run* rest* pass tackle_left tackle_left dodge_left run run"})
    position.act(1, "run")
    text = position.view(0).text
    assert text.startswith("viewer: 0\nstack 0: run\nturn: 2\npick: .. ?? .. ..\nhand 0: ")
    assert "\nhand 1: run* rest* ?? ?? ?? ?? ?? ??\n" in text
    assert "\naside 1: ?? ?? ?? ?? ??\n" in text
    fresh = game.new(seed=1)
    fresh.act(1, "aside run")
    text = fresh.view(3).text
    assert text.startswith("viewer: 3\nturn: 0\n")
    assert "aside 1: ??\n" in text


def swapped(old: str, new: str) -> str:
    assert old in FRESH
    return FRESH.replace(old, new, 1)


def line(*lines: str) -> str:
    return "\n".join(lines) + "\n" + FRESH


def stacked(*lines: str) -> str:
    """Everybody has played a Run in turn 2."""
    text = FRESH.replace("run run run run", "run run run")
    text = "\n".join(f"{row}\nstack {row[5]}: run" if row[0] == "h" else row
                     for row in text.splitlines())  # fmt: skip
    return "\n".join(["turn: 2", *lines, text])


BAD_POSITIONS = {
    "nothing": ("", "'hand 0' is missing"),
    "prose": ("once upon a time", "expected a line 'name: value'"),
    "no hand": (FRESH.split("hand 3", maxsplit=1)[0], "'hand 3' is missing"),
    "unknown line": (line("weather: fine"), "no line 'weather'"),
    "line given twice": (line("turn: 1", "turn: 1"), "'turn' is given twice"),
    "a fifth seat": (line("hand 4: run"), "no line 'hand 4'"),
    "spare field": (line("spare: 3"), "no line 'spare'"),
    "header field": (line("rng: 3"), "no line 'rng'"),
    "unknown viewer": (line("viewer: 4"), "viewer cannot be '4'"),
    "unknown phase": (line("phase: lunch"), "phase cannot be 'lunch'"),
    "no value": (line("ball:"), "ball cannot be ''"),
    "turn 1001": (line("turn: 1001"), "turn cannot be '1001'"),
    "a turn beyond the cap": (line("turn: 101"), "there are not so many turns"),
    "option out of range": (line("goal: 13"), "option goal takes"),
    "one number of progress": (line("progress: 1"), "progress has 2 values, not 1"),
    "progress in words": (line("progress: one two"), "progress cannot be 'one'"),
    "progress below 0": (line("progress: -1 0"), "progress cannot be '-1'"),
    "progress of three digits": (line("progress: 100 0"), "progress cannot be '100'"),
    "three strikers": (line("striker: .. .. .."), "striker has 4 values, not 3"),
    "waiting for nobody": (line("waiting: 4"), "waiting cannot be '4'"),
    "aims nowhere": (line("aims: up"), "aims cannot be 'up'"),
    "an unknown card": (swapped("pass", "punt"), "hand 0 cannot be 'punt'"),
    "a gap in a hand": (swapped("pass", ".."), "hand 0 cannot be '..'"),
    "a gap aside": (swapped("tackle_both", ".."), "aside 0 cannot be '..'"),
    "a hidden card in a stack": (line("stack 0: ??"), "stack 0 cannot be '\\?\\?'"),
    "a high stack": (line("stack 0:" + " run" * 14), "stack 0 cannot be 'run run"),
    "five Runs": (swapped("pass", "run"), "more cards of a kind than a set"),
    "twelve cards": (swapped(" pass", ""), "seat 0 has 12 cards, not a whole set"),
    "fourteen cards": (line("stack 0: run").replace("run run run run", "run run run", 1)
                       .replace("tackle_both", "tackle_both ??", 1), "seat 0 has 14 cards"),
    "nine cards in hand": (swapped("dodge_right", "dodge_right tackle_both")
                           .replace("aside 0: tackle_left tackle_left tackle_right tackle_right "
                                    "tackle_both", "aside 0: tackle_left tackle_left tackle_right "
                                    "tackle_right"), "puts 5 cards aside, not 4"),
    "twenty of a card": (swapped("pass", "run " * 20), "hand 0 has at most 13 cards"),
    "a hidden card at the table": (swapped("pass", "??"), "cannot have '\\?\\?' for this viewer"),
    "a secret in a view": (line("viewer: 0"), "seat 1 names cards that this viewer cannot know"),
    "a secret for a spectator": (line("viewer: spectator"), "seat 0 names cards"),
    "turn 0 in play": (line("turn: 0", "phase: play"), "turn 0 is the selection"),
    "a selection in turn 1": (line("phase: select"), "turn 0 is the selection"),
    "played before the selection": (
        line("phase: select", "turn: 0").replace("run", "run*", 1), "has played before"),
    "ready with too few": (
        line("phase: select", "turn: 0", "due: 1 2 3").replace("aside 0: tackle_left",
                                                             "aside 0:", 1)
        .replace("hand 0:", "hand 0: tackle_left", 1), "seat 0 cannot be ready"),
    "all ready": (line("phase: select", "turn: 0", "due: .."), "the exchange comes"),
    "ready in play": (line("due: 1 2 3"), "phase play has other seats due"),
    "a pick that is not held": (
        line("pick: tackle_both .. .. .."), "pick of seat 0 is not in the hand"),
    "a hidden pick at the table": (line("pick: ?? .. .. .."), "pick of seat 0 is not in the hand"),
    "four picks": (line("pick: run run run run"), "the cards are revealed"),
    "a pick later on": (
        stacked("phase: next", "pick: run .. .. .."), "cannot have a pick in phase next"),
    "revealed out of order": (
        line("phase: reveal", "pick: run .. run .."), "revealed in seat order"),
    "nothing to reveal": (line("phase: reveal"), "revealed in seat order"),
    "revealed and not waiting": (
        stacked("phase: reveal", "pick: .. .. .. run"), "revealed cards wait to be resolved"),
    "the ball in turn 1": (line("ball: 0"), "nobody begins with the ball"),
    "the ball with a stranger": (
        stacked("phase: damage", "ball: 1", "carrier: 0"), "the ball is not where it can be"),
    "a decision about nothing": (stacked("phase: ball"), "leaves nothing to decide"),
    "no decision about something": (
        stacked("phase: possession", "damage: 1 0 0 0"), "the team with less damage decides"),
    "no empty hand": (stacked("phase: pick_up"), "no hand is empty"),
    "a card waits in play": (stacked("waiting: 0"), "no card waits in phase play"),
    "nothing to resolve": (
        line("turn: 2", "phase: damage", "waiting: 0"), "seat 0 has no card to resolve"),
    "no Rest": (stacked("phase: rest", "waiting: 0"), "phase rest does not fit the cards"),
    "no Pass": (stacked("phase: pass", "waiting: 0"), "phase pass does not fit the cards"),
    "no streak": (stacked("phase: streaks"), "phase streaks does not fit the cards"),
    "nobody acts": (stacked("phase: resolve"), "phase resolve does not fit the cards"),
    "hurt too early": (stacked("damage: 1 0 0 0"), "nobody is hurt in phase play"),
    "hit by nobody": (
        line("turn: 2", "phase: damage", "striker: 1 .. .. .."), "nobody can have hit seat 0"),
    "a hit without a tackler": (
        stacked("phase: hit", "waiting: 0"), "needs tackler, target and source"),
    "a hit by a Run": (
        stacked("phase: hit", "tackler: 0", "target: 1", "source: 0"), "there is no such hit"),
    "a hit in play": (stacked("hops: 1"), "no hit is under way in phase play"),
    "both at the goal": (stacked("progress: 6 6"), "both teams cannot reach the goal"),
    "won and in play": (stacked("progress: 6 0"), "the match is over"),
    "a win without the goal": (stacked("phase: win"), "nobody has reached the goal"),
    "over too early": (stacked("phase: over"), "the match is not over yet"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_POSITIONS)
def test_a_malformed_text_is_refused_with_a_reason(name: str) -> None:
    text, reason = BAD_POSITIONS[name]
    blank = game.blank()
    before = blank.tobytes()
    with pytest.raises(UnreadablePosition, match=reason):
        game.notation.read_position(text, blank)
    assert blank.tobytes() == before


def test_views_and_positions_are_not_mixed_up() -> None:
    with pytest.raises(UnreadablePosition, match=r"read it by game\.view"):
        game.position(selected().view(1).text)
    with pytest.raises(UnreadablePosition, match=r"read it by game\.position"):
        game.view(FRESH)


def test_a_torn_text_is_refused_or_read_and_nothing_else() -> None:
    """Any piece of a good text with something cut out or put in; what is read can be played."""
    chance = Random(4)
    position = game.new(seed=4, options={"turn_cap": 20})
    for _ in walk(position, chance):
        text = position.text
        at, to = sorted(chance.sample(range(len(text)), 2))
        to = min(to, at + 12)
        torn = text[:at] + chance.choice(["", " ", ":", "??", "9", "\n", "ü"]) + text[to:]
        with suppress(UnreadablePosition):
            played_on(game.position(torn), chance)


def played_on(position: Position, chance: Random) -> None:
    if not position.over:
        for _ in walk(position, chance):
            pass
    assert position.over
