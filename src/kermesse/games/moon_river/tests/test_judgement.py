"""What bots are told: features and a quick judgement, from views only."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kermesse.core.kernel import PLAIN
from kermesse.core.position import Position, Situation
from kermesse.games.moon_river import game
from kermesse.games.moon_river.bots import SEAT_MARKS, territories
from kermesse.games.moon_river.components import CELLS, CORN, LANDS
from kermesse.games.moon_river.rules.ranch import free
from kermesse.games.moon_river.rules.sheet import LINES, beside_territories, line_points
from kermesse.games.moon_river.tests.scenes import (
    SEAT_COUNTS,
    any_options,
    at_the_end,
    cell,
    kind,
    scaled,
    scene,
    texts,
    walk,
)


def features(situation: Situation) -> list[float]:
    out = np.full(game.features, np.nan, np.float32)
    game.kernels["features"](situation.record, out)
    return [float(number) for number in out]


def evaluate(situation: Situation) -> list[float]:
    out = np.full(situation.seats, np.nan, np.float32)
    game.kernels["evaluate"](situation.record, out)
    return [float(number) for number in out]


def best(position: Position, seat: int = 0) -> str:
    """The option after which the judgement is highest."""
    worth = {}
    for text in texts(position, seat):
        trial = position.copy()
        trial.decide(seat, text)
        worth[text] = evaluate(trial)[seat]
    return max(worth, key=worth.__getitem__)


@pytest.mark.rule("MR-94")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_what_is_counted_in_one_go_is_the_sum_of_the_lines(seats: int) -> None:
    """Bots count whole sheets, people line by line."""
    chance = Random(seats)
    position = game.new(seats, 2, {"variant": "legends", "scenario": "random"})
    met = set()
    for number, _ in enumerate(walk(position, chance)):
        if number % scaled(3, 20) == 0:
            s, seat = position.record, chance.randrange(seats)
            lines = [int(line_points(s, seat, line)) for line in range(LINES)]
            own = [territories(s, seat, free(s, seat))[0], beside_territories(s, seat)]
            assert [sum(lines[:CORN]), sum(lines[CORN:-1])] == own
            assert lines[-1] == sum(own)
            met |= {line for line in range(LINES) if lines[line]}
    assert len(met) > 6


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_features_and_judgement_are_finite_all_the_way(seats: int) -> None:
    chance = Random(seats)
    position = game.new(seats, 1, any_options(chance, seats))
    for number, _ in enumerate(walk(position, chance)):
        if number % scaled(3, 50) == 0:
            view = position.view(chance.randrange(-1, seats))
            assert np.isfinite(evaluate(view)).all()
            assert all(0.0 <= n <= 32.0 for n in features(view))
            assert evaluate(view) == evaluate(position)


@pytest.mark.rule("MR-135")
def test_the_features_start_with_the_own_seat() -> None:
    position = scene(3, {1: {"r1c2": "Mc*1", "r1c1": "C0"}}, {1: "D0"}, phase="choose_plot")
    for viewer in range(3):
        seen = features(position.view(viewer))
        at = (1 - viewer) % 3 * SEAT_MARKS
        meadow = seen[at + 2 * CELLS : at + 3 * CELLS]
        assert [n for n, mark in enumerate(meadow) if mark] == [cell("r1c2")]
        cows = seen[at + LANDS * CELLS : at + (LANDS + 1) * CELLS]
        assert [n for n, mark in enumerate(cows) if mark] == [cell("r1c2")]
        reserve = seen[at + (LANDS + 2) * CELLS :][:25]
        assert [n for n, mark in enumerate(reserve) if mark] == [kind("D0")]


@pytest.mark.rule("MR-88", "MR-94")
def test_at_the_end_the_judgement_is_the_lead() -> None:
    position = at_the_end({0: {"r1c2": "Mc*1", "r2c2": "M0"}, 1: {"r1c2": "K5", "r1c1": "K3"}}, 2)
    position.settle()
    assert position.points == [2, 8]
    assert evaluate(position) == [2 - 4, 8 - 1]


@pytest.mark.rule("MR-88", "MR-91")
def test_a_plot_is_chosen_for_its_ears_and_cows_over_a_skull() -> None:
    position = scene(3, newer="Ds D0 K5 Ds")
    assert best(position) == "plot 3"
    herd = {"r2c2": "Mc*1", "r2c3": "Mc*1", "r3c2": "Mc*1", "r3c3": "Mc*1"}
    position = scene(3, {0: herd}, newer="K3 D0 M0 Ds")
    assert best(position) == "plot 3"  # worth four cows


@pytest.mark.rule("MR-92")
def test_a_farmer_makes_corn_dear() -> None:
    land = {"r2c2": "Mo/trapper", "r2c3": "K4"}
    assert best(scene(3, {0: land}, newer="K5 F1 Mcc D0")) == "plot 3"
    land["r2c2"] = "Mo/farmer"
    assert best(scene(3, {0: land}, newer="K5 F1 Mcc D0")) == "plot 1"


@pytest.mark.rule("MR-45")
def test_the_cow_of_the_smaller_territory_goes() -> None:
    land = {"r2c2": "Ccc*2", "r2c3": "Cc*1", "r3c3": "Cn", "r4c3": "Cn"}
    position = scene(3, {0: land}, {0: "Cs K3"})
    position.act(0, "join Cs K3")
    position.act(0, "place r3c2 r4c2")
    assert best(position) == "drought r2c2"  # one of two cows that stand on one plot


@pytest.mark.rule("MR-130")
def test_a_nook_is_avoided() -> None:
    """With plots on r2c1 and r1c2, no domino reaches r1c1 any more."""
    nook = evaluate(scene(3, {0: {"r2c1": "K3", "r1c2": "K3"}}))[0]
    whole = evaluate(scene(3, {0: {"r2c1": "K3", "r2c2": "K3"}}))[0]
    assert whole > nook + 1.0


@pytest.mark.skipif(PLAIN, reason="whole matches are slow in plain Python")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_greedy_beats_random_clearly(seats: int) -> None:
    """A seat that follows the judgement one decision ahead against others that play at random."""
    chance = Random(11)
    wins, lead = 0, 0
    matches = 6
    for seed in range(matches):
        position = game.new(seats, seed, {"variant": "legends" if seed % 2 else "base"})
        me = seed % seats
        while not position.over:
            seat = min(position.due)
            if seat == me:
                position.act(seat, best(position, seat))
            else:
                position.act(seat, chance.choice(texts(position, seat)))
        assert position.outcome is not None
        wins += position.outcome.places[me] == 1
        others = [points for seat, points in enumerate(position.points) if seat != me]
        lead += position.points[me] - sum(others) // len(others)
    assert wins >= matches - 1
    assert lead / matches > 30
