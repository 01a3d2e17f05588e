"""What designers want to know about a game's components: who had which, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

# in place of an action, where `note` is called
DEALT = -1  # the first decision is still to come
ENDED = -2  # the game is over

ACTION = "action"  # the kind of a seat's actions, which are not components


class How(StrEnum):
    """What a seat has to do with a component."""

    HELD = "held"  # dealt to it before its first decision: nobody chose that
    PLAYED = "played"  # used, laid, taken in a decision
    OWNED = "owned"  # has it at the end


@dataclass(frozen=True)
class Measure:
    """One thing that is counted for each seat of each match."""

    how: How
    component: str  # as a person calls it
    kind: str  # what sort of component it is, such as card or tile; ACTION if it is none
    is_result: bool = False  # it is what points or wins are made of: another word for winning
