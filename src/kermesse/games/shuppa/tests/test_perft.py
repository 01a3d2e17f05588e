"""Decision counts to a fixed depth, each from an argument of its own or from the oracle."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

from kermesse.core.position import Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.rules.record import Phase
from kermesse.games.shuppa.tests.differential import mirrored
from kermesse.games.shuppa.tests.oracle import Vector, Zone
from kermesse.games.shuppa.tests.scenes import options, place, steps


def perft(position: Position, depth: int) -> int:
    """How many ways there are to take that many decisions, the lowest due seat first."""
    if position.over:
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
        total += perft(child, depth - 1)
    return total


@pytest.mark.rule("SH-24")
@pytest.mark.parametrize(("seats", "depth"), [(2, 1), (2, 2), (3, 3), (4, 3)])
def test_choices_of_the_first_round(seats: int, depth: int) -> None:
    assert perft(game.new(seats=seats, seed=1), depth) == 9**depth


@pytest.mark.rule("SH-24", "SH-34", "SH-88")
def test_two_rounds_without_questions() -> None:
    """With lots of five and Normal cards only, a round is one choice each, and one card drawn."""
    lines = {"hand 0": "1 6 13", "hand 1": "2 9 14 18"}
    zone = "[3 5] [10 11] [15 17] [22 23] [27 29]"
    position = place(zone, phase="play", row="33 41 61", number=6, rounds=7, lot_size=5, **lines)
    position.rekey(3)
    # three cards and four; in the next round each has one fewer, and the Action card drawn
    assert perft(position, 2) == 3 * 4
    assert perft(position, 3) == 3 * 4 * 3
    assert perft(position, 4) == 3 * 4 * 3 * 4
    # with lots of two a choice may win one, and then nothing is drawn
    position = place(zone, phase="play", row="33 41 61", number=6, rounds=7, lot_size=2, **lines)
    position.rekey(3)
    assert perft(position, 4) < 3 * 4 * 3 * 4


JUMPS = "[8*A] [2] [3] [5] [9]"


@pytest.mark.rule("SH-67", "SH-129")
def test_the_first_jump() -> None:
    position = place(JUMPS, phase="action")
    steps(position)
    assert perft(position, 1) == 21


SCENES = {
    "eat": "[4*A 2] [3 7] [5 9] [6 8*B] [13 12*C]",
    "jump": "[8*A 2] [3 7] [5 9] [6 24*B] [13 12*C]",
    "swap": "[12*A 2] [3 7] [15 9] [6 8*B] [13 16*C]",
    "lift": "[16*A 2] [3 7] [5 9] [6 8*B] [13 12*C]",
    "lots": "[4*A 1] [6 2] [7 13] [9 8*B] [14 12*C]",
}


def oracle_perft(zone: Zone, done: set[int], depth: int) -> int:
    """The same count with phase 5 played by the oracle; nothing follows the last turn."""
    waiting = [player for player in zone.order(set(zone.tokens)) if player not in done]
    if not waiting or depth == 0:
        return int(depth == 0)
    player = waiting[0]
    options = zone.options(player)
    if len(options) == 1:
        trial = deepcopy(zone)
        trial.act(player, "decline", first_answer)
        return oracle_perft(trial, done, depth)
    total = 0
    for option in options:
        if depth == 1:
            total += 1
            continue
        trial = deepcopy(zone)
        trial.act(player, option, first_answer)
        total += oracle_perft(trial, done, depth - 1)
    return total


def first_answer(possible: list[Vector]) -> Vector:
    return possible[0]


@pytest.mark.rule("SH-59", "SH-61", "SH-84")
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("name", SCENES)
def test_as_many_actions_as_the_oracle_finds(name: str, depth: int) -> None:
    """Three players one after another, each with all that is open to them then."""
    zone = f"{SCENES[name]} [10]"
    position = place(zone, phase="action", share_mode="auto")
    board = mirrored(position)
    steps(position)
    assert position.record.phase in (Phase.EFFECT, Phase.OVER)
    assert perft(position, depth) == oracle_perft(board, set(), depth)


def test_a_share_and_what_follows() -> None:
    position = place("[1 35*A] [6*B 2] [3 9*C 21] [10] [11] [17]")
    steps(position)
    assert perft(position, 1) == 3
    assert perft(position, 2) == 9
    assert len(options(position, 0)) == 3
