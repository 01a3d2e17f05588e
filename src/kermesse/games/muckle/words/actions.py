"""Actions of Muckle as text, and why one is refused."""

from __future__ import annotations

import re

from kermesse.core.bits import has
from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.words import ENGLISH, Words
from kermesse.games.muckle.cards import size
from kermesse.games.muckle.components import CARD_CODES, CARD_WORDS, PLAYERS
from kermesse.games.muckle.rules.turn import mate, to_put_aside
from kermesse.games.muckle.state import BALL, PLAY, READY, Phase, State
from kermesse.games.muckle.words.names import card_name

TEXTS = (
    *(f"aside {word}" for word in CARD_WORDS),
    "ready",
    *CARD_WORDS,
    *(f"ball {seat}" for seat in range(PLAYERS)),
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


def refusal(s: State, seat: int, action: int, say: Words = ENGLISH) -> tuple[str, str]:
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


def not_due(s: State, seat: int, say: Words) -> tuple[str, str]:
    """Somebody answers who is not asked, or not any more."""
    if s.phase == Phase.SELECT:
        return "MK-03", say("your selection is made already")
    if s.phase == Phase.PLAY:
        return "MK-10", say("you have picked your card for this turn already")
    if s.phase == Phase.BALL and has(s.due, mate(seat)):
        return "MK-55", say("your teammate is asked where the ball goes, not you")
    return "MK-44", say("the other team decides where the ball goes")


def bad_selection(s: State, seat: int, action: int, say: Words) -> tuple[str, str]:
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
    """Something else than a card of the seat's hand."""
    if action < PLAY:
        return "MK-03", say("the selection is over: only the cards you kept are played")
    if action >= BALL:
        return "MK-10", say("now everybody picks a card; the ball comes later")
    return "MK-10", say("{card} is not in your hand", card=card_name(action - PLAY, say))


def bad_ball(action: int, say: Words) -> tuple[str, str]:
    """Something else than one of the seat's two players."""
    if action < BALL:
        return "MK-44", say("first say who gets the ball")
    return "MK-45", say("the ball goes to a player of your own team")
