"""What Muckle says for the standard tests: counts, playthroughs, finished games, variants."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kermesse.core.conformance import ConformanceError, check
from kermesse.core.conformance.finished import Tale
from kermesse.core.conformance.perft import Perft
from kermesse.core.conformance.playthrough import Playthrough
from kermesse.core.conformance.standard import StandardTests
from kermesse.core.kernel import PLAIN, kernel
from kermesse.core.position import Action, Position
from kermesse.games.muckle import game
from kermesse.games.muckle.secrets import conceal
from kermesse.games.muckle.state import State
from kermesse.games.muckle.tests.oracle import Match
from kermesse.games.muckle.tests.scenes import SEATS, aside, place, selected, stack, whole_set

# --- decision counts ------------------------------------------------------------------------


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


def counted_by_the_oracle(position: Position, depth: int) -> int:
    return oracle_perft(oracle_at(position), depth)


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


def as_the_oracle(wanted: dict[int, int] | None = None, **lines: Any) -> Perft:
    return Perft(
        partial(place, STACKS, FEW, **lines),
        wanted or {},
        counted_by_the_oracle,
        (4, 5, 6),
        rules=("MK-44", "MK-54", "MK-55", "MK-56", "MK-60"),
    )


HAND = "run pass rest dodge_left dodge_right run"
COUNTS = {
    "the first cards to put aside": Perft(
        partial(game.new, seed=1),
        {1: 8, **{depth: orders(depth) for depth in (1, 2, 3)}},
        rules=("MK-05", "MK-71"),
    ),
    "four picks": Perft(selected, {4: 4**4}, rules=("MK-10", "MK-71")),
    "four picks of one who has kept more": Perft(
        partial(place, "run run | | tackle_left |", {0: HAND}),
        {1: 5, 4: 5 * 7 * 6 * 7},
        rules=("MK-10", "MK-71"),
    ),
    "ball in the middle": as_the_oracle(),
    "ball with seat 0": as_the_oracle(ball=0, progress="5 3"),
    "ball with seat 3": as_the_oracle(ball=3, progress="2 4", goal=5),
    "last turn": as_the_oracle({4: 2 * 2 * 2 * 2, 6: 0}, ball=1, turn=100),
    "one is asked": as_the_oracle(ball=2, ball_decider="holder_or_low_seat"),
}


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


# --- playthroughs -----------------------------------------------------------------------------


def chosen(position: Position, number: int) -> tuple[int, Action]:
    """Whoever can runs with the ball; everybody else plays a little of everything."""
    seat = sorted(position.due)[number % len(position.due)]
    legal = position.legal(seat)
    if position.record.ball == seat and legal[0].text == "run":
        return seat, legal[0]
    return seat, legal[(number // 4 + 3 * seat) % len(legal)]


def played(**options: Any) -> Playthrough:
    return Playthrough(
        f"Muckle, options {options}",
        lambda: game.new(seed=1, options=options),
        chosen,
        rules=("MK-61", "MK-63", "MK-66", "MK-73"),
    )


PLAYTHROUGHS = {
    "to_the_goal": played(goal=4),
    "small_hands": played(goal=3, hand_size=5, ball_decider="holder_or_low_seat", cards="resting"),
}

# --- finished games ---------------------------------------------------------------------------


def tale(
    bots: tuple[str, ...], places: tuple[int, ...], ending: str = "goal", **options: Any
) -> Tale:
    return Tale(bots, ending, options, places, no_chance=True)


GREEDY, RANDOM = ("greedy",) * 4, ("random",) * 4
ZERO, ONE, BOTH = (1, 2, 1, 2), (2, 1, 2, 1), (1, 1, 1, 1)
TALES = {
    "team-0-wins": tale(GREEDY, ZERO),
    "team-1-wins": tale(GREEDY, ONE),
    "greedy-beats-random": tale(("random", "greedy") * 2, ONE),
    "decided-by-cap": tale(RANDOM, ONE, "cap", turn_cap=20),
    "drawn-by-cap": tale(RANDOM, BOTH, "draw", turn_cap=20),
    "goal-3": tale(GREEDY, ZERO, goal=3),
    "goal-12": tale(GREEDY, ONE, goal=12),
    "hand-size-5": tale(GREEDY, ZERO, hand_size=5),
    "hand-size-13": tale(GREEDY, ONE, hand_size=13),
    "one-is-asked": tale(GREEDY, ZERO, ball_decider="holder_or_low_seat"),
    "team-talk": tale(GREEDY, ZERO, talk="team"),
    "no-talk": tale(GREEDY, ONE, talk="off"),
    "seats-drawn": tale(GREEDY, ONE, seating="random"),
    "tackling": tale(GREEDY, ZERO, cards="tackling"),
    "resting": tale(GREEDY, ONE, cards="resting"),
}


# --- all together -----------------------------------------------------------------------------

STANDARD = StandardTests(
    game,
    Path(__file__).parent,
    counts=COUNTS,
    playthroughs=PLAYTHROUGHS,
    tales=TALES,
    tale_rules=("MK-56", "MK-60"),
    variants=[
        {"turn_cap": 30},
        {"turn_cap": 20, "goal": 12},
        {"turn_cap": 20, "goal": 3, "hand_size": 5},
        {"turn_cap": 20, "hand_size": 13, "talk": "off"},
        {"turn_cap": 20, "ball_decider": "holder_or_low_seat", "seating": "random"},
        {"turn_cap": 20, "cards": "tackling", "talk": "team"},
        {"turn_cap": 20, "cards": "resting", "hand_size": 10},
    ],
    long_matches=20,
    short={"turn_cap": [20, 30], "goal": [3, 3, 6, 3, 12]},
    watched=2000,
    match_rules=("MK-02", "MK-53", "MK-60"),
)
test_standard = STANDARD.suite()


@kernel
def shows_picks_to_the_teammate(s: State, seat: int) -> None:
    """Muckle's `conceal`, but a teammate sees the card that was picked."""
    friend = (seat + 2) % 4
    card = s.pick[friend]
    conceal(s, seat)
    if seat >= 0:
        s.pick[friend] = card


@pytest.mark.rule("MK-66")
@pytest.mark.skipif(PLAIN, reason="the suite is slow in plain Python")
def test_a_pick_shown_to_the_teammate_is_caught() -> None:
    kernels = {**game.kernels, "conceal": shows_picks_to_the_teammate}
    leaky = replace(game, name="leaky_muckle", kernels=kernels)
    with pytest.raises(ConformanceError) as caught:
        check(leaky, options={"turn_cap": 20}, matches=1, clauses=[3, 5])
    assert caught.value.clauses == {3, 5}
