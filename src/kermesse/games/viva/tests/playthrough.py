"""A whole match as a page that a person can read: every view, every decision, every event.

`make golden` rewrites the pages, `python -m tools.golden viva` those of this game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kermesse.core.position import Action, Event, Position
from kermesse.games.viva import game
from kermesse.games.viva.judgement import is_allowed
from kermesse.games.viva.rules.calling import was_forbidden
from kermesse.games.viva.tests.scenes import hand

GOLDEN = Path(__file__).parent / "golden"


class Plan(NamedTuple):
    """A match to be told."""

    seats: int
    options: dict[str, Any]
    seed: int


MATCHES = {
    "two_strict": Plan(2, {"rounds": 1, "first_dealer": "seat1", "turn_cap": 50}, 376),
    "three_honour": Plan(
        3,
        {"rounds": 1, "first_dealer": "seat2", "table": "honour", "edition": "pocket",
         "false_call": 1, "hand_size": 4, "turn_cap": 50},
        195,
    ),
}  # fmt: skip


def page(plan: Plan) -> str:
    """One match, with the same simple decisions every time."""
    position = game.new(seats=plan.seats, seed=plan.seed, options=plan.options)
    title = f"VIVA, {plan.seats} seats, seed {plan.seed}, options {plan.options}"
    lines = [title, *told(position, position.event)]
    number, shown = 0, set[str]()
    while not position.over:
        number += 1
        seat = min(position.due)
        lines += [
            "",
            f"=== decision {number}: seat {seat}, {position.phase}",
            *scene(position, shown),
        ]
        lines += legal_lines(position, seat)
        action = choice(position, seat, number)
        lines += ["", f"> {action}", *happens(position, seat, action)]
    lines += ["", "=== the end", *scene(position, shown), f"outcome: {position.outcome}"]
    return "\n".join(lines) + "\n"


def choice(position: Position, seat: int, number: int) -> Action:
    """Sheds cards, keeps one that fits the block, cheats now and then and calls what is wrong."""
    legal, s = position.legal(seat), position.record
    if position.phase == "call":
        return legal[0 if was_forbidden(s) or number % 5 == 0 else 1]
    if position.phase == "new_block":
        return max(legal, key=lambda action: remaining(position, seat, action))
    right = [action for action in legal if is_allowed(s, seat, action.number)]
    return legal[0] if number % 11 == 0 else right[0]


def remaining(position: Position, seat: int, action: Action) -> int:
    """How many cards of the hand would match a blocking card."""
    code = action.text.removeprefix("block ")
    return sum(n for card, n in hand(position, seat).items() if set(card) & set(code)) - (
        1 if code in hand(position, seat) else 9
    )


def viewers(position: Position) -> dict[str, int]:
    """Everybody who looks on."""
    return {f"seat {seat}": seat for seat in range(position.seats)} | {"spectator": -1}


def scene(position: Position, shown: set[str]) -> Iterator[str]:
    """What is new on the table, and what each view shows otherwise; the rest stands above."""
    table = position.text.splitlines()
    views = {"table": table}
    for name, viewer in viewers(position).items():
        views[name] = [
            line for line in position.view(viewer).text.splitlines() if line not in table
        ]
    for name, lines in views.items():
        yield from (f"   {name} | {line}" for line in lines if f"{name} | {line}" not in shown)
    shown.clear()
    shown |= {f"{name} | {line}" for name, lines in views.items() for line in lines}


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
    for name, viewer in viewers(position).items():
        seen = position.view(viewer).event
        if seen != event:
            yield f"    {name} sees {seen.kind} {list(seen.args)}: {seen.text}"


def rewrite() -> None:
    """Write all pages anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name, plan in MATCHES.items():
        (GOLDEN / f"{name}.txt").write_text(page(plan), encoding="utf-8")
