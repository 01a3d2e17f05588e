"""Kinds: what a number in a record or an event stands for, and the word for each of its values.

A field of a record and an argument of an event are declared with a kind. Its range decides how wide
the field is, its words are how positions are written and read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from typing import Any, ClassVar, Protocol

NOTHING = -2  # nothing is here
UNKNOWN = -1  # something is here, but this record does not say what
EMPTY = ".."  # how positions write NOTHING, and a set without members
HIDDEN = "??"  # how positions write UNKNOWN


class Kind(Protocol):
    """Some numbers, each with a word."""

    @property
    def least(self) -> int:
        """The smallest of the numbers."""

    @property
    def most(self) -> int:
        """The largest of them."""

    @property
    def spaced(self) -> bool:
        """Whether its words have spaces in them, so that only one fits in a line."""

    def write(self, number: int) -> str:
        """The word for a number."""

    def read(self, word: str) -> int:
        """The number that a word stands for; raises `ValueError`."""


@dataclass(frozen=True, eq=False)
class Number:
    """A whole number, which is its own word."""

    most: int
    least: int = 0
    spaced: ClassVar[bool] = False

    def write(self, number: int) -> str:
        """The number in digits."""
        return str(int(number))

    def read(self, word: str) -> int:
        """The number, if it is in range and written as numbers are."""
        if len(word) > len(str(self.most)) + 1 or not word.isascii():
            raise ValueError(word)
        number = int(word)
        if not self.least <= number <= self.most or str(number) != word:
            raise ValueError(word)
        return number


@dataclass(frozen=True, eq=False)
class Named:
    """Numbers that have names: components, places, seats, directions."""

    names: Mapping[int, str]
    aliases: Mapping[str, int] = field(default_factory=dict)  # other words that are understood
    boxed: int | None = None  # for components: where in the box those with number 0 are counted
    spaced: ClassVar[bool] = False

    @property
    def least(self) -> int:
        """The smallest of the numbers."""
        return min(self.names)

    @property
    def most(self) -> int:
        """The largest of them."""
        return max(self.names)

    def write(self, number: int) -> str:
        """The name of a number."""
        return self.names[int(number)]

    def read(self, word: str) -> int:
        """The number of a name."""
        found = self._numbers.get(word)
        if found is None:
            raise ValueError(word)
        return found

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {**self.aliases, **{name: number for number, name in self.names.items()}}

    def or_nothing(self) -> Named:
        """The same, and perhaps there is nothing."""
        return replace(self, names={NOTHING: EMPTY, **self.names})

    def or_unknown(self) -> Named:
        """The same, and perhaps this record does not say which."""
        return replace(self, names={UNKNOWN: HIDDEN, **self.names})

    def place(self) -> Named:
        """A place for one: it may be empty, and its content unknown."""
        return self.or_unknown().or_nothing()


@dataclass(frozen=True, eq=False)
class Seats(Named):
    """Seats by their numbers. A position has only those that take part in its match."""


@dataclass(frozen=True, eq=False)
class Members:
    """A set of some of the named things, as the bits of one number."""

    of: Named
    spaced: ClassVar[bool] = True

    @property
    def least(self) -> int:
        """The empty set, or what all 64 bits are as a signed number."""
        return -(1 << 63) if self.of.most == 63 else 0

    @property
    def most(self) -> int:
        """All of them."""
        return (1 << min(self.of.most + 1, 63)) - 1

    def write(self, number: int) -> str:
        """The names of the members."""
        return " ".join(self.of.write(i) for i in bits_of(int(number))) or EMPTY

    def read(self, word: str) -> int:
        """The set of the things named, none of them twice."""
        found = 0
        for name in [] if word == EMPTY else word.split():
            one = 1 << self.of.read(name)
            if found & one:
                raise ValueError(word)
            found |= one
        return found - (1 << 64) if found > self.most else found


@dataclass(frozen=True, eq=False)
class LongMembers(Members):
    """A set too large for one number: several numbers side by side hold ``each`` so many members.

    Each number has the width of a word, however many members there are.
    """

    each: int = 64
    least: ClassVar[int] = -(1 << 63)
    most: ClassVar[int] = (1 << 63) - 1

    def members(self, numbers: Iterable[int]) -> list[int]:
        """The members of all numbers, ascending."""
        return [i * self.each + place for i, n in enumerate(numbers) for place in bits_of(n)]

    def write_row(self, numbers: Iterable[int]) -> str:
        """The names of the members of all numbers."""
        return " ".join(map(self.of.write, self.members(numbers))) or EMPTY

    def read_row(self, words: Sequence[str], size: int) -> list[int]:
        """So many numbers with the members named, none of them twice."""
        found = [0] * size
        for member in map(self.of.read, words):
            if found[member // self.each] >> member % self.each & 1:
                raise ValueError(self.of.write(member))
            found[member // self.each] |= 1 << member % self.each
        return [number - (1 << 64) if number > self.most else number for number in found]


def bits_of(number: int) -> Iterator[int]:
    """The members of a set that is kept as bits, ascending."""
    left = int(number) & 0xFFFFFFFFFFFFFFFF
    while left:
        yield (left & -left).bit_length() - 1
        left &= left - 1


@dataclass(frozen=True, eq=False)
class Unnamed(Number):
    """How many components this record does not name."""


def named(names: Iterable[str]) -> Named:
    """Things counted from 0 by their names."""
    return Named(dict(enumerate(names)))


def components(names: Iterable[str], boxed: int = 0) -> Named:
    """Components from the box by their names; ``boxed`` is where in the box they are counted."""
    return replace(named(names), boxed=boxed)


def seats(most: int) -> Seats:
    """Seats, counted from 0."""
    return Seats({seat: str(seat) for seat in range(most)})


def seats_needed(kind: Kind, number: int) -> int:
    """The fewest seats of a match in which a field or an argument can be this number."""
    if isinstance(kind, Members):
        return max((seats_needed(kind.of, one) for one in bits_of(number)), default=0)
    return number + 1 if isinstance(kind, Seats) else 0


def members_of(kind: type[IntEnum]) -> Named:
    """The members of an enumeration by their names in small letters."""
    return Named({int(member): member.name.lower() for member in kind})


FLAG = Named({0: "no", 1: "yes"})


def written_row(kind: Kind, row: Sequence[Any]) -> str:
    """Several values side by side."""
    if isinstance(kind, LongMembers):
        return kind.write_row(row)
    return " ".join(kind.write(int(value)) for value in row)
