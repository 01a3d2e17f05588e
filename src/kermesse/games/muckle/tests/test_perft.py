"""Decision counts to a fixed depth, each from an argument of its own or from the oracle."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import combinations

import numpy as np
import pytest

from kermesse.core.position import Position
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.oracle import Match
from kermesse.games.muckle.tests.scenes import SEATS, aside, place, selected, stack, whole_set


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


def oracle_at(position: Position) -> Match:
    """The oracle brought to a position before anybody has picked a card."""
    s = position.record
    decider = str(position.options["ball_decider"])
    match = Match(int(s.goal), int(s.hand_size), int(s.turn_cap), decider, "standard")
    match.phase, match.turn, match.progress = "play", int(s.turn), s.progress.tolist()
    match.holder = int(s.ball) if s.ball >= 0 else None
    for seat in SEATS:
        match.stacks[seat] = stack(position, seat)
        match.asides[seat] = aside(position, seat)
        left = whole_set()
        left.subtract(match.stacks[seat])
        left.subtract(match.asides[seat])
        match.hands[seat] = Counter(left)
    return match


def oracle_perft(match: Match, depth: int) -> int:
    if depth == 0 or match.phase == "over":
        return int(depth == 0)
    seat = min(match.due())
    total = 0
    for text in match.legal(seat):
        child = deepcopy(match)
        child.act(seat, text)
        total += oracle_perft(child, depth - 1)
    return total


def orders(depth: int) -> int:
    """Ways to take cards off a set one after another, equal ones alike."""
    states = Counter({tuple(whole_set().values()): 1})
    for _ in range(depth):
        after: Counter[tuple[int, ...]] = Counter()
        for left, ways in states.items():
            for kind, n in enumerate(left):
                if n:
                    after[(*left[:kind], n - 1, *left[kind + 1 :])] += ways
        states = after
    return states.total()


@pytest.mark.rule("MK-05", "MK-71")
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_first_cards_to_put_aside(depth: int) -> None:
    assert perft(game.new(seed=1), depth) == orders(depth)
    assert orders(1) == 8


@pytest.mark.rule("MK-71")
def test_there_are_209_selections() -> None:
    """Counted as sets: reached in any order, each selection is one position."""
    found = {game.new(seed=1).tobytes()}
    for _ in range(5):
        after = set()
        for raw in found:
            position = Position(game, np.frombuffer(raw, game.dtype).copy())
            for action in position.legal(0):
                child = position.copy()
                child.decide(0, action.number)
                child.record.event_args[:] = 0
                after.add(child.tobytes())
        found = after
    every = {tuple(sorted(five)) for five in combinations(list(whole_set().elements()), 5)}
    assert len(found) == len(every) == 209


@pytest.mark.rule("MK-10", "MK-71")
def test_four_picks() -> None:
    assert perft(selected(), 4) == 4**4
    position = place("run run | | tackle_left |", {0: "run pass rest dodge_left dodge_right run"})
    kinds = [len(position.legal(seat)) for seat in SEATS]
    assert perft(position, 4) == int(np.prod(kinds))
    assert kinds[0] == 5


FEW = {
    0: "run run pass",
    1: "tackle_both tackle_left",
    2: "dodge_left tackle_right",
    3: "run rest",
}
STACKS = (
    "run tackle_left dodge_left dodge_right rest | run run run dodge_right pass tackle_right |"
    " run run pass tackle_left tackle_left dodge_right | run tackle_left run run pass tackle_both"
)
POSITIONS = {
    "ball in the middle": place(STACKS, FEW),
    "ball with seat 0": place(STACKS, FEW, ball=0, progress="5 3"),
    "ball with seat 3": place(STACKS, FEW, ball=3, progress="2 4", goal=5),
    "last turn": place(STACKS, FEW, ball=1, turn=100),
    "one is asked": place(STACKS, FEW, ball=2, ball_decider="holder_or_low_seat"),
}


@pytest.mark.rule("MK-44", "MK-54", "MK-55", "MK-56", "MK-60")
@pytest.mark.parametrize("depth", [4, 5, 6])
@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_as_the_oracle_finds(name: str, depth: int) -> None:
    position = POSITIONS[name]
    assert perft(position, depth) == oracle_perft(oracle_at(position), depth)


@pytest.mark.rule("MK-60")
def test_after_the_cap_nothing_is_left_to_decide() -> None:
    assert perft(POSITIONS["last turn"], 4) == 2 * 2 * 2 * 2
    assert perft(POSITIONS["last turn"], 6) == 0
