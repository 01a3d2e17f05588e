"""The deck and the start of a match."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kermesse.core.errors import SetupRefused
from kermesse.core.position import Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.components import ARROWS, BOX, DECK
from kermesse.games.shuppa.tests.oracle import FACES
from kermesse.games.shuppa.tests.scenes import (
    SEAT_COUNTS,
    any_options,
    asked,
    columns,
    hand,
    heard,
    scaled,
    steps,
    won,
)

ACTION_NUMBERS = set(range(4, 97, 4))


def fresh(seats: int, seed: int = 0, **options: object) -> Position:
    """A match before its first step."""
    batch = game.blank(seats=seats, options=options)
    batch["rng"] = seed
    game.kernels["setup"](batch[0])
    return Position(game, batch)


def test_the_deck_is_the_one_of_the_tables() -> None:
    assert len(DECK.cards) == 99
    assert [card.number for card in DECK.cards] == list(range(1, 100))
    actions = [card for card in DECK.cards if card.kind]
    assert {card.number for card in actions} == ACTION_NUMBERS
    colours, kinds = ("red", "yellow", "green", "blue"), ("eat", "jump", "swap", "lift")
    for card in actions:
        i = card.number // 4 - 1
        assert (card.colour, card.kind) == (colours[i % 4], kinds[(i + i // 4) % 4])
    multi = [card.number for card in DECK.cards if card.colour == "multicolour"]
    assert multi == [7, 21, 35, 49, 63, 77, 91]
    plain = [card for card in DECK.cards if not card.kind and card.number not in multi]
    assert [card.colour for card in plain] == [colours[i % 4] for i in range(68)]
    assert ARROWS.tolist() == [38, 37]


def test_the_sums_of_the_numbers() -> None:
    numbers = {card.number for card in DECK.cards}
    multi = {card.number for card in DECK.cards if card.colour == "multicolour"}
    assert sum(numbers) == 4950
    assert sum(ACTION_NUMBERS) == 1200
    assert sum(multi) == 343
    assert sum(numbers - ACTION_NUMBERS - multi) == 3407
    assert BOX.tolist() == [1] * 99


@pytest.mark.rule("SH-01", "SH-03", "SH-04", "SH-05", "SH-06", "SH-07", "SH-29")
@pytest.mark.parametrize("rounds", [7, 4, 1])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hands_zone_and_piles(seats: int, rounds: int) -> None:
    position = fresh(seats, 5, rounds=rounds)
    s = position.record
    for seat in range(seats):
        held = hand(position, seat)
        assert len(held) == 9
        assert len(held & ACTION_NUMBERS) == 2
    assert [len(column) for column in columns(position)] == [2] * (seats + 3)
    laid = {card for column in columns(position) for card in column}
    assert not laid & ACTION_NUMBERS
    assert s.bonbonniere == 3 * rounds + 1
    assert s.reserve == {2: 29, 3: 20, 4: 11}[seats] + 3 * (7 - rounds)
    assert s.action_pile == 24 - 2 * seats


@pytest.mark.rule("SH-08", "SH-09")
def test_at_the_start_no_token_lies_anywhere_and_no_arrow_is_shown() -> None:
    s = fresh(4).record
    assert (s.token == -2).all()
    assert s.arrow == -2
    assert s.number == 0


@pytest.mark.rule("SH-02", "SH-11")
def test_a_confiseur_card_is_no_card_of_its_column() -> None:
    """Levels count from the first card, and nothing below it belongs to a lot."""
    position = asked("[1*A] [6] [13] [] []")
    assert won(position, 0) == {1, 6, 13}
    position = asked("[1*A] [6] [] [13] []")
    assert won(position, 0) == set()


@pytest.mark.rule("SH-10")
def test_a_lot_of_the_starting_zone_stays() -> None:
    found = 0
    for seed in range(scaled(60, 20)):
        position = fresh(2, seed)
        before = columns(position)
        steps(position)
        assert columns(position) == before
        assert (position.record.won == 0).all()
        level = [FACES[column[0]].colour for column in before]
        found += any(len({*level[i : i + 3]} - {"multicolour"}) == 1 for i in range(3))
    assert found


@pytest.mark.rule("SH-09", "SH-23", "SH-130")
def test_arrows_are_dealt_without_replacement() -> None:
    """Of 75 arrows 38 point right: after so many shown, the odds are those of the others."""
    rights = Counter[int]()
    batch = game.blank(1, seats=2)
    game.kernels["setup"](batch[0])
    batch["number"], batch["phase"], batch["rights"] = 7, 6, 6
    n = scaled(4000, 400)
    for seed in range(n):
        copy = batch.copy()
        copy["rng"] = seed
        game.kernels["step"](copy[0])
        rights[int(copy[0].arrow)] += 1
        assert copy[0].rights == 6 + (copy[0].arrow == 0)
    wanted = (38 - 6) / (75 - 6)
    assert abs(rights[0] / n - wanted) < 4 * (wanted * (1 - wanted) / n) ** 0.5


@pytest.mark.rule("SH-03", "SH-07", "SH-130")
def test_every_card_is_dealt_as_often() -> None:
    n = scaled(4000, 200)
    seen = Counter[int]()
    for seed in range(n):
        seen.update(hand(fresh(2, seed), 0))
    for number in range(1, 100):
        odds = 2 / 24 if number in ACTION_NUMBERS else 7 / 75
        assert abs(seen[number] - n * odds) < 5 * (n * odds) ** 0.5


@pytest.mark.rule("SH-101", "SH-102", "SH-104", "SH-119", "SH-123")
@pytest.mark.parametrize("difficulty", range(2, 10))
def test_the_solo_game_is_dealt_for_two(difficulty: int) -> None:
    position = fresh(1, difficulty, difficulty=difficulty)
    s = position.record
    assert len(columns(position)) == 5
    assert len(hand(position, 0)) == 9
    assert s.deck.tolist() == [9 - difficulty, difficulty]
    assert s.reserve == 27 + difficulty
    assert s.action_pile == 22 - difficulty
    assert s.tops[1] == -2
    assert s.tops[0] in (0, 1)
    assert difficulty < 9 or s.tops[0] == 1


@pytest.mark.rule("SH-123", "SH-130")
def test_the_top_of_the_automatons_deck_is_any_of_its_cards() -> None:
    n = scaled(3000, 300)
    actions = sum(int(fresh(1, seed, difficulty=3).record.tops[0]) for seed in range(n))
    assert abs(actions / n - 3 / 9) < 4 * (2 / 9 / n) ** 0.5


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"rounds": 0}, "rounds takes a whole number from 1 to 7"),
        ({"rounds": 8}, "rounds"),
        ({"lot_size": 1}, "lot_size takes a whole number from 2 to 5"),
        ({"lot_size": 6}, "lot_size"),
        ({"difficulty": 1}, "difficulty takes a whole number from 2 to 9"),
        ({"difficulty": 10}, "difficulty"),
        ({"multicolour": "joker"}, "multicolour takes one of wild, fifth_suit"),
        ({"share_mode": "never"}, "share_mode"),
        ({"solo_ties": "last"}, "solo_ties"),
        ({"colour": 1}, "no option 'colour'"),
    ],
)
@pytest.mark.rule("SH-21", "SH-103")
def test_options_out_of_range_are_refused(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(SetupRefused, match=complaint):
        game.new(seats=2, options=options)


@pytest.mark.parametrize("seats", [0, 5])
def test_only_one_to_four_play(seats: int) -> None:
    with pytest.raises(SetupRefused, match="1 to 4 seats"):
        game.new(seats=seats)


def test_every_option_can_be_chosen() -> None:
    chance = Random(3)
    for _ in range(20):
        options = any_options(chance)
        position = game.new(seats=chance.choice(SEAT_COUNTS), options=options)
        assert position.options == options


@pytest.mark.rule("SH-21", "SH-95")
@pytest.mark.parametrize("rounds", [1, 3, 7])
def test_so_many_rounds_are_played(rounds: int) -> None:
    position = game.new(seats=3, seed=rounds, options={"rounds": rounds})
    numbers = [position.record.number]
    while not position.over:
        seat = min(position.due)
        events = position.act(seat, position.legal(seat)[0])
        numbers += [args[3] for args in heard(events, "turned_up")]
    assert numbers == list(range(1, rounds + 1))
    assert position.record.bonbonniere == 1
