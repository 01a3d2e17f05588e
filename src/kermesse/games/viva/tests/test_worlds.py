"""The worlds that a seat can imagine, the twins of a world, and the census of its cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from kermesse.core.position import Position, Situation
from kermesse.games.viva import game
from kermesse.games.viva.tests.scenes import (
    CODES,
    OTHERS,
    cards,
    code_of,
    everybody,
    hand,
    heard,
    known,
    place,
    said,
    scaled,
    sizes,
    walks,
)


def tight(**lines: Any) -> Position:
    """Seat 0 does not know two cards of seat 1 and two of the pile: G, 2B and Y lie there."""
    return place("O P", "G B", pile="B Y", **lines)


def assert_fair(found: Counter[Any], weights: dict[Any, float]) -> None:
    """Chi-square far out in the tail: six standard deviations of the statistic."""
    total, all_weights = found.total(), sum(weights.values())
    assert set(found) <= set(weights)
    wanted = {key: total * weight / all_weights for key, weight in weights.items()}
    statistic = sum((found[key] - n) ** 2 / n for key, n in wanted.items())
    freedom = len(weights) - 1
    assert statistic < freedom + 6 * (2 * freedom) ** 0.5


@pytest.mark.rule("VV-75", "VV-77")
def test_every_way_in_which_the_cards_can_lie_is_equally_likely() -> None:
    """Of the six pairs of four cards, two are G with one of the two B, and so on."""
    view = tight().view(0)
    found: Counter[str] = Counter()
    for seed in range(scaled(3000, 900)):
        world = view.imagine(seed)
        found[" ".join(sorted(hand(world, 1).elements()))] += 1
        assert world.view(0) == view
        assert world.record.viewer == -2
        assert (sizes(world), world.record.pile) == ([2, 2], 2)
    assert_fair(found, {"B G": 2, "G Y": 1, "B B": 1, "B Y": 2})


@pytest.mark.rule("VV-78")
def test_known_cards_are_in_every_world() -> None:
    view = place("O P", "G* B Y", pile="2RG").view(0)
    for seed in range(60):
        assert hand(view.imagine(seed), 1)["G"] >= 1
        assert known(view.imagine(seed), 1) == cards("G")


@pytest.mark.rule("VV-75")
def test_the_drawn_card_is_imagined_among_the_unknown_ones() -> None:
    """Any of the unknown cards may be the one just drawn, a known card is not."""
    position = place("G* B", "O P", pile="B Y")
    position.act(0, "draw")
    view = position.view(1)
    found: Counter[str] = Counter()
    for seed in range(scaled(1500, 600)):
        world = view.imagine(seed)
        drawn = code_of(world.record.drawn)
        assert hand(world, 0)[drawn] > known(world, 0)[drawn]
        found[drawn] += 1
        assert world.view(1).text == view.text
    assert_fair(found, {"B": 2, "Y": 1})
    assert position.view(0).imagine(1).record.drawn == position.record.drawn


@pytest.mark.rule("VV-79")
def test_while_more_is_pending_the_others_imagine_a_turn() -> None:
    position = place("3Y B", "O P")
    position.act(0, "Y H1")
    world = position.view(1).imagine(1)
    assert (world.phase, world.record.laid.tolist()) == ("turn", [0, 0, 0])
    assert position.view(0).imagine(1).record.laid.tolist() == [1, 0, 0]


def asked(**answers: str) -> Position:
    """Seats 1 to 3 are asked, and some have answered."""
    position = place("RY G B", *OTHERS[:3], houses="Y", table="honour")
    position.act(0, "RY H1")
    for seat, text in answers.items():
        position.decide(int(seat[-1]), text)
    return position


@pytest.mark.rule("VV-64")
def test_sealed_answers_are_imagined_either_way() -> None:
    position = asked(seat1="call", seat2="silent")
    found: dict[int, Counter[int]] = {viewer: Counter() for viewer in (-1, 0, 1, 2, 3)}
    for viewer, counts in found.items():
        view = position.view(viewer)
        for seed in range(scaled(600, 240)):
            counts[int(view.imagine(seed).record.callers)] += 1
    for viewer in (-1, 0, 3):
        assert_fair(found[viewer], dict.fromkeys((0, 0b0010, 0b0100, 0b0110), 1))
    assert_fair(found[1], dict.fromkeys((0b0010, 0b0110), 1))
    assert_fair(found[2], dict.fromkeys((0b0000, 0b0010), 1))


@pytest.mark.rule("VV-64")
def test_all_answers_are_imagined_until_the_window_closes() -> None:
    position = asked(seat1="call", seat2="silent", seat3="call")
    assert position.phase == "answers"
    found = {int(position.view(2).imagine(seed).record.callers) for seed in range(40)}
    assert found == {0, 0b0010, 0b1000, 0b1010}
    twins = {int(twin(position, 2, key).record.callers) for key in range(40)}
    assert twins == found
    position.advance()
    assert {int(position.view(2).imagine(seed).record.callers) for seed in range(9)} == {0b1010}
    assert {int(twin(position, 2, key).record.callers) for key in range(9)} == {0b1010}


def twin(position: Position, seat: int, key: int) -> Position:
    """The same table for a seat, with other cards where it cannot see."""
    other = position.copy()
    other.rekey(key)
    game.kernels["twin"](other.record, seat)
    return other


@pytest.mark.rule("VV-75", "VV-79", "VV-64")
def test_twin_worlds_look_the_same() -> None:
    chance = Random(53)
    for number, position in enumerate(walks(chance, scaled(5, 4), rounds=1, turn_cap=50)):
        for viewer in everybody(position):
            if number % scaled(1, 6):
                continue
            other = twin(position, viewer, chance.getrandbits(64))
            assert other.view(viewer) == position.view(viewer)
            assert_whole(other)


def assert_whole(position: Position) -> None:
    """All cards once, the event and the drawn card among those of their owner."""
    out, unnamed = census(position)
    assert max(out) <= 6
    assert sum(out) + unnamed == 126
    kind, (seat, number, *_) = heard(position.event)
    if kind == "drew":
        assert hand(position, seat)[code_of(number)] > 0
    if position.record.drawn >= 0:
        assert kind != "drew" or number == position.record.drawn
        assert hand(position, int(position.record.active))[code_of(position.record.drawn)] > 0
    if kind == "answered" and position.phase == "call":
        assert number == position.record.callers >> seat & 1


@pytest.mark.rule("VV-75")
@pytest.mark.parametrize(("seat", "redrawn"), [(0, [1, 2]), (1, [0, 2]), (-1, [0, 1, 2])])
def test_a_twin_world_redraws_the_other_hands_only(seat: int, redrawn: list[int]) -> None:
    position = place("G* 2B", "2O P*", "2Y RY")
    seen: list[set[str]] = [set(), set(), set()]
    for key in range(scaled(300, 120)):
        other = twin(position, seat, key)
        assert sizes(other) == [3, 3, 3]
        for owner in range(3):
            assert known(other, owner) == known(position, owner) <= hand(other, owner)
            seen[owner] |= set(hand(other, owner))
    for owner in range(3):
        assert (
            len(seen[owner]) == 21
            if owner in redrawn
            else seen[owner] <= {"G", "B", "O", "P", "Y", "RY"}
        )


@pytest.mark.rule("VV-75")
@pytest.mark.parametrize("viewer", [-1, 1])
def test_a_twin_world_tells_of_its_own_cards(viewer: int) -> None:
    """Of the card just drawn, and of a card that a neighbour drew."""
    position = place("G* B", "O P", pile="B Y")
    position.act(0, "draw")
    told = set()
    for key in range(100):
        other = twin(position, viewer, key)
        assert other.event.args[1] == other.record.drawn
        told.add(code_of(other.event.args[1]))
    assert told >= {"B", "Y"}
    assert heard(twin(position, 0, 5).event) == heard(position.event)
    position = place("Y B G", "O* P", "P* O", houses="Y, Y, Y", viva_left=0, viva_right=1)
    position.act(0, "Y H1")
    assert position.event.kind == "drew"
    for key in range(60):
        other = twin(position, 1, key)
        drawn = code_of(other.event.args[1])
        assert hand(other, 2)[drawn] > known(other, 2)[drawn]
    assert heard(twin(position, 2, 5).event) == heard(position.event)


@pytest.mark.rule("VV-64")
def test_a_twin_world_tells_of_its_own_answers() -> None:
    position = asked(seat1="call")
    told = set()
    for key in range(40):
        other = twin(position, 2, key)
        assert other.event.args[:2] == (1, int(other.record.callers) >> 1 & 1)
        told.add(other.event.args[1])
    assert told == {0, 1}
    assert heard(twin(position, 1, 5).event) == said("answered", 1, 1)


@pytest.mark.rule("VV-79")
def test_a_twin_of_a_pending_more_is_a_turn() -> None:
    position = place("3Y B", "O P")
    position.act(0, "Y H1")
    other = twin(position, 1, 3)
    assert (other.phase, other.record.laid_kind) == ("turn", -2)
    own = twin(position, 0, 3)
    assert (own.phase, own.record.laid.tolist()) == ("more", [1, 0, 0])


def census(position: Situation) -> tuple[list[int], int]:
    out = np.zeros(21, np.int16)
    unnamed = game.kernels["census"](position.record, out)
    return out.tolist(), unnamed


@pytest.mark.rule("VV-06", "VV-76")
@pytest.mark.parametrize(("edition", "unused"), [("regular", 0), ("pocket", 2)])
def test_the_census_finds_each_card_once(edition: str, unused: int) -> None:
    position = place(
        "", "2O P", "2Y RY", houses="YB Y, G, GB 2B", discard="3R", last="RB", phase="win",
        edition=edition,
    )  # fmt: skip
    named = cards("2O P 2Y RY YB Y G GB 2B 3R RB R")
    out, unnamed = census(position)
    assert out == [named[code] + unused for code in CODES]
    assert unnamed == 126 - 21 * unused - named.total()
    out, unnamed = census(position.view(1))
    mine = named - cards("2Y RY")
    assert out == [mine[code] + unused for code in CODES]
    assert unnamed == 126 - 21 * unused - mine.total()
