"""Finished games: match files that are kept, each with the tale of how it came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.matchfile import read_match, write_match
from kermesse.core.position import Event
from kermesse.core.verification import resume, verify


@dataclass(frozen=True)
class Tale:
    """What a finished game is about: who played, with which options, and how it came out."""

    bots: tuple[str, ...]
    ending: str
    options: Mapping[str, Any] = field(default_factory=dict)
    places: tuple[int, ...] = ()  # any, if none are given
    last: Mapping[str, Any] = field(default_factory=dict)  # fields of the last record
    fits: Callable[[Match], bool] = lambda match: True
    played: Callable[[], str] | None = None  # a match file, if it is too rare to wait for
    no_chance: bool = False  # in the game: only the bots' whims differ from seed to seed

    def wrong(self, match: Match) -> str:
        """What of the tale a match does not tell; empty if it fits."""
        if match.seats != len(self.bots) or match.options != match.game.choose(self.options):
            return f"{match.seats} seats, options {match.options}"
        if match.outcome is None or match.outcome.ending != self.ending:
            return f"outcome {match.outcome}"
        if self.places not in {(), match.outcome.places}:
            return f"places {match.outcome.places}"
        for name, wanted in self.last.items():
            found = np.asarray(match.frames[-1].record[name])
            if not np.array_equal(found.ravel()[: np.size(wanted)], np.ravel(wanted)):
                return f"{name} {found.tolist()}"
        return "" if self.fits(match) else "not what it should show"


@dataclass(frozen=True)
class Finished:
    """The finished games of a game."""

    game: Game
    folder: Path
    tales: Mapping[str, Tale]
    largest: int  # bytes of a file

    @cached_property
    def _replayed(self) -> dict[str, Match]:
        return {}

    def text(self, name: str) -> str:
        """The match file of a tale."""
        return (self.folder / f"{name}.json").read_text(encoding="utf-8")

    def match(self, name: str) -> Match:
        """The match of a tale, replayed once."""
        if name not in self._replayed:
            self._replayed[name] = resume(read_match(self.text(name), self.find))
        return self._replayed[name]

    def find(self, name: str) -> Game:
        """The game that a file names, whether it is installed or not."""
        assert name == self.game.name
        return self.game

    def events(self, name: str, kind: str) -> list[Event]:
        """The events of one kind in a match, in order."""
        return [frame.event for frame in self.match(name).frames if frame.event.kind == kind]

    def check_files(self, command: str) -> None:
        """Every file has its tale, and every tale its file."""
        files = {file.stem for file in self.folder.iterdir()}
        assert files == set(self.tales), f"if the rules changed on purpose: {command}"

    def check(self, name: str, command: str) -> None:
        """A file verifies, ends as it should, and is rewritten unchanged."""
        text, match = self.text(name), self.match(name)
        wrong = "; ".join(verify(text, self.find)) or self.tales[name].wrong(match)
        if not wrong and write_match(match) != text:
            wrong = "it is written in other words"
        assert not wrong, f"{name}: {wrong}; if the rules changed on purpose: {command}"
        assert len(text.encode()) < self.largest, f"{name} is larger than {self.largest} bytes"
