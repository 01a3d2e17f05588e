"""A board for the terminal that a game need not draw: a headline, and a line for each seat.

What a game neither draws nor says itself follows from its declared fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from rich.text import Text

from kermesse.core.bits import has
from kermesse.core.kinds import written_row
from kermesse.core.record import MOST_SEATS, Field, Layout, Record

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


def usual_board(layout: Layout) -> Callable[..., Text]:
    """A board that shows every field by its name, unless its value is the usual one."""
    fields = {name: each for name, each in layout.fields.items() if each.option is None}
    shared = {name: each for name, each in fields.items() if not each.per_seat}
    owned = {name: each for name, each in fields.items() if each.per_seat}

    def board(s: Record, names: Sequence[str] = SEAT_NAMES) -> Text:
        headline = " · ".join(shown(name, each, s[name]) for name, each in noted(shared, s, ...))
        return seat_board(s, headline, lambda seat: told(s, seat), names)

    def told(s: Record, seat: int) -> str:
        return "   ".join(shown(name, each, s[name][seat]) for name, each in noted(owned, s, seat))

    return board


def noted(fields: Mapping[str, Field], s: Record, place: Any) -> Iterator[tuple[str, Field]]:
    """The fields whose value is not the usual one, at a seat or as a whole."""
    for name, each in fields.items():
        if (np.asarray(s[name])[place] != each.fresh_in(s)).any():
            yield name, each


def shown(name: str, field: Field, value: Any) -> str:
    """The name of a field and the words for what it holds."""
    return f"{name} {written_row(field.kind, np.ravel(value).tolist())}"
