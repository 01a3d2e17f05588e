"""Which rules have a part in a first game: `python -m tools.first_game_rules GAME`.

Matches of casual bots are watched. A rule that fires in half of them has to be in the game's
`lessons/needs.toml`; the command lists those that are missing there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import kermesse
from kermesse.core.game import Game
from kermesse.lab.citations import rules_of
from kermesse.lab.experiment import Experiment
from kermesse.lab.questions.reach import reaches
from kermesse.lab.replay import watch
from kermesse.teach.needs import needs

MATCHES = 12
OFTEN = 0.5  # of the matches


def often_fired(game: Game, seats: int | None = None) -> list[str]:
    """The rules that fire in half of the matches or more."""
    experiment = Experiment.checked(game, bots=["casual"], games=MATCHES, seats=seats, seed=1)
    watched = watch(experiment, MATCHES)
    return [each.rule for each in reaches(rules_of(game), watched) if each.rate.mean >= OFTEN]


def missing(game: Game) -> list[str]:
    """Those that nobody has sorted into what to choose, what to see, and what the house does."""
    sorted_ = needs(game)
    known = set(sorted_.rules) if sorted_ else set()
    return [rule for rule in often_fired(game) if rule not in known]


def main(names: Sequence[str]) -> None:
    """List what is missing in each game."""
    for name in names:
        game = kermesse.game(name)
        book = game.rulebook()
        for rule in missing(game):
            print(rule, book.rule(rule)[:100])


if __name__ == "__main__":
    main(sys.argv[1:] or kermesse.game_names())
