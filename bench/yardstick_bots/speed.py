"""Simulations per second of processor time: our searches, and OpenSpiel's in Python and in C++.

In Python it searches our games, at the same decisions as ours do; in C++ its own `gin_rummy`.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bench.tables import Table, decisions
from bench.yardstick_bots.rival import UCT_C, OpenSpielBot, pyspiel
from kermesse.bots.budget import Budget
from kermesse.bots.levels import thinker
from kermesse.bots.search.matrix import cells
from kermesse.bots.search.sealed import MatrixBot
from kermesse.bots.search.thinkers import TreeBot, known
from kermesse.core.position import View
from kermesse.core.recipes import Recipe, Search
from kermesse.lab.streams import key

PLACES = 9  # decisions at which searches are measured, in turn
SIMULATIONS = 100  # of OpenSpiel's searches at each
OUR_SECONDS = 0.1  # about as long as OpenSpiel's, for rates that a clock can tell apart
SEARCHES = (Search.TREE, Search.MATRIX)


@dataclass(frozen=True)
class Speed:
    """Simulations per second at each of some decisions, side by side."""

    ours: list[float]
    theirs: list[float]
    cpp: list[float]  # OpenSpiel's IS-MCTS in C++ on its gin_rummy; empty if it crashed

    @property
    def ratio(self) -> float:
        """How many times as many we make as OpenSpiel in Python, at the same decisions."""
        pairs = zip(self.ours, self.theirs, strict=True)
        return median(our / their for our, their in pairs)

    @property
    def ratio_to_cpp(self) -> float | None:
        """How many times as many we make as OpenSpiel in C++ on another game."""
        return median(self.ours) / median(self.cpp) if self.cpp else None


def measure(table: Table, seed: int) -> Speed:
    """All searches in turn, decision by decision."""
    recipe = searching_recipe(table)
    staged = table.game.staged if recipe.search is Search.MATRIX else frozenset()
    views = decisions(table, PLACES, key(seed, "speed"), staged)
    rival = OpenSpielBot(table.game, SIMULATIONS)
    rival.choose(views[0], seed=1)  # loads machine code
    our_rate(table, recipe, views[0], 1)
    ours, theirs, cpp = [], [], []
    crashed = False
    # in a process of its own: some of OpenSpiel's C++ bots crash when driven from Python
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:
        for place, view in enumerate(views):
            ours.append(our_rate(table, recipe, view, place))
            theirs.append(rival_rate(rival, view, place))
            try:
                cpp.append(apart.submit(gin_rummy_rate, key(seed, "gin", place)).result())
            except BrokenProcessPool:
                crashed = True
    return Speed(ours, theirs, [] if crashed else cpp)


def searching_recipe(table: Table) -> Recipe:
    """The first level from strong on that grows a tree or solves a matrix."""
    levels = table.game.levels(table.seats)
    return next(r for r in (levels["strong"], levels["expert"]) if r.search in SEARCHES)


def our_rate(table: Table, recipe: Recipe, view: View, seed: int) -> float:
    """Our simulations per second: lines played from an imagined world to a judgement."""
    search = thinker(table.game, recipe)
    done, started = 0, process_time()
    while (taken := process_time() - started) < OUR_SECONDS:
        done += simulations(search, recipe.iterations, view, seed + done)
    return done / taken


def simulations(search: Any, iterations: int, view: View, seed: int) -> int:
    """Search once, as long as the level does; return how many simulations that were."""
    budget = Budget(iterations=iterations)
    if isinstance(search, MatrixBot):  # every combination of choices in every world
        stage = search.solve(known(view, seed), budget)
        return sum(cells(stage, world) for world in range(iterations))
    assert isinstance(search, TreeBot)
    search.tally(view, budget, seed)
    return iterations


def rival_rate(rival: OpenSpielBot, view: View, seed: int) -> float:
    """OpenSpiel's simulations per second, in Python with our rules in machine code."""
    started = process_time()
    rival.choose(view, seed=seed)
    return rival.simulations / (process_time() - started)


def gin_rummy_rate(seed: int) -> float:
    """OpenSpiel's simulations per second in C++, at the first decision of a deal of gin_rummy."""
    chance = Random(seed)
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed % 2**31)
    bot = pyspiel.ISMCTSBot(seed % 2**31, evaluator, UCT_C, SIMULATIONS)
    started = process_time()
    bot.step(state)
    return SIMULATIONS / (process_time() - started)
