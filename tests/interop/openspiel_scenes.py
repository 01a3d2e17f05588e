"""Matches for the tests of the OpenSpiel adapter: short ones of all games, played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel

import kermesse.interop.openspiel  # noqa: F401  # registers the games
from kermesse.core.game import Game
from kermesse.core.position import Position
from kermesse.interop.openspiel.dealers import Dealer
from kermesse.interop.openspiel.standing import Standing
from kermesse.interop.openspiel.states import KermesseState
from kermesse.interop.openspiel.story import Moment, loaded

SHORT = (
    "kermesse_muvuca(rounds_to_win=1,end_lines=1,recall=64)",
    "kermesse_viva(players=3,rounds=1,turn_cap=50,recall=64)",
    "kermesse_muckle(goal=3,turn_cap=20,recall=64)",
    "kermesse_shuppa(players=3,rounds=2,recall=64)",
    "kermesse_moon_river(players=2,cowboy_steps=1,recall=64)",
)
HIDDEN = SHORT[:4]


def loaded_game(text: str) -> Any:
    return pyspiel.load_game(text)


def dealt(game: Any, *key: int) -> KermesseState:
    """A match after its deal; with no key, the first of all."""
    state = game.new_initial_state()
    for byte in key or (0, 0, 0, 0):
        state.apply_action(byte)
    return state


def random_walk(state: KermesseState, chance: Random, most: int = 10**6) -> Iterator[KermesseState]:
    """The state at each of its decisions; it goes on after each."""
    decisions = 0
    while not state.is_terminal() and decisions < most:
        if not state.is_chance_node():
            yield state
            decisions += 1
        state.apply_action(chance.choice(state.legal_actions()))


def world(game: Any, record: bytes) -> KermesseState:
    """A match that begins with a record of the table."""
    state: KermesseState = game.new_initial_state()
    state.standing = Standing(game.dealer, Moment(None, record))
    return state


def table(state: KermesseState) -> Position:
    """The table of a state as a position of its own."""
    assert state.standing.moment is not None
    return Position(rules(state), loaded(rules(state), state.standing.moment.record))


def rules(state: KermesseState) -> Game:
    dealer: Dealer = state.standing.dealer
    return dealer.game


def seen_by(state: KermesseState, seat: int) -> tuple[object, ...]:
    """All that a program at a seat can get to see."""
    own = state.legal_actions(seat) if state.current_player() == seat else None
    return (
        state.information_state_string(seat),
        tuple(state.information_state_tensor(seat)),
        state.observation_string(seat),
        tuple(state.observation_tensor(seat)),
        own and tuple(own),
    )
