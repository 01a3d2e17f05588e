"""What may be seen of a match that is over: all of it, or what the rules let each one see."""

from __future__ import annotations

import html
import re
import secrets
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import kermesse
from kermesse.core.verification import verify
from kermesse.store import Store
from kermesse.table.identity import COOKIE, hash_token, sign
from kermesse.table.live import services

from .kept_tables import GAMES, kept_table, unpacked
from .wires import Browser, Running, running

OPEN = ("muvuca", "muckle", "moon_river")
CLOSED = ("viva", "shuppa")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, prepared: None) -> Iterator[Running]:
    folder = unpacked(tmp_path_factory.mktemp("kept"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "load_games", lambda: {name: kermesse.game(name) for name in GAMES})
        with running(folder) as one:
            yield one


def browser(one: Running, person: int | None) -> Browser:
    """The browser of somebody who sits at the tables, or of a stranger."""
    found = Browser(one, origin=one.base)
    if person is not None:
        token = secrets.token_urlsafe(32)
        store: Store = one.tables.services.store
        store.add_session(hash_token(token), person).result()
        key = one.app.state.site.identity._keys[0]
        found.http.cookies.set(COOKIE, f"{token}.{sign(key, token)}")
    return found


def all_that_is_told(who: Browser, table: str, ways: list[str]) -> str:
    """Every page, part of a page and message that somebody gets of a table."""
    pages = [f"/table/{table}", f"/replay/{table}"]
    pages += [f"/replay/{table}?as={way}" for way in ways]
    pages += [f"/replay/{table}/frames?from={n}&as={way}" for way in ways for n in (0, 64)]
    told = [who.get(page) for page in pages]
    with who.socket(table) as talk:
        talk.hear()
        return "".join(answer.text for answer in told) + talk.html()


def allowed(who: Browser, table: str) -> set[str]:
    """The ways of looking that are open to somebody, over both addresses."""
    ways = {"open", "all", "0", "1", "2", "3", "-1"}
    page = {w for w in ways if who.get(f"/replay/{table}?as={w}").status_code == 200}
    frames = {w for w in ways if who.get(f"/replay/{table}/frames?as={w}").status_code == 200}
    moved = {w for w in ways if who.get(f"/replay/{table}?was={w}&at=0").status_code == 200}
    offered = set(re.findall(r'<option value="([a-z0-9-]+)"', who.get(f"/replay/{table}").text))
    assert page == frames == moved == offered - {"0.5", "4"} - ({"1", "2"} - page)
    return page


@pytest.mark.parametrize("game", ["muvuca", "viva"])
def test_who_was_sent_away_sees_no_replay_that_others_have_opened(kept: Running, game: str) -> None:
    table = kept_table(game, "over")
    eve = kept.tables.services.store.new_person("Eve", "en").result()
    with closing(browser(kept, eve.id).http) as hers, closing(browser(kept, None).http) as others:
        assert hers.get(f"/replay/{table}").status_code == 200
        kept.tables.live[table].state.kicked.add(eve.id)
        for page in (f"/replay/{table}", f"/replay/{table}/frames", f"/replay/{table}/file"):
            assert hers.get(page).status_code == 404
        assert others.get(f"/replay/{table}").status_code == 200


@pytest.mark.threat(44, 49)
@pytest.mark.parametrize("name", OPEN)
def test_where_the_rules_allow_everybody_sees_a_finished_match(kept: Running, name: str) -> None:
    table = kept_table(name, "over")
    store = kept.tables.services.store
    seats, secret = store.table(table).seats, store.table(table).secret  # type: ignore[union-attr]
    for person in (None, 1, 4):
        who = browser(kept, person)
        assert allowed(who, table) == {"open", "all", *map(str, range(seats))}
        assert secret.hex() in who.get(f"/replay/{table}").text
        assert verify(who.get(f"/replay/{table}/file").text) == []
        assert who.post(f"/replay/{table}/agree").status_code == 403
        assert "Hidden hands" not in who.get(f"/replay/{table}").text
        who.http.close()


@pytest.mark.threat(44, 49)
@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.rule("SH-122")
@pytest.mark.rule("VV-86")
def test_hands_that_the_rules_keep_hidden_stay_hidden_after_the_end(
    kept: Running, name: str
) -> None:
    table = kept_table(name, "over")
    secret = kept.tables.services.store.table(table).secret.hex()  # type: ignore[union-attr]
    seats = {place.person_id: place.seat for place in kept.tables.services.store.seats(table)}
    assert set(seats) == {1, 2, 3}
    for person in (None, 4, 1, 2, 3):
        who = browser(kept, person)
        own = {str(seats[person])} if person in seats else set()
        assert allowed(who, table) == {"all", *own}
        assert secret not in all_that_is_told(who, table, ["all", *own])
        answer = who.get(f"/replay/{table}/file")
        assert answer.status_code == 403
        assert "decisions" not in answer.text
        page = html.unescape(who.get(f"/replay/{table}").text)
        assert "Everything matches" in page
        assert "Agreed: 0 of 3." in page
        assert (f"/replay/{table}/agree" in page) == (person in seats)
        who.http.close()


@pytest.mark.threat(44, 49)
def test_all_players_together_may_open_the_hands_for_themselves(tmp_path: Path) -> None:
    table = kept_table("shuppa", "over")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "load_games", lambda: {name: kermesse.game(name) for name in GAMES})
        for restart in range(2):
            folder = tmp_path if restart else unpacked(tmp_path)
            with running(folder) as one:
                secret = one.tables.services.store.table(table).secret.hex()  # type: ignore[union-attr]
                people = {n: browser(one, n) for n in (1, 2, 3, 4)}
                stranger = browser(one, None)
                if not restart:
                    assert stranger.post(f"/replay/{table}/agree").status_code == 403
                    assert people[4].post(f"/replay/{table}/agree").status_code == 403
                    with people[2].socket(table) as talk:
                        talk.hear()
                        for n in (1, 1, 2):  # twice is once
                            assert people[n].post(f"/replay/{table}/agree").status_code == 303
                        talk.hear_until(lambda m: "agrees to show all hands" in str(m))
                    for who in people.values():
                        assert who.get(f"/replay/{table}/file").status_code == 403
                    assert "Agreed: 2 of 3." in people[3].get(f"/replay/{table}").text
                    assert people[3].post(f"/replay/{table}/agree").status_code == 303
                for n in (1, 2, 3):
                    assert allowed(people[n], table) == {"open", "all", "0", "1", "2"}
                    assert secret in people[n].get(f"/replay/{table}").text
                    assert verify(people[n].get(f"/replay/{table}/file").text) == []
                for who in (stranger, people[4]):
                    assert allowed(who, table) == {"all"}
                    assert secret not in all_that_is_told(who, table, ["all"])
                    assert who.get(f"/replay/{table}/file").status_code == 403
                for who in (stranger, *people.values()):
                    who.http.close()


@pytest.mark.threat(44)
def test_nobody_opens_the_hands_of_a_match_that_goes_on(kept: Running) -> None:
    for name, state in (("viva", "playing"), ("shuppa", "gathering")):
        table = kept_table(name, state)
        who = browser(kept, 1)
        assert who.post(f"/replay/{table}/agree").status_code in (403, 404)
        who.http.close()
