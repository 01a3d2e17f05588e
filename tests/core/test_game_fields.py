"""A game with a wrong field is refused by the field's name (core/game_fields.py)."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum, IntEnum
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tests.toys import huddle

import kermesse
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.game_fields import KINDS
from kermesse.core.rooms import game_of

NAMES = [field.name for field in fields(Game) if field.init]
Nothing = IntEnum("Nothing", [])
Words = Enum("Words", "DEAL PLAY")

WRONG: dict[str, list[Any]] = {
    "name": ["", "Top Card", 7, None],
    "title": ["", "  ", 7],
    "package": ["", kermesse],
    "version": [1, "", None],
    "seats": [(2, 3), [2, 4], 4, range(3, 3), range(0, 3), range(4, 1, -1)],
    "fields": [{}, ["hand"], [("hand",)], [("hand", "no such kind")], [(1, np.int8)], None],
    "options": [[], ("rounds",), None],
    "kernels": [[], {"legal": None}, None],
    "notation": [None, ModuleType("empty"), "words"],
    "board": ["board", None],
    "phases": [Words, Nothing, huddle.Phase.DEAL, None],
    "events": [Words, Nothing, ["DEALT"]],
    "endings": [Words, {"POINTS": 0}],
    "actions": [["keep", "swap"], 0, -1, 2.5, "2", True, 40_000],
    "features": [["hand"], -1, None, 1.5],
    "box": [[1] * 16, np.ones(16), np.ones((4, 4), np.int16), -np.ones(3, np.int16)],
    "bound": [100, None],
    "sealed": [{2}, (2,), frozenset({99}), frozenset({"pick"})],
    "staged": [{2}, frozenset({0})],
    "forgetting": [{1}, frozenset({99})],
    "teams": [(0, 1), lambda seats: [0] * seats, lambda seats: (0,), lambda seats: ("a",) * seats],
    "page": ["page", ModuleType("empty")],
    "agree": [None, True],
    "measures": [[], ("held",)],
    "sights": [[], ((3, "hand"),)],
    "layout": [None, {}, []],
    "is_open": [None, 1, "yes"],
    "same_rules": ["1", {"1"}, frozenset({1})],
    "open_at_end": [None, 0],
    "usual_seats": [3, "2", 2.0],
    "ways": [None, ()],
    "meant": [None, 3],
    "window": [None, 30],
    "talk": [("table",), None],
    "seats_by_lot": [False, None],
    "seats_apart": [None, ()],
    "speaker": [0, None],
    "levels": [{}, None],
    "tables": ["data", ()],
    "legend": [None, 3, ["a"]],
    "figures": [{}, None],
    "origin": ["mini", 0],
}


@pytest.mark.parametrize("name", NAMES)
def test_every_field_says_what_it_should_be(name: str) -> None:
    assert name in KINDS
    assert name in WRONG


def test_no_kind_is_left_of_a_field_that_is_gone() -> None:
    assert list(KINDS) == NAMES


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_field_is_refused_by_name_with_what_it_is_and_should_be(
    name: str, value: Any
) -> None:
    with pytest.raises(KermesseError) as caught:
        replace(huddle.game, **{name: value})
    text = str(caught.value)
    assert text.startswith(f"`{name}` of the game ")
    assert type(value).__name__ in text
    assert f"it should be {KINDS[name].words}" in text


@pytest.mark.parametrize("name", ["muvuca", "viva", "muckle", "shuppa", "moon_river"])
def test_the_games_of_the_house_are_made(name: str) -> None:
    assert replace(kermesse.game(name), title="Another").title == "Another"


def test_a_part_of_a_room_that_only_has_the_name_is_refused() -> None:
    """The words of a game may well hold a list ACTIONS, and `game_of` takes parts by name."""
    game = huddle.game
    room = ModuleType("somewhere.words")
    vars(room).update(
        {
            **game.kernels,
            "SEATS": game.seats,
            "FIELDS": game.fields,
            "OPTIONS": game.options,
            "Phase": game.phases,
            "Happening": game.events,
            "Ending": game.endings,
            "FEATURES": game.features,
            "BOX": game.box,
            "bound": game.bound,
            "notation": game.notation,
            "board": game.board,
            "ACTIONS": ["keep", "swap"],
        }
    )
    with pytest.raises(KermesseError, match=r"`actions` of the game 'somewhere' is .*, a list; it"):
        game_of("Somewhere", room)
