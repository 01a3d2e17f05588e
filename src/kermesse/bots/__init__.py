"""Bots play from a view: they know the contract and no game."""

from __future__ import annotations

from collections.abc import Callable

from kermesse.bots.bot import Bot as Bot
from kermesse.bots.bot import Follower as Follower
from kermesse.bots.bot import Planner as Planner
from kermesse.bots.bot import Starter as Starter
from kermesse.bots.greedy import Greedy
from kermesse.bots.levels import Leveled as Leveled
from kermesse.bots.levels import plans_jointly as plans_jointly
from kermesse.bots.process import ProgramFailed as ProgramFailed
from kermesse.bots.program import ProgramBot as ProgramBot
from kermesse.bots.random_bot import Random
from kermesse.core.errors import KermesseError, UnknownBot, brief, whole
from kermesse.core.game import Game
from kermesse.core.options import nearest
from kermesse.core.recipes import LEVELS

MOST_THREADS = 256
BOTS: dict[str, Callable[[Game], Bot]] = {"random": Random, "greedy": Greedy}


def bot_names() -> list[str]:
    """The names of all bots, the levels from the weakest to the strongest."""
    return [*BOTS, *LEVELS]


def bot(name: str, game: Game, *, threads: int = 1, alone: bool = False) -> Bot:
    """The bot of that name or level, ready to play a game.

    One that searches does so in each of the threads; a matrix is weighed in one. ``alone`` says
    that its partner is somebody else, who cannot be counted upon to think alike.
    """
    if not isinstance(name, str) or name not in bot_names():
        raise UnknownBot(f"no bot {brief(name)}{nearest(name, bot_names())}")
    if not isinstance(game, Game):
        raise UnknownBot(f"a bot plays a Game, as kermesse.game returns, not {brief(game)}")
    if whole(threads) is None or not 1 <= threads <= MOST_THREADS:
        raise KermesseError(f"a bot thinks in 1 to {MOST_THREADS} threads, not {brief(threads)}")
    if name in BOTS:
        return BOTS[name](game)
    return Leveled(game, name, threads=threads, alone=alone)
