"""Decision counts to a fixed depth, each from an argument of its own or from the oracle.

Cards that are drawn on the way change which cards can be played, never how many.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random

import numpy as np
import pytest
from bench.rivals.plain_muvuca import Match, Options

from kermesse.core.position import Position
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import CODES, PUSHES, hand, known, place


def perft(position: Position, depth: int) -> int:
    """How many ways there are to take that many decisions."""
    if position.over:
        return 0
    (seat,) = position.due
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


def oracle_perft(match: Match, depth: int) -> int:
    if depth == 0 or match.phase == "over":
        return int(depth == 0)
    total = 0
    for decision in match.legal():
        child = deepcopy(match)
        child.play(decision)
        total += oracle_perft(child, depth - 1)
    return total


def oracle_at(position: Position) -> Match:
    """The oracle brought to a position before the choice of a card; its hidden cards lie anyhow."""
    s = position.record
    match = Match(
        Options(
            rounds_to_win=int(s.rounds_to_win),
            end_lines=int(s.end_lines),
            turn_cap=int(s.turn_cap),
            first_player="seat0",
        ),
        Random(0),
    )
    shown = {int(number) for number in s.crowd if number >= 0}
    hidden = iter(sorted(set(range(25)) - shown - hand(position, 0) - hand(position, 1)))
    cells = [(int(c), True) if c >= 0 else (next(hidden), False) for c in s.crowd]
    match.grid = [cells[at : at + 4] for at in range(0, 16, 4)]
    match.hands = [sorted(hand(position, 0)), sorted(hand(position, 1))]  # type: ignore[assignment]
    match.known = (known(position, 0), known(position, 1))
    match.blocked = PUSHES[int(s.cart)][:2] if s.cart >= 0 else None
    match.active, match.turn, match.wins = int(s.active), int(s.turn), s.wins.tolist()
    return match


@pytest.mark.rule("MV-27", "MV-63")
@pytest.mark.parametrize(
    ("depth", "count"), [(1, 5), (2, 5 * 16), (3, 5 * 16 * 5), (4, 5 * 16 * 5 * 14)]
)
@pytest.mark.parametrize("starter", [0, 1])
def test_from_the_start(depth: int, count: int, starter: int) -> None:
    position = game.new(seed=1, options={"first_player": f"seat{starter}"})
    assert perft(position, depth) == count


@pytest.mark.rule("MV-20", "MV-27")
@pytest.mark.parametrize(
    ("depth", "count"), [(1, 5), (2, 5 * 14), (3, 5 * 14 * 5), (4, 5 * 14 * 5 * 14)]
)
def test_from_a_later_turn(depth: int, count: int) -> None:
    position = place("U D U D  D U D D  D D D U  U D D D", cart="C3^", turn=8, active=1)
    assert perft(position, depth) == count


# Row 2 is blocked. Row 3 lacks one card: R3> drops its face-down card and puts one in, and C4v
# moves the face-up card above it down while the new one takes the top. All else keeps a gap.
ONE_SHORT = "U U U U  U U U U  U U U D  D D D D"


def closing(position: Position) -> list[str]:
    """The pushes that end the round now, by the oracle."""
    found = []
    for push in PUSHES:
        match = oracle_at(position)
        match.play(match.legal()[0])
        if push in match.legal():
            match.play(push)
            if match.results:
                found.append(push)
    return found


@pytest.mark.rule("MV-28", "MV-49")
def test_one_push_before_the_end_of_the_match() -> None:
    """Two pushes end it, whatever the card: ten branches are over."""
    position = place(ONE_SHORT, cart="R2>", turn=20, rounds_to_win=1)
    assert closing(position) == ["R3>", "C4v"]
    assert perft(position, 2) == 5 * 14
    assert perft(position, 3) == 5 * (14 - 2) * 5
    assert perft(position, 4) == 5 * (14 - 2) * 5 * 14


@pytest.mark.rule("MV-10", "MV-28", "MV-48")
def test_one_push_before_the_end_of_a_round() -> None:
    """The branches that end the round go on with a fresh one, in which no line is blocked."""
    position = place(ONE_SHORT, cart="R2>", turn=20)
    assert perft(position, 3) == 5 * 14 * 5
    assert perft(position, 4) == 5 * (12 * 5 * 14 + 2 * 5 * 16)


POSITIONS = {
    "columns nearly full": place(
        "U U U D  U U U D  U U D D  U U U U", cart="R1<", turn=21, rounds_to_win=1
    ),
    "end by moving": place(
        "U U U U  U U U U  U U U D  D D U U", cart="R4>", turn=30, rounds_to_win=1, active=1
    ),
    "one line is enough": place(
        "U U U D  D D D U  D U D U  D D D U", end_lines=1, cart="C2^", turn=9, rounds_to_win=1
    ),
    "last turn": place("U D D D " * 4, turn=20, turn_cap=20, cart="R1>", rounds_to_win=1),
    "next to last turn": place("U D D D " * 4, turn=19, turn_cap=20, rounds_to_win=1),
}


@pytest.mark.rule("MV-20", "MV-28", "MV-36")
@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_as_the_oracle_finds(name: str, depth: int) -> None:
    position = POSITIONS[name]
    assert perft(position, depth) == oracle_perft(oracle_at(position), depth)


@pytest.mark.rule("MV-36")
def test_after_the_cap_nothing_is_left_to_decide() -> None:
    assert perft(POSITIONS["last turn"], 2) == 5 * 14
    assert perft(POSITIONS["last turn"], 3) == 0
    assert perft(POSITIONS["next to last turn"], 4) == 5 * 16 * 5 * 14


def test_the_codes_of_cards_are_those_of_the_oracle() -> None:
    assert CODES[oracle_at(place()).legal()[0]] == "fr-st"  # type: ignore[index]
