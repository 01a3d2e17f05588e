"""The logs of the tables: appended to, read, verified, and never rewritten."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any

import apsw

from kermesse.store.base import Base
from kermesse.store.chain import COLUMNS, START, encoded, event_of, link, verified
from kermesse.store.errors import (
    Conflict,
    DamagedTable,
    DuplicateEvent,
    IdReused,
    NotFound,
    StoreError,
)
from kermesse.store.records import LoggedEvent, MatchResult, NewEvent, Seat, now

INSERT = f"INSERT INTO event({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
UNREADABLE = (apsw.CorruptError, UnicodeDecodeError)


class EventLog(Base):
    """The logs of the tables."""

    def append(
        self,
        table_id: str,
        expected_seq: int,
        events: Sequence[NewEvent],
        seat_changes: Sequence[Seat] = (),
        state: str | None = None,
        next: str | None = None,
        result: MatchResult | None = None,
    ) -> Future[list[LoggedEvent]]:
        """Append events and apply their consequences, atomically.

        ``expected_seq`` is the number of the first new event, that is, the length of the log as
        the caller knows it. Refused with `DuplicateEvent` if one of the client ids is known
        (`IdReused` if it was used for something else), or with `Conflict` if the log has grown.
        ``seat_changes`` are complete seats in their new state.
        """
        return self.write(append, table_id, expected_seq, events, seat_changes, state, next, result)

    def events(self, table_id: str, after_seq: int = -1) -> list[LoggedEvent]:
        """The log after an event, every seal checked; raises `DamagedTable` if it was altered."""
        with self.reading() as db:
            return read_log(db, table_id, after_seq)

    def event_by_client(self, table_id: str, person_id: int, client_id: str) -> LoggedEvent | None:
        """The event that a person's message became, if it was stored."""
        with self.reading() as db:
            return known_event(db, table_id, person_id, client_id)


def append(
    db: apsw.Connection,
    table_id: str,
    expected_seq: int,
    events: Sequence[NewEvent],
    seat_changes: Sequence[Seat],
    state: str | None,
    after: str | None,
    result: MatchResult | None,
) -> list[LoggedEvent]:
    """Write events, if the log is as long as the caller thinks."""
    length, head = head_of(db, table_id)
    if length != expected_seq:
        refuse_known(db, table_id, events, length)
        raise Conflict(table_id, expected_seq, length)
    stored = insert_events(db, table_id, length, head, events)
    db.execute(
        "UPDATE play SET length = ?, head = ?, touched = ?,"
        " state = coalesce(?, state), next = coalesce(?, next) WHERE id = ?",
        (length + len(stored), stored[-1].chain if stored else head, now(), state, after, table_id),
    )
    if seat_changes:
        write_seats(db, table_id, seat_changes)
    if result is not None:
        write_result(db, table_id, result)
    return stored


def head_of(db: apsw.Connection, table_id: str) -> tuple[int, bytes]:
    """Length of the log and its last seal."""
    try:
        found = db.execute("SELECT length, head FROM play WHERE id = ?", (table_id,))
        row: tuple[int, bytes] | None = found.fetchone()
    except UNREADABLE as broken:  # only this table is affected
        raise DamagedTable(table_id, str(broken)) from broken
    if row is None:
        raise NotFound(f"there is no table {table_id}")
    return row


def insert_events(
    db: apsw.Connection, table_id: str, seq: int, head: bytes, events: Sequence[NewEvent]
) -> list[LoggedEvent]:
    """Write events, each sealed on top of the one before.

    A known client id is looked up only when the schema objects: every further statement means
    waiting once more for the interpreter's lock while other threads compute.
    """
    at, length, stored = now(), seq, []
    for new in events:
        body = encoded(new.body)
        row = (table_id, seq, new.kind, new.seat, new.person_id, new.client_id, body, at)
        head = link(head, row)
        try:
            db.execute(INSERT, (*row, head))
        except apsw.ConstraintError:
            refuse_known(db, table_id, events, length)
            raise
        stored.append(event_of((*row, head)))
        seq += 1
    return stored


def refuse_known(
    db: apsw.Connection, table_id: str, events: Sequence[NewEvent], length: int
) -> None:
    """Refuse a message that is already among the first ``length`` events."""
    for new in events:
        if new.client_id is None:
            continue
        if new.person_id is None:
            raise StoreError("an event with a client id needs a person")
        stored = known_event(db, table_id, new.person_id, new.client_id)
        if stored is None or stored.seq >= length:
            continue
        was = (stored.kind, stored.seat, encoded(stored.body))
        same = was == (new.kind, new.seat, encoded(new.body))
        raise DuplicateEvent(stored) if same else IdReused(stored)


def known_event(
    db: apsw.Connection, table_id: str, person_id: int, client_id: str
) -> LoggedEvent | None:
    """The event with this client id."""
    sql = f"SELECT {COLUMNS} FROM event WHERE table_id = ? AND person_id = ? AND client_id = ?"
    try:
        row = db.execute(sql, (table_id, person_id, client_id)).fetchone()
        return row and event_of(row)
    except (*UNREADABLE, ValueError) as broken:
        raise DamagedTable(table_id, str(broken)) from broken


def write_seats(db: apsw.Connection, table_id: str, seats: Sequence[Seat]) -> None:
    """Write complete seats, replacing their old state."""
    for seat in seats:
        if seat.table_id != table_id:
            raise StoreError(f"a seat of table {seat.table_id} was given for table {table_id}")
        db.execute(
            "INSERT INTO seat(table_id, seat, kind, person_id, bot, kept_for, muted, invite)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT(table_id, seat) DO UPDATE SET kind = excluded.kind,"
            " person_id = excluded.person_id, bot = excluded.bot, kept_for = excluded.kept_for,"
            " muted = excluded.muted, invite = excluded.invite",
            (
                *(table_id, seat.seat, seat.kind, seat.person_id, seat.bot),
                *(seat.kept_for, int(seat.muted), seat.invite),
            ),
        )


def write_result(db: apsw.Connection, table_id: str, result: MatchResult) -> None:
    """Write how a match ended."""
    db.execute(
        "INSERT OR REPLACE INTO result(table_id, places, points) VALUES (?, ?, ?)",
        (table_id, encoded(list(result.places)), encoded(list(result.points))),
    )


def read_log(db: apsw.Connection, table_id: str, after_seq: int = -1) -> list[LoggedEvent]:
    """Read and verify a log inside the caller's transaction."""
    length, head = head_of(db, table_id)
    first = max(after_seq, -1) + 1
    if first > length:
        return []
    try:
        rows = log_rows(db, table_id, first)
        start = START if first == 0 else log_seal(db, table_id, first - 1)
        if verified(table_id, rows, start, first) != head or first + len(rows) != length:
            raise DamagedTable(table_id, f"events are missing at the end: {length} were written")
        return [event_of(row) for row in rows]
    except (*UNREADABLE, TypeError, ValueError) as broken:
        raise DamagedTable(table_id, str(broken)) from broken


def log_rows(db: apsw.Connection, table_id: str, first: int) -> list[Any]:
    """The rows of a log from a number on, in order."""
    sql = f"SELECT {COLUMNS} FROM event WHERE table_id = ? AND seq >= ? ORDER BY seq"
    return db.execute(sql, (table_id, first)).fetchall()


def log_seal(db: apsw.Connection, table_id: str, seq: int) -> bytes:
    """The seal of one event."""
    found = db.execute("SELECT chain FROM event WHERE table_id = ? AND seq = ?", (table_id, seq))
    seal: bytes | None = found.get
    if seal is None:
        raise DamagedTable(table_id, f"event {seq} is missing")
    return seal
