"""The figures that are kept: one file for each game."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bench.strength.plan import Purpose
from kermesse.core.recipes import Recipe

Interval = tuple[float, float]


class BotFigures(msgspec.Struct, frozen=True):
    """How one bot did in a duel; no rate where it was not looked at."""

    win_rate: float | None
    interval: Interval | None
    median: float  # milliseconds for a decision
    p99: float
    forfeits: int


class DuelFigures(msgspec.Struct, frozen=True):
    """How a duel went."""

    name: str
    purpose: Purpose
    seats: int
    bots: tuple[str, ...]
    levels: dict[str, Recipe]  # how those of them that are levels thought
    least: float | None  # the win rate of the first that was promised
    games: int
    wanted: int
    even: float | None
    by_bot: dict[str, BotFigures]
    date: str
    machine: str

    @property
    def kept(self) -> bool:
        """Whether the promise was kept."""
        rate = self.by_bot[self.bots[0]].win_rate
        return rate is not None and self.least is not None and rate >= self.least


class Points(msgspec.Struct, frozen=True):
    """A rating and its interval; greedy has 1000."""

    points: float
    low: float
    high: float


class GameFigures(msgspec.Struct, frozen=True):
    """Everything about one game, by number of seats where it depends on that."""

    game: str
    levels: dict[int, dict[str, Recipe]]
    duels: list[DuelFigures]
    ratings: dict[int, dict[str, Points]]

    def of(self, purpose: Purpose, seats: int | None = None) -> list[DuelFigures]:
        """The duels of one purpose."""
        duels = [duel for duel in self.duels if duel.purpose is purpose]
        return [duel for duel in duels if seats in (None, duel.seats)]


def read_kept(path: Path) -> GameFigures | None:
    """The figures that are kept in a file, if there are any."""
    return msgspec.json.decode(path.read_bytes(), type=GameFigures) if path.exists() else None


def write_kept(path: Path, figures: GameFigures) -> None:
    """Keep figures in a file."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
