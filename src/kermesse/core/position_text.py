"""Positions as text, both ways: a line `name: value` for each field that is not as at the start.

The lines of a field follow from its declaration. What several fields say together, such as a hand
of which some cards are known, a game writes as a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from kermesse.core.errors import SetupRefused, UnreadablePosition, brief
from kermesse.core.kinds import Kind, Named, members_of, seats, written_row
from kermesse.core.options import Option, word
from kermesse.core.record import SPECTATOR, TABLE, Field, Record, Records


@dataclass(frozen=True)
class Line:
    """A line of a game's own: what it writes of some fields, and how that is read.

    With ``per_seat`` there is one for each seat, named `hand 0`, `hand 1`…; then both functions
    take the seat, too. A line without text is left out, unless it is ``needed``.
    """

    name: str
    fields: tuple[str, ...]
    write: Callable[..., str]
    read: Callable[..., None]
    per_seat: bool = False
    needed: bool = False

    def names(self, count: int) -> list[str]:
        """The names of its lines for a number of seats."""
        return [f"{self.name} {seat}" for seat in range(count)] if self.per_seat else [self.name]


@dataclass(frozen=True)
class PositionText:
    """Writes and reads the positions of one game.

    ``complete`` fills in what follows from the lines that were given, by name, such as who is due;
    ``check`` refuses what the rules could not go on from, ``check_history`` what no play leads to;
    ``begin`` tells the event that a position from text begins with.
    """

    title: str
    state: type[Record]
    phases: type[IntEnum]
    counts: range  # of seats
    complete: Callable[[Any, Set[str]], None]
    check: Callable[[Any], None]
    check_history: Callable[[Any], None]
    begin: Callable[[Any], None]
    lines: Sequence[Line] = ()

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by name."""
        return {each.name: each for each in self.state.layout.options}

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The fields that have a line each, in the order in which they are written."""
        covered = {name for line in self.lines for name in line.fields}
        somebody = seats(self.counts[-1])
        viewers = Named({TABLE: "table", SPECTATOR: "spectator", **somebody.names})
        return {
            "viewer": Field(viewers, "whose view this is", fresh=TABLE),
            "phase": Field(members_of(self.phases), "what comes next"),
        } | {
            name: field
            for name, field in self.state.layout.fields.items()
            if name not in covered and field.option is None
        }

    # --- writing --------------------------------------------------------------------------

    def write(self, s: Record) -> str:
        """A position or a view as lines of text."""
        lines = (f"{name}: {value}".replace(": \n", ":\n") for name, value in self._written(s))
        return "".join(line.rstrip() + "\n" for line in lines)

    def _written(self, s: Record) -> Iterator[tuple[str, str]]:
        if len(self.counts) > 1:
            yield "seats", str(s.seats)
        for name, field in self.fields.items():
            if field.always or np.any(s[name] != field.fresh):
                yield name, written_row(field.kind, np.ravel(s[name]).tolist())
        for name, option in self.options.items():
            value = option.value(s[name])
            if value != option.default:
                yield name, word(value)
        for line in self.lines:
            for seat, name in enumerate(line.names(int(s.seats))):
                text = line.write(s, seat) if line.per_seat else line.write(s)
                if text or line.needed:
                    yield name, text

    # --- reading --------------------------------------------------------------------------

    def read(self, text: str, blank: Records) -> None:
        """Fill a fresh record from text; the record is untouched unless play can lead there."""
        batch = blank.copy()
        self.fill(text, batch)
        self.check_history(batch[0])
        blank[:] = batch

    def fill(self, text: str, blank: Records) -> None:
        """The same for any text that can be played on from, whether or not play can lead there."""
        batch = blank.copy()
        s: Record = batch[0]
        given = entries(text)
        names = given.keys() | set()
        self._read_seats(s, given)
        for name, field in (self.state.layout.fields | self.fields).items():
            if field.option is None:
                s[name] = field.fresh
        for name in [*self.options, *self.fields]:
            if name in given:
                self._read_field(s, name, given.pop(name))
        self._read_lines(s, given)
        self.complete(s, names)
        s.over = int(s.phase == max(self.phases))
        self.check(s)
        self.begin(s)
        blank[:] = batch

    def _read_seats(self, s: Record, given: dict[str, str]) -> None:
        if len(self.counts) == 1:
            return
        if "seats" not in given:
            raise UnreadablePosition("'seats' is missing")
        count = given.pop("seats")
        if count not in map(str, self.counts):
            raise UnreadablePosition(f"seats cannot be {brief(count)}")
        s.seats = int(count)

    def _read_field(self, s: Record, name: str, text: str) -> None:
        if name in self.options:
            option = self.options[name]
            try:
                s[name] = option.code(option.read(text))
            except SetupRefused as refused:
                raise UnreadablePosition(str(refused)) from None
            return
        field = self.fields[name]
        if not field.shape:
            s[name] = number_of(field.kind, name, text)
            return
        values, size = text.split(), int(np.prod(field.shape))
        if len(values) != size:
            raise UnreadablePosition(f"{name} has {size} values, not {len(values)}")
        s[name] = np.reshape([number_of(field.kind, name, value) for value in values], field.shape)

    def _read_lines(self, s: Record, given: dict[str, str]) -> None:
        for line in self.lines:
            for seat, name in enumerate(line.names(int(s.seats))):
                if name in given:
                    value = given.pop(name)
                    line.read(s, seat, value) if line.per_seat else line.read(s, value)
                elif line.needed:
                    raise UnreadablePosition(f"{name!r} is missing")
        for name in given:
            raise UnreadablePosition(f"no line {brief(name)} in a position of {self.title}")


def entries(text: str) -> dict[str, str]:
    """The values of the lines by their names; lines without a name belong to the one before."""
    given: dict[str, str] = {}
    name = ""
    for line in filter(None, map(str.strip, text.splitlines())):
        before, colon, value = line.partition(":")
        if colon:
            name = before
            if name in given:
                raise UnreadablePosition(f"{brief(name)} is given twice")
            given[name] = value.strip()
        elif name:
            given[name] = f"{given[name]}\n{line}".strip()
        else:
            raise UnreadablePosition(f"expected a line 'name: value', not {brief(line)}")
    return given


def number_of(kind: Kind, name: str, word: str) -> int:
    """The number that a word stands for in a line."""
    try:
        return kind.read(word)
    except ValueError:
        raise UnreadablePosition(f"{name} cannot be {brief(word)}") from None


def demand(holds: object, complaint: str) -> None:
    """Refuse the position unless something holds."""
    if not holds:
        raise UnreadablePosition(complaint)
