"""Who sits where: every bot of a pairing sits at every side, over the same deal."""

from __future__ import annotations

from collections import Counter

import pytest

from kermesse.lab.strength import Hypotheses, Tournament
from kermesse.lab.strength.schedule import member_at, pairings, rotations

from .arena_scenes import MUCKLE, SHUPPA, VIVA, short

THREE = ["greedy", "random", "greedy@1it"]


def test_two_sides_meet_once_for_every_pair() -> None:
    assert pairings(short(THREE)) == [(0, 1), (0, 2), (1, 2)]


def test_more_sides_meet_for_every_ordered_pair() -> None:
    tournament = Tournament.checked(VIVA, ["greedy", "random"], 4, seats=4)
    assert pairings(tournament) == [(0, 1), (1, 0)]
    assert rotations(tournament, (1, 0), 0) == [
        (1, 0, 0, 0),
        (0, 0, 0, 1),
        (0, 0, 1, 0),
        (0, 1, 0, 0),
    ]


def test_a_sequential_test_looks_at_the_first_bot_only() -> None:
    rates = Hypotheses(0.25, 0.3)
    tournament = Tournament.checked(VIVA, ["greedy", "random"], 4, seats=4, sprt=rates)
    assert pairings(tournament) == [(0, 1)]


def test_in_a_gauntlet_the_first_bot_meets_all_others() -> None:
    assert pairings(short(THREE, gauntlet=True)) == [(0, 1), (0, 2)]
    tournament = Tournament.checked(VIVA, THREE, 4, seats=4, gauntlet=True)
    assert pairings(tournament) == [(0, 1), (0, 2)]
    assert rotations(tournament, (0, 2), 0)[0] == (0, 2, 2, 2)


def test_who_plays_alone_plays_each_deal_once() -> None:
    tournament = Tournament.checked(SHUPPA, THREE, 4, seats=1)
    assert tournament.blocks == 4
    assert pairings(tournament) == [(0,), (1,), (2,)]
    assert rotations(tournament, (2,), 0) == [(2,)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_candidate_sits_once_in_every_seat(seats: int) -> None:
    tournament = Tournament.checked(VIVA, ["greedy", "random"], seats, seats=seats)
    found = rotations(tournament, (0, 1), 0)
    assert sorted(sides.index(0) for sides in found) == list(range(seats))
    assert all(sides.count(0) == 1 for sides in found)


def test_at_one_table_everybody_sits_everywhere() -> None:
    tournament = Tournament.checked(VIVA, THREE, 30, seats=3, together=True)
    assert pairings(tournament) == [(0, 1, 2)]
    neighbours = set()
    for block in range(20):
        found = rotations(tournament, (0, 1, 2), block)
        for bot in range(3):
            assert sorted(sides.index(bot) for sides in found) == [0, 1, 2]
        neighbours.add(found[0][(found[0].index(0) + 1) % 3])
    assert neighbours == {1, 2}


def test_a_bot_plays_all_seats_of_its_team() -> None:
    tournament = Tournament.checked(MUCKLE, ["greedy", "random"], 2)
    sat = [
        [member_at(tournament, sides, seat, 0).name for seat in range(4)]
        for sides in rotations(tournament, (0, 1), 0)
    ]
    assert sat == [["greedy", "random"] * 2, ["random", "greedy"] * 2]


def test_the_two_of_a_mixed_team_change_places() -> None:
    tournament = Tournament.checked(MUCKLE, ["greedy+random", "random"], 8)
    sat: Counter[tuple[int, str]] = Counter()
    for block in range(4):
        for sides in rotations(tournament, (0, 1), block):
            for seat in range(4):
                if sides[tournament.teams[seat]] == 0:
                    sat[seat, member_at(tournament, sides, seat, block).name] += 1
    assert sat == {(seat, name): 2 for seat in range(4) for name in ("greedy", "random")}
