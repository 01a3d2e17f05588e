"""The words of VIVA: actions, events, refusals and positions as text."""

from __future__ import annotations

from kermesse.games.viva.words.actions import action_text, read_action, refusal, ways
from kermesse.games.viva.words.events import event_text
from kermesse.games.viva.words.figures import figures
from kermesse.games.viva.words.positions import position_text, read_position

__all__ = [
    "action_text",
    "event_text",
    "figures",
    "position_text",
    "read_action",
    "read_position",
    "refusal",
    "ways",
]
