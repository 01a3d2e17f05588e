"""Setting up the match and a round: MV-01 to MV-10."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kermesse.core.errors import SetupRefused
from kermesse.core.position import Position
from kermesse.games.muvuca import components, game
from kermesse.games.muvuca.board.terminal import victory_card
from kermesse.games.muvuca.tests.scenes import (
    CODES,
    cards,
    ended,
    fields,
    hand,
    heard,
    junk,
    known,
    place,
    said,
    scaled,
)

SEEDS = range(scaled(400, 120))
OTHER_THAN_DEALT = {"rng", "hand", "starter", "food_seat", "active", "due", "event_args"}


def new(seed: int = 1, **options: Any) -> Position:
    return game.new(seed=seed, options=options)


@pytest.mark.rule("MV-01")
def test_exactly_two_seats() -> None:
    assert new().seats == 2
    assert game.new(seats=2).seats == 2
    for seats in (0, 1, 3, -2):
        with pytest.raises(SetupRefused, match="exactly 2"):
            game.new(seats=seats)


@pytest.mark.rule("MV-02")
@pytest.mark.parametrize("food_seat", [0, 1])
def test_one_seat_sells_food_and_the_other_jackets(food_seat: int) -> None:
    """Four candies for the food vendor are one group; the same cards are four jackets."""
    layout = "ca-st ca-di ca-cr ca-tr " + "?? " * 12
    position = ended(
        layout, "fr-st dr-di ch-ho hd-cr", "fr-di dr-st ch-cr hd-ho", food_seat=food_seat
    )
    points = position.points
    assert points[food_seat] == 4 + 4
    assert points[1 - food_seat] == 5


@pytest.mark.rule("MV-03")
@pytest.mark.parametrize(("roles", "food_seat"), [("seat0_food", 0), ("seat1_food", 1)])
def test_roles_follow_the_option(roles: str, food_seat: int) -> None:
    for seed in range(20):
        assert new(seed, roles=roles).record.food_seat == food_seat


@pytest.mark.rule("MV-03")
def test_roles_stay_for_the_whole_match_unless_swapped() -> None:
    for swap, later in [("false", 1), ("true", 0)]:
        position = next_round(swap_roles=swap, food_seat=1)
        assert position.record.food_seat == later


def next_round(key: int = 0, **lines: Any) -> Position:
    """A round was won, by seat 0 unless told otherwise, and the next one is dealt."""
    given: dict[str, Any] = {"victor": 0, "wins": "1 0"} | lines
    position = place(
        "U U U U " * 4, "fr-st dr-di ca-ho ch-cr", "fr-di dr-ho ca-cr ch-tr",
        phase="next", scored=10, aside="hd-tr", **given,
    )  # fmt: skip
    position.rekey(key)
    position.advance()
    return position


@pytest.mark.rule("MV-03", "MV-66")
def test_random_roles_are_a_fair_draw() -> None:
    food = sum(int(new(seed, roles="random").record.food_seat) for seed in SEEDS)
    assert_fair(food)


@pytest.mark.rule("MV-04", "MV-66")
def test_the_first_player_is_drawn_fairly_by_default() -> None:
    starts = sum(int(new(seed).record.starter) for seed in SEEDS)
    assert_fair(starts)


def assert_fair(heads: int) -> None:
    """Within four standard deviations of a half; the seeds are fixed, so this never flickers."""
    assert abs(heads - len(SEEDS) / 2) < 4 * (len(SEEDS) / 4) ** 0.5


@pytest.mark.rule("MV-66")
def test_roles_and_first_player_are_separate_draws() -> None:
    pairs = {
        (int(s.food_seat), int(s.starter))
        for s in (new(seed, roles="random").record for seed in range(60))
    }
    assert pairs == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.mark.rule("MV-04")
@pytest.mark.parametrize(("first_player", "starter"), [("seat0", 0), ("seat1", 1)])
def test_the_first_player_follows_the_option(first_player: str, starter: int) -> None:
    for seed in range(20):
        position = new(seed, first_player=first_player)
        assert position.record.starter == starter
        assert position.due == {starter}


@pytest.mark.rule("MV-05")
def test_victory_card_and_cart_wait_in_their_places() -> None:
    position = new()
    assert position.record.wins.tolist() == [0, 0]
    assert victory_card(position.record) == "Victory card reserved"
    assert "cart" not in str(position)


@pytest.mark.rule("MV-06")
def test_sixteen_cards_lie_face_down() -> None:
    assert new().record.crowd.tolist() == [-1] * 16


@pytest.mark.rule("MV-06")
def test_the_box_has_every_pairing_once() -> None:
    assert len(components.PAIRINGS) == len(set(components.PAIRINGS)) == components.BOX.sum() == 25
    codes = [
        f"{components.FOODS[f].code}-{components.JACKETS[j].code}" for f, j in components.PAIRINGS
    ]
    assert tuple(codes) == CODES
    for kind in range(10):
        assert int(components.SHOWING[kind]).bit_count() == 5


@pytest.mark.rule("MV-06", "MV-66")
def test_the_shuffle_is_fair() -> None:
    """Each card is dealt about equally often to each hand (chi-square, 24 degrees of freedom)."""
    first, second = np.zeros(25), np.zeros(25)
    for seed in SEEDS:
        position = new(seed, first_player="seat0")
        first[list(hand(position, 0))] += 1
        second[list(hand(position, 1))] += 1
    for dealt in (first, second):
        expected = dealt.sum() / 25
        assert ((dealt - expected) ** 2 / expected).sum() < 60


@pytest.mark.rule("MV-07", "MV-08")
@pytest.mark.parametrize("starter", [0, 1])
def test_first_player_gets_five_cards_and_the_other_four(starter: int) -> None:
    position = new(first_player=f"seat{starter}")
    assert len(hand(position, starter)) == 5
    assert len(hand(position, 1 - starter)) == 4
    assert not hand(position, 0) & hand(position, 1)
    assert not known(position, 0) | known(position, 1)


@pytest.mark.rule("MV-07", "MV-08", "MV-09")
def test_the_loser_is_dealt_five_cards_in_the_next_round() -> None:
    position = next_round(victor=1, wins="0 1")
    assert (len(hand(position, 0)), len(hand(position, 1))) == (5, 4)
    position = next_round()
    assert (len(hand(position, 0)), len(hand(position, 1))) == (4, 5)


@pytest.mark.rule("MV-09", "MV-10")
def test_the_next_round_starts_like_the_first() -> None:
    """Whatever the last round left behind is gone: only the match score and the seats differ."""
    fresh = fields(new().record) | {"reveals": 1, "wins": [1, 0], "victor": 0}
    position = next_round(turn=33, capped="yes", cart="C2^")
    again = fields(position.record)
    for name in fresh.keys() - OTHER_THAN_DEALT:
        assert again[name] == fresh[name], name
    assert heard(position.event) == said("dealt", 1, 0)


@pytest.mark.rule("MV-09")
def test_all_cards_come_back_also_the_one_set_aside() -> None:
    dealt: set[int] = set()
    for key in range(200):
        position = next_round(key)
        dealt |= hand(position, 0) | hand(position, 1)
    assert dealt == set(range(25))


@pytest.mark.rule("MV-10")
def test_no_line_is_blocked_on_the_first_turn() -> None:
    position = new(first_player="seat0")
    assert position.record.cart == -2
    position.act(0, position.legal(0)[0])
    assert len(position.legal(0)) == 16


@pytest.mark.rule("MV-05", "MV-06", "MV-07", "MV-08", "MV-10")
def test_setup_forgets_what_the_record_held_before() -> None:
    used, blank = junk(5, first_player="seat1"), game.blank(options={"first_player": "seat1"})
    blank["rng"] = 5
    game.kernels["setup"](used[0])
    game.kernels["setup"](blank[0])
    assert used.tobytes() == blank.tobytes()
    s = blank[0]
    assert (s.reveals, s.phase, s.due, s.active, s.turn, s.victor) == (1, 0, 2, 1, 1, -2)
    assert (s.chosen, s.pushed, s.leaving, s.aside) == (-2, -2, -2, -2)


@pytest.mark.rule("MV-11")
def test_the_deal_is_told() -> None:
    position = new(first_player="seat1", roles="seat1_food")
    assert heard(position.event) == said("dealt", 1, 1)
    assert position.event.text == "The cards are dealt: Seat 1 starts, Seat 1 sells food."


@pytest.mark.rule("MV-49")
@pytest.mark.parametrize("rounds", range(1, 6))
def test_rounds_to_win_takes_one_to_five(rounds: int) -> None:
    assert new(rounds_to_win=rounds).options["rounds_to_win"] == rounds


@pytest.mark.rule("MV-28")
@pytest.mark.parametrize("lines", range(1, 5))
def test_end_lines_takes_one_to_four(lines: int) -> None:
    assert new(end_lines=lines).options["end_lines"] == lines


@pytest.mark.rule("MV-36")
@pytest.mark.parametrize("cap", [20, 21, 200, 999, 1000])
def test_turn_cap_takes_twenty_to_a_thousand(cap: int) -> None:
    assert new(turn_cap=cap).options["turn_cap"] == cap


@pytest.mark.rule("MV-03", "MV-04", "MV-28", "MV-36", "MV-40", "MV-49")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("rounds_to_win", [0, 6, 2.0, "2", True]),
        ("end_lines", [0, 5, -3, None]),
        ("turn_cap", [19, 1001, "cap"]),
        ("first_player", ["seat2", 0, None, ""]),
        ("roles", ["food", 1, "seat0"]),
        ("swap_roles", [1, "true", None]),
        ("facedown_at_scoring", [False, "shown", 0]),
    ],
)
def test_every_other_value_is_refused_by_name(name: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(SetupRefused, match=f"option {name} takes"):
            new(**{name: value})


@pytest.mark.rule("MV-03", "MV-04", "MV-28", "MV-36", "MV-40", "MV-49")
def test_defaults() -> None:
    assert new().options == {
        "rounds_to_win": 2,
        "end_lines": 3,
        "turn_cap": 200,
        "first_player": "random",
        "roles": "seat0_food",
        "swap_roles": False,
        "facedown_at_scoring": "ignored",
    }


@pytest.mark.rule("MV-06")
def test_the_card_table_numbers_foods_by_rows_and_jackets_by_columns() -> None:
    assert cards("fr-st fr-tr dr-st ca-ho hd-tr") == {0, 4, 5, 12, 24}
    assert [kind.code for kind in components.KINDS] == [
        "fr",
        "dr",
        "ca",
        "ch",
        "hd",
        "st",
        "di",
        "ho",
        "cr",
        "tr",
    ]
