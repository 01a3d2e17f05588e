"""What Moon River says for the standard tests: counts, playthroughs, finished games, variants."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kermesse.core.conformance import Case, ConformanceError, check
from kermesse.core.conformance.finished import Tale
from kermesse.core.conformance.matches import Tally
from kermesse.core.conformance.perft import Perft, perft
from kermesse.core.conformance.playthrough import Playthrough
from kermesse.core.conformance.standard import StandardTests
from kermesse.core.kernel import PLAIN, kernel
from kermesse.core.position import Position
from kermesse.games.moon_river import game
from kermesse.games.moon_river.secrets import conceal
from kermesse.games.moon_river.state import State
from kermesse.games.moon_river.tests.finishing import finished
from kermesse.games.moon_river.tests.oracle import Ranch
from kermesse.games.moon_river.tests.scenes import SEAT_COUNTS, recruited, reserve, scene
from kermesse.games.moon_river.tests.test_differential import ranch_of, spot

# --- decision counts ------------------------------------------------------------------------


def cowboy(land: dict[str, str]) -> Position:
    """A cowboy has been recruited and is about to move."""
    position = scene(3, {0: land}, {0: "Do K3"})
    recruited(position, "Do K3", "r2c3 r3c3", "farmer cowboy")
    return position


def oracle_cowboy(own: Ranch, steps: int) -> int:
    """Sequences of exactly so many decisions of a cowboy, the last one possibly `stop`."""
    if steps == 1:
        return 1 + len(own.steps())
    total = 0
    for one, two in own.steps():
        cows = dict(own.cows)
        cows[one] -= 1
        cows[two] = cows.get(two, 0) + 1
        total += oracle_cowboy(Ranch(own.rows, own.board, own.plots, cows, own.partners), steps - 1)
    return total


def cowboys_of_the_oracle(position: Position, steps: int) -> int:
    own = ranch_of(position, 0)
    assert spot(7) in own.plots
    return oracle_cowboy(own, steps)


COUNTS = {
    # 4 * 3 * 2: the last Ranchero of four has no choice, of three players the third has two
    **{
        f"column 1, {seats} seats": Perft(
            partial(game.new, seats, 1), {3: 24}, rules=("MR-10", "MR-11", "MR-12", "MR-117")
        )
        for seats in SEAT_COUNTS
    },
    # One cow in a row of three plots, by hand: one step in from the end, then back, on or stop.
    "three steps of a cowboy": Perft(
        partial(cowboy, {"r2c1": "Dc*1", "r2c2": "D0"}),
        {1: 2, 2: 3, 3: 4},
        phases=("cowboy",),
        rules=("MR-63",),
    ),
    "many steps of a cowboy": Perft(
        partial(
            cowboy,
            {
                "r2c1": "Dc*1",
                "r2c2": "Mcc*2",
                "r3c1": "K3",
                "r3c2": "Mc*1",
                "r1c1": "D0",
                "r1c2": "C0",
            },
        ),
        oracle=cowboys_of_the_oracle,
        depths=(1, 2, 3),
        phases=("cowboy",),
        rules=("MR-63", "MR-65", "MR-66"),
    ),
}


def two_dominoes(own: Ranch, plots: list[str]) -> int:
    """Ways to join and place a domino of four plots and, if one likes, another one."""
    total = 0
    for one, two in own.fitting_pairs(plots):
        left = list(plots)
        left.remove(one)
        left.remove(two)
        for first, second in own.placements(one, two):
            grown = Ranch(own.rows, own.board, own.plots | {first: one, second: two})
            total += 1 + sum(len(grown.placements(*pair)) for pair in grown.fitting_pairs(left))
    return total


@pytest.mark.rule("MR-19", "MR-20", "MR-23", "MR-32")
@pytest.mark.parametrize("colour", ["field", "purple", "white", "orange", "green"])
def test_as_many_dominoes_as_the_oracle_finds(colour: str) -> None:
    """Decisions 1 to 4 are join, place, join, place; after `keep` comes the choice of a plot."""
    lines: dict[str, Any] = {}
    if colour != "field":
        rest = [c for c in ("purple", "white", "orange", "green") if c != colour]
        lines = {
            "variant": "legends",
            "plan": "gold",
            "colour": " ".join([colour, *rest[:2]]),
        }
    plots = "D0 C0 K3" if colour == "green" else "D0 C0 K3 F1"
    position = scene(3, {0: {"r2c2": "Dn", "r2c3": "Cn"}}, {0: plots}, **lines)
    own = ranch_of(position, 0)
    held = reserve(position, 0)
    choices = sum(len(own.placements(*pair)) for pair in own.fitting_pairs(held))
    assert perft(position, 2, ("expand", "place")) == choices
    if colour != "green":
        again = two_dominoes(own, held) - choices
        count = 0
        for pair in position.legal(0):
            if str(pair) == "keep":
                continue
            joined = position.copy()
            joined.act(0, pair)
            for action in joined.legal(0):
                child = joined.copy()
                child.act(0, action)
                if child.phase == "expand":
                    for further in child.legal(0):
                        if str(further) != "keep":
                            grown = child.copy()
                            grown.act(0, further)
                            count += len(grown.legal(0)) if grown.phase == "place" else 1
        assert count == again


# --- playthroughs -----------------------------------------------------------------------------


def played(seats: int, **options: Any) -> Playthrough:
    """The table is shown once a round; everybody sees all of it (MR-135)."""
    return Playthrough(
        f"Moon River, {seats} seats, options {options}",
        lambda: game.new(seats, seed=1, options=options),
        rules=("MR-15", "MR-132", "MR-135", "MR-138", "MR-142"),
        most_options=6,
        scenes="round_number",
    )


PLAYTHROUGHS = {
    "two_players": played(2),
    "three_players": played(3, variant="legends", scenario="gold", saloon_size=3),
    "four_players": played(4, variant="legends", colours="green-white-orange-purple"),
}

# --- finished games ---------------------------------------------------------------------------

PLANS = ("base", "timber", "gold", "outlaws", "city")
ENDINGS = ("points", "territory", "cows", "shared")


def tale(seats: int, plan: str, ending: str) -> Tale:
    """What the victory came down to; ties are too rare to wait for."""
    options: dict[str, object] = {}
    if plan != "base":
        options = {"variant": "legends", "scenario": plan}
    return Tale(
        ("random",) * seats,
        ending,
        options,
        last={"plan": PLANS.index(plan)},
        played=partial(finished, seats, options, ending),
    )


TALES = {
    f"{seats}-{plan}-{ending}": tale(seats, plan, ending)
    for seats, plan, ending in product(SEAT_COUNTS, PLANS, ENDINGS)
}

# --- whole matches ----------------------------------------------------------------------------

FULL: dict[str, Any] = {
    "variant": "legends",
    "scenario": "outlaws",
    "saloon_size": 8,
    "cowboy_steps": 5,
}
ONLY_FOR_TWO = {"bonus_tile", "bonus_side", "bonus_cell"}


def every_decision_comes_up(tally: Tally) -> None:
    """The phases of decisions come first; only two players place bonus tiles."""
    assert tally.decisions["choose_plot"] == 72 * len(tally.batch)
    if not PLAIN:
        two = (tally.batch["seats"] == 2).any()
        for phase, times in list(tally.decisions.items())[:13]:
            assert (times > 0) == (two or phase not in ONLY_FOR_TWO), phase


@pytest.mark.rule("MR-04", "MR-07")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_what_is_not_on_the_table_lies_in_the_box_or_the_stack(seats: int) -> None:
    position = game.new(seats, seed=seats, options=FULL)
    while not position.over:
        s, seen = position.record, np.zeros(len(game.box), np.int16)
        game.kernels["census"](s, seen)
        left = np.concatenate([s.boxed, s.stack])
        assert (seen[: len(left)] + left == game.box[: len(left)]).all()
        if position.pending:
            position.advance()
        else:
            seat = min(position.due)
            legal = position.legal(seat)
            position.decide(seat, legal[int(7 * seen.sum()) % len(legal)].number)


# --- the contract -----------------------------------------------------------------------------

VARIANTS: list[dict[str, Any]] = [
    {},
    FULL,
    *({"variant": "legends", "scenario": name} for name in ("timber", "gold", "outlaws", "city")),
    {"variant": "legends", "scenario_base": 50, "scenario_step": 0, "scenario_min": 2},
    {"saloon_size": 3, "cowboy_steps": 1},
]


STANDARD = StandardTests(
    game,
    Path(__file__).parent,
    counts=COUNTS,
    playthroughs=PLAYTHROUGHS,
    tales=TALES,
    tale_rules=("MR-01", "MR-94", "MR-95", "MR-97", "MR-98", "MR-100", "MR-102"),
    every=17,  # a replay takes seconds in plain Python
    # each seat count once; the long walks take every variant with each of them
    everyday=lambda: [
        Case(game, seats, options, matches=1) for seats, options in ((2, FULL), (3, FULL), (4, {}))
    ],
    variants=VARIANTS,
    long_matches=8,
    compared=24,
    watched=1000,
    watched_plain=1,
    tallied=every_decision_comes_up,
    match_rules=("MR-04", "MR-07", "MR-79", "MR-86"),
)
test_standard = STANDARD.suite()


@kernel
def shows_what_comes_next(s: State, seat: int) -> None:
    """Moon River's `conceal`, but it leaves the source of chance in the view."""
    key = s.rng
    conceal(s, seat)
    s.rng = key


@pytest.mark.rule("MR-133")
@pytest.mark.skipif(PLAIN, reason="the suite is slow in plain Python")
def test_a_view_that_tells_the_draws_to_come_is_caught() -> None:
    kernels = {**game.kernels, "conceal": shows_what_comes_next}
    leaky = replace(game, name="leaky_moon_river", kernels=kernels)
    with pytest.raises(ConformanceError) as caught:
        check(leaky, seats=3, matches=1, clauses=[8])
    assert caught.value.clauses == {8}
