"""Games of the table in the lab: the log of a store gives the notes that a simulation gives."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from tests.store.scenes import done

import kermesse
from kermesse.core.match import Match
from kermesse.lab.changes import Trial
from kermesse.lab.people import PEOPLE, from_store
from kermesse.store import NewEvent, Seat, Store, StoreError, Table
from kermesse.store.migrations import MIGRATIONS, Migration
from kermesse.store.read_only import ReadOnlyStore

MUVUCA = kermesse.game("muvuca")
QUICK = {"rounds_to_win": 1}


def kept(
    store: Store, number: int, *, rules: str = MUVUCA.version, bot: str | None = None
) -> Match:
    """A match between random players, as the table keeps it."""
    secret = bytes([number]) * 32
    match, chance = Match(MUVUCA, options=QUICK, secret=secret), Random(number)
    table = f"t{number:02}"
    events = [NewEvent("start")]
    while not match.over:
        seat = min(match.due)
        action = chance.choice(match.legal(seat))
        match.act(seat, action)
        events.append(NewEvent("decide", {"path": [str(action)], "ms": 5}, seat))
    seats = [
        Seat(table, 0, "person", done(store.new_person("Ann", "en")).id),
        Seat(table, 1, "bot", bot=bot)
        if bot
        else Seat(table, 1, "person", done(store.new_person("Ben", "en")).id),
    ]
    fresh = Table(table, "muvuca", rules, 2, secret, match.commitment, options=QUICK, state="over")
    done(store.create_table(fresh, seats, events))
    return match


def test_matches_of_a_store_are_noted_like_others(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        matches = [kept(store, number, bot="greedy" if number else None) for number in range(4)]
        (games,) = from_store(tmp_path, MUVUCA)  # while the store is open elsewhere
    assert len(games) == 4
    for row, match in enumerate(matches):
        assert match.outcome
        assert games.notes.decisions[row] == len(match.decisions)
        assert games.notes.places[row].tolist() == list(match.outcome.places)
        assert games.notes.points[row].tolist() == list(match.frames[-1].points)
        assert games.notes.kinds[row].sum() == len(match.decisions)
        assert games.notes.steps[row] + games.notes.decisions[row] == len(match.frames) - 1
    assert games.experiment.bots == ("greedy", PEOPLE)
    assert games.notes.bots.tolist() == [[1, 1], [1, 0], [1, 0], [1, 0]]
    assert games.notes.deal.tolist() == [0, 1, 2, 3]
    assert games.experiment.options["rounds_to_win"] == 1
    assert np.isfinite(games.shares).all()
    assert not Trial(games, games, 0.01).paired  # each had a deal of its own, whatever its number


def test_matches_by_other_rules_are_left_out(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        kept(store, 1)
        kept(store, 2, rules="0.1")
    (games,) = from_store(tmp_path, MUVUCA)
    assert len(games) == 1


def test_a_store_without_matches_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no matches are kept in .*there is no kermesse.sqlite3"):
        from_store(tmp_path, MUVUCA)
    Store(tmp_path).close()
    with pytest.raises(kermesse.KermesseError, match="no finished match of Muvuca is kept in"):
        from_store(tmp_path, MUVUCA)


def test_a_store_of_an_older_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path).close()
    newer = Migration(len(MIGRATIONS) + 1, "more", "CREATE TABLE more(id INTEGER) STRICT")
    monkeypatch.setattr(ReadOnlyStore, "migrations", [*MIGRATIONS, newer])
    before = (tmp_path / "kermesse.sqlite3").read_bytes()
    with pytest.raises(StoreError, match="was written by an older Kermesse; run `kermesse serve`"):
        from_store(tmp_path, MUVUCA)
    assert (tmp_path / "kermesse.sqlite3").read_bytes() == before


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kermesse.sqlite3").write_text("hello" * 1000)
    with pytest.raises(StoreError, match="is not a Kermesse database"):
        from_store(tmp_path, MUVUCA)
