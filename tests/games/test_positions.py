"""Positions as text, for every game: what play leads to is read back, what it cannot is refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from tests.random_play import walk

import kermesse
from kermesse.core.conformance.standard import THOROUGH
from kermesse.core.errors import UnreadablePosition
from kermesse.core.position import Position
from kermesse.core.record import NOTHING, SPECTATOR

GAMES = kermesse.game_names()
MATCHES = 6  # each seat count at least once
LONGEST = 400  # positions of a match
READ = 0.15 if THOROUGH else 0.04  # of them


@pytest.mark.parametrize("name", GAMES)
def test_every_position_that_play_leads_to_can_be_read(name: str) -> None:
    """With any options that go together, and for every viewer."""
    game, chance = kermesse.game(name), Random(21)
    for seed in range(MATCHES):
        for position in islice(walk(game, seed), LONGEST):
            if chance.random() < READ or position.over:
                assert game.position(position.text).text == position.text
                for viewer in (SPECTATOR, *range(position.seats)):
                    text = position.view(viewer).text
                    assert game.view(text).text == text


def first(name: str, wanted: Callable[[Position], bool]) -> Position:
    """The first such position that play leads to."""
    game = kermesse.game(name)
    return next(
        position for seed in range(200) for position in walk(game, seed) if wanted(position)
    )


def refused(position: Position, rule: str) -> None:
    with pytest.raises(UnreadablePosition, match=rule):
        position.game.position(position.text)


def test_muckle_nobody_runs_before_somebody_has_the_ball() -> None:
    position = first("muckle", lambda p: p.phase == "play" and p.record.turn == 1)
    position.record.progress[0] = 1
    refused(position, "MK-28")


def test_muckle_no_more_cards_are_played_than_there_were_turns() -> None:
    position = first(
        "muckle",
        lambda p: p.phase == "play" and p.record.turn == 3 and int(p.record.stack[0]) > 15,
    )
    position.record.turn = 2
    refused(position, "MK-10")


def test_muckle_damage_has_a_striker() -> None:
    position = first("muckle", lambda p: p.phase == "resolve" and p.record.damage[0] > 0)
    position.record.striker[0] = NOTHING
    refused(position, "MK-32")


def test_moon_river_cows_leave_at_the_end_only() -> None:
    position = first("moon_river", lambda p: p.phase == "expand")
    position.record.strays += 1
    position.record.supply -= 1
    refused(position, "MR-87")


def test_shuppa_players_take_turns_in_the_order_of_play() -> None:
    position = first(
        "shuppa",
        lambda p: bool(
            p.phase == "win" and p.seats > 1 and not p.record.acting and p.record.waiting
        ),
    )
    pointed_left = int(position.record.arrow)
    position.record.arrow = 1 - pointed_left
    position.record.rights += 1 if pointed_left else -1
    refused(position, "SH-31")
