"""The words of Muvuca: actions, events, refusals and positions as text."""

from __future__ import annotations

from kermesse.games.muvuca.words.actions import action_text, read_action, refusal
from kermesse.games.muvuca.words.events import event_text
from kermesse.games.muvuca.words.figures import figures
from kermesse.games.muvuca.words.positions import position_text, read_position

__all__ = [
    "action_text",
    "event_text",
    "figures",
    "position_text",
    "read_action",
    "read_position",
    "refusal",
]
