"""Positions, views and errors as Python objects: copied, pickled, and kept safe in a match."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from tests.match.scenes import GAME, opening, played, state

import kermesse
from kermesse.core import errors
from kermesse.core.errors import IllegalMove, KermesseError, UnreadableAction
from kermesse.core.position import Position

KINDS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, KermesseError)
]


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy], ids=["copy", "deepcopy"])
def test_a_copy_is_independent(duplicate: Any) -> None:
    position = GAME.new(seed=1, options={"first_player": "seat0"})
    before = position.tobytes()
    other = duplicate(position)
    assert other == position
    other.act(0, other.legal(0)[0])
    assert position.tobytes() == before


def test_positions_views_and_games_survive_a_pickle() -> None:
    position = GAME.new(seed=1)
    for thing in (position, position.view(0), position.view()):
        again = pickle.loads(pickle.dumps(thing))
        assert type(again) is type(thing)
        assert again == thing
    assert pickle.loads(pickle.dumps(GAME)) is GAME


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_errors_survive_a_pickle(kind: type[KermesseError]) -> None:
    """A process pool whose worker raises one that does not hangs."""
    error = IllegalMove("the Cart blocks row2", "MV-20") if kind is IllegalMove else kind("so")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert str(again) == str(error)
    assert getattr(again, "rule", None) == getattr(error, "rule", None)


@pytest.mark.parametrize(
    "move",
    [
        lambda frame: frame.act(0, "row1 >"),
        lambda frame: frame.decide(0, 0),
        lambda frame: frame.advance(),
        lambda frame: frame.rekey(1),
        lambda frame: frame.rush(),
    ],
    ids=["act", "decide", "advance", "rekey", "rush"],
)
def test_the_frames_of_a_match_do_not_move(move: Any) -> None:
    match = opening()
    before = state(match)
    with pytest.raises(KermesseError, match="part of a match"):
        move(match.frames[-1])
    assert state(match) == before
    match.position.act(0, match.legal(0)[0])
    assert state(match) == before


def test_an_interrupt_leaves_no_turn_half_played(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(3, decisions=3)
    before = state(match)
    steps = iter(range(3))

    def interrupted(self: Position) -> None:
        if next(steps) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Position, "step", interrupted)
    (seat,) = match.due
    with pytest.raises(KeyboardInterrupt):
        match.act(seat, match.legal(seat)[0])
    assert state(match) == before


def test_a_match_refuses_a_text_that_goes_on_after_something_happened() -> None:
    match = opening()
    before = state(match)
    card = match.legal(0)[0]
    with pytest.raises(UnreadableAction, match="only if nothing happens between them"):
        match.act(0, f"{card} row1 > row1 >")
    assert state(match) == before
    assert len(match.act(0, f"{card} row1 >")) == 7
    assert isinstance(kermesse.write_match(match), str)
