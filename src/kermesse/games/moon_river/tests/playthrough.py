"""A whole match as a page that a person can read: every decision, every event, every table.

`make golden` rewrites the pages, `python -m tools.golden moon_river` those of this game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kermesse.core.position import Action, Position
from kermesse.games.moon_river import game

GOLDEN = Path(__file__).parent / "golden"

MATCHES: dict[str, tuple[int, dict[str, Any]]] = {
    "two_players": (2, {}),
    "three_players": (3, {"variant": "legends", "scenario": "gold", "saloon_size": 3}),
    "four_players": (4, {"variant": "legends", "colours": "green-white-orange-purple"}),
}
SHOWN = 6  # options of a decision that are written out


def page(match: tuple[int, dict[str, Any]]) -> str:
    """One match, with the same simple decisions every time."""
    seats, options = match
    position = game.new(seats, seed=1, options=options)
    lines = [f"Moon River, {seats} seats, options {options}", *scene(position)]
    number = 0
    while not position.over:
        number += 1
        seat = min(position.due)
        legal = position.legal(seat)
        assert position.view(seat).legal() == legal
        action = choice(legal, number)
        lines += ["", f"=== decision {number}: seat {seat}, {position.phase}", options_line(legal)]
        lines += [f"> {action}"]
        before = int(position.record.round_number)
        lines += happens(position, seat, action)
        if position.record.round_number != before:
            lines += scene(position)  # once a round
    lines += ["", "=== the end", *scene(position), f"outcome: {position.outcome}"]
    return "\n".join(lines) + "\n"


def choice(legal: list[Action], number: int) -> Action:
    """A little of everything."""
    return legal[(7 * number) % len(legal)]


def options_line(legal: list[Action]) -> str:
    """What is open, shortened."""
    more = f" … {len(legal)} in all" if len(legal) > SHOWN else ""
    return "legal: " + ", ".join(map(str, legal[:SHOWN])) + more


def scene(position: Position) -> Iterator[str]:
    """The table; every viewer sees the same (MR-135)."""
    yield from (f"   {line}" for line in position.text.splitlines())
    seen = {position.view(viewer).text.partition("\n")[2] for viewer in range(position.seats)}
    without_viewer = {text.partition("\n")[2] for text in seen}
    assert len(without_viewer) == 1


def happens(position: Position, seat: int, action: Action) -> Iterator[str]:
    """The decision and the steps that follow."""
    event = position.decide(seat, action.number)
    yield f"  {event.kind} {list(event.args)}: {event.text}"
    while position.pending:
        event = position.advance()
        yield f"  {event.kind} {list(event.args)}: {event.text}"


def rewrite() -> None:
    """Write all pages anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name, match in MATCHES.items():
        (GOLDEN / f"{name}.txt").write_text(page(match), encoding="utf-8")
