"""Muvuca as text: actions, events as sentences, and why an action is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kermesse.core.bits import has
from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.record import Record
from kermesse.core.words import ENGLISH, Words, sentence_case, untold
from kermesse.games.muvuca.components import CARDS, DIRECTIONS
from kermesse.games.muvuca.placement import position_text, read_position
from kermesse.games.muvuca.rules import Happening, Phase
from kermesse.games.muvuca.words import (
    CARD_CODES,
    CARD_TEXTS,
    PUSH_TEXTS,
    card_name,
    cell_name,
    kind_name,
    line_name,
    push_name,
)

__all__ = ["action_text", "event_text", "position_text", "read_action", "read_position", "refusal"]

SEATS = ("Seat 0", "Seat 1")
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


def event_text(s: Record, names: Sequence[str] = SEATS, say: Words = ENGLISH) -> str:
    """The last event as a sentence, as far as this record knows it."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.DEALT:
            return say(
                "The cards are dealt: {starter} starts, {seller} sells food.",
                starter=names[a],
                seller=names[b],
            )
        case Happening.CHOSE:
            return say("{name} chooses {card}.", name=names[a], card=card_name(b, say))
        case Happening.PUSHED:
            return say("{name} pushes {push}.", name=names[a], push=push_name(b, say))
        case Happening.SLID:
            return slid_text(a, b, say)
        case Happening.INSERTED:
            card, cell = card_name(b, say), cell_name(c, say)
            return say("{name} puts {card} at {cell}.", name=names[a], card=card, cell=cell)
        case Happening.CART_MOVED:
            return say("The Cart blocks {line}.", line=line_name(a // DIRECTIONS, say))
        case Happening.LINES_COUNTED if c:
            return say(
                "Full rows: {rows}, full columns: {columns}. The round ends.", rows=a, columns=b
            )
        case Happening.LINES_COUNTED:
            return say("Full rows: {rows}, full columns: {columns}.", rows=a, columns=b)
        case Happening.TOOK if c:
            return say("{name} takes {card}, seen by all.", name=names[a], card=card_name(b, say))
        case Happening.TOOK:
            return say("{name} takes {card}.", name=names[a], card=card_name(b, say))
        case _:
            return scoring_text(s, names, say)


def slid_text(push: int, card: int, say: Words) -> str:
    """A line slides."""
    return say(
        "{line} slides and {card} comes off.",
        line=sentence_case(line_name(push // DIRECTIONS, say)),
        card=card_name(card, say),
    )


def scoring_text(s: Record, names: Sequence[str], say: Words) -> str:
    """The events of the end of a round."""
    a, b, c, d = (int(arg) for arg in s.event_args[:4])
    match Happening(s.event):
        case Happening.SET_ASIDE:
            return say("{card} is set aside.", card=sentence_case(card_name(a, say)))
        case Happening.HANDS_REVEALED:
            return say("Both hands are revealed.")
        case Happening.TURNED_UP:
            card, cell = sentence_case(card_name(a, say)), cell_name(b, say)
            return say("{card} is turned up at {cell}.", card=card, cell=cell)
        case Happening.COUNTED:
            return say(
                "{kind}: group of {group}, {held} in hand: {points} for {name}.",
                kind=kind_name(b, say),
                group=c,
                held=d,
                points=max(c, d),
                name=names[a],
            )
        case Happening.ROUND_WON:
            return round_text(names[a], b, c, say)
        case Happening.VICTORY_CARD:
            return say("Rounds won: {first} to {second}.", first=a, second=b)
        case Happening.MATCH_WON:
            return say("{name} wins the match.", name=names[a])
        case other:
            raise untold(other)


def round_text(name: str, zero: int, one: int, say: Words) -> str:
    """Who has won the round, and how."""
    more, less = max(zero, one), min(zero, one)
    if zero == one:
        return say(
            "{name} wins the round {more} to {less}. The second player wins the tie.",
            name=name,
            more=more,
            less=less,
        )
    return say("{name} wins the round {more} to {less}.", name=name, more=more, less=less)


def refusal(s: Record, seat: int, action: int, say: Words = ENGLISH) -> tuple[str, str]:
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
