"""`TableLog`: a table on disk. What it returns from is written; nothing is shown before."""

from __future__ import annotations

import asyncio
import time

import structlog

from kermesse.store import AlreadyTaken, ChatLine, Conflict, LoggedEvent, StoreError
from kermesse.table.commands.change import Change, NewLine, NewTable
from kermesse.table.live.services import Services, kept
from kermesse.table.refusals import Refused
from kermesse.table.state.log_events import (
    FREE,
    KICK,
    LEAVE,
    REWIND,
    SEAT_BOT,
    SHOW,
    UNDO,
    result_of,
)
from kermesse.table.state.table_state import TableState

# what may happen again and again: no match needs it to come to its end
ENDLESS = frozenset({UNDO, REWIND, LEAVE, SEAT_BOT, FREE, KICK, SHOW})

log = structlog.get_logger()


class TableLog:
    """What a table writes."""

    def __init__(self, services: Services) -> None:
        self._store = services.store
        self._most = services.limits.events_per_table
        self._written = services.metrics.written

    async def append(self, state: TableState, change: Change) -> list[LoggedEvent]:
        """Write the events of a change, with seats, status and result, all or nothing."""
        if state.seq >= self._most and any(event.kind in ENDLESS for event in change.events):
            raise Refused("log_full")
        started = time.monotonic()
        future = self._store.append(
            state.id,
            state.seq + 1,
            change.events,
            seat_changes=change.seats,
            state=change.status,
            result=result_of(change.match) if change.match is not None else None,
        )
        try:
            stored = await asyncio.wrap_future(future)
        except Conflict:
            log.error("another program wrote to this table", table=state.id)
            raise Refused("failed") from None
        except StoreError as broken:
            log.error("nothing can be written", table=state.id, error=type(broken).__name__)
            raise Refused("unavailable") from None
        self._written.observe(time.monotonic() - started)
        return list(stored)

    async def keep_beside(self, table_id: str, change: Change) -> None:
        """Write what a change wants kept beside the log."""
        store, table = self._store, change.table
        if "invite" in table:
            await kept(asyncio.wrap_future(store.set_invite(table_id, table["invite"])))
        if "listed" in table:
            await kept(asyncio.wrap_future(store.set_listed(table_id, table["listed"])))
        if change.muted is not None:
            await kept(asyncio.wrap_future(store.mute(table_id, *change.muted)))
        for event in change.events:
            if event.kind == KICK and event.person_id is not None:
                await kept(asyncio.wrap_future(store.kick(table_id, event.person_id)))

    async def say(self, table_id: str, new: NewLine) -> ChatLine:
        """Write a line of chat; one that was sent before is the same line."""
        said = self._store.say(table_id, new.person, new.seat, new.channel, new.text, new.message)
        return await kept(asyncio.wrap_future(said))

    async def create(self, new: NewTable) -> str:
        """Write a new table. Of two rematches the first one counts; return the id of that."""
        try:
            future = self._store.create_table(new.table, new.seats, new.events)
            await asyncio.wrap_future(future)
        except AlreadyTaken:  # somebody else was quicker
            before = self._store.table(new.table.rematch_of or "")
            return (before.next if before else None) or ""
        except StoreError:
            raise Refused("unavailable") from None
        return new.table.id
