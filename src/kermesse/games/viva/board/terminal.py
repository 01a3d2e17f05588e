"""VIVA in a terminal: houses, blocking card and piles above, the hands below."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from kermesse.core.bits import has
from kermesse.core.plain_board import SEAT_NAMES
from kermesse.core.record import NOTHING, plain_values
from kermesse.games.viva.cards import heap, size
from kermesse.games.viva.components import CARD_CODES, COLOURS, HOUSE_CODES, HOUSES
from kermesse.games.viva.state import HONOUR, Phase, State

STYLES = dict(
    zip(
        (colour.code for colour in COLOURS),
        ("#d64545", "#d9539a", "#d2691e", "#b8860b", "#2e9e5b", "#3f7fe0"),
        strict=True,
    )
)
WIDTH = 12  # of a house

LEGEND = f"""\
{"   ".join(f"{colour.code} {colour.name}" for colour in COLOURS)}
RO      a card of two colours; ?? a card that you do not know
H1      house 1   block: the blocking card   ★ victory cards   5: so many cards in hand
RO H1   lay that card in house 1; stop: lay no more of them
block RO, pile   which card blocks; finish: the last card goes on the blocking card
call, silent     say that somebody broke a rule, or say nothing"""


def text_board(s: State, names: Sequence[str] = SEAT_NAMES) -> Text:
    """The whole view as styled text; `.plain` is the same without colour."""
    s = plain_values(State, s)
    lines = [headline(s), Text(), *house_lines(s), Text(), pile_line(s)]
    lines += [hand_line(s, seat, names) for seat in range(s.seats)]
    return Text("\n").join(lines)


def headline(s: State) -> Text:
    """Round, turn and victory cards still to be won."""
    number = "Tie-break" if s.tie_break else f"Round {s.played + 1 - s.over} of {s.rounds}"
    text = Text().append(f"{number} · turn {s.turn}", style="bold")
    text.append(f"   victory cards on the table: {s.rounds - sum(s.wins)}")
    return text.append("   honour table" if s.table == HONOUR else "", style="dim")


def house_lines(s: State) -> list[Text]:
    """The names of the houses, their top cards, and how many cards they hold."""
    names, tops, counts = Text("  "), Text("  "), Text("  ")
    for house in range(HOUSES):
        names.append(f"{HOUSE_CODES[house]:{WIDTH}}", style="dim")
        laid = s.laid[house]
        top = int(s.laid_kind if laid else s.top[house])
        cards = size(s.under[house]) + int(s.top[house] >= 0) + laid
        tops.append_text(padded(card_label(top) if cards else Text("empty", style="dim")))
        counts.append(f"{f'{cards} cards' if cards != 1 else '1 card':{WIDTH}}", style="dim")
    names.append("block")
    tops.append_text(card_label(s.block) if s.block != NOTHING else Text("none", style="dim"))
    if s.last != NOTHING:
        tops.append(" ◂ ").append_text(card_label(s.last))
    for line in (names, tops, counts):
        line.rstrip()
    return [names, tops, counts]


def padded(label: Text) -> Text:
    """A label as wide as a house."""
    return label.append(" " * (WIDTH - len(label)))


def pile_line(s: State) -> Text:
    """What can be drawn, and what has been discarded."""
    text = Text(f"  draw pile {s.pile}   discard pile {size(s.discard)}")
    text.append(": " if s.discard else "", style="dim")
    return text.append_text(cards_line(s.discard))


def hand_line(s: State, seat: int, names: Sequence[str]) -> Text:
    """A player: victory cards, how many cards, and which, as far as they are known."""
    due = is_waited_for(s, seat)
    cards = size(s.hand[seat]) + s.unseen[seat]
    text = Text(f"{'▸' if due else ' '} {names[seat]}", style="bold" if due else "")
    text.append(f"   ★{s.wins[seat]}   ", style="dim")
    if not has(s.playing, seat):
        return text.append("sits out", style="dim")
    text.append(f"{cards}: ")
    known = s.known[seat]
    text.append_text(cards_line(known, "*")).append_text(cards_line(s.hand[seat] - known))
    if s.unseen[seat]:
        text.append("?? " * s.unseen[seat], style="dim")
    if s.drawn != NOTHING and seat == s.active:
        text.append("  just drawn: ").append_text(card_label(s.drawn))
    text.rstrip()
    return text


def is_waited_for(s: State, seat: int) -> bool:
    """Whether a seat owes a decision; which of the others has answered is not shown (VV-64)."""
    if s.phase == Phase.CALL and seat != s.viewer:
        return has(s.playing, seat) and seat != s.active
    return has(s.due, seat)


def cards_line(cards: int, sign: str = "") -> Text:
    """Cards in a row, each followed by a space."""
    text = Text()
    for kind, n in heap(cards):
        for _ in range(n):
            text.append_text(card_label(kind)).append(f"{sign} ")
    return text


def card_label(kind: int) -> Text:
    """A card by its letters, coloured."""
    if kind < 0:
        return Text("??", style="dim")
    label = Text()
    for letter in CARD_CODES[kind]:
        label.append(letter, style=f"bold {STYLES[letter]}")
    return label
