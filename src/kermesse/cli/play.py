"""`kermesse play`: a match in the browser or in the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from kermesse.bots import bot_names
from kermesse.cli.parameters import (
    game_argument,
    options_option,
    read_settings,
    seats_option,
    seed_option,
)
from kermesse.cli.progress import getting_ready, warm_up
from kermesse.cli.saved_matches import data_home, load_match, taken
from kermesse.cli.serve import run
from kermesse.cli.terminal_table import TerminalTable
from kermesse.core.errors import KermesseError, SetupRefused
from kermesse.core.fairness import seeded_secret
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.words import LANGUAGES

FIRST_BOT = "casual"


@click.command()
@game_argument
@click.option("--text", is_flag=True, help="Play in the terminal instead of the browser.")
@click.option("--seat", type=int, help="Your seat (default: 0, or where you sat before).")
@click.option("--name", help="Your name (default: Player).")
@click.option(
    "--bot",
    "opponent",
    type=click.Choice(bot_names()),
    help="Bot at the other seats (default: casual, or the one before).",
)
@click.option(
    "--lang", type=click.Choice(list(LANGUAGES)), help="Language of the rules (default: en)."
)
@seats_option
@options_option
@seed_option
@click.option(
    "--save", "path", type=click.Path(path_type=Path), help="Save the match to this file."
)
@click.option(
    "--resume", "resumed", type=click.Path(path_type=Path), help="Continue a saved match."
)
def play(
    game: Game,
    text: bool,
    seat: int | None,
    name: str | None,
    opponent: str | None,
    lang: str | None,
    seats: int | None,
    settings: tuple[str, ...],
    seed: int | None,
    path: Path | None,
    resumed: Path | None,
) -> None:
    """Play GAME in the browser, or with --text in the terminal against bots.

    All other options are for the terminal.
    """
    if not text:
        given = (seat, name, opponent, lang, seats, settings or None, seed, path, resumed)
        if any(value is not None for value in given):
            raise click.UsageError("add --text; in the browser you choose these on the page")
        variants = [game] if game.variant else []
        page = f"/games/{game.name}"
        run(data=data_home() / "table", browser=True, page=page, variants=variants)
        return
    name, lang = "Player" if name is None else name, lang or "en"
    if path and path != resumed and taken(path):
        raise SetupRefused(f"{path} already exists; continue it with --resume")
    if resumed:
        if seed is not None or settings or seats is not None:
            raise click.UsageError("a resumed match keeps its seats, options and deal")
        with getting_ready(game):
            match, seat, kept_opponent = come_back(game, resumed, seat)
            opponent = opponent or kept_opponent
            warm_up(game, opponent, match.seats)
    else:
        seat, opponent = seat or 0, opponent or FIRST_BOT
        options = read_settings(game, settings)
        names = seat_names(game.checked_seats(seats), seat, name, opponent)
        secret = None if seed is None else seeded_secret(seed)
        with getting_ready(game):
            match = Match(game, len(names), names, options, secret)
            warm_up(game, opponent, match.seats)
    TerminalTable(match, seat, opponent, path or resumed, seed, lang).sit_down()


def come_back(game: Game, path: Path, seat: int | None) -> tuple[Match, int, str]:
    """A saved match, the person's seat, and the bot at the other seats."""
    match, saved = load_match(path)
    if match.game is not game:
        raise KermesseError(f"{path} is a match of {match.game.name}, not of {game.name}")
    if match.over:  # nothing is hidden any more
        seat = seat if seat is not None else saved.seat if saved else 0
        return match, match.frames[-1].seat_number(seat), FIRST_BOT
    assert saved is not None  # or the match could not have been dealt again
    if seat not in (None, saved.seat):
        raise SetupRefused(f"your seat is {saved.seat}; seat {seat} has another hand")
    return match, saved.seat, saved.bot


def seat_names(seats: int, seat: int, name: str, opponent: str) -> list[str]:
    """The names at the seats: the person's, and the bots', numbered if there are several."""
    if seat not in range(seats):
        raise SetupRefused(f"no seat {seat}; the seats are 0 to {seats - 1}")
    others = seats - 1
    numbers = iter(range(1, seats))
    title = opponent.capitalize()
    return [
        name if place == seat else title if others == 1 else f"{title} {next(numbers)}"
        for place in range(seats)
    ]
