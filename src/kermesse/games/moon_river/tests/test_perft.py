"""Decision counts to a fixed depth, each from an argument of its own or from the oracle."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kermesse.core.position import Position
from kermesse.games.moon_river import game
from kermesse.games.moon_river.tests.oracle import Ranch
from kermesse.games.moon_river.tests.scenes import placed, reserve, scene
from kermesse.games.moon_river.tests.test_differential import ranch_of, spot


def perft(position: Position, depth: int, phases: tuple[str, ...] = ()) -> int:
    """How many ways there are to take that many decisions, as long as they are of these phases."""
    if position.over or (phases and position.phase not in phases):
        return 0
    seat = min(position.due)
    moves = np.zeros(game.actions, np.int16)
    n = game.kernels["legal"](position.record, seat, moves)
    if depth == 1:
        return int(n)
    total = 0
    for move in moves[:n]:
        child = position.copy()
        game.kernels["act"](child.record, seat, int(move))
        child.rush()
        total += perft(child, depth - 1, phases)
    return total


@pytest.mark.rule("MR-10", "MR-11", "MR-12", "MR-117")
@pytest.mark.parametrize(("seats", "ways"), [(2, 24), (3, 24), (4, 24)])
def test_column_1_is_chosen_in_24_ways(seats: int, ways: int) -> None:
    """4 * 3 * 2: the last Ranchero of four has no choice, of three players the third has two."""
    assert perft(game.new(seats, 1), 3) == ways


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
            "colour": " ".join([colour, *rest[:2], ".."]),
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


@pytest.mark.rule("MR-63")
def test_three_steps_of_a_cowboy() -> None:
    """One cow in a row of three plots, counted by hand."""
    land = {"r2c1": "Dc*1", "r2c2": "D0"}
    position = scene(3, {0: land}, {0: "Do K3"})
    placed(position, "Do K3", "r2c3 r3c3")
    position.act(0, "recruit farmer cowboy")
    # from the end: one step in, then back, on or stop
    assert [perft(position, depth, ("cowboy",)) for depth in (1, 2, 3)] == [2, 3, 4]


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


@pytest.mark.rule("MR-63", "MR-65", "MR-66")
def test_cowboy_steps_as_the_oracle_counts_them() -> None:
    land = {
        "r2c1": "Dc*1",
        "r2c2": "Mcc*2",
        "r3c1": "K3",
        "r3c2": "Mc*1",
        "r1c1": "D0",
        "r1c2": "C0",
    }
    position = scene(3, {0: land}, {0: "Do K3"})
    placed(position, "Do K3", "r2c3 r3c3")
    position.act(0, "recruit farmer cowboy")
    own = ranch_of(position, 0)
    assert spot(7) in own.plots
    for steps in (1, 2, 3):
        assert perft(position, steps, ("cowboy",)) == oracle_cowboy(own, steps)
