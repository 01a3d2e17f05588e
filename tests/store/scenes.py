"""Small scenes for the tests of the store, and a program that appends until it is killed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from kermesse.store import LoggedEvent, NewEvent, Person, Seat, Store, Table
from kermesse.store.writer import Job, JobResult, Writer

SECRET = bytes(range(32))
PATIENCE = 60  # seconds that no answer of a healthy store takes


def done(future: Future[Any]) -> Any:
    """The answer of a write."""
    return future.result(timeout=PATIENCE)


def ann(store: Store) -> Person:
    person: Person = done(store.new_person("Ann", "en"))
    return person


def plain_table(table_id: str, **fields: Any) -> Table:
    return Table(table_id, "muvuca", "1.0", 2, SECRET, "c0ffee", **fields)


def laid(store: Store, table_id: str = "t", **fields: Any) -> Table:
    """A new table with two open seats."""
    seats = [Seat(table_id, 0), Seat(table_id, 1)]
    table: Table = done(store.create_table(plain_table(table_id, **fields), seats))
    return table


def moves(*bodies: object) -> list[NewEvent]:
    return [NewEvent("act", body) for body in bodies]


def dump(store: Store) -> dict[str, list[Any]]:
    """Everything that is kept, by table."""
    with store.reading() as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE sql > ''")]
        tables = [name for name in names if db.table_exists("main", name)]
        return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in tables}


def lost(store: Store, acknowledged: Iterable[tuple[str, int, Any]]) -> list[tuple[str, int, Any]]:
    """What was acknowledged and is not there; every log must be whole in itself."""
    logs: dict[str, list[LoggedEvent]] = {
        table_id: store.events(table_id) for table_id in store.unfinished_tables()
    }
    return [
        (table_id, seq, body)
        for table_id, seq, body in acknowledged
        if seq >= len(logs.get(table_id, [])) or logs[table_id][seq].body != body
    ]


class Hasty(Writer):
    """What must not be: answers first, and the disk has it a little later."""

    def _answer(self, outcomes: list[JobResult]) -> None:
        pass

    def _carry_out(self, batch: list[Job]) -> list[JobResult]:
        outcomes = super()._carry_out(batch)
        super()._answer(outcomes)
        time.sleep(0.01)
        return outcomes


class HastyStore(Store):
    writer_class = Hasty


TABLES = 5


def append_for_ever(kind: type[Store], folder: Path) -> None:
    """Append to some tables; say each acknowledged event on standard output, never before."""
    with kind(folder) as store:
        known = store.unfinished_tables()
        ids = [f"t{number}" for number in range(TABLES)]
        for table_id in ids:
            if table_id not in known:
                laid(store, table_id)
        lengths = {name: len(store.events(name)) if name in known else 0 for name in ids}
        while True:
            waiting = {
                table_id: store.append(table_id, length, moves(f"{os.getpid()}-{length}"))
                for table_id, length in lengths.items()
            }
            for table_id, future in waiting.items():
                (event,) = done(future)
                os.write(1, f"{table_id} {event.seq} {event.body}\n".encode())
                lengths[table_id] += 1


def nursery() -> None:
    """Read the name of a folder, append there in a child until that is killed, and so on.

    Children are forked, so that importing is paid for once and not at every kill.
    """
    kind = {"Store": Store, "HastyStore": HastyStore}[sys.argv[1]]
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os.write(1, f"{os.getpid()}\n".encode())
            append_for_ever(kind, Path(line.strip()))
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    nursery()
