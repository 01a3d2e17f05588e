"""`Services`: what all tables of one server share."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Coroutine, Iterable
from typing import Any, TypeVar

import structlog

from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.registry import game as find_game
from kermesse.core.registry import game_names
from kermesse.store import DamagedTable, Person, Store, StoreError
from kermesse.table.cost import Turns, paid
from kermesse.table.limits import Buckets, Limits
from kermesse.table.live.bot_threads import BotThreads
from kermesse.table.live.compilation import Compilation
from kermesse.table.live.worker import Worker
from kermesse.table.metrics import Metrics
from kermesse.table.network import Network
from kermesse.table.refusals import Refused
from kermesse.table.state.log_events import GATHERING, PLAYING

T = TypeVar("T")

MIB = 2**20

log = structlog.get_logger()


class Services:
    """A server's store, games, bots, limits and figures."""

    def __init__(self, store: Store, limits: Limits | None = None, games: Iterable[Game] = ()):
        self.store = store
        self.limits = limits or Limits()
        self.metrics = Metrics()
        self.network = Network()
        self.names = Names(store)
        self.games = load_games() | {game.name: game for game in games}
        self.compilation = Compilation(self.games.values())
        self.bots = BotThreads(self.limits, self.metrics)
        self.worker = Worker(list(self.games.values()))
        self.rebuilding = Turns()
        self.chatter = Buckets(self.limits.chat_per_minute, self.limits.chat_per_minute)
        self.hints = Buckets(self.limits.hints_per_minute, self.limits.hints_per_minute)
        self.damaged: set[str] = set()  # tables whose logs could not be read since the start
        self.is_full = False  # nothing new is taken in
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Prepare the games, and find out how much room there is."""
        self.look_at_space()
        self.compilation.start()

    async def close(self) -> None:
        """Stop everything."""
        self.bots.close()
        self.worker.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.to_thread(self.store.close)

    # --- work in the background -----------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the background; whatever goes wrong there is logged."""
        task = asyncio.create_task(paid(work))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.metrics.failures.labels(where="background").inc()
            log.error("background work failed", exc_info=task.exception())

    # --- limits ---------------------------------------------------------------------------------

    def look_at_space(self) -> None:
        """Find out whether there is room for anything new."""
        try:
            used = sum(path.stat().st_size for path in self.store.path.glob("*.sqlite3*"))
            spare = shutil.disk_usage(self.store.path).free
        except OSError:
            return
        limits = self.limits
        full = used >= limits.store_megabytes * MIB or spare < limits.spare_megabytes * MIB
        if full and not self.is_full:
            log.error("nothing new is taken in: no room", used=used, spare=spare)
        self.is_full = full

    def check_space(self) -> None:
        """Refuse what is new while there is no room for it; matches go on."""
        if self.is_full:
            raise Refused("no_room")

    def check_tables_of(self, person: Person) -> None:
        """A person sits at so many tables and no more."""
        unfinished = self.store.count_tables_of(person.id, (GATHERING, PLAYING))
        if unfinished >= self.limits.tables_per_person:
            raise Refused("too_many_tables")

    def note_damage(self, table_id: str, error: Exception) -> None:
        """A table cannot be played again from what is kept; the operator is to know."""
        self.damaged.add(table_id)
        self.metrics.damaged.set(len(self.damaged))
        # the text of another error may name a card
        what = error.what if isinstance(error, DamagedTable) else type(error).__name__
        log.error("table is damaged", table=table_id, what=what)


class Names:
    """What the people at live tables are called."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.known: dict[int, str] = {}
        self.changes = 0  # how often one of them changed

    def learn(self, person_id: int | None) -> None:
        """Look up a name unless it is known."""
        if person_id is not None and person_id not in self.known:
            person = self._store.person(person_id)
            self.known[person_id] = person.name if person else ""

    def of(self, person_id: int | None) -> str:
        """A person's name; empty for nobody and for somebody whose data was deleted."""
        self.learn(person_id)
        return self.known.get(person_id or 0, "")

    def change(self, person_id: int, name: str) -> None:
        """From now on somebody is called so; empty once their data was deleted."""
        self.known[person_id] = name
        self.changes += 1


async def kept(future: Awaitable[T]) -> T:
    """Wait until something is on disk."""
    try:
        return await future
    except StoreError:
        raise Refused("unavailable") from None


def load_games() -> dict[str, Game]:
    """All games that can be loaded; one that cannot does not keep the others from being played."""
    games = {}
    for name in game_names():
        try:
            games[name] = find_game(name)
        except KermesseError as broken:
            log.error("game cannot be loaded", game=name, error=str(broken))
    return games
