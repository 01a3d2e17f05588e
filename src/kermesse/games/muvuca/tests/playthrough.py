"""A whole match as a page that a person can read: every view, every decision, every event.

`make golden` rewrites the pages, `python -m tools.golden muvuca` those of this game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kermesse.core.position import Action, Event, Position
from kermesse.core.record import UNKNOWN
from kermesse.games.muvuca import game

GOLDEN = Path(__file__).parent / "golden"
VIEWERS = {"seat 0": 0, "seat 1": 1, "spectator": -1}

MATCHES: dict[str, dict[str, Any]] = {
    "one_round": {"rounds_to_win": 1, "first_player": "seat0"},
    "revealed_and_swapped": {
        "end_lines": 2,
        "first_player": "seat1",
        "roles": "random",
        "swap_roles": True,
        "facedown_at_scoring": "revealed",
    },
}


def page(options: dict[str, Any]) -> str:
    """One match, with the same simple decisions every time."""
    position = game.new(seed=1, options=options)
    lines = [f"Muvuca, seed 1, options {options}", *told(position, position.event)]
    number = 0
    while not position.over:
        number += 1
        (seat,) = position.due
        lines += ["", f"=== decision {number}: seat {seat}, {position.phase}", *scene(position)]
        lines += legal_lines(position, seat)
        action = choice(position, seat, number)
        lines += ["", f"> {action}", *happens(position, seat, action)]
    lines += ["", "=== the end", *scene(position), f"outcome: {position.outcome}"]
    return "\n".join(lines) + "\n"


def choice(position: Position, seat: int, number: int) -> Action:
    """Cards in turn; the first push that drops a face-down card, every third turn a face-up one."""
    legal = position.legal(seat)
    if position.phase == "card":
        return legal[number % len(legal)]
    for action in legal:
        trial = position.copy()
        trial.decide(seat, action.number)
        trial.advance()
        if (trial.record.leaving == UNKNOWN) == (number % 6 != 0):
            return action
    return legal[0]


def scene(position: Position) -> Iterator[str]:
    """The table and what each viewer knows of it."""
    for name, text in [
        ("table", position.text),
        *((name, position.view(viewer).text) for name, viewer in VIEWERS.items()),
    ]:
        yield f"-- {name}"
        yield from (f"   {line}" for line in text.splitlines())


def legal_lines(position: Position, seat: int) -> Iterator[str]:
    """What the seat may do, by the table and by its own view."""
    yield "legal: " + ", ".join(map(str, position.legal(seat)))
    assert position.view(seat).legal() == position.legal(seat)


def happens(position: Position, seat: int, action: Action) -> Iterator[str]:
    """The decision and the steps that follow, as each viewer is told."""
    yield from told(position, position.decide(seat, action.number))
    while position.pending:
        yield from told(position, position.advance())


def told(position: Position, event: Event) -> Iterator[str]:
    """An event once, and again in the words of whoever sees less of it."""
    yield f"  {event.kind} {list(event.args)}: {event.text}"
    for name, viewer in VIEWERS.items():
        seen = position.view(viewer).event
        if seen != event:
            yield f"    {name} sees {list(seen.args)}: {seen.text}"


def rewrite() -> None:
    """Write all pages anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name, options in MATCHES.items():
        (GOLDEN / f"{name}.txt").write_text(page(options), encoding="utf-8")
