"""Positions, views and errors as Python objects: copied, pickled, and kept safe in a match."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
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


def test_what_happened_is_told_when_somebody_asks() -> None:
    position = GAME.new(seed=2)
    seat = min(position.due)
    action = position.legal(seat)[0]
    slow = position.copy()
    at_once = [slow.decide(seat, action), *slow.settle()]
    told = position.act(seat, action)
    assert position == slow
    later = min(position.due)
    position.act(later, position.legal(later)[-1])
    after = position.tobytes()
    assert told == at_once
    assert (told[0], told[-1], len(told)) == (at_once[0], at_once[-1], len(at_once))
    assert position.tobytes() == after
    assert repr(told) == repr(at_once)


def test_actions_of_a_game_are_made_once() -> None:
    position = GAME.new(seed=1)
    (seat, *_) = position.due
    assert all(
        one is other
        for one, other in zip(position.legal(seat), position.view(seat).legal(), strict=True)
    )


def test_a_kernel_that_fails_changes_nothing() -> None:
    def failing(s: Any) -> None:
        s.reveals += 1
        raise ZeroDivisionError

    game = replace(GAME, kernels={**GAME.plain_kernels, "step": failing})
    position = Position(game, GAME.new(seed=1, options={"first_player": "seat0"}).records)
    card = position.legal(0)[0]
    for text in (f"{card} row1 >", "row1 >"):
        before = position.tobytes()
        with pytest.raises(ZeroDivisionError):
            position.act(0, text)
        assert position.tobytes() == before
        if position.phase == "card":
            position.act(0, card)  # after which nothing happens by itself
