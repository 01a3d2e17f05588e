"""Tables as lists show them: read from what is kept, with no match played again."""

from __future__ import annotations

from collections.abc import Sequence

from kermesse.store import MatchResult, Table, now
from kermesse.table.live.tables import LiveTables
from kermesse.table.pages.parts import who_won
from kermesse.table.state.log_events import BOT, CLOSED, GATHERING, OPEN, OVER, PERSON, PLAYING
from kermesse.table.state.table_state import TableState
from kermesse.table.views.screen import names
from kermesse.table.visitor import SeatLine, TableLine, Visitor

MINUTE_MS = 60_000


def table_lines(tables: LiveTables, those: Sequence[Table], visitor: Visitor) -> list[TableLine]:
    """These tables without those that were closed or whose game is not played here."""
    shown = [
        table for table in those if table.game in tables.services.games and table.state != CLOSED
    ]
    results = tables.services.store.results([table.id for table in shown if table.state == OVER])
    return [table_line(tables, table, results.get(table.id), visitor) for table in shown]


def table_line(
    tables: LiveTables, table: Table, result: MatchResult | None, visitor: Visitor
) -> TableLine:
    """One table."""
    game = tables.services.games[table.game]
    live = tables.live.get(table.id)
    state = live.state if live else TableState(game, table, tables.services.store.seats(table.id))
    for place in state.seats:
        tables.services.names.learn(place.person_id)
    called = names(state, tables.services.names.known, visitor.say)
    seat, match = state.seat_of(visitor.id), state.match
    is_theirs = seat >= 0 or any(place.kept_for == visitor.id for place in state.seats)
    is_due = state.status == PLAYING and match is not None and seat in match.due
    return TableLine(
        id=table.id,
        game=game,
        seats=seat_lines(state, called, result),
        state=state.status,
        yours=visitor.id is not None and is_theirs,
        your_turn=seat >= 0 and is_due,
        open_seats=tuple(p.seat for p in state.seats if p.kind != PERSON)
        if state.status in (GATHERING, PLAYING)
        else (),
        minutes_idle=max(0, now() - table.touched) // MINUTE_MS,
        options=table.options,
        result=who_won(result.places, called, seat, visitor.say) if result else "",
        ended=table.touched if state.status == OVER else 0,
    )


def seat_lines(
    state: TableState, called: Sequence[str], result: MatchResult | None
) -> tuple[SeatLine, ...]:
    """Who sits there, and how they did."""
    return tuple(
        SeatLine(
            "" if place.kind == OPEN and result is None else called[place.seat],
            place.kind == BOT,
            None if result is None else result.points[place.seat],
            result is not None and result.places[place.seat] == 1,
        )
        for place in state.seats
    )
