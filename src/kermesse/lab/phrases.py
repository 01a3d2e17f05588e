"""How findings are put into words: numbers with their intervals, seats, and what is likely."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import IntEnum

import numpy as np

from kermesse.lab.experiment import Experiment
from kermesse.lab.intervals import Estimate

ABSENT = "–"
PERCENT = "%"
HUNDREDTHS = (PERCENT, "win share")  # in the name of a column or an axis: its numbers are such
STEPS = ((1000.0, 0), (10.0, 1), (1.0, 2))  # from so much on, so many decimals
MOST_DECIMALS = 3


def decimals(values: Iterable[float], unit: str = "") -> int:
    """How many decimals a column or an axis needs; a share in hundredths has one."""
    known = [abs(value) for value in values if math.isfinite(value)]
    if not known or all(value == int(value) for value in known):
        return 0
    if any(word in unit for word in HUNDREDTHS):
        return 1
    most = max(known)
    return next((places for least, places in STEPS if most >= least), MOST_DECIMALS)


def written(value: float, places: int = 0) -> str:
    """A number with commas between thousands and a true minus sign."""
    if not math.isfinite(value):
        return ABSENT
    text = f"{value:,.{places}f}"
    if float(text.replace(",", "")) == 0:
        text = text.removeprefix("-")  # nothing is not negative, however it was rounded
    return text.replace("-", "\N{MINUS SIGN}")


def with_unit(value: float, places: int, unit: str) -> str:
    """The same with its percent sign, if it has one."""
    sign = f"\N{NO-BREAK SPACE}{PERCENT}" if PERCENT in unit and math.isfinite(value) else ""
    return written(value, places) + sign


def kept_together(text: str) -> str:
    """A sentence in which no line ends between a number and its percent sign."""
    return text.replace(f" {PERCENT}", f"\N{NO-BREAK SPACE}{PERCENT}")


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def percent(share: float) -> str:
    """26.3 %; whole ones without a decimal."""
    return f"{points(share)} %"


def points(share: float) -> str:
    """The same in points of a hundred, where the unit is already told."""
    hundred = 100 * share
    return written(hundred, 0 if abs(hundred - np.round(hundred)) < 0.005 else 1)


def number(value: float) -> str:
    """As many digits as are meaningful."""
    return written(value, decimals([value]))


def figure(found: Estimate) -> str:
    """A mean, with as many digits as its interval has."""
    return written(found.mean, decimals(found))


def interval(found: Estimate) -> str:
    """The interval of a mean, in brackets."""
    if math.isnan(found.low):
        return "(of too few deals for an interval)"
    if found.low == found.high:
        return "(always)"
    places = decimals(found)
    if written(found.low, places) == written(found.high, places):
        return f"(95 % interval less than {written(10.0**-places, places)} wide)"
    return f"(95 % interval {written(found.low, places)} to {written(found.high, places)})"


def share_interval(found: Estimate) -> str:
    """The interval of a share, in points of a hundred."""
    if math.isnan(found.low):
        return "(of too few games for an interval)"
    return f"(95 % interval {written(100 * found.low, 1)} to {written(100 * found.high, 1)})"


def how_often(chance: float) -> str:
    """How often something comes up by chance alone, out of so many experiments."""
    if chance < 0.001:
        return "fewer than 1 of 1,000"
    if chance < 0.0995:
        return f"{written(1000 * chance)} of 1,000"
    return f"{written(100 * chance)} of 100"


def counted(amount: float, one: str, several: str | None = None) -> str:
    """1 game, 2 games."""
    return f"{written(amount)} {one if amount == 1 else several or one + 's'}"


def listed(names: Iterable[str]) -> str:
    """Names in a row."""
    *before, last = names
    return f"{', '.join(before)} and {last}" if before else last


def sentence(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


def in_words(member: IntEnum) -> str:
    """A phase or an ending as it is read: SET_ASIDE is set aside."""
    return member.name.replace("_", " ").lower()


def ordinal(number: int) -> str:
    """First, second: as far as words go."""
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"


def side_names(experiment: Experiment) -> tuple[str, ...]:
    """What each side is called, counted from 0 as in rulebooks and options."""
    seats: list[list[str]] = [[] for _ in range(experiment.sides)]
    for seat, side in enumerate(experiment.teams):
        seats[side].append(str(seat))
    if experiment.sides == experiment.seats:
        return tuple(f"seat {own[0]}" for own in seats)
    return tuple(f"team {side} (seats {listed(own)})" for side, own in enumerate(seats))


def group_name(experiment: Experiment) -> str:
    """What the sides are, in the singular."""
    return "seat" if experiment.sides == experiment.seats else "team"
