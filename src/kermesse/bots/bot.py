"""What a bot is: anything that chooses an action from a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from kermesse.bots.budget import Budget
from kermesse.core.position import Action, View


class Bot(Protocol):
    """Anything that can choose an action from a view."""

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        """One of the view's legal actions; the same one for the same view, iterations and seed."""


@runtime_checkable
class Planner(Protocol):
    """A bot that may think for its whole team."""

    def plans(self, seats: int) -> bool:
        """Whether partners draw one joint plan: then they need the same seed."""


@runtime_checkable
class Starter(Protocol):
    """A bot that has to be started, which takes a while."""

    def start(self) -> None:
        """Be ready to be asked; does nothing if it is."""


@runtime_checkable
class Follower(Protocol):
    """A bot that is also told what its seats see while others decide."""

    def begin(self, view: View) -> None:
        """A match begins for the view's seat."""

    def watch(self, view: View) -> None:
        """A step was carried out; this is what the view's seat knows now."""

    def end(self, seat: int, places: Sequence[int], why: str) -> None:
        """The match is over for a seat."""
