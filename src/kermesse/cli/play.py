"""`kermesse play`: set a table in the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from kermesse.bots import bot_names
from kermesse.cli.seat import Table
from kermesse.cli.serve import run
from kermesse.cli.vault import data_home, load_match, taken
from kermesse.cli.warmup import getting_ready, warm_up
from kermesse.cli.words import (
    game_argument,
    options_option,
    read_settings,
    seats_option,
    seed_option,
)
from kermesse.core.errors import KermesseError, SetupRefused
from kermesse.core.fairness import seeded_secret
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.words import LANGUAGES

FIRST_BOT = "casual"


@click.command()
@game_argument
@click.option("--text", is_flag=True, help="In the terminal instead of the browser.")
@click.option("--seat", type=int, help="Your seat (0, or where you sat before).")
@click.option("--name", help="Your name (Player).")
@click.option(
    "--bot",
    "opponent",
    type=click.Choice(bot_names()),
    help="Who plays the other seats (casual, or who did before).",
)
@click.option("--lang", type=click.Choice(list(LANGUAGES)), help="Language of the rules (en).")
@seats_option
@options_option
@seed_option
@click.option(
    "--save", "path", type=click.Path(path_type=Path), help="Keep the match in this file."
)
@click.option(
    "--resume", "resumed", type=click.Path(path_type=Path), help="Go on with a saved match."
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
    """Play GAME: in the browser, or with --text in the terminal against bots.

    All other options are for the terminal.
    """
    if not text:
        given = (seat, name, opponent, lang, seats, settings or None, seed, path, resumed)
        if any(value is not None for value in given):
            raise click.UsageError("add --text: in the browser these are chosen on the page")
        variants = [game] if game.variant else []
        page = f"/games/{game.name}"
        run(data=data_home() / "table", browser=True, page=page, variants=variants)
        return
    name, lang = "Player" if name is None else name, lang or "en"
    if path and path != resumed and taken(path):
        raise SetupRefused(f"{path} exists already; go on with it by --resume")
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
    Table(match, seat, opponent, path or resumed, seed, lang).sit_down()


def come_back(game: Game, path: Path, seat: int | None) -> tuple[Match, int, str]:
    """A saved match, the seat that the person had, and the bot at the others."""
    match, sitting = load_match(path)
    if match.game is not game:
        raise KermesseError(f"{path} is a match of {match.game.name}, not of {game.name}")
    if match.over:  # there is nothing to hide any more
        seat = seat if seat is not None else sitting.seat if sitting else 0
        return match, match.frames[-1].seat_number(seat), FIRST_BOT
    assert sitting is not None  # else the match could not have been dealt again
    if seat not in (None, sitting.seat):
        raise SetupRefused(f"you sat at seat {sitting.seat}; seat {seat} has another hand")
    return match, sitting.seat, sitting.bot


def seat_names(seats: int, seat: int, name: str, opponent: str) -> list[str]:
    """The person's name at their seat, and the bots numbered if there are several."""
    if seat not in range(seats):
        raise SetupRefused(f"no seat {seat}; the seats are 0 to {seats - 1}")
    others = seats - 1
    numbers = iter(range(1, seats))
    title = opponent.capitalize()
    return [
        name if place == seat else title if others == 1 else f"{title} {next(numbers)}"
        for place in range(seats)
    ]
