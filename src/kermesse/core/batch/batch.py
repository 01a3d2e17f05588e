"""`Batch`: many games of a kind, moved on together by one decision each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias

import numpy as np

from kermesse.core.batch.ledgers import LEDGER, open_ledgers
from kermesse.core.chance import checked_seed
from kermesse.core.errors import (
    IllegalMove,
    KermesseError,
    SetupRefused,
    UnreadableAction,
    brief,
    whole,
)
from kermesse.core.position import Position
from kermesse.core.record import Records
from kermesse.core.stepping import team_numbers

if TYPE_CHECKING:
    from kermesse.core.game import Game

Array: TypeAlias = Any  # of NumPy, or a `DeviceArray`
MOST_GAMES = 2**31 - 1
ACTION_TYPES = (np.int16, np.int32, np.int64)
WANTED = "actions are an array of int16, int32 or int64"


class Turn(NamedTuple):
    """The result of a step: always the same arrays of the batch, overwritten."""

    observation: Array
    reward: Array
    over: Array
    seat: Array
    mask: Array


class Batch(ABC):
    """Games that never stop: where a match ends, the next one is dealt in the same step.

    The k-th match of game i depends on the seed, on i and on k, and on nothing else: neither on
    how many threads there are nor on the device.
    """

    seat: Array
    """int8, (games,): the seat that decides now."""
    mask: Array
    """bool, (games, actions): what is open to that seat."""
    mask_bits: Array
    """uint32, (games, words): the same, packed. Action a is bit a % 32 of word a // 32."""
    observation: Array
    """float32, (games, features): what that seat sees, by the game's `features`."""
    views: Array
    """(games,): the same as concealed records, whose fields are arrays: `views["hand"]`."""
    reward: Array
    """float32, (games, seats): what the step just taken brought each seat."""
    over: Array
    """bool, (games,): whether that step ended a match."""
    records: Array
    """(games,): the full records, with nothing hidden. Never show them to a seat."""

    def __init__(
        self, game: Game, games: int, seats: int | None, options: Mapping[str, Any] | None
    ) -> None:
        number = whole(games)
        if number is None or not 1 <= number <= MOST_GAMES:
            raise SetupRefused(f"a batch has 1 to {MOST_GAMES} games, not {brief(games)}")
        self.game = game
        self.games = number
        self.seats = game.checked_seats(seats)
        self.teams = team_numbers(game, self.seats)
        self._blank = game.blank(1, seats=self.seats, options=options)
        self._under_way = False

    def __len__(self) -> int:
        return self.games

    def reset(self, seed: int | None = None) -> Turn:
        """Deal all games again: the same matches, or those of another seed."""
        self._check_idle()
        if seed is not None:
            self.seed = checked_seed(seed)
        ledgers = np.zeros(self.games, LEDGER)
        open_ledgers(ledgers, np.uint64(self.seed))
        self._under_way = True
        self._deal(ledgers)
        return self.recv()

    def step(self, actions: Array, *, unchecked: bool = False) -> Turn:
        """Take an action in every game, carry out what follows, and deal again where it is over.

        If one action is refused, nothing is changed in any game. ``unchecked`` leaves out the
        check: use it only for actions chosen by the mask, or anything may happen.
        """
        self.send(actions, unchecked=unchecked)
        return self.recv()

    def send(self, actions: Array, *, unchecked: bool = False) -> None:
        """Begin a step and return while it is under way; `recv` waits for its end."""
        self._check_idle()
        self._begin(actions, unchecked)
        self._under_way = True

    def recv(self) -> Turn:
        """Wait for the step that was sent. Until then the arrays are in the middle of it."""
        if not self._under_way:
            raise KermesseError("no step is under way: send actions first")
        turn = self._end()
        self._under_way = False  # not before: who was interrupted here may wait again
        return turn

    def position(self, i: int) -> Position:
        """A copy of one game, with nothing hidden."""
        self._check_idle()
        number = whole(i)
        if number is None or not 0 <= number < self.games:
            raise KermesseError(f"no game {brief(i)}; the games are 0 to {self.games - 1}")
        return Position(self.game, self._record(number))

    @abstractmethod
    def random_actions(self) -> Array:
        """A legal action for each game, uniformly, by chance of the batch's own; int32."""

    @abstractmethod
    def _deal(self, ledgers: Records) -> None:
        """Begin to deal the matches that the ledgers have come to."""

    @abstractmethod
    def _begin(self, actions: Array, unchecked: bool) -> None:
        """Check the actions and begin a step."""

    @abstractmethod
    def _end(self) -> Turn:
        """Wait for the end of what was begun."""

    @abstractmethod
    def _record(self, i: int) -> Records:
        """A copy of one record, here."""

    def _check_idle(self) -> None:
        if self._under_way:
            raise KermesseError("a step is under way: call recv first")

    def _check_form(self, actions: Array) -> None:
        """Refuse arrays of another shape or of other numbers."""
        if actions.dtype not in ACTION_TYPES:
            raise UnreadableAction(f"{WANTED}, not of {actions.dtype}")
        if actions.shape != (self.games,):
            shape = f"({self.games},)"
            raise UnreadableAction(f"{WANTED} of shape {shape}, not {actions.shape}")

    def _refuse(self, i: int, action: int) -> NoReturn:
        """Say which action cannot be taken, and why."""
        last = self.game.actions - 1
        if not 0 <= action <= last:
            raise UnreadableAction(
                f"game {i}: an action is a number from 0 to {last}, not {action}"
            )
        position = Position(self.game, self._record(i))
        seat = min(position.due)
        rule, sentence = self.game.notation.refusal(position.view(seat).record, seat, action)
        text = self.game.notation.action_text(action)
        raise IllegalMove(f"game {i}, action {action} ({text}): {sentence}", rule)
