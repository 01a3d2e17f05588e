"""Tables as lists show them: read from what is kept, with no match played again."""

from __future__ import annotations

from collections.abc import Sequence

from kermesse.store import Result, Table, now
from kermesse.table.house import House
from kermesse.table.pages.parts import who_won
from kermesse.table.scene import names
from kermesse.table.sitting import BOT, CLOSED, GATHERING, OPEN, OVER, PERSON, PLAYING, Sitting
from kermesse.table.visitor import SeatLine, TableLine, Visitor

MINUTE_MS = 60_000


def table_lines(house: House, tables: Sequence[Table], visitor: Visitor) -> list[TableLine]:
    """These tables without those that were closed or whose game is not played here."""
    shown = [table for table in tables if table.game in house.games and table.state != CLOSED]
    results = house.store.results([table.id for table in shown if table.state == OVER])
    return [table_line(house, table, results.get(table.id), visitor) for table in shown]


def table_line(house: House, table: Table, result: Result | None, visitor: Visitor) -> TableLine:
    """One table."""
    game = house.games[table.game]
    room = house.rooms.get(table.id)
    sitting = room.sitting if room else Sitting(game, table, house.store.seats(table.id))
    for place in sitting.seats:
        house.learn_name(place.person_id)
    called = names(sitting, house.names, visitor.say)
    seat, match = sitting.seat_of(visitor.id), sitting.match
    is_theirs = seat >= 0 or any(place.kept_for == visitor.id for place in sitting.seats)
    is_due = sitting.state == PLAYING and match is not None and seat in match.due
    return TableLine(
        id=table.id,
        game=game,
        seats=seat_lines(sitting, called, result),
        state=sitting.state,
        yours=visitor.id is not None and is_theirs,
        your_turn=seat >= 0 and is_due,
        open_seats=tuple(p.seat for p in sitting.seats if p.kind != PERSON)
        if sitting.state in (GATHERING, PLAYING)
        else (),
        minutes_idle=max(0, now() - table.touched) // MINUTE_MS,
        options=table.options,
        result=who_won(result.places, called, seat, visitor.say) if result else "",
        ended=table.touched if sitting.state == OVER else 0,
    )


def seat_lines(
    sitting: Sitting, called: Sequence[str], result: Result | None
) -> tuple[SeatLine, ...]:
    """Who sits there, and how they did."""
    return tuple(
        SeatLine(
            "" if place.kind == OPEN and result is None else called[place.seat],
            place.kind == BOT,
            None if result is None else result.points[place.seat],
            result is not None and result.places[place.seat] == 1,
        )
        for place in sitting.seats
    )
