"""Shuppa as text: actions, and events as sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kermesse.core.errors import UnreadableAction, brief
from kermesse.core.record import Record
from kermesse.core.words import ENGLISH, Words
from kermesse.games.shuppa.components import CARDS, MOST_COLUMNS
from kermesse.games.shuppa.placement import position_text
from kermesse.games.shuppa.reading import read_position
from kermesse.games.shuppa.refusals import refusal
from kermesse.games.shuppa.rules.record import CELLS, COLUMN, Happening
from kermesse.games.shuppa.rules.sharing import VECTORS
from kermesse.games.shuppa.telling import action_text_of, end_text, row_text, win_text
from kermesse.games.shuppa.words import SEATS, cell_code, number_of, vector_code

__all__ = ["action_text", "event_text", "position_text", "read_action", "read_position", "refusal"]


def swap_text(option: int) -> str:
    """Two cells that touch, the lower or left one first."""
    cell = option // 2
    return f"swap {cell_code(cell)} {cell_code(cell + (COLUMN if option % 2 else 1))}"


TEXTS = (
    *(str(number_of(card)) for card in range(CARDS)),
    "decline",
    *(f"eat {cell_code(cell)}" for cell in range(CELLS)),
    *(f"jump {i // MOST_COLUMNS + 1} {i % MOST_COLUMNS + 1}" for i in range(MOST_COLUMNS**2)),
    *(swap_text(option) for option in range(2 * CELLS)),
    *(f"lift {i // 2 + 1} {('up', 'down')[i % 2]}" for i in range(2 * MOST_COLUMNS)),
    *(f"share {vector_code(vector)}" for vector in range(len(VECTORS))),
)
NUMBERS = {text: number for number, text in enumerate(TEXTS)}
CELL_CODES = {cell_code(cell) for cell in range(CELLS)}
SWAP = re.compile(r"swap (\S+) (\S+)", re.ASCII)


def action_text(action: int) -> str:
    """The stable text of an action."""
    return TEXTS[action]


def read_action(text: str) -> int:
    """The number of an action; the two cells of a swap may come in any order."""
    plain = " ".join(text.lower().split())
    if plain not in NUMBERS and (found := SWAP.fullmatch(plain)):
        plain = f"swap {found[2]} {found[1]}"
        if plain not in NUMBERS and {found[1], found[2]} <= CELL_CODES:
            raise UnreadableAction(
                f"cannot read {brief(text)}: {found[1]} and {found[2]} are not adjacent, "
                "and only adjacent cards are swapped (SH-70)"
            )
    if plain not in NUMBERS:
        raise UnreadableAction(
            f"cannot read {brief(text)}: a card is written by its number, an effect like "
            "'eat 3:0', 'jump 4 3', 'swap 2:1 3:1', 'lift 2 up' or 'decline' "
            "(column 2, level 1 is 2:1), and a share like 'share 1 0 0'"
        )
    return NUMBERS[plain]


def event_text(s: Record, names: Sequence[str] = SEATS, say: Words = ENGLISH) -> str:
    """The last event as a sentence, as far as this record knows it."""
    if s.event <= Happening.DROPPED:
        return row_text(s, names, say)
    if s.event <= Happening.NONE_LEFT:
        return win_text(s, names, say)
    if s.event <= Happening.LIFTED or s.event == Happening.TIED:
        return action_text_of(s, names, say)
    return end_text(s, names, say)
