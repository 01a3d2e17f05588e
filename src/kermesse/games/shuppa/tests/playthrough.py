"""Matches and scenes as pages that a person can read: every view, every decision, every event.

`make golden` rewrites the pages, `python -m tools.golden shuppa` those of this game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kermesse.core.position import Action, Event, Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.scenes import place
from kermesse.games.shuppa.tests.test_round_end import without_actions
from kermesse.games.shuppa.tests.test_vectors import nearly_empty_piles

GOLDEN = Path(__file__).parent / "golden"


class Plan(NamedTuple):
    """A match, or the rest of one, to be told."""

    title: str
    start: Callable[[], Position]


def match(seats: int, seed: int, **options: Any) -> Plan:
    """A match from its beginning."""
    title = f"Shuppa, {seats} seats, seed {seed}, options {options}"
    return Plan(title, lambda: game.new(seats=seats, seed=seed, options=options))


def scene(title: str, zone: str, **lines: Any) -> Plan:
    """The last turns of a match."""
    return Plan(title, lambda: place(zone, **lines))


ALONE = {"seats": 1, "deck": "2 0", "tops": "normal .."}
PLANS = {
    "two_players": match(2, 12, rounds=2),
    "four_players_fifth_suit": match(4, 3, rounds=1, multicolour="fifth_suit", lot_size=2),
    "alone": match(1, 10, rounds=3, difficulty=5),
    "cascade": scene(
        "A cascade of three steps", "[3 13*A] [9 18 19 10] [14 25 26 15] [5 62*B] [11 74]"
    ),
    "shared_lots": scene(
        "Two lots shared at once, with a question each",
        "[1 35*A] [6*B 2] [3 9*C 21] [10] [11] [17]",
    ),
    "share_of_zero": scene(
        "A share of zero in a cascade, with four players",
        "[2 13*A] [9 18 22*B] [17 25 27*C] [5 33*D] [10 50] [26 58] [30 89]",
    ),
    "empty_piles": Plan(
        "Restocking until Reserve and Action pile are empty, and a round after that",
        nearly_empty_piles,
    ),
    "empty_action_pile": Plan(
        "Drawing from the Reserve, and then from nothing",
        lambda: without_actions("[1*A] [2] [3] [5] [9*B]", spare=1),
    ),
    "automaton_tie": scene(
        "The automaton has three best jumps",
        "[13] [18] [] [5 25] [11 72*B]",
        phase="action",
        **ALONE,
    ),
}


def page(plan: Plan) -> str:
    """One plan, with the same simple decisions every time."""
    position = plan.start()
    lines = [plan.title, *told(position, position.event)]
    number, shown = 0, set[str]()
    while not position.over:
        if position.pending:
            lines += told(position, position.advance())
            continue
        number += 1
        seat = min(position.due)
        lines += ["", f"=== decision {number}: seat {seat}, {position.phase}"]
        lines += [*views(position, shown), *legal_lines(position, seat)]
        action = choice(position, seat, number)
        lines += ["", f"> {action}", *told(position, position.decide(seat, action.number))]
    lines += ["", "=== the end", *views(position, shown), f"outcome: {position.outcome}"]
    return "\n".join(lines) + "\n"


def choice(position: Position, seat: int, number: int) -> Action:
    """Cards from all over the hand, and any effect rather than declining."""
    legal = position.legal(seat)
    return legal[(3 * number + seat) % len(legal)] if position.phase == "play" else legal[-1]


def viewers(position: Position) -> dict[str, int]:
    """Everybody who looks on."""
    return {f"seat {seat}": seat for seat in range(position.seats)} | {"spectator": -1}


def views(position: Position, shown: set[str]) -> Iterator[str]:
    """What is new on the table, and what each view shows otherwise; the rest stands above."""
    table = position.text.splitlines()
    found = {"table": table}
    for name, viewer in viewers(position).items():
        lines = position.view(viewer).text.splitlines()
        found[name] = [line for line in lines if line not in table]
    for name, lines in found.items():
        yield from (f"   {name} | {line}" for line in lines if f"{name} | {line}" not in shown)
    shown.clear()
    shown |= {f"{name} | {line}" for name, lines in found.items() for line in lines}


def legal_lines(position: Position, seat: int) -> Iterator[str]:
    """What the seat may do, by the table and by its own view."""
    yield "legal: " + ", ".join(map(str, position.legal(seat)))
    assert position.view(seat).legal() == position.legal(seat)


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
    for name, plan in PLANS.items():
        (GOLDEN / f"{name}.txt").write_text(page(plan), encoding="utf-8")
