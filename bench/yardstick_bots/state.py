"""Our records as OpenSpiel's Python searches want a state to be: by its methods, not by its class.

A state is a world that a seat imagines, never the table. Choices that several seats owe at once
are made one after the other, the searching seat first. None of them is told what another has
chosen, for what a player knows is its view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np

from kermesse.core.binding import template
from kermesse.core.bits import lowest
from kermesse.core.chance import word
from kermesse.core.contract import act, legal
from kermesse.core.game import Game
from kermesse.core.playout import STUCK, playout, settle
from kermesse.core.position import View, same
from kermesse.core.record import Moves, Record, Records
from kermesse.lab.strength.referee import shares

CHANCE, TERMINAL = -1, -4  # as pyspiel.PlayerId has them
OUTCOMES = 16  # draws that a search tells apart at a chance node, each as likely
LONGEST = 10_000_000  # steps of a random match: no game lasts so long


@template
def ask_next(s: Record, moves: Moves) -> int:
    """Go on to the next decision; write what its seat may do, and return how much that is."""
    settle(s)
    return 0 if s.over else legal(s, lowest(s.due), moves)


@template
def decide(s: Record, seat: int, action: int, moves: Moves) -> int:
    """Take a decision and `ask_next`: one call of machine code for each of a search's moves."""
    act(s, seat, action)
    return ask_next(s, moves)


@template
def decide_only(s: Record, seat: int, action: int, ahead: Records) -> bool:
    """Take a decision; return whether chance comes into play before the next one."""
    act(s, seat, action)
    ahead[0] = s
    settle(ahead[0])
    return bool(ahead[0].rng != s.rng)


@template
def draw_anew(s: Record, outcome: int, moves: Moves) -> int:
    """Let chance bring one of its outcomes, the same again for the same number, and `ask_next`."""
    for _ in range(outcome + 1):
        key = word(s)
    s.rng = key
    return ask_next(s, moves)


class Kit:
    """What all states of one game share."""

    def __init__(self, game: Game, kind: Any = None) -> None:
        self.game = game
        self.kind = kind  # a pyspiel.GameType, or what looks like one
        self.moves = np.zeros(game.actions, np.int16)
        self.ahead = np.zeros(1, game.dtype)
        self.decide: Callable[..., int] = game.bind(decide)
        self.decide_only: Callable[..., bool] = game.bind(decide_only)
        self.draw_anew: Callable[..., int] = game.bind(draw_anew)
        self.ask_next: Callable[..., int] = game.bind(ask_next)
        self.playout: Callable[..., int] = game.bind(playout)

    def get_type(self) -> Any:
        """Which kind of game this is, in OpenSpiel's words."""
        return self.kind

    def max_utility(self) -> float:
        """What a victory brings."""
        return 1.0


class State:
    """A world in which a search plays; chance stays in the record, so there are no chance nodes."""

    __slots__ = ("_batch", "_kit", "_mover", "_moves", "_seen")

    def __init__(self, kit: Kit, batch: Records, mover: int, moves: list[int]) -> None:
        self._kit = kit
        self._batch = batch
        self._mover = mover
        self._moves = moves
        self._seen: bytes | None = None

    @classmethod
    def imagined(cls, kit: Kit, view: View, seed: int) -> Self:
        """A world that fits a view, with a chance of its own; the view's seat decides first."""
        world = view.imagine(seed)
        moves = [action.number for action in view.legal()]
        return cls(kit, np.frombuffer(bytearray(world.tobytes()), kit.game.dtype), view.seat, moves)

    def get_game(self) -> Kit:
        """The game that is played."""
        return self._kit

    def current_player(self) -> int:
        """The seat that decides next."""
        return TERMINAL if self.is_terminal() else self._mover

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions open to that seat: none to any other."""
        return self._moves if player in (None, self._mover) else []

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self._batch["over"][0])

    def is_chance_node(self) -> bool:
        """Whether chance decides next."""
        return False

    def apply_action(self, action: int) -> None:
        """Take a decision, and all that follows by itself."""
        kit = self._kit
        n = kit.decide(self._batch[0], self._mover, int(action), kit.moves)
        self._arrive(n)

    def _arrive(self, n: int) -> None:
        """Note who decides next, and between what: ``n`` moves that the kernel has written."""
        due = int(self._batch["due"][0])
        self._mover = (due & -due).bit_length() - 1
        self._moves = self._kit.moves[:n].tolist()
        self._seen = None

    def information_state_string(self, player: int | None = None) -> bytes:
        """What a player knows: the bytes of its view."""
        if player is not None and player != self._mover:
            return self._view(player)
        if self._seen is None:  # a search asks up to four times
            self._seen = self._view(self._mover)
        return self._seen

    def _view(self, seat: int) -> bytes:
        batch = same(self._batch)
        self._kit.game.kernels["conceal"](batch[0], seat)
        return batch.tobytes()

    def returns(self) -> list[float]:
        """1 for a victory, -1 for a defeat, and between them where two sides share the victory."""
        game, seats = self._kit.game, int(self._batch["seats"][0])
        places = np.zeros(seats, np.int32)
        game.kernels["outcome"](self._batch[0], places)
        teams = game.teams(seats)
        won = shares(places.tolist(), teams)
        return [2 * won[side] - 1 for side in teams]

    def clone(self) -> Self:
        """The same world once more."""
        return type(self)(self._kit, same(self._batch), self._mover, self._moves)

    def rolled_out(self, luck: int) -> Self:
        """How the match ends if all seats choose at random from here on, in one call."""
        end = self.clone()
        end._batch["rng"][0] = luck
        if self._kit.playout(end._batch[0], LONGEST, self._kit.moves) == STUCK:
            raise RuntimeError(f"a random match of {self._kit.game.name} did not end")
        return end


class OpenState(State):
    """A world of a game that hides nothing but its draws: they are chance nodes.

    Chance has `OUTCOMES` outcomes at each node, keys from which all is drawn up to the next
    decision. The true ones are too many to list, and a tree needs some that come back.
    """

    __slots__ = ("_draws",)

    def __init__(self, kit: Kit, batch: Records, mover: int, moves: list[int]) -> None:
        super().__init__(kit, batch, mover, moves)
        self._draws = False

    def current_player(self) -> int:
        """The seat that decides next, or chance."""
        return CHANCE if self._draws else super().current_player()

    def is_chance_node(self) -> bool:
        """Whether something is drawn before the next decision."""
        return self._draws

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a draw and how likely they are."""
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def apply_action(self, action: int) -> None:
        """Take a decision, or carry out what chance decided."""
        kit, s = self._kit, self._batch[0]
        if self._draws:
            self._draws = False
            self._arrive(kit.draw_anew(s, int(action), kit.moves))
            return
        self._draws = kit.decide_only(s, self._mover, int(action), kit.ahead)
        if not self._draws:
            self._arrive(kit.ask_next(s, kit.moves))

    def clone(self) -> Self:
        """The same world once more."""
        copy = super().clone()
        copy._draws = self._draws
        return copy
