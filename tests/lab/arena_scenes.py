"""Bots and arenas for the tests of the arena."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import kermesse
from kermesse.bots import Bot
from kermesse.bots.budget import Budget
from kermesse.core.game import Game
from kermesse.core.position import Action, Position, View
from kermesse.lab.strength import Standings, Tournament

MUVUCA = kermesse.game("muvuca")
VIVA = kermesse.game("viva")
SHUPPA = kermesse.game("shuppa")
MUCKLE = kermesse.game("muckle")
SHORT: dict[str, Any] = {"rounds_to_win": 1, "end_lines": 1, "turn_cap": 20}
QUICK: dict[str, dict[str, Any]] = {
    "muvuca": SHORT,
    "viva": {"rounds": 1, "turn_cap": 50},
    "shuppa": {"rounds": 1},
    "muckle": {"goal": 3, "turn_cap": 20},
}


def short(bots: list[str], games: int = 8, **further: Any) -> Tournament:
    """An arena of Muvuca that is over soon."""
    return Tournament.checked(MUVUCA, bots, games, options=SHORT, **further)


def without_times(report: Standings) -> dict[str, Any]:
    """A report as JSON, without what no two runs have in common."""
    found = report.as_json()
    for figures in found["bots"].values():
        del figures["milliseconds"]
    return found


@dataclass
class Scripted:
    """A bot that does what a function says."""

    act: Callable[[View], Any]

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        action: Action = self.act(view)
        return action


@dataclass
class Noted:
    """A bot that notes how it was asked."""

    bot: Bot
    asked: list[tuple[bytes, int | None, Budget | None]]

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        self.asked.append((view.tobytes(), seed, budget))
        return self.bot.choose(view, seed=seed)


@dataclass
class Wasteful:
    """A bot that plays like another, and burns chance of its own before every decision."""

    bot: Bot

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        for turn in range(20):
            view.imagine(turn)
        view.record.rng = 12345  # it may do with its view what it likes
        return self.bot.choose(view, seed=seed)


@dataclass
class Snoop:
    """A bot that looks for the table in the memory of its own process."""

    game: Game

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        legal = view.legal()
        for thing in gc.get_objects():
            if type(thing) is Position and thing.game is self.game and self.shows(thing, view):
                return legal[sum(thing.tobytes()) % len(legal)]
        return legal[0]

    def shows(self, table: Position, view: View) -> bool:
        """Whether it is the table of this view: other matches may lie in memory, too."""
        seat = view.seat
        return seat < table.seats and table.view(seat).tobytes() == view.tobytes()


@dataclass
class Muddled:
    """A bot that plays like another, but often anything: good enough to lose some games."""

    bot: Bot
    part: float
    usual: Budget | None = None

    def choose(
        self, view: View, *, budget: Budget | None = None, seed: int | None = None
    ) -> Action:
        assert seed is not None
        muddle = (seed >> 8) % 1000 < 1000 * self.part
        other = kermesse.bot("random", view.game)
        return (other if muddle else self.bot).choose(view, budget=self.usual, seed=seed)
