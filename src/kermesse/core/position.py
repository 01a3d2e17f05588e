"""`Position`, `View` and `Action`: a game's record in the hands of a Python program."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self, cast

import numpy as np
from rich.console import Console

from kermesse.core.chance import checked_seed
from kermesse.core.errors import (
    IllegalMove,
    KermesseError,
    UnknownSeat,
    UnreadableAction,
    brief,
    whole,
)
from kermesse.core.kinds import bits_of
from kermesse.core.late import Late
from kermesse.core.playout import settle
from kermesse.core.record import SPECTATOR, Records
from kermesse.core.single import REFUSED
from kermesse.core.words import ENGLISH, Words

if TYPE_CHECKING:
    from kermesse.core.game import Game

BOARD_WIDTH = 100  # characters
LONGEST_ACTION = 500  # characters; no action of any game is longer


@dataclass(frozen=True, slots=True)
class Action:
    """One decision open to a seat: its number in the rules and its text in the log."""

    number: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action({self.text!r})"


class Actions(dict[int, Action]):
    """The actions of a game by their numbers, each made when it is first asked for."""

    def __init__(self, text: Callable[[int], str]) -> None:
        super().__init__()
        self._text = text

    def __missing__(self, number: int) -> Action:
        made = self[number] = Action(number, self._text(number))
        return made


class Event(NamedTuple):
    """What a step did: the kind, its numbers, and a sentence."""

    kind: str
    args: tuple[int, ...]
    text: str


class Outcome(NamedTuple):
    """How a game ended: the place of each seat, best is 1, and why."""

    places: tuple[int, ...]
    ending: str


class Situation:
    """What positions and views have in common: a record that can be read."""

    def __init__(self, game: Game, batch: Records) -> None:
        self.game = game
        self._batch = batch

    @property
    def record(self) -> Any:
        """The record itself, for kernels: a `Record` of the game's own kind.

        Changing it goes past every check.
        """
        return self._batch[0]

    @property
    def records(self) -> Records:
        """The record in an array of one, which kernels recognise ten times as fast."""
        return self._batch

    @property
    def seats(self) -> int:
        """How many seats play."""
        return cast("int", self._batch["seats"].item())

    @property
    def due(self) -> set[int]:
        """The seats that owe a decision now."""
        return set(seats_in(self._batch["due"].item()))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._batch["over"].item() != 0

    @property
    def phase(self) -> str:
        """Which decision or automatic step this is."""
        return self.game.phases(self.record.phase).name.lower()

    @property
    def reveals(self) -> int:
        """Grows whenever chance is drawn or something hidden is shown."""
        return int(self.record["reveals"])

    @property
    def options(self) -> dict[str, object]:
        """The options of this game."""
        return {option.name: option.value(self.record[option.name]) for option in self.game.options}

    @property
    def event(self) -> Event:
        """What the last step did, as far as this record knows."""
        kind = self.game.events(self.record.event).name.lower()
        args = tuple(int(arg) for arg in self.record.event_args)
        return Event(kind, args, self.game.notation.event_text(self.record))

    @property
    def points(self) -> list[int]:
        """Points per seat as they stand."""
        out = np.zeros(self.seats, np.int32)
        self.game.kernels["score"](self.record, out)
        return [int(points) for points in out]

    @property
    def outcome(self) -> Outcome | None:
        """The places and the reason, once the game is over."""
        if not self.over:
            return None
        out = np.zeros(self.seats, np.int32)
        ending = self.game.kernels["outcome"](self.record, out)
        return Outcome(tuple(int(p) for p in out), self.game.endings(ending).name.lower())

    @property
    def text(self) -> str:
        """The position in the game's notation."""
        return self.game.notation.position_text(self.record)

    def tobytes(self) -> bytes:
        """The record's bytes."""
        return self._batch.tobytes()

    def _legal(self, seat: int) -> list[Action]:
        known = self.game.known_actions
        return [known[number] for number in self._legal_numbers(seat)]

    def _legal_numbers(self, seat: int) -> list[int]:
        out = np.empty(self.game.actions, np.int16)
        n = self.game.single.list_legal(self._batch, seat, out)
        return cast("list[int]", out[:n].tolist())

    def read_action(self, text: str) -> int:
        """The number of the action that a text means here; raises `UnreadableAction`."""
        return self.game.meant(self.record, self.game.notation.read_action(text))

    def seat_number(self, seat: object) -> int:
        """The seat, if there is one of that number."""
        number = whole(seat)
        if number is None or not 0 <= number < self.seats:
            raise UnknownSeat(f"no seat {brief(seat)}; the seats are 0 to {self.seats - 1}")
        return number

    def copy(self) -> Self:
        """An independent situation with the same bytes."""
        return type(self)(self.game, same(self._batch))

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (type(self), self.game, self.tobytes())

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.tobytes() == other.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.game.board(self.record).plain

    def _repr_html_(self) -> str:
        """The board in a notebook."""
        console = Console(record=True, file=io.StringIO(), width=BOARD_WIDTH)
        console.print(self.game.board(self.record))
        return console.export_html(inline_styles=True, code_format="<pre>{code}</pre>")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.name}: {self.phase}, due {self.due or '{}'}>"


def same(batch: Records) -> Records:
    """An independent batch with the same bytes: NumPy's own copy goes field by field."""
    return np.ndarray(batch.shape, batch.dtype, bytearray(batch.tobytes()))


def restored(kind: type[Situation], game: Game, record: bytes) -> Situation:
    """A position or view from a pickle."""
    return kind(game, np.frombuffer(record, game.dtype).copy())


class View(Situation):
    """What one seat or a spectator knows. It does not lead back to the table."""

    @property
    def seat(self) -> int:
        """Whose view this is; -1 is a spectator."""
        return cast("int", self._batch["viewer"].item())

    def legal(self) -> list[Action]:
        """The actions open to this view's own seat."""
        seat = self.seat
        return [] if seat == SPECTATOR else self._legal(seat)

    def imagine(self, seed: int | None = None) -> Position:
        """A world that fits this view, drawn uniformly."""
        batch = same(self._batch)
        batch["rng"] = checked_seed(seed)
        self.game.kernels["imagine"](batch[0])
        return Position(self.game, batch)


class Position(Situation):
    """A game as it stands, all cards known: what the table holds and nobody at it sees."""

    _frozen = False

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat knows; without a seat, what a spectator knows."""
        viewer = SPECTATOR if whole(seat) == SPECTATOR else self.seat_number(seat)
        batch = same(self._batch)
        self.game.single.hide(batch, viewer)
        return View(self.game, batch)

    def legal(self, seat: int) -> list[Action]:
        """The actions open to a seat: none unless it is due."""
        return self._legal(self.seat_number(seat))

    def act(self, seat: int, action: Action | str | int, say: Words = ENGLISH) -> Sequence[Event]:
        """Take a decision and carry out what follows from it; return what happened, in order.

        A text may hold several decisions that the seat takes one after the other, as in
        ``"fries-star row1 >"``. If any of them is refused, nothing changes.
        """
        self._check_free()
        seat = self.seat_number(seat)
        before = self.tobytes()
        number, rest = self.read(action)
        try:
            if rest is None:
                numbers = [number]
                self._take_at_once(seat, number, say)
            else:
                numbers = self._take_all(seat, number, rest, say)
        except BaseException:
            self._batch[:] = np.frombuffer(before, self.game.dtype)
            raise
        return Late(partial(told_again, self.game, before, seat, numbers))

    def _take_at_once(self, seat: int, number: int, say: Words) -> None:
        """One decision and everything that follows, in one go."""
        moves = np.empty(self.game.actions, np.int16)
        if self.game.single.take(self._batch, seat, number, moves) == REFUSED:
            self._refuse(seat, number, say)

    def _take_all(self, seat: int, number: int, rest: str | None, say: Words) -> list[int]:
        """The decisions of a text one by one, and what follows from the last one."""
        reveals = self.reveals
        self.take(seat, number, say)
        numbers = [number]
        while rest is not None:
            self.check_further(seat, reveals)
            number, rest = self.read(rest)
            self.take(seat, number, say)
            numbers.append(number)
        while self.pending:
            self.step()
        return numbers

    def check_further(self, seat: int, reveals: int) -> None:
        """Refuse a further decision in the same text once anything has to happen first.

        If it were tried after a draw or a reveal and then refused, the refusal would reveal what
        is hidden, and nothing would have been risked.
        """
        if self.pending or self.seat_number(seat) not in self.due or self.reveals != reveals:
            raise UnreadableAction(
                "a text may hold several decisions only if nothing happens between them"
            )

    def read(self, action: Action | str | int) -> tuple[int, str | None]:
        """The first decision that is meant, and the text of further ones."""
        if isinstance(action, str):
            known, rest = split_actions(self.game, action)
            return self.game.meant(self.record, known), rest
        given = whole(action.number if isinstance(action, Action) else action)
        if given is not None and 0 <= given < self.game.actions:
            return given, None
        last = self.game.actions - 1
        raise UnreadableAction(
            f"an action is a text or a number from 0 to {last}, not {brief(action)}"
        )

    def decide(self, seat: int, action: Action | str | int, say: Words = ENGLISH) -> Event:
        """Take one decision and nothing more; refuses an illegal one and changes nothing."""
        self.take(seat, action, say)
        return self.event

    def take(self, seat: int, action: Action | str | int, say: Words = ENGLISH) -> None:
        """`decide` for callers who do not ask what happened."""
        self._check_free()
        seat = self.seat_number(seat)
        number, rest = self.read(action)
        if rest is not None:
            raise UnreadableAction(f"{brief(action)} is more than one decision")
        if number not in self._legal_numbers(seat):
            self._refuse(seat, number, say)
        self.game.kernels["act"](self.record, seat, number)

    def _refuse(self, seat: int, number: int, say: Words) -> NoReturn:
        if self.pending:  # no game says why: nobody is asked anything
            raise KermesseError(f"{self.phase} comes first, by itself: settle, then decide")
        rule, sentence = self.game.notation.refusal(self.view(seat).record, seat, number, say)
        raise IllegalMove(sentence, rule)

    def advance(self) -> Event:
        """Carry out one automatic step."""
        self.step()
        return self.event

    def step(self) -> None:
        """`advance` for callers who do not ask what happened."""
        self._check_free()
        if not self.pending:
            raise KermesseError("no automatic step is pending: " + self._why_not_pending())
        self.game.kernels["step"](self.record)

    @property
    def pending(self) -> bool:
        """Whether an automatic step comes next."""
        return self._batch["due"].item() == 0 and not self.over

    def settle(self) -> Sequence[Event]:
        """Carry out all automatic steps up to the next decision or the end."""
        events = []
        while self.pending:
            events.append(self.advance())
        return events

    def rush(self) -> None:
        """`settle` without the events, in machine code."""
        self._check_free()
        self.game.bind(settle)(self.record)

    def rekey(self, key: int) -> None:
        """Replace the source of chance, as fair dealing does before every step."""
        self._check_free()
        self.record.rng = checked_seed(key)

    def freeze(self) -> None:
        """From now on this position can be looked at and copied, but not moved on."""
        self._frozen = True

    def _check_free(self) -> None:
        if self._frozen:
            raise KermesseError("this position is part of a match: act in the match, or on a copy")

    def _why_not_pending(self) -> str:
        return "the game is over" if self.over else f"seats {sorted(self.due)} are due"


def told_again(game: Game, before: bytes, seat: int, numbers: Sequence[int]) -> list[Event]:
    """What followed from decisions, event by event, worked out from the position before."""
    table = Position(game, np.frombuffer(bytearray(before), game.dtype))
    events = [table.decide(seat, number) for number in numbers]
    return [*events, *table.settle()]


@cache
def seats_in(due: int) -> frozenset[int]:
    """The seats that owe a decision, of a record's `due`."""
    return frozenset(bits_of(due))


def split_actions(game: Game, text: str) -> tuple[int, str | None]:
    """The longest readable action that a text starts with, and what follows it."""
    if len(text) > LONGEST_ACTION:
        raise UnreadableAction(f"an action text has at most {LONGEST_ACTION} characters")
    words = text.split()
    for n in range(len(words), 0, -1):
        try:
            number = game.notation.read_action(" ".join(words[:n]))
        except UnreadableAction:
            continue
        return number, " ".join(words[n:]) or None
    return game.notation.read_action(text), None
