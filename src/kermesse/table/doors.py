"""`Doors`: connections are counted as they come, before anything is read from them."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable

from kermesse.core.errors import KermesseError
from kermesse.table.cost import network
from kermesse.table.limits import Limits

try:
    import resource
except ImportError:  # Windows: the number of open files is no concern there
    resource = None  # type: ignore[assignment]

BACKLOG = 512  # connections that wait to be taken in, perhaps all at once
RESERVED = 128  # files for the store, the log and processes beside the server
MORE = 1_000  # connections for pages, in addition to sockets
FEWEST = 16  # connections with which a server can be used

TOO_MANY = "There are too many connections from your address. Close some, or wait a moment.\n"
FULL = "The server has as many connections as it can take. Come again in a moment.\n"


class TooFewFiles(KermesseError):
    """The system lets the server open too few files."""


class Doors:
    """How many connections there are, in all and from each network."""

    def __init__(self, limits: Limits, most: int, proxies: Iterable[str] = ()) -> None:
        self._limits = limits
        self._most = most
        self._proxies = list(proxies)  # everybody comes from there
        self._open = 0
        self._pages: Counter[str] = Counter()  # that are no sockets, by network

    def enter(self, address: str) -> bytes:
        """Count a connection that comes, or the answer with which it is sent away."""
        where = network(address)
        if self._open >= self._most:
            return answer("503 Service Unavailable", FULL)
        if self._pages[where] >= self._limits.pages_per_address and not self._is_proxy(address):
            return answer("429 Too Many Requests", TOO_MANY)
        self._open += 1
        self._pages[where] += 1
        return b""

    def _is_proxy(self, address: str) -> bool:
        """Whether a trusted proxy speaks: they are given as uvicorn takes them."""
        return any(proxy in ("*", address) or is_in(address, proxy) for proxy in self._proxies)

    def become_socket(self, address: str) -> None:
        """A connection is no longer one for pages."""
        where = network(address)
        self._pages[where] -= 1
        if not self._pages[where]:
            del self._pages[where]

    def leave(self) -> None:
        """A connection that is none for pages ends."""
        self._open -= 1


def is_in(address: str, proxy: str) -> bool:
    """Whether an address is a proxy's, or of the network that its proxies are in."""
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(proxy)
    except ValueError:
        return False


def answer(status: str, text: str) -> bytes:
    """The answer to a connection that is not let in."""
    head = (
        f"HTTP/1.1 {status}",
        "content-type: text/plain; charset=utf-8",
        f"content-length: {len(text)}",
        "retry-after: 5",
        "connection: close",
    )
    return ("\r\n".join(head) + "\r\n\r\n" + text).encode()


def room_for(connections: int) -> int:
    """How many connections fit into the files that may be open, after asking for more."""
    if resource is None:
        return connections
    wanted = connections + BACKLOG + RESERVED
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    if allowed == resource.RLIM_INFINITY:
        return connections
    fit = min(connections, allowed - BACKLOG - RESERVED)
    if fit < FEWEST:
        raise TooFewFiles(
            f"only {allowed} files may be open, which is too few; "
            f"allow {FEWEST + BACKLOG + RESERVED} or more (ulimit -n)"
        )
    return fit
