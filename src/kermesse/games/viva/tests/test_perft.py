"""Decision counts to a fixed depth, each from an argument of its own or from the oracle."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest

from kermesse.core.position import Position
from kermesse.games.viva import game
from kermesse.games.viva.tests.oracle import Ask, Oracle
from kermesse.games.viva.tests.scenes import hand, place, rest, under


def perft(position: Position, depth: int) -> int:
    """How many ways there are to take that many decisions; of several seats the first decides."""
    if position.over:
        return 0
    seat = min(position.due)
    moves = np.zeros(game.actions, np.int16)
    n = game.kernels["legal"](position.record, seat, moves)
    if depth == 1:
        return int(n)
    total = 0
    for move in moves[:n]:
        child = position.copy()
        game.kernels["act"](child.record, seat, int(move))
        child.rush()
        total += perft(child, depth - 1)
    return total


@pytest.mark.rule("VV-24", "VV-29")
def test_from_an_empty_table() -> None:
    """Two kinds in three houses and the draw: seven. Whatever the first does, the second has five
    cards of five kinds that match all of the first's: fifteen and the draw, unless a draw of its
    own comes between."""
    position = place("Y B", "2G", pile="3P")
    assert perft(position, 1) == 7
    # after Y or B in any house: G goes to the two empty ones, or draw; after the draw: P in three
    # houses or kept
    assert perft(position, 2) == 6 * 3 + 4


@pytest.mark.rule("VV-28", "VV-51")
def test_identical_cards() -> None:
    """Three Y and a B: Y then has three houses or stop; the third Y only where no VIVA was."""
    position = place("3Y B", "2G", pile="5P", block="O")
    assert perft(position, 1) == 3 + 3 + 1
    # Y in a house: three houses and stop. B: two houses for each of 2G, and the draw.
    # draw: P goes anywhere or is kept.
    assert perft(position, 2) == 3 * 4 + 3 * 3 + 4


class Script:
    """The oracle at a position that was set up, whose decisions can be counted."""

    def __init__(self, position: Position) -> None:
        self.start = position

    def count(self, depth: int) -> int:
        return self.below([], depth)

    def below(self, path: list[Any], depth: int) -> int:
        """Replay the path, then try every choice: generators cannot be copied."""
        asked = self.ask(path)
        if asked is None:
            return 0
        choices = asked.choices
        if depth == 1:
            return len(choices)
        return sum(self.below([*path, choice], depth - 1) for choice in sorted(choices))

    def ask(self, path: list[Any]) -> Ask | None:
        oracle = oracle_at(self.start)
        script = turns(oracle, int(self.start.record.active))
        answer: Any = None
        left = list(path)
        while True:
            try:
                asked = script.send(answer)
            except StopIteration:
                return None
            if asked.choices is None or asked.what == "shuffle":
                answer = self.card() if asked.what in ("draw", "turn up") else None
            elif left:
                answer = left.pop(0)
            else:
                return asked

    def card(self) -> str:
        """The pile holds one kind only."""
        s = self.start.record
        shown = [
            *(under(self.start, h) for h in range(3)),
            *(hand(self.start, n) for n in range(2)),
        ]
        loose = rest([" ".join(heap.elements()) for heap in shown])
        assert s.pile
        return next(iter(loose - self.seen()))

    def seen(self) -> Any:
        from kermesse.games.viva.tests.scenes import cards, code_of, discard, tops

        s = self.start.record
        tops_shown = " ".join(top for top in tops(self.start) if top != "..")
        return discard(self.start) + cards(tops_shown) + cards(code_of(s.block))


def oracle_at(position: Position) -> Oracle:
    from kermesse.games.viva.tests.scenes import code_of, discard, tops

    s = position.record
    oracle = Oracle(position.seats, game.choose(position.options), int(s.dealer))
    oracle.hands = [list(hand(position, seat).elements()) for seat in range(position.seats)]
    for house, top in enumerate(tops(position)):
        oracle.houses[house] = [*under(position, house).elements()] + [top] * (top != "..")
    oracle.discard = list(discard(position).elements())
    oracle.block, oracle.pile = code_of(s.block), int(s.pile)
    return oracle


def turns(oracle: Oracle, player: int) -> Generator[Ask, Any, None]:
    while True:
        how = yield from oracle.one_turn(player)
        if how == "won":
            return
        player = oracle.to_the_left(player)


POSITIONS = {
    "identical": place("3Y B", "2G O", pile="6P", block="R"),
    "nearly viva": place("2Y B", "2YB G", houses="Y, YG", pile="6P", block="R"),
    "last cards": place("RY", "RB", houses="Y, G", pile="6P", block="R", rounds=1),
    "blocked": place("RY RB 2Y", "R O", houses="G, YG, B", pile="6P", block="R"),
    "two of everything": place("2Y 2B", "2G 2O", houses="Y, G, B", pile="6P", block="R"),
}


@pytest.mark.rule("VV-18", "VV-19", "VV-23", "VV-28", "VV-30", "VV-40", "VV-45")
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_as_the_oracle_finds(name: str, depth: int) -> None:
    position = POSITIONS[name]
    assert perft(position, depth) == Script(position).count(depth)
