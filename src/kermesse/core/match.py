"""`Match`: a game with players, a log, undo, and dealing that anybody can check afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from kermesse.core.errors import CannotUndo, SetupRefused, brief, whole
from kermesse.core.fairness import SECRET_BYTES, commitment, fresh_secret, step_key
from kermesse.core.game import Game
from kermesse.core.position import Action, Event, Outcome, Position, View
from kermesse.core.record import SPECTATOR
from kermesse.core.words import ENGLISH, Words

LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the log: who decided what, and which frame of the match it led to."""

    seat: int
    text: str
    frame: int


class Match:
    """A match being played or looked at again.

    ``frames`` holds the position after the set-up and after every decision and automatic step.
    """

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        players: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        secret: bytes | None = None,
    ) -> None:
        if not isinstance(game, Game):
            raise SetupRefused(f"a match is of a Game, as kermesse.game returns, not {brief(game)}")
        self.game = game
        self.seats = game.checked_seats(seats)
        self.options = game.choose(options, self.seats)
        self.players = checked_players(players, self.seats)
        self._secret = checked_secret(secret)
        self.decisions: list[Decision] = []
        table = Position(game, game.blank(seats=self.seats, options=self.options))
        table.rekey(step_key(self._secret, 0))
        game.kernels["setup"](table.record)
        self.frames: list[Position] = []
        self._keep(table)
        self._settle(table)

    @property
    def position(self) -> Position:
        """The table as it stands; a copy, so that only `act` moves the match on."""
        return self.frames[-1].copy()

    @property
    def commitment(self) -> str:
        """The hash of the secret: published before the first decision."""
        return commitment(self._secret)

    @property
    def secret(self) -> bytes | None:
        """The secret, revealed when the match is over and not before."""
        return self._secret if self.over else None

    @property
    def kept_secret(self) -> bytes:
        """The secret, even before the end: for the running program, never for a seat."""
        return self._secret

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.frames[-1].over

    @property
    def due(self) -> set[int]:
        """The seats that owe a decision now."""
        return self.frames[-1].due

    @property
    def outcome(self) -> Outcome | None:
        """Places and reason, once over."""
        return self.frames[-1].outcome

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat, or a spectator, knows now."""
        return self.frames[-1].view(seat)

    def legal(self, seat: int) -> list[Action]:
        """The actions open to a seat."""
        return self.frames[-1].legal(seat)

    def act(self, seat: int, action: Action | str | int, say: Words = ENGLISH) -> list[Position]:
        """Take one or several decisions of a seat; return the frames they led to.

        If any of them is refused, none is taken.
        """
        before, taken = len(self.frames), len(self.decisions)
        reveals = self.frames[-1].reveals
        try:
            number, rest = self.frames[-1].read(action)
            self._decide(seat, number, say)
            while rest is not None:
                self.frames[-1].check_further(seat, reveals)
                number, rest = self.frames[-1].read(rest)
                self._decide(seat, number, say)
            if self.frames[-1].pending:
                self._settle(self.position)
        except BaseException:  # not even an interrupt leaves a turn half played
            self._back_to(before, taken)
            raise
        return self.frames[before:]

    def undo(self, seat: int) -> Decision:
        """Take back the seat's last decision, as long as nothing was shown or drawn since.

        Sealed choices that others made meanwhile stand.
        """
        place = self._last_decision(self.frames[-1].seat_number(seat))
        decision, later = self.decisions[place], self.decisions[place + 1 :]
        base = self.frames[decision.frame - 1]
        if self.frames[-1].reveals != base.reveals:
            raise CannotUndo(
                f"{decision.text!r} cannot be taken back: something was revealed since"
            )
        sealed = base.record.phase in self.game.sealed
        if later and not (sealed and self._all_in_phase(later, base.phase)):
            raise CannotUndo(f"{decision.text!r} stands: others have decided since")
        self._back_to(decision.frame, place)
        for other in later:
            self.act(other.seat, other.text)
        return decision

    def fork(self) -> Match:
        """An independent match that continues from here with the same secret."""
        other = copy(self)
        other.frames = self.frames.copy()
        other.decisions = self.decisions.copy()
        return other

    def rewind(self, decisions: int) -> None:
        """Go back to when so many decisions had been taken, whatever was shown since.

        For a table whose people have all agreed to it; `undo` is what a seat may do alone.
        """
        count = whole(decisions)
        if count is None or not 0 <= count <= len(self.decisions):
            raise CannotUndo(
                f"no way back to {brief(decisions)} decisions: there are {len(self.decisions)}"
            )
        if count < len(self.decisions):
            self._back_to(self.decisions[count].frame, count)

    def log(self, seat: int = SPECTATOR) -> list[Event]:
        """Everything that happened, as that seat saw it, in words with the players' names.

        A frame in which nothing changed for that seat, not even the event, is left out.
        """
        told, before = [], b""
        for frame in self.frames:
            seen = frame.view(seat).tobytes()
            if seen != before:
                told.append(self.tell(frame, seat))
            before = seen
        return told

    def tell(self, frame: Position, seat: int = SPECTATOR) -> Event:
        """What led to a frame, as a seat saw it."""
        view = frame.view(seat)
        return view.event._replace(text=self.game.notation.event_text(view.record, self.players))

    def _decide(self, seat: int, number: int, say: Words) -> None:
        table = self.position
        seat = table.seat_number(seat)
        table.rekey(step_key(self._secret, len(self.frames)))
        table.take(seat, number, say)
        self.decisions.append(
            Decision(seat, self.game.notation.action_text(number), len(self.frames))
        )
        self._freeze(table)

    def _settle(self, table: Position) -> None:
        while table.pending:
            table.rekey(step_key(self._secret, len(self.frames)))
            table.step()
            self._keep(table)

    def _keep(self, table: Position) -> None:
        self._freeze(table.copy())

    def _freeze(self, frame: Position) -> None:
        frame.rekey(0)  # what was drawn is drawn: no frame holds a piece of the future
        frame.freeze()
        self.frames.append(frame)

    def _back_to(self, frames: int, decisions: int) -> None:
        del self.frames[frames:]
        del self.decisions[decisions:]

    def _last_decision(self, seat: int) -> int:
        for place in range(len(self.decisions) - 1, -1, -1):
            if self.decisions[place].seat == seat:
                return place
        raise CannotUndo(f"seat {seat!r} has decided nothing yet")

    def _all_in_phase(self, decisions: Sequence[Decision], phase: str) -> bool:
        return all(self.frames[decision.frame - 1].phase == phase for decision in decisions)


def checked_players(players: Sequence[str] | None, seats: int) -> list[str]:
    """Names for the seats: short, printable, as many as there are seats."""
    if players is None:
        return [f"Seat {seat}" for seat in range(seats)]
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != seats:
        raise SetupRefused(f"expected {seats} players' names, not {brief(players)}")
    for name in players:
        if not isinstance(name, str) or not name.isprintable() or not name.strip():
            raise SetupRefused(f"a player's name is printable text, not {brief(name)}")
        if len(name) > LONGEST_NAME:
            raise SetupRefused(f"a player's name has at most {LONGEST_NAME} characters")
    return list(players)


def checked_secret(secret: bytes | None) -> bytes:
    """The secret of a match: the given one, or a fresh one."""
    if secret is None:
        return fresh_secret()
    if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES:
        raise SetupRefused(f"a secret is {SECRET_BYTES} bytes")
    return secret
