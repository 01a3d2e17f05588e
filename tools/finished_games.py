"""Writes the finished games of the tests anew: `python -m tools.finished_games [GAME…]`.

Only after a change of the rules that was meant. Bots play from seeded secrets until a match comes
out as its tale in the game's `test_finished.py` tells; equal rules give equal files.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import kermesse
from kermesse.core.fairness import seeded_secret
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.matchfile import write_match

GAMES = ("moon_river", "muckle", "muvuca", "shuppa", "viva")

# Each game's tests have their own; all name bots, ending and options, and wins or places. One with
# `no_chance` is about a game without draws, in which only the bots' whims differ from seed to seed.
Tale = Any
WHIMS = 10_000  # more than any match has decisions


def played(game: Game, tale: Tale, seed: int) -> Match:
    """One match of the tale's bots; the seed decides the deals and the bots' whims."""
    bots = [kermesse.bot(name, game) for name in tale.bots]
    match = Match(
        game, len(bots), players=names(tale), options=tale.options, secret=seeded_secret(seed)
    )
    whim = WHIMS * seed if getattr(tale, "no_chance", False) else 0
    while not match.over:
        seat = min(match.due)
        view = match.view(seat)
        match.act(seat, bots[seat].choose(view, seed=whim + len(match.decisions)))
    return match


def names(tale: Tale) -> list[str]:
    """The bots' names, told apart by their seats."""
    return [f"{name.capitalize()} {seat}" for seat, name in enumerate(tale.bots)]


def comes_out(match: Match, tale: Tale) -> bool:
    """Whether a match is worth keeping for a tale; wins that it leaves open may be any."""
    record = match.frames[-1].record
    told = match.outcome is not None and match.outcome.ending == tale.ending
    if hasattr(tale, "places"):
        return told and match.outcome is not None and match.outcome.places == tale.places
    if tale.options.get("roles") == "random" and record.food_seat == 0:
        return False  # seat 0 sells food by default: that would show nothing
    if hasattr(tale, "fits") and not tale.fits(match):
        return False
    wins = getattr(tale, "wins", ())
    return told and (not wins or wins == tuple(record.wins[: match.seats]))


def first_fitting(game: Game, tale: Tale, largest: int) -> str:
    """The match file of the first seed that fits a tale and is small enough."""
    for seed in count():
        match = played(game, tale, seed)
        if comes_out(match, tale):
            text = write_match(match)
            if len(text.encode()) < largest:
                return text
    raise AssertionError("unreachable")


def rewrite(game: Game, tales: Any) -> None:
    """Write all files of a game."""
    folder: Path = tales.FINISHED
    folder.mkdir(exist_ok=True)
    for name, tale in tales.TALES.items():
        own = hasattr(tale, "match")  # ends too rare to wait for are sought by the game's tests
        text = tale.match() if own else first_fitting(game, tale, tales.LARGEST)
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{game.name}/{name}.json: {len(text):,} characters", flush=True)


def main() -> None:
    """Write the files of all games, or of those that are named."""
    for name in sys.argv[1:] or GAMES:
        tales = import_module(f"kermesse.games.{name}.tests.test_finished")
        rewrite(kermesse.game(name), tales)


if __name__ == "__main__":
    main()
