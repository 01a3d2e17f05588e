"""What a designer wants: figures below, above or near a number, and options that may vary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from kermesse.core.errors import SetupRefused, brief
from kermesse.core.game import Game
from kermesse.core.options import nearest
from kermesse.lab.figures import figure
from kermesse.lab.games import Games

WISH = re.compile(r"\s*([a-z_]+)\s*([<>=])\s*(-?\d+(?:\.\d+)?)\s*")
SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)")


@dataclass(frozen=True)
class Wish:
    """A figure and where it should be."""

    name: str
    sign: str  # < > =
    goal: float

    @classmethod
    def read(cls, text: str) -> Self:
        """A wish written as ``spread<1`` or ``decisions=90``."""
        found = WISH.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise SetupRefused(
                f"a target is written like spread<1, changes>3 or decisions=90, not {brief(text)}"
            )
        figure(found[1])
        return cls(found[1], found[2], float(found[3]))

    def value(self, games: Games) -> float:
        """The figure as it came out."""
        return figure(self.name).of(games)

    def miss(self, value: float) -> float:
        """How far off it is, in parts of the goal; 0: fulfilled."""
        distance = value - self.goal
        if self.sign == "<":
            distance = max(0.0, distance)
        elif self.sign == ">":
            distance = max(0.0, -distance)
        return abs(distance) / max(abs(self.goal), 1.0)

    def __str__(self) -> str:
        return f"{self.name} {self.sign} {self.goal:g}"


def spans(game: Game, wanted: Iterable[str]) -> dict[str, range]:
    """The options that may vary, and how far; by default all that are numbers.

    Written as ``hand_size`` for all that is allowed, or ``hand_size=4..6``.
    """
    numeric = {each.name: each.allowed for each in game.options if isinstance(each.allowed, range)}
    found: dict[str, range] = {}
    for text in wanted:
        name, equals, values = text.partition("=")
        if name not in numeric:
            raise SetupRefused(
                f"{game.title} has no option {brief(name)} that is a number"
                f"{nearest(name, list(numeric))}"
            )
        found[name] = part(name, numeric[name], values) if equals else numeric[name]
    found = found or numeric
    if not found:
        raise SetupRefused(f"{game.title} has no option that is a number")
    return found


def part(name: str, allowed: range, text: str) -> range:
    """A part of what an option allows."""
    found = SPAN.fullmatch(text)
    if found is None:
        raise SetupRefused(f"{name} varies like {name}=3..5, not {brief(text)}")
    low, high = int(found[1]), int(found[2])
    if low > high or low not in allowed or high not in allowed:
        raise SetupRefused(
            f"option {name} takes whole numbers from {allowed[0]} to {allowed[-1]}, not {text}"
        )
    return range(low, high + 1, allowed.step)


def misses(wishes: Iterable[Wish], values: Mapping[str, float]) -> float:
    """How far off all wishes are together."""
    return sum(wish.miss(values[wish.name]) for wish in wishes)
