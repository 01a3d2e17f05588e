"""What everything costs in processor time, and who pays: the network it was asked from.

A request is charged what it really took, after it took it. Who owes waits; and while several
networks want something, each gets a little in turn, so that a crowd from one of them holds up
nobody from another.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from functools import lru_cache
from time import monotonic, thread_time
from typing import Any, Self, TypeVar

from kermesse.table.limits import Bucket, Limits
from kermesse.table.refusals import Refused

T = TypeVar("T")

BURST_SECONDS = 20.0  # of what an account gains, kept for those who come rarely
IN_A_ROW = 0.002  # seconds that a network has the event loop before it is the next one's turn
MOST_WAITING = 8  # pieces of work of one network that wait for their turn
MOST_ACCOUNTS = 50_000
ENDLESS = 1e9
NETWORK_BITS = 64  # of an IPv6 address: what one household is given, so its last bits are free


@lru_cache(maxsize=1 << 14)
def network(address: str) -> str:
    """What counts as one visitor: an IPv4 address, or the /64 that an IPv6 address is in."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, NETWORK_BITS), strict=False))


class Account:
    """The processor time that a network or a person may still use."""

    __slots__ = ("_bucket", "_now", "lock", "waiting")

    def __init__(self, per_second: float) -> None:
        self._bucket = Bucket(per_second, per_second * BURST_SECONDS)
        self._now = 0.0  # spent since the event loop last went round
        self.lock = asyncio.Lock()
        self.waiting = 0

    def spend(self, seconds: float) -> None:
        """Pay for what was done; that may leave a debt."""
        self._bucket.spend(seconds)

    @property
    def debt(self) -> float:
        """Seconds until the account's debt is paid."""
        return self._bucket.debt

    def use_loop(self, seconds: float) -> None:
        """Note that the event loop was busy for this account."""
        if not self._now:
            asyncio.get_running_loop().call_soon(self._next_round)
        self._now += seconds

    def _next_round(self) -> None:
        self._now = 0.0

    @property
    def had_its_turn(self) -> bool:
        """Whether others come first until the next turn of the event loop."""
        return self._now >= IN_A_ROW


class Payer:
    """The accounts that one request or socket is charged to."""

    def __init__(self, network: Account, person: Account | None = None) -> None:
        self.network = network
        self._accounts = [network] if person is None else [network, person]

    def spend(self, seconds: float) -> None:
        """Charge all accounts."""
        for account in self._accounts:
            account.spend(seconds)

    @property
    def debt(self) -> float:
        """Seconds until none of the accounts owes anything."""
        return max(account.debt for account in self._accounts)

    async def settle(self, patience: float) -> bool:
        """Wait for a debt to be paid; whether it was."""
        end = monotonic() + patience
        while (debt := self.debt) and (left := end - monotonic()) > 0:
            await asyncio.sleep(min(debt, left))
        return not self.debt


THE_HOUSE = Payer(Account(ENDLESS))  # pays for what nobody asked for
payer: ContextVar[Payer] = ContextVar("payer", default=THE_HOUSE)


class Accounts:
    """An account for every network and every person; those not seen for longest are forgotten."""

    def __init__(self, limits: Limits) -> None:
        self._per_second = limits.cpu_ms_per_second / 1000
        self._accounts: OrderedDict[str | int, Account] = OrderedDict()

    def payer(self, network: str, person: int | None) -> Payer:
        """Who pays for a request."""
        return Payer(self._of(network), None if person is None else self._of(person))

    def _of(self, key: str | int) -> Account:
        found = self._accounts.get(key)
        if found is None:
            found = self._accounts[key] = Account(self._per_second)
            if len(self._accounts) > MOST_ACCOUNTS:
                self._accounts.popitem(last=False)
        self._accounts.move_to_end(key)
        return found


class Paid(Coroutine[Any, Any, T]):
    """A coroutine each stretch of which that holds the event loop is charged to somebody."""

    def __init__(self, work: Coroutine[Any, Any, T], by: Payer) -> None:
        self._work = work
        self._by = by

    def __await__(self) -> Self:
        return self

    __iter__ = __await__

    def __next__(self) -> Any:
        return self.send(None)

    def send(self, value: Any) -> Any:
        """Go on, unless others come first."""
        if self._by.network.had_its_turn:
            return None  # as `asyncio.sleep(0)` does
        return self._charged(self._work.send, value)

    def throw(self, *given: Any) -> Any:
        """Go on with an error."""
        return self._charged(self._work.throw, *given)

    def close(self) -> None:
        """Do not go on."""
        self._work.close()

    def _charged(self, step: Callable[..., Any], *given: Any) -> Any:
        started = thread_time()
        try:
            return step(*given)
        finally:
            took = thread_time() - started
            self._by.spend(took)
            self._by.network.use_loop(took)


def paid(work: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]:
    """Do something on the event loop at the expense of the one who asked for it."""
    return Paid(work, payer.get())


@contextmanager
def charged() -> Iterator[None]:
    """Do something short on the event loop at the expense of the one who asked for it."""
    started = thread_time()
    try:
        yield
    finally:
        payer.get().spend(thread_time() - started)


async def in_thread(function: Callable[..., T], *given: Any) -> T:
    """Do something slow beside the event loop, at the expense of the one who asked for it."""

    def timed() -> T:
        with charged():
            return function(*given)

    return await asyncio.to_thread(timed)


class Turns:
    """Work that is heavy: little of it at once, and of one network one piece after the other."""

    def __init__(self, at_once: int = 1) -> None:
        self._free = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def turn(self, *, at_any_rate: bool = False) -> AsyncIterator[Payer]:
        """Wait for a turn; refused if too much of the same network waits, or it owes by then.

        What others need as well is waited for at any rate.
        """
        by = payer.get()
        if by is THE_HOUSE:
            async with self._free:
                yield by
            return
        account = by.network
        if account.waiting >= MOST_WAITING and not at_any_rate:
            raise Refused("busy")
        account.waiting += 1
        try:
            async with account.lock:
                if by.debt and not at_any_rate:
                    raise Refused("busy")
                async with self._free:
                    yield by
        finally:
            account.waiting -= 1
