"""Muckle as text: actions, events as sentences, and why an action is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kermesse.core.bits import has
from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.record import Record
from kermesse.core.words import ENGLISH, Words
from kermesse.games.muckle.components import SEATS, TEAMS
from kermesse.games.muckle.placement import position_text, read_position
from kermesse.games.muckle.rules.cards import size
from kermesse.games.muckle.rules.record import BALL, PLAY, READY, Happening, Phase
from kermesse.games.muckle.rules.setting_up import to_put_aside
from kermesse.games.muckle.telling import SEATS_NAMED, ball_text, resolution_text, setting_up_text
from kermesse.games.muckle.words import CARD_CODES, CARD_WORDS, card_name

__all__ = ["action_text", "event_text", "position_text", "read_action", "read_position", "refusal"]

TEXTS = (
    *(f"aside {word}" for word in CARD_WORDS),
    "ready",
    *CARD_WORDS,
    *(f"ball {seat}" for seat in range(SEATS)),
)
JOINED = re.compile(r"(?<=[a-z])[-_](?=[a-z])")
NUMBERS = {text.replace("_", " "): number for number, text in enumerate(TEXTS)}
NUMBERS |= {f"aside {code}": kind for kind, code in enumerate(CARD_CODES)}
NUMBERS |= {code: PLAY + kind for kind, code in enumerate(CARD_CODES)}


def action_text(action: int) -> str:
    """The stable text of an action."""
    return TEXTS[action]


def read_action(text: str) -> int:
    """The number of an action; `tl` and `tackle left` are taken for `tackle_left`."""
    plain = " ".join(JOINED.sub(" ", text.lower()).split())
    if plain not in NUMBERS:
        raise UnreadableAction(
            f"cannot read {brief(text)}: a card is written like tackle_left, "
            "one to put aside like 'aside tackle_left', then 'ready', and the ball like 'ball 2'"
        )
    return NUMBERS[plain]


def event_text(s: Record, names: Sequence[str] = SEATS_NAMED, say: Words = ENGLISH) -> str:
    """The last event as a sentence, as far as this record knows it."""
    if s.event <= Happening.REVEALED:
        return setting_up_text(s, names, say)
    return (resolution_text if s.event <= Happening.HIT else ball_text)(s, names, say)


def refusal(s: Record, seat: int, action: int, say: Words = ENGLISH) -> tuple[str, str]:
    """Why a seat may not act so: the rule and a sentence, told from the seat's own view."""
    if s.over:
        return "MK-56", say("the match is over")
    if not has(s.due, seat):
        return not_due(s, seat, say)
    if s.phase == Phase.SELECT:
        return bad_selection(s, seat, action, say)
    if s.phase == Phase.PLAY:
        return bad_card(action, say)
    return bad_ball(action, say)


def not_due(s: Record, seat: int, say: Words) -> tuple[str, str]:
    """Somebody answers who is not asked, or not any more."""
    if s.phase == Phase.SELECT:
        return "MK-03", say("your selection is made already")
    if s.phase == Phase.PLAY:
        return "MK-10", say("you have picked your card for this turn already")
    if s.phase == Phase.BALL and any(has(s.due, other) for other in range(seat % TEAMS, SEATS, 2)):
        return "MK-55", say("your teammate is asked where the ball goes, not you")
    return "MK-44", say("the other team decides where the ball goes")


def bad_selection(s: Record, seat: int, action: int, say: Words) -> tuple[str, str]:
    """Too few cards put aside, too many, or one that is not there."""
    wanted, done = to_put_aside(s), size(s.aside[seat])
    if action > READY:
        return "MK-03", say("first everybody selects the cards to play with")
    if action == READY:
        return "MK-03", say(
            "{wanted} cards are put aside and {kept} kept; you have put aside {done}",
            wanted=wanted,
            kept=int(s.hand_size),
            done=done,
        )
    if done == wanted:
        return "MK-03", say(
            "{wanted} cards are put aside already; {kept} are kept",
            wanted=wanted,
            kept=int(s.hand_size),
        )
    return "MK-02", say("{card} is not in your hand", card=card_name(action, say))


def bad_card(action: int, say: Words) -> tuple[str, str]:
    """Something else than a card of the own hand."""
    if action < PLAY:
        return "MK-03", say("the selection is over: only the cards you kept are played")
    if action >= BALL:
        return "MK-10", say("now everybody picks a card; the ball comes later")
    return "MK-10", say("{card} is not in your hand", card=card_name(action - PLAY, say))


def bad_ball(action: int, say: Words) -> tuple[str, str]:
    """Something else than one of the own two players."""
    if action < BALL:
        return "MK-44", say("first say who gets the ball")
    return "MK-45", say("the ball goes to a player of your own team")
