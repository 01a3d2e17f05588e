"""Chat, people kicked or muted, uploads, and the server's settings."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import apsw

from kermesse.store.base import Base, change
from kermesse.store.errors import StoreError
from kermesse.store.people import run
from kermesse.store.records import ChatLine, new_id, now

LINE = "id, table_id, person_id, seat, channel, text, at"
LARGEST_UPLOAD = 4 * 2**20  # bytes, as a match file
MOST_UPLOADS = 1000
MOST_UPLOADED = 64 * 2**20  # bytes, all uploads together


class Chat(Base):
    """Chat, outsiders, uploads and settings."""

    def say(
        self,
        table_id: str,
        person_id: int | None,
        seat: int | None,
        channel: str,
        text: str,
        client_id: str | None = None,
    ) -> Future[ChatLine]:
        """Add a line; a known client id returns the stored line."""
        return self.write(say, table_id, person_id, seat, channel, text, client_id)

    def lines(self, table_id: str, limit: int = 200) -> list[ChatLine]:
        """The last lines at a table, oldest first."""
        sql = f"SELECT {LINE} FROM chat WHERE table_id = ? ORDER BY id DESC LIMIT ?"
        return [ChatLine(*row) for row in reversed(self._rows(sql, (table_id, limit)))]

    def erase(self, line_id: int) -> Future[None]:
        """Erase the text of a line; the line itself stays."""
        return self.write(self._erase, line_id)

    def _erase(self, db: apsw.Connection, line_id: int) -> None:
        change(db, "line", "UPDATE chat SET text = NULL WHERE id = ?", (line_id,))
        self._writer.purge()

    # --- outsiders -------------------------------------------------------------------------

    def kick(self, table_id: str, person_id: int) -> Future[None]:
        """Keep a person from sitting at this table again."""
        return self.write(shut_out, table_id, person_id, "kicked", True)

    def mute(self, table_id: str, person_id: int, yes: bool = True) -> Future[None]:
        """Mute or unmute a person at this table."""
        return self.write(shut_out, table_id, person_id, "muted", yes)

    def kicked(self, table_id: str) -> frozenset[int]:
        """The people who may not sit here."""
        return self._outsiders(table_id, "kicked")

    def muted(self, table_id: str) -> frozenset[int]:
        """The people muted here."""
        return self._outsiders(table_id, "muted")

    def _outsiders(self, table_id: str, kind: str) -> frozenset[int]:
        sql = "SELECT person_id FROM outsider WHERE table_id = ? AND kind = ?"
        return frozenset(person_id for (person_id,) in self._rows(sql, (table_id, kind)))

    # --- uploads ---------------------------------------------------------------------------

    def keep_upload(self, text: str, person_id: int | None = None) -> Future[str]:
        """Keep a text for a while; returns its id. The oldest are deleted if there are too many."""
        return self.write(keep_upload, text, person_id)

    def upload(self, upload_id: str) -> str | None:
        """An uploaded text, if it is still kept."""
        row = self._row("SELECT text FROM upload WHERE id = ?", (upload_id,))
        return row and str(row[0])

    # --- settings --------------------------------------------------------------------------

    def setting(self, name: str) -> str | None:
        """A setting of this server."""
        row = self._row("SELECT value FROM setting WHERE name = ?", (name,))
        return row and str(row[0])

    def set_setting(self, name: str, value: str) -> Future[None]:
        """Set a setting of this server."""
        return self.write(run, "INSERT OR REPLACE INTO setting VALUES (?, ?)", name, value)


def say(
    db: apsw.Connection,
    table_id: str,
    person_id: int | None,
    seat: int | None,
    channel: str,
    text: str,
    client_id: str | None,
) -> ChatLine:
    """Write a line, unless this message was written before."""
    known = f"SELECT {LINE} FROM chat WHERE table_id = ? AND person_id = ? AND client_id = ?"
    row: Any = db.execute(known, (table_id, person_id, client_id)).fetchone()
    if row is None:
        row = db.execute(
            "INSERT INTO chat(table_id, person_id, seat, channel, text, client_id, at)"
            f" VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING {LINE}",
            (table_id, person_id, seat, channel, text, client_id, now()),
        ).fetchone()
    return ChatLine(*row)


def shut_out(db: apsw.Connection, table_id: str, person_id: int, kind: str, yes: bool) -> None:
    """Record or remove that somebody is kicked or muted."""
    sql = (
        "INSERT INTO outsider VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        if yes
        else "DELETE FROM outsider WHERE table_id = ? AND person_id = ? AND kind = ?"
    )
    db.execute(sql, (table_id, person_id, kind))


def keep_upload(db: apsw.Connection, text: str, person_id: int | None) -> str:
    """Write an upload and make room for it."""
    if len(text.encode()) > LARGEST_UPLOAD:
        raise StoreError(f"an upload has at most {LARGEST_UPLOAD // 2**20} MiB")
    upload_id = new_id()
    db.execute(
        "INSERT INTO upload(id, person_id, text, at) VALUES (?, ?, ?, ?)",
        (upload_id, person_id, text, now()),
    )
    db.execute(
        "DELETE FROM upload WHERE number IN (SELECT number FROM (SELECT number,"
        " row_number() OVER newest AS nth, sum(octet_length(text)) OVER newest AS total"
        " FROM upload WINDOW newest AS (ORDER BY number DESC)) WHERE nth > ? OR total > ?)",
        (MOST_UPLOADS, MOST_UPLOADED),
    )
    return upload_id
