"""Tables and their seats: how they are created, listed and found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from typing import Any

import apsw

from kermesse.store.base import Base, change
from kermesse.store.chain import START, encoded
from kermesse.store.errors import AlreadyTaken, DamagedTable
from kermesse.store.event_log import insert_events, write_result, write_seats
from kermesse.store.records import STATES, MatchResult, NewEvent, Seat, Table, now

TABLE = (
    "id, game, rules, seats, secret, commitment, options, clock, host, listed, state,"
    " rematch_of, next, invite, created, touched, length"
)
SEAT = "table_id, seat, kind, person_id, bot, kept_for, muted, invite"
THEIRS = (  # tables that concern a person
    "state != 'closed' AND id IN (SELECT table_id FROM seat WHERE person_id = ?1"
    " UNION SELECT table_id FROM seat WHERE kept_for = ?1"
    " UNION SELECT id FROM play WHERE host = ?1)"
)
PAGE = 100  # tables read at a time while iterating


def table_of(row: Any) -> Table:
    """A row as a record."""
    try:
        options, clock = json.loads(row[6]), row[7] and json.loads(row[7])
    except ValueError as broken:
        raise DamagedTable(row[0], f"its options were altered: {broken}") from None
    return Table(*(*row[:6], options, clock, row[8], bool(row[9]), *row[10:]))


def readable(row: Any) -> Table | None:
    """A table for a list, or None if it is damaged: it must not hide the others."""
    try:
        return table_of(row)
    except DamagedTable:
        return None


def seat_of(row: Any) -> Seat:
    """A row as a record."""
    return Seat(*(*row[:6], bool(row[6]), row[7]))


class TableStore(Base):
    """Tables, seats and results."""

    def create_table(
        self, table: Table, seats: Sequence[Seat], events: Sequence[NewEvent] = ()
    ) -> Future[Table]:
        """Create a table with its seats and first events, atomically.

        A rematch (``rematch_of``) also becomes the ``next`` of the earlier table; of two
        simultaneous rematches the second is refused with `AlreadyTaken`.
        """
        return self.write(create_table, table, seats, events)

    def table(self, table_id: str) -> Table | None:
        """A table by its id."""
        row = self._row(f"SELECT {TABLE} FROM play WHERE id = ?", (table_id,))
        return row and table_of(row)

    def seats(self, table_id: str) -> list[Seat]:
        """The seats of a table, in order."""
        sql = f"SELECT {SEAT} FROM seat WHERE table_id = ? ORDER BY seat"
        return [seat_of(row) for row in self._rows(sql, (table_id,))]

    def tables_of(self, person_id: int, limit: int = 50, skip: int = 0) -> list[Table]:
        """Tables where a person sits, has a seat kept or is the host, latest first.

        Closed tables are left out.
        """
        return self._tables(
            f"{THEIRS} ORDER BY touched DESC, id LIMIT ?2 OFFSET ?3",
            (person_id, limit, skip),
        )

    def count_tables_of(self, person_id: int, states: Sequence[str] = STATES) -> int:
        """How many tables in these states `tables_of` finds for a person."""
        marks = ", ".join("?" * len(states))
        sql = f"SELECT count(*) FROM play WHERE {THEIRS} AND state IN ({marks})"
        return int(self._rows(sql, (person_id, *states))[0][0])

    def results(self, table_ids: Sequence[str]) -> dict[str, MatchResult]:
        """How the matches of these tables ended, as far as known."""
        marks = ", ".join("?" * len(table_ids))
        sql = f"SELECT table_id, places, points FROM result WHERE table_id IN ({marks})"
        return {
            table_id: MatchResult(tuple(json.loads(places)), tuple(json.loads(points)))
            for table_id, places, points in self._rows(sql, table_ids)
        }

    def keep_result(self, table_id: str, result: MatchResult) -> Future[None]:
        """Store the result of a match played before results were stored."""
        return self.write(write_result, table_id, result)

    def listed_tables(self, limit: int = 50) -> list[Table]:
        """The tables listed in the lobby, newest first."""
        return self._tables(
            "listed AND state IN ('gathering', 'playing') ORDER BY created DESC LIMIT ?", (limit,)
        )

    def recent_tables(self, limit: int = 100) -> list[Table]:
        """The tables with the latest activity."""
        return self._tables("TRUE ORDER BY touched DESC, id LIMIT ?", (limit,))

    def unfinished_tables(self) -> list[str]:
        """The ids of tables to continue after a restart."""
        sql = "SELECT id FROM play WHERE state IN ('gathering', 'playing') ORDER BY id"
        return [table_id for (table_id,) in self._rows(sql)]

    def finished_tables(self, game: str) -> Iterator[Table]:
        """All finished matches of a game, read a page at a time."""
        last = ""
        while page := self._tables(
            "game = ? AND state = 'over' AND id > ? ORDER BY id LIMIT ?", (game, last, PAGE)
        ):
            yield from page
            last = page[-1].id

    def count_by_state(self) -> dict[str, int]:
        """The number of tables in each state."""
        counted = dict.fromkeys(STATES, 0)
        return counted | dict(self._rows("SELECT state, count(*) FROM play GROUP BY state"))

    def set_listed(self, table_id: str, listed: bool) -> Future[None]:
        """List a table in the lobby, or hide it."""
        return self._change(
            "table", "UPDATE play SET listed = ? WHERE id = ?", (int(listed), table_id)
        )

    def set_host(self, table_id: str, person_id: int | None) -> Future[None]:
        """Change or remove the host."""
        return self._change("table", "UPDATE play SET host = ? WHERE id = ?", (person_id, table_id))

    def set_invite(self, table_id: str, invite: str | None) -> Future[None]:
        """Set the token that lets people sit at a table; older ones become invalid."""
        return self.write(renew_invite, table_id, invite)

    def by_invite(self, invite: str) -> tuple[str, int | None] | None:
        """The table that an invitation is for, and the seat, if it is for a single one."""
        row: tuple[str, int | None] | None = self._row(
            "SELECT id, NULL FROM play WHERE invite = ?1"
            " UNION ALL SELECT table_id, seat FROM seat WHERE invite = ?1",
            (invite,),
        )
        return row

    def set_rules(self, table_id: str, rules: str) -> Future[None]:
        """Set the edition of the rules that a table is played by."""
        return self._change("table", "UPDATE play SET rules = ? WHERE id = ?", (rules, table_id))

    def expire_gathering(self, older_than_ms: int) -> Future[list[str]]:
        """Close tables that never started and have been idle this long; returns their ids."""
        return self.write(expire, older_than_ms)

    def _tables(self, where: str, values: Sequence[str | int]) -> list[Table]:
        rows = self._rows(f"SELECT {TABLE} FROM play WHERE {where}", values)
        return [table for table in map(readable, rows) if table is not None]


def create_table(
    db: apsw.Connection, table: Table, seats: Sequence[Seat], events: Sequence[NewEvent]
) -> Table:
    """Write a new table."""
    at = now()
    head, kept = START, (table.options, table.clock)
    options, clock = (None if value is None else encoded(value) for value in kept)
    if db.execute("SELECT 1 FROM play WHERE id = ?", (table.id,)).get:
        raise AlreadyTaken(f"there already is a table {table.id}")
    db.execute(
        f"INSERT INTO play({TABLE}, head) VALUES ({', '.join('?' * 18)})",
        (
            *(table.id, table.game, table.rules, table.seats, table.secret, table.commitment),
            *(options, clock, table.host, int(table.listed), table.state),
            *(table.rematch_of, table.next, table.invite, at, at, 0, head),
        ),
    )
    write_seats(db, table.id, seats)
    stored = insert_events(db, table.id, 0, head, events)
    if stored:
        values = (len(stored), stored[-1].chain, table.id)
        db.execute("UPDATE play SET length = ?, head = ? WHERE id = ?", values)
    if table.rematch_of is not None:
        follow(db, table.rematch_of, table.id)
    row = db.execute(f"SELECT {TABLE} FROM play WHERE id = ?", (table.id,)).fetchone()
    return table_of(row)


def follow(db: apsw.Connection, before: str, after: str) -> None:
    """Link a table to its rematch, of which there is only one."""
    sql = "UPDATE play SET next = ?1 WHERE id = ?2 AND (next IS NULL OR next = ?1)"
    db.execute(sql, (after, before))
    if not db.changes():
        raise AlreadyTaken(f"table {before} already has a rematch")


def renew_invite(db: apsw.Connection, table_id: str, invite: str | None) -> None:
    """Replace or remove the link to a table; links to its seats end, too."""
    change(db, "table", "UPDATE play SET invite = ? WHERE id = ?", (invite, table_id))
    db.execute("UPDATE seat SET invite = NULL WHERE table_id = ?", (table_id,))


def expire(db: apsw.Connection, older_than_ms: int) -> list[str]:
    """Close abandoned tables."""
    sql = (
        "UPDATE play SET state = 'closed', listed = 0"
        " WHERE state = 'gathering' AND touched < ? RETURNING id"
    )
    return [table_id for (table_id,) in db.execute(sql, (now() - older_than_ms,))]
