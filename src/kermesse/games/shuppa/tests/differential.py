"""Random boards, and the same ones for the oracle."""

from __future__ import annotations

from random import Random
from typing import Any

from kermesse.core.position import Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.components import COLOUR, MULTI
from kermesse.games.shuppa.state import AUTOMATON, COLUMN, Phase
from kermesse.games.shuppa.tests.oracle import Ask, Vector, Zone
from kermesse.games.shuppa.tests.scenes import columns, discarded, options, tokens, won

HIGHEST = 14  # and a card may jump on it
CARDS = range(99)


def random_board(chance: Random) -> Position:
    """Any cards in any columns, tokens anywhere, and options of every kind.

    Cards come mostly from two colours and the multicolours, so that large and many lots arise.
    """
    seats = chance.choice([1, 2, 3, 4, 4])
    chosen: dict[str, Any] = {
        "multicolour": chance.choice(["wild", "wild", "wild", "fifth_suit"]),
        "lot_size": chance.choice([3, 3, 3, 3, 2, 4, 5]),
        "share_mode": chance.choice(["ask", "ask", "ask", "auto"]),
    }
    batch = game.blank(seats=seats, options=chosen)
    batch["rng"] = chance.getrandbits(64)
    game.kernels["setup"](batch[0])
    s = batch[0]
    s.hand[:] = 0
    s.zone[:] = -2
    s.number, s.arrow, s.rights = 7, chance.randrange(2), 1
    width = max(seats + 3, 5)
    favoured = {chance.randrange(4), chance.randrange(4), MULTI}
    deck = sorted(CARDS, key=lambda card: chance.random() + (COLOUR[card] not in favoured))
    heights = [min(HIGHEST, int(chance.expovariate(0.3))) for _ in range(width)]
    for column, height in enumerate(heights):
        for level in range(height):
            s.zone[COLUMN * column + level] = deck.pop(0)
    filled = [column for column in range(width) if heights[column]]
    players = list(range(max(seats, 2)))
    for player in chance.sample(players, min(len(players), len(filled))):
        column = filled.pop(chance.randrange(len(filled)))
        s.token[player] = s.zone[COLUMN * column + chance.randrange(heights[column])]
        s.stand[player] = column
        s.waiting = int(s.waiting) | 1 << player
    return Position(game, batch)


def mirrored(position: Position) -> Zone:
    """The same board for the oracle."""
    s = position.record
    return Zone(
        columns(position),
        tokens(position),
        ("right", "left")[s.arrow],
        wild=position.options["multicolour"] == "wild",
        lot_size=int(s.lot_size),
        asks=position.options["share_mode"] == "ask",
        automaton=AUTOMATON if s.seats == 1 else None,
        won={player: won(position, player) for player in range(max(position.seats, 2))},
        discard=discarded(position),
    )


def assert_same(position: Position, zone: Zone) -> None:
    assert columns(position) == zone.columns
    assert tokens(position) == zone.tokens
    assert discarded(position) == zone.discard
    for player in range(max(position.seats, 2)):
        assert won(position, player) == zone.won.get(player, set())


def settled(position: Position, chance: Random, asked: list[tuple[list[str], str]]) -> None:
    """Steps and shares up to the end of a turn; every question and its answer is noted."""
    turn_over = (Phase.CLAIM, Phase.ACTION, Phase.DRAW, Phase.END)
    while position.record.phase not in turn_over:
        if position.pending:
            position.advance()
        else:
            (seat,) = position.due
            open_to = options(position, seat)
            answer = chance.choice(open_to)
            asked.append((open_to, answer))
            position.decide(seat, answer)


def answers(asked: list[tuple[list[str], str]]) -> Ask:
    """The oracle is asked the same questions in the same order, and gets the same answers."""
    left = list(asked)

    def ask(possible: list[Vector]) -> Vector:
        open_to, answer = left.pop(0)
        assert open_to == ["share " + " ".join(map(str, vector)) for vector in possible]
        return possible[open_to.index(answer)]

    return ask
