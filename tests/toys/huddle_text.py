"""Huddle as text: as little as the contract asks for."""

from __future__ import annotations

from rich.text import Text

from kermesse.core.errors import UnreadableAction, UnreadablePosition
from kermesse.core.words import ENGLISH

SILENCE = "silence"
CARDS = 12


def action_text(action):
    return SILENCE if action == CARDS else f"card{action}"


def read_action(text):
    for action in range(CARDS + 1):
        if text.strip().lower() == action_text(action):
            return action
    raise UnreadableAction(f"no card and no silence: {text!r}")


def position_text(s):
    return s.tobytes().hex()


def read_position(text, blank):
    try:
        blank.view("u1")[:] = list(bytes.fromhex(text))
    except ValueError as error:
        raise UnreadablePosition(str(error)) from None


def event_text(s, names=(), say=ENGLISH):
    return f"event {int(s.event)} of {[int(arg) for arg in s.event_args]}"


def refusal(s, seat, action, say=ENGLISH):
    return "HU-03", f"{action_text(action)} is not open to seat {seat}"


def board(s):
    hands = ", ".join(f"{int(s.hand[seat]):012b}" for seat in range(s.seats))
    return Text(f"hands {hands}, points {s.points[0]} : {s.points[1]}")
