"""Friends by one link: which seat they get, changing seats, who starts, which links work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.store import NewEvent, Person, Seat
from kermesse.table import messages, network
from kermesse.table.commands.change import Change
from kermesse.table.commands.seats import accept, invited
from kermesse.table.forms import TableWish
from kermesse.table.live.clocks import Absences
from kermesse.table.live.table import LiveTable
from kermesse.table.network import is_local, is_loopback, local_addresses
from kermesse.table.refusals import Refused
from kermesse.table.state.log_events import BOT, GATHERING, OPEN, PERSON, PLAYING

from .wires import Browser, Listener, Running, begun, dealt, open_tables, people, running

MUVUCA, VIVA, MUCKLE = (kermesse.game(name) for name in ("muvuca", "viva", "muckle"))
HERE, THERE = "127.0.0.1", "127.0.0.2"  # this machine, and its number in a network of our own


@asynccontextmanager
async def gathering(
    folder: Path, game: Any = VIVA, seats: int = 4, *, with_bots: bool = False
) -> AsyncIterator[tuple[LiveTable, list[Person]]]:
    """A table of Ana's, and four who may come."""
    async with open_tables(folder, game) as tables:
        those = await people(tables, "Ana", "Rui", "Eva", "Leo")
        wish = TableWish(seats=seats, options=dict(game.choose(None, seats)), bot="random")
        table = await tables.create(those[0], game, wish, with_bots=with_bots)
        live = await tables.find(table)
        if with_bots:
            await dealt(live)
        yield live, those


def token_of(live: LiveTable) -> str:
    assert live.state.table.invite
    return live.state.table.invite


def seats_of(live: LiveTable, those: list[Person]) -> list[int]:
    return [live.state.seat_of(person.id) for person in those]


async def refused(work: Any) -> str:
    try:
        await work
    except Refused as wrong:
        return wrong.kind
    return ""


async def watch(live: LiveTable, person: Person | None, language: str = "en") -> Listener:
    listener = Listener(live, person, language)
    await live.join(listener)
    return listener


def status(listener: Listener) -> str:
    """The status line as this viewer sees it now."""
    text = str(
        listener.live.broadcast.view().pieces(listener.live.broadcast.audience(listener)).status
    )
    return text.partition(">")[2].removesuffix("</p>")


# --- one link -------------------------------------------------------------------------------------


async def comes(live: LiveTable, person: Person, token: str, wanted: int | None = None) -> None:
    """Somebody follows a link."""
    await live.ask(lambda state: accept(state, person, token, wanted))


@pytest.mark.threat(55)
def test_one_link_leads_everybody_to_a_free_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with gathering(tmp_path) as (live, those):
            _ana, rui, eva, leo = those
            for person in (rui, eva, leo):
                await comes(live, person, token_of(live))
            assert seats_of(live, those) == [0, 1, 2, 3]
            assert live.state.status == GATHERING  # they may still want to change seats
            (late,) = await people(live, "Ivo")
            assert await refused(comes(live, late, token_of(live))) == "no_seat"
            await live.obey(eva, messages.Leave(id="l"))
            await live.ask(
                lambda state: accept(state, eva, token_of(live))
            )  # back to where she was
            assert seats_of(live, those) == [0, 1, 2, 3]

    asyncio.run(scene())


@pytest.mark.threat(55)
def test_a_new_link_ends_the_old_one_and_old_links_to_seats(tmp_path: Path) -> None:
    async def scene() -> None:
        async with gathering(tmp_path) as (live, those):
            ana, rui, eva, _ = those
            links = [Seat(live.id, 2, invite="two"), Seat(live.id, 3, invite="three")]
            await live.carry_out(
                Change((NewEvent("open", None, 2),), tuple(links))
            )  # as tables had them once
            assert live.services.store.by_invite("two") == (live.id, 2)
            await comes(live, rui, "two")
            assert seats_of(live, [rui]) == [2]
            assert live.services.store.by_invite("two") is None  # used up
            old = token_of(live)
            assert await refused(live.obey(rui, messages.Invite(id="i"))) == ("not_allowed")
            await live.obey(ana, messages.Invite(id="i"))
            for gone in (old, "three"):
                assert live.services.store.by_invite(gone) is None
                assert await refused(comes(live, eva, gone)) == "bad_link"
            await comes(live, eva, token_of(live))
            assert live.services.store.by_invite(token_of(live)) == (live.id, None)

    asyncio.run(scene())


def test_during_a_match_a_friend_takes_a_bots_seat_and_says_which(tmp_path: Path) -> None:
    async def scene() -> None:
        async with gathering(tmp_path, with_bots=True) as (live, those):
            ana, rui, eva, _leo = those
            assert invited(live.state, rui.id, token_of(live)) == [1, 2, 3]
            await comes(live, rui, token_of(live), 2)
            assert seats_of(live, [rui]) == [2]
            assert await refused(comes(live, eva, token_of(live), 2)) == "full"
            away = messages.Bot(id="b", seat=2, name="random")
            assert await refused(live.obey(ana, away)) == "just_gone"
            live.timers.absences = Absences(0)
            await live.obey(ana, away)  # decides for Rui, whose seat it stays
            assert seats_of(live, [rui]) == [2]
            assert invited(live.state, eva.id, token_of(live)) == [1, 3]

    asyncio.run(scene())


def test_every_rematch_has_a_link_of_its_own(served: Running, ann: Browser) -> None:
    first, second = ann.new_table("invite"), ann.new_table()
    links = {served.link(first), served.link(second)}
    assert len(links) == 2
    assert all(len(link) > len("/join/") + 20 for link in links)


# --- changing seats -------------------------------------------------------------------------------


def test_seats_are_changed_before_the_match(tmp_path: Path) -> None:
    async def scene() -> None:
        async with gathering(tmp_path, MUCKLE) as (live, those):
            ana, rui, eva, _ = those
            for person in (rui, eva):
                await comes(live, person, token_of(live))
            await live.obey(rui, messages.Sit(id="a", seat=3))  # an empty one
            assert seats_of(live, those) == [0, 3, 2, -1]
            assert live.state.seats[1].kind == OPEN
            assert live.state.seats[1].kept_for is None
            bot = messages.Bot(id="b", seat=1, name="random")
            await live.obey(ana, bot)
            await live.obey(eva, messages.Sit(id="c", seat=1))  # with a bot
            assert [place.kind for place in live.state.seats] == [PERSON, PERSON, BOT, PERSON]
            for person, seat in ((rui, 0), (eva, 3), (eva, 1)):  # not with people, not in place
                wish = messages.Sit(id="d", seat=seat)
                assert await refused(live.obey(person, wish)) == "full"
            await live.obey(ana, messages.Sit(id="e", seat=3))  # the host may
            assert seats_of(live, those) == [3, 0, 1, -1]
            stored = [seat.person_id for seat in live.services.store.seats(live.id)]
            assert stored == [rui.id, eva.id, None, ana.id]
            await begun(live, ana)
            wish = messages.Sit(id="f", seat=2)
            assert await refused(live.obey(eva, wish)) != ""  # hands were seen
            assert seats_of(live, those) == [3, 0, 1, -1]

    asyncio.run(scene())


# --- starting -------------------------------------------------------------------------------------


def test_who_may_start_is_said_as_it_is(tmp_path: Path) -> None:
    async def scene() -> None:
        async with gathering(tmp_path, VIVA, 3) as (live, those):
            ana, rui, eva, _leo = those
            mine, nobody = await watch(live, ana), await watch(live, None)
            assert status(mine) == status(nobody) == "Waiting for 2 more players."
            await comes(live, rui, token_of(live))
            theirs = await watch(live, rui, "fr")
            assert status(mine) == "Waiting for 1 more player."
            assert await refused(live.obey(ana, messages.Start(id="s"))) == "not_allowed"
            await comes(live, eva, token_of(live))
            assert status(mine) == "Every seat is taken. You can start."  # Eva is not there yet
            hers = await watch(live, eva, "pt")
            assert status(mine) == "Everybody is here. You can start."
            assert status(nobody) == "Everybody is here. Ana can start."
            assert status(theirs) == "Tout le monde est là. Ana peut commencer."
            assert "Ana pode começar." in status(hers)
            assert "start" not in str(
                live.broadcast.view().pieces(live.broadcast.audience(theirs)).board
            )
            assert await refused(live.obey(rui, messages.Start(id="s"))) == "not_allowed"
            live.part(mine)  # while the host is away the others need not wait
            assert status(theirs).endswith("Vous pouvez commencer.")
            assert status(nobody) == "Every seat is taken."
            await live.obey(rui, messages.Start(id="s"))
            assert live.state.status == PLAYING

    asyncio.run(scene())


def test_the_host_fills_up_with_bots_and_starts(tmp_path: Path) -> None:
    async def scene() -> None:
        async with gathering(tmp_path) as (live, those):
            ana, rui, _, _ = those
            mine = await watch(live, ana)
            await comes(live, rui, token_of(live))
            theirs = await watch(live, rui)
            assert "Fill with bots and start" in str(
                live.broadcast.view().pieces(live.broadcast.audience(mine)).board
            )
            assert "Fill with bots" not in str(
                live.broadcast.view().pieces(live.broadcast.audience(theirs)).board
            )
            fill = messages.Start(id="f", fill=True)
            assert await refused(live.obey(rui, fill)) == "not_allowed"
            await live.obey(ana, fill)
            assert [place.bot for place in live.state.seats] == [None, None, "random", "random"]
            kinds = [event.kind for event in live.services.store.events(live.id)]
            assert kinds == ["sit", "bot", "bot", "start"]
            await dealt(live)

    asyncio.run(scene())


# --- which links others can open ------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Starts servers on machines with one local network."""
    monkeypatch.setattr(network, "local_addresses", lambda: [THERE])
    return lambda **settings: running(tmp_path, **settings)


def panel(browser: Browser, table: str) -> str:
    return browser.get(f"/table/{table}").text


@pytest.mark.threat(55, 58)
def test_the_person_at_the_machine_lets_the_local_network_in(home: Any) -> None:
    with home() as one:
        ann = Browser(one)
        table = ann.new_table("invite")
        link = f"http://{THERE}:{one.port}{one.link(table)}"
        page = panel(ann, table)
        assert "Only this machine" not in page
        assert "only this machine can open the link" in page
        assert "Let friends on this network join" in page
        assert link not in page
        assert "QR" not in page
        outside = running_at(one, THERE)
        with pytest.raises(Exception, match="refused"):
            outside.get("/")
        assert ann.post(f"/table/{table}/network", open="true").status_code == 303
        page = panel(ann, table)
        assert link in page
        assert "QR" in page
        assert f"http://{HERE}" not in page
        assert "not encrypted" in page
        assert outside.get(one.link(table)).status_code == 200
        came = outside.http.post(one.link(table), headers={"origin": f"http://{THERE}:{one.port}"})
        assert came.status_code == 303
        # by the network nobody decides about it
        answer = outside.post(f"/table/{table}/network", open="false")
        assert answer.status_code == 403
        assert ann.post(f"/table/{table}/network", open="false").status_code == 303
        assert not one.tables.services.network.is_open
        outside.http.close()
        outside = running_at(one, THERE)
        with pytest.raises(Exception, match="refused"):
            outside.get("/")
        assert ann.post(f"/table/{table}/network", open="true").status_code == 303  # and again
        assert outside.get("/").status_code == 200
        for browser in (ann, outside):
            browser.http.close()


def running_at(one: Running, number: str) -> Browser:
    """A browser that comes by another of the machine's numbers."""
    browser = Browser(one)
    browser.http.base_url = f"http://{number}:{one.port}"
    return browser


FOREIGN = [
    {"x-forwarded-for": "203.0.113.9"},
    {"forwarded": "for=203.0.113.9"},
    {"via": "1.1 proxy"},
    {"host": "203.0.113.9:8765"},
    {"host": f"{THERE}:8765"},
]


@pytest.mark.threat(58)
def test_nobody_else_opens_the_server_to_a_network(home: Any) -> None:
    with home() as one:
        ann = Browser(one)
        table = ann.new_table("invite")
        one.tables.services.network._open.add(THERE)  # as if it had been opened before
        for headers in FOREIGN:
            answer = ann.http.post(
                f"/table/{table}/network", data={"open": "true"}, headers=headers
            )
            assert answer.status_code == 403, headers
        one.tables.services.network._open.clear()
        for form in ({}, {"open": "yes"}):
            assert ann.post(f"/table/{table}/network", **form).status_code == 403
        ann.http.close()
    for settings in ({"hosts": ["play.example"]}, {"proxies": ["127.0.0.1"]}):
        with home(**settings) as one:
            ann = Browser(one)
            table = ann.new_table("invite")
            assert "kermesse serve --lan" in panel(ann, table)
            assert ann.post(f"/table/{table}/network", open="true").status_code == 403
            ann.http.close()


@pytest.mark.threat(58)
def test_lan_listens_from_the_start(home: Any) -> None:
    with home(lan=True) as one:
        outside = running_at(one, THERE)
        assert outside.get("/").status_code == 200
        outside.http.close()


def test_without_a_network_it_is_said(home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "local_addresses", list)
    with home(lan=True) as one:
        ann = Browser(one)
        table = ann.new_table("invite")
        assert "not on a local network" in panel(ann, table)
        answer = ann.post(f"/table/{table}/network", open="true")
        assert answer.status_code == 409
        assert "not on a local network" in answer.text
        ann.http.close()


def test_links_start_with_what_others_can_reach() -> None:
    found = network.Network()
    found._here, found._looked = ["192.168.1.7", "10.0.0.3", "fd12::7"], float("inf")
    found.serve("0.0.0.0", 80, network.refuse, lambda: None)
    everywhere = ["http://192.168.1.7:80", "http://10.0.0.3:80", "http://[fd12::7]:80"]
    for origin in ("http://localhost:80", "http://127.0.0.1:80", "http://[::1]:80"):
        assert found.origins(origin) == everywhere
    for origin in ("https://play.example", "http://192.168.1.7:80", "http://[fd12::7]:80"):
        assert found.origins(origin) == [origin]
    found.serve("127.0.0.1", 80, network.refuse, lambda: None, at_home=True)
    assert found.origins("http://localhost:80") == []
    found._open.add("10.0.0.3")
    assert found.origins("http://localhost:80") == ["http://10.0.0.3:80"]
    found._here = ["192.168.1.7"]  # the network has changed: the old number is nobody's
    assert found.origins("http://localhost:80") == []


@pytest.mark.threat(58)
@pytest.mark.parametrize(
    ("number", "kind"),
    [
        ("127.0.0.1", "loopback"),
        ("::1", "loopback"),
        ("::ffff:127.0.0.1", "loopback"),
        ("192.168.0.1", "local"),
        ("10.1.2.3", "local"),
        ("172.20.1.1", "local"),
        ("fd00::1", "local"),
        ("fe80::1", "neither"),
        ("169.254.1.1", "neither"),
        ("8.8.8.8", "neither"),
        ("2a00:1450::1", "neither"),
        ("0.0.0.0", "neither"),
    ],
)
def test_numbers_of_this_machine_of_local_networks_and_of_the_internet(
    number: str, kind: str
) -> None:
    assert (is_loopback(number), is_local(number)) == (kind == "loopback", kind == "local")


def test_the_machines_own_numbers_are_found_without_sending_anything() -> None:
    for number in local_addresses():
        assert is_local(number)


@pytest.mark.threat(14)
@pytest.mark.parametrize("seat", ["-1", "2", "9", "x", "1.5", "٣", "", "1" * 99, "<b>"])
def test_no_seat_that_is_asked_for_by_a_link_is_a_failure(
    served: Running, ann: Browser, ben: Browser, seat: str
) -> None:
    table = ann.new_table("invite")
    answer = ben.post(served.link(table), seat=seat)
    assert answer.status_code == (303 if not seat else 400)
    assert len([p for p in served.tables.services.store.seats(table) if p.kind == PERSON]) == 1 + (
        not seat
    )
    for form in ({"seat": seat}, {"open": seat}, {"seat": ["0", "1"]}):
        for path in (f"/table/{table}/sit", f"/table/{table}/network"):
            assert ben.post(path, **form).status_code < 500
