"""People, tables, talk, uploads, settings: kept, found again, and forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.store.scenes import SECRET, ann, done, dump, laid, moves, plain_table

from kermesse.store import (
    AlreadyTaken,
    Conflict,
    MatchResult,
    NewEvent,
    NotFound,
    Seat,
    Store,
    StoreError,
    chat,
    new_id,
    records,
    tables,
)

TOKEN, OTHER_TOKEN, KEY = b"t" * 32, b"o" * 32, b"k" * 32


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store") as opened:
        yield opened


# --- people -----------------------------------------------------------------------------------


def test_a_person(store: Store) -> None:
    person = ann(store)
    assert store.person(person.id) == person
    assert (person.name, person.language, person.theme) == ("Ann", "en", "auto")
    assert (person.banned, person.deleted, person.has_passphrase) == (False, False, False)
    done(store.rename(person.id, "Zoë 🎲"))
    done(store.set_language(person.id, "pt"))
    done(store.set_theme(person.id, "dark"))
    done(store.ban(person.id))
    changed = replace(person, name="Zoë 🎲", language="pt", theme="dark", banned=True)
    assert store.person(person.id) == changed
    done(store.unban(person.id))
    assert store.person(person.id) == replace(changed, banned=False)
    assert store.person(person.id + 1) is None
    with pytest.raises(NotFound):
        done(store.rename(person.id + 1, "Nobody"))


def test_sessions(store: Store) -> None:
    person, other = ann(store), ann(store)
    done(store.add_session(TOKEN, person.id))
    done(store.add_session(OTHER_TOKEN, person.id))
    assert store.by_session(TOKEN) == person
    assert store.by_session(b"x" * 32) is None
    with pytest.raises(AlreadyTaken):
        done(store.add_session(TOKEN, other.id))
    with pytest.raises(StoreError):
        done(store.add_session(b"y" * 32, 999))
    done(store.end_session(TOKEN))
    assert store.by_session(TOKEN) is None
    assert store.by_session(OTHER_TOKEN) == person


@pytest.mark.threat(56, 101)
def test_all_sessions_end_at_once(store: Store) -> None:
    person, other = ann(store), ann(store)
    done(store.add_session(TOKEN, person.id))
    done(store.add_session(OTHER_TOKEN, other.id))
    done(store.end_sessions(person.id))
    assert store.by_session(TOKEN) is None
    assert store.by_session(OTHER_TOKEN) == other


def test_a_person_is_seen(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    person = ann(store)
    done(store.add_session(TOKEN, person.id))
    monkeypatch.setattr("kermesse.store.people.now", lambda: 2**45)
    done(store.touch(person.id, TOKEN))
    assert store.person(person.id) == replace(person, seen=2**45)
    assert dump(store)["session"][0][3] == 2**45


def test_a_passphrase(store: Store) -> None:
    person, other = ann(store), ann(store)
    done(store.set_passphrase(person.id, "$argon2id$…", KEY))
    found = store.by_recovery(KEY)
    assert found
    assert (found.id, found.passphrase_hash) == (person.id, "$argon2id$…")
    assert "argon2" not in repr(found)
    with pytest.raises(AlreadyTaken):
        done(store.set_passphrase(other.id, "$argon2id$…", KEY))
    assert store.by_recovery(b"x" * 32) is None
    done(store.set_passphrase(person.id, None, None))
    assert store.by_recovery(KEY) is None


NAME, WORDS, PAPER = "Wilhelmina Quickfinger", "the otter sleeps at noon", "my secret paper"


@pytest.mark.threat(62, 103)
def test_a_deleted_person_is_a_number(store: Store) -> None:
    person, other = done(store.new_person(NAME, "en")), ann(store)
    done(store.add_session(TOKEN, person.id))
    done(store.set_passphrase(person.id, "$argon2id$…", KEY))
    for table_id, state in (("g", "gathering"), ("p", "playing"), ("o", "over")):
        laid(store, table_id, host=person.id)
        seats = [Seat(table_id, 0, "person", person.id, muted=True), Seat(table_id, 1)]
        sits = [NewEvent("sit", None, 0, person.id, "m")]
        done(store.append(table_id, 0, sits, seats, state=state))
    laid(store, "k")
    kept = [Seat("k", 0, "bot", bot="greedy", kept_for=person.id), Seat("k", 1, "person", other.id)]
    done(store.append("k", 0, moves("takeover"), kept, state="playing"))
    line = done(store.say("g", person.id, 0, "table", WORDS, "m"))
    answer = done(store.say("g", other.id, 1, "table", "does it?"))
    upload = done(store.keep_upload(PAPER, person.id))
    done(store.kick("k", person.id))
    logs = {table_id: store.events(table_id) for table_id in "gpok"}

    assert sorted(done(store.delete_person(person.id))) == ["g", "k", "p"]

    gone = store.person(person.id)
    assert gone
    assert (gone.name, gone.deleted, gone.has_passphrase) == ("", True, False)
    assert store.by_session(TOKEN) is None
    assert store.by_recovery(KEY) is None
    assert store.upload(upload) is None
    assert store.kicked("k") == frozenset()
    assert store.lines("g") == [replace(line, text=None), answer]
    assert store.seats("g") == [Seat("g", 0), Seat("g", 1)]
    assert store.seats("p")[0] == Seat("p", 0)
    assert store.seats("o")[0].person_id == person.id  # a finished match keeps its number
    assert store.seats("k")[0] == Seat("k", 0, "bot", bot="greedy")
    assert [table.host for table in map(store.table, "gpo") if table] == [None, None, person.id]
    assert {table_id: store.events(table_id) for table_id in "gpok"} == logs
    assert store.check() == []
    with pytest.raises(NotFound):
        done(store.rename(person.id, "Back again"))


@pytest.mark.threat(103)
def test_nothing_of_a_deleted_person_stays_in_the_file(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        person = done(store.new_person(NAME, "en"))
        laid(store)
        done(store.say("t", person.id, None, "table", WORDS))
        done(store.keep_upload(PAPER * 1000, person.id))
        held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert all(text.encode() in held for text in (NAME, WORDS, PAPER))
        done(store.delete_person(person.id))
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(text.encode() in held for text in (NAME, WORDS, PAPER))


# --- tables -----------------------------------------------------------------------------------


def test_a_table(store: Store) -> None:
    host = ann(store).id
    given = plain_table(
        "t", options={"rounds": 2}, clock={"decision": 30}, host=host, listed=True, state="playing"
    )
    table = done(store.create_table(given, [Seat("t", 0), Seat("t", 1)]))
    assert table == store.table("t")
    assert replace(table, created=0, touched=0) == given
    assert table.secret == SECRET
    assert store.seats("t") == [Seat("t", 0), Seat("t", 1)]
    assert store.table("u") is None
    assert store.seats("u") == []


def test_tables_of_a_person(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    person = ann(store).id
    times = iter(range(1000, 2000))
    monkeypatch.setattr("kermesse.store.tables.now", lambda: next(times))
    laid(store, "host", host=person)
    for table_id, seat in (
        ("sits", Seat("sits", 0, "person", person)),
        ("kept", Seat("kept", 0, "bot", bot="x", kept_for=person)),
        ("else", Seat("else", 0)),
    ):
        done(store.create_table(plain_table(table_id), [seat]))
    assert [table.id for table in store.tables_of(person)] == ["kept", "sits", "host"]
    assert [table.id for table in store.tables_of(person, limit=1)] == ["kept"]
    assert store.tables_of(person + 1) == []


def test_the_lobby_and_the_states(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(1000, 2000))
    monkeypatch.setattr("kermesse.store.tables.now", lambda: next(times))
    for table_id, state in zip("abcd", records.STATES, strict=True):
        laid(store, table_id, state=state, listed=True)
    laid(store, "e")
    assert [table.id for table in store.listed_tables()] == ["b", "a"]
    assert [table.id for table in store.listed_tables(limit=1)] == ["b"]
    done(store.set_listed("a", False))
    done(store.set_listed("e", True))
    assert [table.id for table in store.listed_tables()] == ["e", "b"]
    assert store.unfinished_tables() == ["a", "b", "e"]
    assert store.count_by_state() == {"gathering": 2, "playing": 1, "over": 1, "closed": 1}
    with pytest.raises(NotFound):
        done(store.set_listed("z", True))


def test_finished_tables_come_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PAGE", 3)
    for number in range(7):
        laid(store, f"t{number}", state="over")
    laid(store, "u", state="playing")
    assert [table.id for table in store.finished_tables("muvuca")] == [f"t{n}" for n in range(7)]
    assert list(store.finished_tables("chess")) == []


def test_a_new_host(store: Store) -> None:
    laid(store)
    person = ann(store).id
    done(store.set_host("t", person))
    assert [table.host for table in [store.table("t")] if table] == [person]
    done(store.set_host("t", None))
    assert [table.host for table in [store.table("t")] if table] == [None]


@pytest.mark.threat(55)
def test_invitations(store: Store) -> None:
    laid(store, "t")
    laid(store, "u")
    done(store.set_invite("t", "first"))
    assert store.by_invite("first") == ("t", None)
    assert [table.invite for table in [store.table("t")] if table] == ["first"]
    done(store.set_invite("t", "second"))
    assert store.by_invite("first") is None
    assert store.by_invite("second") == ("t", None)
    with pytest.raises(AlreadyTaken):
        done(store.set_invite("u", "second"))
    with pytest.raises(NotFound):
        done(store.set_invite("v", "third"))
    done(store.set_invite("t", None))
    assert store.by_invite("second") is None


@pytest.mark.threat(55)
def test_links_to_seats_from_the_past(store: Store) -> None:
    laid(store)
    old = [Seat("t", 0, invite="zero"), Seat("t", 1, invite="one")]
    done(store.append("t", 0, moves("old"), old))
    assert store.by_invite("one") == ("t", 1)
    done(store.append("t", 1, moves("sit"), [Seat("t", 1)]))  # taking the seat uses it up
    assert store.by_invite("one") is None
    assert store.by_invite("zero") == ("t", 0)
    done(store.set_invite("t", "table"))  # and a link to the table ends the others
    assert store.by_invite("zero") is None
    assert store.by_invite("table") == ("t", None)


@pytest.mark.threat(61)
def test_tables_that_never_start_expire(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    laid(store, "old", listed=True)
    laid(store, "playing", state="playing")
    laid(store, "touched")
    later = records.now() + 3_600_000
    monkeypatch.setattr("kermesse.store.event_log.now", lambda: later)
    done(store.append("touched", 0, moves("sit")))
    monkeypatch.setattr("kermesse.store.tables.now", lambda: later)
    assert done(store.expire_gathering(3_000_000)) == ["old"]
    assert done(store.expire_gathering(3_000_000)) == []
    assert store.unfinished_tables() == ["playing", "touched"]


@pytest.mark.threat(18, 104)
def test_ids_are_random_and_plain() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(made) == records.ID_LENGTH and made.isascii() and made.isalnum() for made in ids)


# --- talk -------------------------------------------------------------------------------------


def test_talk(store: Store) -> None:
    laid(store)
    person = ann(store).id
    lines = [
        done(store.say("t", person, 0, "table", "hello")),
        done(store.say("t", person, None, "table", "\x00 <b>é</b>")),
        done(store.say("t", None, None, "team", "the table speaks")),
    ]
    assert store.lines("t") == lines
    assert store.lines("t", limit=2) == lines[1:]
    with pytest.raises(StoreError):
        done(store.say("u", person, 0, "table", "where am I?"))


@pytest.mark.threat(19)
def test_the_same_words_again_are_said_once(store: Store) -> None:
    laid(store)
    person = ann(store).id
    first = done(store.say("t", person, 0, "table", "hello", "m-1"))
    assert done(store.say("t", person, 0, "table", "hello", "m-1")) == first
    assert store.lines("t") == [first]


@pytest.mark.threat(62)
def test_an_erased_line_leaves_a_tombstone(store: Store) -> None:
    laid(store)
    line = done(store.say("t", ann(store).id, 0, "table", "rude"))
    done(store.erase(line.id))
    assert store.lines("t") == [replace(line, text=None)]
    with pytest.raises(NotFound):
        done(store.erase(line.id + 1))


@pytest.mark.threat(62)
def test_outsiders(store: Store) -> None:
    laid(store, "t")
    laid(store, "u")
    one, two = ann(store).id, ann(store).id
    done(store.kick("t", one))
    done(store.kick("t", one))
    done(store.mute("t", two))
    done(store.mute("t", one))
    assert store.kicked("t") == {one}
    assert store.muted("t") == {one, two}
    assert store.kicked("u") == store.muted("u") == frozenset()
    done(store.mute("t", two, False))
    assert store.muted("t") == {one}
    assert store.kicked("t") == {one}


# --- uploads and settings ---------------------------------------------------------------------


@pytest.mark.threat(16, 61)
def test_uploads_are_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MOST_UPLOADS", 4)
    monkeypatch.setattr(chat, "MOST_UPLOADED", 100)
    monkeypatch.setattr(chat, "LARGEST_UPLOAD", 60)
    ids = [done(store.keep_upload(f"{number}")) for number in range(6)]
    assert [store.upload(upload) for upload in ids] == [None, None, "2", "3", "4", "5"]
    large = done(store.keep_upload("é" * 30))
    assert [store.upload(upload) for upload in ids] == [None, None, None, "3", "4", "5"]
    larger = done(store.keep_upload("ü" * 25))
    assert [store.upload(upload) for upload in (*ids, large)] == [None] * 7
    assert store.upload(larger) == "ü" * 25
    with pytest.raises(StoreError, match="at most"):
        done(store.keep_upload("é" * 31))
    assert store.upload("nothing") is None


def test_settings(store: Store) -> None:
    assert store.setting("keys") is None
    done(store.set_setting("keys", '["a"]'))
    done(store.set_setting("keys", '["b", "a"]'))
    assert store.setting("keys") == '["b", "a"]'


def test_how_a_match_ended_is_kept_with_its_last_event(store: Store) -> None:
    laid(store)
    laid(store, "u")
    result = MatchResult((2, 1, 2), (13, 40, -2))
    with pytest.raises(Conflict):
        done(store.append("t", 5, moves("x"), state="over", result=result))
    assert store.results(["t", "u"]) == {}
    done(store.append("t", 0, moves("last"), state="over", result=result))
    assert store.results(["t", "u", "nowhere"]) == {"t": result}
    assert store.results([]) == {}
    done(store.keep_result("u", result))
    assert store.results(["u"]) == {"u": result}
    assert store.check() == []


def test_pages_of_the_tables_of_a_person(store: Store) -> None:
    person = ann(store).id
    for number in range(5):
        laid(store, f"t{number}", host=person)
    done(store.append("t3", 0, moves("close"), state="closed"))
    everything = [table.id for table in store.tables_of(person)]
    assert sorted(everything) == ["t0", "t1", "t2", "t4"]
    assert store.count_tables_of(person) == 4
    pages = [store.tables_of(person, 3, skip) for skip in (0, 3)]
    assert [table.id for page in pages for table in page] == everything
