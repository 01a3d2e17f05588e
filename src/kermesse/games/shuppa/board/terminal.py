"""Shuppa in a terminal: the row, the zone with its tokens, piles, and the players below."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from kermesse.core.bits import has
from kermesse.core.plain_board import SEAT_NAMES
from kermesse.core.record import NOTHING, UNKNOWN
from kermesse.games.shuppa.components import COLOUR, KIND, LEFT, NORMAL
from kermesse.games.shuppa.rules.cascade import marked_cells
from kermesse.games.shuppa.rules.cells import holds
from kermesse.games.shuppa.scoring import multicolours, points
from kermesse.games.shuppa.state import AUTOMATON, COLUMN, HEAP, State, columns, players
from kermesse.games.shuppa.words.names import player_names

STYLES = ("#d64545", "#b8860b", "#2e9e5b", "#3f7fe0", "#a050c0")
COLOUR_MARKS = "rygb*"  # beside the number: colour is never the only sign
KIND_MARKS = ("eat", "jmp", "swp", "lft", "   ")
TOKENS = "ABCD"
WIDTH = 11  # of a column
ARROWS = {NOTHING: "?", LEFT: "◂"}
BACKS = {NOTHING: "none", 0: "Normal", 1: "Action"}

LEGEND = """\
14y     card 14, yellow; r red, g green, b blue, * multicolour
eat, jmp, swp, lft   an Action card: eat, jump, swap, lift   [ ] won   A to D: a player's token
(1)     the number of a column; rows count from the bottom, from 0   PV: points
14      play card 14: a bare number is always a card, and #2 the second one of the list
jump 1 3     the top card of column 1 jumps to column 3
swap 1:0 1:1 two neighbours change places: column 1, rows 0 and 1; eat 1:0: eat that card
lift 2 down  the top card of column 2 goes to its foot; up: the one at the foot to the top
share 3 2 1  so many multicolours for each in turn; the last number is discarded"""


def text_board(s: State, names: Sequence[str] = SEAT_NAMES) -> Text:
    """The whole view as styled text; `.plain` is the same without colour."""
    lines = [headline(s), Text(), row_line(s), *zone_lines(s), foot_line(s), Text(), pile_line(s)]
    called = player_names(s, names)
    lines += [player_line(s, player, called[player]) for player in range(players(s))]
    return Text("\n").join(lines)


def headline(s: State) -> Text:
    text = Text().append(f"Round {s.number} of {s.rounds}", style="bold")
    return text.append(f"   direction {ARROWS.get(int(s.arrow), '▸')}")


def row_line(s: State) -> Text:
    text = Text("  ")
    for place in range(columns(s)):
        text.append_text(card_label(s, int(s.row[place])))
    text.rstrip()
    return text


def zone_lines(s: State) -> list[Text]:
    """The zone from its highest level down to level 0."""
    cells = range(columns(s) * COLUMN)
    highest = max((cell % COLUMN for cell in cells if s.zone[cell] != NOTHING), default=0)
    lines = []
    for level in range(highest, -1, -1):
        text = Text(f"{level} ", style="dim")
        for column in range(columns(s)):
            cell = COLUMN * column + level
            text.append_text(card_label(s, int(s.zone[cell]), holds(marked_cells(s), cell)))
        text.rstrip()
        lines.append(text)
    return lines


def foot_line(s: State) -> Text:
    """The Confiseur cards: the numbers of the columns."""
    return Text("  " + "".join(f"{f'  ({i + 1})':{WIDTH}}" for i in range(columns(s))).rstrip())


def card_label(s: State, card: int, marked: bool = False) -> Text:
    """A card as wide as a column: token, number, colour and action; in brackets if it is won."""
    if card < 0:
        return Text(" " * WIDTH)
    owner = [TOKENS[player] for player in range(players(s)) if s.token[player] == card]
    label = Text(f"{owner[0] if owner else ' '}", style="bold reverse" if owner else "")
    face = f"{card + 1:2}{COLOUR_MARKS[COLOUR[card]]} {KIND_MARKS[KIND[card]]}"
    label.append("[" if marked else " ").append(face, style=f"bold {STYLES[COLOUR[card]]}")
    label.append("]" if marked else " ")
    return label.append(" " * (WIDTH - len(label)))


def pile_line(s: State) -> Text:
    text = Text(f"  Bonbonnière {s.bonbonniere}   Reserve {s.reserve}   Action {s.action_pile}")
    if s.seats == 1:
        text.append(f"   automaton's deck {s.deck.sum()}, on top: {BACKS[int(s.tops[0])]}")
    return text


def player_line(s: State, player: int, name: str) -> Text:
    """A player: token, points, and the hand as far as it is known."""
    due = player < s.seats and has(s.due, player)
    text = Text(f"{'▸' if due else ' '} {TOKENS[player]} {name}", style="bold" if due else "")
    text.append(f"   {points(s, player)} PV ({multicolours(s, player)}*)")
    if s.seats == 1 and player == AUTOMATON:
        laid = f"   lies: {BACKS[int(s.laid)]}" if s.laid != NOTHING else ""
        return text.append(laid, style="dim")
    text.append("   ")
    for card in HEAP.members(s.hand[player]):
        kind = "" if KIND[card] == NORMAL else f"({KIND_MARKS[KIND[card]]})"
        style = f"bold {STYLES[COLOUR[card]]}"
        text.append(f"{card + 1}{COLOUR_MARKS[COLOUR[card]]}{kind} ", style=style)
    if s.unseen[player].any():
        normal, action = (int(n) for n in s.unseen[player])
        text.append(f"{normal} Normal, {action} Action ", style="dim")
    if s.chosen[player] != NOTHING:
        chosen = "a card" if s.chosen[player] == UNKNOWN else f"{s.chosen[player] + 1}"
        text.append(f"  chosen: {chosen}")
    text.rstrip()
    return text
