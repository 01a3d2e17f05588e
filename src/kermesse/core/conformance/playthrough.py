"""A whole match as a page that a person can read: every view, every decision, every event.

A changed line is a changed rule, a changed view or a changed sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, unified_diff
from pathlib import Path

from kermesse.core.game import Game
from kermesse.core.position import Action, Event, Position

LINES_OF_DIFFERENCE = 40

Choose = Callable[[Position, int], tuple[int, Action]]  # position, number: seat, action


def any_of_them(position: Position, number: int) -> tuple[int, Action]:
    """The lowest due seat decides, a little of everything."""
    seat = min(position.due)
    legal = position.legal(seat)
    return seat, legal[(7 * number) % len(legal)]


@dataclass(frozen=True)
class Playthrough:
    """What is played, from where, and by whose decisions."""

    title: str
    start: Callable[[], Position]
    choose: Choose = any_of_them
    rules: Collection[str] = ()
    most_options: int = 1000  # of a decision that are written out
    scenes: str = ""  # a field of the record: the table is shown when it changes

    def page(self) -> str:
        """The match with the same decisions every time."""
        position = self.start()
        lines, shown = [self.title, *told(position, position.event)], list[str]()
        number, scene = 0, object()
        while not position.over:
            if position.pending:
                lines += told(position, position.advance())
                continue
            number += 1
            seat, action = self.choose(position, number)
            lines += ["", f"=== decision {number}: seat {seat}, {position.phase}"]
            now = int(position.record[self.scenes]) if self.scenes else number
            if now != scene:
                lines += views(position, shown)
                scene = now
            lines += [self.legal_line(position, seat), "", f"> {action}"]
            lines += told(position, position.decide(seat, action.number))
        lines += ["", "=== the end", *views(position, shown), f"outcome: {position.outcome}"]
        return "\n".join(lines) + "\n"

    def legal_line(self, position: Position, seat: int) -> str:
        """What the seat may do, by the table and by its own view."""
        legal = position.legal(seat)
        assert position.view(seat).legal() == legal
        more = f" … {len(legal)} in all" if len(legal) > self.most_options else ""
        return "legal: " + ", ".join(map(str, legal[: self.most_options])) + more


def match(game: Game, seats: int | None = None, seed: int = 1, **options: object) -> Playthrough:
    """A match from its beginning."""
    title = f"{game.title}, seats {seats}, seed {seed}, options {options}"
    return Playthrough(title, lambda: game.new(seats, seed, options))


def viewers(position: Position) -> dict[str, int]:
    """Everybody who looks on."""
    return {f"seat {seat}": seat for seat in range(position.seats)} | {"spectator": -1}


def views(position: Position, shown: list[str]) -> Iterator[str]:
    """What is new on the table, and what each view shows otherwise; the rest stands above."""
    table = position.text.splitlines()
    seen: dict[str, list[str]] = {}
    for name, viewer in viewers(position).items():
        for line in position.view(viewer).text.splitlines():
            if line not in table:
                seen.setdefault(line, []).append(name)
    now = [f"   table | {line}" for line in table]
    now += [f"   {', '.join(names)} | {line}" for line, names in seen.items()]
    changes = SequenceMatcher(None, shown, now, autojunk=False).get_opcodes()
    for what, first, last, start, end in changes:
        if what == "delete":
            yield from (f"{line} (gone)" for line in shown[first:last])
        elif what != "equal":
            yield from now[start:end]
    shown[:] = now


def told(position: Position, event: Event) -> Iterator[str]:
    """An event once, and again in the words of those who see less of it."""
    yield f"  {event.kind} {list(event.args)}: {event.text}"
    seen: dict[Event, list[str]] = {}
    for name, viewer in viewers(position).items():
        seen.setdefault(position.view(viewer).event, []).append(name)
    for other, names in seen.items():
        if other != event:
            yield f"    {', '.join(names)}: {other.kind} {list(other.args)}: {other.text}"


def check_page(path: Path, playthrough: Playthrough, command: str) -> None:
    """Compare a playthrough with the page that is kept."""
    kept, page = path.read_text(encoding="utf-8"), playthrough.page()
    changes = unified_diff(kept.splitlines(), page.splitlines(), "kept", "now", lineterm="", n=2)
    first = "\n".join(list(changes)[:LINES_OF_DIFFERENCE])
    assert kept == page, (
        f"{path.name} differs; if it should, run `{command}` and read the diff\n{first}"
    )
