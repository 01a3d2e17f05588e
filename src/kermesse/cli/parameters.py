"""Parameters that several commands share: games, options, seats."""

from __future__ import annotations

import os
from typing import Any

import click
from click.shell_completion import CompletionItem

from kermesse.cli.progress import getting_ready
from kermesse.core.errors import SetupRefused, brief
from kermesse.core.game import Game
from kermesse.core.options import Value, nearest
from kermesse.core.registry import game, game_names
from kermesse.core.variants import try_out, variant


class GameName(click.ParamType[Game]):
    """The name of an installed game, or a variant file."""

    name = "game"

    def __init__(self, *, playable: bool = True) -> None:
        self.playable = playable

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """Find the game; a variant to be played is tried out first."""
        if isinstance(value, Game):
            return value
        if not is_file_name(value):
            return game(value)
        return tried(variant(value)) if self.playable else variant(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Games whose names start with the text."""
        return [CompletionItem(name) for name in game_names() if name.startswith(incomplete)]


def is_file_name(text: str) -> bool:
    """Whether the text means a file and not a game."""
    return text.endswith(".toml") or os.sep in text


def tried(game: Game) -> Game:
    """A variant, after random matches of it have ended."""
    with getting_ready(game):
        try_out(game)
    return game


game_argument = click.argument("game", type=GameName())
book_argument = click.argument("game", type=GameName(playable=False))
options_option = click.option(
    "-o",
    "--option",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the game; repeatable.",
)
seats_option = click.option("--seats", type=int, help="Number of seats (default: the fewest).")
seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="Deal the same cards each time."
)


def read_settings(game: Game, settings: tuple[str, ...]) -> dict[str, Value]:
    """The options given as NAME=VALUE."""
    known = {option.name: option for option in game.options}
    chosen: dict[str, Value] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise SetupRefused(f"write an option as NAME=VALUE, not {brief(setting)}")
        if name not in known:
            raise SetupRefused(f"no option {brief(name)}{nearest(name, list(known))}")
        chosen[name] = known[name].read(text)
    return chosen
