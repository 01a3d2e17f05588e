"""At which tables the bots meet, and decisions from random matches to measure them by."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cached_property

import kermesse
from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.core.position import Position, View
from kermesse.lab.streams import stream

GAMES = ("muvuca", "viva", "muckle", "shuppa", "moon_river")
# one round is a game where matches are several of them: each is one more test of strength
ONE_ROUND: Mapping[str, Mapping[str, Value]] = {
    "muvuca": {"rounds_to_win": 1},
    "viva": {"rounds": 1},
}


@dataclass(frozen=True)
class Table:
    """A game by its name, with two sides unless said otherwise, and the options of the match-up."""

    name: str
    size: int | None = None  # how many seats

    @cached_property
    def game(self) -> Game:
        """The game itself."""
        return kermesse.game(self.name)

    @property
    def seats(self) -> int:
        """As many as asked for; else two, or two teams where the game is for teams."""
        return self.size or (2 if 2 in self.game.seats else self.game.seats[0])

    @property
    def teams(self) -> tuple[int, ...]:
        """The side of each seat."""
        return self.game.teams(self.seats)

    @property
    def options(self) -> Mapping[str, Value]:
        """What differs from the defaults."""
        return ONE_ROUND.get(self.name, {})

    def deal(self, deck: int) -> Position:
        """A match at its first decision."""
        return self.game.new(self.seats, deck, self.options)


def decisions(table: Table, count: int, seed: int, phases: Set[int] = frozenset()) -> list[View]:
    """Views with something to choose, evenly over random matches; only of some phases, if given."""
    chance = stream(seed, "decisions")
    found: list[View] = []
    while len(found) < count * 2:  # so that not only openings are among them
        position = table.deal(chance.getrandbits(64))
        while not position.over:
            seat = min(position.due)
            view = position.view(seat)
            legal = view.legal()
            if len(legal) > 1 and (not phases or int(view.record.phase) in phases):
                found.append(view)
            position.act(seat, chance.choice(legal))
    return [found[i * len(found) // count] for i in range(count)]
