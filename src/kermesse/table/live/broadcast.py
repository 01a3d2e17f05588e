"""`Broadcast`: the sockets around a table, and what each of them is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from kermesse.core.record import SPECTATOR
from kermesse.store import ChatLine
from kermesse.table.cost import charged
from kermesse.table.live.connection import Connection, encode
from kermesse.table.live.services import Services
from kermesse.table.refusals import Refused
from kermesse.table.state.live_facts import LiveFacts
from kermesse.table.state.log_events import Note
from kermesse.table.state.table_state import TableState
from kermesse.table.views.chat import chat_line
from kermesse.table.views.screen import Audience, Screen, audience_of
from kermesse.table.views.table_view import Boards, Message, TableView

REFRESH_SECONDS = 0.15  # presence and clocks are shown at most so often


class TableToShow(Protocol):
    """What is shown of a table."""

    state: TableState

    def facts(self) -> LiveFacts:
        """What is true at this moment."""
        ...


class Broadcast:
    """Sends everybody what they may see, and nothing to those who see nothing."""

    def __init__(self, table: TableToShow, services: Services) -> None:
        self.connections: set[Connection] = set()
        self._table = table
        self._names = services.names
        self._network = services.network
        self._sent = services.metrics.sent
        self._boards: Boards = {}
        self._refresh: asyncio.TimerHandle | None = None

    # --- who is there -----------------------------------------------------------------------------

    @property
    def people(self) -> set[int]:
        """Those with a socket here."""
        return {each.person.id for each in self.connections if each.person is not None}

    def seats(self, state: TableState) -> list[int]:
        """The seat of each socket, or SPECTATOR."""
        return [state.seat_of(each.person.id if each.person else None) for each in self.connections]

    def programs(self, state: TableState) -> frozenset[int]:
        """The seats that programs play, as far as they are there."""
        programs = [each.person for each in self.connections if each.is_program]
        seats = {state.seat_of(person.id if person else None) for person in programs}
        return frozenset(seats - {SPECTATOR})

    async def dismiss(self, person: int, code: int) -> None:
        """Close every socket of a person."""
        for connection in self._of(person):
            await connection.close(code)

    def _of(self, person: int) -> list[Connection]:
        found = self.connections
        return [each for each in found if each.person and each.person.id == person]

    def audience(self, connection: Connection, facts: LiveFacts | None = None) -> Audience:
        """The audience to which a socket belongs."""
        person = connection.person.id if connection.person else None
        return audience_of(
            self._table.state,
            facts or self._table.facts(),
            person,
            connection.language,
            connection.origin,
            operator=connection.by_operator,
        )

    def view(self) -> TableView:
        """The table at this moment."""
        return TableView(
            self._table.state, self._table.facts(), self._names.known, self._network, self._boards
        )

    # --- to everybody -----------------------------------------------------------------------------

    def frames(self, first: int) -> None:
        """Show the steps of the match from a frame on."""
        self._tell(lambda view, screen: view.frames(screen, first))

    def held(self, seat: int) -> None:
        """Show a seat that its answer is in; nobody else is to notice."""
        self._tell(lambda view, screen: view.held(screen, seat))

    def notes(self, notes: Iterable[Note] = ()) -> None:
        """Show what changed around the match."""
        told = list(notes)
        self._tell(lambda view, screen: view.notes(screen, told))

    def _tell(self, render: Callable[[TableView, Screen], Message]) -> None:
        """Send everybody what they may see; viewers who see the same share one rendering.

        Who would be shown nothing hears nothing, not even an empty message.
        """
        view = self.view()
        made: dict[Audience, str] = {}
        for connection in self.connections:
            if connection.look():
                continue
            audience = self.audience(connection, view.facts)
            if connection.audience != audience:  # sat down, left, became host: another page
                connection.audience = audience
                connection.send(text(view.whole(audience)))
                continue
            if audience not in made:
                message = render(view, view.screen(audience))
                made[audience] = text(message) if message else ""
            if made[audience]:
                connection.send(made[audience])
                self._sent.inc(len(made[audience]))

    def everything(self, unseen: frozenset[int] = frozenset()) -> None:
        """Send everything again to all but viewers who must not notice."""
        for connection, seat in zip(
            list(self.connections), self.seats(self._table.state), strict=True
        ):
            if seat not in unseen:
                connection.show()

    def whole_for(self, connection: Connection) -> str:
        """Everything for one socket, which from now on gets what follows."""
        view = self.view()
        connection.audience = self.audience(connection, view.facts)
        return text(view.whole(connection.audience))

    def goto(self, path: str) -> None:
        """Send everybody to another page."""
        for connection in self.connections:
            connection.answer({"goto": path})

    # --- to some ----------------------------------------------------------------------------------

    def line(self, line: ChatLine) -> None:
        """Show a line of chat to those it is meant for."""
        facts = self._table.facts()
        for connection in self.connections:
            audience = connection.audience or self.audience(connection, facts)
            shown = chat_line(self._table.state, line, audience, self._names.known)
            if shown:
                connection.answer({"steps": [{"add": {"chat": shown}, "sound": "talk"}]})

    def person(self, person: int, render: Callable[[Screen], dict[str, Any]]) -> None:
        """Send one person, and nobody else, what is made for their eyes."""
        view = self.view()
        for connection in self._of(person):
            screen = view.screen(self.audience(connection, view.facts))
            connection.answer(render(screen))

    def refuse(self, seat: int, refused: Refused) -> None:
        """Tell one seat why something is not done."""
        person = self._table.state.seats[seat].person_id
        for connection in self._of(person) if person is not None else ():
            connection.refuse("", refused)

    # --- soon -------------------------------------------------------------------------------------

    def refresh_soon(self) -> None:
        """Show presence and clocks in a moment, once for many changes."""
        if self._refresh is None:
            loop = asyncio.get_running_loop()
            self._refresh = loop.call_later(REFRESH_SECONDS, self._refresh_now)

    def _refresh_now(self) -> None:
        self._refresh = None
        with charged():
            self.notes()

    def close(self) -> None:
        """Show nothing more by itself."""
        if self._refresh:
            self._refresh.cancel()


def text(message: Message) -> str:
    """A message as it is sent."""
    return encode(message).decode()
