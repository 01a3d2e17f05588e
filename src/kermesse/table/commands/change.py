"""`Change`: what a command wants to be true. The live table writes it first and shows it then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kermesse.core.match import Match
from kermesse.store import NewEvent, Person, Seat, Table
from kermesse.table.refusals import Refused
from kermesse.table.state.live_facts import LiveFacts, UndoRequest
from kermesse.table.state.log_events import GATHERING, PLAYING
from kermesse.table.state.table_state import TableState


@dataclass(frozen=True)
class HintRequest:
    """Who wants a hint, and for which moment."""

    person: int
    seat: int
    at: int


@dataclass(frozen=True)
class NewLine:
    """Something that is said in the chat."""

    person: int
    seat: int
    channel: str
    text: str
    message: str


@dataclass(frozen=True)
class NewTable:
    """A table that does not exist yet."""

    table: Table
    seats: list[Seat]
    events: list[NewEvent]


@dataclass(frozen=True)
class Change:
    """Events for the log, and what is kept beside it. Nothing else is touched by a command."""

    events: tuple[NewEvent, ...] = ()
    seats: tuple[Seat, ...] = ()  # as they are from then on
    status: str | None = None  # of the table from then on
    match: Match | None = None  # after the decisions among the events
    ends_turn: bool = True  # of who decided: clocks and questions that were open are over
    newcomer: Person | None = None  # who sits at one table more
    table: Mapping[str, Any] = field(default_factory=dict)  # the link to the table, the lobby
    muted: tuple[int, bool] | None = None  # a person, and whether they are from then on
    request: UndoRequest | None = None  # that people are to answer
    ends_request: bool = False
    refusal: tuple[int, Refused] | None = None  # for another seat than whose message it was
    line: NewLine | None = None
    hint: HintRequest | None = None
    new_table: NewTable | None = None
    goto: str = ""  # where everybody is sent


NOTHING = Change()

Command = Callable[[TableState, LiveFacts, Person, Any], Change]


def check_goes_on(state: TableState) -> None:
    """Refuse everything at a table that cannot go on."""
    if state.trouble:
        raise Refused(state.trouble)


def check_host(state: TableState, person: Person) -> None:
    """Only the host goes on from here."""
    check_goes_on(state)
    if state.host != person.id:
        raise Refused("not_allowed")


def seat_at(state: TableState, seat: int) -> Seat:
    """A seat of a table that has not ended."""
    check_goes_on(state)
    if state.status not in (GATHERING, PLAYING) or seat >= state.table.seats:
        raise Refused("not_allowed")
    return state.seats[seat]
