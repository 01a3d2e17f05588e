"""Random matches of any game: every seat count, some value for every option, several manners."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from kermesse.core.errors import SetupRefused
from kermesse.core.game import Game
from kermesse.core.position import Action, Position


def any_options(game: Game, chance: Random, seats: int) -> dict[str, Any]:
    """Options that go together, about half of them other than usual."""
    while True:
        chosen = {o.name: chance.choice(o.allowed) for o in game.options if chance.random() < 0.5}
        try:
            game.choose(chosen, seats)
        except SetupRefused:
            continue
        return chosen


def walk(game: Game, seed: int) -> Iterator[Position]:
    """A random match, decision by decision and step by step; the same position, moved on."""
    chance = Random(seed)
    seats = game.seats[seed % len(game.seats)]
    batch = game.blank(seats=seats, options=any_options(game, chance, seats))
    batch["rng"] = seed
    game.kernels["setup"](batch[0])
    position = Position(game, batch)
    eager = chance.choice((0.0, 0.5, 0.9))  # how often what is listed first is taken
    yield position
    while not position.over:
        if position.pending:
            position.advance()
        else:
            seat = chance.choice(sorted(position.due))
            position.decide(seat, taken(position.legal(seat), chance, eager))
        yield position


def taken(legal: list[Action], chance: Random, eager: float) -> Action:
    """A random action; games list what is special at the end, such as passing or declining."""
    return chance.choice(legal[:-1] if legal[1:] and chance.random() < eager else legal)
