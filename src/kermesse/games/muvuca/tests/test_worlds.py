"""The worlds that a seat can imagine (MV-62), the twins of a world, and the census of its cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from kermesse.core.census import tally_one
from kermesse.core.position import Position, Situation
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import (
    EVERYBODY,
    FIVE,
    FOUR,
    any_options,
    card,
    cards,
    chosen_and_pushed,
    hand,
    heard,
    known,
    place,
    play,
    said,
    scaled,
    walk,
)

UNKNOWN_TO_0 = "dr-ho ca-cr ch-tr fr-ho fr-cr fr-tr dr-st dr-cr"  # with seat 1, or face-down
SHOWN = "dr-tr ca-st ca-di ca-tr ch-st ch-di ch-ho hd-st hd-di hd-ho hd-cr"
FIVE_HIDDEN = f"D D D D D {SHOWN}"


def tight() -> Position:
    """Seat 0 does not know three cards of seat 1 and five of the Crowd: eight cards, 56 hands."""
    return place(FIVE_HIDDEN, other="fr-di* dr-ho ca-cr ch-tr")


@pytest.mark.rule("MV-62")
def test_the_unknown_cards_are_those_that_lie_nowhere_in_sight() -> None:
    view = tight().view(0)
    worlds = [view.imagine(seed) for seed in range(200)]
    drawn = set().union(*(hand(world, 1) for world in worlds))
    assert drawn == cards(UNKNOWN_TO_0) | cards("fr-di")
    for world in worlds:
        assert card("fr-di") in hand(world, 1)
        assert len(hand(world, 1)) == 4
        assert hand(world, 0) == cards(FIVE)
        assert world.record.viewer == -2
        assert world.record.unseen.tolist() == [0, 0]
        assert world.view(0) == view


def assert_uniform(found: Counter[Any], kinds: int) -> None:
    """Chi-square far out in the tail: six standard deviations of the statistic."""
    total = sum(found.values())
    expected = total / kinds
    statistic = sum((n - expected) ** 2 / expected for n in found.values())
    statistic += (kinds - len(found)) * expected
    assert statistic < kinds - 1 + 6 * (2 * (kinds - 1)) ** 0.5


@pytest.mark.rule("MV-62")
def test_every_assignment_is_equally_likely() -> None:
    view = tight().view(0)
    worlds = scaled(5600, 1680)
    found = Counter(frozenset(hand(view.imagine(seed), 1)) for seed in range(worlds))
    assert_uniform(found, 56)


@pytest.mark.rule("MV-62", "MV-57")
def test_an_imagined_face_down_card_is_equally_likely_too() -> None:
    """Seat 0 pushes the face-down card off: each of the eight may be what seat 1 receives."""
    view = tight().view(0)
    found: Counter[int] = Counter()
    for seed in range(scaled(1600, 400)):
        world = view.imagine(seed)
        before = hand(world, 1)
        play(world, "fr-st R1>")
        (new,) = hand(world, 1) - before
        found[new] += 1
    assert_uniform(found, 8)


@pytest.mark.rule("MV-62", "MV-58")
@pytest.mark.parametrize("viewer", [1, -1])
def test_the_chosen_card_is_imagined_among_the_hand(viewer: int) -> None:
    position = place(FIVE_HIDDEN, mine=FIVE.replace("fr-st", "fr-st*"))
    position.act(0, "dr-di")
    view = position.view(viewer)
    found: Counter[bool] = Counter()
    for seed in range(200):
        world = view.imagine(seed)
        assert int(world.record.chosen) in hand(world, 0)
        found[world.record.chosen == card("fr-st")] += 1
        assert world.view(viewer).text == view.text
    assert 20 < found[True] < 65


@pytest.mark.rule("MV-58")
def test_the_owner_imagines_the_card_it_chose() -> None:
    position = place()
    position.act(0, "dr-di")
    for seed in range(20):
        assert position.view(0).imagine(seed).record.chosen == card("dr-di")


def twin(position: Position, seat: int, key: int) -> Position:
    """The same table for a seat, with other cards where it cannot see."""
    other = position.copy()
    other.rekey(key)
    game.kernels["twin"](other.record, seat)
    return other


@pytest.mark.rule("MV-53", "MV-57", "MV-58", "MV-62")
def test_twin_worlds_look_the_same() -> None:
    random = Random(53)
    for seed in range(scaled(6, 1)):
        position = game.new(seed=seed, options=any_options(random) | {"rounds_to_win": 1})
        for _ in walk(position, random):
            for viewer in EVERYBODY:
                other = twin(position, viewer, random.getrandbits(64))
                assert other.view(viewer) == position.view(viewer)
                assert_whole(other)


def assert_whole(position: Position) -> None:
    """All 25 cards once, the event and the chosen card among those of their owner."""
    out = np.zeros(25, np.int16)
    unnamed = game.kernels["census"](position.record, out)
    assert out.max() <= 1
    assert out.sum() + unnamed == 25
    kind, (seat, number, face_up, *_) = heard(position.event)
    if kind == "chose" or (kind == "took" and not face_up):
        assert number in hand(position, seat)
    if kind == "chose":
        assert number == position.record.chosen
    if position.record.chosen >= 0:
        assert int(position.record.chosen) in hand(position, int(position.record.active))


@pytest.mark.rule("MV-62", "MV-56")
@pytest.mark.parametrize("viewer", EVERYBODY)
@pytest.mark.parametrize("leaving", ["fr-st", "hd-tr"])  # the first card, number 0, and the last
@pytest.mark.parametrize("phase", ["lines", "hand_over"])
def test_a_face_up_card_that_is_just_leaving_is_dealt_to_nobody(
    phase: str, leaving: str, viewer: int
) -> None:
    mine = FIVE.replace(leaving, "")
    position = place(FIVE_HIDDEN, mine, phase=phase, leaving=leaving, cart="R1>")
    view = position.view(viewer)
    worlds = [view.imagine(seed) for seed in range(100)]
    worlds += [twin(position, viewer, key) for key in range(100)]
    for world in worlds:
        assert world.record.leaving == card(leaving)
        assert card(leaving) not in hand(world, 0) | hand(world, 1)
        assert_whole(world)
        assert world.view(viewer) == view


@pytest.mark.rule("MV-53")
@pytest.mark.parametrize(("seat", "redrawn"), [(0, [1]), (1, [0]), (-1, [0, 1])])
def test_a_twin_world_redraws_the_other_hands_only(seat: int, redrawn: list[int]) -> None:
    position = place(mine="fr-st* dr-di ca-ho ch-cr hd-tr", other="fr-di* dr-ho ca-cr ch-tr")
    seen: list[set[int]] = [set(), set()]
    for key in range(300):
        other = twin(position, seat, key)
        for owner in range(2):
            assert known(other, owner) == known(position, owner) <= hand(other, owner)
            assert len(hand(other, owner)) == len(hand(position, owner))
            seen[owner] |= hand(other, owner)
    for owner in range(2):
        if owner in redrawn:
            blocked = (
                hand(position, 1 - owner)
                if 1 - owner not in redrawn
                else known(position, 1 - owner)
            )
            assert seen[owner] == set(range(25)) - blocked
        else:
            assert seen[owner] == hand(position, owner)


@pytest.mark.rule("MV-58")
def test_a_twin_world_redraws_the_sealed_choice() -> None:
    position = place(mine=FIVE.replace(" ", "* ") + "*")
    position.act(0, "dr-di")
    chosen = {int(twin(position, 1, key).record.chosen) for key in range(100)}
    assert chosen == cards(FIVE)
    assert {int(twin(position, 0, key).record.chosen) for key in range(20)} == {card("dr-di")}


@pytest.mark.rule("MV-57")
def test_a_twin_world_tells_of_its_own_cards() -> None:
    position = place(other="fr-di* dr-ho* ca-cr ch-tr")
    play(position, "fr-st R1>")
    told = set()
    for key in range(300):
        other = twin(position, 0, key)
        number = other.event.args[1]
        assert number in hand(other, 1) - known(other, 1)
        assert heard(other.event) == said("took", 1, number, 0)
        told.add(number)
    assert told == set(range(25)) - hand(position, 0) - known(position, 1) - cards("fr-st")
    assert heard(twin(position, 1, 5).event) == heard(position.event)


def census(position: Situation) -> tuple[list[int], int]:
    out = np.zeros(25, np.int16)
    unnamed = game.kernels["census"](position.record, out)
    return out.tolist(), unnamed


@pytest.mark.rule("MV-54", "MV-62")
def test_the_census_finds_each_card_once() -> None:
    named = cards(f"{FIVE} {FOUR} hd-ho dr-st")
    position = place("dr-st D D hd-ho " + "D " * 12)
    for view, mine in [(position, named), (position.view(0), cards(f"{FIVE} hd-ho dr-st"))]:
        out, unnamed = census(view)
        assert out == [int(number in mine) for number in range(25)]
        assert unnamed == 25 - len(mine)
    chosen_and_pushed(position, "fr-st R1>").advance()
    assert census(position) == ([int(number in named) for number in range(25)], 25 - len(named))


@pytest.mark.rule("MV-59")
def test_the_census_counts_the_card_set_aside() -> None:
    for aside, unnamed in [("hd-ho", 15), ("??", 16)]:
        position = place("dr-st " + "D " * 15, FIVE[:-6], FOUR, phase="count", aside=aside)
        out, rest = census(position)
        assert (sum(out), rest) == (25 - unnamed, unnamed)


@pytest.mark.rule("MV-62")
@pytest.mark.parametrize(
    ("number", "named", "unnamed"), [(0, 1, 0), (24, 1, 0), (-1, 0, 1), (-2, 0, 0)]
)
def test_tally(number: int, named: int, unnamed: int) -> None:
    out = np.zeros(25, np.int16)
    assert tally_one(out, number, 0) == unnamed
    assert out.sum() == named
