"""Imagined worlds fit their view, and are all equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.scenes import hand, scaled

ACTION_NUMBERS = set(range(4, 97, 4))
ALL = set(range(1, 100))


def small_case(chosen: str = "") -> str:
    """Seat 1 holds two of five loose Normal cards and one of two loose Action cards."""
    used = {1, 2, 3, 5, 6, 10, 11, 13}
    normal = sorted(ALL - ACTION_NUMBERS - used)
    action = sorted(ACTION_NUMBERS)
    gone = normal[5:] + action[2:]
    lines = ["seats: 2", "number: 7", "rights: 1", "viewer: 0", "zone: [1] [2] [3] [5] [6]"]
    lines += ["row: 10 11 13", "hand 0: ", "hand 1: 2?n 1?a"]
    lines += [f"discard: {' '.join(map(str, gone))}", chosen]
    return "\n".join(lines)


def loose() -> tuple[list[int], list[int]]:
    used = {1, 2, 3, 5, 6, 10, 11, 13}
    return sorted(ALL - ACTION_NUMBERS - used)[:5], sorted(ACTION_NUMBERS)[:2]


def evenly(found: Counter[object], ways: int, n: int) -> None:
    """Each way occurs, and about as often as any other: chi-square within five deviations."""
    assert len(found) == ways
    wanted = n / ways
    chi = sum((count - wanted) ** 2 / wanted for count in found.values())
    assert chi < ways - 1 + 5 * (2 * (ways - 1)) ** 0.5


@pytest.mark.rule("SH-116", "SH-117")
def test_every_hand_is_as_likely() -> None:
    normal, action = loose()
    view = game.view(small_case().replace("hand 0: ", f"hand 0: {normal[4]}"))
    n = scaled(6000, 600)
    found: Counter[object] = Counter()
    for key in range(n):
        found[frozenset(hand(view.imagine(key), 1))] += 1
    wanted = {frozenset([*pair, one]) for pair in combinations(normal[:4], 2) for one in action}
    assert set(found) == wanted
    evenly(found, len(wanted), n)


@pytest.mark.rule("SH-116", "SH-117")
def test_every_twin_is_as_likely() -> None:
    normal, action = loose()
    text = small_case().replace("hand 0: ", f"hand 0: {normal[4]}")
    held = f"hand 1: {normal[0]} {normal[1]} {action[0]}"
    position = game.position(text.replace("viewer: 0", "").replace("hand 1: 2?n 1?a", held))
    n = scaled(6000, 600)
    found: Counter[object] = Counter()
    for key in range(n):
        other = position.copy()
        other.rekey(key)
        game.kernels["twin"](other.record, 0)
        found[frozenset(hand(other, 1))] += 1
    wanted = {frozenset([*pair, one]) for pair in combinations(normal[:4], 2) for one in action}
    assert set(found) == wanted
    evenly(found, len(wanted), n)


@pytest.mark.rule("SH-118")
def test_a_sealed_card_is_any_of_the_hand() -> None:
    normal, _ = loose()
    text = small_case("chosen: .. ??").replace("hand 0: ", f"hand 0: {normal[4]}")
    view = game.view(text)
    n = scaled(8000, 900)
    found: Counter[object] = Counter()
    for key in range(n):
        world = view.imagine(key)
        found[frozenset(hand(world, 1)), int(world.record.chosen[1])] += 1
    evenly(found, 6 * 2 * 3, n)


def test_two_unseen_hands_share_the_loose_cards_evenly() -> None:
    used = {1, 2, 3, 5, 6, 9, 10, 11, 13}
    normal = sorted(ALL - ACTION_NUMBERS - used)
    gone = normal[5:] + sorted(ACTION_NUMBERS)
    text = "\n".join(
        [
            "seats: 3",
            "number: 7",
            "rights: 1",
            "viewer: spectator",
            "zone: [1] [2] [3] [5] [6] [9]",
            "row: 10 11 13",
            *[f"hand {seat}: 1?n" for seat in range(3)],
            f"discard: {' '.join(map(str, gone))}",
        ]
    )
    view = game.view(text)
    n = scaled(6000, 900)
    found: Counter[object] = Counter()
    for key in range(n):
        world = view.imagine(key)
        found[tuple(min(hand(world, seat)) for seat in range(3))] += 1
    evenly(found, 5 * 4 * 3, n)
