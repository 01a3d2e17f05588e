"""What both kinds of environment have in common: agents, spaces, seeds and boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

import numpy as np
from gymnasium import logger, spaces
from pettingzoo.utils.env_logger import EnvLogger

from kermesse.core.chance import checked_seed
from kermesse.core.record import SPECTATOR
from kermesse.interop.engine import Bits, Engine, Flat, Which
from kermesse.interop.rendering import MODES, Frame, Renderer
from kermesse.interop.spaces import checked_kind, masked_space

Observation = dict[str, Any]
Info = dict[str, Any]

VERSION = "v0"


class Wishes(TypedDict, total=False):
    """The optional arguments."""

    seats: int | None
    options: Mapping[str, Any] | None  # of the game
    observations: str  # "flat" or "fields"
    render_mode: str | None
    render_seat: int  # whose view is shown; -1 is a spectator's
    tell: bool  # whether infos hold points and the last event


class Seated:
    """The seats of a game as agents `seat_0`, `seat_1`…, each with its spaces."""

    spare_actions = 0  # in addition to those of the game

    def __init__(
        self,
        game: Which,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        observations: str = "flat",
        render_mode: str | None = None,
        render_seat: int = SPECTATOR,
        tell: bool = False,
    ) -> None:
        super().__init__()
        self.engine = Engine(game, seats, options)
        self.game = self.engine.game
        self.observations = checked_kind(observations)
        self._look: Callable[[int], tuple[Any, Bits]] = (
            self.engine.flat if self.observations == "flat" else self.engine.fields
        )
        self._renderer = Renderer(render_mode, render_seat, self.engine.seats)
        self.render_mode = self._renderer.mode
        self.tell = tell
        self.metadata = {
            "name": f"{self.game.name}_{VERSION}",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,  # a cycle of all agents is not a turn of the game
        }
        self._make_spaces()
        self._chance = np.random.default_rng()
        self._has_dealt = False

    def _make_spaces(self) -> None:
        actions = self.game.actions + self.spare_actions
        self.possible_agents = [f"seat_{seat}" for seat in range(self.engine.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: masked_space(self.game, self.observations, actions)
            for agent in self.possible_agents
        }
        width = self.engine.seats * self.game.features
        self.state_space = spaces.Box(-np.inf, np.inf, (width,), np.float32)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Where the observations of an agent lie."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all actions; which of them are legal, a mask says."""
        return self.action_spaces[agent]

    def state(self) -> Flat:
        """What all seats see, one after the other: what they know together, and no more."""
        if not self._has_dealt:
            EnvLogger.error_state_before_reset()
        return np.concatenate([self.engine.flat(seat)[0] for seat in range(self.engine.seats)])

    def render(self) -> Frame:
        """The board, as a spectator or as `render_seat` sees it."""
        if not self._has_dealt:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None:
            logger.warn("You are calling render method without specifying any render mode.")
            return None
        return self._renderer.show(self.engine)

    def close(self) -> None:
        """Nothing to close: boards are shown in the terminal."""

    def _deal(self, seed: int | None) -> None:
        """A seed gives its own match and decides all those that follow without one."""
        if seed is None:
            deal = int(self._chance.integers(2**64, dtype=np.uint64))
        else:
            deal = checked_seed(seed)
            self._chance = np.random.default_rng(deal)
        self.engine.deal(deal)
        self._has_dealt = True
        self.agents = self.possible_agents[:]

    def _infos(self) -> dict[str, Info]:
        """The info of each agent: empty unless asked for, since it takes time."""
        if not self.tell:
            return {agent: {} for agent in self.agents}
        return {agent: self.engine.told(self._seats[agent]) for agent in self.agents}

    def _show_people(self) -> None:
        if self.render_mode == "human":
            self.render()
