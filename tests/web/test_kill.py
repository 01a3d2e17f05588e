"""A server killed under load: what anybody was told or shown is in the log, once and in order."""

from __future__ import annotations

import asyncio
import os
import random
import re
import secrets
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import msgspec
import pytest
from bench.table.client import Guest, Heard, Unexpected, any_path, seat_two
from bench.table.servers import HOST, free_port

from kermesse.core.registry import game
from kermesse.store import LoggedEvent, Store
from kermesse.table.state.log_events import DECIDE
from kermesse.table.state.table_state import TableState
from kermesse.table.views.screen import Audience, Screen

ROOT = Path(__file__).resolve().parents[2]
TABLES, LONG_TABLES = 4, 16
KILLS = 6
LONG_KILLS = int(os.environ.get("KERMESSE_KILLS", "200"))
PATIENCE = 60.0  # seconds that nothing takes
THOUGHT = 0.03  # seconds at most
LIFE, LONG_LIFE = 0.6, 1.5  # seconds at most from the first decision of a life to its end
LINE = re.compile(r'<li id="l(\d+)"[^>]*>.*?</li>')
LATER = ("not_ready", "unavailable")  # nothing has changed: the same message again, in a moment


@dataclass
class Sent:
    """A decision that somebody sent."""

    seat: int
    message: dict[str, Any]
    answered: bool = False
    again: int = 0  # how often it was sent anew


@dataclass
class Record:
    """What the people at one table sent, were told and saw."""

    table: str
    sent: list[Sent] = field(default_factory=list)
    moments: set[int] = field(default_factory=set)
    lines: list[dict[int, str]] = field(default_factory=lambda: [{}, {}])  # by seat
    refusals: Counter[str] = field(default_factory=Counter)
    over: bool = False


class Pair:
    """Two people who play on whatever happens to the server."""

    def __init__(self, crowd: Crowd, seed: int) -> None:
        self.crowd = crowd
        self.rng = random.Random(seed)
        self.guests: tuple[Guest, Guest] | None = None
        self.record = Record("")
        self.open: Sent | None = None  # the decision that waits for its answer

    async def play(self) -> None:
        """Match after match."""
        while True:
            self.guests = await self.crowd.until_it_works(
                lambda: seat_two(HOST, self.crowd.port, "muvuca")
            )
            self.record, self.open = Record(self.guests[0].table), None
            self.crowd.records.append(self.record)
            async with asyncio.TaskGroup() as both:
                for seat in (0, 1):
                    both.create_task(self.stay(seat))

    async def stay(self, seat: int) -> None:
        """Keep a socket open until the match is over."""
        assert self.guests is not None
        guest = self.guests[seat]
        while not self.record.over:
            lost = asyncio.Event()
            with suppress(OSError, Unexpected, TimeoutError):
                await guest.connect(lambda heard: self.hear(seat, heard), lost.set)
                if self.open is not None and self.open.seat == seat:
                    self.say_again(self.open)
                while not (lost.is_set() or self.record.over):
                    await asyncio.sleep(0.01)
            if guest.socket:
                guest.socket.close()
            await asyncio.sleep(0.02)

    def hear(self, seat: int, heard: Heard) -> None:
        """Note what one of them is told and shown, and act upon it."""
        said, record = heard.said, self.record
        if said.re and self.open is not None and said.re == self.open.message["id"]:
            self.take_answer(said.error)
        if said.at >= 0:
            record.moments.add(said.at)
        for line, html in shown_lines(heard):
            assert record.lines[seat].setdefault(line, html) == html, "a line was told otherwise"
        record.over = record.over or b"rematch" in bytes(said.steps)
        if said.yours and said.picks and self.open is None and self.is_new(said.at):
            path = any_path(said.picks, self.rng.choice)
            message = {"do": "act", "id": secrets.token_hex(8), "at": said.at, "path": path}
            self.open = Sent(seat, message)
            self.later(self.rng.uniform(0, THOUGHT), self.send, self.open)

    def is_new(self, at: int) -> bool:
        """Whether nobody has decided at this moment yet."""
        return not self.record.sent or self.record.sent[-1].message["at"] < at

    def take_answer(self, error: dict[str, Any] | None) -> None:
        assert self.open is not None
        if error is None:
            self.open.answered = True
            self.crowd.acknowledged += 1
            self.open = None
            return
        self.record.refusals[error["kind"]] += 1
        if error["kind"] in LATER:
            self.later(0.05, self.say_again, self.open)

    def later(self, wait: float, function: Any, *args: Any) -> None:
        asyncio.get_running_loop().call_later(wait, function, *args)

    def send(self, decision: Sent) -> None:
        assert self.guests is not None
        self.record.sent.append(decision)
        self.guests[decision.seat].send(decision.message)

    def say_again(self, decision: Sent) -> None:
        """The same message with the same id."""
        assert self.guests is not None
        if decision is self.open and decision in self.record.sent:
            decision.again += 1
            self.guests[decision.seat].send(decision.message)


def shown_lines(heard: Heard) -> list[tuple[int, str]]:
    """The lines of the log in a message."""
    if not heard.said.steps:
        return []
    steps = msgspec.json.decode(heard.said.steps)
    html = [step.get("add", {}).get("log", "") for step in steps]
    html += [step.get("put", {}).get("log", "") for step in steps]
    return [(int(line[1]), line[0]) for text in html for line in LINE.finditer(text)]


class Crowd:
    """Everybody, and the server that is killed under them."""

    def __init__(
        self, folder: Path, kind: str, seed: int, tables: int = TABLES, life: float = LIFE
    ) -> None:
        self.tables = tables
        self.life = life
        self.folder = folder
        self.kind = kind
        self.rng = random.Random(seed)
        self.port = free_port()
        self.records: list[Record] = []
        self.acknowledged = 0
        self.nursery: asyncio.subprocess.Process | None = None

    async def until_it_works(self, attempt: Any) -> Any:
        """The server may be dead just now."""
        while True:
            try:
                return await attempt()
            except (OSError, Unexpected, TimeoutError):
                await asyncio.sleep(0.02)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """A nursery of servers, and people who play as long as there is one."""
        self.nursery = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.web.kill_scenes"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=DEVNULL,
            cwd=ROOT,
        )
        await self.told("warm")
        people = [asyncio.create_task(Pair(self, seed).play()) for seed in range(self.tables)]
        try:
            yield
        finally:
            for person in people:
                person.cancel()
            ends = await asyncio.gather(*people, return_exceptions=True)
            assert self.nursery.stdin
            self.nursery.stdin.close()
            await asyncio.wait_for(self.nursery.wait(), PATIENCE)
            await asyncio.sleep(0.05)  # for the last sockets to close
            wrong = [end for end in ends if not isinstance(end, asyncio.CancelledError)]
            assert not wrong, wrong

    async def told(self, word: str = "") -> str:
        """The next line of the nursery."""
        assert self.nursery
        assert self.nursery.stdout
        line = (await asyncio.wait_for(self.nursery.stdout.readline(), PATIENCE)).decode().strip()
        assert line
        assert not word or line == word
        return line

    async def one_life(self) -> None:
        """Start a server, let everybody play for a moment, kill it."""
        assert self.nursery
        assert self.nursery.stdin
        self.nursery.stdin.write(f"{self.port} {self.folder} {self.kind}\n".encode())
        number = int(await self.told())
        before, end = self.acknowledged, time.monotonic() + PATIENCE
        while self.acknowledged == before and time.monotonic() < end:
            await asyncio.sleep(0.005)
        assert self.acknowledged > before, "nobody could play"
        await asyncio.sleep(self.rng.uniform(0, self.life))
        os.kill(number, signal.SIGKILL)
        await self.told("dead")


# --- what must be true ------------------------------------------------------------------------


@dataclass
class Findings:
    """Everything that was promised and is not so."""

    acknowledged: int = 0
    decided: int = 0
    again: int = 0
    seen: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        return self.lost + self.doubled + self.other


def check(folder: Path, records: list[Record]) -> Findings:
    """Hold what people were told and shown against the log."""
    found = Findings()
    with Store(folder) as store:
        for record in records:
            check_table(store, record, found)
    return found


def check_table(store: Store, record: Record, found: Findings) -> None:
    events = store.events(record.table)  # which checks that the log is gapless and sealed
    decided = [event for event in events if event.kind == DECIDE]
    names = [event.client_id for event in decided]
    places = {name: place for place, name in enumerate(names)}
    told = [sent for sent in record.sent if sent.answered]
    found.acknowledged += len(told)
    found.decided += len(decided)
    found.again += sum(sent.again for sent in record.sent)
    known = {sent.message["id"] for sent in record.sent}
    found.lost += [s.message["id"] for s in told if s.message["id"] not in places]
    found.doubled += [str(name) for name, times in Counter(names).items() if times > 1]
    found.other += [f"{name} was never sent" for name in names if name not in known]
    order = [places[s.message["id"]] for s in told if s.message["id"] in places]
    found.other += [f"{a} before {b}" for a, b in pairwise(order) if a >= b]
    check_bodies(record, decided, found)
    check_sights(store, record, events, found)
    unexpected = [kind for kind in record.refusals if kind not in LATER]
    found.other += [f"refused: {kind}" for kind in unexpected]


def check_bodies(record: Record, decided: list[LoggedEvent], found: Findings) -> None:
    """The log holds what was sent."""
    wanted = {sent.message["id"]: (sent.seat, sent.message["path"]) for sent in record.sent}
    for event in decided:
        if wanted.get(event.client_id or "") != (event.seat, event.body["actions"]):
            found.other.append(f"{event.client_id} was sent otherwise")


def check_sights(store: Store, record: Record, events: list[LoggedEvent], found: Findings) -> None:
    """Whatever anybody saw follows from the log, word by word."""
    table = store.table(record.table)
    assert table is not None
    state = TableState(game(table.game), table, store.seats(record.table))
    state.replay(events)
    found.lost += [f"moment {at}" for at in record.moments if at >= len(events)]
    people = {p.id: p.name for p in map(store.person, state.people) if p is not None}
    for seat in (0, 1):
        scene = Screen(state, Audience(seat=seat), people)
        for number, html in record.lines[seat].items():
            found.seen += 1
            frames = state.match.frames if state.match else []
            if number >= len(frames) or scene.line(number) != html:
                found.lost.append(f"line {number}: {html}")


# --- the tests --------------------------------------------------------------------------------


async def kill_again_and_again(crowd: Crowd, kills: int) -> Findings:
    """Many lives on one folder; what is new is checked after each, everything at the end."""
    async with crowd.playing():
        for _ in range(kills):
            await crowd.one_life()
            found = check(crowd.folder, crowd.records[-2 * crowd.tables :])
            if found.wrong:
                return found
    return check(crowd.folder, crowd.records)


@pytest.mark.threat(79)
def test_nothing_that_was_told_or_shown_is_lost(tmp_path: Path) -> None:
    found = asyncio.run(kill_again_and_again(Crowd(tmp_path, "true", 41), KILLS))
    assert found.wrong == []
    assert found.acknowledged > KILLS
    assert found.seen > found.acknowledged


@pytest.mark.threat(79)
def test_a_server_that_shows_before_it_writes_is_caught(tmp_path: Path) -> None:
    found = asyncio.run(kill_again_and_again(Crowd(tmp_path, "hasty", 42), 20))
    assert found.lost


@pytest.mark.long
@pytest.mark.threat(79)
def test_nothing_is_lost_in_many_lives(tmp_path: Path) -> None:
    start = time.monotonic()
    crowd = Crowd(tmp_path, "true", 4141, LONG_TABLES, LONG_LIFE)
    found = asyncio.run(kill_again_and_again(crowd, LONG_KILLS))
    print(
        f"\n{LONG_KILLS} kills in {time.monotonic() - start:.0f} s: "
        f"{found.acknowledged:,} decisions acknowledged, {found.again:,} sent again, "
        f"{found.seen:,} lines seen; lost {len(found.lost)}, doubled {len(found.doubled)}"
    )
    assert found.wrong == []
