"""Joining a table from another program: by an invitation, as a browser does, then by a socket."""

from __future__ import annotations

import socket
import ssl
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Self
from urllib.parse import urlencode, urlsplit

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    CloseConnection,
    Event,
    Ping,
    RejectConnection,
    Request,
    TextMessage,
)
from wsproto.utilities import ProtocolError

from kermesse.core.errors import KermesseError, brief

SECONDS = 30.0  # for a page, or to open a socket
LONGEST_MESSAGE = 4 * 2**20  # bytes: a whole match in sentences is far less
PIECE = 2**16
BROKEN = 1006  # the code of a line that ended without one
PLAIN = "text/plain"
REASONS = {
    403: "you may not sit there",
    404: "there is no such table",
    409: "the seat cannot be taken now",
    410: "the link was used already, or the host has withdrawn it",
    429: "too much at once; wait a moment",
    503: "the game is getting ready, or nothing can be saved; try again",
}


class VisitRefused(KermesseError):
    """The server cannot be reached, or does not let us in."""


@dataclass(frozen=True)
class Visit:
    """A server, who we are there, and the table where we sit."""

    host: str  # with the port, as in the link
    is_secure: bool
    cookie: str = field(default="", repr=False)
    table: str = ""  # its path

    @property
    def origin(self) -> str:
        """What the server's own pages start with."""
        return f"{'https' if self.is_secure else 'http'}://{self.host}"

    def post(self, path: str, **form: str) -> tuple[Self, str]:
        """Send a form; who we are from then on, and where it leads."""
        kind = HTTPSConnection if self.is_secure else HTTPConnection
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.origin,
            "Accept-Language": "en",
            **({"Cookie": self.cookie} if self.cookie else {}),
        }
        line = kind(self.host, timeout=SECONDS)
        try:
            line.request("POST", path, urlencode(form), headers)
            answer = line.getresponse()
            if answer.status != 303:
                raise VisitRefused(f"{self.host} refuses: {why(answer)}")
            given = SimpleCookie(answer.getheader("set-cookie") or "")
        except (OSError, HTTPException, ValueError) as broken:
            raise VisitRefused(f"cannot reach {self.host}: {brief_reason(broken)}") from None
        finally:
            line.close()
        cookie = "; ".join(f"{name}={kept.value}" for name, kept in given.items())
        return replace(self, cookie=cookie or self.cookie), answer.getheader("location") or ""


def why(answer: HTTPResponse) -> str:
    """The reason that a server gives, or what the number means."""
    if (answer.getheader("content-type") or "").startswith(PLAIN):
        return answer.read(200).decode(errors="replace").strip()
    return REASONS.get(answer.status, f"answer {answer.status}")


def brief_reason(broken: Exception) -> str:
    """What went wrong with a line, in a few words."""
    return getattr(broken, "strerror", None) or str(broken) or type(broken).__name__


def sit_down(link: str, name: str) -> Visit:
    """Take the seat of an invitation link under a name."""
    try:
        parts = urlsplit(link)
        host, _ = parts.netloc, parts.port  # an impossible port is found here
    except ValueError:
        raise VisitRefused(f"{brief(link)} is no address") from None
    if parts.scheme not in ("http", "https") or not host or not is_invitation(parts.path):
        raise VisitRefused(
            f"{brief(link)} is no invitation: copy the link to a table, http://…/join/…"
        )
    visit = Visit(host, parts.scheme == "https")
    visit, _ = visit.post("/you/name", name=name)
    visit, table = visit.post(parts.path)
    return replace(visit, table=table)


def is_invitation(path: str) -> bool:
    """Whether a path is that of an invitation."""
    start, _, token = path.rpartition("/")
    return start == "/join" and bool(token)


class Line:
    """A WebSocket to the table, for the messages of the bot protocol."""

    def __init__(self, visit: Visit) -> None:
        self.code = BROKEN
        self._ws = WSConnection(ConnectionType.CLIENT)
        self._lock = threading.Lock()  # one reads, another one writes: the frames are counted
        self._text = ""
        self._came: deque[Event] = deque()  # the first messages may come with the greeting
        self._socket = opened(visit)
        try:
            self._upgrade(visit)
        except BaseException:
            self._socket.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _upgrade(self, visit: Visit) -> None:
        headers = [(b"Origin", visit.origin.encode()), (b"Cookie", visit.cookie.encode())]
        path = f"{visit.table}/program"
        self._write(Request(host=visit.host, target=path, extra_headers=headers))
        for event in self._events():
            if isinstance(event, AcceptConnection):
                self._socket.settimeout(None)
                return
            if isinstance(event, RejectConnection):
                reason = REASONS.get(event.status_code, f"answer {event.status_code}")
                raise VisitRefused(f"{visit.host} refuses: {reason}")
        raise VisitRefused(f"{visit.host} ended the conversation")

    def send(self, text: str) -> None:
        """Send a message; on a line that is broken it is lost, and `messages` ends."""
        try:
            self._write(TextMessage(text))
        except (OSError, ProtocolError):
            return

    def messages(self) -> Iterator[str]:
        """What the table says, until it ends; then `code` says why."""
        for event in self._events():
            if isinstance(event, TextMessage):
                self._text += event.data
                if len(self._text) > LONGEST_MESSAGE:
                    return
                if event.message_finished:
                    yield self._text
                    self._text = ""

    def close(self) -> None:
        """Hang up."""
        try:
            self._write(CloseConnection(code=1000))
            self._socket.shutdown(socket.SHUT_RDWR)
        except (OSError, ProtocolError):
            pass  # it was broken already
        self._socket.close()

    def _write(self, event: Event) -> None:
        with self._lock:
            self._socket.sendall(self._ws.send(event))

    def _events(self) -> Iterator[Event]:
        """Whatever comes, until nothing comes any more; signs of life are answered."""
        try:
            while True:
                while self._came:
                    event = self._came.popleft()
                    if isinstance(event, Ping):
                        self._write(event.response())
                    elif isinstance(event, CloseConnection):
                        self.code = event.code
                        return
                    else:
                        yield event
                piece = self._socket.recv(PIECE)
                if not piece:
                    return
                with self._lock:
                    self._ws.receive_data(piece)
                    self._came.extend(self._ws.events())
        except (OSError, ProtocolError):
            return


def opened(visit: Visit) -> socket.socket:
    """A connection to a server."""
    parts = urlsplit(visit.origin)
    port = parts.port or (443 if visit.is_secure else 80)
    try:
        bare = socket.create_connection((parts.hostname or "", port), timeout=SECONDS)
        if not visit.is_secure:
            return bare
        return ssl.create_default_context().wrap_socket(bare, server_hostname=parts.hostname)
    except OSError as broken:
        raise VisitRefused(f"cannot reach {visit.host}: {brief_reason(broken)}") from None
