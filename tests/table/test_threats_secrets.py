"""Section C of the threat model: hidden information, beyond what the twin worlds show."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import logging
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

import kermesse
from kermesse.bots import Bot
from kermesse.core.position import Action, View
from kermesse.core.verification import verify
from kermesse.games.muvuca.tests.scenes import FIVE, place
from kermesse.store import ChatLine, NewEvent
from kermesse.table import messages
from kermesse.table.forms import TableWish
from kermesse.table.live import bot_threads
from kermesse.table.logs import set_up_logs
from kermesse.table.pages import lobby
from kermesse.table.routes import lobby as lobby_routes
from kermesse.table.state.log_events import CLOSED, DECIDE
from kermesse.table.views.screen import audience_of, board

from .wires import (
    ROOMY,
    Browser,
    Listener,
    Running,
    Talk,
    act,
    dealt,
    huddle,
    open_tables,
    people,
    play_out,
    running,
    seated,
    some_path,
)

MUVUCA = kermesse.game("muvuca")
FIRST = {"first_player": "seat0"}


def ids(html: str) -> set[str]:
    return set(re.findall(r'id=\\?"([^"\\]+)', html))


# --- 34, 39: who is sent what ---------------------------------------------------------------------


@pytest.mark.threat(34, 39)
def test_a_second_tab_without_the_cookie_sees_what_everybody_sees(
    served: Running, ann: Browser, ben: Browser
) -> None:
    table = ann.new_table("invite", listed="true", **{"option-first_player": "seat0"})
    ben.post(f"/table/{table}/sit", seat="1")
    with ann.socket(table) as mine, ben.socket(table) as theirs, Talk(served, table) as outside:
        dealt = mine.my_turn()["at"]
        for talk in (theirs, outside):
            talk.hear_until(lambda message: message.get("at") == dealt)
            assert not talk.now.get("picks")
            assert not talk.now["yours"]
            assert 'data-pick=\\"fries' not in json.dumps(talk.now) or talk is theirs
        assert not [name for name in ids(outside.html()) if name.startswith("pick-")]
        hidden = {name for name in ids(outside.html()) if re.fullmatch(r"h[01]-\d", name)}
        assert len(hidden) >= 9
        page = Browser(served)
        shown = page.get(f"/table/{table}").text
        assert not [name for name in ids(shown) if name.startswith("pick-")]
        page.http.close()
        assert "error" not in mine.act()
        theirs.my_turn()
        assert not mine.quiet() or not mine.now["picks"]


@pytest.mark.threat(35)
def test_a_card_that_enters_a_hidden_hand_loses_its_id(tmp_path: Path) -> None:
    """A face-down card is `t<cell>` in the Crowd and `h<seat>-<slot>` in a hand."""
    position = place("D " * 16, other="fr-di dr-ho ca-cr ch-tr")
    names = ["Ana", "Rui"]
    before = ids(board(position.view(0), names, "en"))
    position.act(0, f"{FIVE.split()[0]} R1>")
    after = ids(board(position.view(0), names, "en"))
    assert {"t0", "t1", "t2", "t3"} <= before
    assert {f"h1-{slot}" for slot in range(5)} <= after
    new = {name for name in after - before if re.fullmatch(r"c\d+", name)}
    assert new <= {"c0"}


# --- 41: team -------------------------------------------------------------------------------------


@pytest.mark.threat(41)
def test_what_is_said_to_a_team_reaches_the_team_only(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, huddle()) as tables:
            players = await people(tables, "Ana", "Rui", "Eva", "Leo")
            toy = tables.services.games["huddle"]
            options = dict(toy.choose({"rounds": 1}))
            live = await seated(tables, toy, *players, options=options)
            those = [Listener(live, person) for person in players]
            outside = Listener(live)
            for listener in (*those, outside):
                await live.join(listener)
                listener.sent.clear()
            assert await those[0].ask(messages.Say(id="a", text="psst", to="team")) == ""
            assert [("psst" in "".join(one.sent)) for one in (*those, outside)] == [
                *(True, False, True, False),
                False,
            ]
            assert those[1].sent == those[3].sent == outside.sent == []
            for listener in (*those, outside):  # nor when everything is sent anew
                told = live.whole_for(listener)
                assert ("psst" in told) == (listener in (those[0], those[2]))
            assert "psst" not in str(
                live.broadcast.view().pieces(audience_of(live.state, live.facts(), None, "en", ""))
            )

    asyncio.run(scene())


@pytest.mark.threat(41)
def test_a_card_shown_to_a_partner_is_shown_to_nobody_else(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, huddle()) as tables:
            players = await people(tables, "Ana", "Rui", "Eva", "Leo")
            toy = tables.services.games["huddle"]
            live = await seated(tables, toy, *players, options=dict(toy.choose({"rounds": 1})))
            those = [Listener(live, person) for person in players]
            outside = Listener(live)
            for listener in (*those, outside):
                await live.join(listener)
                listener.sent.clear()
            match = live.state.match
            assert match is not None
            card = match.legal(0)[0]
            assert await those[0].ask(act(live, [card.text])) == ""
            said = [f"event 2 of [0, {card.number}" in "".join(one.sent) for one in those]
            assert said == [True, False, True, False]
            for listener in (those[1], those[3], outside):
                assert "event 2 of [0, -1" in "".join(listener.sent)

    asyncio.run(scene())


# --- 42: what is public is shown ------------------------------------------------------------------


@pytest.mark.threat(42)
@pytest.mark.parametrize("viewer", [0, -1])
def test_a_card_that_everybody_saw_is_shown_in_the_other_hand(viewer: int) -> None:
    position = place("D " * 16, other="fr-di* dr-ho ca-cr ch-tr")
    shown = str(board(position.view(viewer), ["Ana", "Rui"], "en"))
    assert "known to everyone" in shown
    assert shown.count('id="h1-') == 3
    assert "c1" in ids(shown)
    for card in ("dr-ho", "ca-cr", "ch-tr"):
        number = MUVUCA.notation.read_action(card)
        assert f"c{number}" not in ids(shown)


# --- 44, 45, 49: replays, peeking, ends -----------------------------------------------------------


@pytest.mark.threat(44, 49)
def test_the_replay_of_an_unfinished_match_is_ones_own(
    served: Running, ann: Browser, ben: Browser
) -> None:
    table = ann.new_table("invite", listed="true", **{"option-first_player": "seat0"})
    ben.post(f"/table/{table}/sit", seat="1")
    with ann.socket(table) as mine:
        mine.act()
    eve = Browser(served)
    secret = served.tables.services.store.table(table).secret.hex()  # type: ignore[union-attr]
    allowed = {id(ann): "0", id(ben): "1", id(eve): "all"}
    for browser in (ann, ben, eve):
        for path in (f"/replay/{table}", f"/replay/{table}/frames"):
            assert secret not in browser.get(path).text
            for way in ("open", "0", "1", "all", "-1", "2", "²"):
                status = browser.get(path, params={"as": way}).status_code
                assert status == (200 if way == allowed[id(browser)] else 403), (path, way)
        assert browser.get(f"/replay/{table}/file").status_code == 403
    seen = {name: ids(eve.get(f"/replay/{table}/frames").text) for name in ("x",)}["x"]
    assert not {name for name in seen if name.startswith("pick-")}
    eve.http.close()


@pytest.mark.threat(45)
def test_a_peek_cannot_be_taken_back_alone(tmp_path: Path) -> None:
    """A push draws a card into a hand: from then on going back needs everybody, and is logged."""

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST)
            one = Listener(live, ana)
            for path in (some_path(live, 0),):
                assert await one.ask(act(live, path)) == ""
            assert live.state.match is not None
            frames = len(live.state.match.frames)
            assert await one.ask(messages.Undo(id="u")) == ""
            assert len(live.state.match.frames) == frames
            assert live._request is not None
            assert live._request.seat == 0
            assert await one.ask(messages.Leave(id="l")) == ""
            assert await one.ask(messages.Undo(id="u2")) == "not_allowed"

    asyncio.run(scene())


@pytest.mark.threat(49)
@pytest.mark.parametrize("begun", [False, True])
def test_a_table_that_is_closed_keeps_its_secret(tmp_path: Path, begun: bool) -> None:
    with running(tmp_path, ROOMY, admin_token="an office token of some length") as one:
        ann = Browser(one)
        table = ann.new_table()
        if begun:
            with ann.socket(table) as talk:
                talk.act()
        secret = one.tables.services.store.table(table).secret.hex()  # type: ignore[union-attr]
        office = Browser(one)
        office.post("/admin/login", password="an office token of some length")
        assert office.post("/admin/close", table=table).status_code == 303
        assert one.tables.services.store.table(table).state == CLOSED  # type: ignore[union-attr]
        for path in (f"/replay/{table}", f"/replay/{table}/file", f"/replay/{table}/frames"):
            answer = ann.get(path)
            assert answer.status_code == 404
            assert secret not in answer.text
        assert secret not in ann.get(f"/table/{table}").text
        for browser in (ann, office):
            browser.http.close()


# --- 46 to 48: the deal ---------------------------------------------------------------------------


@pytest.mark.threat(46, 47)
def test_the_deal_is_fixed_before_it_and_shown_after_it(served: Running, ann: Browser) -> None:
    table = ann.new_table()
    kept = served.tables.services.store.table(table)
    assert kept is not None
    assert len(kept.secret) == 32
    with ann.socket(table) as talk:
        talk.hear()
        first = ann.get(f"/table/{table}").text
        assert kept.commitment in first
        play_out(talk, random.Random(1))
        before_the_end = [m for m in talk.heard if m is not talk.now]
        told = json.dumps(before_the_end)
    assert kept.secret.hex() not in told + first
    replay = ann.get(f"/replay/{table}").text
    assert kept.secret.hex() in replay
    assert hashlib.sha256(kept.secret).hexdigest() == kept.commitment
    assert "Everything matches" in replay
    file = ann.get(f"/replay/{table}/file").text
    assert verify(file) == []
    changed = json.loads(file)
    changed["decisions"][0][1] = changed["decisions"][1][1]
    assert verify(json.dumps(changed)) != []


@pytest.mark.threat(46)
def test_secrets_never_repeat(ann: Browser) -> None:
    store = ann.running.tables.services.store
    secrets = {store.table(ann.new_table()).secret for _ in range(20)}  # type: ignore[union-attr]
    assert len(secrets) == 20


# --- 50: bots -------------------------------------------------------------------------------------


@pytest.mark.threat(50)
def test_a_bot_is_given_its_seats_view_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[View] = []
    plain = bot_threads.choose

    def choose(player: Bot, view: View, seed: int | None) -> Action:
        given.append(view)
        assert seed is None  # nothing of the table is in it
        return plain(player, view, seed)

    monkeypatch.setattr(bot_threads, "choose", choose)

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            (ana,) = await people(tables, "Ana")
            options = dict(MUVUCA.choose({"first_player": "seat1"}))
            wish = TableWish(seats=2, options=options)
            live = await tables.find(await tables.create(ana, MUVUCA, wish, with_bots=True))
            await dealt(live)
            while not given or 0 not in live.state.match.due:  # type: ignore[union-attr]
                await asyncio.sleep(0.01)

    asyncio.run(scene())
    for view in given:
        assert type(view) is View
        assert view.seat == 1
        assert int(view.record.rng) == 0
        assert int(view.record.unseen[0]) > 0
        assert vars(view).keys() == {"game", "_batch"}


# --- 51: nothing here -----------------------------------------------------------------------------


@pytest.mark.threat(51)
def test_what_is_not_there_and_what_is_not_for_you_look_the_same(
    served: Running, ann: Browser, ben: Browser
) -> None:
    table = ann.new_table("invite", listed="true")
    ben.post(f"/table/{table}/sit", seat="1")
    with ann.socket(table) as talk:
        talk.hear()
        assert "error" not in talk.ask("kick", seat=1)
    missing = "0" * 24
    for path in ("/table/{}", "/replay/{}", "/replay/{}/file", "/replay/{}/frames"):
        kicked, unknown = (ben.get(path.format(name)) for name in (table, missing))
        assert kicked.status_code == unknown.status_code == 404
        assert kicked.text.replace(table, missing) == unknown.text
    with Talk(served, missing) as nobody:
        assert nobody.closed() == 4004
    for path in ("/join/" + "A" * 22, "/join/x"):
        assert ben.get(path).status_code == 410
        assert ben.post(path).status_code == 410
    texts = {ben.get(f"/join/{token}").text.replace(token, "") for token in ("A" * 22, "B" * 22)}
    assert len(texts) == 1


@pytest.mark.threat(51)
def test_tables_that_are_not_listed_are_in_nobodys_lobby(ann: Browser, ben: Browser) -> None:
    hidden, shown = ann.new_table("invite"), ann.new_table("invite", listed="true")
    page = ben.get("/").text
    assert shown in page
    assert hidden not in page
    assert hidden in ann.get("/").text
    assert ben.post(f"/table/{hidden}/sit", seat="1").status_code == 403


# --- 52: canaries ---------------------------------------------------------------------------------


@pytest.fixture
def logs() -> Iterator[io.StringIO]:
    """All that a server logs, as JSON."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    stream = io.StringIO()
    set_up_logs(stream)
    yield stream
    root.handlers[:], level = before
    root.setLevel(level)
    structlog.reset_defaults()


NAME, CHAT, PHRASE = "Canary Finch", "a canary sings", "canary in the coal mine"


@pytest.mark.threat(52)
def test_nothing_secret_is_logged_counted_or_put_into_addresses(
    tmp_path: Path, logs: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, ROOMY, admin_token="an office token of some length") as one:
        ann, ben = Browser(one), Browser(one)
        addresses: list[str] = []
        for browser in (ann, ben):
            browser.http.event_hooks["response"].append(
                lambda answer: addresses.extend(
                    [str(answer.request.url), answer.headers.get("location", "")]
                )
            )
        table = ann.new_table("invite", listed="true")
        ann.post("/you/name", name=NAME)
        ann.post("/you/passphrase", passphrase=PHRASE)
        ben.post("/you/return", number="1", passphrase=PHRASE + "!")
        ben.post("/admin/login", password="a guess at the office token")
        link = one.link(table)
        ben.post(link)
        with ann.socket(table) as mine, ben.socket(table) as theirs:
            mine.hear()
            mine.ask("say", text=CHAT)
            for talk in (mine, theirs):
                talk.raw.send("nonsense " + CHAT)
                talk.refused("act", at=0, path=["fries-star", CHAT])
            for _ in range(3):
                talk = mine if mine.now.get("picks") else theirs
                talk.act()
                for other in (mine, theirs):
                    other.quiet(0.15)
        monkeypatch.setattr(one.tables.services.store, "append", broken_append)
        with ann.socket(table) as mine, ben.socket(table) as theirs:
            for talk in (mine, theirs):
                talk.hear()
                if talk.now.get("picks"):
                    assert talk.act()["error"]["kind"] == "failed"
        monkeypatch.undo()
        monkeypatch.setattr(one.tables.services.store, "by_invite", broken_append)
        assert ann.get(link).status_code == 500
        metrics = ann.get("/metrics").text
        tokens = [
            piece for browser in (ann, ben) for piece in browser.cookie.partition("=")[2].split(".")
        ]
        kept = one.tables.services.store.table(table)
        assert kept is not None
        cards = [MUVUCA.notation.action_text(number) for number in range(25)]
        for browser in (ann, ben):
            browser.http.close()
    said = logs.getvalue()
    assert "message failed" in said
    assert "page failed" in said
    for line in said.splitlines():
        json.loads(line)
    secrets = [NAME, CHAT, PHRASE, kept.secret.hex(), "a guess at", "office token", *tokens]
    for canary in (*secrets, *cards, link.rpartition("/")[2], "locals"):
        assert canary not in said, canary
        assert canary not in metrics, canary
    for canary in (*secrets, *cards):
        assert canary not in " ".join(addresses), canary
    assert table not in metrics


def broken_append(*hidden: Any, **_: Any) -> Any:
    hand = "fries-star " + str(hidden)
    raise RuntimeError(f"a fault ({len(hand)})")


@pytest.mark.threat(52)
def test_pretty_logs_hold_no_variables(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    stream = io.StringIO()
    set_up_logs(stream, pretty=True)
    try:
        log = structlog.get_logger()
        for logger in (log.exception, logging.getLogger("uvicorn.error").exception):
            try:
                broken_append("dr-ho")
            except RuntimeError:
                logger("it failed")
    finally:
        root.handlers[:], level = before
        root.setLevel(level)
        structlog.reset_defaults()
    said = stream.getvalue()
    assert said.count("it failed") == 2
    assert "fries-star" not in said.replace('hand = "fries-star " + str(hidden)', "")
    assert "dr-ho" not in said.replace('broken_append("dr-ho")', "")


@pytest.mark.threat(33, 52)
def test_records_do_not_print_their_secrets(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui)
            table = live.state.table
            shown = repr(table) + repr(live.state.seats) + repr(live.state.match)
            assert repr(table.secret) not in shown
            assert table.secret.hex() not in shown
            match = live.state.match
            assert match is not None
            one = Listener(live, ana if match.due == {0} else rui)
            assert await one.ask(act(live, some_path(live, min(match.due)))) == ""
            (text, *_) = (decision.text for decision in live.state.match.decisions)
            (stored,) = (e for e in tables.services.store.events(live.id) if e.kind == DECIDE)
            new = NewEvent(DECIDE, stored.body, stored.seat)
            for event in (stored, new):  # what was decided may still be sealed
                assert text in str(event.body)
                assert text not in repr(event)
            line = ChatLine(1, live.id, ana.id, 0, "team", "my ace", 0)
            assert "my ace" not in repr(line)
            hands = [str(int(hand)) for hand in match.frames[-1].record.hand]
            assert not any(hand in repr(match.frames[-1]) for hand in hands)

    asyncio.run(scene())


@pytest.mark.threat(33)
def test_only_one_module_turns_a_frame_into_something_to_send() -> None:
    """Nothing but the scene and the replay looks at frames; no page ever sees a match."""
    folder = Path(lobby.__file__).parent
    for module in folder.glob("*.py"):
        assert "frames[" not in module.read_text(encoding="utf-8"), module
        assert "core.match " not in module.read_text(encoding="utf-8"), module
    assert ".record" not in Path(lobby_routes.__file__).read_text(encoding="utf-8")
