"""Muvuca as text: actions, events as sentences, and why an action is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kermesse.core.bits import has
from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.record import Record
from kermesse.games.muvuca.components import CARDS, DIRECTIONS, KINDS, SIDE
from kermesse.games.muvuca.placement import position_text, read_position
from kermesse.games.muvuca.rules import Happening, Phase
from kermesse.games.muvuca.words import CARD_CODES, CARD_TEXTS, LINE_TEXTS, PUSH_TEXTS

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


def card_name(card: int) -> str:
    """A card in words, also one that is not known."""
    return CARD_TEXTS[card] if card >= 0 else "a hidden card"


def cell_name(cell: int) -> str:
    """A cell as row and column."""
    return f"row {cell // SIDE + 1}, column {cell % SIDE + 1}"


def event_text(s: Record, names: Sequence[str] = SEATS) -> str:
    """The last event as a sentence, as far as this record knows it."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.DEALT:
            return f"The cards are dealt: {names[a]} starts, {names[b]} sells food."
        case Happening.CHOSE:
            return f"{names[a]} chooses {card_name(b)}."
        case Happening.PUSHED:
            return f"{names[a]} pushes {PUSH_TEXTS[b]}."
        case Happening.SLID:
            return f"{PUSH_TEXTS[a].capitalize()} slides and {card_name(b)} comes off."
        case Happening.INSERTED:
            return f"{names[a]} puts {card_name(b)} at {cell_name(c)}."
        case Happening.CART_MOVED:
            return f"The Cart blocks {LINE_TEXTS[a // DIRECTIONS]}."
        case Happening.LINES_COUNTED:
            return f"Full rows: {a}, full columns: {b}." + (" The round ends." if c else "")
        case Happening.TOOK:
            return f"{names[a]} takes {card_name(b)}" + (", seen by all." if c else ".")
        case Happening.SET_ASIDE:
            return f"{card_name(a).capitalize()} is set aside."
        case _:
            return scoring_text(s, names)


def scoring_text(s: Record, names: Sequence[str]) -> str:
    """The events of the end of a round."""
    a, b, c, d = (int(arg) for arg in s.event_args[:4])
    match Happening(s.event):
        case Happening.HANDS_REVEALED:
            return "Both hands are revealed."
        case Happening.TURNED_UP:
            return f"{card_name(a).capitalize()} is turned up at {cell_name(b)}."
        case Happening.COUNTED:
            name = KINDS[b].name.capitalize()
            return f"{name}: group of {c}, {d} in hand: {max(c, d)} for {names[a]}."
        case Happening.ROUND_WON:
            tie = " The second player wins the tie." if b == c else ""
            return f"{names[a]} wins the round {max(b, c)} to {min(b, c)}.{tie}"
        case Happening.VICTORY_CARD:
            return f"Rounds won: {a} to {b}."
        case _:
            return f"{names[a]} wins the match."


def refusal(s: Record, seat: int, action: int) -> tuple[str, str]:
    """Why a seat may not act so: the rule and a sentence, told from the seat's own view."""
    if s.over:
        return "MV-49", "the match is over"
    if not has(s.due, seat):
        return "MV-11", f"it is seat {int(s.active)}'s turn"
    if s.phase == Phase.CARD and action >= CARDS:
        return "MV-63", "choose a card before the push"
    if s.phase == Phase.PUSH and action < CARDS:
        return "MV-63", "the card is chosen already, now choose a push"
    if action < CARDS:
        return "MV-13", f"{CARD_TEXTS[action]} is not in your hand"
    return "MV-20", f"the Cart blocks {LINE_TEXTS[(action - CARDS) // DIRECTIONS]} this turn"
