"""What is counted for a designer: cards held, pushed and left in hand, and the pushes."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from kermesse.core.conformance.counted_match import CountedMatch, Tally, measured, noted
from kermesse.core.kernel import PLAIN
from kermesse.core.measures import DEALT, ENDED
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import members, place

FOODS = {
    "fries": "french fries",
    "drink": "drinks",
    "candy": "candies",
    "chocolate": "chocolate",
    "hotdog": "hot dogs",
}
JACKETS = {
    "star": "star jacket",
    "diagonal": "diagonal strip jacket",
    "horizontal": "horizontal strip jacket",
    "crest": "crest jacket",
    "triangles": "triangles jacket",
}
CARDS = [f"{food}-{jacket}" for food in FOODS for jacket in JACKETS]
WAYS = {">": "to the right", "<": "to the left", "v": "down", "^": "up"}
PUSHES = [
    *(f"push row {n} {WAYS[arrow]}" for n in range(1, 5) for arrow in "><"),
    *(f"push column {n} {WAYS[arrow]}" for n in range(1, 5) for arrow in "v^"),
]


def shown(how: str, *cards: str) -> Tally:
    """Cards, and the food and the jacket that each of them shows."""
    found: Tally = Counter()
    for card in cards:
        food, jacket = card.split("-")
        found.update(f"{how} {name}" for name in (card, FOODS[food], JACKETS[jacket]))
    return found


def match(seed: int, compiled: bool = False, **options: Any) -> CountedMatch:
    batch = game.blank(options={"end_lines": 2} | options)
    batch["rng"] = seed
    return measured(game, batch, Random(seed), compiled=compiled)


def test_every_card_kind_and_push_is_measured_once() -> None:
    names = [(measure.how, measure.component) for measure in game.measures]
    assert len(set(names)) == len(names)
    things = {*CARDS, *FOODS.values(), *JACKETS.values()}
    assert {name for how, name in names if how == "held"} == {*things, "food vendor"}
    assert {name for how, name in names if how == "played"} == {*things, *PUSHES}
    assert {name for how, name in names if how == "owned"} == things
    kinds = Counter(measure.kind for measure in game.measures if measure.how == "played")
    assert kinds == {"card": 25, "food": 5, "jacket": 5, "action": 16}


def test_a_hand_is_held_at_first_and_owned_at_the_end() -> None:
    s = place(mine="fr-st dr-di ca-di ch-cr hd-tr", other="fr-di dr-ho ca-cr ch-tr").record
    mine = ("fries-star", "drink-diagonal", "candy-diagonal", "chocolate-crest", "hotdog-triangles")
    other = ("fries-diagonal", "drink-horizontal", "candy-crest", "chocolate-triangles")
    assert noted(game, s, 0, ENDED) == shown("owned", *mine)
    assert noted(game, s, 1, ENDED) == shown("owned", *other)
    held = noted(game, s, 0, DEALT)
    assert held == shown("held", *mine)
    assert held["held diagonal strip jacket"] == 2
    assert noted(game, s, 1, DEALT) == shown("held", *other)


@pytest.mark.rule("MV-03")
def test_what_was_agreed_on_is_not_held_by_chance() -> None:
    drawn = place(roles="random", food_seat=1).record
    assert noted(game, drawn, 0, DEALT)["held food vendor"] == 0
    assert noted(game, drawn, 1, DEALT)["held food vendor"] == 1
    agreed = place(roles="seat1_food", food_seat=1).record
    for seat in range(2):
        assert "held food vendor" not in noted(game, agreed, seat, DEALT)


def test_a_turn_plays_a_card_and_pushes() -> None:
    position = place(mine="fr-st dr-di ca-ho ch-cr hd-tr")
    read = game.notation.read_action
    assert noted(game, position.record, 0, read("candy-horizontal")) == shown(
        "played", "candy-horizontal"
    )
    position.decide(0, read("candy-horizontal"))
    for text, name in (
        ("row2 >", "push row 2 to the right"),
        ("row4 <", "push row 4 to the left"),
        ("column1 v", "push column 1 down"),
        ("column3 ^", "push column 3 up"),
    ):
        assert noted(game, position.record, 0, read(text)) == {f"played {name}": 1}


@pytest.mark.parametrize("seed", range(3))
def test_whole_matches_add_up(seed: int) -> None:
    found = match(seed)
    table = found.record
    outside_the_hands = len(table.crowd) + 1  # and the card set aside
    left = 0
    for seat, (dealt, seen) in enumerate(zip(found.dealt, found.counts, strict=True)):
        expected: Tally = Counter()
        for _, phase, text in (taken for taken in found.taken if taken.seat == seat):
            if phase == "card":
                expected += shown("played", text)
            else:
                line, arrow = text.split()
                expected[f"played push {line[:-1]} {line[-1]} {WAYS[arrow]}"] += 1
        owned = [CARDS[card] for card in members(table.hand[seat])]
        left += len(owned)
        assert seen == dealt + expected + shown("owned", *owned)
        assert sum(dealt[f"held {card}"] for card in CARDS) == 4 + (seat == found.taken[0].seat)
    assert left == len(CARDS) - outside_the_hands


@pytest.mark.parametrize("seed", range(2))
def test_turns_and_rounds_are_counted_when_they_begin(seed: int) -> None:
    """A turn lasts until its card has left the table: handed over, or set aside by the last one."""
    rounds = pushes = 0
    found = match(seed, rounds_to_win=3)
    for event in found.happened:
        rounds += event.event == "dealt"
        pushes += event.event == "pushed"
        assert event.rounds == rounds
        assert pushes <= event.turns <= pushes + 1
    assert 3 <= rounds <= 5
    assert found.happened[-1].turns == pushes == len(found.taken) / 2


@pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")
def test_machine_code_counts_the_same() -> None:
    assert match(3, roles="random").counts == match(3, True, roles="random").counts
