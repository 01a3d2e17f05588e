"""Section A of the threat model: malformed and hostile input."""

from __future__ import annotations

import ast
import asyncio
import gzip
import json
import re
import socket
import time
import tracemalloc
import zlib
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.match.scenes import SHORT, played

import kermesse
from kermesse.core.matchfile import write_match
from kermesse.table import guard, messages, server
from kermesse.table.commands.decisions import tried
from kermesse.table.forms import FormError, read_chat, read_name, skeleton
from kermesse.table.messages import BadMessage
from kermesse.table.refusals import Refused

from .wires import (
    HERE,
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
)

MUVUCA = kermesse.game("muvuca")
DEFLATE = {"Sec-WebSocket-Extensions": "permessage-deflate"}
ACT = '{"do":"act","id":"a","at":%s,"path":["fries-star"]}'
SIT = '{"do":"sit","id":"a","seat":%s}'


@pytest.fixture
def table(ann: Browser) -> str:
    return ann.new_table("invite")


# --- 1 to 6: messages -----------------------------------------------------------------------------

UNREADABLE = [
    "",
    "{",
    "nonsense",
    "null",
    "[]",
    '"ping"',
    '{"do":"ping"}',
    '{"do":"ping","id":"a"',
    '{"do":"say","id":"a","text":"\\ud800"}',
    '{"do":"ping","id":"a\\u0000b"}',
    '{"do":"ping","id":""}',
    '{"do":"ping","id":"' + "a" * 41 + '"}',
    '{"do":"ping","id":"a\\n"}',
]
STRANGE = [
    '{"do":"ping","id":"a","more":1}',
    '{"do":"ping","id":"a","__proto__":{}}',
    '{"do":"ping","id":"a","__class__":"Start"}',
    '{"do":"Ping","id":"a"}',
    '{"do":"message","id":"a"}',
    '{"do":"ping","do":"start","id":"a"}',
    '{"do":["ping"],"id":"a"}',
]
WRONG = [
    *(ACT % value for value in ("-1", "3.0", "1e0", "1e999", "NaN", "true", '"3"', "null")),
    *(ACT % value for value in ("9007199254740992", "1" + "0" * 3000)),
    *(SIT % value for value in ("-1", "true", '"0"', "0.0", "2147483648", "99")),
    '{"do":"act","id":"a","at":1,"path":[]}',
    '{"do":"act","id":"a","at":1,"path":"fries-star"}',
    '{"do":"act","id":"a","at":1,"path":[0]}',
    '{"do":"act","id":"a","at":1,"path":[""]}',
    '{"do":"act","id":"a","at":1,"path":["' + "x" * 81 + '"]}',
    json.dumps({"do": "act", "id": "a", "at": 1, "path": ["a"] * 9}),
    '{"do":"mute","id":"a","seat":1,"yes":1}',
    '{"do":"say","id":"a","text":"hi","to":"everybody"}',
    '{"do":"say","id":"a","text":"hi","to":"table\\n"}',
    '{"do":"bot","id":"a","seat":1,"name":"../greedy"}',
]


@pytest.mark.threat(1, 5, 6)
@pytest.mark.parametrize("text", [*UNREADABLE, *STRANGE, *WRONG])
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        messages.read(text)


@pytest.mark.threat(4)
@pytest.mark.parametrize(
    "text",
    [
        "[" * 4000,
        '{"do":' * 600,
        '{"do":"act","id":"a","at":1,"path":' + "[" * 2000 + "]" * 2000 + "}",
        ACT % ("9" * 4000),
        ACT % "1e999",
        ACT % "-1e999",
        "[" * 10_000,
    ],
)
def test_deep_and_endless_values_are_refused_at_once(text: str) -> None:
    best = 1.0
    for _ in range(5):
        started = time.perf_counter()
        with pytest.raises(BadMessage):
            messages.read(text)
        best = min(best, time.perf_counter() - started)
    assert best < 0.001


@pytest.mark.threat(4)
def test_minus_nought_is_nought() -> None:
    read = messages.read(ACT % "-0")
    assert isinstance(read, messages.Act)
    assert read.at == 0


@pytest.mark.threat(1)
def test_three_strikes(ann: Browser, table: str) -> None:
    with ann.socket(table) as talk:
        talk.hear()
        for _ in range(2):
            talk.raw.send("nonsense")
            said = talk.hear_until(lambda message: "error" in message)
            assert said["error"]["kind"] == "bad_message"
        assert "error" not in talk.ask("ping")
        talk.raw.send("nonsense")
        assert talk.closed() == 1007


@pytest.mark.threat(1)
def test_a_text_that_is_no_text(served: Running, table: str) -> None:
    with Bare(served, table) as bare:
        bare.send(1, b"\xff\xfe{}")
        assert bare.closed() == 1007


@pytest.mark.threat(3)
def test_a_binary_message(served: Running, table: str) -> None:
    with Bare(served, table) as bare:
        bare.send(2, b'{"do":"ping","id":"a"}')
        assert bare.closed() == 1003


# --- 2: sizes -------------------------------------------------------------------------------------


def of_size(size: int) -> bytes:
    return b'{"do":"say","id":"a","text":"' + b"x" * (size - 31) + b'"}'


@pytest.mark.threat(2)
@pytest.mark.parametrize("size", [16 * 2**10 + 1, 2**20])
def test_a_message_that_is_too_large(served: Running, table: str, size: int) -> None:
    with Bare(served, table) as bare:
        try:
            bare.send(1, of_size(size))
        except ConnectionError:
            return  # it was closed before all was sent
        assert bare.closed() in (1009, 1006)


@pytest.mark.threat(2)
def test_a_message_just_within_the_frame_limit_is_refused_by_name(ann: Browser, table: str) -> None:
    with ann.socket(table) as talk:
        talk.hear()
        talk.raw.send(of_size(messages.LONGEST + 1).decode())
        said = talk.hear_until(lambda message: "error" in message)
        assert said["error"]["kind"] == "bad_message"


@pytest.mark.threat(2)
def test_a_header_that_promises_too_much_is_not_waited_for(served: Running, table: str) -> None:
    with Bare(served, table) as bare:
        bare.line.sendall(b"\x81\xff" + (60 * 2**20).to_bytes(8) + bytes(4) + b"x" * 20_000)
        assert bare.closed() in (1009, 1006)


@pytest.mark.threat(2)
def test_endless_fragments(served: Running, table: str) -> None:
    with Bare(served, table) as bare:
        bare.send(1, b"x" * 1000, fin=False)
        sent = 0
        try:
            for _ in range(200):
                bare.send(0, b"x" * 1000, fin=False)
                sent += 1
        except ConnectionError:
            assert sent < 200
            return
        assert bare.closed() in (1009, 1006)


def bomb(size: int) -> bytes:
    """So many bytes of nothing, compressed."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join(packer.compress(bytes(2**20)) for _ in range(size // 2**20))
    return (packed + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


@pytest.mark.threat(2)
def test_a_compressed_bomb_is_not_inflated(served: Running, table: str) -> None:
    packed = bomb(64 * 2**20)
    with Bare(served, table, **DEFLATE) as bare:
        assert b"permessage-deflate" in bare.head.lower()
        tracemalloc.start()
        try:
            bare.send(1, packed, packed=True)
            code = bare.closed()
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert code in (1009, 1006)
    assert peak < 8 * 2**20


# --- 7, 9, 13: actions ----------------------------------------------------------------------------


@pytest.mark.threat(7, 9)
def test_cards_and_pushes_that_are_not_there(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options={"first_player": "seat0"})
            one, two = Listener(live, ana), Listener(live, rui)
            match = live.state.match
            assert match is not None
            mine = [action.text for action in match.legal(0)]
            alien = next(
                text for text in map(MUVUCA.notation.action_text, range(25)) if text not in mine
            )
            before = [frame.tobytes() for frame in match.frames]
            for path, kind in [
                ([alien, "row1 >"], "illegal"),
                ([mine[0], mine[0]], "illegal"),
                ([mine[0], mine[1]], "illegal"),
                (["row1 >"], "illegal"),
                ([mine[0], "row5 >"], "unreadable"),
                ([mine[0], "row0 >"], "unreadable"),
                ([mine[0], "row1 7"], "unreadable"),
                ([mine[0], "column1 >"], "unreadable"),
                ([f"{mine[0]} row1 >"], "unreadable"),
                ([mine[0], "row1 >", "row1 >"], "unreadable"),
                (["-1"], "unreadable"),
            ]:
                assert await one.ask(act(live, path)) == kind, path
            assert [frame.tobytes() for frame in match.frames] == before
            assert await two.ask(act(live, [mine[0], "row1 >"])) == "not_allowed"
            assert await one.ask(act(live, [mine[0], "row1 >"])) == ""
            now = live.state.match
            assert now is not None
            theirs = now.legal(1)[0].text
            for push in ("row1 >", "row1 <"):  # the Cart's line, from either end
                assert await two.ask(act(live, [theirs, push])) == "illegal"
            assert await two.ask(act(live, [mine[0], "row2 >"])) == "illegal"  # just played
            assert await two.ask(act(live, [theirs, "row2 >"])) == ""

    asyncio.run(run())


@pytest.mark.threat(7)
def test_a_refused_card_is_refused_in_the_same_words_whoever_has_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options={"first_player": "seat0"})
            match = live.state.match
            assert match is not None
            hands = [int(hand) for hand in match.frames[-1].record.hand]
            said = set()
            for card in range(25):
                if hands[0] >> card & 1:
                    continue
                text = MUVUCA.notation.action_text(card)
                with pytest.raises(Refused, match="not in your hand") as refused:
                    tried(live.state, 0, [text], "en")
                food, jacket = text.split("-")
                said.add(str(refused.value).replace(food, "F").replace(jacket, "J"))
            assert len({len(text) for text in said}) <= 4
            assert {text.partition(":")[0] for text in said} == {"illegal"}

    asyncio.run(run())


@pytest.mark.threat(13)
def test_nobody_acts_who_may_not(served: Running, ann: Browser, ben: Browser) -> None:
    waiting = ann.new_table("invite")
    other = ann.new_table()
    with ann.socket(waiting) as talk:
        talk.hear()
        assert talk.refused("act", at=0, path=["fries-star", "row1 >"]) == "not_allowed"
    ben.new_table()
    with ann.socket(other) as mine, ben.socket(other) as watching:
        mine.hear()
        watching.hear()
        now = mine.my_turn()
        path = first_path(now["picks"])
        for person in (watching, Talk(served, other)):
            answer = person.ask("act", at=now["at"], path=path)
            assert answer["error"]["kind"] == "not_allowed"
            assert "rule" not in answer["error"]
            for do, fields in HOSTLY.items():
                assert person.refused(do, **fields) == "not_allowed", do
            person.raw.close()
        play_out(mine)
        assert mine.refused("act", at=mine.now["at"], path=path) == "not_allowed"
        assert mine.refused("undo") == "not_allowed"


HOSTLY: dict[str, dict[str, Any]] = {
    "undo": {},
    "hint": {"at": 0},
    "consent": {"yes": True},
    "start": {},
    "leave": {},
    "bot": {"seat": 1, "name": "random"},
    "open": {"seat": 1},
    "invite": {},
    "kick": {"seat": 0},
    "mute": {"seat": 0, "yes": True},
    "list": {"yes": True},
    "sit": {"seat": 1},
    "rematch": {},
    "say": {"text": "hi"},
}


@pytest.mark.threat(14)
@pytest.mark.parametrize(
    "form",
    [
        {"seats": "99"},
        {"seats": "0"},
        {"seats": "-2"},
        {"seats": "²"},
        {"option-rounds_to_win": "1000000000"},
        {"option-rounds_to_win": "-1"},
        {"option-end_lines": "0"},
        {"option-no_such": "1"},
        {"option-first_player": "seat7"},
        {"clock": "decision", "decision_seconds": "1"},
        {"clock": "total", "total_minutes": "99999999"},
        {"bot": "../../x"},
        {"secret": "00"},
    ],
)
def test_impossible_tables(ann: Browser, form: dict[str, str]) -> None:
    before = ann.running.tables.services.store.count_by_state()
    for how in ("play", "invite"):
        assert ann.post(f"/games/muvuca/{how}", **form).status_code == 400
    assert ann.running.tables.services.store.count_by_state() == before


# --- 15: names and chat ---------------------------------------------------------------------------


@pytest.mark.threat(15)
@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("<b>Ana</b>", "<b>Ana</b>"),  # plain text; escaped where it is shown
        ("A\u202ena\u202c", "Ana"),
        ("A\u200bn\u2060a\ufeff", "Ana"),
        ("a" + "\u0301" * 1000, "á\u0301\u0301"),
        ("e\u0301", "é"),
        ("a\u0000b\nc", "ab c"),
        ("\u2066hi\u2069", "hi"),
    ],
)
def test_chat_is_one_line_of_plain_text(typed: str, kept: str) -> None:
    assert read_chat(typed) == kept


@pytest.mark.threat(15)
@pytest.mark.parametrize("typed", ["", "\u200b", "x" * 501, "x" * 10_000, "\u3164", "\u202e"])
def test_chat_that_is_nothing_or_too_much(typed: str) -> None:
    with pytest.raises(FormError):
        read_chat(typed)


@pytest.mark.threat(15)
@pytest.mark.parametrize("typed", ["x" * 25, "\u200b", "Аna", "αnna"])
def test_names_that_are_refused(typed: str) -> None:
    with pytest.raises(FormError):
        read_name(typed)


@pytest.mark.threat(15)
def test_names_that_look_alike_are_told_apart(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_tables(tmp_path) as tables:
            ana, fake = await people(tables, "Ana", "АΝА")
            assert skeleton("Ana") == skeleton("АΝА")
            live = await seated(tables, MUVUCA, ana, fake)
            socket = Listener(live, ana)
            await live.join(socket)
            await live.obey(fake, messages.Say(id="s1", text="it is me, Ana"))
            shown = json.dumps(socket.told(), ensure_ascii=False)
            assert "Ana (0)" in shown
            assert "АΝА (1)" in shown
            assert ">АΝА<" not in shown

    asyncio.run(run())


@pytest.mark.threat(15, 65)
def test_chat_and_names_are_shown_as_text(ann: Browser, ben: Browser) -> None:
    name, line = '<img src=x onerror="a()">', "<script>a()</script> javascript:a() ' \" &lt;"
    table = ann.new_table("invite", listed="true")
    ann.post("/you/name", name=name)
    ben.post(f"/table/{table}/sit", seat="1")
    with ann.socket(table) as talk, ben.socket(table) as other:
        talk.hear()
        other.hear()
        assert "error" not in talk.ask("say", text=line)
        other.hear_until(lambda message: "javascript" in json.dumps(message))
        shown = other.html() + ben.get(f"/table/{table}").text + ann.get("/").text
    assert "&lt;script&gt;" in shown
    assert "<script>a" not in shown
    assert "<img src=x" not in shown
    assert 'dir=\\"auto\\"' in shown
    assert 'href="javascript' not in shown


@pytest.mark.threat(15)
def test_cleaning_takes_no_longer_for_hostile_text() -> None:
    for text in ("\u0301" * 4000, "a\u200d" * 2000, "\u202e" * 4000, "x\ufe0f" * 2000):
        started = time.perf_counter()
        for read in (read_chat, read_name):
            with suppress(FormError):
                read(text)
        assert time.perf_counter() - started < 0.25


# --- 16: files ------------------------------------------------------------------------------------


def upload(browser: Browser, content: bytes, name: str = "m.json") -> httpx.Response:
    return browser.http.post("/replay/upload", files={"file": (name, content)})


@pytest.fixture(scope="module")
def match_file() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(write_match(played(5, **SHORT)))
    return content


@pytest.mark.threat(16)
def test_a_match_file_is_shown(ann: Browser, match_file: dict[str, Any]) -> None:
    answer = upload(ann, json.dumps(match_file).encode())
    assert answer.status_code == 303
    shown = ann.get(answer.headers["location"])
    assert shown.status_code == 200


BROKEN_FILES: dict[str, Any] = {
    "zip bomb": gzip.compress(bytes(8 * 2**20)),
    "not text": b"\xff\xfe\x00",
    "deep": b"[" * 100_000,
    "a number without end": b'{"kermesse": ' + b"9" * 100_000 + b"}",
    "too large": b" " * (4 * 2**20 + 1),
    "empty": b"",
    "null": b"null",
}


@pytest.mark.threat(16)
@pytest.mark.parametrize("what", BROKEN_FILES)
def test_what_is_no_match_file(ann: Browser, what: str) -> None:
    started = time.monotonic()
    answer = upload(ann, BROKEN_FILES[what])
    assert answer.status_code == 400
    assert time.monotonic() - started < 5
    assert "Traceback" not in answer.text


@pytest.mark.threat(16)
@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"game": "../muvuca"},
        {"game": ["muvuca"]},
        {"game": "chess"},
        {"rules": "99"},
        {"secret": "00" * 32},
        {"secret": None},
        {"seats": 10**9},
        {"options": {"rounds_to_win": 10**9}},
        {"players": ["<script>", "\u202e"]},
        {"decisions": [[0, "fries-star", ""]] * 20_000},
        {"decisions": [[-1, "fries-star", ""]]},
        {"__class__": "os.system"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_match_file_that_was_changed(
    ann: Browser, match_file: dict[str, Any], change: dict[str, Any]
) -> None:
    answer = upload(ann, json.dumps(match_file | change).encode())
    if answer.status_code == 303:  # shown, with a verdict
        shown = ann.get(answer.headers["location"])
        assert shown.status_code == 200
        assert "Does not match" in shown.text
    else:
        assert answer.status_code == 400


# --- 17: HTTP -------------------------------------------------------------------------------------


def asked(served: Running, *lines: str, body: str = "") -> int:
    """The status of a request by hand."""
    request = "\r\n".join([*lines, "Connection: close", "", body])
    answer = raw_request(served, request.encode("latin-1"))
    return int(answer.split()[1]) if answer else 0


@pytest.mark.threat(17)
@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.nip.io"])
def test_another_host(served: Running, host: str) -> None:
    assert asked(served, "GET / HTTP/1.1", f"Host: {host}") == 400


@pytest.mark.threat(17)
def test_hosts_that_are_ours(served: Running) -> None:
    for host in ("localhost", served.name, "LOCALHOST:80", "[::1]:9", "10.0.0.7"):
        assert asked(served, "GET /healthz HTTP/1.1", f"Host: {host}") == 200
    assert asked(served, "GET /healthz HTTP/1.1", "Host: [::1") == 400
    assert asked(served, "GET /healthz HTTP/1.1", "Host: a", "Host: localhost") == 400
    assert asked(served, "GET /healthz HTTP/1.1") == 400


@pytest.mark.threat(17)
def test_strange_headers_are_no_failure(served: Running) -> None:
    host = f"Host: {served.name}"
    failures = served.tables.services.metrics.failures.labels(where="page")._value.get()
    for line in ("Cookie: kermesse=abc.é", "Cookie: kermesse-office=99999999999.é", "Cookie: =;;"):
        assert asked(served, "GET / HTTP/1.1", host, line) == 200
        assert asked(served, "GET /admin HTTP/1.1", host, line) == 200
    for origin in ("http://[", "null", "x", "http://[::1", "é"):
        lines = (host, f"Origin: {origin}", "Content-Length: 0")
        assert asked(served, "POST /you/theme HTTP/1.1", *lines) == 403
    assert asked(served, "POST / HTTP/1.1", host, "Content-Length: 5²") == 400
    assert asked(served, "GET / HTTP/1.1", host, "Accept-Language: " + "x," * 5000) == 200
    assert served.tables.services.metrics.failures.labels(where="page")._value.get() == failures


@pytest.mark.threat(17)
def test_heads_that_are_too_long(served: Running) -> None:
    host = f"Host: {served.name}"
    assert asked(served, "GET / HTTP/1.1", host, "X: " + "x" * 65536) in (431, 400, 0)
    assert asked(served, "GET /" + "x" * 600 + " HTTP/1.1", host) == 414


@pytest.mark.threat(17)
def test_smuggling(served: Running) -> None:
    host = f"Host: {served.name}"
    both = ("Content-Length: 4", "Transfer-Encoding: chunked")
    first = raw_request(
        served,
        "\r\n".join(
            [
                "POST /you/theme HTTP/1.1",
                host,
                *both,
                "",
                "0",
                "",
                "GET /admin HTTP/1.1",
                host,
                "",
                "",
            ]
        ).encode(),
        seconds=1.0,
    )
    assert first.count(b"HTTP/1.1") == 1
    twice = ("Content-Length: 4", "Content-Length: 5")
    assert asked(served, "POST /you/theme HTTP/1.1", host, *twice, body="theme") == 400
    assert asked(served, "GET http://evil.example/ HTTP/1.1", host) in (404, 400)


@pytest.mark.threat(17)
def test_ranges_are_not_offered(ann: Browser) -> None:
    path = next(
        part.split('"')[0]
        for part in ann.get("/").text.split('href="')
        if part.startswith("/static")
    )
    many = "bytes=" + ",".join(f"{n}-{n}" for n in range(2500))
    answer = ann.get(path, headers={"range": many})
    assert answer.status_code == 200
    assert "accept-ranges" not in answer.headers


@pytest.mark.threat(17)
def test_forms_of_too_many_parts(ann: Browser) -> None:
    started = time.monotonic()
    many = {f"f{n}": (None, "x") for n in range(3000)}
    assert ann.http.post("/you/name", files=many).status_code == 400
    huge = {"name": (None, "x" * (70 * 2**10))}
    assert ann.http.post("/you/name", files=huge).status_code == 400
    body = b"x" * (6 * 2**20)
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert ann.http.post("/you/name", content=body, headers=kind).status_code == 413
    assert time.monotonic() - started < 10


@pytest.mark.threat(17)
def test_a_form_without_a_length_is_measured(ann: Browser) -> None:
    def pieces() -> Any:
        for _ in range(100):
            yield b"x" * 2**16

    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = ann.http.post("/you/name", content=pieces(), headers=kind)
    assert answer.status_code == 400


@pytest.mark.threat(17)
@pytest.mark.parametrize("charset", ["punycode", "utf-7", "unicode_escape", "idna"])
def test_forms_in_strange_encodings(ann: Browser, charset: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n%s\r\n--x--\r\n'
    kind = {"content-type": f"multipart/form-data; charset={charset}; boundary=x"}
    started = time.monotonic()
    answer = ann.http.post("/you/name", content=part % (b"99999" * 12_000), headers=kind)
    assert answer.status_code == 400
    assert time.monotonic() - started < 1.0


@pytest.mark.threat(17)
def test_a_slow_head_and_a_slow_body_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(guard, "PIECE_SECONDS", 0.4)
    with running(tmp_path, ROOMY) as slow:
        for begin in (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "):
            with socket.create_connection((HERE, slow.port), timeout=10) as line:
                line.sendall(begin)
                with suppress(ConnectionResetError):
                    assert line.recv(100) == b""
        with socket.create_connection((HERE, slow.port), timeout=10) as line:
            line.sendall(
                b"POST /you/theme HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n"
                b"Content-Type: application/x-www-form-urlencoded\r\n\r\ntheme="
            )
            assert line.recv(100).startswith(b"HTTP/1.1 400")
        with (patient := Browser(slow)).http:  # an idle moment within a conversation is fine
            table = patient.new_table()
            with Bare(slow, table) as bare:
                time.sleep(0.8)
                assert patient.get("/healthz").status_code == 200
                bare.send(1, b'{"do":"ping","id":"later"}')
                while True:
                    _, payload = bare.read()
                    if b'"re":"later"' in payload:
                        break


# --- 18: paths ------------------------------------------------------------------------------------


@pytest.mark.threat(18)
@pytest.mark.parametrize(
    "path",
    [
        "/static/x/../../pyproject.toml",
        "/static/x/..%2f..%2fserver.py",
        "/static/x/%2e%2e/server.py",
        "/static/x//etc/passwd",
        "/static/x/games/muvuca/../../secrets.py",
        "/static/x/tables.css%00.js",
        "/replay/../../etc/passwd",
        "/replay/file/..%2f..%2fetc%2fpasswd",
        "/replay/file/x/y",
        "/replay/%2e%2e/file",
        "/table/..%2f..%2fetc",
        "/table/' OR 1=1 --",
        "/games/..%2fmuvuca",
        "/rules/%2e%2e",
        "/join/%00",
    ],
)
def test_paths_that_lead_elsewhere(served: Running, path: str) -> None:
    target = path.replace(" ", "%20")
    status = asked(served, f"GET {target} HTTP/1.1", f"Host: {served.name}")
    assert status in (404, 410)


@pytest.mark.threat(18)
def test_the_name_of_a_download(ann: Browser) -> None:
    table = ann.new_table()
    with ann.socket(table) as talk:
        talk.hear()
        play_out(talk)
    answer = ann.get(f"/replay/{table}/file")
    assert (
        answer.headers["content-disposition"] == f'attachment; filename="muvuca-{table[:8]}.json"'
    )


# --- the list -------------------------------------------------------------------------------------


def test_the_document_names_tests_that_exist() -> None:
    root = Path(__file__).resolve().parents[2]
    listed = (root / "docs" / "reference" / "threats.md").read_text(encoding="utf-8")
    files = [
        *(root / "tests" / "table").glob("test_*.py"),
        *(root / "tests" / "store").glob("test_*.py"),
    ]
    written = {
        name for file in files for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))
    }
    named = set(re.findall(r"`(test_\w+)`", listed))
    assert len(named) > 80
    assert named <= written, named - written


OF_THE_MODEL, OUR_OWN = range(1, 105), range(105, 108)


def test_the_document_and_the_marks_of_the_tests_agree() -> None:
    """Every threat has a row; a test named there has its mark, and a mark has a test named."""
    root = Path(__file__).resolve().parents[2]
    marks = marked_tests(root / "tests")
    marked = set().union(*marks.values())
    rows: dict[int, set[str]] = {}
    text = (root / "docs" / "reference" / "threats.md").read_text(encoding="utf-8")
    for cell, rest in re.findall(r"^\| ([\d, ]+) \|(.*)$", text, re.MULTILINE):
        numbers, named = {int(each) for each in cell.split(", ")}, re.findall(r"`(test_\w+)`", rest)
        for name in named:
            assert marks[name] & numbers, f"{name} has no mark of {cell}"
        for number in numbers:
            assert number not in rows, f"{number} has two rows"
            rows[number] = set(named)
    assert set(rows) == {*OF_THE_MODEL, *OUR_OWN}
    shared = {37, 33}  # twin worlds stand for many
    unnamed = {n for n, named in rows.items() if not any(n in marks[name] for name in named)}
    assert not (marked & unnamed) - shared, "tests have these marks, and the rows name none of them"


def marked_tests(folder: Path) -> dict[str, set[int]]:
    """The numbers of the threats that each test is marked with."""
    found: dict[str, set[int]] = defaultdict(set)
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for call in node.decorator_list:
                    if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("threat"):
                        found[node.name] |= {ast.literal_eval(each) for each in call.args}
    return found
