"""How long a bot may think: in iterations, which is reproducible, or in milliseconds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from kermesse.core.errors import KermesseError, brief, whole

MOST_DIGITS = 20  # of an amount that is looked at: it is far too much then
FORM = re.compile(r"(\d+)\s*(it|ms)")
MOST_ITERATIONS = 10_000_000
MOST_MILLISECONDS = 600_000


@dataclass(frozen=True)
class Budget:
    """What one decision may cost: so many iterations, or so many milliseconds."""

    iterations: int | None = None
    milliseconds: int | None = None

    def __post_init__(self) -> None:
        if (self.iterations is None) == (self.milliseconds is None):
            raise KermesseError("a budget is given in iterations or in milliseconds, one of them")
        for unit, most in (("iterations", MOST_ITERATIONS), ("milliseconds", MOST_MILLISECONDS)):
            if (amount := getattr(self, unit)) is not None:
                object.__setattr__(self, unit, checked_amount(unit, amount, most))

    @classmethod
    def read(cls, text: str) -> Self:
        """A budget from a text such as ``200it`` or ``100ms``."""
        found = FORM.fullmatch(text.strip()) if isinstance(text, str) else None
        if found is None:
            raise KermesseError(f"a budget is written as 200it or 100ms, not {brief(text)}")
        amount = int(found[1].lstrip("0")[:MOST_DIGITS] or 0)
        return cls(iterations=amount) if found[2] == "it" else cls(milliseconds=amount)

    def __str__(self) -> str:
        return f"{self.milliseconds}ms" if self.iterations is None else f"{self.iterations}it"


def checked_budget(budget: object) -> Budget | None:
    """A budget as bots take it, or none; anything else is refused."""
    if budget is None or isinstance(budget, Budget):
        return budget
    raise KermesseError(f"a bot thinks by a Budget, as Budget.read gives, not by {brief(budget)}")


def checked_amount(unit: str, amount: object, most: int) -> int:
    """An amount as an int, NumPy's too; refuses anything but a reasonable whole number."""
    number = whole(amount)
    if number is None or not 1 <= number <= most:
        raise KermesseError(f"a budget has 1 to {most} {unit}, not {brief(amount)}")
    return number
