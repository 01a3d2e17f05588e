"""Kermesse: modern tabletop games on one rules engine."""

from __future__ import annotations

from kermesse.bots import bot, bot_names
from kermesse.core.errors import IllegalMove, KermesseError, MatchFileError, UnreadableAction
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.matchfile import read_match, write_match
from kermesse.core.minis import mini, mini_names
from kermesse.core.position import Action, Event, Outcome, Position, View
from kermesse.core.registry import game, game_names
from kermesse.core.variant import Variant
from kermesse.core.variants import checked_variant, variant
from kermesse.core.verification import resume, verify

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Event",
    "Game",
    "IllegalMove",
    "KermesseError",
    "Match",
    "MatchFileError",
    "Outcome",
    "Position",
    "UnreadableAction",
    "Variant",
    "View",
    "bot",
    "bot_names",
    "checked_variant",
    "game",
    "game_names",
    "mini",
    "mini_names",
    "read_match",
    "resume",
    "variant",
    "verify",
    "write_match",
]
