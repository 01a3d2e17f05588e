"""A notation that a game need not write: its actions are a list, and each event has a sentence.

Positions are written field by field, so any record can be read by a person, and read back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kermesse.core.bits import has
from kermesse.core.errors import UnreadableAction, UnreadablePosition, brief
from kermesse.core.events import EventKind
from kermesse.core.kinds import Kind
from kermesse.core.options import MOST_LISTED, nearest
from kermesse.core.record import Record, Records
from kermesse.core.sentences import Sentence, Sentences, Spoken
from kermesse.core.words import ENGLISH, Words, words


@dataclass(frozen=True)
class PlainNotation:
    """The notation of a game whose actions can be listed.

    ``actions`` are the texts of the action numbers; ``sentences`` says what happens, event by
    event, and ``spoken`` how values are called that are not said by their own words.
    """

    actions: Sequence[str]
    sentences: Mapping[EventKind, Sentence]
    turn_rule: str  # the rule that says whose turn it is
    choice_rule: str = ""  # the rule that says what may be chosen, if it is another one
    spoken: Mapping[Kind, Spoken] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.event_text  # noqa: B018 (an event without a sentence is refused at once)

    @cached_property
    def event_text(self) -> Sentences:
        """The last event as a sentence, as far as a record knows it."""
        events = type(next(iter(self.sentences)))
        return Sentences(events, self.spoken, self.sentences)

    def action_text(self, action: int) -> str:
        """The stable text of an action number."""
        return self.actions[action]

    def read_action(self, text: str) -> int:
        """The action number of a text; raises `UnreadableAction`."""
        wanted = " ".join(text.split()).casefold()
        for number, known in enumerate(self.actions):
            if known.casefold() == wanted:
                return number
        near = get_close_matches(wanted, self.actions, n=1) or self.actions
        hint = nearest(wanted, near) if len(near) <= MOST_LISTED else ""
        raise UnreadableAction(f"no action {brief(text)}{hint}")

    def refusal(self, s: Record, seat: int, action: int, say: Words = ENGLISH) -> tuple[str, str]:
        """Why a seat may not act so: the rule's id and a sentence."""
        say = words("kermesse.core", say.language)
        if not has(s.due, seat):
            return self.turn_rule, say("it is not your turn")
        text = self.action_text(action)
        return self.choice_rule or self.turn_rule, say("{action} cannot be chosen now", action=text)

    def position_text(self, s: Record) -> str:
        """Every field with its numbers: `seats=2 due=1 … hand=3,-1,-2,-2`."""
        return " ".join(f"{name}={listed(s[name])}" for name in s.dtype.names)

    def read_position(self, text: str, blank: Records) -> None:
        """Fill a fresh record from text; raises `UnreadablePosition`."""
        known = blank.dtype.names or ()
        given = split_fields(text)
        missing, strange = (
            [n for n in known if n not in given],
            [n for n in given if n not in known],
        )
        if missing or strange:
            wrong = f"no field {brief(strange[0])}" if strange else f"{missing[0]} is missing"
            raise UnreadablePosition(f"a position has the fields {', '.join(known)}: {wrong}")
        read = blank.copy()
        for name in known:
            read[name] = numbers(name, given[name], read[name])
        blank[:] = read


def listed(value: npt.ArrayLike) -> str:
    """The numbers of one field."""
    return ",".join(str(number) for number in np.ravel(value))


def split_fields(text: str) -> dict[str, str]:
    """The fields of a position's text by name."""
    given: dict[str, str] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or name in given:
            what = "is there twice" if equals else "is not written NAME=NUMBERS"
            raise UnreadablePosition(f"{brief(part)} {what}")
        given[name] = value
    return given


def numbers(name: str, text: str, blank: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The numbers of one field, as many and as large as it holds."""
    limits = np.iinfo(blank.dtype)
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        raise UnreadablePosition(f"{name} holds whole numbers, not {brief(text)}") from None
    if len(found) != blank.size or not all(limits.min <= n <= limits.max for n in found):
        raise UnreadablePosition(
            f"{name} holds {blank.size} numbers from {limits.min} to {limits.max}, "
            f"not {brief(text)}"
        )
    return np.array(found, blank.dtype).reshape(blank.shape)
