"""Muvuca in a terminal: the Crowd as a grid of cards, the Cart beside it, the hands below."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from kermesse.core.bits import has
from kermesse.core.plain_board import SEAT_NAMES
from kermesse.core.record import NOTHING, UNKNOWN
from kermesse.games.muvuca.components import CARDS, FOODS, JACKETS, PAIRINGS, SIDE
from kermesse.games.muvuca.scoring import totals
from kermesse.games.muvuca.state import Phase, State

WIDTH = 14  # of a card
MARGIN = 8  # room for the Cart at the left
FOOD_STYLES = ("#b8860b", "#0e8fb3", "#9b51e0", "#8d6e4c", "#d2691e")  # the printed colours
JACKET_STYLES = ("#2e9e5b", "#d64545", "#3f7fe0", "#808080", "#d9539a")
JACKET_SIGNS = ("★", "╱", "═", "♦", "▲")
FACE_DOWN = "░" * (WIDTH - 2)

LEGEND = """\
On a card the food stands over the jacket.
★ star   ╱ diagonal strip   ═ horizontal strip   ♦ crest   ▲ triangles
░ a face-down card   ▸ whose turn it is
An action is a card (fries-star, short fr-st), then a push: row2 > (to the right), row2 <,
column3 v (down), column3 ^ (up). Rows count from the top, columns from the left."""


def text_board(s: State, names: Sequence[str] = SEAT_NAMES) -> Text:
    """The whole view as styled text; `.plain` is the same without colour."""
    lines = [headline(s, names), Text(), cart_over(s, back=0), rule("┌┬┐")]
    for row in range(SIDE):
        lines += [*row_lines(s, row), rule("├┼┤" if row < SIDE - 1 else "└┴┘")]
    lines += [cart_over(s, back=1), *hand_lines(s, 0, names), *hand_lines(s, 1, names)]
    if s.chosen != NOTHING:
        lines.append(Text("  chosen     ").append_text(card_label(int(s.chosen))))
    if s.aside != NOTHING:
        lines.append(Text("  set aside  ").append_text(card_label(int(s.aside))))
    return Text("\n").join(lines)


def headline(s: State, names: Sequence[str]) -> Text:
    """Round, turn and score."""
    number = int(s.wins.sum()) + int(s.phase < Phase.NEXT)
    zero, one = totals(s)
    text = Text().append(f"Round {number} · turn {s.turn}", style="bold")
    text.append(f"   points {zero} : {one}   rounds {s.wins[0]} : {s.wins[1]}")
    return text.append(f"   {victory_card(s, names)}", style="dim")


def victory_card(s: State, names: Sequence[str] = SEAT_NAMES) -> str:
    """Where the Victory card lies (MV-52)."""
    zero, one = int(s.wins[0]), int(s.wins[1])
    if zero and one:
        return "Victory card in the middle"
    return f"Victory card: {names[int(one > 0)]}" if zero or one else "Victory card reserved"


def rule(corners: str) -> Text:
    """A horizontal line of the grid."""
    left, middle, right = tuple(corners)
    return Text(" " * MARGIN + left + middle.join(["─" * WIDTH] * SIDE) + right, style="dim")


def cart_over(s: State, back: int) -> Text:
    """The line above (or below) the Crowd: column numbers, and the Cart if it lies there."""
    text = Text(" " * MARGIN + " ")
    for column in range(SIDE):
        here = s.cart == 2 * (SIDE + column) + back
        label = f"cart {'▼▲'[back]}" if here else f"{column + 1}" if not back else ""
        text.append(label.center(WIDTH + 1), style="bold reverse" if here else "dim")
    text.rstrip()
    return text


def row_lines(s: State, row: int) -> list[Text]:
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


def card_face(card: int, known: bool = False) -> tuple[Text, Text]:
    """The two lines of a card: what the fan eats and wears; `*` if everybody knows it."""
    if card == UNKNOWN:
        back = Text(f" {FACE_DOWN} ", style="dim")
        return back, back.copy()
    if card == NOTHING:
        return Text(" " * WIDTH), Text(" " * WIDTH)
    food, jacket = PAIRINGS[card]
    return (
        Text(f" {FOODS[food].word + '*' * known:{WIDTH - 1}}", style=f"bold {FOOD_STYLES[food]}"),
        Text(
            f" {JACKET_SIGNS[jacket]} {JACKETS[jacket].word:{WIDTH - 3}}",
            style=JACKET_STYLES[jacket],
        ),
    )


def hand_lines(s: State, seat: int, names: Sequence[str]) -> list[Text]:
    """Whose hand it is, and its cards; what is not known lies face-down."""
    due = s.active == seat and not s.over
    sells = "food" if s.food_seat == seat else "jackets"
    title = Text(f"{'▸' if due else ' '} {names[seat]} sells {sells}", "bold" if due else "")
    upper, lower = Text("   "), Text("   ")
    for card in hand_cards(s, seat):
        top, bottom = card_face(card, known=card >= 0 and has(s.known[seat], card))
        chosen = "reverse" if card >= 0 and card == s.chosen else ""
        upper.append_text(top.copy()).append(" ")
        lower.append_text(bottom.copy()).append(" ")
        for line in (upper, lower):
            line.stylize(chosen, len(line) - WIDTH - 1, len(line) - 1)
    upper.rstrip()
    lower.rstrip()
    return [title, upper, lower]


def hand_cards(s: State, seat: int) -> list[int]:
    """The cards of a hand as far as they are known."""
    named = [card for card in range(CARDS) if has(s.hand[seat], card)]
    return named + [UNKNOWN] * int(s.unseen[seat])


def card_label(card: int) -> Text:
    """A card in one word, coloured."""
    if card < 0:
        return Text("??", style="dim")
    food, jacket = PAIRINGS[card]
    label = Text(FOODS[food].word, style=f"bold {FOOD_STYLES[food]}")
    return label.append("-", "dim").append(JACKETS[jacket].word, JACKET_STYLES[jacket])
