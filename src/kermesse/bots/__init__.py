"""Bots play from a view: they know the contract and no game."""

from __future__ import annotations

from collections.abc import Callable

from kermesse.bots.bot import Bot as Bot
from kermesse.bots.greedy import Greedy
from kermesse.bots.levels import Leveled as Leveled
from kermesse.bots.random_bot import Random
from kermesse.core.errors import UnknownBot, brief
from kermesse.core.game import Game
from kermesse.core.options import nearest
from kermesse.core.recipes import LEVELS

BOTS: dict[str, Callable[[Game], Bot]] = {"random": Random, "greedy": Greedy}


def bot_names() -> list[str]:
    """The names of all bots, the levels from the weakest to the strongest."""
    return [*BOTS, *LEVELS]


def bot(name: str, game: Game, *, threads: int = 1, alone: bool = False) -> Bot:
    """The bot of that name or level, ready to play a game.

    A searching one grows as many trees as there are threads. ``alone`` says that its partner is
    somebody else, who cannot be counted upon to think alike.
    """
    if not isinstance(name, str) or name not in bot_names():
        raise UnknownBot(f"no bot {brief(name)}{nearest(name, bot_names())}")
    if not isinstance(game, Game):
        raise UnknownBot(f"a bot plays a Game, as kermesse.game returns, not {brief(game)}")
    if name in BOTS:
        return BOTS[name](game)
    return Leveled(game, name, threads=threads, alone=alone)
