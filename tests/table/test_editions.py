"""Tables of another edition of the rules, of before an option existed, and damaged ones."""

from __future__ import annotations

import asyncio
import hashlib
import html
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import pytest

import kermesse
from kermesse.core.errors import MatchFileError
from kermesse.core.game import Game
from kermesse.core.matchfile import read_match
from kermesse.core.options import Option
from kermesse.core.verification import resume
from kermesse.store import NewEvent, Store
from kermesse.table import messages
from kermesse.table.live import services
from kermesse.table.state.log_events import CLOSED

from .kept_tables import ENDS, GAMES, kept_table, unpacked
from .test_hidden_hands import browser
from .wires import Browser, Listener, Running, dealt, open_tables, people, running, seated

EARLIER = "played by an earlier edition of the rules"
NEW_OPTION = Option("salt", 2, (1, 2), "pinches of salt", "MV-01")


def newer(game: Game, **changes: Any) -> Game:
    return replace(game, version="new", **changes)


@contextmanager
def served(folder: Path, change: Callable[[Game], Game] = newer) -> Iterator[Running]:
    with pytest.MonkeyPatch.context() as patch:
        games = {name: change(kermesse.game(name)) for name in GAMES}
        patch.setattr(services, "load_games", lambda: games)
        with running(folder) as one:
            yield one


def damage(folder: Path, sql: str, *values: object) -> None:
    db = apsw.Connection(str(folder / "kermesse.sqlite3"))
    db.execute(sql, values)
    db.close()


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory, prepared: None) -> Iterator[Running]:
    """A server whose games all have another edition of their rules."""
    with served(unpacked(tmp_path_factory.mktemp("later"))) as one:
        yield one


@pytest.mark.threat(90)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("state", ["playing", "over"])
def test_other_rules_replay_nothing_in_silence(later: Running, name: str, state: str) -> None:
    """A match that was played by them is closed with a word; its decisions can be had as a file."""
    table, who = kept_table(name, state), browser(later, 1)
    page = html.unescape(who.get(f"/table/{table}").text)
    assert EARLIER in page
    assert "getting ready" not in page
    assert later.tables.live[table].state.match is None
    kept = later.tables.services.store.table(table)
    assert kept is not None
    assert kept.state == ("closed" if state == "playing" else "over")
    assert who.get(f"/replay/{table}").status_code == 410
    with who.socket(table) as talk:
        assert EARLIER in talk.hear()["steps"][0]["put"]["board"]
        assert talk.refused("act", at=0, path=["x"]) in ("not_allowed", "edition", "stale")
        assert talk.refused("leave") in ("edition", "not_allowed")
    if state == "playing":
        (close,) = (e for e in later.tables.services.store.events(table) if e.kind == "close")
        assert close.body == {"rules": kept.rules}
        assert "The rules have changed since this match began" in page
        assert later.tables.services.store.check() == []
    who.http.close()


@pytest.mark.threat(44)
@pytest.mark.parametrize("state", ["playing", "over"])
@pytest.mark.parametrize("name", ["muvuca", "muckle"])
def test_the_file_of_another_edition_runs_where_that_edition_is(
    later: Running, name: str, state: str
) -> None:
    table = kept_table(name, state)
    for person in (None, 1):
        who = browser(later, person)
        assert f"/replay/{table}/file" in who.get(f"/table/{table}").text
        answer = who.get(f"/replay/{table}/file")
        assert answer.status_code == 200
        who.http.close()
    with pytest.raises(MatchFileError, match="rules version"):
        read_match(answer.text, lambda found: newer(kermesse.game(found)))
    match = resume(read_match(answer.text))
    log = json.dumps([[d.seat, d.text] for d in match.decisions])
    assert hashlib.sha256(log.encode()).hexdigest() == ENDS[table]["log"]
    assert hashlib.sha256(match.frames[-1].tobytes()).hexdigest() == ENDS[table]["frame"]


@pytest.mark.threat(44, 49)
@pytest.mark.parametrize("state", ["playing", "over"])
@pytest.mark.parametrize("name", ["viva", "shuppa"])
@pytest.mark.varied
def test_hidden_hands_stay_hidden_in_another_edition(tmp_path: Path, name: str, state: str) -> None:
    table = kept_table(name, state)
    with served(unpacked(tmp_path)) as one:
        secret = one.tables.services.store.table(table).secret.hex()  # type: ignore[union-attr]
        for person in (None, 1, 2, 3):
            who = browser(one, person)
            page = who.get(f"/table/{table}").text
            assert secret not in page
            assert ("/agree" in page) == (person is not None)
            assert who.get(f"/replay/{table}/file").status_code == 403
            who.http.close()
        players = [browser(one, person) for person in (1, 2, 3)]
        for who in players:
            answer = who.post(f"/replay/{table}/agree")
            assert answer.status_code == 303, answer.text
            assert answer.headers["location"] == f"/table/{table}"
        for who in players:
            assert secret in who.get(f"/replay/{table}/file").text
            who.http.close()
        stranger = browser(one, None)
        assert stranger.get(f"/replay/{table}/file").status_code == 403
        stranger.http.close()


def test_a_game_says_which_editions_mean_the_same(tmp_path: Path) -> None:
    """If every decision is still legal the match goes on, else it is closed."""
    folder = unpacked(tmp_path)
    good, over = kept_table("muvuca", "playing"), kept_table("muvuca", "over")
    viva = kept_table("viva", "playing")

    def same(game: Game) -> Game:
        changed = newer(game, same_rules=frozenset({game.version}))
        if game.name != "viva":
            return changed
        legal = game.kernels["legal"]

        def nothing_legal(s: Any, seat: int, out: Any) -> int:
            legal(s, seat, out)
            return 0

        return replace(changed, kernels={**game.kernels, "legal": nothing_legal})

    with served(folder, same) as one:
        who = browser(one, 1)
        for table in (good, over):
            page = html.unescape(who.get(f"/table/{table}").text)
            assert EARLIER not in page
            match = one.tables.live[table].state.match
            assert match is not None
            frame = hashlib.sha256(match.frames[-1].tobytes()).hexdigest()
            assert frame == ENDS[table]["frame"]
        assert EARLIER in html.unescape(who.get(f"/table/{viva}").text)
        assert one.tables.services.store.table(viva).state == "closed"  # type: ignore[union-attr]
        assert one.tables.services.damaged == set()
        who.http.close()


def test_a_file_of_an_edition_that_means_the_same_is_read_and_keeps_its_edition() -> None:
    muvuca = kermesse.game("muvuca")
    match = kermesse.Match(muvuca, 2, secret=bytes(32))
    text = kermesse.write_match(match)
    today = newer(muvuca, same_rules=frozenset({muvuca.version}))
    file = read_match(text, lambda _: today)
    assert file.rules == muvuca.version
    assert file.dumps() == text
    assert resume(file, bytes(32)).game is today
    with pytest.raises(MatchFileError, match="rules version '1' of muvuca"):
        read_match(text, lambda _: newer(muvuca))


def test_a_rematch_is_played_by_the_rules_of_the_day(tmp_path: Path) -> None:
    over = kept_table("muvuca", "over")
    with served(unpacked(tmp_path), lambda g: newer(g, same_rules=frozenset({g.version}))) as one:
        who = browser(one, 1)
        with who.socket(over) as talk:
            talk.hear()
            talk.raw.send(json.dumps({"do": "rematch", "id": "again"}))
            goto = talk.hear_until(lambda message: "goto" in message)["goto"]
        again = one.tables.services.store.table(goto.rpartition("/")[2])
        assert again is not None
        assert again.rules == "new"
        who.http.close()


# --- before an option existed ---------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_before_an_option_existed_opens_with_its_default(
    tmp_path: Path, name: str
) -> None:
    folder, table = unpacked(tmp_path), kept_table(name, "gathering")
    damage(folder, "UPDATE play SET options = '{}', listed = 1 WHERE id = ?", table)

    def with_salt(game: Game) -> Game:
        return newer(game, options=(*game.options, NEW_OPTION)) if game.name == "muvuca" else game

    with served(folder, with_salt) as one:
        for person in (None, 1):
            who = browser(one, person)
            for page in (f"/table/{table}", "/", f"/games/{name}"):
                answer = who.get(page)
                assert answer.status_code == 200, page
            with who.socket(table) as talk:
                board = talk.hear()["steps"][0]["put"]["board"]
                assert ("inches of salt" in board) == (name == "muvuca")
            who.http.close()
        found = one.tables.live[table].state.table.options
        assert list(found) == [option.name for option in one.tables.services.games[name].options]
        kept = one.tables.services.store.table(table)
        assert kept is not None
        assert kept.rules == one.tables.services.games[name].version  # nothing was played by others


def test_a_table_whose_option_is_gone_is_closed_with_a_word(tmp_path: Path) -> None:
    folder, table = unpacked(tmp_path), kept_table("muckle", "gathering")
    damage(folder, "UPDATE play SET options = '{\"sugar\":1}', listed = 1 WHERE id = ?", table)
    with served(folder, lambda game: game) as one:
        who = browser(one, 2)
        assert who.get("/").status_code == 200
        assert EARLIER in html.unescape(who.get(f"/table/{table}").text)
        assert one.tables.services.store.table(table).state == "closed"  # type: ignore[union-attr]
        assert who.get("/").status_code == 200
        who.http.close()


def test_a_finished_table_of_before_an_option_existed_has_a_rematch(tmp_path: Path) -> None:
    muvuca = kermesse.game("muvuca")

    async def scene() -> None:
        async with open_tables(tmp_path, muvuca) as one:
            ana, rui = await people(one, "Ana", "Rui")
            live = await seated(one, muvuca, ana, rui)
            table = live.id
        damage(tmp_path, "UPDATE play SET options = '{}', state = 'over' WHERE id = ?", table)
        async with open_tables(tmp_path, muvuca) as one:
            live = await one.find(table)
            await dealt(live)
            listener = Listener(live, ana)
            assert await listener.ask(messages.Rematch(id="r")) == ""
            again = one.services.store.table(one.services.store.table(table).next or "")  # type: ignore[union-attr]
            assert again is not None
            assert set(again.options) == {option.name for option in muvuca.options}

    asyncio.run(scene())


# --- damage ---------------------------------------------------------------------------------------


def health(who: Browser) -> dict[str, Any]:
    answer = who.get("/healthz")
    assert answer.status_code == 200  # it would not help to start the server again
    found: dict[str, Any] = answer.json()
    return found


def figure(who: Browser, name: str) -> float:
    (line,) = re.findall(rf"^kermesse_{name} (\S+)$", who.get("/metrics").text, re.MULTILINE)
    return float(line)


@pytest.mark.threat(83, 89)
def test_a_damaged_table_says_so_and_the_operator_hears_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = unpacked(tmp_path)
    flipped, illegal = kept_table("muvuca", "playing"), kept_table("muckle", "playing")
    waiting, garbled = kept_table("viva", "gathering"), kept_table("shuppa", "over")
    good = kept_table("moon_river", "playing")
    damage(
        folder, 'UPDATE event SET body = \'{"path":["x"]}\' WHERE table_id = ? AND seq = 3', flipped
    )
    damage(folder, "UPDATE play SET secret = zeroblob(32) WHERE id = ?", illegal)
    damage(folder, "UPDATE play SET length = 7 WHERE id = ?", waiting)
    damage(folder, "UPDATE play SET options = '{' WHERE id = ?", garbled)
    with served(folder, lambda game: game) as one:
        who = browser(one, 1)
        assert health(who)["status"] == "ok"
        for count, table in enumerate((flipped, illegal, waiting, garbled), start=1):
            answer = who.get(f"/table/{table}")
            page = html.unescape(answer.text)
            assert answer.status_code == 500
            assert "This table is damaged" in page
            assert "getting ready" not in page
            if table != garbled:
                assert f"<code>{table}</code>" in page
                assert not re.search(r'"do": ?"(leave|start|kick|bot|sit)"', page)
                with who.socket(table) as talk:
                    assert "This table is damaged" in str(talk.hear())
                    assert talk.refused("act", at=0, path=["x"]) in ("damaged", "not_allowed")
                    assert talk.refused("leave") == "damaged"
            replay = who.get(f"/replay/{table}")
            assert replay.status_code == 500
            assert "This table is damaged" in html.unescape(replay.text)
            assert who.get(f"/replay/{table}/file").status_code == 500
            report = health(who)
            assert (report["status"], report["damaged_tables"]) == ("degraded", count)
            assert figure(who, "damaged_tables") == count
        assert who.get("/").status_code == 200
        assert who.get("/readyz").status_code == 200
        assert who.get(f"/table/{good}").status_code == 200
        with who.socket(good) as talk:
            assert talk.hear()["at"]
        who.http.close()
    lines = [line for line in capsys.readouterr().out.splitlines() if "table is damaged" in line]
    assert {t for t in (flipped, illegal, waiting) if any(t in line for line in lines)} == {
        flipped, illegal, waiting,
    }  # fmt: skip


@pytest.mark.threat(83)
def test_a_table_that_the_operator_closed_says_so(tmp_path: Path) -> None:
    table = kept_table("muvuca", "playing")
    with Store(unpacked(tmp_path)) as store:
        length = store.table(table).length  # type: ignore[union-attr]
        store.append(table, length, [NewEvent("close")], state=CLOSED).result()
    with served(tmp_path, lambda game: game) as one:
        who = browser(one, 1)
        page = html.unescape(who.get(f"/table/{table}").text)
        assert "This table was closed." in page
        assert "getting ready" not in page
        assert EARLIER not in page
        assert who.get(f"/replay/{table}/file").status_code == 404
        who.http.close()
