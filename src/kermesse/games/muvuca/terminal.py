"""Muvuca in a terminal: the Crowd as a grid of cards, the Cart beside it, the hands below."""

from __future__ import annotations

from rich.text import Text

from kermesse.core.bits import has
from kermesse.core.record import NOTHING, UNKNOWN, Record
from kermesse.games.muvuca.components import CARDS, FOODS, JACKETS, PAIRINGS, SIDE
from kermesse.games.muvuca.rules import Phase
from kermesse.games.muvuca.scoring import totals

WIDTH = 12  # of a card
MARGIN = 8  # room for the Cart at the left
FOOD_STYLES = ("yellow", "cyan", "magenta", "orange4", "dark_orange")
JACKET_STYLES = ("green", "red", "blue", "bright_black", "hot_pink")
JACKET_SIGNS = ("★", "⟋", "═", "♦", "▲")
FACE_DOWN = "░" * (WIDTH - 2)


def board(s: Record) -> Text:
    """The whole view as styled text; `.plain` is the same without colour."""
    lines = [headline(s), Text(), cart_over(s, back=0), rule("┌┬┐")]
    for row in range(SIDE):
        lines += [*row_lines(s, row), rule("├┼┤" if row < SIDE - 1 else "└┴┘")]
    lines += [cart_over(s, back=1), Text(), hand_line(s, 0), hand_line(s, 1)]
    if s.aside != NOTHING:
        lines.append(Text("set aside  ", style="dim").append_text(card_label(int(s.aside))))
    return Text("\n").join(lines)


def headline(s: Record) -> Text:
    """Round, turn and score."""
    number = int(s.wins.sum()) + (s.phase < Phase.NEXT)
    zero, one = totals(s)
    text = Text(f"Round {number} · turn {s.turn}", style="bold")
    text.append(f"   points {zero} : {one}   rounds {s.wins[0]} : {s.wins[1]}", style="not bold")
    text.append(f"   {victory_card(s)}", style="not bold dim")
    return text


def victory_card(s: Record) -> str:
    """Where the Victory card lies (MV-52)."""
    zero, one = int(s.wins[0]), int(s.wins[1])
    if zero and one:
        return "Victory card in the middle"
    return f"Victory card with seat {int(one > 0)}" if zero or one else "Victory card reserved"


def rule(corners: str) -> Text:
    """A horizontal line of the grid."""
    left, middle, right = tuple(corners)
    return Text(" " * MARGIN + left + middle.join(["─" * WIDTH] * SIDE) + right, style="dim")


def cart_over(s: Record, back: int) -> Text:
    """The line above (or below) the Crowd: column numbers, and the Cart if it lies there."""
    text = Text(" " * MARGIN + " ")
    for column in range(SIDE):
        here = s.cart == 2 * (SIDE + column) + back
        label = f"cart {'▼▲'[back]}" if here else f"{column + 1}" if not back else ""
        text.append(label.center(WIDTH + 1), style="bold reverse" if here else "dim")
    text.rstrip()
    return text


def row_lines(s: Record, row: int) -> list[Text]:
    """The two text lines of a row of cards, with the Cart at either end."""
    cards = [int(card) for card in s.crowd[row * SIDE : (row + 1) * SIDE]]
    at_left, at_right = s.cart == 2 * row, s.cart == 2 * row + 1
    upper = Text(("cart ▶" if at_left else str(row + 1)).rjust(MARGIN - 1) + " ")
    upper.stylize("bold reverse" if at_left else "dim", MARGIN - 7 if at_left else 0, MARGIN - 1)
    lower = Text(" " * MARGIN)
    for card in cards:
        top, bottom = card_face(card)
        upper.append("│", "dim").append_text(top)
        lower.append("│", "dim").append_text(bottom)
    upper.append("│", "dim").append(" ◀ cart" if at_right else "", "bold reverse")
    lower.append("│", "dim")
    return [upper, lower]


def card_face(card: int) -> tuple[Text, Text]:
    """The two lines of a card: what it eats and what it wears."""
    if card == UNKNOWN:
        back = Text(f" {FACE_DOWN} ", style="dim")
        return back, back.copy()
    if card == NOTHING:
        return Text(" " * WIDTH), Text(" " * WIDTH)
    food, jacket = PAIRINGS[card]
    return (
        Text(f" {FOODS[food].word:{WIDTH - 1}}", style=f"bold {FOOD_STYLES[food]}"),
        Text(
            f" {JACKET_SIGNS[jacket]} {JACKETS[jacket].word:{WIDTH - 3}}",
            style=JACKET_STYLES[jacket],
        ),
    )


def hand_line(s: Record, seat: int) -> Text:
    """A hand, or what is known of it; a star marks what everybody knows."""
    sells = "food" if s.food_seat == seat else "jackets"
    who = f"seat {seat} sells {sells}"
    due = s.active == seat and not s.over
    text = Text(f"{'▸' if due else ' '} {who:21}", style="bold" if due else "")
    for card in range(CARDS):
        if has(s.hand[seat], card):
            text.append_text(card_label(card)).append("*  " if has(s.known[seat], card) else "  ")
    text.append("??  " * int(s.unseen[seat]), style="dim")
    text.rstrip()
    return text


def card_label(card: int) -> Text:
    """A card in one word, coloured."""
    if card < 0:
        return Text("??", style="dim")
    food, jacket = PAIRINGS[card]
    label = Text(FOODS[food].word, style=f"bold {FOOD_STYLES[food]}")
    return label.append("-", "dim").append(JACKETS[jacket].word, JACKET_STYLES[jacket])
