"""Matches that are counted while they are played, for the tests of a game's `note` and `pace`.

All is played in plain Python, so that a test need not wait for the rules to be compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.measures import DEALT, ENDED
from kermesse.core.record import Counts, Record, Records

BEYOND = 16  # numbers behind the last measure: who writes there counts in the wrong place

Tally = Counter[str]  # what was counted of each measure, by how and component: `held red card`


class CountedDecision(NamedTuple):
    """A decision: whose, in which phase, and its text."""

    seat: int
    phase: str
    text: str


class Happened(NamedTuple):
    """What an action or a step did, and by then how many turns and rounds had begun."""

    event: str
    args: tuple[int, ...]
    turns: int
    rounds: int


class CountedMatch(NamedTuple):
    """A match that is over."""

    record: Any
    dealt: list[Tally]  # by seat: what was counted before the first decision
    counts: list[Tally]  # by seat: everything that was counted
    taken: list[CountedDecision]
    happened: list[Happened]


def counted(game: Game, row: Counts) -> Tally:
    """The counts of a seat by name, without those that are 0."""
    if row[len(game.measures) :].any():
        raise KermesseError(f"{game.name} counts something that is none of its measures")
    found = zip(game.measures, row.tolist(), strict=False)
    return Counter({f"{measure.how} {measure.component}": n for measure, n in found if n})


def fresh_row(game: Game) -> Counts:
    """Room for the counts of a seat, and some more."""
    return np.zeros(len(game.measures) + BEYOND, np.int16)


def note_in(
    row: Counts, game: Game, s: Record, seat: int, action: int, *, compiled: bool = False
) -> None:
    """Have a seat's `note` taken; refuses a kernel that changes the record."""
    before = s.tobytes()
    (game.kernels if compiled else game.plain_kernels)["note"](s, seat, action, row)
    if s.tobytes() != before:
        raise KermesseError(f"note of {game.name} changes the record")


def noted(game: Game, s: Record, seat: int, action: int) -> Tally:
    """What one `note` counts."""
    row = fresh_row(game)
    note_in(row, game, s, seat, action)
    return counted(game, row)


def measured(game: Game, batch: Records, chance: Random, *, compiled: bool = False) -> CountedMatch:
    """Set up a record and play it to its end by any decisions, with everything counted.

    ``compiled`` is for the counting only.
    """
    s = batch[0]
    rows = [fresh_row(game) for _ in range(s.seats)]
    game.plain_kernels["setup"](s)
    clock = np.zeros(2, np.int16)
    happened = [what_happened(game, s, clock), *steps(game, s, clock)]
    for seat, row in enumerate(rows):
        note_in(row, game, s, seat, DEALT, compiled=compiled)
    dealt = [counted(game, row) for row in rows]
    taken = []
    while not s.over:
        seat, action = any_decision(game, s, chance)
        phase = game.phases(s.phase).name.lower()
        taken.append(CountedDecision(seat, phase, game.notation.action_text(action)))
        note_in(rows[seat], game, s, seat, action, compiled=compiled)
        game.plain_kernels["act"](s, seat, action)
        happened += [what_happened(game, s, clock), *steps(game, s, clock)]
    for seat, row in enumerate(rows):
        note_in(row, game, s, seat, ENDED, compiled=compiled)
    return CountedMatch(s, dealt, [counted(game, row) for row in rows], taken, happened)


def any_decision(game: Game, s: Record, chance: Random) -> tuple[int, int]:
    """A seat that is due, and one of its actions."""
    moves = np.zeros(game.actions, np.int16)
    seat = chance.choice([seat for seat in range(s.seats) if s.due >> seat & 1])
    n = game.plain_kernels["legal"](s, seat, moves)
    return seat, int(moves[chance.randrange(n)])


def steps(game: Game, s: Record, clock: Counts) -> Iterator[Happened]:
    """Automatic steps up to the next decision or the end."""
    while s.due == 0 and not s.over:
        game.plain_kernels["step"](s)
        yield what_happened(game, s, clock)


def what_happened(game: Game, s: Record, clock: Counts) -> Happened:
    """The last event, and the pace; the clock advances."""
    game.plain_kernels["pace"](s, clock)
    args = tuple(int(arg) for arg in s.event_args)
    return Happened(game.events(s.event).name.lower(), args, int(clock[0]), int(clock[1]))
