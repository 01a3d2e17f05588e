"""Writes the finished games of Muvuca anew: `python -m tools.finished_games`.

Only after a change of the rules that was meant. Bots play from seeded secrets until a match comes
out as its tale in `test_finished.py` tells; equal rules give equal files.
"""

from __future__ import annotations

from itertools import count

import kermesse
from kermesse.core.fairness import seeded_secret
from kermesse.core.match import Match
from kermesse.core.matchfile import write_match
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.test_finished import FINISHED, LARGEST, TALES, Tale


def played(tale: Tale, seed: int) -> Match:
    """One match of the tale's bots; the seed decides the deals and the bots' whims."""
    bots = [kermesse.bot(name, game) for name in tale.bots]
    match = Match(game, players=names(tale), options=tale.options, secret=seeded_secret(seed))
    while not match.over:
        (seat,) = match.due
        view = match.view(seat)
        match.act(seat, bots[seat].choose(view, seed=len(match.decisions)))
    return match


def names(tale: Tale) -> list[str]:
    """The bots' names, told apart by their seats."""
    return [f"{name.capitalize()} {seat}" for seat, name in enumerate(tale.bots)]


def comes_out(match: Match, tale: Tale) -> bool:
    """Whether a match is worth keeping for a tale."""
    record = match.frames[-1].record
    told = match.outcome is not None and match.outcome.ending == tale.ending
    if tale.options.get("roles") == "random" and record.food_seat == 0:
        return False  # seat 0 sells food by default: that would show nothing
    return told and tuple(record.wins) == tale.wins


def first_fitting(tale: Tale) -> str:
    """The match file of the first seed that fits a tale and is small enough."""
    for seed in count():
        match = played(tale, seed)
        if comes_out(match, tale):
            text = write_match(match)
            if len(text.encode()) < LARGEST:
                return text
    raise AssertionError("unreachable")


def main() -> None:
    """Write all files."""
    FINISHED.mkdir(exist_ok=True)
    for name, tale in TALES.items():
        text = first_fitting(tale)
        (FINISHED / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name}.json: {len(text):,} characters")


if __name__ == "__main__":
    main()
