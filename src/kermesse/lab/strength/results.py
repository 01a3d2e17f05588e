"""Results files: an arena's settings in the first line, then a line for every block.

Lines are only ever added at the end. A last line without its end was being written when something
went wrong: it is left out, and its block is played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import msgspec

from kermesse.core.errors import KermesseError
from kermesse.core.recipes import Recipe
from kermesse.lab.strength.block import BlockResult, GameResult
from kermesse.lab.strength.referee import FORFEITED
from kermesse.lab.strength.schedule import pairings, rotations
from kermesse.lab.strength.times import can_be_times
from kermesse.lab.strength.tournament import Tournament
from kermesse.store.database import seize

# what a recipe had to say nothing about before there was a word for it
UNSAID = {part.name: part.default for part in fields(Recipe) if part.default is not MISSING}


class ResultsError(KermesseError, ValueError):
    """A results file that cannot be gone on with; the text says why."""


class ResultsFile:
    """The blocks of one arena on disk."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self.tournament = tournament
        self.head = json.dumps(tournament.as_json()).encode() + b"\n"

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep others from going on with the same file at the same time."""
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as broken:
            raise ResultsError(f"cannot write {self.path}: {broken.strerror}") from None
        try:
            self._seize(handle)
            yield
        finally:
            os.close(handle)

    def _seize(self, handle: int) -> None:
        try:
            seize(handle)
        except OSError:
            raise ResultsError(f"another arena is writing {self.path}") from None

    def read(self) -> list[BlockResult]:
        """The blocks that are there; none if the file is yet to be written."""
        try:
            content = self.path.read_bytes() if self.path.exists() else b""
        except OSError as broken:
            raise ResultsError(f"cannot read {self.path}: {broken.strerror}") from None
        if b"\n" not in content:
            if not self.head.startswith(content):
                raise ResultsError(f"{self.path} is no results file of an arena")
            return []
        head, *lines = content.split(b"\n")[:-1]
        self._check_head(head)
        return [self._block(number, line) for number, line in enumerate(lines)]

    def _check_head(self, head: bytes) -> None:
        try:
            there: dict[str, Any] = json.loads(head)
            assert isinstance(there, dict)
            assert "arena" in there
            there["levels"] = {name: UNSAID | said for name, said in there["levels"].items()}
        except (ValueError, AssertionError, LookupError, AttributeError, TypeError, RecursionError):
            raise ResultsError(f"{self.path} is no results file of an arena") from None
        here = json.loads(self.head)
        for name in [*here, *there]:
            if there.get(name) != here.get(name):
                raise ResultsError(
                    f"{self.path} is of other settings: {name} is "
                    f"{json.dumps(there.get(name))} there and {json.dumps(here.get(name))} here"
                )

    def _block(self, number: int, line: bytes) -> BlockResult:
        try:
            result = msgspec.json.decode(line, type=BlockResult)
        except (msgspec.DecodeError, UnicodeDecodeError) as broken:
            raise self._damaged(number, str(broken)) from None
        if number >= self.tournament.blocks:
            raise self._damaged(number, f"this arena has {self.tournament.blocks} blocks")
        if not self._fits(number, result):
            raise self._damaged(number, f"it is not block {number} of this arena")
        return result

    def _fits(self, number: int, result: BlockResult) -> bool:
        """Whether this is what the block of that number can have come to."""
        tournament = self.tournament
        expected = [
            (pairing, sides)
            for pairing in pairings(tournament)
            for sides in rotations(tournament, pairing, number)
        ]
        labels = set(tournament.labels)
        return (
            result.block == number
            and [(game.pairing, game.sides) for game in result.games] == expected
            and all(self._can_end_so(game) for game in result.games)
            and set(result.times) == labels == set(result.forfeits)
            and all(count >= 0 for count in result.forfeits.values())
            and all(can_be_times(counts) for counts in result.times.values())
        )

    def _can_end_so(self, game: GameResult) -> bool:
        """Whether a game of this arena can end like that."""
        tournament = self.tournament
        lowest = max(tournament.seats, 2)  # a solo player who loses is second
        endings = {ending.name.lower() for ending in tournament.game.endings} | {FORFEITED}
        return (
            len(game.places) == tournament.seats
            and all(1 <= place <= lowest for place in game.places)
            and (tournament.sides == 1 or min(game.places) == 1)
            and game.ending in endings
        )

    def _damaged(self, number: int, why: str) -> ResultsError:
        return ResultsError(f"line {number + 2} of {self.path} is damaged: {why}")

    def start(self, kept: int) -> None:
        """Make the file ready to continue after so many blocks: a partial line is cut off."""
        try:
            content = self.path.read_bytes() if self.path.exists() else b""
            lines = content.split(b"\n")[: kept + 1]
            length = sum(len(line) + 1 for line in lines)
            if length > len(content):  # not even a whole head
                self.path.write_bytes(self.head)
            elif length < len(content):
                os.truncate(self.path, length)
        except OSError as broken:
            raise ResultsError(f"cannot write {self.path}: {broken.strerror}") from None

    def add(self, result: BlockResult) -> None:
        """Write one more block at the end."""
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
        except OSError as broken:
            raise ResultsError(f"cannot write {self.path}: {broken.strerror}") from None
