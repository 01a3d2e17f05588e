"""A board for the terminal that a game need not draw: a headline, and a line for each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from kermesse.core.bits import has
from kermesse.core.record import MOST_SEATS, Record

SEAT_NAMES = tuple(f"Seat {seat}" for seat in range(MOST_SEATS))


def set_text(members: int, names: Sequence[str], unknown: int = 0) -> str:
    """The members of a set by their names, and a ? for each that is not known."""
    known = [name for number, name in enumerate(names) if has(members, number)]
    return " ".join([*known, *["?"] * unknown])


def seat_board(
    s: Record, headline: str, told: Callable[[int], str], names: Sequence[str] = SEAT_NAMES
) -> Text:
    """The headline and what is told of every seat; those who owe a decision are marked."""
    width = max(len(names[seat]) for seat in range(s.seats))
    lines = [Text(headline, style="bold"), Text()]
    for seat in range(s.seats):
        due = has(s.due, seat)
        lines.append(Text(f"{'▸' if due else ' '} {names[seat]:{width}}", "bold" if due else ""))
        lines[-1].append(f"   {told(seat)}".rstrip(), style="not bold")
    return Text("\n").join(lines)
