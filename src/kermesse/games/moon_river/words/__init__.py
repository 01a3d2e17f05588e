"""The words of Moon River: actions, events, refusals and positions as text."""

from __future__ import annotations

from kermesse.games.moon_river.words.actions import action_text, meant, read_action, ways
from kermesse.games.moon_river.words.events import event_text
from kermesse.games.moon_river.words.figures import figures
from kermesse.games.moon_river.words.positions import position_text, read_position
from kermesse.games.moon_river.words.refusals import refusal

__all__ = [
    "action_text",
    "event_text",
    "figures",
    "meant",
    "position_text",
    "read_action",
    "read_position",
    "refusal",
    "ways",
]
