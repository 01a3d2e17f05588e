"""All at once: PettingZoo's parallel environment, in which everybody acts in every step.

Who owes a sealed choice makes it; everybody else has one legal action, to wait.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import numpy as np
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from kermesse.core.errors import KermesseError, brief
from kermesse.interop.engine import Bits, Which
from kermesse.interop.pettingzoo.aec import ILLEGAL_REWARD
from kermesse.interop.pettingzoo.seated import Info, Observation, Seated, Wishes

Answers = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
]


class TogetherEnv(Seated, ParallelEnv):  # type: ignore[misc]
    """A game in which all seats act in every step; an illegal move is refused, nothing changes.

    The last action number means to wait. It is the only one of a seat that is not asked.
    """

    spare_actions = 1

    @property
    def wait(self) -> int:
        """The action of an agent that is not asked."""
        return self.game.actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Deal a match. The game's options were given to the environment; these are not read."""
        self._deal(seed)
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, int]) -> Answers:
        """Carry out the decisions of all agents that are asked, and everything that follows."""
        if self._is_idle():
            return {}, {}, {}, {}, {}
        asked = self.engine.asked
        decisions = self._decisions(actions, asked)
        for seat, action in decisions.items():
            if not self._allows(seat, action, asked):
                return self._refuse(seat, action, asked)
        for seat in asked:
            self.engine.take(seat, decisions[seat])
        self._show_people()
        if not self.engine.over:
            return self._answers(dict.fromkeys(self.agents, 0.0))
        return self._last_answers(self.engine.payoffs())

    def _is_idle(self) -> bool:
        """Whether no match is being played: PettingZoo's way is to complain and do nothing."""
        if self.agents:
            return False
        if not self._has_dealt:
            EnvLogger.error_step_before_reset()
        EnvLogger.warn_step_after_terminated_truncated()
        return True

    def _decisions(self, actions: Mapping[str, int], asked: Sequence[int]) -> dict[int, int]:
        """The action of each seat; optional for agents that are not asked."""
        for agent in actions:
            if agent not in self._seats:
                known = ", ".join(self.possible_agents)
                raise KermesseError(f"no agent {brief(agent)}; there are {known}")
        decisions = {}
        for agent, seat in self._seats.items():
            if agent in actions:
                decisions[seat] = self.engine.checked_action(actions[agent], self.spare_actions)
            elif seat in asked:
                raise KermesseError(f"an action of {agent} is missing")
        return decisions

    def _allows(self, seat: int, action: int, asked: Sequence[int]) -> bool:
        return bool(self._mask(seat, self.engine.flat(seat)[1], asked)[action])

    def _mask(self, seat: int, legal: Bits, asked: Sequence[int]) -> Bits:
        """A mask with one more place: to wait."""
        mask = np.zeros(self.wait + 1, np.int8)
        if seat in asked:
            mask[: self.wait] = legal
        else:
            mask[self.wait] = 1
        return mask

    def _refuse(self, seat: int, action: int, asked: Sequence[int]) -> Answers:
        if action == self.wait:
            raise KermesseError(f"{self.possible_agents[seat]} is asked, and cannot wait")
        if seat not in asked:
            raise KermesseError(f"{self.possible_agents[seat]} is not asked, and can only wait")
        raise self.engine.refusal(seat, action)

    def _observations(self) -> dict[str, Observation]:
        asked, seen = self.engine.asked, {}
        for agent, seat in self._seats.items():
            observation, legal = self._look(seat)
            mask = self._mask(seat, legal, asked)
            seen[agent] = {"observation": observation, "action_mask": mask}
        return seen

    def _answers(
        self, rewards: dict[str, float], ended: bool = False, cut: bool = False
    ) -> Answers:
        ends, cuts = dict.fromkeys(self.agents, ended), dict.fromkeys(self.agents, cut)
        return self._observations(), rewards, ends, cuts, self._infos()

    def _last_answers(self, payoffs: Sequence[float], cut: bool = False) -> Answers:
        rewards = dict(zip(self.agents, payoffs, strict=True))
        answers = self._answers(rewards, ended=True, cut=cut)
        self.agents = []
        return answers


class JudgedTogetherEnv(TogetherEnv):
    """The same, but an illegal move loses and ends the episode, as in the turn-based games."""

    def _refuse(self, seat: int, action: int, asked: Sequence[int]) -> Answers:
        EnvLogger.warn_on_illegal_move()
        payoffs = [0.0] * self.engine.seats
        payoffs[seat] = float(ILLEGAL_REWARD)
        return self._last_answers(payoffs, cut=True)


def parallel_env(game: Which, **wishes: Unpack[Wishes]) -> TogetherEnv:
    """The game with all seats at once; an illegal move loses, and ends the episode."""
    return JudgedTogetherEnv(game, **wishes)


raw_parallel_env = TogetherEnv
