"""Logs: appended to by whoever knows how long they are, once, whole, and sealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.store.scenes import ann, done, dump, laid, moves, plain_table

from kermesse.store import (
    AlreadyTaken,
    Conflict,
    DuplicateEvent,
    IdReused,
    NewEvent,
    NotFound,
    Seat,
    Store,
    StoreError,
    Table,
)
from kermesse.store.chain import encoded, link


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store") as opened:
        yield opened


def test_a_log_is_read_as_it_was_written(store: Store) -> None:
    laid(store)
    bodies = [None, 7, "é\ud800\x00", [1, [2]], {"b": 1, "a": {"at": 3}}]
    stored = done(store.append("t", 0, moves(*bodies)))
    assert store.events("t") == stored
    assert [(event.seq, event.body) for event in stored] == list(enumerate(bodies))
    assert store.events("t", after_seq=2) == stored[3:]
    assert store.events("t", after_seq=4) == []


@pytest.mark.threat(100)
def test_who_is_ahead_of_the_log_is_told_nothing_new(store: Store) -> None:
    laid(store)
    done(store.append("t", 0, moves(1)))
    assert store.events("t", after_seq=99) == []


@pytest.mark.threat(21, 22)
@pytest.mark.parametrize("expected", [-1, 0, 1, 3, 2**40])
def test_a_stale_append_changes_nothing(store: Store, expected: int) -> None:
    laid(store)
    done(store.append("t", 0, moves("a", "b")))
    before = dump(store)
    with pytest.raises(Conflict) as refused:
        done(store.append("t", expected, moves("c"), [Seat("t", 0, "bot", bot="x")], "over", "n"))
    assert (refused.value.length, refused.value.expected) == (2, expected)
    assert dump(store) == before


@pytest.mark.threat(23, 25, 29)
def test_of_two_at_once_one_wins(store: Store) -> None:
    laid(store)
    futures = [store.append("t", 0, moves(number)) for number in range(20)]
    won = [future for future in futures if future.exception(20) is None]
    assert len(won) == 1
    assert all(isinstance(f.exception(), Conflict) for f in futures if f not in won)
    assert len(store.events("t")) == 1


@pytest.mark.threat(19, 22, 30)
def test_the_same_message_again_is_answered_with_the_first(store: Store) -> None:
    laid(store)
    person = ann(store).id
    move = NewEvent("act", {"path": [1, 2]}, 0, person, "m-1")
    (first,) = done(store.append("t", 0, [move]))
    done(store.append("t", 1, moves("later")))
    before = dump(store)
    for expected in (0, 1, 2):  # whatever the sender knew
        with pytest.raises(DuplicateEvent) as refused:
            done(store.append("t", expected, [move]))
        assert refused.value.event == first
        assert not isinstance(refused.value, IdReused)
    assert dump(store) == before
    assert store.event_by_client("t", person, "m-1") == first
    assert store.event_by_client("t", person, "m-2") is None


@pytest.mark.threat(20)
@pytest.mark.parametrize("other", [{"body": "b"}, {"kind": "undo"}, {"seat": 1}])
def test_an_id_for_something_else_is_refused(store: Store, other: dict[str, object]) -> None:
    laid(store)
    move = NewEvent("act", "a", 0, ann(store).id, "m-1")
    done(store.append("t", 0, [move]))
    before = dump(store)
    with pytest.raises(IdReused):
        done(store.append("t", 1, [replace(move, **other)]))  # type: ignore[arg-type]
    assert dump(store) == before


@pytest.mark.threat(19)
def test_ids_of_different_people_and_tables_do_not_meet(store: Store) -> None:
    laid(store, "t")
    laid(store, "u")
    one, two = ann(store).id, ann(store).id
    done(store.append("t", 0, [NewEvent("act", 1, 0, one, "m"), NewEvent("act", 2, 1, two, "m")]))
    done(store.append("u", 0, [NewEvent("act", 3, 0, one, "m")]))
    with pytest.raises(AlreadyTaken):
        done(store.append("u", 1, [NewEvent("a", 1, 0, two, "m"), NewEvent("a", 2, 0, two, "m")]))
    assert len(store.events("u")) == 1


def test_an_append_is_whole(store: Store) -> None:
    laid(store)
    person = ann(store).id
    seats = [Seat("t", 0, "person", person), Seat("t", 1, "bot", bot="greedy", kept_for=person)]
    done(store.append("t", 0, moves("begin"), seats, state="playing"))
    assert store.seats("t") == seats
    table = store.table("t")
    assert table
    assert (table.state, table.length) == ("playing", 1)
    before = dump(store)
    for spoilt in (
        [Seat("t", 0, "person", 999)],  # nobody
        [Seat("t", 1, "open"), Seat("t", 0, "person")],  # a person who is not named
        [Seat("u", 0)],  # another table
    ):
        with pytest.raises(StoreError):
            done(store.append("t", 1, moves("x"), spoilt, state="over"))
        assert dump(store) == before
    with pytest.raises(StoreError):
        done(store.append("t", 1, moves("x"), state="asleep"))
    with pytest.raises(StoreError):
        done(store.append("t", 1, [NewEvent("act", client_id="m")]))
    with pytest.raises(ValueError, match="JSON"):
        done(store.append("t", 1, moves(float("nan"))))
    assert dump(store) == before


def test_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(NotFound):
        done(store.append("t", 0, moves(1)))
    with pytest.raises(NotFound):
        store.events("t")


def test_a_table_begins_whole(store: Store) -> None:
    events = moves("begin", "deal")
    table = done(store.create_table(plain_table("t"), [Seat("t", 0), Seat("t", 1)], events))
    assert table == store.table("t")
    assert [event.body for event in store.events("t")] == ["begin", "deal"]
    before = dump(store)
    with pytest.raises(AlreadyTaken):
        laid(store, "t")
    with pytest.raises(StoreError):
        done(store.create_table(plain_table("u"), [Seat("u", 0, "person", 999)], events))
    assert dump(store) == before


def test_a_table_has_one_rematch(store: Store) -> None:
    laid(store, "t")
    laid(store, "u", rematch_of="t")
    before = dump(store)
    with pytest.raises(AlreadyTaken):
        laid(store, "v", rematch_of="t")
    assert dump(store) == before
    followed = store.table("t")
    assert followed
    assert followed.next == "u"


@pytest.mark.threat(103)
def test_a_log_and_its_seals_hold_numbers_only(store: Store) -> None:
    laid(store)
    person = ann(store)
    done(store.append("t", 0, [NewEvent("sit", None, 0, person.id)]))
    before = store.events("t")
    done(store.rename(person.id, "Zoë"))
    assert store.events("t") == before
    with store.reading() as db:
        rows = db.execute("SELECT * FROM event").fetchall()
    assert "Ann" not in str(rows)


@pytest.mark.threat(83)
def test_every_column_is_sealed() -> None:
    row = ("t", 3, "act", 0, 1, "m", encoded({"a": 1}), 5)
    others = [
        *(("u", *row[1:]), (*row[:1], 4, *row[2:]), (*row[:2], "undo", *row[3:])),
        *((*row[:3], None, *row[4:]), (*row[:4], 2, *row[5:]), (*row[:5], None, *row[6:])),
        *((*row[:6], encoded({"a": 2}), 5), (*row[:7], 6)),
    ]
    seals = {link(b"", other) for other in others} | {link(b"", row), link(b"x", row)}
    assert len(seals) == len(others) + 2


@pytest.mark.threat(104)
def test_numbers_go_beyond_32_bits(store: Store) -> None:
    laid(store)
    big = 2**53
    done(store.write(lambda db: db.execute("UPDATE play SET length = ?", (big,)) and None))
    (event,) = done(store.append("t", big, moves("far")))
    assert event.seq == big


def test_secrets_are_not_shown(store: Store) -> None:
    table = laid(store)
    assert isinstance(table, Table)
    assert repr(table.secret)[2:-1] not in repr(table)
    assert "token" not in repr(Seat("t", 0, invite="token"))
