"""The worlds that a seat can imagine, and the twins of a world: all that fits, equally likely."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from kermesse.core.position import Position, Situation
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import (
    FIVE,
    SEATS,
    VIEWERS,
    any_options,
    aside,
    card,
    hand,
    heard,
    known,
    place,
    played,
    scaled,
    select,
    selected,
    stack,
    walk,
    whole_set,
)


def twin(position: Position, seat: int, key: int) -> Position:
    """The same table for a seat, with other cards where it cannot see."""
    other = position.copy()
    other.rekey(key)
    game.kernels["twin"](other.record, seat)
    return other


def worlds(position: Position, viewer: int, n: int) -> list[Situation]:
    """Some imagined worlds and as many twins."""
    view = position.view(viewer)
    imagined: list[Situation] = [view.imagine(seed) for seed in range(n)]
    return imagined + [twin(position, viewer, key) for key in range(n)]


def assert_whole(situation: Situation) -> None:
    """Every seat has its 13 cards, and picks from its hand."""
    cards = str(situation.options["cards"])
    s = situation.record
    for seat in SEATS:
        everything = (
            hand(situation, seat) + aside(situation, seat) + Counter(stack(situation, seat))
        )
        assert everything == +whole_set(cards)
        assert known(situation, seat) <= hand(situation, seat)
        assert (s.unseen[seat], s.covered[seat]) == (0, 0)
        if s.pick[seat] != -2:
            assert hand(situation, seat)[list(whole_set())[s.pick[seat]]] > 0
    assert s.viewer == -2


@pytest.mark.rule("MK-61", "MK-62", "MK-63", "MK-65", "MK-66")
def test_worlds_and_twins_look_the_same_and_are_whole() -> None:
    chance = Random(53)
    for seed in range(scaled(10, 2)):
        position = game.new(seed=seed, options=any_options(chance) | {"turn_cap": 20})
        for _ in walk(position, chance):
            for viewer in VIEWERS:
                if chance.random() > scaled(30, 10) / 100:
                    continue
                view = position.view(viewer)
                world = view.imagine(chance.getrandbits(60))
                assert world.view(viewer) == view
                assert_whole(world)
                other = twin(position, viewer, chance.getrandbits(60))
                assert other.view(viewer) == view
                assert_whole(other)
                assert_same_for_the_rules(other, position)


def assert_same_for_the_rules(other: Position, position: Position) -> None:
    for name in ("stack", "known", "progress", "ball", "carrier", "due", "phase", "turn", "damage"):
        assert np.array_equal(other.record[name], position.record[name])
    if other.event.kind in ("put_aside", "picked"):
        seat, number = other.event.args[:2]
        if other.event.kind == "picked":
            assert number == other.record.pick[seat]
        else:
            assert aside(other, seat)[list(whole_set())[number]] > 0


@pytest.mark.rule("MK-62")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_only_what_a_seat_cannot_know_is_redrawn(viewer: int) -> None:
    position = selected(*["run run pass rest dodge_left", "run run run run rest"] * 2)
    varied = set()
    for world in worlds(position, viewer, 30):
        for seat in SEATS:
            if hand(world, seat) != hand(position, seat):
                varied.add(seat)
    team = {viewer, (viewer + 2) % 4} if viewer >= 0 else set()
    assert varied == set(SEATS) - team


@pytest.mark.rule("MK-06", "MK-61")
def test_before_the_exchange_the_teammates_cards_are_redrawn_as_well() -> None:
    position = game.new(seed=1)
    for seat in (1, 2):
        position.act(seat, "aside run aside run aside pass")
    for viewer, hidden in ((0, {1, 2}), (2, {1}), (1, {2}), (-1, {1, 2})):
        varied = set()
        for world in worlds(position, viewer, 20):
            assert [aside(world, seat).total() for seat in SEATS] == [0, 3, 3, 0]
            varied |= {seat for seat in SEATS if aside(world, seat) != aside(position, seat)}
        assert varied == hidden


@pytest.mark.rule("MK-65")
def test_known_cards_stay_where_they_are() -> None:
    position = place(
        "| | |", {1: "run* run* rest* pass tackle_left tackle_left dodge_left tackle_both"}
    )
    for world in worlds(position, 0, 60):
        assert hand(world, 1) >= Counter(["run", "run", "rest"])
        assert known(world, 1) == Counter(["run", "run", "rest"])


def assert_fits(found: Counter[Any], expected: dict[Any, float]) -> None:
    """Chi-square far out in the tail: six standard deviations of the statistic."""
    total = found.total()
    assert set(found) <= set(expected)
    statistic = sum((found[key] - total * p) ** 2 / (total * p) for key, p in expected.items())
    freedom = len(expected) - 1
    assert statistic < freedom + 6 * (2 * freedom) ** 0.5


RESTED = "run* run* run* run* tackle_left* rest* pass* ??"


@pytest.mark.rule("MK-63")
def test_every_way_in_which_the_cards_can_lie_is_equally_likely() -> None:
    """One card of seat 1 is unknown: 6 are left of its set, two pairs among them."""
    hidden = "run* run* run* run* tackle_left* rest* pass* tackle_both"
    position = place("| | |", {1: hidden})
    pieces = {"tackle_left": 1, "tackle_right": 2, "tackle_both": 1, "dodge_left": 1}
    pieces |= {"dodge_right": 1}
    expected = {word: n / 6 for word, n in pieces.items()}
    view, n = position.view(0), scaled(2400, 600)
    shown = Counter(RESTED.replace("*", "").split()) - Counter(["??"])
    for make in (view.imagine, lambda key: twin(position, 0, key)):
        found: Counter[str] = Counter()
        for key in range(n):
            (new,) = (hand(make(key), 1) - shown).elements()
            found[new] += 1
        assert_fits(found, expected)


@pytest.mark.rule("MK-04")
def test_a_secret_selection_is_any_of_the_cards() -> None:
    """Two cards put aside: ways to draw them from a set of 4 Runs and 9 others."""
    position = game.new(seed=1)
    position.act(1, "aside run aside pass")
    view, n = position.view(0), scaled(2000, 500)
    expected = {k: comb(4, k) * comb(9, 2 - k) / comb(13, 2) for k in range(3)}
    for make in (view.imagine, lambda key: twin(position, 0, key)):
        found = Counter(aside(make(key), 1)["run"] for key in range(n))
        assert_fits(found, expected)


@pytest.mark.rule("MK-66")
@pytest.mark.parametrize("viewer", [-1, 1, 2])
def test_a_picked_card_is_any_of_the_hand(viewer: int) -> None:
    """All of it known: five kinds, three of them Runs."""
    cards = "run* run* run* tackle_left* tackle_right* pass* rest* dodge_left*"
    position = place("| | |", {0: cards})
    position.act(0, "pass")
    view, n = position.view(viewer), scaled(1600, 480)
    words = cards.replace("*", "").split()
    expected = {card(word): words.count(word) / 8 for word in set(words)}
    for make in (view.imagine, lambda key: twin(position, viewer, key)):
        found = Counter(int(make(key).record.pick[0]) for key in range(n))
        assert_fits(found, expected)
    for key in range(20):
        assert position.view(0).imagine(key).record.pick[0] == card("pass")
        assert twin(position, 0, key).record.pick[0] == card("pass")


@pytest.mark.rule("MK-66")
def test_a_twin_world_tells_of_its_own_cards() -> None:
    position = selected()
    position.act(0, "run")
    told = {twin(position, 2, key).event.args[1] for key in range(60)}
    assert told == {card(w) for w in ("run", "tackle_left", "tackle_right", "tackle_both")}
    assert heard(twin(position, 0, 5).event) == heard(position.event)
    other = game.new(seed=1)
    other.act(3, "aside run")
    told = {twin(other, 1, key).event.args[1] for key in range(80)}
    assert len(told) > 5
    assert heard(twin(other, 3, 5).event) == heard(other.event)


@pytest.mark.rule("MK-70")
def test_after_the_end_there_is_one_world() -> None:
    position, _ = played("run run | rest | rest | rest", ball=0, progress="5 0")
    for viewer in VIEWERS:
        for world in worlds(position, viewer, 5):
            for seat in SEATS:
                assert hand(world, seat) == hand(position, seat)


@pytest.mark.rule("MK-03", "MK-10")
def test_every_card_can_be_in_every_place() -> None:
    """In random play each kind comes up in each hand, aside, stack, and as a pick."""
    chance = Random(9)
    found: set[tuple[str, int, str]] = set()
    for seed in range(scaled(40, 16)):
        position = game.new(seed=seed, options={"turn_cap": 40})
        for _ in walk(position, chance):
            if position.phase != "play":
                continue
            for seat in SEATS:
                found |= {("hand", seat, word) for word in hand(position, seat)}
                found |= {("known", seat, word) for word in known(position, seat)}
                found |= {("aside", seat, word) for word in aside(position, seat)}
                found |= {("stack", seat, word) for word in stack(position, seat)}
                if position.record.pick[seat] >= 0:
                    found.add(("pick", seat, list(whole_set())[position.record.pick[seat]]))
    everywhere = {
        (pile, seat, word)
        for pile in ("hand", "known", "aside", "stack", "pick")
        for seat in SEATS
        for word in whole_set()
        if (pile, word) != ("stack", "rest")  # a Rest takes itself back
    }
    assert found == everywhere


@pytest.mark.rule("MK-03")
def test_imagined_worlds_can_be_played_to_their_end() -> None:
    chance = Random(4)
    position = game.new(seed=4, options={"turn_cap": 20})
    select(position, 1, FIVE)
    for _ in range(scaled(20, 3)):
        for viewer in VIEWERS:
            world = position.view(viewer).imagine(chance.getrandbits(60))
            for _ in walk(world, chance):
                pass
            assert world.over
            assert_whole(world)
