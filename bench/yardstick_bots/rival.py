"""OpenSpiel's pure-Python searches as bots of ours: they get a view and choose an action."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.rivals.rate import import_rival
from bench.yardstick_bots.state import Kit, OpenState, State
from kermesse.bots.budget import Budget
from kermesse.core.chance import checked_seed
from kermesse.core.game import Game
from kermesse.core.position import Action, View

pyspiel = import_rival("pyspiel", "open_spiel")
mcts = import_module("open_spiel.python.algorithms.mcts")
ismcts = import_module("open_spiel.python.algorithms.ismcts")

UCT_C = 2.0  # what OpenSpiel's own mcts example uses; victories count 1, defeats -1
OPEN_GAMES = {"moon_river"}  # that hide nothing but the draws to come


def kit(game: Game) -> Kit:
    """A game as OpenSpiel's searches see it."""
    kinds = pyspiel.GameType
    hidden = kinds.Information.IMPERFECT_INFORMATION
    is_open = game.name in OPEN_GAMES
    return Kit(
        game,
        SimpleNamespace(
            dynamics=kinds.Dynamics.SEQUENTIAL,
            information=kinds.Information.PERFECT_INFORMATION if is_open else hidden,
            reward_model=kinds.RewardModel.TERMINAL,
        ),
    )


class QuickRollouts:
    """The random rollouts that both searches have by default, each in one call of machine code."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.prior = mcts.RandomRolloutEvaluator().prior

    def evaluate(self, state: State) -> npt.NDArray[np.float64]:
        """What the match brings each seat if all choose at random from here on."""
        return np.array(state.rolled_out(self.luck.getrandbits(64)).returns())


@dataclass(frozen=True)
class OpenSpielBot:
    """IS-MCTS over imagined worlds or, where nothing is hidden, MCTS with chance nodes.

    With random rollouts to the end of the match, as both have them by default: OpenSpiel's own, or
    the same in machine code.
    """

    game: Game
    simulations: int
    quick: bool = False
    _kits: list[Kit] = field(default_factory=list, init=False, repr=False, compare=False)

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """The action that the search looked into most often."""
        by_number = {action.number: action for action in view.legal()}
        if len(by_number) == 1:
            return next(iter(by_number.values()))
        if not self._kits:
            self._kits.append(kit(self.game))
        seed = checked_seed(seed)
        chance = np.random.RandomState(seed % 2**32)
        worlds = Random(seed)
        rollouts = QuickRollouts(worlds) if self.quick else mcts.RandomRolloutEvaluator(1, chance)
        search = self.open_search if self.game.name in OPEN_GAMES else self.hidden_search
        return by_number[int(search(view, worlds, rollouts, chance))]

    def hidden_search(
        self, view: View, worlds: Random, rollouts: Any, chance: np.random.RandomState
    ) -> int:
        """By IS-MCTS: every simulation in a world of its own that fits the view."""
        shared = self._kits[0]

        def imagined(state: object = None, player: int = view.seat) -> State:
            return State.imagined(shared, view, worlds.getrandbits(64))

        bot = ismcts.ISMCTSBot(shared, rollouts, UCT_C, self.simulations, random_state=chance)
        bot.set_resampler(imagined)
        return int(bot.step(imagined()))

    def open_search(
        self, view: View, worlds: Random, rollouts: Any, chance: np.random.RandomState
    ) -> int:
        """By MCTS, with chance nodes where something is drawn."""
        shared = self._kits[0]
        bot = mcts.MCTSBot(shared, UCT_C, self.simulations, rollouts, random_state=chance)
        return int(bot.step(OpenState.imagined(shared, view, worlds.getrandbits(64))))
