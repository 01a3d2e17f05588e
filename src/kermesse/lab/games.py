"""Games that were played, and what every analysis asks of them first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kermesse.core.game import Game
from kermesse.lab.experiment import Experiment
from kermesse.lab.notes import Notes

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Games:
    """Notes of games with the same rules and the same number of seats."""

    experiment: Experiment
    notes: Notes
    numbered: bool = True  # seed and number of a deal say which it is; not so for those of people

    def __len__(self) -> int:
        return len(self.notes.deal)

    @property
    def game(self) -> Game:
        """Which game was played."""
        return self.experiment.game

    @property
    def deals(self) -> npt.NDArray[np.int64]:
        """The deal of each game: games of one deal are not independent."""
        return self.notes.deal

    @cached_property
    def shares(self) -> Floats:
        """[game, side]: what each side has of the win; who shares the first place has a part.

        A solo player can lose to the game: then nobody has any.
        """
        first = np.zeros((len(self), self.experiment.sides))
        for seat, side in enumerate(self.experiment.teams):
            first[:, side] = np.maximum(first[:, side], self.notes.places[:, seat] == 1)
        return np.asarray(first / np.maximum(first.sum(axis=1, keepdims=True), 1))

    @cached_property
    def seat_shares(self) -> Floats:
        """[game, seat]: the same for the side of each seat."""
        return np.asarray(self.shares[:, list(self.experiment.teams)])

    @cached_property
    def order(self) -> npt.NDArray[np.int64] | None:
        """[game, place]: the side that moved first, second and so on; None where nobody does."""
        if self.experiment.sides == 1 or not len(self) or not self.notes.order.any(axis=1).all():
            return None
        sides, teams = range(self.experiment.sides), np.array(self.experiment.teams)
        earliest = [self.notes.order[:, teams == side].min(axis=1) for side in sides]
        return np.argsort(np.stack(earliest, axis=1), axis=1, kind="stable")

    @property
    def order_is_fixed(self) -> bool:
        """Whether the same seats moved first, second and so on in every game."""
        return self.order is not None and bool((self.order == self.order[0]).all())

    @cached_property
    def order_shares(self) -> Floats | None:
        """[game, place]: what the side that moved first, second and so on has of the win."""
        return None if self.order is None else np.take_along_axis(self.shares, self.order, axis=1)

    @cached_property
    def bot_sides(self) -> npt.NDArray[np.int8]:
        """[game, side]: which bot played there."""
        captains = [self.experiment.teams.index(side) for side in range(self.experiment.sides)]
        return self.notes.bots[:, captains]


def joined(parts: Iterable[Notes]) -> Notes:
    """Notes one after the other."""
    return Notes(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
