"""`BotPlayers`: the bots at one table. Each sees its seat's view, and decides as people do."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable
from typing import Protocol

import structlog

from kermesse.core.position import Action, View
from kermesse.table.commands.decisions import is_noticed
from kermesse.table.cost import paid
from kermesse.table.live.partners import shared_seed, thinks_alone
from kermesse.table.live.services import Services
from kermesse.table.refusals import Refused
from kermesse.table.state.table_state import TableState

RETRY_SECONDS = 1.0  # before something is written again that could not be

log = structlog.get_logger()


class TableOfBots(Protocol):
    """What bots may touch of their table."""

    state: TableState
    lock: asyncio.Lock

    def due_bots(self) -> list[int]:
        """The seats where a bot is to decide now."""
        ...

    async def bot_acts(self, seat: int, action: Action) -> None:
        """Carry out a bot's decision; the lock is held."""
        ...


class BotPlayers:
    """A task for each seat where a bot is to decide."""

    def __init__(self, table: TableOfBots, services: Services) -> None:
        self.secret = secrets.token_bytes(32)  # from which bots that think as one draw
        self._table = table
        self._services = services
        self._playing: dict[int, asyncio.Task[None]] = {}

    def follow(self, due: Iterable[int]) -> None:
        """Let the bots of these seats think, unless they do already."""
        for seat in due:
            running = self._playing.get(seat)
            if running is None or running.done():
                self._playing[seat] = asyncio.create_task(paid(self.play(seat)))

    def forget(self, seat: int | None = None) -> None:
        """What the bot of a seat thinks about no longer matters; or what all bots do."""
        for thinker in list(self._playing) if seat is None else [seat]:
            task = self._playing.pop(thinker, None)
            if task is not None:
                task.cancel()

    async def play(self, seat: int) -> None:
        """Let the bot of a seat, or of somebody who is late, decide for as long as it is due."""
        table = self._table
        since = time.monotonic()  # the last time that anybody saw it do something
        while True:
            state = table.state
            match, place, moment = state.match, state.seats[seat], state.moment(seat)
            if match is None or seat not in table.due_bots():
                return
            bot = state.bot_at(seat)
            action = await self._choice(bot, match.view(seat))
            noticed = is_noticed(table.state, seat, action.text)
            if noticed:
                await self._services.bots.pause(since)
            async with table.lock:
                if table.state.moment(seat) != moment or table.state.seats[seat] != place:
                    continue  # the table has moved on while it thought
                if seat not in table.due_bots():
                    return
                try:
                    await table.bot_acts(seat, action)
                except Refused as refused:
                    log.error("bot refused", table=state.id, bot=bot, kind=refused.kind)
                except Exception:  # the rules themselves failed: this table stands still, no other
                    self._services.metrics.failures.labels(where="bot").inc()
                    log.exception("bot's decision failed", table=state.id, bot=bot)
                    return
                else:
                    since = time.monotonic() if noticed else since
                    continue
            await asyncio.sleep(RETRY_SECONDS)  # the disk is full, say: try again later

    async def _choice(self, bot: str, view: View) -> Action:
        """What the bot at the view's seat does; one that searches may have to be compiled first."""
        game, bots = view.game, self._table.state.bots
        await self._services.compilation.bot_ready(bot, game, view.seats)
        seed = shared_seed(self.secret, bots, view)
        alone = thinks_alone(game.teams(view.seats), bots, view.seat)
        return await self._services.bots.choose(bot, view, seed=seed, alone=alone)
