"""Searches find what can be worked out by hand, keep to their budget, and repeat themselves."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from tests.toys import dare, heap, throws

import kermesse
from kermesse.bots.budget import Budget
from kermesse.bots.levels import thinker
from kermesse.bots.search import clock
from kermesse.bots.search.desk import FEARED, fresh_desk, manner_of
from kermesse.bots.search.judging import believe, judge, quick_move
from kermesse.bots.search.matrix import MOST_WORLDS, add_worlds, begin, fresh_stage, learn
from kermesse.bots.search.sealed import MOST_CELLS, MatrixBot
from kermesse.bots.search.thinkers import FlatBot, Searcher, Tally, TreeBot, shares
from kermesse.bots.search.tree import NONE
from kermesse.core.chance import word
from kermesse.core.position import View
from kermesse.core.recipes import Recipe, Search, usual_levels

MANY = {Search.TREE: 400, Search.FLAT: 400, Search.AHEAD: 1}
DEEP = {Search.TREE: 0, Search.FLAT: 12, Search.AHEAD: 0}
SEARCHES = list(MANY)


def heap_of(sticks: int) -> View:
    table = heap.game.new(seed=1)
    table.record.sticks = sticks
    return table.view(0)


def searching(search: Search, threads: int = 1) -> Searcher:
    recipe = Recipe(
        search, MANY[search], scale=1.0, playout=DEEP[search], sample=1, depth=8, narrow=4
    )
    bot = thinker(heap.game, recipe, threads)
    assert isinstance(bot, Searcher)
    return bot


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("sticks", [1, 2, 3, 5, 6, 7])
def test_every_search_leaves_a_multiple_of_four(search: Search, sticks: int) -> None:
    """Flat playouts see only chances, but with so few sticks these point the same way."""
    for seed in range(5):
        action = searching(search).choose(heap_of(sticks), seed=seed)
        assert action.number == sticks % 4


def test_alpha_beta_sees_what_no_first_glance_sees() -> None:
    """From 11 sticks the win is eight decisions away, and nothing on the way looks like it."""
    deep, shallow = (
        thinker(heap.game, Recipe(Search.AHEAD, 1, scale=1.0, depth=depth, narrow=4))
        for depth in (9, 3)
    )
    assert {deep.choose(heap_of(11), seed=seed).number for seed in range(20)} == {3}
    assert {shallow.choose(heap_of(11), seed=seed).number for seed in range(20)} != {3}


def minimax(sticks: int, depth: int, own: bool) -> float:
    """The same thing plainly: 1 for a win of the side to start with, 1/2 where nothing is known."""
    if sticks == 0:
        return 0.0 if own else 1.0
    if depth == 0:
        return 0.5
    worths = [minimax(sticks - n, depth - 1, not own) for n in range(1, min(3, sticks) + 1)]
    return max(worths) if own else min(worths)


@pytest.mark.parametrize("sticks", range(2, 12))
@pytest.mark.parametrize("depth", [2, 5, 8])
def test_alpha_beta_is_minimax(sticks: int, depth: int) -> None:
    bot = thinker(heap.game, Recipe(Search.AHEAD, 1, scale=1.0, depth=depth, narrow=4))
    assert isinstance(bot, Searcher)
    tally = bot.tally(heap_of(sticks), Budget(iterations=1), 1)
    for n in range(1, min(3, sticks) + 1):
        assert tally[n] == pytest.approx(minimax(sticks - n, depth - 1, own=False), abs=1e-4)


# --- doubts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("search", [Search.TREE, Search.AHEAD])
@pytest.mark.parametrize(("doubt", "expected"), [(1, dare.CALL), (64, dare.TOSS)])
def test_who_doubts_expects_the_card_that_hurts(search: Search, doubt: int, expected: int) -> None:
    bot = thinker(dare.game, Recipe(search, 200, focus=1.0, doubt=doubt))
    view = dare.game.new(seed=1).view(0)
    assert {bot.choose(view, seed=seed).number for seed in range(20)} == {expected}


def test_feared_worlds_fit_the_view_and_come_again_with_other_luck() -> None:
    game = kermesse.game("muvuca")
    view = game.new(seed=3).view(0)
    seen = []
    known, desk = view.copy(), fresh_desk(game, 2)
    known.record.rng = 5
    manner = manner_of(Recipe(Search.TREE, 1, doubt=4))
    for _ in range(2 * FEARED):
        game.bind(believe)(known.record, 0, manner, desk)
        seen.append(desk.worlds[:1].copy())
    assert len({int(world[0].rng) for world in seen}) == 2 * FEARED
    for world in seen:
        world[0].rng = 0
    assert len({world.tobytes() for world in seen}) > FEARED // 2
    assert [w.tobytes() for w in seen[:FEARED]] == [w.tobytes() for w in seen[FEARED:]]
    for world in seen:
        game.kernels["conceal"](world[0], 0)
        assert world.tobytes() == view.tobytes()


def test_what_comes_does_not_follow_from_what_others_hold() -> None:
    """Drawn from the same words, a hand of high cards would come with a row of high cards."""
    game = kermesse.game("shuppa")
    view = game.new(2, 3).view(0)
    bot = thinker(game, game.levels(2)["expert"])
    assert isinstance(bot, MatrixBot)
    room, desk = bot.room((0, 1), 0), fresh_desk(game, 2)
    stage, manner = fresh_stage((0, 1), room), manner_of(bot.recipe)
    held, dealt = [], []
    for seed in range(150):
        known = view.copy()
        known.record.rng = seed
        game.bind(add_worlds)(known.record, 0, 0, 1, stage, manner, desk)
        held.append(middle_card(desk.worlds[2].hand[1]))
        row = [int(card) for card in desk.worlds[0].row if card >= 0]
        dealt.append(sum(row) / len(row))
    assert abs(np.corrcoef(held, dealt)[0, 1]) < 0.25


def middle_card(halves: Any) -> float:
    """The mean number of the cards in a set of two words."""
    cards = [
        64 * half + bit for half in range(2) for bit in range(64) if int(halves[half]) >> bit & 1
    ]
    return sum(cards) / len(cards)


# --- sealed choices -----------------------------------------------------------------------------


def thrower(name: str = "throws", *, alone: bool = False) -> MatrixBot:
    game = throws.teams if name == "teams" else throws.game
    recipe = Recipe(Search.MATRIX, 4, width=9, otherwise=Search.FLAT)
    bot = thinker(game, recipe, alone=alone)
    assert isinstance(bot, MatrixBot)
    return bot


def played(bot: MatrixBot, seeds: int) -> Counter[int]:
    view = bot.game.new(seed=1).view(0)
    return Counter(bot.choose(view, seed=seed).number for seed in range(seeds))


def test_equal_throws_are_mixed_equally() -> None:
    """Victory is victory, whatever it weighs: a third each."""
    thrown = played(thrower(), 300)
    assert all(70 <= thrown[kind] <= 130 for kind in range(3))


def test_the_average_strategy_is_the_one_by_hand() -> None:
    """Payoffs of a weighing rock: 1/4, 1/2, 1/4."""
    bot = thrower()
    view = bot.game.new(seed=1).view(0)
    stage = bot.solve(view, Budget(iterations=1))
    lead = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], np.float32)  # rock, paper, scissors
    stage.payoff[0, :9, 0] = lead.T.flatten()  # the first side's choice varies fastest
    stage.payoff[0, :9, 1] = -lead.T.flatten()
    begin(stage, 1)
    learn(stage, 1, 0, 0, 1000)
    learn(stage, 1, 0, 1000, 1000)
    assert stage.total[:3] / stage.total[:3].sum() == pytest.approx([0.25, 0.5, 0.25], abs=0.02)


def agreements(bot: MatrixBot, seeds: list[tuple[int, int]]) -> int:
    """How often the two of a team throw alike, each with its own seed."""
    table = bot.game.new(seed=1)
    return sum(
        bot.choose(table.view(0), seed=one) == bot.choose(table.view(2), seed=two)
        for one, two in seeds
    )


def test_teammates_with_one_seed_throw_alike() -> None:
    bot = thrower("teams")
    assert agreements(bot, [(seed, seed) for seed in range(40)]) == 40
    assert agreements(bot, [(seed, seed + 1000) for seed in range(40)]) < 30
    assert len(played(bot, 60)) == 3  # and the other side cannot tell which


def test_strangers_in_a_team_look_for_what_goes_without_saying() -> None:
    """Each learns what the other would do; no seed is shared, and yet they agree."""
    bot = thrower("teams", alone=True)
    assert agreements(bot, [(seed, seed + 1000) for seed in range(40)]) > 30


def test_a_team_that_wins_has_won_as_much_as_a_single_player() -> None:
    for game, seats, values in ((throws.game, 2, [1, 0]), (throws.teams, 4, [1, 0, 1, 0])):
        table = game.new(seats, 1)
        for seat in range(seats):
            table.decide(seat, "1" if seat % 2 == 0 else "0")  # paper beats rock
        table.rush()
        desk = fresh_desk(game, seats)
        game.bind(judge)(table.record, 1.0, desk, desk.values)
        assert desk.values.tolist() == values


def test_a_tree_does_not_answer_what_it_hides_itself() -> None:
    """Whoever replied to our throw would always win, and every throw would be worth nothing."""
    bot = thinker(throws.game, Recipe(Search.TREE, 300, scale=1.0))
    assert isinstance(bot, TreeBot)
    bot.choose(throws.game.new(2, 1).view(0), seed=1)
    tree = bot._trees[0]
    node, worths = int(tree.child[0]), []
    while node != NONE:
        worths.append(float(tree.worth[node]) / max(1, int(tree.visits[node])))
        node = int(tree.sibling[node])
    assert len(worths) == 3
    assert max(worths) > 0.3


@pytest.mark.parametrize("seed", range(12))
def test_quick_play_does_not_see_what_others_have_sealed(seed: int) -> None:
    """The last of four chooses alike, whatever the others have laid face-down."""
    game, chance = kermesse.game("muckle"), Random(seed)
    table = game.new(4, seed)
    while table.phase != "play" or table.record.turn < 4:
        seat = min(table.due)
        table.act(seat, chance.choice(table.legal(seat)))
    desk, manner = fresh_desk(game, 4), manner_of(Recipe(Search.MATRIX, 1, blind=99))
    picked = set()
    for _ in range(20):
        world = table.copy()
        for seat in range(3):
            world.act(seat, chance.choice(world.legal(seat)))
        game.bind(quick_move)(world.record, 3, manner, desk)
        picked.add(int(world.record.pick[3]))
    assert len(picked) == 1


def test_who_has_chosen_already_is_weighed_as_if_not() -> None:
    bot = thrower()
    early, late = bot.game.new(seed=1), bot.game.new(seed=1)
    late.decide(1, "2")
    assert late.due == {0}
    for seed in range(20):
        assert bot.choose(early.view(0), seed=seed) == bot.choose(late.view(0), seed=seed)


# --- budgets and threads ------------------------------------------------------------------------


@pytest.mark.parametrize("search", SEARCHES)
def test_iterations_and_seed_decide_everything(search: Search) -> None:
    bot, other = searching(search), searching(search)
    for seed in range(10):
        budget = Budget(iterations=20)
        first = bot.choose(heap_of(13), budget=budget, seed=seed)
        assert first == bot.choose(heap_of(13), budget=budget, seed=seed)
        assert first == other.choose(heap_of(13), budget=budget, seed=seed)


@pytest.mark.parametrize("search", SEARCHES)
def test_threads_search_apart_and_are_added_up(search: Search) -> None:
    one, two = searching(search), searching(search, threads=2)
    budget = Budget(iterations=30)
    apart = two.tally(heap_of(9), budget, 7)
    assert np.array_equal(apart, two.tally(heap_of(9), budget, 7))
    assert apart.sum() > one.tally(heap_of(9), budget, 7).sum()


def test_threads_imagine_worlds_of_their_own() -> None:
    """Seeds one step of the generator apart would give the same worlds, one later."""
    started: list[View] = []

    class Noting(FlatBot):
        def search(self, known: View, allowed: Sequence[int] | None, budget: Budget) -> Tally:
            started.append(known)
            return np.zeros(heap.game.actions)

    Noting(heap.game, Recipe(Search.FLAT, 1), 4).tally(heap_of(9), Budget(iterations=1), 7)
    words = [{word(known.record) for _ in range(100)} for known in started]
    assert len(set.union(*words)) == 400


@pytest.mark.parametrize("search", SEARCHES)
def test_milliseconds_end_a_search(search: Search) -> None:
    bot = searching(search)
    bot.choose(heap_of(15), seed=1)
    started = perf_counter()
    action = bot.choose(heap_of(15), budget=Budget(milliseconds=30), seed=1)
    assert action.number in (1, 2, 3)
    assert perf_counter() - started >= 0.025  # it has used its time; how much more, a bench tells


def test_a_clock_hands_out_portions_and_never_starts_another_one_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(clock, "perf_counter", lambda: now[0])
    portions: list[tuple[float, int]] = []

    def work(done: int, n: int) -> None:
        assert done == sum(n for _, n in portions)
        portions.append((now[0], n))
        now[0] += n * 0.001

    done = clock.spend(Budget(milliseconds=100), work)
    assert done == sum(n for _, n in portions)
    assert 0.1 <= now[0] < 0.106  # 5 % of the time is one portion
    assert all(start < 0.1 for start, _ in portions)
    assert all(a[0] < b[0] for a, b in pairwise(portions))


def test_a_search_that_has_enough_ends_early() -> None:
    assert clock.spend(Budget(milliseconds=60_000), lambda done, more: None, most=3) == 3
    assert clock.spend(Budget(iterations=60_000), lambda done, more: None, most=3) == 3
    bot = thrower()
    view = bot.game.new(seed=1).view(0)
    stage = bot.solve(view, Budget(milliseconds=60_000))
    assert stage.counts[:, 0].tolist() == [3] * MOST_WORLDS


@pytest.mark.parametrize(
    ("width", "narrow", "room"),
    [(4, 4, [4, 4, 4, 4]), (3, 4, [3, 3, 3, 3]), (9, 2, [2, 9, 2, 9]), (40, 4, [4, 8, 4, 8]),
     (40, 40, [5, 6, 5, 6])],
)  # fmt: skip
def test_all_combinations_that_are_weighed_have_room(
    width: int, narrow: int, room: list[int]
) -> None:
    """Four throws of each of four seats are 256 combinations, forty would be far too many."""
    recipe = Recipe(Search.MATRIX, 1, width=width, narrow=narrow, otherwise=Search.FLAT)
    bot = thinker(throws.teams, recipe)
    assert isinstance(bot, MatrixBot)
    assert bot.room((0, 1, 0, 1), 1) == room
    assert math.prod(room) <= MOST_CELLS


def test_other_sides_may_be_given_fewer_choices() -> None:
    bot = thinker(throws.game, Recipe(Search.MATRIX, 3, width=3, narrow=2, otherwise=Search.FLAT))
    assert isinstance(bot, MatrixBot)
    stage = bot.solve(throws.game.new(seed=1).view(1), Budget(iterations=3))
    assert stage.counts[:3].tolist() == [[2, 3]] * 3


def test_the_heats_of_a_race_share_its_budget() -> None:
    assert [part.iterations for part in shares(Budget(iterations=240), 8)] == [10, 20, 40]
    assert [part.milliseconds for part in shares(Budget(milliseconds=90), 5)] == [30, 30, 30]
    assert [part.iterations for part in shares(Budget(iterations=1), 3)] == [1, 1]


def test_a_game_that_says_nothing_has_all_levels() -> None:
    levels = usual_levels(2)
    assert list(levels) == ["novice", "casual", "skilled", "strong", "expert"]
    assert heap.game.levels(2) == levels
