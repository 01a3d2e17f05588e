"""Plays the finished games of the tests again: `python -m tools.finished_games [GAME…]`.

Only after a change of the rules that was meant. Bots play from seeded secrets until a match comes
out as its tale in the game's `test_standard.py` tells; equal rules give equal files.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import count

import kermesse
from kermesse.core.conformance.finished import Finished, Tale
from kermesse.core.conformance.standard import StandardTests
from kermesse.core.fairness import seeded_secret
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.matchfile import write_match

WHIMS = 10_000  # more than any match has decisions


def standard_tests(name: str) -> StandardTests:
    """What a game says for its standard tests."""
    module = import_module(f"{kermesse.game(name).package}.tests.test_standard")
    found: StandardTests = module.STANDARD
    return found


def played(game: Game, tale: Tale, seed: int) -> Match:
    """One match of the tale's bots; the seed decides the deals and the bots' whims."""
    bots = [kermesse.bot(name, game) for name in tale.bots]
    names = [f"{name.capitalize()} {seat}" for seat, name in enumerate(tale.bots)]
    match = Match(game, len(bots), players=names, options=tale.options, secret=seeded_secret(seed))
    whim = WHIMS * seed if tale.no_chance else 0
    while not match.over:
        seat = min(match.due)
        view = match.view(seat)
        match.act(seat, bots[seat].choose(view, seed=whim + len(match.decisions)))
    return match


def first_fitting(game: Game, tale: Tale, largest: int) -> str:
    """The match file of the first seed that fits a tale and is small enough."""
    for seed in count():
        match = played(game, tale, seed)
        if not tale.wrong(match):
            text = write_match(match)
            if len(text.encode()) < largest:
                return text
    raise AssertionError("unreachable")


def rewrite(finished: Finished) -> None:
    """Write all files of a game."""
    game = finished.game
    finished.folder.mkdir(exist_ok=True)
    for name, tale in finished.tales.items():
        text = tale.played() if tale.played else first_fitting(game, tale, finished.largest)
        (finished.folder / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{game.name}/{name}.json: {len(text):,} characters", flush=True)


def main() -> None:
    """Write the files of all games, or of those that are named."""
    for name in sys.argv[1:] or kermesse.game_names():
        rewrite(standard_tests(name).finished)


if __name__ == "__main__":
    main()
