"""Bots play from a view: they know the contract and no game."""

from __future__ import annotations

from kermesse.bots.bot import Bot as Bot
from kermesse.bots.greedy import Greedy
from kermesse.bots.random_bot import Random
from kermesse.core.errors import UnknownBot, brief
from kermesse.core.game import Game
from kermesse.core.options import nearest

BOTS = {"random": Random, "greedy": Greedy}


def bot_names() -> list[str]:
    """The names of all bots."""
    return list(BOTS)


def bot(name: str, game: Game) -> Bot:
    """The bot of that name, ready to play a game."""
    if not isinstance(name, str) or name not in BOTS:
        raise UnknownBot(f"no bot {brief(name)}{nearest(name, bot_names())}")
    if not isinstance(game, Game):
        raise UnknownBot(f"a bot plays a Game, as kermesse.game returns, not {brief(game)}")
    return BOTS[name](game)
