"""What is counted for a designer: cards kept and played, the ball, and turns."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from kermesse.core.conformance.counted_match import CountedMatch, Tally, measured, noted
from kermesse.core.kernel import PLAIN
from kermesse.core.measures import DEALT, ENDED
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import SEATS, heap, place, played, whole_set

NAMES = {
    "run": "Run",
    "tackle_left": "Tackle left",
    "tackle_right": "Tackle right",
    "tackle_both": "Tackle both",
    "dodge_left": "Dodge left",
    "dodge_right": "Dodge right",
    "pass": "Pass",
    "rest": "Rest",
}
ACTIONS = ["play a run", "play a tackle", "play a dodge", "play a pass", "play a rest"]
BALL = {True: "played take the ball", False: "played give the ball to the teammate"}


def match(seed: int, compiled: bool = False, **options: Any) -> CountedMatch:
    batch = game.blank(options=options)
    batch["rng"] = seed
    return measured(game, batch, Random(seed), compiled=compiled)


def playing(word: str) -> Tally:
    """What playing a card counts."""
    return Counter([f"played {NAMES[word]}", f"played play a {word.partition('_')[0]}"])


def owning(cards: Counter[str]) -> Tally:
    return Counter({f"owned {NAMES[word]}": n for word, n in cards.items() if n})


def test_every_card_and_action_is_measured_once() -> None:
    names = [(measure.how, measure.component, measure.kind) for measure in game.measures]
    played = [("played", name, "card") for name in NAMES.values()]
    actions = [*ACTIONS, "take the ball", "give the ball to the teammate"]
    owned = [("owned", name, "card") for name in NAMES.values()]
    assert names == [*played, *[("played", name, "action") for name in actions], *owned]


@pytest.mark.rule("MK-02")
def test_nobody_holds_a_card_by_chance() -> None:
    s = game.new(seed=1).record
    assert [noted(game, s, seat, DEALT) for seat in SEATS] == [{}] * 4


@pytest.mark.parametrize("word", NAMES)
def test_a_card_is_counted_when_it_is_picked(word: str) -> None:
    position = place(hand_size=13)
    action = game.notation.read_action(word)
    assert noted(game, position.record, 0, action) == playing(word)


def test_what_is_put_aside_is_not_played() -> None:
    s = game.new(seed=1).record
    for text in ("aside run", "aside rest", "ready"):
        assert noted(game, s, 0, game.notation.read_action(text)) == {}


@pytest.mark.rule("MK-45")
def test_the_ball_is_taken_or_given_to_the_teammate() -> None:
    position, _ = played("rest | tackle_left | rest | rest")
    assert position.due == {1, 3}
    for seat in position.due:
        for target in (seat, (seat + 2) % 4):
            action = game.notation.read_action(f"ball {target}")
            assert noted(game, position.record, seat, action) == {BALL[target == seat]: 1}


def test_the_cards_kept_are_owned_wherever_they_lie() -> None:
    position = place("run tackle_left | | |", {0: "run run pass rest dodge_left dodge_right"})
    kept = "run run run tackle_left pass rest dodge_left dodge_right"
    assert noted(game, position.record, 0, ENDED) == owning(Counter(kept.split()))


@pytest.mark.parametrize("cards", ["standard", "tackling", "resting"])
@pytest.mark.parametrize("hand_size", [5, 8, 13])
def test_whole_matches_add_up(hand_size: int, cards: str) -> None:
    found = match(hand_size, hand_size=hand_size, cards=cards, turn_cap=40)
    for seat, seen in enumerate(found.counts):
        expected: Tally = Counter()
        for _, phase, text in (taken for taken in found.taken if taken.seat == seat):
            if phase == "play":
                expected += playing(text)
            elif phase == "ball":
                expected[BALL[text == f"ball {seat}"]] += 1
        left = whole_set(cards)
        left.subtract(heap(found.record.aside[seat]))
        assert left.total() == hand_size
        assert seen == expected + owning(left)
        assert sum(seen[f"played {name}"] for name in NAMES.values()) == found.record.turn


def test_turns_are_counted_when_they_begin() -> None:
    turns = 0
    for event in match(4).happened:
        turns += event.event in ("exchanged", "turn")
        assert (event.turns, event.rounds) == (turns, 0)
    assert turns > 1


@pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")
def test_machine_code_counts_the_same() -> None:
    assert match(3).counts == match(3, True).counts
