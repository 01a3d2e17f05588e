"""What a clause finds wrong, said so that the author of a game can go and look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kermesse.core.errors import KermesseError
from kermesse.core.game import Game

MOST_DIFFERENCES = 6  # further ones are counted: the first few fields show what went wrong


class Broken(Exception):
    """A clause does not hold: raised inside the suite, with the evidence."""

    def __init__(
        self, expected: str, found: str, details: str = "", match: int = 0, ply: int | None = None
    ) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = expected
        self.found = found
        self.details = details
        self.match = match
        self.ply = ply


class Unjudged(Broken):
    """A case that gives no evidence; another case of the same game may."""


@dataclass(frozen=True)
class Failure:
    """One clause that does not hold, with its first evidence."""

    clause: int
    title: str
    case: str
    match: int
    ply: int | None
    expected: str
    found: str
    details: str = ""
    look: str = ""  # an expression that gives the position
    unjudged: bool = False  # nothing was found because there was nothing to look at
    error: str = ""  # what a kernel raised, and where: equal ones are told once

    def __str__(self) -> str:
        return self.told(f"clause {self.clause} ({self.title}) does not hold: {self.case}")

    def told(self, head: str) -> str:
        """The evidence below a first line."""
        where = f"match {self.match}" + ("" if self.ply is None else f", ply {self.ply}")
        lines = [
            f"{head}, {where}",
            f"  expected: {self.expected}",
            f"  found:    {self.found}",
        ]
        lines += [f"  {line}" for line in self.details.splitlines()]
        if self.look:
            lines.append(f"  to look:  {self.look}")
        return "\n".join(lines)


class ConformanceError(KermesseError, AssertionError):
    """A game that breaks the contract; ``failures`` holds every clause that does not hold."""

    def __init__(self, failures: Sequence[Failure]) -> None:
        self.failures = tuple(failures)
        broken = ", ".join(str(number) for number in sorted(self.clauses))
        head = f"the contract is broken in clause{'s' * (len(self.clauses) > 1)} {broken}"
        super().__init__("\n\n".join([head, *self._told()]))

    @property
    def clauses(self) -> set[int]:
        """The numbers of the clauses that do not hold."""
        return {failure.clause for failure in self.failures}

    def _told(self) -> Iterator[str]:
        """Every failure; an error that stopped several clauses, or several cases, only once."""
        by_error: dict[str, list[Failure]] = {}
        for failure in self.failures:
            if not failure.error:
                yield str(failure)
            else:
                by_error.setdefault(failure.error, []).append(failure)
        for same in by_error.values():
            numbers = sorted({failure.clause for failure in same})
            stopped = ", ".join(map(str, numbers))
            cases = list(dict.fromkeys(failure.case for failure in same))
            more = f" and {len(cases) - 1} more" if len(cases) > 1 else ""
            # where the match is known, the rest of the way to the error is known, too
            known = next((failure for failure in same if failure.look), same[0])
            plural = "s" * (len(numbers) > 1)
            yield known.told(f"clause{plural} {stopped} stopped by an error: {known.case}{more}")


def differences(game: Game, expected: bytes, found: bytes) -> str:
    """The fields in which two records differ, one a line."""
    lines = list(_differing(game, expected, found))
    more = len(lines) - MOST_DIFFERENCES
    shown = lines[:MOST_DIFFERENCES] + ([f"… and {more} more"] if more > 0 else [])
    return "\n".join(["differing fields:", *(f"  {line}" for line in shown)])


def _differing(game: Game, expected: bytes, found: bytes) -> Iterator[str]:
    one, two = (np.frombuffer(record, game.dtype)[0] for record in (expected, found))
    start = 0  # records have no gaps
    for name in game.dtype.names or ():
        first, second = np.asarray(one[name]), np.asarray(two[name])
        for place in np.flatnonzero((first != second).ravel()):
            index = np.unravel_index(place, first.shape)
            label = name + "".join(f"[{i}]" for i in index)
            byte = start + int(place) * first.itemsize
            yield f"{label} (byte {byte}): expected {first[index]}, found {second[index]}"
        start += first.nbytes


def place_of(game: Game, byte: int) -> str:
    """The field that a byte of a record belongs to, as messages call it."""
    start = 0  # records have no gaps
    for name in game.dtype.names or ():
        kind = game.dtype[name]
        if start <= byte < start + kind.itemsize:
            index = np.unravel_index((byte - start) // kind.base.itemsize, kind.shape or (1,))
            low = (byte - start) % kind.base.itemsize
            label = name + ("".join(f"[{i}]" for i in index) if kind.shape else "")
            return f"byte {low} of {label}" if kind.base.itemsize > 1 else label
        start += kind.itemsize
    raise IndexError(f"a record of {game.name} has {game.dtype.itemsize} bytes, not {byte}")


def first_difference(expected: Sequence[object], found: Sequence[object]) -> str:
    """Where two sequences part, in words."""
    for place, (one, two) in enumerate(zip(expected, found, strict=False)):
        if one != two:
            return f"at place {place}: expected {one}, found {two}"
    return f"expected {len(expected)} entries, found {len(found)}"
