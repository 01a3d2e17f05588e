"""Bots at Shuppa: greedy takes what is best for it, and beats random at every seat count."""

from __future__ import annotations

import pytest

import kermesse
from kermesse.core.kernel import PLAIN
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.scenes import options, place, steps

ALONE = {"seats": 1, "deck": "2 0", "tops": "normal .."}


def test_greedy_takes_the_action_that_wins_most() -> None:
    position = place("[9 13] [3 14] [26 5] [10 7] [11 4*A]", phase="action")
    steps(position)
    assert str(kermesse.bot("greedy", game).choose(position.view(0), seed=1)) == "eat 2:0"


def test_greedy_keeps_the_multicolours() -> None:
    position = place("[1 6*A] [7 21] [13*B] [3] [9]")
    steps(position)
    assert str(kermesse.bot("greedy", game).choose(position.view(0), seed=1)) == "share 2 0 0"


def test_greedy_gives_the_automaton_the_least_useful_of_equals() -> None:
    """Any card is 1 PV for the automaton; the player then needs all three reds for a lot."""
    position = place("[44*B] [13 18] [] [25] [72*A]", phase="action", **ALONE)
    steps(position)
    assert options(position) == ["eat 1:0", "eat 2:0", "eat 2:1", "eat 4:0"]
    for seed in range(4):
        assert str(kermesse.bot("greedy", game).choose(position.view(0), seed=seed)) == "eat 1:0"


@pytest.mark.skipif(PLAIN, reason="whole matches of greedy take minutes in plain Python")
@pytest.mark.parametrize(("seats", "wanted"), [(1, 18), (2, 20), (3, 18), (4, 18)])
def test_greedy_beats_random_clearly(seats: int, wanted: int) -> None:
    """24 matches, the greedy seat changing; random play would win 12, 8 or 6 of them, alone 5."""
    greedy, random = kermesse.bot("greedy", game), kermesse.bot("random", game)
    wins = 0
    for number in range(24):
        position = game.new(seats=seats, seed=number)
        mine = number % seats
        decision = 0
        while not position.over:
            seat = min(position.due)
            who = greedy if seat == mine else random
            choice = who.choose(position.view(seat), seed=1000 * number + decision)
            position.act(seat, choice)
            decision += 1
        assert position.outcome is not None
        wins += position.outcome.places[mine] == 1
    assert wins >= wanted
