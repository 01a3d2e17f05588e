"""Exact solving: games whose value is known by hand, and what is gained against other plans."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from tests.toys import heap, throws
from tests.toys.plainly import Ending, Phase, toy

from kermesse.core.bits import bit, has
from kermesse.core.chance import draw
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.record import UNKNOWN
from kermesse.interop.equilibrium import evenly, judge, mixed, plans_of, solve
from kermesse.interop.game_tree import Choice, Floats, TooLarge, Tree, unfold

CARDS = 3
FIELDS = [("card", np.int16), ("said", np.int16), ("guess", np.int16), ("spare", np.int16)]


def plainly(game: Game, **kernels: Any) -> Game:
    """The game in plain Python, perhaps with other kernels: nothing has to be compiled."""
    return dataclasses.replace(game, kernels={**game.plain_kernels, **kernels})


# --- a game with a secret: seat 0 sees a card and says a word, seat 1 guesses the card ------------


@kernel
def setup(s: Any) -> None:
    s.over = 0
    s.reveals = 1
    s.card = draw(s, CARDS)
    s.said = -2
    s.guess = -2
    s.due = bit(0)
    s.phase = Phase.DECIDE


@kernel
def legal(s: Any, seat: int, out: Any) -> int:
    if not has(s.due, seat):
        return 0
    for word in range(CARDS):
        out[word] = word
    return CARDS


@kernel
def act(s: Any, seat: int, action: int) -> None:
    if seat == 0:
        s.said = action
        s.due = bit(1)
    else:
        s.guess = action
        s.due = 0


@kernel
def step(s: Any) -> None:
    s.over = 1
    s.phase = Phase.OVER


@kernel
def outcome(s: Any, out: Any) -> int:
    out[0] = 2 if s.guess == s.card else 1
    out[1] = 1 if s.guess == s.card else 2
    return Ending.WON


@kernel
def conceal(s: Any, seat: int) -> None:
    s.rng = 0
    s.viewer = seat
    if seat != 0:
        s.card = UNKNOWN


guessing = toy(
    "guessing", 2, CARDS, FIELDS,
    kernels={**heap.game.kernels, "setup": setup, "legal": legal, "act": act, "step": step,
             "outcome": outcome, "conceal": conceal},
)  # fmt: skip


@pytest.fixture(scope="module")
def guesses() -> Tree:
    return unfold(plainly(guessing))


def test_what_is_hidden_is_not_told_apart(guesses: Tree) -> None:
    """Seat 0 knows three cards, seat 1 three words; behind each word lie three cards."""
    part = guesses.parts[-1]
    assert len(guesses.parts) == 1
    assert [choice.side for choice in part.choices].count(0) == CARDS
    assert [choice.side for choice in part.choices].count(1) == CARDS
    assert len(part.kind) == 1 + CARDS + CARDS**2 + CARDS**3
    assert (part.kind == 1).sum() == CARDS**2


def test_who_guesses_is_right_once_in_three_times(guesses: Tree) -> None:
    solution = solve(guesses, 1e-4)
    assert solution.worth.value == pytest.approx(1 / 3, abs=1e-3)
    assert solution.worth.exploitability < 1e-4
    assert solution.worth.least <= 1 / 3 <= solution.worth.most


def test_a_best_answer_finds_what_a_plan_gives_away(guesses: Tree) -> None:
    """Who always names the card gives it away; who always guesses the same is right once in 3."""

    def candid(choice: Choice) -> Floats:
        plan = np.zeros(CARDS)
        plan[int(choice.view["card"][0]) if choice.side == 0 else 0] = 1.0
        return plan

    worth = judge(guesses, plans_of(guesses, candid))
    assert worth.value == pytest.approx(1 / 3)  # a guess of the first card is still blind
    assert worth.least == pytest.approx(-1.0)
    assert worth.most == pytest.approx(1 / 3)
    assert worth.exploitability == pytest.approx(2 / 3)


# --- nothing hidden -------------------------------------------------------------------------------


def test_open_games_are_solved_by_looking_ahead() -> None:
    """Whoever leaves a multiple of four wins; of 15 sticks the first takes three."""
    tree = unfold(plainly(heap.game))
    solution = solve(tree)
    assert solution.worth == (1.0, 1.0, 1.0)
    for place, part in enumerate(tree.parts):
        for choice in part.choices:
            assert len(part.choices) == 1  # every position is a part of its own
            sticks = int(choice.view["sticks"][0])
            if sticks % 4:
                plan = solution.plan(place, choice)
                assert choice.actions[int(plan.argmax())] == sticks % 4


def test_a_random_player_is_beaten_by_a_perfect_one() -> None:
    tree = unfold(plainly(heap.game))
    best, blind = solve(tree).plans, plans_of(tree, evenly)
    assert judge(tree, mixed(tree, best, blind)).value == 1.0
    assert judge(tree, mixed(tree, blind, best)).value < -0.9
    assert judge(tree, blind).exploitability > 0.5


# --- all at once ----------------------------------------------------------------------------------


def test_sealed_choices_are_mixed() -> None:
    solution = solve(unfold(plainly(throws.game)), 1e-4)
    assert solution.worth.value == pytest.approx(0.0, abs=1e-3)
    part = solution.tree.parts[0]
    assert len(part.choices) == 2  # the second seat does not see what the first one throws
    for choice in part.choices:
        assert solution.plan(0, choice) == pytest.approx([1 / 3] * 3, abs=0.02)


def test_team_mates_agree() -> None:
    """Both must throw alike: with one mind they do, and the game is even."""
    solution = solve(unfold(plainly(throws.teams)), 1e-4)
    assert solution.worth.value == pytest.approx(0.0, abs=1e-3)
    sides = [choice.side for choice in solution.tree.parts[0].choices]
    assert (sides.count(0), sides.count(1)) == (4, 4)  # a mate knows what the first one throws
    blind = judge(solution.tree, plans_of(solution.tree, evenly))
    assert blind.most == pytest.approx(2 / 3, abs=1e-6)  # one side throws at all in 1 of 3 cases


# --- refusals -------------------------------------------------------------------------------------


def test_a_large_game_is_refused() -> None:
    with pytest.raises(TooLarge, match="guessing has too many positions"):
        unfold(plainly(guessing), most=20)


def test_a_game_for_one_side_or_three_is_refused() -> None:
    alone = dataclasses.replace(plainly(heap.game), teams=lambda seats: (0, 0))
    with pytest.raises(KermesseError, match="heap with 2 seats is not between two sides"):
        unfold(alone)
