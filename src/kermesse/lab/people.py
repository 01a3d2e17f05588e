"""Games that were played at the table, noted as simulated ones are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from kermesse.core.errors import SetupRefused
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.position import Position
from kermesse.lab.experiment import Experiment
from kermesse.lab.games import Games, joined
from kermesse.lab.note_kernels import (
    Clipboard,
    close_note,
    fresh_clipboard,
    note_decision,
    note_lead,
    note_pace,
    open_note,
)
from kermesse.lab.notes import Notes, fresh_notes
from kermesse.store import Seat, Table
from kermesse.store.read_only import ReadOnlyStore
from kermesse.table.state.log_events import BOT
from kermesse.table.state.table_state import TableState

PEOPLE = "people"  # instead of a bot's name


@dataclass
class Shelf:
    """Games with the same seats and options, as they are found."""

    seats: int
    options: str  # as JSON
    notes: list[Notes] = field(default_factory=list)
    sitters: list[list[str]] = field(default_factory=list)


def from_store(folder: Path, game: Game) -> list[Games]:
    """All finished matches of a game in a store, those with most games first.

    Matches with different options or numbers of seats are kept apart. Such as were played by other
    rules are left out: they would not run again as they were played.
    """
    shelves: dict[tuple[int, str], Shelf] = {}
    with ReadOnlyStore(folder) as store:
        for match, seats in finished(store, game):
            options = json.dumps(dict(match.options), sort_keys=True)
            shelf = shelves.setdefault((match.seats, options), Shelf(match.seats, options))
            shelf.notes.append(noted(match))
            shelf.sitters.append(
                [seat.bot or BOT if seat.kind == BOT else PEOPLE for seat in seats]
            )
    if not shelves:
        raise SetupRefused(f"no finished match of {game.title} is kept in {folder}")
    found = [together(game, shelf) for shelf in shelves.values()]
    return sorted(found, key=len, reverse=True)


def finished(store: ReadOnlyStore, game: Game) -> Iterator[tuple[Match, list[Seat]]]:
    """Every match that was played to its end by today's rules."""
    for table in store.finished_tables(game.name):
        if table.rules != game.version:
            continue
        match = replayed(store, game, table)
        if match is not None and match.over:
            yield match, store.seats(table.id)


def replayed(store: ReadOnlyStore, game: Game, table: Table) -> Match | None:
    """The match of a table, from its log."""
    fresh = TableState(game, table, store.seats(table.id))
    fresh.replay(store.events(table.id))
    return fresh.match


def noted(match: Match) -> Notes:
    """The notes of one match, decision by decision."""
    game = match.game
    notes, board = fresh_notes(game, match.seats, 1), fresh_clipboard(game, match.seats)
    first = match.decisions[0].frame if match.decisions else len(match.frames)
    game.bind(open_note)(match.frames[first - 1].record, notes, 0)
    for place, decision in enumerate(match.decisions):
        later = match.decisions[place + 1 :]
        end = later[0].frame if later else len(match.frames)
        note_one(match, decision.frame, end, decision.seat, decision.text, notes, board)
    notes.steps[0] = len(match.frames) - 1 - len(match.decisions)
    for frame in match.frames:
        game.bind(note_pace)(frame.record, notes, 0, board)
    game.bind(close_note)(match.frames[-1].record, notes, 0, board)
    return notes


def note_one(
    match: Match, at: int, end: int, seat: int, text: str, notes: Notes, board: Clipboard
) -> None:
    """A decision that led from the frame before to the one before the next decision."""
    game = match.game
    before: Position = match.frames[at - 1]
    number, _ = before.read(text)
    game.bind(note_decision)(before.record, seat, number, notes, 0, board)
    game.bind(note_lead)(match.frames[end - 1].record, notes, 0, board)


def together(game: Game, shelf: Shelf) -> Games:
    """The games of a shelf, each with a different deal."""
    names = sorted({name for names in shelf.sitters for name in names})
    notes = joined(shelf.notes)
    notes.deal[:] = np.arange(len(notes.deal))
    notes.bots[:] = [[names.index(name) for name in row] for row in shelf.sitters]
    options = game.choose(json.loads(shelf.options), shelf.seats)
    experiment = Experiment(game, shelf.seats, options, tuple(names), len(notes.deal), 0)
    return Games(experiment, notes, numbered=False)
