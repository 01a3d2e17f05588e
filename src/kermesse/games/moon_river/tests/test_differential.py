"""The engine against the slow oracle, which knows only the rules text."""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest

from kermesse.core.position import Position
from kermesse.core.record import NOTHING
from kermesse.games.moon_river import game
from kermesse.games.moon_river.components import PIECE_CODES
from kermesse.games.moon_river.rules.bonus_tiles import bonus_cells
from kermesse.games.moon_river.rules.ranch import fitting_pairs, herd, placements, territory, ways
from kermesse.games.moon_river.rules.symbols import movable, protected
from kermesse.games.moon_river.scoring import largest_territory, score_sheet
from kermesse.games.moon_river.state import State
from kermesse.games.moon_river.tests.oracle import FACES, SPACES, Cell, Ranch, terrain
from kermesse.games.moon_river.tests.scenes import (
    CODES,
    COLOURS,
    SEAT_COUNTS,
    SPECIALISTS,
    any_options,
    cows,
    partners,
    ranch,
    reserve,
    scaled,
    texts,
)

RANCHES = scaled(1200, 200)
LONG_RANCHES = int(os.environ.get("KERMESSE_LONG_RANCHES", "1000000"))
SCENARIOS = ["none", "timber", "gold", "outlaws", "city"]
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def spot(n: int) -> Cell:
    return n // 5 + 1, n % 5 + 1


def number(cell: Cell) -> int:
    return (cell[0] - 1) * 5 + cell[1] - 1


def spots(bits: int) -> set[Cell]:
    return {spot(n) for n in range(50) if int(bits) >> n & 1}


def name(cell: Cell) -> str:
    return f"r{cell[0]}c{cell[1]}"


# --- random ranches -----------------------------------------------------------------------------


def random_ranch(chance: Random) -> Ranch:
    """Any ranch that the record can hold, connected or not: rules of shape have to cope."""
    own = Ranch(rows=chance.choice([5, 10]), board=chance.choice(["field", *COLOURS]))
    density = chance.choice([0.2, 0.5, 0.8, 1.0])
    few = chance.sample(list(FACES), chance.choice([3, 6, 25]))  # few kinds: large territories
    for cell in own.frame():
        if chance.random() < density:
            own.plots[cell] = chance.choice(few)
    for cell, plot in own.plots.items():
        if terrain(plot) != "corn" and chance.random() < 0.4:
            own.cows[cell] = chance.choice([1, 1, 2, 5])
        if FACES[plot][3] and chance.random() < 0.8:
            own.partners[cell] = chance.choice(SPECIALISTS), chance.random() < 0.4
    return own


def write_down(own: Ranch, s: State) -> None:
    """Put a ranch into the record of seat 0."""
    s.ranch[:] = 0
    s.partners[:] = 0
    s.cows[:] = 0
    s.seats = 2 if own.rows == 10 else 3
    s.variant = int(own.board != "field")
    s.colour[0] = COLOURS.index(own.board) if own.board != "field" else 0
    for cell, plot in own.plots.items():
        s.ranch[0, PIECE_CODES.index(plot)] |= 1 << number(cell)
    for cell, n in own.cows.items():
        s.cows[0, number(cell)] = n
    for cell, (specialist, cowboy) in own.partners.items():
        s.partners[0, 2 * SPECIALISTS.index(specialist) + cowboy] |= 1 << number(cell)


def assert_same_placements(own: Ranch, s: State, chance: Random) -> None:
    one, two = sorted(chance.choices(range(25), k=2))
    found = set()
    for way in range(ways(one, two)):
        for cell in spots(placements(s, 0, one, two, way)):
            down, right = STEPS[way]
            found.add((cell, (cell[0] + down, cell[1] + right)))
    assert found == own.placements(CODES[one], CODES[two])
    side = chance.randrange(25, 29)
    assert spots(bonus_cells(s, 0, side)) == own.bonus_cells(PIECE_CODES[side])


def assert_same_land(own: Ranch, s: State) -> None:
    for land in own.territories():
        assert spots(territory(s, 0, number(min(land)))) == land
    assert largest_territory(s, 0) == own.largest()
    steps = set()
    for way, (down, right) in enumerate(STEPS):
        for row, column in spots(movable(s, 0, way)):
            steps.add(((row, column), (row + down, column + right)))
    assert steps == own.steps()
    assert spots(int(herd(s, 0)) & ~int(protected(s, 0))) == own.unprotected()


def assert_same_sheets(own: Ranch, s: State, chance: Random) -> None:
    out = np.zeros(13, np.int32)
    base, step, least = chance.choice([(10, 10, 3), (0, 50, 2), (7, 3, 4)])
    s.scenario_base, s.scenario_step, s.scenario_min = base, step, least
    for plan, scenario in enumerate(SCENARIOS):
        s.plan = plan
        score_sheet(s, 0, out)
        assert out.tolist() == own.sheet(scenario, base, step, least)


def compare_ranches(n: int, seed: int) -> None:
    chance = Random(seed)
    s = game.blank(seats=3)[0]
    for _ in range(n):
        own = random_ranch(chance)
        write_down(own, s)
        assert_same_placements(own, s, chance)
        assert_same_land(own, s)
        assert_same_sheets(own, s, chance)


@pytest.mark.rule(
    "MR-29", "MR-30", "MR-32", "MR-39", "MR-88", "MR-91", "MR-105", "MR-106", "MR-109"
)
@pytest.mark.parametrize("part", range(3))
def test_random_ranches_are_the_same_to_both(part: int) -> None:
    compare_ranches(RANCHES // 3, part)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_a_million_random_ranches_are_the_same_to_both(part: int) -> None:
    compare_ranches(LONG_RANCHES // 20, 1000 + part)


# --- whole matches ------------------------------------------------------------------------------


def ranch_of(position: Position, seat: int) -> Ranch:
    s = position.record
    board = COLOURS[s.colour[seat]] if s.variant else "field"
    own = Ranch(rows=10 if s.seats == 2 else 5, board=board)
    own.plots = {spot(n): plot for n, plot in ranch(position, seat).items()}
    own.cows = {spot(n): k for n, k in cows(position, seat).items()}
    for n, word in partners(position, seat).items():
        own.partners[spot(n)] = word.removesuffix(".cowboy"), word.endswith(".cowboy")
    return own


def expected_options(position: Position, seat: int) -> set[str] | None:
    """What a seat may do, by the oracle; None for decisions that are looked at elsewhere."""
    own, s = ranch_of(position, seat), position.record
    match position.phase:
        case "expand":
            pairs = {f"join {one} {two}" for one, two in own.fitting_pairs(reserve(position, seat))}
            room = len(reserve(position, seat)) <= SPACES[own.board] and not s.emptying
            return pairs | ({"keep"} if room else set())
        case "place":
            first, second = (CODES[k] for k in s.joined)
            found = own.placements(first, second)
            return {f"place {name(one)} {name(two)}" for one, two in found}
        case "cowboy":
            return {"stop"} | {f"move {name(one)} {name(two)}" for one, two in own.steps()}
        case "cattle_thief":
            found_cows = {
                f"steal {other} {name(cell)}"
                for other in range(position.seats)
                if other != seat
                for cell in ranch_of(position, other).unprotected()
            }
            return {"decline"} | found_cows
        case "desperado":
            swaps = {
                f"swap {mine} {other} {theirs}"
                for mine in reserve(position, seat)
                for other in range(position.seats)
                for theirs in reserve(position, other)
                if other != seat and mine != theirs
            }
            return {"decline"} | swaps
        case "bonus_cell":
            return {f"lay {name(c)}" for c in own.bonus_cells(PIECE_CODES[s.side])}
        case "drought":
            skull = spot(min(n for n in range(50) if int(s.skulls_due) >> n & 1))
            return {f"drought {name(c)}" for c in own.territory(skull) if own.cows.get(c)}
        case "choose_plot":
            return {f"plot {n + 1}" for n in range(4) if s.ranchero[1, n] == NOTHING}
        case _:
            return None


@pytest.mark.rule("MR-19", "MR-23", "MR-25", "MR-45", "MR-63", "MR-68", "MR-71", "MR-123", "MR-136")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_engine_and_oracle_agree_at_every_decision(seats: int) -> None:
    chance = Random(seats)
    for seed in range(scaled(6, 2)):
        position = game.new(seats, seed, any_options(chance, seats))
        while not position.over:
            seat = min(position.due)
            found = texts(position, seat)
            expected = expected_options(position, seat)
            if expected is not None:
                assert set(found) == expected
                assert len(found) == len(expected) > 1
            position.act(seat, chance.choice(found))
        for seat in range(seats):
            own = ranch_of(position, seat)
            options = position.options
            lines = own.sheet(
                SCENARIOS[position.record.plan],
                *(int(str(options[f"scenario_{word}"])) for word in ("base", "step", "min")),
            )
            assert position.points[seat] == lines[-1]
            assert not own.fitting_pairs([*reserve(position, seat)])


def test_the_reserve_is_searched_for_pairs_that_fit() -> None:
    chance = Random(5)
    s = game.blank(seats=3)[0]
    for _ in range(scaled(400, 60)):
        own = random_ranch(chance)
        write_down(own, s)
        kinds = sorted(chance.choices(range(25), k=5))
        s.reserve[0] = kinds
        codes = [CODES[k] for k in kinds]
        found = int(fitting_pairs(s, 0))
        pairs = {(codes[n // 5], codes[n % 5]) for n in range(25) if found >> n & 1}
        assert pairs == own.fitting_pairs(codes)
        assert found.bit_count() == len(pairs)
