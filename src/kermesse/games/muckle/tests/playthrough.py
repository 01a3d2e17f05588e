"""A whole match as a page that a person can read: every view, every decision, every event.

`make golden` rewrites the pages, `python -m tools.golden muckle` those of this game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kermesse.core.position import Action, Event, Position
from kermesse.games.muckle import game

GOLDEN = Path(__file__).parent / "golden"
VIEWERS = {**{f"seat {seat}": seat for seat in range(4)}, "spectator": -1}

MATCHES: dict[str, dict[str, Any]] = {
    "to_the_goal": {"goal": 4},
    "small_hands": {
        "goal": 3,
        "hand_size": 5,
        "ball_decider": "holder_or_low_seat",
        "cards": "resting",
    },
}


def page(options: dict[str, Any]) -> str:
    """One match, with the same simple decisions every time."""
    position = game.new(seed=1, options=options)
    lines = [f"Muckle, options {options}", *told(position, position.event)]
    number = 0
    while not position.over:
        number += 1
        seat = sorted(position.due)[number % len(position.due)]
        lines += ["", f"=== decision {number}: seat {seat}, {position.phase}"]
        if position.record.turn and (len(position.due) == 4 or position.phase == "ball"):
            lines += scene(position)  # once a turn, and for the ball
        lines += legal_lines(position, seat)
        action = choice(position, seat, number)
        lines += ["", f"> {action}", *happens(position, seat, action)]
    lines += ["", "=== the end", *scene(position), f"outcome: {position.outcome}"]
    return "\n".join(lines) + "\n"


def choice(position: Position, seat: int, number: int) -> Action:
    """Whoever can runs with the ball; everybody else plays a little of everything."""
    legal = position.legal(seat)
    if position.record.ball == seat and legal[0].text == "run":
        return legal[0]
    return legal[(number // 4 + 3 * seat) % len(legal)]


def scene(position: Position) -> Iterator[str]:
    """The table, and what each viewer knows of it where that is something else."""
    yield "-- table"
    table = position.text.splitlines()
    yield from (f"   {line}" for line in table)
    for name, viewer in VIEWERS.items():
        seen = position.view(viewer).text.splitlines()
        yield f"-- {name} sees"
        yield from (f"   {line}" for line in seen if line not in table)


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
    others = [name for name, viewer in VIEWERS.items() if position.view(viewer).event != event]
    if others:
        seen = position.view(VIEWERS[others[0]]).event
        yield f"    {', '.join(others)} see {list(seen.args)}: {seen.text}"


def rewrite() -> None:
    """Write all pages anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name, options in MATCHES.items():
        (GOLDEN / f"{name}.txt").write_text(page(options), encoding="utf-8")
