"""One match in the hands of an adapter: a record, moved on and looked at by few kernels."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from kermesse.core.binding import template
from kermesse.core.bits import has, lowest
from kermesse.core.chance import checked_seed
from kermesse.core.errors import IllegalMove, KermesseError, UnreadableAction, brief, whole
from kermesse.core.game import Game
from kermesse.core.position import Position, View
from kermesse.core.record import SPECTATOR, Moves, Records, Worths
from kermesse.core.registry import game as installed
from kermesse.core.single import NOBODY, REFUSED
from kermesse.core.stepping import mark_legal, observe, payoffs, team_numbers
from kermesse.core.variants import variant

HIDDEN_FIELDS = ("rng", "spare")  # 0 in every view: no part of an observation

Which = Game | str | os.PathLike[str] | Mapping[str, Any]
Flat = npt.NDArray[np.float32]
Bits = npt.NDArray[np.int8]
Fields = dict[str, npt.NDArray[Any]]


@template
def look(
    table: Records, seat: int, scratch: Records, moves: Moves, out: Worths, mask: Bits
) -> None:
    """What a seat sees and may do; its view is left in ``scratch``."""
    observe(table[0], seat, scratch, out)
    mark_legal(table[0], seat, moves, mask)


def found(which: Which) -> Game:
    """A game by itself, by its name or a variant's, by a variant file, or by what one says."""
    if isinstance(which, Game):
        return which
    if isinstance(which, str) and not which.endswith(".toml"):
        return installed(which)
    if isinstance(which, str | os.PathLike | Mapping):
        return variant(which)
    raise KermesseError(
        f"a game is named by a string, a variant file or a Game, not {brief(which)}"
    )


class Engine:
    """A game with a number of seats and options, match after match in the same record."""

    def __init__(
        self, which: Which, seats: int | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        self.game = found(which)
        self._blank = self.game.blank(1, seats, options)
        self.seats = int(self._blank["seats"][0])
        self.table = self._blank.copy()
        self.table["over"] = 1  # until a match is dealt
        self.seat = NOBODY  # the seat that decides next
        self._make_buffers()

    def _make_buffers(self) -> None:
        game = self.game
        self._features, self._actions = game.features, game.actions
        self._scratch = self._blank.copy()
        self._moves = np.zeros(game.actions, np.int16)
        self._unread = np.zeros(game.features, np.float32)
        self._teams = team_numbers(game, self.seats)
        self._due, self._phase = self.table["due"], self.table["phase"]
        self._take, self._look = game.single.take, game.bind(look)

    def deal(self, seed: int) -> None:
        """Begin a match; the same one as `game.new` with this seed."""
        self._blank["rng"] = checked_seed(seed)
        self.table[:] = self._blank
        self.game.deal(self.table)
        self.seat = self._next_seat()

    def take(self, seat: int, action: int) -> bool:
        """Carry out a decision and everything that follows; an illegal one changes nothing."""
        after = self._take(self.table, seat, action, self._moves)
        if after == REFUSED:
            return False
        self.seat = int(after)
        return True

    def _next_seat(self) -> int:
        return NOBODY if self.table["over"].item() else lowest(self._due.item())

    def flat(self, seat: int) -> tuple[Flat, Bits]:
        """What a seat sees, as numbers, and a 1 for each action that it may take."""
        seen, mask = np.empty(self._features, np.float32), np.empty(self._actions, np.int8)
        self._look(self.table, seat, self._scratch, self._moves, seen, mask)
        return seen, mask

    def fields(self, seat: int) -> tuple[Fields, Bits]:
        """The same, with the fields of the seat's view by name; a single number is [number]."""
        mask = np.empty(self._actions, np.int8)
        self._look(self.table, seat, self._scratch, self._moves, self._unread, mask)
        return self._fields(self._scratch), mask

    def _fields(self, view: Records) -> Fields:
        names = view.dtype.names or ()
        return {
            name: np.array(view[name][0], ndmin=1) for name in names if name not in HIDDEN_FIELDS
        }

    @property
    def over(self) -> bool:
        """Whether no match is being played."""
        return self.seat == NOBODY

    @property
    def asked(self) -> list[int]:
        """The seats that decide now: all that owe a sealed choice, or otherwise the next one."""
        if self.over:
            return []
        if int(self._phase[0]) not in self.game.sealed:
            return [self.seat]
        due = int(self._due[0])
        return [seat for seat in range(self.seats) if has(due, seat)]

    def payoffs(self) -> list[float]:
        """What the finished match is worth to each seat."""
        out = np.zeros(self.seats, np.float32)
        places = np.zeros(self.seats, np.int32)
        self.game.bind(payoffs)(self.table[0], self._teams, places, out)
        return [float(payoff) for payoff in out]

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat or a spectator knows, for bots and boards."""
        return Position(self.game, self.table).view(seat)

    def told(self, seat: int) -> dict[str, Any]:
        """What a person at a seat would note: the points, and the last event in a sentence."""
        view = self.view(seat)
        return {"points": view.points, "event": view.event.text}

    def refusal(self, seat: int, action: int) -> IllegalMove:
        """Why a seat may not take an action, told from its own view."""
        rule, sentence = self.game.notation.refusal(self.view(seat).record, seat, action)
        return IllegalMove(sentence, rule)

    def checked_action(self, action: object, spare: int = 0) -> int:
        """The number of an action of this game, or of a spare one; refuses any other."""
        last = self.game.actions + spare - 1
        number = whole(action)
        if number is None or not 0 <= number <= last:
            raise UnreadableAction(f"an action is a number from 0 to {last}, not {brief(action)}")
        return number

    def copy(self) -> Self:
        """The same match, to be played on independently."""
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game, "records": (self._blank.tobytes(), self.table.tobytes())}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.game = state["game"]
        self._blank, self.table = (
            np.frombuffer(record, self.game.dtype).copy() for record in state["records"]
        )
        self.seats = int(self._blank["seats"][0])
        self._make_buffers()
        self.seat = self._next_seat()
