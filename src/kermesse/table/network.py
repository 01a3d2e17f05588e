"""Where friends reach this server: the addresses of the local network, and who may open them."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from kermesse.table.identity import address
from kermesse.table.refusals import Refused

# Nothing is sent there: the system only says from which of our addresses it would be.
ROUTES = (
    (socket.AF_INET, "10.255.255.255"),
    (socket.AF_INET, "192.168.255.255"),
    (socket.AF_INET, "172.31.255.255"),
    (socket.AF_INET6, "fd00::ffff"),
)
DISCARD = 9  # a port
ASK_FOR_ADDRESS = 0x8915  # SIOCGIFADDR of Linux
EVERYWHERE = ("0.0.0.0", "::", "")
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
FRESH_SECONDS = 5.0  # networks come and go

Opener = Callable[[str], Awaitable[None]]

log = structlog.get_logger()


class Network:
    """Where this server listens, and where it could."""

    def __init__(self) -> None:
        self._port = 0
        self._everywhere = False
        self._listen: Opener = refuse
        self._close: Callable[[], None] = lambda: None
        self.may_open = False  # by the person at the machine
        self._open: set[str] = set()
        self._here: list[str] = []
        self._looked = -FRESH_SECONDS

    def serve(
        self,
        host: str,
        port: int,
        listen: Opener,
        close: Callable[[], None],
        *,
        at_home: bool = False,
    ) -> None:
        """The server listens on an address; ``listen`` adds another one, ``close`` ends these.

        A server ``at_home``, for one machine so far, can be opened by the person who sits there.
        """
        self._port, self._everywhere = port, host in EVERYWHERE
        self._listen, self._close = listen, close
        self.may_open = at_home and is_loopback(host)

    @property
    def addresses(self) -> list[str]:
        """The machine's addresses in local networks, the likeliest one first."""
        if time.monotonic() - self._looked > FRESH_SECONDS:
            self._here, self._looked = local_addresses(), time.monotonic()
        return self._here

    @property
    def is_open(self) -> bool:
        """Whether the local network was let in."""
        return bool(self._open)

    @property
    def reached(self) -> list[str]:
        """The addresses of local networks at which others reach this server now."""
        if self._everywhere:
            return self.addresses
        return [number for number in self.addresses if number in self._open]

    def origins(self, origin: str) -> list[str]:
        """What links for others start with, for somebody who came by an origin.

        None if only this machine could follow them.
        """
        if not is_loopback(urlsplit(origin).hostname or ""):
            return [origin]
        return [f"http://{bracketed(number)}:{self._port}" for number in self.reached]

    def is_operator(self, request: HTTPConnection) -> bool:
        """Whether somebody sits at this very machine: there, only they may open it to others."""
        headers = Headers(scope=request.scope)
        named = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        through_proxy = any(name in headers for name in FORWARDED)
        came = is_loopback(address(request)) and is_loopback(named) and named not in self._open
        return self.may_open and came and not through_proxy

    async def open(self) -> None:
        """Listen on all addresses of local networks; some may be taken by another program."""
        for number in self.addresses:
            if number not in self._open:
                try:
                    await self._listen(number)
                except OSError as broken:
                    log.warning("cannot listen", address=number, error=broken.strerror)
                else:
                    self._open.add(number)
        if not self.reached:
            raise Refused("no_network")

    def close(self) -> None:
        """Listen to this machine alone again."""
        self._close()
        self._open.clear()


async def refuse(number: str) -> None:
    """Nothing is served yet."""
    raise Refused("not_allowed")


def bracketed(number: str) -> str:
    """An address as it stands in a link."""
    return f"[{number}]" if ":" in number else number


def is_loopback(name: str) -> bool:
    """Whether a name or number means the machine that says it."""
    if name == "localhost":
        return True
    try:
        number = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(number, "ipv4_mapped", None)
    return (mapped or number).is_loopback


def is_local(name: str) -> bool:
    """Whether a number is of a network that others share with us, and the internet does not."""
    number = ipaddress.ip_address(name)
    return number.is_private and not (
        is_loopback(name) or number.is_link_local or number.is_unspecified
    )


def local_addresses() -> list[str]:
    """This machine's numbers in local networks, each once; those that lead out come first."""
    found = dict.fromkeys([*routed(), *of_interfaces()])
    local = [number for number in found if is_local(number)]
    return sorted(local, key=lambda number: ":" in number)  # shorter to type, and known to all


def routed() -> Iterator[str]:
    """From where we would speak to other networks."""
    for family, there in ROUTES:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((there, DISCARD))
            yield probe.getsockname()[0]


def of_interfaces() -> Iterator[str]:
    """The numbers of all interfaces, where the system tells."""
    if sys.platform != "linux":
        return
    import fcntl

    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            asked = struct.pack("256s", name.encode()[:15])
            with suppress(OSError):  # an interface without an address
                answer = fcntl.ioctl(probe, ASK_FOR_ADDRESS, asked)
                yield socket.inet_ntoa(answer[20:24])
