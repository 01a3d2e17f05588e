"""A program that starts servers one after the other, so that they can be killed.

Everything is imported and compiled before a server is forked off: its life begins in a moment.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from kermesse.core.match import Match
from kermesse.core.registry import game
from kermesse.store import LoggedEvent, now
from kermesse.table.commands.change import Change
from kermesse.table.limits import Limits
from kermesse.table.live.compilation import Compilation
from kermesse.table.live.table_log import TableLog
from kermesse.table.server import Settings, serve
from kermesse.table.state.log_events import DECIDE, result_of
from kermesse.table.state.picks import tree
from kermesse.table.state.table_state import TableState

append_first = TableLog.append
HASTE = 0.05  # seconds by which a hasty server shows before it writes
LIMITS = Limits(
    connections_per_address=1000,
    messages_per_second=1000,
    tables_per_minute=10_000,
    guests_per_minute=10_000,
    requests_per_second=10_000,
    cpu_ms_per_second=100_000,
)


async def append_later(self: TableLog, state: TableState, change: Change) -> list[LoggedEvent]:
    """What `TableLog.append` must never do: let it be true at once and write it a moment later."""
    events = change.events
    if events[0].kind != DECIDE:
        return await append_first(self, state, change)
    seq = state.seq + 1
    stored = [
        LoggedEvent(state.id, seq + i, e.kind, e.seat, e.person_id, e.client_id, e.body, now(), b"")
        for i, e in enumerate(events)
    ]
    result = result_of(change.match) if change.match is not None else None
    asyncio.get_running_loop().call_later(
        HASTE,
        lambda: self._store.append(
            state.id, seq, events, seat_changes=change.seats, state=change.status, result=result
        ),
    )
    return stored


async def nothing_to_prepare(preparing: Compilation) -> None:
    """The game was made ready before the fork."""
    for ready in preparing._ready.values():
        ready.set()


def play_a_little() -> None:
    """Load all machine code that a match without bots needs."""
    match = Match(game("muvuca"), secret=bytes(32))
    for _ in range(8):
        seat = min(match.due)
        match.view(seat).points  # noqa: B018
        match.act(seat, next(iter(tree(match.frames[-1], seat))))


def live(port: int, folder: str, kind: str) -> None:
    """The life of one server."""
    Compilation._work = nothing_to_prepare  # type: ignore[method-assign]
    if kind == "hasty":
        TableLog.append = append_later  # type: ignore[method-assign, assignment]
    serve(Settings(Path(folder), port=port, limits=LIMITS))


def main() -> None:
    """Start a server for every line `PORT FOLDER KIND`; say its number, and when it is dead."""
    play_a_little()
    print("warm", flush=True)
    for line in sys.stdin:
        port, folder, kind = line.split()
        child = os.fork()
        if not child:
            os.close(0)
            os.dup2(2, 1)
            live(int(port), folder, kind)
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    main()
