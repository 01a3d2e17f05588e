"""The options of a game: a table of names, defaults and allowed values, checked before play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from kermesse.core.errors import SetupRefused, brief, whole

Value = int | str | bool

MOST_LISTED = 20  # more values than that are not read by anybody


@dataclass(frozen=True)
class Option:
    """One line of a game's option table.

    ``allowed`` is a `range` of whole numbers, or a tuple of words, or (False, True). The record
    holds an option in the field of the same name: the number itself, or the place in the tuple.
    """

    name: str
    default: Value
    allowed: range | tuple[Value, ...]
    meaning: str
    rule: str
    labels: tuple[str, ...] = ()  # the words of ``allowed`` as a form shows them
    seats: range | None = None  # the numbers of seats for which it matters, if not for all
    given: tuple[str, Value] | None = None  # what another option must be for it to matter

    def matters(self, options: Mapping[str, Value], seats: int) -> bool:
        """Whether it changes anything beside the other options, with so many seats."""
        if self.seats is not None and seats not in self.seats:
            return False
        return self.given is None or options[self.given[0]] == self.given[1]

    @property
    def choices(self) -> str:
        """The allowed values in words."""
        if isinstance(self.allowed, range):
            return f"a whole number from {self.allowed[0]} to {self.allowed[-1]}"
        return "one of " + ", ".join(self.examples)

    @property
    def examples(self) -> list[str]:
        """The allowed words; of very many the first two and the last."""
        words = [word(value) for value in self.allowed]
        return words if len(words) <= MOST_LISTED else [*words[:2], "…", words[-1]]

    def code(self, value: object) -> int:
        """The number that the record holds for ``value``; refuses any other value by name."""
        if isinstance(self.allowed, range):
            number = whole(value)
            if number is not None and number in self.allowed:
                return number
        else:
            for place, choice in enumerate(self.allowed):
                if type(value) is type(choice) and value == choice:
                    return place
        raise SetupRefused(f"option {self.name} takes {self.choices}, not {brief(value)}")

    def value(self, code: int) -> Value:
        """The value that a number in the record stands for."""
        return int(code) if isinstance(self.allowed, range) else self.allowed[code]

    def read(self, text: str) -> Value:
        """The value that a person wrote, for a command line or a form."""
        for value in self.allowed:
            if word(value) == text.strip().lower():
                return value
        raise SetupRefused(f"option {self.name} takes {self.choices}, not {brief(text)}")


def word(value: Value) -> str:
    """A value as a person writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def complete(table: Sequence[Option], given: Mapping[str, Any] | None) -> dict[str, Value]:
    """Every option of the table with its value: the given one, checked, or the default."""
    if given is not None and not isinstance(given, Mapping):
        raise SetupRefused(f"options are a mapping of names to values, not {brief(given)}")
    given = given or {}
    names = [option.name for option in table]
    for name in given:
        if name not in names:
            raise SetupRefused(f"no option {brief(name)}{nearest(name, names)}")
    codes = {option: option.code(given.get(option.name, option.default)) for option in table}
    return {option.name: option.value(code) for option, code in codes.items()}


def nearest(name: object, names: Sequence[str]) -> str:
    """The end of a sentence that offers what was probably meant."""
    close = get_close_matches(str(name), names, n=1)
    return f"; did you mean {close[0]!r}?" if close else f"; known are {', '.join(names)}"
