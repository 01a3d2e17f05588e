"""The words of Muckle: actions, events, refusals and positions as text."""

from __future__ import annotations

from kermesse.games.muckle.words.actions import action_text, read_action, refusal
from kermesse.games.muckle.words.events import event_text
from kermesse.games.muckle.words.figures import figures
from kermesse.games.muckle.words.positions import position_text, read_position

__all__ = [
    "action_text",
    "event_text",
    "figures",
    "position_text",
    "read_action",
    "read_position",
    "refusal",
]
