"""Lessons as data: one TOML file each in a game's room `lessons/`, named like `3-blocked.toml`.

    title = "VIVA!"
    teaches = ["VV-26", "VV-33"]
    seed = 3
    position = '''
    seats: 2
    …
    '''

    [[step]]
    say = "Two houses show yellow, the third is empty."
    show = ["H1", "H2"]
    ask = "Make VIVA."
    goal = { event = "viva" }
    praise = "VIVA! The houses are cleared."
    refuse = [{ try = "G H1", rule = "VV-18" }]
    wrong = [{ action = ["G *"], rule = "VV-33", say = "Now the third house shows green." }]

Sentences are English and the keys of the game's catalogue. `docs/reference/lessons.md` says what
each field means.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kermesse.core.errors import KermesseError
from kermesse.core.game import Game

FOLDER = "lessons"
PATTERN = "[0-9]*-*.toml"  # the lessons of a folder that holds other files, too
LONGEST = 140  # characters of an English sentence
LONGEST_TRANSLATED = 185  # French and Portuguese say the same in up to a third more

Texts = list[str]  # of decisions; `*` stands for anything


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a lesson: a field that nobody declared is an error."""


class Goal(Data, frozen=True):
    """What has to come about: an event, perhaps with some arguments, or the end of the match."""

    event: str = ""
    args: dict[str, str | int] = msgspec.field(default_factory=dict)
    over: bool = False
    within: int = 1  # decisions of the learner


class Best(Data, frozen=True):
    """Of all ways to the goal those count that leave the most or the fewest of something.

    That is a line of the position's text, such as `hand 0`, or `points 0`.
    """

    most: str = ""
    fewest: str = ""


class Refused(Data, frozen=True, rename={"attempt": "try"}):
    """What learners try, and the rule by which it is refused."""

    attempt: str
    rule: str


class Wrong(Data, frozen=True):
    """What is said of a decision that is allowed and not what was asked for."""

    say: str
    rule: str
    action: Texts = msgspec.field(default_factory=list)  # the texts that it fits; none: all
    event: str = ""  # it led to this event


class Step(Data, frozen=True):
    """One step: something is shown and said, and perhaps asked for.

    What is asked for is one of the paths of ``accept``, or a ``goal``, or what is ``best``.
    ``reply`` is what other seats decide, in a sealed phase together with the learner, else
    afterwards. ``back`` goes back to the position before that step, counted from 1.
    """

    say: str
    ask: str = ""
    praise: str = ""
    show: list[str] = msgspec.field(default_factory=list)
    accept: list[Texts] = msgspec.field(default_factory=list)
    goal: Goal | None = None
    best: Best | None = None
    refuse: list[Refused] = msgspec.field(default_factory=list)
    wrong: list[Wrong] = msgspec.field(default_factory=list)
    reply: list[tuple[int, str]] = msgspec.field(default_factory=list)
    back: int = 0


class Lesson(Data, frozen=True, rename={"steps": "step"}):
    """A lesson: a position, and steps from there."""

    title: str
    teaches: list[str]
    position: str
    steps: list[Step]
    after: str = ""  # the name of the lesson that comes first
    you: int = 0
    names: tuple[str, ...] = ("Ana", "Rosa", "Iko", "Tom", "Mia", "Leo")  # the learner has an own
    seed: int = 1
    composed: bool = False  # whether the position is made up: consistent, but perhaps not reachable

    def sentences(self) -> Iterator[str]:
        """All sentences, for translators."""
        yield self.title
        for step in self.steps:
            yield from (text for text in (step.say, step.ask, step.praise) if text)
            yield from (wrong.say for wrong in step.wrong)


class LessonError(KermesseError):
    """A lesson that cannot be read, or that the engine does not bear out."""


def room_of(game: Game) -> Path:
    """The folder of what a game teaches. A variant teaches nothing: its numbers are others."""
    return game.home / (FOLDER if game.variant is None else "no lessons")


def lesson_files(game: Game) -> list[Path]:
    """The files of a game's lessons, in their order."""
    found = room_of(game).glob(PATTERN)
    return sorted(found, key=lambda path: (int(path.stem.partition("-")[0]), path.stem))


@cache
def lessons(game: Game) -> dict[str, Lesson]:
    """The lessons of a game by their names, such as `3-blocked`; none if it teaches nothing."""
    return {path.stem: read_lesson(path) for path in lesson_files(game)}


def read_lesson(path: Path) -> Lesson:
    """One lesson."""
    return read_data(path, Lesson)


def read_data(path: Path, kind: type[Any]) -> Any:
    """A file of a room `lessons/`; says which file and which field is wrong."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as wrong:
        raise LessonError(f"{path.name}: {wrong}") from None
