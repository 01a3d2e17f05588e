"""People who play: they think, act, and note when the other one sees it."""

from __future__ import annotations

import asyncio
import math
import random
import secrets
from collections import Counter
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from bench.table.client import Guest, Heard, any_path, seat_two
from bench.table.servers import HOST, Running

SPREAD = 0.6  # of the logarithm of a thinking time
SETTLING = 4.0  # seconds before a measurement begins
COMING_AT_ONCE = 16


@dataclass
class Tally:
    """What happened during one measurement."""

    shown: list[float] = field(default_factory=list)  # seconds until the other person saw it
    answered: list[float] = field(default_factory=list)  # seconds until the answer
    messages: int = 0  # with frames
    wire: int = 0  # bytes of them
    plain: int = 0  # the same, unpacked
    errors: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Thinking:
    """How long people think about a turn."""

    seconds: float

    def time(self, rng: random.Random) -> float:
        """Log-normal: mostly short, now and then long; the mean is as asked for."""
        return rng.lognormvariate(math.log(self.seconds) - SPREAD**2 / 2, SPREAD)


class Pair:
    """Two people at a table."""

    def __init__(self, crowd: Crowd, guests: tuple[Guest, Guest], seed: int) -> None:
        self.crowd = crowd
        self.guests = guests
        self.rng = random.Random(seed)
        self.at = [-1, -1]
        self.asked_at = -1  # the moment for which somebody is thinking already
        self.sent: dict[str, tuple[int, float]] = {}
        self.awaited: tuple[int, float] | None = None  # who will see it, and when it was sent
        self.ended = False

    async def connect(self) -> None:
        """Open both sockets."""
        self.at, self.asked_at, self.awaited, self.ended = [-1, -1], -1, None, False
        for seat, guest in enumerate(self.guests):
            await guest.connect(
                lambda heard, seat=seat: self.hear(seat, heard),  # type: ignore[misc]
                lambda seat=seat: self.lost(seat),  # type: ignore[misc]
            )

    def lost(self, seat: int) -> None:
        """A socket broke."""
        socket = self.guests[seat].socket
        if not self.crowd.leaving and not self.ended:
            self.crowd.tally.errors[f"closed {socket.closed_with if socket else 0}"] += 1

    def hear(self, seat: int, heard: Heard) -> None:
        """Something came for one of them."""
        said, tally = heard.said, self.crowd.tally
        if said.re:
            _, sent = self.sent.pop(said.re, (0, heard.at))
            tally.answered.append(heard.at - sent)
            if said.error:
                tally.errors[said.error["kind"]] += 1
        if said.goto:
            self.crowd.spawn(self.move_on(said.goto))
        if said.at != self.at[seat] and said.at >= 0:
            self.at[seat] = said.at
            self.see(seat, heard)
        if said.yours and said.picks and self.asked_at != said.at:
            self.asked_at = said.at
            first = self.rng.uniform(0.1, 1) if said.whole else 1.0
            wait = first * self.crowd.thinking.time(self.rng)
            self.crowd.later(wait, self.act, seat, said.at, said.picks)

    def see(self, seat: int, heard: Heard) -> None:
        """The frames of a turn."""
        tally, said = self.crowd.tally, heard.said
        if not said.whole:
            tally.messages += 1
            tally.wire += heard.wire
            tally.plain += len(heard.body)
            self.crowd.keep(self, seat, heard)
        if self.awaited is not None and self.awaited[0] == seat:
            tally.shown.append(heard.at - self.awaited[1])
            self.awaited = None
        if seat == 0 and not said.picks and b"rematch" in bytes(said.steps) and not self.ended:
            self.ended = True
            wait = self.crowd.thinking.time(self.rng)
            self.crowd.later(wait, self.send, 0, {"do": "rematch"})

    def act(self, seat: int, at: int, picks: dict[str, Any]) -> None:
        """Enough thought."""
        path = any_path(picks, self.rng.choice)
        sent = self.send(seat, {"do": "act", "at": at, "path": path})
        self.awaited = (1 - seat, sent)

    def send(self, seat: int, message: dict[str, Any]) -> float:
        """Say something, with an id of its own."""
        name = secrets.token_hex(8)
        now = perf_counter()
        self.sent[name] = (seat, now)
        self.guests[seat].send({**message, "id": name})
        return now

    async def move_on(self, path: str) -> None:
        """Another match: both go to the new table, once."""
        table = path.rpartition("/")[2]
        if self.guests[0].table == table:
            return
        for guest in self.guests:
            guest.table = table
            if guest.socket:
                guest.socket.close()
        await self.connect()


class Crowd:
    """Everybody at one server."""

    def __init__(self, server: Running, thinking: Thinking, game: str = "muvuca") -> None:
        self.server = server
        self.thinking = thinking
        self.game = game
        self.pairs: list[Pair] = []
        self.tally = Tally()
        self.leaving = False
        self.tape: list[list[str]] = [[], []]  # what the first pair was sent
        self._gate = asyncio.Semaphore(COMING_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def later(self, wait: float, function: Any, *args: Any) -> None:
        """Do something in a while, unless everybody has gone home by then."""
        asyncio.get_running_loop().call_later(
            wait, lambda: None if self.leaving else function(*args)
        )

    def spawn(self, work: Any) -> None:
        """Do something beside."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def keep(self, pair: Pair, seat: int, heard: Heard) -> None:
        """Record what the first pair sees, for the floor to play."""
        if pair is self.pairs[0] and not pair.ended:
            self.tape[seat].append(heard.body.decode())

    async def grow(self, tables: int) -> None:
        """More people come, until there are so many tables."""
        missing = range(len(self.pairs), tables)
        await asyncio.gather(*(self._come(seed) for seed in missing))

    async def _come(self, seed: int) -> None:
        async with self._gate:
            guests = await seat_two(HOST, self.server.port, self.game)
            pair = Pair(self, guests, seed)
            self.pairs.append(pair)
            await pair.connect()

    async def measure(self, seconds: float) -> tuple[Tally, float, float]:
        """Let them play; what they noticed, the server's CPU seconds, and the time it took."""
        await asyncio.sleep(SETTLING)
        self.tally = tally = Tally()
        began, cpu = perf_counter(), self.server.cpu_seconds()
        await asyncio.sleep(seconds)
        used, took = self.server.cpu_seconds() - cpu, perf_counter() - began
        self.tally = Tally()
        return tally, used, took

    def go_home(self) -> None:
        """Everybody hangs up."""
        self.leaving = True
        for pair in self.pairs:
            for guest in pair.guests:
                if guest.socket:
                    guest.socket.close()
