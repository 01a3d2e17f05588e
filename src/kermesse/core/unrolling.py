"""Unrolling: all outcomes of a decision or an automatic step, with their probabilities.

The rules draw chance through `core.chance` and nowhere else. So a happening is played in plain
Python again and again, with draws that are told beforehand, until every way was gone once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import prod
from threading import Lock
from typing import Any

from kermesse.core import chance
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.graph import Copies, source_of
from kermesse.core.position import same
from kermesse.core.record import Record, Records

Rules = Mapping[str, Callable[..., Any]]
Happening = Callable[[Rules, Record], None]  # calls kernels, by name, on the record

MOST = 100_000  # ways that are gone at most, unless another number is given


class TooManyWays(KermesseError):
    """A decision or step depends on too many draws to enumerate."""


def dealing(rules: Rules, s: Record) -> None:
    """The happening that begins a game."""
    rules["setup"](s)


def stepping(rules: Rules, s: Record) -> None:
    """The happening of one automatic step."""
    rules["step"](s)


def deciding(seat: int, action: int) -> Happening:
    """The happening of one decision, and nothing that follows from it."""

    def happen(rules: Rules, s: Record) -> None:
        rules["act"](s, seat, action)

    return happen


def unroll(
    game: Game, record: Records, happen: Happening, most: int = MOST
) -> list[tuple[float, Records]]:
    """All results of a happening with their probabilities; ``record``, a batch of one, stays.

    Results are in the order of their first draws. Equal ones are one, and `rng` is 0 in all.
    """
    still = with_rng(record, 0)
    happen(game.kernels, still[0])
    if still["rng"][0] == 0:  # a draw would have moved it
        return [(1.0, still)]
    chances: dict[bytes, Fraction] = {}
    results: dict[bytes, Records] = {}
    script, rules, turn = scripted(game)
    with turn:
        script.rewind()
        for _ in range(most):
            result = with_rng(record, 0)
            happen(rules, result[0])
            if result["rng"][0] != 0:
                raise KermesseError(
                    f"{game.title} draws chance otherwise than by a name imported from core.chance"
                )
            key = result.tobytes()
            chances[key] = chances.get(key, Fraction()) + script.chance()
            results.setdefault(key, result)
            if not script.turn():
                return [(float(chances[key]), results[key]) for key in results]
    raise TooManyWays(f"{game.title}: chance has more than {most} ways to go here")


def with_rng(record: Records, rng: int) -> Records:
    """A copy of the record with another source of chance."""
    copy = same(record)
    copy["rng"] = rng
    return copy


class Script:
    """Draws that are told beforehand: it goes through all their ways, the last draw first."""

    def __init__(self) -> None:
        self.told: list[int] = []  # which way each draw goes
        self.ways: list[int] = []  # how many it has, as far as it was asked for

    def draw(self, s: Record, n: int) -> int:
        """In place of `chance.draw`: as told, and beyond that the first way."""
        if len(self.ways) == len(self.told):
            self.told.append(0)
        self.ways.append(int(n))
        return self.told[len(self.ways) - 1]

    def word(self, s: Record) -> int:
        """In place of `chance.word`, which has more ways than can be gone."""
        raise TooManyWays("64 random bits at once have too many ways to go")

    def chance(self) -> Fraction:
        """How likely the way is that was gone."""
        return Fraction(1, prod(self.ways))

    def turn(self) -> bool:
        """Tell the next way; False when all were gone."""
        while self.told and self.told[-1] + 1 >= self.ways[-1]:
            self.told.pop()
            self.ways.pop()
        self.ways.clear()
        if self.told:
            self.told[-1] += 1
        return bool(self.told)

    def rewind(self) -> None:
        """Begin with the first way."""
        self.told.clear()
        self.ways.clear()


@cache
def scripted(game: Game) -> tuple[Script, Rules, Lock]:
    """The game's kernels in plain Python with draws from a script; one caller at a time."""
    script = Script()
    copies = Copies(
        instead={
            source_of(chance.draw).__code__: script.draw,
            source_of(chance.word).__code__: script.word,
        }
    )
    rules = {name: copies.called(function) for name, function in game.kernels.items()}
    return script, rules, Lock()
