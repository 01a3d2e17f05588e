"""Kermesse: modern tabletop games on one rules engine."""

from __future__ import annotations

from kermesse.bots import bot, bots
from kermesse.core.errors import IllegalMove, KermesseError, UnreadableAction
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.position import Action, Event, Outcome, Position, View
from kermesse.core.registry import game, games

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Event",
    "Game",
    "IllegalMove",
    "KermesseError",
    "Match",
    "Outcome",
    "Position",
    "UnreadableAction",
    "View",
    "bot",
    "bots",
    "game",
    "games",
]
