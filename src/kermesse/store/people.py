"""People: their settings, their sessions, and how they are deleted."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import apsw

from kermesse.store.base import Base
from kermesse.store.records import Person, now

PERSON = "id, name, language, theme, passphrase_hash, created, seen, banned, deleted"
OF_PERSON = ", ".join(f"person.{column}" for column in PERSON.split(", "))
LIVING = "WHERE id = ? AND NOT deleted"


def person_of(row: Any) -> Person | None:
    """A row as a record."""
    return row and Person(*(*row[:7], bool(row[7]), bool(row[8])))


class People(Base):
    """People and their sessions."""

    def new_person(self, name: str, language: str, theme: str = "auto") -> Future[Person]:
        """Add a person."""
        return self.write(add_person, name, language, theme)

    def person(self, person_id: int) -> Person | None:
        """A person by number; deleted people still have a number."""
        return person_of(self._row(f"SELECT {PERSON} FROM person WHERE id = ?", (person_id,)))

    def rename(self, person_id: int, name: str) -> Future[None]:
        """Change the name."""
        return self._change("person", f"UPDATE person SET name = ? {LIVING}", (name, person_id))

    def set_language(self, person_id: int, language: str) -> Future[None]:
        """Change the language."""
        sql = f"UPDATE person SET language = ? {LIVING}"
        return self._change("person", sql, (language, person_id))

    def set_theme(self, person_id: int, theme: str) -> Future[None]:
        """Change the theme of the pages."""
        return self._change("person", f"UPDATE person SET theme = ? {LIVING}", (theme, person_id))

    def set_passphrase(
        self, person_id: int, passphrase_hash: str | None, recovery_key: bytes | None
    ) -> Future[None]:
        """Set the means to sign in: a slow hash, and the key to look it up by. None removes it.

        A recovery key that another person has is refused with `AlreadyTaken`.
        """
        sql = f"UPDATE person SET passphrase_hash = ?, recovery_key = ? {LIVING}"
        return self._change("person", sql, (passphrase_hash, recovery_key, person_id))

    def by_recovery(self, recovery_key: bytes) -> Person | None:
        """The person with this recovery key; the passphrase must still be checked."""
        sql = f"SELECT {PERSON} FROM person WHERE recovery_key = ?"
        return person_of(self._row(sql, (recovery_key,)))

    def recent_people(self, limit: int = 100) -> list[Person]:
        """The people seen last."""
        sql = f"SELECT {PERSON} FROM person WHERE NOT deleted ORDER BY seen DESC, id LIMIT ?"
        return [person for row in self._rows(sql, (limit,)) if (person := person_of(row))]

    def touch(self, person_id: int, token_hash: bytes | None = None) -> Future[None]:
        """Record that the person, and the browser if given, was just seen."""
        return self.write(touch, person_id, token_hash)

    def ban(self, person_id: int) -> Future[None]:
        """Ban a person from this server."""
        return self._change("person", f"UPDATE person SET banned = 1 {LIVING}", (person_id,))

    def unban(self, person_id: int) -> Future[None]:
        """Lift a ban."""
        return self._change("person", f"UPDATE person SET banned = 0 {LIVING}", (person_id,))

    def delete_person(self, person_id: int) -> Future[list[str]]:
        """Delete a person; only the number stays, because logs are sealed with it.

        Returns the unfinished tables that lost a player or their host.
        """
        return self.write(self._forget, person_id)

    def _forget(self, db: apsw.Connection, person_id: int) -> list[str]:
        touched = forget(db, person_id)
        self._writer.purge()
        return touched

    # --- sessions --------------------------------------------------------------------------

    def add_session(self, token_hash: bytes, person_id: int) -> Future[None]:
        """Let this token identify the person."""
        return self.write(add_session, token_hash, person_id)

    def by_session(self, token_hash: bytes) -> Person | None:
        """The person whom a token identifies."""
        sql = f"SELECT {OF_PERSON} FROM session JOIN person ON person.id = person_id"
        return person_of(self._row(f"{sql} WHERE token_hash = ?", (token_hash,)))

    def end_session(self, token_hash: bytes) -> Future[None]:
        """Sign out this token."""
        return self.write(run, "DELETE FROM session WHERE token_hash = ?", token_hash)

    def end_sessions(self, person_id: int) -> Future[None]:
        """Sign a person out everywhere."""
        return self.write(run, "DELETE FROM session WHERE person_id = ?", person_id)


def run(db: apsw.Connection, sql: str, *values: str | int | bytes | None) -> None:
    """One statement, which may find nothing to do."""
    db.execute(sql, values)


def add_person(db: apsw.Connection, name: str, language: str, theme: str) -> Person:
    """Write a new person."""
    at = now()
    person_id = db.execute(
        "INSERT INTO person(name, language, theme, created, seen) VALUES (?, ?, ?, ?, ?)"
        " RETURNING id",
        (name, language, theme, at, at),
    ).get
    return Person(person_id, name, language, theme, None, at, at, banned=False, deleted=False)


def add_session(db: apsw.Connection, token_hash: bytes, person_id: int) -> None:
    """Write a new session."""
    at = now()
    db.execute("INSERT INTO session VALUES (?, ?, ?, ?)", (token_hash, person_id, at, at))


def touch(db: apsw.Connection, person_id: int, token_hash: bytes | None) -> None:
    """Record that somebody was just seen."""
    at = now()
    db.execute(f"UPDATE person SET seen = ? {LIVING}", (at, person_id))
    db.execute("UPDATE session SET seen = ? WHERE token_hash = ?", (at, token_hash))


UNFINISHED = "SELECT id FROM play WHERE state IN ('gathering', 'playing')"
FORGET = (
    "DELETE FROM session WHERE person_id = :id",
    "UPDATE chat SET text = NULL, client_id = NULL WHERE person_id = :id",
    "DELETE FROM upload WHERE person_id = :id",
    "DELETE FROM outsider WHERE person_id = :id",
    "UPDATE seat SET kept_for = NULL WHERE kept_for = :id",
    "UPDATE seat SET kind = 'open', person_id = NULL, muted = 0"
    f" WHERE person_id = :id AND table_id IN ({UNFINISHED})",
    f"UPDATE play SET host = NULL WHERE host = :id AND id IN ({UNFINISHED})",
    "UPDATE person SET name = '', language = '', theme = '', passphrase_hash = NULL,"
    " recovery_key = NULL, created = 0, seen = 0, deleted = 1 WHERE id = :id",
)
CONCERNED = f"""
SELECT table_id FROM seat WHERE (person_id = :id OR kept_for = :id) AND table_id IN ({UNFINISHED})
UNION SELECT id FROM play WHERE host = :id AND state IN ('gathering', 'playing')
"""


def forget(db: apsw.Connection, person_id: int) -> list[str]:
    """Delete everything that identifies a person; returns the unfinished tables affected."""
    who = {"id": person_id}
    concerned: list[str] = [table_id for (table_id,) in db.execute(CONCERNED, who)]
    for sql in FORGET:
        db.execute(sql, who)
    return concerned
