"""Setting up: MR-01 to MR-13, and what the variants change of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from kermesse.core.conformance.chi_square import uniform
from kermesse.core.errors import SetupRefused
from kermesse.core.position import Position
from kermesse.games.moon_river import game
from kermesse.games.moon_river.rules.ranch import board_of
from kermesse.games.moon_river.tests.scenes import (
    CODES,
    COLOURS,
    KINDS,
    SEAT_COUNTS,
    VARIANTS,
    boxed,
    column,
    junk,
    kind,
    removed,
    saloon,
    scaled,
    texts,
    told,
)


def laid_out(seats: int, seed: int = 1, **options: object) -> Position:
    """A position after `setup` and nothing else."""
    batch = game.blank(seats=seats, options=options)
    batch["rng"] = seed
    game.kernels["setup"](batch[0])
    return Position(game, batch)


@pytest.mark.rule("MR-01")
def test_two_three_or_four_play() -> None:
    assert list(game.seats) == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(SetupRefused, match="2 to 4"):
            game.new(seats)


@pytest.mark.rule("MR-03", "MR-63", "MR-76", "MR-100", "MR-102", "MR-105", "MR-108")
def test_the_options_their_defaults_and_their_bounds() -> None:
    colours = 4 * 3 + 4 * 3 * 2 + 4 * 3 * 2  # lists of two, three and four different ones
    found = {o.name: (o.default, len(o.allowed), o.allowed[0], o.allowed[-1]) for o in game.options}
    assert found == {
        "variant": ("base", 2, "base", "legends"),
        "scenario": ("random", 5, "random", "city"),
        "colours": ("random", 1 + colours, "random", "white-green-orange-purple"),
        "saloon_size": (5, 6, 3, 8),
        "cowboy_steps": (3, 5, 1, 5),
        "scenario_base": (10, 51, 0, 50),
        "scenario_step": (10, 51, 0, 50),
        "scenario_min": (3, 5, 2, 6),
    }


@pytest.mark.rule("MR-02", "MR-04", "MR-05", "MR-06", "MR-07", "MR-120")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
@pytest.mark.parametrize("options", VARIANTS)
def test_a_used_record_is_set_up_anew(seats: int, options: dict[str, object]) -> None:
    batch = junk(seats, 5, **options)
    game.kernels["setup"](batch[0])
    fresh = laid_out(seats, 5, **options)
    assert batch.tobytes() == fresh.tobytes()
    s = fresh.record
    assert boxed(fresh) == KINDS
    assert s.stack.tolist() == [5, 5, 3, 5, 2]
    assert (s.supply, s.strays, s.round_number, s.emptying) == (32, 0, 0, 0)
    assert not s.ranch.any()
    assert not s.partners.any()
    assert not s.cows.any()
    assert (s.reserve == -2).all()
    assert (s.tiles, s.tiles_gone) == ((3, 0) if seats == 2 else (0, 3))


@pytest.mark.rule("MR-02", "MR-03", "MR-144")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_colours_are_dealt_at_random(seats: int) -> None:
    n = scaled(2400, 480)
    first, last = Counter[int](), Counter[int]()
    for seed in range(n):
        position = laid_out(seats, seed)
        assert (position.record.colour == -2).all()
        before = position.reveals
        event = position.advance()
        dealt = position.record.colour[:seats].tolist()
        assert len(set(dealt)) == seats
        assert list(event.args[:seats]) == dealt
        assert position.reveals == before + 1
        first[dealt[0]] += 1
        last[dealt[-1]] += 1
    assert uniform([first[c] for c in range(4)]) > 1e-6
    assert uniform([last[c] for c in range(4)]) > 1e-6


@pytest.mark.rule("MR-03", "MR-101")
def test_colours_can_be_agreed_on() -> None:
    position = game.new(3, 1, {"colours": "white-purple-green", "variant": "legends"})
    assert [COLOURS[c] for c in position.record.colour[:3]] == ["white", "purple", "green"]
    assert [board_of(position.record, seat) for seat in range(3)] == [4, 1, 3]
    base = game.new(3, 1, {"colours": "white-purple-green"})
    assert [board_of(base.record, seat) for seat in range(3)] == [0, 0, 0]
    for colours, seats in (("white-purple", 3), ("white-purple-green", 2)):
        with pytest.raises(SetupRefused, match="give one for each"):
            game.new(seats, 1, {"colours": colours})
    for colours in ("white-white", "pink-white", "white"):
        with pytest.raises(
            SetupRefused, match="option colours takes one of random, purple-orange, …"
        ):
            game.new(2, 1, {"colours": colours})


@pytest.mark.rule("MR-05", "MR-76", "MR-144")
@pytest.mark.parametrize("size", [3, 5, 8])
def test_the_saloon_is_filled_token_by_token(size: int) -> None:
    first = Counter[int]()
    for seed in range(scaled(1500, 300)):
        position = laid_out(3, seed, saloon_size=size)
        position.advance()
        event = position.advance()
        assert (event.kind, event.args[1:3]) == ("token", (1, 19))
        first[event.args[0]] += 1
    expected = np.array([5, 5, 3, 5, 2]) / 20 * first.total()
    found = np.array([first[n] for n in range(5)])
    assert ((found - expected) ** 2 / expected).sum() < 30
    position = game.new(3, 1, {"saloon_size": size})
    assert saloon(position).total() == size
    assert position.record.stack.sum() == 20 - size


@pytest.mark.rule("MR-08", "MR-09", "MR-10", "MR-144")
def test_column_1_is_drawn_one_by_one_and_put_in_order() -> None:
    position = laid_out(4, 3)
    while position.phase != "draw":
        position.advance()
    drawn = []
    for n in range(1, 5):
        reveals = position.reveals
        event = position.advance()
        assert event.kind == "drew"
        assert event.args[2:4] == (n, 96 - n)
        drawn.append(CODES[event.args[0]])
        assert position.reveals == reveals + 1
    assert position.record.boxed.sum() == 92
    event = position.advance()
    backs = dict(zip(CODES, [2, 1, 3, 4, 4, 2, 1, 3, 4, 4, 6, 2, 3, 4, 4, 6, 6, 6, 3, 5, 5, 6, 3, 4, 5], strict=True))  # fmt: skip # noqa: E501
    assert column(position, 1) == sorted(drawn, key=backs.__getitem__)
    assert [CODES[k] for k in event.args[:4]] == column(position, 1)
    assert position.phase == "ranchero"


@pytest.mark.rule("MR-07", "MR-08", "MR-144")
def test_every_plot_is_as_likely_to_come_first() -> None:
    first = Counter[int]()
    for seed in range(scaled(9600, 960)):
        position = laid_out(4, seed)
        s = position.record
        s.phase, s.stack[:], s.saloon[:] = 16, 0, 0
        first[position.advance().args[0]] += 1
    expected = np.array(list(KINDS.values())) / 96 * first.total()
    found = np.array([first[kind(code)] for code in KINDS])
    assert ((found - expected) ** 2 / expected).sum() < 80


@pytest.mark.rule("MR-10", "MR-11", "MR-13")
def test_four_rancheros_choose_in_the_order_in_which_they_are_drawn() -> None:
    position = game.new(4, 2)
    seen = []
    for left in (4, 3, 2):
        seat = min(position.due)
        seen.append(seat)
        assert texts(position, seat) == [
            f"plot {n + 1}" for n in range(4) if position.record.ranchero[1, n] == -2
        ]
        assert len(texts(position, seat)) == left
        events = position.act(seat, texts(position, seat)[0])
    kinds = [event.kind for event in events]
    assert kinds[:3] == ["chose", "ranchero", "chose"]  # MR-11: the last one has no choice
    forced = events[2]
    assert forced.args[5] == 1
    assert forced.args[0] not in seen
    assert kinds[3:9] == ["drew", "drew", "drew", "drew", "sorted", "round"]
    assert sorted(position.record.order) == [0, 1, 2, 3]
    assert position.record.round_number == 1
    assert position.record.boxed.sum() == 88


@pytest.mark.rule("MR-10")
def test_until_a_ranchero_is_drawn_nobody_has_the_turn() -> None:
    position = game.new(4, 2)
    position.decide(min(position.due), "plot 1")
    assert (position.phase, position.record.active) == ("ranchero", -2)
    event = position.advance()
    assert (event.args[0], position.due) == (position.record.active, {position.record.active})


@pytest.mark.rule("MR-10", "MR-144")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_each_ranchero_is_as_likely_to_be_drawn_first(seats: int) -> None:
    first = Counter(min(game.new(seats, seed).due) for seed in range(scaled(1200, 120)))
    assert uniform([first[seat] for seat in range(seats)]) > 1e-6


@pytest.mark.rule("MR-12", "MR-28")
def test_with_three_players_the_plot_that_nobody_chose_goes() -> None:
    position = game.new(3, 4)
    for _ in range(3):
        seat = min(position.due)
        plots = column(position, 1)
        events = position.act(seat, texts(position, seat)[-1])
    gone = told(events, "removed")
    assert len(gone) == 1
    at, plot = gone[0][1][:2]
    assert CODES[plot] == plots[at]
    assert removed(position) == {plots[at]: 1}
    assert position.record.round_number == 1


@pytest.mark.rule("MR-28")
def test_with_three_players_every_column_loses_a_plot() -> None:
    position, chance = game.new(3, 6), Random(1)
    gone = 0
    for _ in range(60):
        seat = min(position.due)
        events = position.act(seat, chance.choice(texts(position, seat)))
        if "chose" in [event.kind for event in events]:
            standing = [event for event in events if event.kind == "removed"]
            gone += len(standing)
            assert len(standing) <= 1
    assert gone >= 5
    assert gone in (position.record.round_number, position.record.round_number + 1)


@pytest.mark.rule("MR-11", "MR-119")
@pytest.mark.parametrize("seats", [2, 4])
def test_with_two_or_four_players_no_plot_is_left_over(seats: int) -> None:
    position, chance = game.new(seats, 6), Random(1)
    for _ in range(40):
        seat = min(position.due)
        events = position.act(seat, chance.choice(texts(position, seat)))
        assert "removed" not in [event.kind for event in events]


@pytest.mark.rule("MR-100", "MR-102", "MR-103", "MR-144")
def test_the_scenario_is_drawn_or_agreed_on() -> None:
    found = Counter[int]()
    for seed in range(scaled(1200, 240)):
        position = laid_out(3, seed, variant="legends")
        position.advance()
        before, reveals = position.record.boxed.tolist(), position.reveals
        event = position.advance()
        assert (event.kind, event.args[1]) == ("scenario", 1)
        assert position.reveals == reveals + 1
        assert position.record.boxed.tolist() == before
        assert event.args[0] == position.record.plan
        found[event.args[0]] += 1
    assert sorted(found) == [1, 2, 3, 4]
    assert uniform([found[n] for n in (1, 2, 3, 4)]) > 1e-6
    for n, name in enumerate(["timber", "gold", "outlaws", "city"], start=1):
        position = laid_out(3, 1, variant="legends", scenario=name)
        position.advance()
        reveals = position.reveals
        event = position.advance()
        assert event.args[:2] == (n, 0)
        assert position.reveals == reveals
    assert game.new(3, 1, {"scenario": "gold"}).record.plan == 0


@pytest.mark.rule("MR-114", "MR-115", "MR-117")
@pytest.mark.parametrize("options", VARIANTS)
def test_two_players_place_one_two_one(options: dict[str, object]) -> None:
    position = game.new(2, 9, options)
    seats = []
    rancheros = 0
    for _ in range(3):
        seat = min(position.due)
        seats.append(seat)
        events = position.act(seat, texts(position, seat)[0])
        rancheros += sum(event.kind == "ranchero" for event in events)
    assert seats == [seats[0], 1 - seats[0], 1 - seats[0]]
    assert rancheros == 0  # only the first draw matters
    order = position.record.order.tolist()
    assert sorted(order) == [0, 0, 1, 1]
