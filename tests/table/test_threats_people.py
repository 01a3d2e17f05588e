"""Section D of the threat model: identity, abuse, attacks through the browser."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

import kermesse
from kermesse.cli.serve import serve as serve_command
from kermesse.table import messages, server
from kermesse.table.forms import TableWish
from kermesse.table.guard import HEADERS
from kermesse.table.identity import hash_token
from kermesse.table.state.log_events import OPEN, PERSON

from .wires import (
    HERE,
    PATIENCE,
    ROOMY,
    Bare,
    Browser,
    Listener,
    Running,
    Talk,
    act,
    first_path,
    open_tables,
    people,
    play_out,
    raw_request,
    running,
    seated,
    some_path,
    until,
)

MUVUCA = kermesse.game("muvuca")
FIRST = {"first_player": "seat0"}
TOKEN = "an office token of some length"
EVIL = "http://evil.example"


@pytest.fixture
def stranger() -> Iterator[httpx.Client]:
    """Somebody who keeps no cookies."""
    with httpx.Client(verify=False, timeout=PATIENCE, cookies=NoCookies()) as client:
        yield client


class NoCookies(CookieJar):
    def set_cookie(self, cookie: object) -> None:
        pass


# --- 53, 54: other sites --------------------------------------------------------------------------


@pytest.mark.threat(53)
@pytest.mark.parametrize(
    "origin",
    [
        EVIL,
        "null",
        f"http://{HERE}",
        "http://localhost:1",
        "http://[",
        "",
        f"http://{HERE}:80.evil",
    ],
)
def test_a_socket_from_another_site(ann: Browser, origin: str) -> None:
    table = ann.new_table()
    with Bare(ann.running, table, ann.cookie, Origin=origin) as bare:
        assert bare.status == 403
        assert b"Set-Cookie" not in bare.head


@pytest.mark.threat(53)
def test_a_socket_without_an_origin(served: Running, ann: Browser) -> None:
    table = ann.new_table()
    lines = [
        f"GET /table/{table}/socket HTTP/1.1",
        f"Host: {served.name}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {ann.cookie}",
        "",
        "",
    ]
    assert raw_request(served, "\r\n".join(lines).encode(), 2.0).split()[1] == b"403"
    with Bare(served, table, ann.cookie, **{"Sec-Fetch-Site": "cross-site"}) as bare:
        assert bare.status == 403


POSTS = [
    "/games/muvuca/play",
    "/games/muvuca/invite",
    "/join/x",
    "/table/x/sit",
    "/table/x/network",
    "/you/name",
    "/learn/muvuca/first",
    "/learn/muvuca/x",
    "/you/language",
    "/you/theme",
    "/you/passphrase",
    "/you/return",
    "/you/delete",
    "/replay/upload",
    "/replay/x/agree",
    "/admin/login",
    "/admin/logout",
    "/admin/close",
    "/admin/ban",
]


@pytest.mark.threat(54)
@pytest.mark.parametrize("path", POSTS)
def test_a_form_from_another_site(ann: Browser, path: str) -> None:
    for headers in (
        {"origin": EVIL},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": ann.running.base, "sec-fetch-site": "cross-site"},
    ):
        assert ann.http.post(path, data={}, headers=headers).status_code == 403
    assert ann.get(path).status_code in (403, 404, 405, 410, 200)


def named(path: str) -> str:
    """What the last part of an address is called where it is declared."""
    return "token" if "join" in path else "lesson" if "learn" in path else "table"


@pytest.mark.threat(54)
def test_every_form_is_tested_and_no_page_changes_anything(served: Running, ann: Browser) -> None:
    posts = {
        route.path for route in served.app.routes if "POST" in (getattr(route, "methods", ()) or ())
    }
    known = {
        path.replace("muvuca", "{game}").replace("/x", f"/{{{named(path)}}}") for path in POSTS
    }
    assert posts == known
    store = served.tables.services.store
    before = (store.count_by_state(), len(store.recent_people(1000)))
    for path in ("/", "/about", "/games/muvuca", "/you", "/you/delete", "/replay", "/rules/muvuca"):
        assert ann.get(path).status_code == 200
    assert (store.count_by_state(), len(store.recent_people(1000))) == before
    assert not ann.cookie  # nobody is given an identity for looking around


@pytest.mark.threat(54, 55)
def test_the_cookie(ann: Browser) -> None:
    answer = ann.post("/you/theme", theme="dark")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "domain" not in cookie


# --- 55 to 57, 64, 68: whose seat it is -----------------------------------------------------------


@pytest.mark.threat(55)
def test_a_seat_belongs_to_a_cookie_and_not_to_what_everybody_knows(
    served: Running, ann: Browser, ben: Browser
) -> None:
    table = ann.new_table(**{"option-first_player": "seat0"})
    with ann.socket(table) as mine:
        now = mine.my_turn()
    ben.post("/you/theme", theme="dark")
    for cookie in ("", ben.cookie, f"kermesse={ann.person_id}", f"kermesse={table}"):
        with Talk(served, table, cookie) as talk:
            talk.hear()
            assert talk.refused("act", at=now["at"], path=first_path(now["picks"])) == "not_allowed"
            assert not talk.now["picks"]


@pytest.mark.threat(55)
def test_tokens_are_long_and_kept_as_hashes(tmp_path: Path) -> None:
    with running(tmp_path) as one:
        ann = Browser(one)
        table = ann.new_table("invite")
        token = ann.cookie.partition("=")[2].partition(".")[0]
        assert len(token) >= 43  # 256 bits
        assert len(one.link(table).rpartition("/")[2]) >= 22  # 128 bits
        assert one.tables.services.store.by_session(hash_token(token)) is not None
        ann.http.close()
    for file in tmp_path.iterdir():
        assert token.encode() not in file.read_bytes()


@pytest.mark.threat(55)
def test_a_link_leads_to_free_seats_and_can_be_withdrawn(
    served: Running, ann: Browser, ben: Browser
) -> None:
    table = ann.new_table("invite")
    store = served.tables.services.store
    old = served.link(table)
    with ann.socket(table) as talk:
        talk.hear()
        assert "error" not in talk.ask("invite")
    new = served.link(table)
    assert new != old
    assert ben.post(old).status_code == 410
    assert ben.post(new).status_code == 303
    eve = Browser(served)
    assert eve.post(new).status_code == 409
    assert store.seats(table)[1].person_id == ben.person_id
    eve.http.close()


@pytest.mark.threat(55)
def test_only_the_host_sees_a_link(served: Running, ann: Browser, ben: Browser) -> None:
    table = ann.new_table("invite", listed="true")
    token = served.link(table).rpartition("/")[2]
    assert token in ann.get(f"/table/{table}").text
    assert token not in ben.get(f"/table/{table}").text
    with Talk(served, table) as talk:
        talk.hear()
        assert token not in talk.html()


@pytest.mark.threat(56)
def test_who_leaves_or_is_sent_away_sees_and_does_no_more(
    served: Running, ann: Browser, ben: Browser
) -> None:
    table = ann.new_table("invite", listed="true", **{"option-first_player": "seat1"})
    ben.post(f"/table/{table}/sit", seat="1")
    with ben.socket(table) as theirs:
        now = theirs.my_turn()
        assert "error" not in theirs.ask("leave")
        theirs.quiet()
        assert not theirs.now["picks"]
        assert "pick-" not in json.dumps(theirs.now)
        assert theirs.refused("act", at=now["at"], path=first_path(now["picks"])) == "not_allowed"
        assert "error" not in theirs.ask("sit", seat=1)  # the seat was kept
        with ann.socket(table) as mine:
            mine.hear()
            assert "error" not in mine.ask("kick", seat=1)
        assert theirs.closed() == 4001
    with ben.socket(table) as again:
        assert again.closed() == 4001
    assert ben.post(f"/table/{table}/sit", seat="1").status_code == 403
    assert served.tables.services.store.seats(table)[1].kind == OPEN


@pytest.mark.threat(56, 64)
def test_who_has_seen_one_hand_cannot_play_another(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui, eva = await people(tables, "Ana", "Rui", "Eva")
            live = await seated(tables, MUVUCA, ana, rui, listed=True, options=FIRST)
            one, two, three = (Listener(live, person) for person in (ana, rui, eva))
            assert await two.ask(messages.Leave(id="l1")) == ""
            assert await one.ask(messages.Leave(id="l2")) == ""
            assert await one.ask(messages.Sit(id="s1", seat=1)) == "not_allowed"
            assert await two.ask(messages.Sit(id="s2", seat=0)) == "not_allowed"
            assert await three.ask(messages.Sit(id="s3", seat=1)) == ""
            assert await two.ask(messages.Sit(id="s4", seat=0)) == "not_allowed"
            assert await one.ask(messages.Sit(id="s5", seat=0)) == ""
            assert await one.ask(act(live, some_path(live, 0))) == ""

    asyncio.run(scene())


@pytest.mark.threat(64)
def test_nobody_sits_twice(ann: Browser) -> None:
    table = ann.new_table("invite", listed="true")
    assert ann.post(f"/table/{table}/sit", seat="1").status_code == 303  # just goes there
    with ann.socket(table) as talk:
        talk.hear()
        assert talk.refused("sit", seat=0) == "full"
        assert "error" not in talk.ask("sit", seat=1)  # changes seats
        assert "error" not in talk.ask("sit", seat=0)
    ann.post(ann.running.link(table))
    assert [place.kind for place in ann.running.tables.services.store.seats(table)] == [
        PERSON,
        OPEN,
    ]


@pytest.mark.threat(57)
def test_a_planted_cookie_is_not_adopted(served: Running, ann: Browser) -> None:
    ann.post("/you/theme", theme="dark")
    eve = Browser(served)
    eve.http.cookies.set("kermesse", "chosen-by-eve.0123456789abcdef0123456789abcdef")
    eve.post("/you/theme", theme="dark")
    given = eve.http.cookies.get("kermesse", domain=HERE)
    assert given
    assert "chosen-by-eve" not in given
    eve.http.close()


@pytest.mark.threat(57)
def test_coming_back_gives_a_new_token_and_ends_the_old_one(served: Running, ann: Browser) -> None:
    ann.post("/you/passphrase", passphrase="correct horse battery")
    ben = Browser(served)
    ben.post("/you/theme", theme="dark")
    before = ben.cookie
    number = str(ann.person_id)
    answer = ben.post("/you/return", number=number, passphrase="correct horse battery")
    assert answer.status_code == 303
    assert ben.person_id == ann.person_id
    assert ben.cookie != before
    assert ben.cookie != ann.cookie
    old = before.partition("=")[2].partition(".")[0]
    assert served.tables.services.store.by_session(hash_token(old)) is None
    ben.http.close()


@pytest.mark.threat(57, 59)
def test_cookies_over_https_and_words_of_a_trusted_proxy(
    tmp_path: Path, stranger: httpx.Client
) -> None:
    limits = {**ROOMY, "guests_per_minute": 1}
    with running(tmp_path, limits, proxies=[HERE]) as one:
        secure = Browser(one, **{"x-forwarded-proto": "https", "x-forwarded-for": "10.0.0.9"})
        cookie = secure.post("/you/theme", theme="dark").headers["set-cookie"]
        assert cookie.startswith("__Host-kermesse=")
        assert "Secure" in cookie
        assert secure.get("/metrics").status_code == 404
        for number in range(30):  # each from an address of its own
            given = {"x-forwarded-for": f"10.0.1.{number}"}
            answer = stranger.post(f"{one.base}/you/theme", data={"theme": "dark"}, headers=given)
            assert answer.status_code == 303
        secure.http.close()


@pytest.mark.threat(59, 61, 67)
def test_nobody_is_believed_to_come_from_elsewhere(tmp_path: Path, stranger: httpx.Client) -> None:
    limits = {**ROOMY, "guests_per_minute": 1}
    with running(tmp_path, limits) as one:
        statuses = []
        for number in range(12):
            given = {"x-forwarded-for": f"10.0.1.{number}", "forwarded": f"for=10.0.1.{number}"}
            answer = stranger.post(f"{one.base}/you/theme", data={"theme": "dark"}, headers=given)
            statuses.append(answer.status_code)
        assert statuses == [303] * 5 + [429] * 7
        assert stranger.get(f"{one.base}/metrics").status_code == 200
        for name in ("x-forwarded-for", "forwarded"):
            assert stranger.get(f"{one.base}/metrics", headers={name: HERE}).status_code == 404


@pytest.mark.threat(68)
def test_forged_cookies(served: Running, ann: Browser) -> None:
    table = ann.new_table()
    token, _, signature = ann.cookie.partition("=")[2].partition(".")
    forged = [
        token,
        f"{token}.",
        f"{token}.{signature[:-1]}",
        f"{token}.{'0' * 32}",
        f"{token}.none",
        f"{token}.{signature}.{signature}",
        f"{token}x.{signature}",
        f".{signature}",
        "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
        f"{token}.é",
    ]
    for cookie in forged:
        with Bare(served, table, f"kermesse={cookie}") as bare:
            _, whole = bare.read()
            assert b'"yours":false' in whole, cookie
            assert b"pick-" not in whole, cookie
    with Bare(served, table, ann.cookie) as bare:
        assert b"pick-" in bare.read()[1]


@pytest.mark.threat(68)
def test_an_old_signing_key_can_be_retired(tmp_path: Path, stranger: httpx.Client) -> None:
    with running(tmp_path) as one:
        ann = Browser(one)
        ann.post("/you/theme", theme="dark")
        cookie = ann.cookie.partition("=")[2]
        key = one.tables.services.store.setting("signing_keys") or ""
        ann.http.close()
        one.tables.services.store.set_setting("signing_keys", f"{'ab' * 32} {key}").result()
    for keys, known in ((None, True), ("cd" * 32, False)):
        with running(tmp_path) as one:
            shown = stranger.get(f"{one.base}/you", headers={"cookie": f"kermesse={cookie}"}).text
            assert ('data-theme="dark"' in shown) is known
            if keys is None:
                one.tables.services.store.set_setting("signing_keys", "cd" * 32).result()


# --- 58, 67: where it listens, and the back door --------------------------------------------------


@pytest.mark.threat(58)
def test_it_listens_to_this_machine_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[server.Settings] = []

    def pretend(settings: server.Settings, ready: Any) -> None:
        started.append(settings)
        ready()

    monkeypatch.setattr(server, "serve", pretend)
    monkeypatch.setattr("kermesse.table.logs.set_up_logs", lambda **_: None)
    run = CliRunner().invoke
    given = ["--data", str(tmp_path), "--no-browser"]
    quiet = run(serve_command, given)
    assert quiet.exit_code == 0
    assert started[0].host == HERE
    assert "encryption" not in quiet.output
    warned = run(serve_command, [*given, "--host", "0.0.0.0"])
    assert "without encryption" in warned.output


@pytest.mark.threat(67)
def test_there_is_no_office_without_a_token(tmp_path: Path, stranger: httpx.Client) -> None:
    with running(tmp_path) as one:
        for path in ("/admin", "/admin/login", "/admin/close", "/admin/ban"):
            post = path != "/admin"
            answer = stranger.post(one.base + path) if post else stranger.get(one.base + path)
            assert answer.status_code == 404
        for path in ("/debug", "/docs", "/openapi.json", "/metrics/", "/.env", "/server-status"):
            assert stranger.get(one.base + path).status_code in (404, 307)


@pytest.mark.threat(67, 60)
def test_the_office_needs_its_token(tmp_path: Path, stranger: httpx.Client) -> None:
    with running(tmp_path, {**ROOMY, "logins_per_minute": 5}, admin_token=TOKEN) as one:
        eve = Browser(one)
        far = "99999999999"
        for cookie in ("", far, f"{far}.", f"{far}.00", f"{far}.é", "x.y", "1.1"):
            value = f"kermesse-office={cookie}".encode("latin-1")
            shown = stranger.get(f"{one.base}/admin", headers=[(b"cookie", value)])
            assert shown.status_code == 200
            assert "password" in shown.text
        assert eve.post("/admin/close", table="x").status_code == 403
        assert eve.post("/admin/ban", person="1", banned="true").status_code == 403
        tries = [eve.post("/admin/login", password=f"guess {n}").status_code for n in range(8)]
        assert tries == [403] * 5 + [429] * 3
        eve.http.close()
    with running(tmp_path, ROOMY, admin_token=TOKEN) as one:
        boss = Browser(one)
        answer = boss.post("/admin/login", password=TOKEN)
        cookie = answer.headers["set-cookie"].lower()
        assert "samesite=strict" in cookie
        assert "path=/admin" in cookie
        assert TOKEN not in cookie
        assert "Tables" in boss.get("/admin").text
        boss.http.close()


# --- 60 to 63: too much ---------------------------------------------------------------------------


@pytest.mark.threat(60)
def test_passphrases_are_tried_slowly_and_one_at_a_time(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "logins_per_minute": 6}) as one:
        ann = Browser(one)
        ann.post("/you/passphrase", passphrase="correct horse battery")
        number = str(ann.person_id)

        def attempt(n: int) -> int:
            with Browser(one).http as eve:
                given = {"number": number, "passphrase": f"guess number {n}"}
                return eve.post("/you/return", data=given).status_code

        with ThreadPoolExecutor(2) as pool:  # no more of one network may wait
            waiting = [pool.submit(attempt, n) for n in range(10)]
            slowest = 0.0
            while not all(future.done() for future in waiting):
                started = time.monotonic()
                assert ann.get("/healthz").status_code == 200
                slowest = max(slowest, time.monotonic() - started)
            statuses = sorted(future.result() for future in waiting)
        assert statuses == [403] * 6 + [429] * 4
        assert slowest < 2.0
        ann.http.close()


@pytest.mark.threat(60)
def test_an_account_that_is_not_there_takes_as_long(served: Running, ann: Browser) -> None:
    ann.post("/you/passphrase", passphrase="correct horse battery")
    took = {}
    for number in (ann.person_id, 999_999):
        best = 9.0
        for _ in range(3):
            started = time.perf_counter()
            ann.post("/you/return", number=str(number), passphrase="wrong horse battery")
            best = min(best, time.perf_counter() - started)
        took[number] = best
    assert 0.4 < took[999_999] / took[ann.person_id] < 2.5


@pytest.mark.threat(61)
def test_a_flood_of_tables(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "tables_per_minute": 2}) as one:
        ann = Browser(one)
        made = [ann.post("/games/muvuca/invite").status_code for _ in range(14)]
        assert made == [303] * 10 + [429] * 4
        ann.http.close()
    with running(tmp_path, {**ROOMY, "tables_per_person": 12}) as one:
        ann = Browser(one)
        made = [ann.post("/games/muvuca/invite").status_code for _ in range(14)]
        assert made == [303] * 12 + [409] * 2
        ann.http.close()


@pytest.mark.threat(61)
def test_tables_that_nobody_uses_leave(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, idle_minutes=0, live_tables=3) as tables:
            (ana,) = await people(tables, "Ana")
            wish = TableWish(seats=2, options=dict(MUVUCA.choose(None)))
            made = [await tables.create(ana, MUVUCA, wish, with_bots=False) for _ in range(5)]
            for table in made:
                await tables.find(table)
            assert len(tables.live) == 3
            await asyncio.sleep(0.01)
            tables.sweep()
            assert not tables.live
            expired = await asyncio.wrap_future(tables.services.store.expire_gathering(-1))
            assert sorted(expired) == sorted(made)

    asyncio.run(scene())


@pytest.mark.threat(62)
def test_a_flood_of_chat(ann: Browser) -> None:
    table = ann.new_table("invite")
    with ann.socket(table) as talk:
        talk.hear()
        said = [talk.ask("say", text=f"line {n}").get("error", {}).get("kind") for n in range(24)]
    assert said[:20] == [None] * 20
    assert set(said[20:]) == {"busy"}


@pytest.mark.threat(62)
def test_muted_no_chat_and_forgotten(served: Running, ann: Browser, ben: Browser) -> None:
    silent = ann.new_table("invite", chat="false")
    with ann.socket(silent) as talk:
        talk.hear()
        assert talk.refused("say", text="hello") == "no_chat"
    table = ann.new_table("invite", listed="true")
    ben.post(f"/table/{table}/sit", seat="1")
    with ann.socket(table) as mine, ben.socket(table) as theirs:
        mine.hear()
        theirs.hear()
        assert "error" not in theirs.ask("say", text="something unkind")
        assert theirs.refused("mute", seat=0, yes=True) == "not_allowed"
        assert "error" not in mine.ask("mute", seat=1, yes=True)
        assert theirs.refused("say", text="more of it") == "muted"
    with ben.socket(table) as theirs:  # still, after coming back
        theirs.hear()
        assert theirs.refused("say", text="more of it") == "muted"
    ben.post("/you/delete")
    page = ann.get(f"/table/{table}").text
    assert "something unkind" not in page
    assert "This line was deleted." in page


# --- 65, 66: what every answer carries ------------------------------------------------------------

PAGES = [
    "/",
    "/about",
    "/games/muvuca",
    "/you",
    "/you/delete",
    "/replay",
    "/rules/muvuca",
    "/admin",
]


@pytest.mark.threat(65)
def test_the_content_policy_allows_nothing_unsafe() -> None:
    policy = HEADERS["content-security-policy"]
    assert "default-src 'self'" in policy
    for unsafe in ("unsafe", "*", "data: ;", "blob:", "http:", "https:"):
        assert unsafe not in policy
    for part in ("object-src 'none'", "base-uri 'none'", "form-action 'self'"):
        assert part in policy
    assert "require-trusted-types-for 'script'" in policy
    assert "trusted-types kermesse" in policy


@pytest.mark.threat(65)
def test_pages_hold_no_code_and_no_styles_of_their_own(ann: Browser) -> None:
    table = ann.new_table()
    with ann.socket(table) as talk:
        talk.hear()
        play_out(talk)
        told = " ".join(
            html
            for message in talk.heard
            for step in message.get("steps", ())
            for html in (*step.get("put", {}).values(), *step.get("add", {}).values())
        )
    texts = [ann.get(path).text for path in (*PAGES, f"/table/{table}", f"/replay/{table}")]
    for text in (*texts, told):
        assert not re.search(r"<[^>]*\s(style|on[a-z]+)=", text)
        assert not re.search(r"<script(?![^>]*\ssrc=)", text)
        assert "javascript:" not in text
        assert not re.search(r"<(iframe|object|embed|base|style)\b", text)


@pytest.mark.threat(65)
def test_names_in_uploaded_files_are_text(ann: Browser) -> None:
    from tests.match.scenes import SHORT, played

    from kermesse.core.matchfile import write_match

    match = played(8, **SHORT)
    match.players = ["<script>a()</script>", "<img src=x onerror=a()>"]
    answer = ann.http.post(
        "/replay/upload", files={"file": ("m.json", write_match(match).encode())}
    )
    location = answer.headers["location"]
    shown = ann.get(location).text + ann.get(location + "/frames").text
    assert "<script>a" not in shown
    assert "<img src=x" not in shown
    assert "&lt;script&gt;" in shown


@pytest.mark.threat(66)
def test_every_answer_is_guarded(served: Running, ann: Browser) -> None:
    ann.post("/you/theme", theme="dark")
    static = re.findall(r'(?:href|src)="(/static/[^"#]+)', ann.get("/").text)
    assert len(static) > 2
    others = ["/healthz", "/metrics", "/no/such/page", "/table/x", "/join/x", "/replay/x"]
    answers = [ann.get(path) for path in (*PAGES, *others, *static)]
    answers.append(ann.http.post("/you/name", headers={"origin": EVIL}))
    answers.append(ann.http.get("/", headers={"host": "evil.example"}))
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, answer.url
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "content-type" in answer.headers
        assert "server" not in answer.headers
        if "/static/" not in str(answer.url):
            assert answer.headers["cache-control"] == "no-store"


@pytest.mark.threat(61)
def test_a_flood_of_requests(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "requests_per_second": 10}) as one, httpx.Client() as client:
        statuses = [client.get(f"{one.base}/healthz").status_code for _ in range(80)]
        assert statuses[:40] == [200] * 40
        assert 429 in statuses
        until(lambda: client.get(f"{one.base}/healthz").status_code == 200)
