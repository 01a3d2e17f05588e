"""Searches in the games as they are: rounds, partners, sealed choices and an honour table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import numpy as np
import pytest

import kermesse
from kermesse.bots.budget import Budget
from kermesse.bots.choice import considered
from kermesse.bots.levels import thinker
from kermesse.bots.search.desk import fresh_desk, manner_of
from kermesse.bots.search.judging import quick_move
from kermesse.bots.search.sealed import MatrixBot
from kermesse.bots.search.thinkers import Searcher, known
from kermesse.bots.search.tree import cut_down, fresh_tree, grow
from kermesse.core.game import Game
from kermesse.core.position import Position
from kermesse.core.recipes import Recipe, Search
from kermesse.games.viva.rules.honour import was_forbidden

BRIEFLY = Budget(iterations=16)
ROUNDS = [("muvuca", 2), ("viva", 2), ("viva", 3)]
HONOUR = {"table": "honour"}
RECIPE = Recipe(Search.TREE, 20, playout=4)


def walk(game: Game, seats: int, options: dict[str, object] | None = None) -> Iterator[Position]:
    """Moments with something to decide, from one match of chance after the other."""
    chance = Random(5)
    while True:
        table = game.new(seats, chance.getrandbits(60), options)
        while not table.over:
            yield table.copy()
            seat = chance.choice(sorted(table.due))
            table.act(seat, chance.choice(table.legal(seat)))


def searching(game: Game, seats: int, level: str = "strong") -> Searcher:
    bot = thinker(game, game.levels(seats)[level])
    assert isinstance(bot, Searcher)
    return bot


# --- rounds -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), ROUNDS)
def test_a_search_plays_for_the_round_whoever_leads(name: str, seats: int) -> None:
    """A lead of a round would squeeze all that can still be won into a corner of the scale."""
    game = kermesse.game(name)
    bot = searching(game, seats)
    seen = 0
    for table in walk(game, seats, {"rounds": 5} if name == "viva" else {"rounds_to_win": 3}):
        seat = min(table.due)
        if seen == 15:
            break
        if len(table.legal(seat)) < 2:
            continue
        table.record.wins[:] = 0
        even = bot.tally(table.view(seat), BRIEFLY, seen)
        for leader in range(seats):
            table.record.wins[:] = 0
            table.record.wins[leader] = 2
            assert np.array_equal(bot.tally(table.view(seat), BRIEFLY, seen), even)
        seen += 1


def test_in_a_tie_break_of_viva_those_who_are_out_stay_behind() -> None:
    game = kermesse.game("viva")
    table = game.new(3, 1)
    table.record.wins[:3] = (2, 0, 2)
    table.record.tie_break = 1
    game.kernels["afresh"](table.record)
    assert table.record.wins[:3].tolist() == [2, 0, 2]


# --- sealed choices -----------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["strong", "expert"])
def test_partners_draw_one_plan_whoever_is_asked_first(level: str) -> None:
    """What others have laid face-down by then must not change the worlds that are imagined."""
    game = kermesse.game("muckle")
    bot = thinker(game, game.levels(4)[level])
    assert isinstance(bot, MatrixBot)
    moments = (table for table in walk(game, 4) if table.phase == "play" and len(table.due) == 4)
    chance = Random(3)
    for seed, table in zip(range(4), moments, strict=False):
        picks = set()
        for order in list(permutations(range(4)))[seed::4]:
            there = table.copy()
            chosen = {}
            for seat in order:
                action = bot.choose(there.view(seat), budget=Budget(iterations=4), seed=seed)
                chosen[seat] = action.number
                there.act(seat, action if seat % 2 else chance.choice(there.legal(seat)))
            picks.add((chosen[1], chosen[3]))
        assert len(picks) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_matrix_does_not_depend_on_who_has_sealed_a_card(seats: int) -> None:
    game = kermesse.game("shuppa")
    bot = thinker(game, game.levels(seats)["expert"])
    moments = (t for t in walk(game, seats) if t.phase == "play" and len(t.due) == seats)
    for seed, table in zip(range(12), moments, strict=False):
        before = bot.choose(table.view(seats - 1), budget=BRIEFLY, seed=seed)
        table.act(0, table.legal(0)[0])
        assert bot.choose(table.view(seats - 1), budget=BRIEFLY, seed=seed) == before


@pytest.mark.parametrize("seats", [2, 3])
def test_quick_play_of_shuppa_does_not_see_what_others_have_sealed(seats: int) -> None:
    game = kermesse.game("shuppa")
    desk, manner = fresh_desk(game, seats), manner_of(Recipe(Search.TREE, 1, blind=99))
    moments = (t for t in walk(game, seats) if t.phase == "play" and len(t.due) == seats)
    several = set()
    for _, table in zip(range(6), moments, strict=False):
        picked = set()
        for action in table.legal(0):
            there = table.copy()
            there.decide(0, action)
            game.bind(quick_move)(there.record, 1, manner, desk)
            picked.add(int(there.record.chosen[1]))
        assert len(picked) == 1
        several |= picked
    assert len(several) > 1


# --- manners ------------------------------------------------------------------------------------


def test_at_an_honour_table_a_tree_looks_at_what_it_may_do_alone() -> None:
    game = kermesse.game("viva")
    bot = searching(game, 3)
    found = 0
    for table in walk(game, 3, HONOUR):
        view = table.view(min(table.due))
        allowed = [action.number for action in considered(game, view, 1)]
        if not 1 < len(allowed) < len(view.legal()):
            continue
        tally = bot.tally(view, Budget(iterations=40), 1, allowed)
        assert set(np.flatnonzero(tally)) <= set(allowed)
        assert np.floor(tally).sum() == 40
        found += 1
        if found == 10:
            break


@pytest.mark.parametrize("notice", [0, 100])
def test_quick_play_calls_what_was_forbidden_if_it_notices(notice: int) -> None:
    game = kermesse.game("viva")
    desk, manner = fresh_desk(game, 3), manner_of(game.levels(3)["strong"])
    seen = set()
    for table in walk(game, 3, {**HONOUR, "bot_notice": notice}):
        if table.phase != "call":
            continue
        forbidden = bool(was_forbidden(table.record))
        seats = sorted(table.due)
        for seat in seats:
            game.bind(quick_move)(table.record, seat, manner, desk)
        callers = [seat for seat in seats if int(table.record.callers) >> seat & 1]
        assert callers == (seats if forbidden and notice else [])
        seen.add(forbidden)
        if len(seen) == 2:
            break


# --- a full tree --------------------------------------------------------------------------------


def test_a_full_tree_goes_on_with_what_it_has() -> None:
    """Room for the last four moves alone, and the others, which come first, find none."""
    game = kermesse.game("viva")
    table = next(table for table in walk(game, 2) if len(table.legal(min(table.due))) > 6)
    seat = min(table.due)
    last = [action.number for action in table.legal(seat)[-4:]]
    tree, view, manner = fresh_tree(5), known(table.view(seat), 1), manner_of(RECIPE)
    cut_down(tree)
    game.bind(grow)(view.record, seat, tree, manner, 20, fresh_desk(game, 2, last))
    desk = fresh_desk(game, 2)
    game.bind(grow)(view.record, seat, tree, manner, 50, desk)
    assert tree.used[0] == 5
    assert tree.visits[1:5].sum() == 70
    assert (desk.where == -1).all()
