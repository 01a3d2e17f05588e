"""Turn by turn: PettingZoo's AEC environment, in which the lowest seat that is due decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Unpack

from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from kermesse.core.errors import KermesseError, UnreadableAction
from kermesse.interop.engine import Which
from kermesse.interop.pettingzoo.seated import Info, Observation, Seated, Wishes

ILLEGAL_REWARD = -1.0  # what an illegal move costs: a match


class TurnEnv(Seated, AECEnv):  # type: ignore[misc]
    """A game, decision by decision; an illegal move is refused, and nothing changes."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a match. The game's options were given to the environment; these are not read."""
        self._deal(seed)
        agents = self.agents
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, Info] = self._infos()
        self._skip_agent_selection = None
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What an agent sees; the mask of an agent that is not asked is all zeros."""
        if not self._has_dealt:
            EnvLogger.error_observe_before_reset()
        seat = self._seats[agent]
        seen, mask = self._look(seat)
        if seat != self.engine.seat:
            mask[:] = 0
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the decision of the selected agent, and everything that follows."""
        if not self.agents:
            raise KermesseError("no match is being played: reset deals one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        engine = self.engine
        seat, number = engine.seat, engine.checked_action(action)
        if not engine.take(seat, number):
            self._refuse(seat, number)
            return
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        if self.tell:
            self.infos = self._infos()
        self._show_people()

    def _refuse(self, seat: int, action: int) -> None:
        raise self.engine.refusal(seat, action)

    def _go_on(self) -> None:
        """Select the next agent; at the end, give everybody their reward."""
        if not self.engine.over:
            self.agent_selection = self.possible_agents[self.engine.seat]
            return
        self.rewards = dict(zip(self.agents, self.engine.payoffs(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]


class JudgedTurnEnv(TurnEnv):
    """What PettingZoo's usual wrappers make of a game, without the wrappers.

    They are `TerminateIllegalWrapper`, `AssertOutOfBoundsWrapper` and `OrderEnforcingWrapper`.
    Every attribute passes through all three, and a step takes several times as long. A test
    plays both side by side.
    """

    _has_moved = False  # since an agent was last asked by `agent_iter`

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a match. The game's options were given to the environment; these are not read."""
        super().reset(seed, options)
        self._has_moved = True

    def step(self, action: int | None) -> None:
        """Carry out a decision; an illegal one loses, a number that is no action is refused."""
        if not self._has_dealt:
            EnvLogger.error_step_before_reset()
        self._has_moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        try:
            super().step(action)
        except UnreadableAction as refused:
            raise AssertionError(f"action is not in action space: {refused}") from None

    def _refuse(self, seat: int, action: int) -> None:
        """The episode ends with the seat losing: PettingZoo's convention for its masked games."""
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[self.agent_selection] = ILLEGAL_REWARD
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._accumulate_rewards()
        self._deads_step_first()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent that is asked, again and again; between two of them, step or reset."""
        if not self._has_dealt:
            EnvLogger.error_agent_iter_before_reset()
        return self._asked(max_iter)

    def _asked(self, max_iter: int) -> Iterator[str]:
        for _ in range(max_iter):
            if not self.agents:
                return
            assert self._has_moved, "need to call step() or reset() in a loop over `agent_iter`"
            self._has_moved = False
            yield self.agent_selection


raw_env = TurnEnv


def env(game: Which, **wishes: Unpack[Wishes]) -> TurnEnv:
    """The game as PettingZoo's classic games are: an illegal move loses, and ends the episode."""
    return JudgedTurnEnv(game, **wishes)
