"""Numbers as people write them: as many digits as tell something, and no more."""

from __future__ import annotations

import math
from collections.abc import Iterable

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
