"""`Told`: a table that sends everybody what they may see, and nothing to those who see nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from kermesse.store import Line
from kermesse.table.chat import chat_line
from kermesse.table.connection import encode
from kermesse.table.cost import charged
from kermesse.table.refusals import Refused
from kermesse.table.scene import Eyes, Scene
from kermesse.table.sitting import OVER, Note
from kermesse.table.viewing import Viewed

REFRESH_SECONDS = 0.15  # presence and clocks are shown at most so often


class Told(Viewed):
    """A table with something to say to the sockets around it."""

    _refresh: asyncio.TimerHandle | None

    def tell(self, render: Callable[[Scene], dict[str, Any]]) -> None:
        """Send everybody what they may see; viewers with the same eyes share one rendering.

        Who would be shown nothing hears nothing, not even an empty message.
        """
        self._mark()
        made: dict[Eyes, str] = {}
        for connection in self.connections:
            if connection.look():
                continue
            eyes = self.eyes_of(connection)
            if connection.eyes != eyes:  # sat down, left, became host: another page altogether
                connection.eyes = eyes
                connection.send(self.whole(eyes))
                continue
            if eyes not in made:
                message = render(self.scene(eyes))
                made[eyes] = encode(message).decode() if message else ""
            if made[eyes]:
                connection.send(made[eyes])
                self.house.metrics.sent.inc(len(made[eyes]))

    def tell_frames(self, first: int) -> None:
        """Show the steps of the match from a frame on."""

        def render(scene: Scene) -> dict[str, Any]:
            steps = self.steps(scene, first)
            if not steps:
                return {}
            steps[-1]["put"] |= self.panels(scene)
            if self.sitting.state == OVER:  # what was not to be said during the match
                steps[-1]["put"]["talk"] = self.talk(scene)
            return {"steps": steps, **self.moment(scene)}

        self.tell(render)

    def tell_held(self, seat: int) -> None:
        """Show a seat that its answer is in; nobody else is to notice."""

        def render(scene: Scene) -> dict[str, Any]:
            if scene.eyes.seat != seat:
                return {}
            step = {"put": {"board": self.board(scene), **self.panels(scene)}}
            return {"steps": [step], **self.moment(scene)}

        self.tell(render)

    def tell_notes(self, notes: Iterable[Note] = ()) -> None:
        """Show what changed around the match."""
        told = list(notes)

        def render(scene: Scene) -> dict[str, Any]:
            step: dict[str, Any] = {"put": self.panels(scene)}
            if self.sitting.match is None:
                step["put"] |= {"board": self.board(scene), "talk": self.talk(scene)}
            if told:
                step["add"] = {"log": "".join(scene.note_line(note) for note in told)}
            return {"steps": [step], **self.moment(scene)}

        self.tell(render)

    def tell_all(self) -> None:
        """Send everybody everything again."""
        for connection in self.connections:
            connection.show()

    def tell_way_back(self) -> None:
        """Decisions were taken back: everything again for all who may notice."""
        (note,) = self.sitting.last_notes(1)
        for connection in self.connections:
            if self.eyes_of(connection).seat not in note.unseen:
                connection.show()

    def tell_line(self, line: Line) -> None:
        """Show a line of chat to those it is meant for."""
        for connection in self.connections:
            eyes = connection.eyes or self.eyes_of(connection)
            shown = chat_line(self.sitting, line, eyes, self.house.names)
            if shown:
                connection.answer({"steps": [{"add": {"chat": shown}, "sound": "talk"}]})

    def tell_person(self, person: int, render: Callable[[Scene], dict[str, Any]]) -> None:
        """Send one person, and nobody else, what is made for their eyes."""
        for connection in self.connections:
            if connection.person and connection.person.id == person:
                connection.answer(render(self.scene(self.eyes_of(connection))))

    def refuse_seat(self, seat: int, refused: Refused) -> None:
        """Tell one seat why something is not done."""
        for connection in self.connections:
            if self.eyes_of(connection).seat == seat:
                connection.refuse("", refused)

    def tell_goto(self, path: str) -> None:
        """Send everybody to another page."""
        for connection in self.connections:
            connection.answer({"goto": path})

    def refresh_soon(self) -> None:
        """Show presence and clocks in a moment, once for many changes."""
        if self._refresh is None:
            loop = asyncio.get_running_loop()
            self._refresh = loop.call_later(REFRESH_SECONDS, self._refresh_now)

    def _refresh_now(self) -> None:
        self._refresh = None
        with charged():
            self.tell_notes()
