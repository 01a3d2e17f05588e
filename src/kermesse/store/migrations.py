"""The schema as numbered steps, each applied once. A released step is never edited.

The event table is append-only: no step may rewrite it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import apsw

from kermesse.store.errors import StoreError
from kermesse.store.records import now

APPLICATION_ID = 0x4B45524D  # "KERM" in the header of the file

LEDGER = """
CREATE TABLE IF NOT EXISTS migration(
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, at INTEGER NOT NULL
) STRICT
"""


class Migration(NamedTuple):
    """One step of the schema."""

    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """A hash that shows whether a step was edited after it was applied."""
        return sha256(self.sql.encode()).hexdigest()


FIRST = """
CREATE TABLE person(
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    theme TEXT NOT NULL,
    passphrase_hash TEXT,
    recovery_key BLOB UNIQUE,
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    banned INTEGER NOT NULL DEFAULT 0,
    deleted INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE session(
    token_hash BLOB PRIMARY KEY,
    person_id INTEGER NOT NULL REFERENCES person(id),
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_person ON session(person_id);

CREATE TABLE play(
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    seats INTEGER NOT NULL,
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT,
    host INTEGER REFERENCES person(id),
    listed INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('gathering', 'playing', 'over', 'closed')),
    rematch_of TEXT REFERENCES play(id),
    next TEXT,
    created INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    length INTEGER NOT NULL, -- of the log, and its last seal: without them a lost tail goes unseen
    head BLOB NOT NULL
) STRICT;
CREATE INDEX play_state ON play(state, game, id);
CREATE INDEX play_host ON play(host) WHERE host IS NOT NULL;
CREATE INDEX play_listed ON play(created) WHERE listed AND state IN ('gathering', 'playing');

CREATE TABLE seat(
    table_id TEXT NOT NULL REFERENCES play(id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    kind TEXT NOT NULL CHECK (kind IN ('open', 'person', 'bot')),
    person_id INTEGER REFERENCES person(id),
    bot TEXT,
    kept_for INTEGER REFERENCES person(id),
    muted INTEGER NOT NULL,
    invite TEXT UNIQUE,
    PRIMARY KEY (table_id, seat),
    CHECK ((kind = 'person') = (person_id IS NOT NULL)),
    CHECK ((kind = 'bot') = (bot IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_person ON seat(person_id) WHERE person_id IS NOT NULL;
CREATE INDEX seat_kept_for ON seat(kept_for) WHERE kept_for IS NOT NULL;

CREATE TABLE event(
    table_id TEXT NOT NULL REFERENCES play(id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    kind TEXT NOT NULL,
    seat INTEGER,
    person_id INTEGER REFERENCES person(id),
    client_id TEXT,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    chain BLOB NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, person_id, client_id),
    CHECK (client_id IS NULL OR person_id IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat(
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES play(id),
    person_id INTEGER REFERENCES person(id),
    seat INTEGER,
    channel TEXT NOT NULL,
    text TEXT, -- NULL once erased
    client_id TEXT,
    at INTEGER NOT NULL,
    UNIQUE (table_id, person_id, client_id)
) STRICT;
CREATE INDEX chat_table ON chat(table_id, id);
CREATE INDEX chat_person ON chat(person_id) WHERE person_id IS NOT NULL;

CREATE TABLE outsider(
    table_id TEXT NOT NULL REFERENCES play(id),
    person_id INTEGER NOT NULL REFERENCES person(id),
    kind TEXT NOT NULL CHECK (kind IN ('kicked', 'muted')),
    PRIMARY KEY (table_id, person_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX outsider_person ON outsider(person_id);

CREATE TABLE upload(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person_id INTEGER REFERENCES person(id),
    text TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX upload_person ON upload(person_id) WHERE person_id IS NOT NULL;

CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""

TABLE_LINKS = """
ALTER TABLE play ADD COLUMN invite TEXT;
CREATE UNIQUE INDEX play_invite ON play(invite) WHERE invite IS NOT NULL;
"""

RESULTS = """
CREATE TABLE result(
    table_id TEXT PRIMARY KEY REFERENCES play(id),
    places TEXT NOT NULL, -- of each seat, the best is 1; as JSON
    points TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""

MIGRATIONS: tuple[Migration, ...] = (
    Migration(1, "first", FIRST),
    Migration(2, "table links", TABLE_LINKS),
    Migration(3, "results", RESULTS),
)


def check_ledger(db: apsw.Connection, known: Sequence[Migration]) -> int:
    """How many steps the file has had; refuses unknown or edited steps."""
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get:
        return 0
    taken = db.execute("SELECT number, checksum FROM migration ORDER BY number").fetchall()
    if len(taken) > len(known):
        raise StoreError("was written by a newer Kermesse; install that version or a later one")
    for step, (number, checksum) in zip(known, taken, strict=False):
        if (step.number, step.checksum) != (number, checksum):
            raise StoreError(
                f"was migrated with a different step {number}; "
                "install the version of Kermesse that wrote it"
            )
    return len(taken)


def migrate(db: apsw.Connection, known: Sequence[Migration]) -> None:
    """Apply the missing steps, each in a transaction."""
    for step in known[check_ledger(db, known) :]:
        db.execute("BEGIN IMMEDIATE")
        try:
            take(db, step)
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        db.execute("COMMIT")


def take(db: apsw.Connection, step: Migration) -> None:
    """Apply one step and record it, inside the caller's transaction."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(LEDGER)
    db.execute(step.sql)
    db.execute(
        "INSERT INTO migration(number, name, checksum, at) VALUES (?, ?, ?, ?)",
        (step.number, step.name, step.checksum, now()),
    )
