"""Muckle in a terminal: the score, then each seat with its stack, its hand and what lies aside."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from kermesse.core.bits import has
from kermesse.core.plain_board import SEAT_NAMES
from kermesse.core.record import NOTHING, plain_values
from kermesse.games.muckle.cards import heap, pile, streak
from kermesse.games.muckle.components import CARDS, PLAYERS, TEAMS
from kermesse.games.muckle.state import State
from kermesse.games.muckle.words.names import card_name, team_name

STYLES = {"green": "bold #2e9e5b", "orange": "bold #d2691e", "white": "bold"}
TRACK = "●○"  # spaces run, spaces to go
LABEL = 8  # characters

LEGEND = """\
● a space run   ○ a space to go   ▸ who is to decide
run, pass, rest     the card of that name
tackle_left         Tackle left; tackle_right, tackle_both, dodge_left, dodge_right likewise
aside run           lay a Run aside; ready: the hand is as it is to be
ball 2              the ball goes to the player at seat 2, counted from 0"""


def text_board(s: State, names: Sequence[str] = SEAT_NAMES) -> Text:
    """The whole view as styled text; `.plain` is the same without colour."""
    s = plain_values(State, s)
    lines = [headline(s, names)]
    lines += [track_line(s, team, names) for team in range(TEAMS)]
    for seat in range(PLAYERS):
        lines += [Text(), *seat_lines(s, seat, names)]
    return Text("\n").join(lines)


def headline(s: State, names: Sequence[str]) -> Text:
    """The turn, and where the ball is."""
    turn = f"Turn {s.turn} of {s.turn_cap}" if s.turn else "Selection"
    place = "in the middle" if s.ball == NOTHING else f"with {names[s.ball]}"
    return Text().append(turn, style="bold").append(f"   ball {place}")


def track_line(s: State, team: int, names: Sequence[str]) -> Text:
    """How far a team has run (MK-09)."""
    run, goal = s.progress[team], s.goal
    spaces = TRACK[0] * min(run, goal) + TRACK[1] * max(goal - run, 0)
    return Text(f"{spaces}  {run} of {goal}  ").append(team_name(team, names))


def seat_lines(s: State, seat: int, names: Sequence[str]) -> list[Text]:
    """One seat: who sits there, the stack with its streak, the hand, the cards aside."""
    due = has(s.due, seat)
    title = Text(f"{'▸' if due else ' '} {names[seat]}", "bold" if due else "")
    title.append(f"  team {seat % TEAMS}", "dim")
    if s.ball == seat:
        title.append("  ").append("has the ball", "bold reverse")
    if s.damage[seat]:
        title.append(f"  damage {s.damage[seat]}", "bold red")
    hand = heap_text(s.hand[seat], s.known[seat], s.unseen[seat])
    lines = [title, labelled("stack", stack_text(s.stack[seat])), labelled("hand", hand)]
    if s.aside[seat] or s.covered[seat]:
        lines.append(labelled("aside", heap_text(s.aside[seat], 0, s.covered[seat])))
    if s.pick[seat] != NOTHING:
        lines.append(labelled("picked", card_text(s.pick[seat])))
    return lines


def labelled(label: str, text: Text) -> Text:
    """A line of a seat."""
    return Text(f"    {label:{LABEL}}", "dim").append_text(text)


def stack_text(stack: int) -> Text:
    """The stack from bottom to top, and its streak if the top card has one (MK-13)."""
    if not stack:
        return Text("empty", "dim")
    text = Text(" · ").join(card_text(card) for card in pile(stack))
    length = streak(stack)
    return text.append(f"   streak {length}" if length else "", "bold")


def heap_text(cards: int, known: int, hidden: int) -> Text:
    """Cards kind by kind, `*` for each that everybody knows, then how many are hidden."""
    parts = []
    for kind, (n, open_to_all) in enumerate(zip(heap(cards), heap(known), strict=True)):
        if n:
            times = f"{n} × " if n > 1 else ""
            parts.append(Text(times).append_text(card_text(kind)).append("*" * open_to_all, "dim"))
    if hidden:
        parts.append(Text(f"{hidden} hidden", "dim"))
    return Text(", ").join(parts) if parts else Text("none", "dim")


def card_text(card: int) -> Text:
    """A card in the colour that is printed on it."""
    if card < 0:
        return Text("??", "dim")
    return Text(card_name(card), STYLES[CARDS[card].colour])
