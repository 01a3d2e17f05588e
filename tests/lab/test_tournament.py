"""What can be asked of an arena, and what is refused before anything is played."""

from __future__ import annotations

from typing import Any

import pytest

import kermesse
from kermesse.bots.budget import Budget
from kermesse.core.errors import KermesseError, SetupRefused
from kermesse.lab.strength import Hypotheses, Tournament

from .arena_scenes import MUCKLE, MUVUCA, SHUPPA, VIVA, short


def test_a_bot_may_have_a_budget_of_its_own() -> None:
    first, second = short(["greedy@200it", "greedy@5ms"]).entrants
    assert (first.label, second.label) == ("greedy@200it", "greedy@5ms")
    assert first.members[0].budget == Budget(iterations=200)
    assert second.members[0].budget == Budget(milliseconds=5)


def test_a_team_may_be_of_two_bots() -> None:
    tournament = Tournament.checked(MUCKLE, ["greedy+random@3it", "random"], 4)
    assert [member.name for member in tournament.entrants[0].members] == ["greedy", "random"]
    assert tournament.entrants[0].members[1].budget == Budget(iterations=3)
    assert (tournament.sides, tournament.team_size) == (2, 2)


def test_greedy_is_the_anchor_wherever_it_stands() -> None:
    assert short(["random", "greedy"]).anchor == 1
    assert short(["random", "greedy@1it"]).anchor == 0


@pytest.mark.parametrize(
    ("game", "seats", "games", "blocks"),
    [(MUVUCA, 2, 1, 1), (MUVUCA, 2, 3, 2), (VIVA, 5, 11, 3), (MUCKLE, 4, 4, 2)],
)
def test_games_come_in_whole_blocks(game: Any, seats: int, games: int, blocks: int) -> None:
    assert Tournament.checked(game, ["greedy", "random"], games, seats=seats).blocks == blocks


@pytest.mark.parametrize("games", [0, -1, 10**9, 1.5, "7", True, None])
def test_a_number_of_games_that_cannot_be_is_refused(games: Any) -> None:
    with pytest.raises(SetupRefused, match="an arena has 1 to 10000000 games, not"):
        short(["greedy", "random"], games)


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        (["greedy"], "at least 2 bots, not 1"),
        ([], "at least 2 bots, not 0"),
        (["greedy", "random", "greedy"], "greedy is named twice"),
        (["greedy", ""], "a bot is written like"),
        (["greedy", "@5it"], "a bot is written like"),
        (["greedy", "random@"], "a budget is written as"),
        (["greedy", "random@0it"], "a budget has 1 to"),
        (["greedy", "random@-3ms"], "a budget is written as"),
        (["greedy", "random+greedy"], "has teams of 1, not of 2"),
    ],
)
def test_bots_that_make_no_arena_are_refused(bots: list[str], says: str) -> None:
    with pytest.raises(KermesseError, match=says):
        short(bots)


def test_a_team_of_three_is_refused_where_teams_are_of_two() -> None:
    with pytest.raises(SetupRefused, match="Muckle with 4 seats has teams of 2, not of 3"):
        Tournament.checked(MUCKLE, ["greedy+random+greedy", "random"], 4)


@pytest.mark.parametrize(
    ("further", "says"),
    [
        ({"seats": 3}, "Muvuca is for exactly 2 seats, not 3"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"deadline": 0.0}, "a deadline is a number of seconds above 0"),
        ({"deadline": "5"}, "a deadline is a number of seconds above 0 and at most 86400, not '5'"),
        ({"sprt": "0.5:0.6"}, "a sequential test is told Hypotheses, not '0.5:0.6'"),
        ({"deadline": 1e10}, "a deadline is a number of seconds above 0 and at most 86400"),
        ({"deadline": float("nan")}, "a deadline is a number of seconds above 0"),
        ({"deadline": float("inf")}, "a deadline is a number of seconds above 0"),
    ],
)
def test_settings_that_cannot_be_are_refused(further: dict[str, Any], says: str) -> None:
    with pytest.raises(SetupRefused, match=says):
        short(["greedy", "random"], **further)


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        (None, "bots are named in a list like .*, not None"),
        ("greedy,random", "bots are named in a list like .*, not 'greedy,random'"),
        (["greedy", None], "a bot is named like greedy or greedy@200it, not None"),
        (["greedy", kermesse.bot("random", MUVUCA)], "a bot is named like greedy"),
    ],
)
def test_bots_are_named(bots: Any, says: str) -> None:
    with pytest.raises(SetupRefused, match=says):
        Tournament.checked(MUVUCA, bots, 2)


@pytest.mark.parametrize(
    "bots",
    [
        ["random+random", "random"],
        ["greedy+random", "random+greedy"],
        ["greedy@5it", "greedy@05it"],
    ],
)
def test_the_same_side_in_other_words_is_the_same(bots: list[str]) -> None:
    with pytest.raises(SetupRefused, match="is named twice"):
        Tournament.checked(MUCKLE, bots, 2)


def test_a_budget_that_is_none_is_refused() -> None:
    with pytest.raises(KermesseError, match=r"a bot thinks by a Budget, .* not by '200it'"):
        short(["greedy", "random"], budget="200it")


def test_a_name_is_no_game() -> None:
    with pytest.raises(SetupRefused, match=r"an arena is of a Game, .* not 'muvuca'"):
        Tournament.checked("muvuca", ["greedy", "random"], 2)  # type: ignore[arg-type]


def test_options_are_checked() -> None:
    with pytest.raises(SetupRefused, match="no option 'rounds'"):
        Tournament.checked(MUVUCA, ["greedy", "random"], 2, options={"rounds": 1})


def test_a_sequential_test_is_of_two_bots() -> None:
    with pytest.raises(SetupRefused, match="compares exactly 2 bots, not 3"):
        short(["greedy", "random", "greedy@1it"], sprt=Hypotheses(0.5, 0.6))


def test_one_table_is_no_gauntlet() -> None:
    with pytest.raises(SetupRefused, match="gauntlet and all bots at one table"):
        short(["greedy", "random"], together=True, gauntlet=True)


@pytest.mark.parametrize("further", [{"gauntlet": True}, {"sprt": Hypotheses(0.5, 0.6)}])
def test_who_plays_alone_meets_nobody(further: dict[str, Any]) -> None:
    with pytest.raises(SetupRefused, match="Shuppa with 1 seat is played alone"):
        Tournament.checked(SHUPPA, ["greedy", "random"], 4, seats=1, **further)


def test_one_table_has_room_for_as_many_bots_as_sides() -> None:
    with pytest.raises(SetupRefused, match="exactly 3 bots, not 2"):
        Tournament.checked(VIVA, ["greedy", "random"], 4, seats=3, together=True)
