"""Positions as text, both ways: a line `name: value` for each field that is not as at the start.

The lines of a field follow from its declaration: a field of each seat has a line with a value for
each, `wins: 0 1 0`, or a line for each seat, `hand 1: ace two`, where a seat has several. What
several fields say together, such as a partly known hand, a game writes as a separate line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from kermesse.core.customs import any_options
from kermesse.core.errors import SetupRefused, UnreadablePosition, brief
from kermesse.core.kinds import (
    EMPTY,
    Kind,
    LongMembers,
    Members,
    Named,
    Seats,
    members_of,
    seats,
    seats_needed,
    written_row,
)
from kermesse.core.options import Option, Value, word
from kermesse.core.record import SPECTATOR, TABLE, Field, Fresh, Record, Records


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

    ``agree`` refuses options that do not go together, as it does when a match begins;
    ``due`` says who owes a decision if no line does; ``complete`` fills in what else follows from
    the lines that were given, by name; ``check`` refuses what the rules could not go on from,
    ``check_history`` what no play leads to; ``begin`` tells the event that a position from text
    begins with. ``usual_phase`` is the phase of a text that names none.
    """

    title: str
    state: type[Record]
    phases: type[IntEnum]
    counts: range  # of seats
    check: Callable[[Any], None]
    check_history: Callable[[Any], None]
    begin: Callable[[Any], None]
    due: Callable[[Any], int]
    complete: Callable[[Any, Set[str]], None] = lambda s, given: None
    agree: Callable[[Mapping[str, Value], int], None] = any_options
    lines: Sequence[Line] = ()
    usual_phase: Fresh = 0

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by name."""
        return {each.name: each for each in self.state.layout.options}

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The fields that have a line each, in the order in which they are written."""
        covered = {name for line in self.lines for name in line.fields}
        somebody = seats(self.counts[-1])
        viewers = Seats({TABLE: "table", SPECTATOR: "spectator", **somebody.names})
        return {
            "viewer": Field(viewers, "whose view this is", fresh=TABLE),
            "phase": Field(members_of(self.phases), "what comes next", fresh=self.usual_phase),
            **{
                name: field
                for name, field in self.state.layout.fields.items()
                if name not in covered and field.option is None
            },
            "due": Field(Members(somebody), "who owes a decision", fresh=self.due),
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
            fresh = field.fresh_in(s)
            for part, place in lines_of(name, field, self.state.layout.players_of(s)):
                values = np.ravel(s[name][place])
                if field.always or (values != fresh).any():
                    yield part, written_row(field.kind, values.tolist())
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
                s[name] = 0 if callable(field.fresh) else field.fresh
        self._read_options(s, given)
        for name, field in self.fields.items():
            read_field(s, name, field, given, self.state.layout.players_of(s))
        self._read_lines(s, given)
        for name, field in self.fields.items():
            if name not in names and callable(field.fresh):
                s[name] = field.fresh(s)
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

    def _read_options(self, s: Record, given: dict[str, str]) -> None:
        chosen = {name: option.value(s[name]) for name, option in self.options.items()}
        try:
            chosen |= {
                name: option.read(given.pop(name))
                for name, option in self.options.items()
                if name in given
            }
            for name, option in self.options.items():
                s[name] = option.code(chosen[name])
            self.agree(chosen, int(s.seats))
        except SetupRefused as refused:
            raise UnreadablePosition(str(refused)) from None

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


def lines_of(name: str, field: Field, count: int) -> Iterator[tuple[str, Any]]:
    """The lines of a field for a number of seats, and the place in the field that each says."""
    if not field.per_seat:
        yield name, ...
    elif field.shape[1:] or field.kind.spaced:
        yield from ((f"{name} {seat}", seat) for seat in range(count))
    else:
        yield name, slice(count)


def read_field(s: Record, name: str, field: Field, given: dict[str, str], count: int) -> None:
    """The values of a field of so many players, as far as lines are given."""
    for line, place in lines_of(name, field, count):
        if line not in given:
            continue
        text = given.pop(line)
        if not field.shape:
            s[name] = value_of(field.kind, line, text, count)
            continue
        wanted = s[name][place].shape
        if isinstance(field.kind, LongMembers):
            s[name][place] = members_of_long(field.kind, line, text, *wanted)
            continue
        words, size = [text] if field.kind.spaced else text.split(), math.prod(wanted)
        if len(words) != size:
            raise UnreadablePosition(f"{line} has {size} values, not {len(words)}")
        values = [value_of(field.kind, line, word, count) for word in words]
        s[name][place] = np.reshape(values, wanted)


def members_of_long(kind: LongMembers, name: str, text: str, size: int) -> list[int]:
    """The numbers of a set that takes several."""
    try:
        return kind.read_row([] if text == EMPTY else text.split(), size)
    except ValueError as unread:
        raise UnreadablePosition(f"{name} cannot hold {brief(str(unread))}") from None


def value_of(kind: Kind, name: str, word: str, count: int) -> int:
    """The number that a word stands for in a line of a position with so many players."""
    number = number_of(kind, name, word)
    if seats_needed(kind, number) > count:
        raise UnreadablePosition(f"{name} cannot be {brief(word)} with {count} seats")
    return number


def heap(name: str, of: Named) -> Line:
    """The line of a field with how many there are of each thing: `saloon: farmer farmer`."""

    def write(s: Record) -> str:
        return " ".join(of.write(i) for i, number in enumerate(s[name]) for _ in range(number))

    def read(s: Record, text: str) -> None:
        most = np.iinfo(s[name].dtype).max
        for called in text.split():
            thing = number_of(of, name, called)
            demand(s[name][thing] < most, f"{name} has too many {called}")
            s[name][thing] += 1

    return Line(name, (name,), write, read)


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
