"""Components, options, and setting up a round: VV-01 to VV-09."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from kermesse.core.errors import SetupRefused
from kermesse.core.position import Position
from kermesse.games.viva import components, game
from kermesse.games.viva.tests.scenes import (
    CODES,
    SEAT_COUNTS,
    discard,
    fields,
    hand,
    heard,
    junk,
    place,
    said,
    scaled,
    sizes,
    tops,
    under,
)

SEEDS = range(scaled(600, 120))
FRESH = {"rng", "hand", "block", "active", "dealer", "due", "event_args", "reveals", "pile"}


def new(seats: int = 4, seed: int = 1, **options: Any) -> Position:
    return game.new(seats=seats, seed=seed, options=options)


def set_up(seats: int, seed: int = 1, **options: Any) -> Position:
    """A position after `setup` and before the first automatic step."""
    batch = game.blank(seats=seats, options=options)
    batch["rng"] = seed
    game.kernels["setup"](batch[0])
    return Position(game, batch)


# --- what is in the box -------------------------------------------------------------------


def test_every_colour_and_every_pair_of_colours_is_a_kind() -> None:
    assert tuple(kind.code for kind in components.DECK) == CODES
    assert len({frozenset(code) for code in CODES}) == 21
    assert [colour.source for colour in components.COLOURS].count("reconstructed") == 2


@pytest.mark.parametrize(("edition", "shown", "one", "two"), [(0, 36, 36, 66), (1, 24, 24, 44)])
def test_numbers_to_check_against(edition: int, shown: int, one: int, two: int) -> None:
    copies = [(kind.regular, kind.pocket)[edition] for kind in components.DECK]
    for colour in "RPOYGB":
        assert sum(n for n, code in zip(copies, CODES, strict=True) if colour in code) == shown
    for number, code in enumerate(CODES):
        blocked = [int(components.MATCHING[number]) >> 3 * other & 7 for other in range(21)]
        wanted = [int(bool(set(code) & set(other))) for other in CODES]
        assert blocked == wanted
        assert sum(blocked) == (6 if len(code) == 1 else 11)
        assert sum(n * b for n, b in zip(copies, blocked, strict=True)) == (one, two)[len(code) - 1]


# --- the match ----------------------------------------------------------------------------


@pytest.mark.rule("VV-01")
def test_two_to_six_players() -> None:
    for seats in SEAT_COUNTS:
        assert new(seats).seats == seats
    for seats in (0, 1, 7, -2):
        with pytest.raises(SetupRefused, match="2 to 6 seats"):
            game.new(seats=seats)


@pytest.mark.rule("VV-02")
@pytest.mark.parametrize("rounds", [1, 3, 12])
def test_as_many_victory_cards_as_rounds_lie_ready(rounds: int) -> None:
    position = new(rounds=rounds)
    assert position.points == [0] * 4
    assert f"victory cards on the table: {rounds}" in str(position)
    won = place(wins="1 1", rounds=rounds + 2 if rounds < 10 else 12)
    assert f"victory cards on the table: {won.options['rounds'] - 2}" in str(won)  # type: ignore[operator]


@pytest.mark.rule("VV-03")
@pytest.mark.parametrize(("edition", "most"), [("regular", 12), ("pocket", 8)])
def test_no_more_rounds_than_victory_cards(edition: str, most: int) -> None:
    for rounds in range(1, most + 1):
        assert new(edition=edition, rounds=rounds).options["rounds"] == rounds
    with pytest.raises(SetupRefused, match="rounds"):
        new(edition=edition, rounds=0)
    told = r"deck has 8 victory cards.*9 \(VV-03\)" if edition == "pocket" else "rounds"
    with pytest.raises(SetupRefused, match=told):
        new(edition=edition, rounds=most + 1)


@pytest.mark.rule("VV-44")
@pytest.mark.parametrize(("right", "left"), [(3, 1), (2, 2), (1, 3), (3, 3)])
def test_neighbours_draw_at_most_three_cards_together(right: int, left: int) -> None:
    with pytest.raises(SetupRefused, match=r"at most 3 together \(VV-44\)"):
        new(viva_right=right, viva_left=left)
    assert new(viva_right=3, viva_left=0).options["viva_right"] == 3


@pytest.mark.rule("VV-09")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_first_dealer_sits_at_the_table(seats: int) -> None:
    for dealer in range(6):
        option = {"first_dealer": f"seat{dealer}"}
        if dealer < seats:
            assert game.new(seats=seats, options=option).record.dealer == dealer
        else:
            told = rf"cannot be seat{dealer} .*seat0 to seat{seats - 1} \(VV-09\)"
            with pytest.raises(SetupRefused, match=told):
                game.new(seats=seats, options=option)
            assert game.choose(option)  # nothing is known of seats yet


@pytest.mark.rule("VV-09", "VV-87")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_a_random_dealer_is_a_fair_draw(seats: int) -> None:
    found = Counter(int(set_up(seats, seed).record.dealer) for seed in SEEDS)
    assert set(found) == set(range(seats))
    expected = len(SEEDS) / seats
    assert sum((n - expected) ** 2 / expected for n in found.values()) < 30


# --- a round ------------------------------------------------------------------------------


@pytest.mark.rule("VV-04", "VV-05", "VV-07")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
@pytest.mark.parametrize(("edition", "deck"), [("regular", 126), ("pocket", 84)])
def test_the_set_up(seats: int, edition: str, deck: int) -> None:
    dealt = set_up(seats, edition=edition)
    assert sizes(dealt) == [5] * seats
    assert dealt.record.block == -2
    assert dealt.record.pile == deck - 5 * seats
    event = dealt.advance()
    assert dealt.record.pile == deck - 5 * seats - 1
    assert heard(event) == said("blocked", -2, int(dealt.record.block), 0)
    assert dealt.record.block >= 0
    assert tops(dealt) == ["..", "..", ".."]
    assert not discard(dealt)
    assert not any(under(dealt, house) for house in range(3))


@pytest.mark.rule("VV-04")
@pytest.mark.parametrize("hand_size", range(3, 8))
def test_the_hand_size_is_an_option(hand_size: int) -> None:
    assert sizes(new(6, hand_size=hand_size, edition="pocket")) == [hand_size] * 6


@pytest.mark.rule("VV-08")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_left_neighbour_of_the_dealer_starts(seats: int) -> None:
    for dealer in range(seats):
        position = new(seats, first_dealer=f"seat{dealer}")
        assert position.due == {(dealer + 1) % seats}
        assert position.record.turn == 1
        assert heard(position.event) == said("began", (dealer + 1) % seats, 1)


@pytest.mark.rule("VV-04", "VV-87")
def test_the_deal_is_told() -> None:
    position = set_up(3, first_dealer="seat2", hand_size=4)
    assert heard(position.event) == said("dealt", 2, 1, 0b111, 4, 0)
    assert position.event.text == "Round 1: Seat 2 deals."
    assert position.pending


@pytest.mark.rule("VV-04", "VV-05", "VV-87")
def test_every_card_can_be_dealt_to_every_place() -> None:
    """Each hand and the block, in a first round and in a later one (chi-square, 20 degrees)."""
    places = [np.zeros(21) for _ in range(8)]
    for seed in SEEDS:
        for at, position in ((0, new(3, seed)), (4, next_round(seed))):
            for seat in range(3):
                for code, n in hand(position, seat).items():
                    places[at + seat][CODES.index(code)] += n
            places[at + 3][int(position.record.block)] += 1
    for dealt in places:
        expected = dealt.sum() / 21
        assert dealt.all()
        assert ((dealt - expected) ** 2 / expected).sum() < 60


def next_round(seed: int, **lines: Any) -> Position:
    """A round was won, and the next one is dealt."""
    given: dict[str, Any] = {
        "phase": "next",
        "victor": 0,
        "wins": "1 0 0",
        "last": "R",
        "turn": 33,
    } | lines
    position = place(
        "", "2G 2B*", "O Y", houses="YB Y, G, GB", discard="3R P", dealer=1, callers="1",
        table="honour", placed="G", house="H2", passes=1, **given,
    )  # fmt: skip
    position.rekey(seed)
    position.settle()
    return position


@pytest.mark.rule("VV-06", "VV-07", "VV-09")
def test_the_next_round_starts_like_the_first() -> None:
    """Whatever the last round left behind is gone: only the match score and the seats differ."""
    fresh = fields(new(3, table="honour").record) | {"wins": [1, 0, 0, 0, 0, 0], "played": 1}
    again = fields(next_round(1).record)
    for name in fresh.keys() - FRESH:
        assert again[name] == fresh[name], name
    assert again["dealer"] == 2
    assert again["active"] == 0
    assert again["pile"] == 126 - 15 - 1


@pytest.mark.rule("VV-04", "VV-06", "VV-07")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_setup_forgets_what_the_record_held_before(seats: int) -> None:
    used, blank = junk(seats, 5, edition="pocket"), game.blank(seats=seats)
    blank["edition"] = 1
    blank["rng"] = 5
    game.kernels["setup"](used[0])
    game.kernels["setup"](blank[0])
    assert used.tobytes() == blank.tobytes()
    s = blank[0]
    assert s.reveals == 5 * seats
    assert (s.turn, s.victor, s.drawn, s.last, s.laid_kind, s.owes) == (0, -2, -2, -2, -2, 0)
    assert (s.placed, s.house, s.beneath, s.passes, s.played, s.tie_break) == (-2, -2, -2, 0, 0, 0)


@pytest.mark.rule("VV-58", "VV-03", "VV-69", "VV-70", "VV-64", "VV-73")
def test_the_defaults_are_those_of_the_rulebook() -> None:
    assert game.choose(None) == {
        "edition": "regular", "rounds": 3, "first_dealer": "random", "hand_size": 5,
        "table": "strict", "penalty": 3, "false_call": 0, "bot_notice": 90, "bot_cheat": 0,
        "call_seconds": 8, "viva_right": 2, "viva_left": 1, "viva_two": 2, "turn_cap": 500,
    }  # fmt: skip


def test_what_the_options_allow() -> None:
    ranges = {
        option.name: (option.allowed[0], option.allowed[-1])
        for option in game.options
        if isinstance(option.allowed, range)
    }
    assert ranges == {
        "rounds": (1, 12), "hand_size": (3, 7), "penalty": (1, 5), "false_call": (0, 3),
        "bot_notice": (0, 100), "bot_cheat": (0, 100), "call_seconds": (1, 60),
        "viva_right": (0, 3), "viva_left": (0, 3), "viva_two": (0, 3), "turn_cap": (50, 5000),
    }  # fmt: skip
