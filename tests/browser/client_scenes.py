"""A table without a game: a page as the server renders it, and a socket that tests speak through.

Every test has a table of its own, so that nothing of one reaches another.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

import kermesse.table

STATIC = Path(kermesse.table.__file__).parent / "static"
VERSION = "1.4.0"
CSP = (
    "default-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; "
    "trusted-types kermesse; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
PATIENCE = 10.0
MOMENTS = 70  # of the replay: three chunks
SYMBOLS = {"fries": "▲", "candy": "●", "corn": "■", "mango": "◆", "pie": "★", "back": "?"}
CROWD = {
    "row1": ("t1:back", "c11:candy", "c12:pie", "t4:back"),
    "row2": ("c21:corn", "t6:back", "c22:mango", "c23:fries"),
}
HAND = ("c1:fries", "c2:candy", "c3:corn")
PICKS: dict[str, Any] = {"fries": {"row1 >": {}, "row2 >": {}}, "candy": {"row2 >": {}}}


# --- the page ---------------------------------------------------------------------------------


def card(text: str, origin: str = "") -> str:
    """A card from `id:kind`."""
    name, kind = text.split(":")
    came = f' data-from="{origin}"' if origin else ""
    tip = f"This is {kind}."
    return f'<span id="{name}" class="card {kind}" data-tip="{tip}"{came}>{SYMBOLS[kind]}</span>'


def board(
    hand: Sequence[str] = HAND,
    crowd: Mapping[str, Sequence[str]] = CROWD,
    origins: Mapping[str, str] | None = None,
    extra: str = "",
) -> str:
    """A board of two rows and a hand; ``origins`` says where cards came from, by id."""
    came = origins or {}
    rows = "".join(
        f'<div class="line"><button type="button" id="push-{name}" class="push" disabled'
        f' data-pick="{name} >" data-tip="Pushes {name}." aria-label="{name}">▶</button>'
        f'<div id="{name}" class="row">{cards_of(cards, came)}</div></div>'
        for name, cards in crowd.items()
    )
    slots = "".join(
        f'<button type="button" id="pick-{text.split(":")[0]}" class="slot" disabled'
        f' data-pick="{text.split(":")[1]}" aria-label="{text.split(":")[1]}">'
        f"{card(text, came.get(text.split(':')[0], ''))}</button>"
        for text in hand
    )
    return (
        f'<div id="board" class="fair"><div id="hand-1" class="hand other">{cards_of(OTHER, came)}'
        f'</div>{rows}<div id="hand-0" class="hand">{slots}</div>{extra}</div>'
    )


OTHER = ("h1-0:back", "h1-1:back", "h1-2:back")


def cards_of(cards: Sequence[str], origins: Mapping[str, str]) -> str:
    return "".join(card(text, origins.get(text.split(":")[0], "")) for text in cards)


SEATS = """
<section id="seats" class="seats" aria-label="Players">
 <article id="seat-0" class="seat seat-0 due you"><div class="seat-who">
  <strong class="seat-name">Ana</strong><span class="tag">you</span><span class="tag">host</span>
  <span class="presence here">here</span></div>
  <div class="seat-stand"><span class="points">12 points</span>
  <span class="badge turn">to move</span><span class="clock running" data-deadline="92000">1:32
  </span></div></article>
 <article id="seat-1" class="seat seat-1"><div class="seat-who">
  <strong class="seat-name">Maximiliana-Bartholomea</strong><span class="presence away">away</span>
  </div><div class="seat-stand"><span class="points">9 points</span><span class="clock">2:05</span>
  </div><div class="seat-actions"><details id="menu-1" class="menu">
  <summary class="button small">Change</summary><div class="menu-items">
  <button type="button" class="button small" data-do='{"do":"mute","seat":1,"yes":true}'>Mute
  </button><button type="button" class="button small" id="kick"
  data-do='{"do":"kick","seat":1}' data-ask="Send Max away?">Send away</button>
  </div></details></div></article>
</section>"""

LOG = """<ol id="log">
 <li class="note">Ana sat down.</li>
 <li data-about="c11">Max pushed row 1: the candy fan came in.</li>
 <li data-about="c22 row2" tabindex="0">Ana pushed row 2: the mango fan came in.</li></ol>"""

CHAT = """<ol id="chat"><li><span class="who">Max</span> <span class="what">Good luck!</span></li>
</ol>"""

RULES = """<div class="prose"><h2>The push</h2>
<p id="rule-MV-19" class="rule"><strong>MV-19</strong> The card enters at the arrow.</p>
<p id="rule-MV-20" class="rule"><strong>MV-20</strong> The Cart blocks its line; see
<a href="#rule-MV-19">MV-19</a>.</p>
<p id="rule-MV-21" class="rule"><strong>MV-21</strong> The last card leaves.</p></div>"""


def document(title: str, content: str, scripts: Sequence[str], theme: str = "") -> HTMLResponse:
    sheets = ("static/tokens.css", "static/house.css", "static/table.css", "fixture.css")
    links = "".join(f'<link rel="stylesheet" href="/{sheet}">' for sheet in sheets)
    modules = "".join(
        f'<script type="module" src="/static/{name}?v={VERSION}"></script>' for name in scripts
    )
    chosen = f' data-theme="{theme}"' if theme else ""
    return HTMLResponse(
        f'<!doctype html><html lang="en"{chosen}><head><meta charset="utf-8">'
        f'<title>{title}</title><link rel="icon" href="data:,">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{links}{modules}'
        f'</head><body class="table-page"><header class="top"><div class="wrap top-row">'
        f'<a class="brand" href="/"><span class="brand-word">Kermesse</span></a>'
        f'<button type="button" id="rules-button" class="settings">Rules</button>'
        f'<button type="button" id="mute" class="settings" aria-pressed="false">Mute</button>'
        f"</div></header>{content}"
        f'<div id="tip" role="tooltip" hidden></div></body></html>'
    )


def table_page(request: Request) -> HTMLResponse:
    """The page of a table, as the server renders it before the socket opens."""
    number = request.path_params["number"]
    query = request.query_params
    return document(
        "Muvuca",
        f"""<div class="table-calls"><div id="table-call" class="calls"></div>
<div id="hurry" class="calling hurry" hidden data-words="Your time is running out.">
<p role="alert" data-slot="text"></p><span class="clock" data-slot="left"></span></div></div>
<main id="table" class="table" data-socket="/table/{number}/socket"
 data-version="{VERSION}" data-your-turn="Your turn" data-lobby="/lobby">
<section class="table-board" aria-label="Board">
 <p id="status" role="status" class="status yours">Choose a card and where to push it.</p>
 {board()}
 <div id="bar" class="bar"><button type="button" class="button small" id="undo"
  data-do='{{"do":"undo"}}'>Take back</button></div>
 <div class="bar"><button type="button" id="confirm-act" class="button primary" hidden>Do it
 </button><button type="button" id="cancel-act" class="button small" hidden>Cancel</button></div>
 <p id="hint" role="status" data-thinking="Looking …"></p>
</section>
<aside class="table-side" aria-label="Table">{SEATS}
 <div class="tabs" role="tablist">
  <button type="button" role="tab" id="tab-log" aria-controls="panel-log" data-tab="log"
   aria-selected="true">Log</button>
  <button type="button" role="tab" id="tab-chat" aria-controls="panel-chat" data-tab="chat"
   aria-selected="false">Chat</button>
  <button type="button" role="tab" id="tab-settings" aria-controls="panel-settings"
   data-tab="settings" aria-selected="false">Settings</button></div>
 <section data-panel="log" id="panel-log" role="tabpanel" aria-labelledby="tab-log">
  <div role="log" tabindex="0" aria-labelledby="tab-log">{LOG}</div></section>
 <section data-panel="chat" id="panel-chat" role="tabpanel" aria-labelledby="tab-chat" hidden>
  {CHAT}<form id="chat-form"><input name="text" aria-label="Say something" autocomplete="off"
  maxlength="500"><button class="button small primary">Send</button></form></section>
 <section data-panel="settings" id="panel-settings" role="tabpanel" hidden
  aria-labelledby="tab-settings"><label class="setting"><input type="checkbox" id="confirm">
  Confirm every move</label><button type="button" class="button small" data-copy="https://x/1"
  data-copied="Copied" id="copy">Copy the link</button></section>
</aside></main>
<div id="connection" role="status" hidden data-lost="Connection lost. Trying again …"
 data-back="Back again." data-stopped="Please load this page anew."></div>
<div id="refusal" role="alert" hidden><p data-slot="text"></p>
 <a data-slot="rule" href="/rules" hidden></a><p data-slot="said"></p>
 <button type="button" data-close aria-label="Close">×</button></div>
<dialog id="ask"><p data-slot="text"></p><form method="dialog">
 <button class="button small" value="no">No</button>
 <button class="button primary" value="yes">Yes</button></form></dialog>
<dialog id="rules" data-source="/rules" aria-label="Rules"><form method="dialog" class="rules-top">
 <input type="search" id="rules-search" class="input" aria-label="Search"><button
 class="button button-plain">Close</button></form><div id="rules-text" tabindex="0"></div>
</dialog>""",
        ("page.js", "table.js"),
        query.get("theme", ""),
    )


def replay_page(request: Request) -> HTMLResponse:
    at = int(request.query_params.get("at", "0"))
    viewer = request.query_params.get("as", "table")
    options = "".join(
        f'<option value="{name}"{" selected" if name == viewer else ""}>{name}</option>'
        for name in ("table", "0")
    )
    events = "".join(
        f'<li><button type="button" data-moment="{moment}">Event {moment}</button></li>'
        for moment in range(0, MOMENTS, 3)
    )
    buttons = "".join(
        f'<button type="button" id="{name}" class="button">{name}</button>'
        for name in ("first", "back", "play", "next", "last")
    )
    return document(
        "Replay",
        f"""<main data-frames="/replay/frames">{replay_board(at)}<ol id="line"></ol>
<input type="range" id="moment" min="0" max="{MOMENTS - 1}" value="{at}" aria-label="Moment">
<output id="moment-number"></output>{buttons}
<select id="speed"><option value="1">1</option><option value="8">8</option></select>
<form method="get"><input type="hidden" name="at" value="{at}">
<select id="view-as" name="as">{options}</select></form>
<ol id="events">{events}</ol><button type="button" id="link" data-copied="Copied">
<span>Copy</span></button></main>""",
        ("page.js", "replay.js"),
    )


def replay_board(moment: int) -> str:
    """The token walks to the right and back; the board says which moment it is."""
    place = moment % 5
    cells = "".join(
        f'<div id="cell-{cell}" class="cell">{card("c1:pie") if cell == place else ""}</div>'
        for cell in range(5)
    )
    return f'<div id="board" class="walk" data-shows="{moment}">{cells}</div>'


def replay_frames(request: Request) -> JSONResponse:
    first, end = int(request.query_params["from"]), int(request.query_params["to"])
    TABLES["replay"].received.put(dict(request.query_params))
    steps = [
        {"put": {"board": replay_board(n)}, "line": f"<li>Moment {n}</li>"}
        for n in range(first, min(end, MOMENTS))
    ]
    return JSONResponse({"from": first, "steps": steps})


FIXTURE_CSS = """
.fair { display: grid; gap: 14px; padding: 14px; border-radius: 16px; background: var(--sunk) }
.line { display: grid; grid-template-columns: 48px 1fr; gap: 10px }
.row { display: grid; grid-template-columns: repeat(5, 1fr); gap: 8px; min-height: 72px }
.push { min-width: 48px; min-height: 48px; background: var(--raised) }
.hand { display: flex; gap: 10px; justify-content: center; min-height: 76px }
.card { display: grid; place-items: center; aspect-ratio: 1; font-size: 30px; border-radius: 8px;
  border: 2px solid var(--ink); background: var(--yellow); color: #2a1f3d }
.card.back { background: var(--back); color: var(--white) }
.hand .card { width: 72px } .hand.other .card { width: 40px; font-size: 18px; align-self: start }
.small { height: 50px; overflow: auto }
.walk { display: flex } .walk .cell { width: 60px; height: 60px }
"""


# --- the server -------------------------------------------------------------------------------


class Table:
    """One table: what its page said, and a way to speak to it."""

    def __init__(self) -> None:
        self.received: queue.Queue[dict[str, Any]] = queue.Queue()
        self.opened: list[float] = []
        self.greeting: dict[str, Any] = {"hello": {"version": VERSION}, "at": 1, "picks": {}}
        self.closes = 0  # how many of the next sockets are closed at once
        self.socket: WebSocket | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    def send(self, **message: Any) -> None:
        """Send a message to the page."""
        self._run(self._open.send_text(json.dumps(message)))

    def drop(self, code: int = 1012) -> None:
        """Close the connection."""
        self._run(self._open.close(code))

    @property
    def _open(self) -> WebSocket:
        assert self.socket is not None
        return self.socket

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        assert self.loop is not None
        asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def heard(self, do: str = "") -> dict[str, Any]:
        """The next message of the page."""
        message = self.received.get(timeout=PATIENCE)
        assert do in ("", message.get("do"))
        return message

    def is_silent(self) -> bool:
        """Whether the page has said nothing, and says nothing for a moment."""
        try:
            self.received.get(timeout=0.15)
        except queue.Empty:
            return True
        return False


TABLES: defaultdict[str, Table] = defaultdict(Table)


async def socket(websocket: WebSocket) -> None:
    table = TABLES[websocket.path_params["number"]]
    await websocket.accept()
    table.opened.append(time.monotonic())
    if table.closes:
        table.closes -= 1
        await websocket.close(1012)
        return
    table.loop, table.socket = asyncio.get_running_loop(), websocket
    await websocket.send_text(json.dumps(table.greeting))
    try:
        while True:
            table.received.put(json.loads(await websocket.receive_text()))
    except WebSocketDisconnect:
        pass


class Strict:
    """The policy of the real server on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["content-security-policy"] = CSP
            await send(message)

        await self.app(scope, receive, sending)


def fixture_css(_: Request) -> Response:
    return Response(FIXTURE_CSS, media_type="text/css")


def rules(_: Request) -> HTMLResponse:
    return HTMLResponse(RULES)


def lobby(_: Request) -> HTMLResponse:
    return document("Lobby", "<main>Lobby</main>", ("page.js",))


ROUTES = [
    Route("/table/{number}", table_page),
    WebSocketRoute("/table/{number}/socket", socket),
    Route("/replay", replay_page),
    Route("/replay/frames", replay_frames),
    Route("/rules", rules),
    Route("/lobby", lobby),
    Route("/fixture.css", fixture_css),
    Mount("/static", StaticFiles(directory=STATIC)),
]


@contextmanager
def serving() -> Iterator[str]:
    """The server in a thread; gives its address."""
    config = uvicorn.Config(
        Strict(Starlette(routes=ROUTES)), port=0, ws="wsproto", log_level="critical", lifespan="off"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
