"""`Rules`: a game's kernels as functions from bytes to bytes.

The clauses compare positions byte for byte, keep thousands of them and run kernels on copies.
Immutable bytes make all three safe: no check can alter what another one looks at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

import kermesse.core
from kermesse.core.game import Game
from kermesse.core.graph import place, source_of
from kermesse.core.record import TABLE, Record

if TYPE_CHECKING:
    from kermesse.core.conformance.walk import Moment

CORE = Path(kermesse.core.__file__).parent
NUMBA_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
GUARD = 16  # spare room behind a buffer, to see a kernel that writes past its end
MARK = 77  # what buffers hold beforehand, to see a kernel that leaves part of one unwritten
OTHER_MARK = 55


class Census(NamedTuple):
    """The components that a record names, by kind, and the number of unnamed ones."""

    named: tuple[int, ...]
    unnamed: int

    @property
    def total(self) -> int:
        """All components, named or not."""
        return sum(self.named) + self.unnamed


class KernelRaised(Exception):
    """A kernel that should raise nothing did: which one, where in its source, on what record."""

    def __init__(self, name: str, kernel: Any, error: Exception, at: bytes) -> None:
        self.name, self.error, self.at = name, error, at
        self.place = place_of_error(error) or place(source_of(kernel))
        super().__init__(f"{name} raises {type(error).__name__}: {error}")


def place_of_error(error: Exception) -> str:
    """The line of the author's source that an error comes from: not one of the house's or Numba's.

    What Numba cannot compile is named in the text of its error.
    """
    compiling = NUMBA_PLACE.findall(str(error))
    if compiling:
        return ":".join(compiling[-1])
    frames = [frame for frame in extract_tb(error.__traceback__) if not _is_library(frame.filename)]
    return f"{frames[-1].filename}:{frames[-1].lineno}, in {frames[-1].name}" if frames else ""


def _is_library(path: str) -> bool:
    return path.startswith("<") or "site-packages" in path or CORE in Path(path).parents


class Rules:
    """One way to run a game: its compiled kernels, or the plain ones."""

    def __init__(self, game: Game, kernels: Mapping[str, Callable[..., Any]]) -> None:
        self.game = game
        self.kernels = kernels
        self.fault = (
            ""  # the first thing a reading kernel wrote where it should not; clause 1 tells
        )
        self.mark = MARK
        self._raw = bytearray(game.dtype.itemsize)
        self._batch = np.frombuffer(self._raw, game.dtype)

    def load(self, at: bytes) -> Record:
        """The scratch record, holding ``at``: to be read before the next kernel runs."""
        self._raw[:] = at
        return self._batch[0]

    def changed(self, at: bytes, **values: int) -> bytes:
        """The same record with some fields overwritten."""
        s = self.load(at)
        for name, value in values.items():
            s[name] = value
        return bytes(self._raw)

    # --- kernels that change a record ---------------------------------------------------------

    def setup(self, blank: bytes) -> bytes:
        """The record after `setup`."""
        return self._run("setup", blank)

    def act(self, at: bytes, seat: int, action: int) -> bytes:
        """The record after a decision."""
        return self._run("act", at, seat, action)

    def step(self, at: bytes) -> bytes:
        """The record after one automatic step."""
        return self._run("step", at)

    def moved(self, at: bytes, moment: Moment) -> bytes:
        """The record after the same decision or step as at that moment."""
        if moment.seat is None or moment.action is None:
            return self.step(at)
        return self.act(at, moment.seat, moment.action)

    def view(self, at: bytes, viewer: int) -> bytes:
        """What a seat, or a spectator, knows of the record."""
        return self._run("conceal", at, viewer)

    def imagine(self, view: bytes, key: int) -> bytes:
        """A world that fits a view, drawn with ``key`` as the source of chance."""
        return self._run("imagine", self.changed(view, rng=key))

    def twin(self, at: bytes, viewer: int, key: int) -> bytes:
        """The table's record with all redrawn that the viewer cannot know."""
        return self._run("twin", self.changed(at, rng=key), viewer)

    def _run(self, name: str, at: bytes, *args: int) -> bytes:
        self._call(name, at, *args)
        return bytes(self._raw)

    def _call(self, name: str, at: bytes, *args: Any) -> Any:
        try:
            return self.kernels[name](self.load(at), *args)
        except Exception as error:
            raise KernelRaised(name, self.kernels[name], error, at) from error

    # --- kernels that only read ---------------------------------------------------------------

    def legal(self, at: bytes, seat: int) -> tuple[int, ...]:
        """The actions open to a seat."""
        n, out = self._read("legal", at, (seat,), np.int16, self.game.actions)
        return tuple(out[:n].tolist())

    def score(self, at: bytes) -> tuple[int, ...]:
        """Points per seat."""
        return tuple(self._read("score", at, (), np.int32, self._seats(at))[1].tolist())

    def outcome(self, at: bytes) -> tuple[tuple[int, ...], int]:
        """The place of each seat, and why the game ended."""
        ending, out = self._read("outcome", at, (), np.int32, self._seats(at))
        return tuple(out.tolist()), int(ending)

    def census(self, at: bytes) -> Census:
        """What the record names."""
        unnamed, out = self._read("census", at, (), np.int16, len(self.game.box), mark=0)
        return Census(tuple(out.tolist()), int(unnamed))

    def features(self, at: bytes) -> tuple[float, ...]:
        """What a learning bot sees."""
        return tuple(self._read("features", at, (), np.float32, self.game.features)[1].tolist())

    def evaluate(self, at: bytes) -> tuple[float, ...]:
        """A judgement per seat."""
        return tuple(self._read("evaluate", at, (), np.float32, self._seats(at))[1].tolist())

    def _seats(self, at: bytes) -> int:
        return int(self.load(at).seats)

    def _read(
        self,
        name: str,
        at: bytes,
        args: tuple[int, ...],
        kind: type,
        room: int,
        mark: int | None = None,
    ) -> tuple[Any, npt.NDArray[Any]]:
        mark = self.mark if mark is None else mark
        buffer: npt.NDArray[Any] = np.full(room + GUARD, mark, kind)
        result = self._call(name, at, *args, buffer[:room])
        if (buffer[room:] != mark).any():
            self.fault = self.fault or f"{name} wrote behind the {room} places of its buffer"
        if self._raw != at:
            self.fault = self.fault or f"{name} changed the record that it should only read"
        return result, buffer[:room]

    # --- moving on ----------------------------------------------------------------------------

    def is_pending(self, at: bytes) -> bool:
        """Whether an automatic step comes next."""
        s = self.load(at)
        return bool(s.due == 0 and not s.over)

    def due(self, at: bytes) -> list[int]:
        """The seats that owe a decision."""
        s = self.load(at)
        return [seat for seat in range(int(s.seats)) if int(s.due) >> seat & 1]

    def settled(self, at: bytes, bound: int) -> bytes:
        """The record after all automatic steps up to the next decision or the end."""
        for _ in range(bound):
            if not self.is_pending(at):
                break
            at = self.step(at)
        return at

    def world(self, at: bytes) -> bytes:
        """A world's identity: the table's record without chance, last event and viewer."""
        s = self.load(at)
        s["rng"] = 0
        s["event"] = 0
        s["event_args"] = 0
        s["viewer"] = TABLE
        return bytes(self._raw)
