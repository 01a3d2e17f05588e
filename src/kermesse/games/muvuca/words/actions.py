"""Actions of Muvuca as text: a card, or a push."""

from __future__ import annotations

import re

from kermesse.core.bits import has
from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.words import ENGLISH, Words
from kermesse.games.muvuca.components import (
    CARD_CODES,
    CARD_TEXTS,
    CARDS,
    DIRECTIONS,
    PUSH_TEXTS,
)
from kermesse.games.muvuca.state import Phase, State
from kermesse.games.muvuca.words.names import card_name, line_name

TEXTS = CARD_TEXTS + PUSH_TEXTS
NUMBERS = {text: number for number, text in enumerate(TEXTS)}
NUMBERS |= {code: card for card, code in enumerate(CARD_CODES)}
PUSH = re.compile(r"(row|r|column|col|c) ?([1-4]) ?([<>v^])")


def action_text(action: int) -> str:
    """The stable text of an action: a card, or a push."""
    return TEXTS[action]


def read_action(text: str) -> int:
    """The number of an action; `fr-st` and `R2<` are taken for `fries-star` and `row2 <`."""
    plain = " ".join(text.lower().split())
    found = PUSH.fullmatch(plain)
    if found:
        word = "row" if found[1].startswith("r") else "column"
        plain = f"{word}{found[2]} {found[3]}"
    if plain not in NUMBERS:
        raise UnreadableAction(
            f"cannot read {brief(text)}: a card is written like fries-star, "
            "a push like 'row2 <' or 'column3 v'"
        )
    return NUMBERS[plain]


def refusal(s: State, seat: int, action: int, say: Words = ENGLISH) -> tuple[str, str]:
    """Why a seat may not act so: the rule and a sentence, told from the seat's own view."""
    if s.over:
        return "MV-49", say("the match is over")
    if not has(s.due, seat):
        return "MV-11", say("it is not your turn")
    if s.phase == Phase.CARD and action >= CARDS:
        return "MV-63", say("choose a card before the push")
    if s.phase == Phase.PUSH and action < CARDS:
        return "MV-63", say("the card is chosen already, now choose a push")
    if action < CARDS:
        return "MV-13", say("{card} is not in your hand", card=card_name(action, say))
    line = line_name((action - CARDS) // DIRECTIONS, say)
    return "MV-20", say("the Cart blocks {line} this turn", line=line)
