"""The words of Shuppa: actions, events, refusals and positions as text."""

from __future__ import annotations

from kermesse.games.shuppa.words.actions import action_text, read_action, ways
from kermesse.games.shuppa.words.events import event_text
from kermesse.games.shuppa.words.figures import figures
from kermesse.games.shuppa.words.positions import position_text, read_position
from kermesse.games.shuppa.words.refusals import refusal

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
