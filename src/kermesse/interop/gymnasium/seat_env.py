"""One seat as an environment: what the others do happens within a step."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded

from kermesse.core.chance import checked_seed
from kermesse.core.errors import (
    IllegalMove,
    KermesseError,
    UnknownSeat,
    UnreadableAction,
    brief,
    whole,
)
from kermesse.core.record import SPECTATOR
from kermesse.interop.engine import Engine, Which
from kermesse.interop.gymnasium.opponents import Company, Opponents
from kermesse.interop.rendering import MODES, Frame, Renderer
from kermesse.interop.spaces import checked_kind, seen_space

ILLEGAL = ("loses", "raises")
ILLEGAL_REWARD = -1.0  # what an illegal move costs: a match
MOST_DEALS = 1000  # until the seat gets something to decide

Seat = int | Literal["random"]
Info = dict[str, Any]


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game from one seat. Rewards come at the end of a match: 1 for the winner."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(  # noqa: PLR0913 (as many as there are things to choose)
        self,
        game: Which,
        seat: Seat = 0,
        seats: int | None = None,
        opponents: Opponents = "random",
        options: Mapping[str, Any] | None = None,
        *,
        observations: str = "flat",
        illegal: str = "loses",
        render_mode: str | None = None,
        render_seat: int = SPECTATOR,
        tell: bool = False,
    ) -> None:
        self.engine = Engine(game, seats, options)
        self.observations = checked_kind(observations)
        if illegal not in ILLEGAL:
            raise KermesseError(f"illegal is one of {', '.join(ILLEGAL)}, not {brief(illegal)}")
        self._raises = illegal == "raises"
        self._renderer = Renderer(render_mode, render_seat, self.engine.seats)
        self.render_mode = self._renderer.mode
        self.tell = tell
        self.action_space = spaces.Discrete(self.engine.game.actions)
        self.observation_space = seen_space(self.engine.game, self.observations)
        self._places = self._checked_places(seat)
        self.seat = self._places[0]
        self._companies = {
            place: Company(self.engine.game, self.engine.seats, place, opponents)
            for place in self._places
        }
        self._is_playing = False
        self._has_dealt = False

    def _checked_places(self, seat: object) -> list[int]:
        """The seats among which one is drawn for each match."""
        seats = self.engine.seats
        if isinstance(seat, str) and seat == "random":
            return list(range(seats))
        number = whole(seat)
        if number is None or not 0 <= number < seats:
            raise UnknownSeat(
                f"seat is a number from 0 to {seats - 1} or 'random', not {brief(seat)}"
            )
        return [number]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Deal a match and let the others play up to this seat's first decision.

        A match that ends before that is dealt again. The game's options were given to the
        environment; the ones here are not read.
        """
        if isinstance(seed, int) and seed >= 0:
            checked_seed(seed)  # Gymnasium takes any size, and has changed something by then
        super().reset(seed=seed)
        self._is_playing = False  # until this seat is to decide, whatever the others do
        self._has_dealt = True
        self.seat = int(self.np_random.choice(self._places))
        deal = self._drawn() if seed is None else seed
        for _ in range(MOST_DEALS):
            self._companies[self.seat].sit_down(Random(self._drawn()))
            self.engine.deal(deal)
            self._let_others_play()
            if not self.engine.over:
                self._is_playing = True
                self._show_people()
                return self._look()
            deal = self._drawn()
        raise KermesseError(f"seat {self.seat} had nothing to decide in {MOST_DEALS} matches")

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:
        """Take a decision; then the others play until this seat decides again, or to the end."""
        if not self._is_playing:
            raise ResetNeeded("no match is being played: reset deals one")
        try:
            number = self.engine.checked_action(action)
        except UnreadableAction as refused:
            raise InvalidAction(str(refused)) from None
        if not self.engine.take(self.seat, number):
            return self._refuse(self.engine.refusal(self.seat, number))
        self._is_playing = False
        self._let_others_play()
        over = self.engine.over
        self._is_playing = not over
        self._show_people()
        reward = self.engine.payoffs()[self.seat] if over else 0.0
        seen, info = self._look()
        return seen, reward, over, False, info

    def _refuse(self, refusal: IllegalMove) -> tuple[Any, float, bool, bool, Info]:
        """Raise, or end the episode with this seat losing; the match itself stays as it is."""
        if self._raises:
            raise refusal
        self._is_playing = False
        seen, info = self._look()
        return seen, ILLEGAL_REWARD, True, False, {**info, "illegal": str(refusal)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now: what `MaskablePPO` asks for."""
        return self.engine.flat(self.seat)[1].view(np.bool_)

    def render(self) -> Frame:
        """The board, as a spectator or as `render_seat` sees it."""
        if not self._has_dealt:
            raise ResetNeeded("there is no board before the first match: reset deals one")
        return None if self.render_mode is None else self._renderer.show(self.engine)

    def _let_others_play(self) -> None:
        """The others decide until it is this seat's turn, or the match is over."""
        engine, company = self.engine, self._companies[self.seat]
        while not engine.over and engine.seat != self.seat:
            seat = engine.seat
            number = company.choose(engine.view(seat))
            if not engine.take(seat, number):
                reason = engine.refusal(seat, number)
                raise KermesseError(f"the opponent at seat {seat} plays {number}: {reason}")

    def _look(self) -> tuple[Any, Info]:
        look = self.engine.flat if self.observations == "flat" else self.engine.fields
        seen, mask = look(self.seat)
        info = {"action_mask": mask, "seat": self.seat}
        return seen, info | self.engine.told(self.seat) if self.tell else info

    def _drawn(self) -> int:
        return int(self.np_random.integers(2**63))

    def _show_people(self) -> None:
        if self.render_mode == "human":
            self.render()
