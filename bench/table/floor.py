"""The floor of the stack: the same sockets and the same messages, without rules, store or views.

    python -m bench.table.floor PORT TAPE

Plays a tape of what two people were really sent. Whatever either of them does, both get the next
message of the tape: the least that a server on uvicorn, Starlette and wsproto has to do.
"""

from __future__ import annotations

import gc
import itertools
import json
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

Tape = list[tuple[str, str]]  # what the first and the second person were sent, turn by turn


class Floor:
    """Tables that only know how far their tape has run."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self.numbers = itertools.count()
        self.turns: dict[str, int] = {}
        self.sockets: dict[str, dict[int, WebSocket]] = {}

    async def invite(self, request: Request) -> Response:
        """A new table."""
        return RedirectResponse(f"/table/{next(self.numbers)}", 303)

    async def page(self, request: Request) -> Response:
        """A page with an invitation."""
        return PlainTextResponse(f"/join/{request.path_params['table']}")

    async def join(self, request: Request) -> Response:
        """The second person; the cookie tells who is who."""
        response = RedirectResponse(f"/table/{request.path_params['table']}", 303)
        response.set_cookie("second", "1")
        return response

    async def socket(self, websocket: WebSocket) -> None:
        """Somebody at a table."""
        await websocket.accept()
        table, seat = websocket.path_params["table"], int("second" in websocket.cookies)
        around = self.sockets.setdefault(table, {})
        around[seat] = websocket
        await websocket.send_text(self.tape[0][seat])
        try:
            while True:
                message = json.loads(await websocket.receive_text())
                turn = self.turns[table] = self.turns.get(table, 0) + 1
                for other, there in around.items():
                    await there.send_text(self.tape[turn % len(self.tape)][other])
                await websocket.send_text(json.dumps({"re": message["id"]}))
        except WebSocketDisconnect:
            around.pop(seat, None)


def main() -> None:
    """Serve until told to stop."""
    port, tape = int(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())
    floor = Floor(tape)
    app = Starlette(
        routes=[
            Route("/readyz", lambda request: PlainTextResponse("yes")),
            Route("/games/{game}/invite", floor.invite, methods=["POST"]),
            Route("/table/{table}", floor.page),
            Route("/join/{table}", floor.join, methods=["POST"]),
            WebSocketRoute("/table/{table}/socket", floor.socket),
        ]
    )
    gc.set_threshold(50_000, 20, 100)
    uvicorn.run(app, port=port, http="h11", ws="wsproto", access_log=False, log_level="warning")


if __name__ == "__main__":
    main()
