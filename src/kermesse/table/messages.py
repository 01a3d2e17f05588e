"""What a browser may say: one small structure per kind of message, read strictly or not at all."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from kermesse.core.errors import KermesseError
from kermesse.core.record import MOST_SEATS

LONGEST = 4096  # bytes of a message

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,40}\Z")]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Moment = Annotated[int, Meta(ge=0, lt=2**53)]  # what JavaScript counts exactly
Pick = Annotated[str, Meta(min_length=1, max_length=80)]
Path = Annotated[list[Pick], Meta(min_length=1, max_length=8)]
Channel = Annotated[str, Meta(pattern=r"^(table|team)\Z")]
Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_-]{0,30}\Z")]


class BadMessage(KermesseError, ValueError):
    """Not a message of this protocol."""


class Message(msgspec.Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """A message of the protocol; ``id`` is the browser's own name for it."""

    id: Id


class Act(Message):
    """A decision of the seat: the path of picks that was taken at that moment."""

    at: Moment
    path: Path


class Hint(Message):
    """What would a strong player do at that moment?"""

    at: Moment


class Say(Message):
    """A line of chat."""

    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    to: Channel = "table"


class Undo(Message):
    """Take the seat's last decision back, or ask for it."""


class Consent(Message):
    """An answer to somebody's wish to take a decision back."""

    yes: bool


class Start(Message):
    """Begin the match; with ``fill``, bots take the seats that are still free."""

    fill: bool = False


class Sit(Message):
    """Sit down, or on another seat while the table gathers."""

    seat: SeatNumber


class Leave(Message):
    """Get up."""


class Bot(Message):
    """Let a bot play a seat."""

    seat: SeatNumber
    name: Name


class Open(Message):
    """Take a bot away."""

    seat: SeatNumber


class Invite(Message):
    """Another link to the table; the old one ends."""


class Kick(Message):
    """Send somebody away."""

    seat: SeatNumber


class Mute(Message):
    """Mute somebody, or let them speak again."""

    seat: SeatNumber
    yes: bool


class List(Message):
    """Show the table in the lobby, or hide it."""

    yes: bool


class Rematch(Message):
    """The same people once more."""


class Here(Message):
    """The person touches the table: nobody needs to decide for them."""


class Ping(Message):
    """A sign of life."""


Any = (
    Act
    | Hint
    | Say
    | Undo
    | Consent
    | Start
    | Sit
    | Leave
    | Bot
    | Open
    | Invite
    | Kick
    | Mute
    | List
    | Rematch
    | Here
    | Ping
)
_decoder = msgspec.json.Decoder(Any)


def read(text: str) -> Any:
    """The message that a text is."""
    try:
        if len(text.encode()) > LONGEST:
            raise BadMessage(f"a message has at most {LONGEST} bytes")
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as broken:
        raise BadMessage(f"not a message: {type(broken).__name__}") from None
