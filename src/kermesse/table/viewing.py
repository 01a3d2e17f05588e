"""`Viewed`: a table as each of those around it sees it. Nothing is sent from here."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from kermesse.core.customs import TO_TABLE
from kermesse.core.html import div, p, progress
from kermesse.core.record import SPECTATOR
from kermesse.core.words import Words
from kermesse.store import Line
from kermesse.table.assets import version
from kermesse.table.calls import call
from kermesse.table.chat import channels, chat
from kermesse.table.clocks import Absences, Clocks, Countdown
from kermesse.table.connection import Connection, encode
from kermesse.table.live import Live
from kermesse.table.pages.parts import book
from kermesse.table.pages.stopped import stopped_board
from kermesse.table.pages.table import Pieces, talk_form
from kermesse.table.panels import bar, countdown, seats_panel, status_line, status_text
from kermesse.table.scene import Eyes, Scene
from kermesse.table.sitting import CLOSED, GATHERING, Sitting
from kermesse.table.waiting import invite_panel, waiting_room

if TYPE_CHECKING:
    from kermesse.table.house import House


class Viewed:
    """A table and those who look at it."""

    house: House
    sitting: Sitting
    live: Live
    clocks: Clocks
    countdown: Countdown
    absences: Absences
    lines: list[Line]
    kicked: set[int]
    connections: set[Connection]
    used: float  # when somebody last looked, on the steady clock

    @property
    def id(self) -> str:
        """The table's public id."""
        return self.sitting.table.id

    @property
    def host(self) -> int | None:
        """Who decides about seats."""
        return self.sitting.host

    def is_here(self, person: int) -> bool:
        """Whether a person has a socket here."""
        return any(c.person is not None and c.person.id == person for c in self.connections)

    def is_gone(self, person: int) -> bool:
        """Whether a person has had no socket here for so long that nobody need wait for them."""
        return not self.is_here(person) and not self.absences.left(person)

    def may_replace(self, person: int | None) -> bool:
        """Whether a person may let a bot step in: the host, or while gone, anybody seated."""
        host = self.host
        stands_in = host is not None and self.is_gone(host) and person in self.sitting.people
        return person is not None and (person == host or stands_in)

    def eyes_of(self, connection: Connection) -> Eyes:
        """With whose eyes a socket looks at the table."""
        person = connection.person.id if connection.person else None
        operator = connection.by_operator
        return self.eyes(person, connection.language, connection.origin, operator=operator)

    def eyes(
        self, person: int | None, language: str, origin: str, *, operator: bool = False
    ) -> Eyes:
        """With whose eyes a person looks at the table."""
        sitting = self.sitting
        kept = tuple(p.seat for p in sitting.seats if person is not None and p.kept_for == person)
        host = person is not None and person == self.host
        return Eyes(
            seat=sitting.seat_of(person),
            language=language,
            host=host,
            may_replace=self.may_replace(person),
            kept=kept,
            may_sit=sitting.table.listed and person not in self.kicked,
            origin=origin if host else "",
            operator=operator and host,
        )

    def scene(self, eyes: Eyes) -> Scene:
        """The table as these eyes see it."""
        return Scene(self.sitting, eyes, self.house.names)

    def panels(self, scene: Scene) -> dict[str, Any]:
        """What stands around the board."""
        return {
            "seats": seats_panel(scene, self.live),
            "table-call": call(scene, self.live),
            "status": status_line(scene, self.live),
            "countdown": countdown(scene, self.live),
            "bar": bar(scene),
            "invite-panel": invite_panel(scene, self.house.network),
        }

    def steps(self, scene: Scene, first: int) -> list[dict[str, Any]]:
        """The steps from a frame on; each but the last with what stood around the board then."""
        assert self.sitting.match is not None
        numbers, steps, shown = scene.frames(first), [], None
        for number in numbers:
            then = scene.at(scene.view(self.sitting.match.frames[number]))
            steps.append(scene.step(number, then.now))
            around = status_text(then), then.points, then.due
            if around != shown and number != numbers[-1]:
                steps[-1]["put"] |= {
                    "seats": seats_panel(then, self.live),
                    "status": status_line(then, self.live),
                    "countdown": countdown(then, self.live),
                }
                shown = around
        return steps

    def board(self, scene: Scene) -> Markup:
        """The board as it stands, or what is there instead."""
        match = self.sitting.match
        if match is not None:
            return scene.board(scene.now)
        if self.sitting.trouble or self.sitting.state == CLOSED:
            return stopped_board(scene)
        if self.sitting.state == GATHERING:
            return waiting_room(scene, self.live, self.house.network)
        share = self.house.preparing.progress.get(self.sitting.game.name, 0.0)
        label = scene.say("The game is getting ready")
        return div(id="board", class_="getting-ready")[
            p[label], progress(max="1", value=f"{share:.2f}", aria_label=label)[f"{share:.0%}"]
        ]

    def chat(self, eyes: Eyes) -> Markup:
        """What was said, as far as these eyes may read it."""
        return chat(self.sitting, self.lines, eyes, self.house.names)

    def pieces(self, eyes: Eyes) -> Pieces:
        """The parts of the page, for somebody whose socket is not open yet."""
        self._mark()
        scene = self.scene(eyes)
        return Pieces(
            id=self.id,
            game=self.sitting.game,
            board=self.board(scene),
            log=scene.log(),
            chat=self.chat(eyes),
            commitment=self.sitting.table.commitment,
            talk=self.talk(scene),
            **{name.replace("-", "_"): part for name, part in self.panels(scene).items()},
        )

    def talk(self, scene: Scene) -> Markup:
        """Where the viewer may write, and to whom."""
        seated, allowed = scene.eyes.seat != SPECTATOR, channels(self.sitting)
        if not seated:  # whom a seat is kept for has no team, but the whole table to talk to
            allowed = tuple(channel for channel in allowed if channel == TO_TABLE)
        return talk_form(allowed, seated=seated or bool(scene.eyes.kept), say=scene.say)

    def whole(self, eyes: Eyes) -> str:
        """Everything, for somebody who comes or has missed something."""
        scene = self.scene(eyes)
        put = {
            "board": self.board(scene),
            **self.panels(scene),
            "log": scene.log(),
            "chat": self.chat(eyes),
            "talk": self.talk(scene),
        }
        hello = {"hello": {"version": version()}, "whole": True, "steps": [{"put": put}]}
        return encode(hello | self.moment(scene)).decode()

    def moment(self, scene: Scene) -> dict[str, Any]:
        """Where the table is for a viewer, and what the viewer may do there."""
        at = self.sitting.moment(scene.eyes.seat)
        return {"at": at, "picks": scene.picks(), "yours": scene.is_due}

    def whole_for(self, connection: Connection) -> str:
        """Everything for one socket, which from now on gets what follows."""
        self._mark()
        connection.eyes = self.eyes_of(connection)
        return self.whole(connection.eyes)

    def words_for(self, language: str, rule: str = "") -> tuple[Words, str]:
        """The table's words in a language, and a rule of the game in it."""
        said = book(self.sitting.game, language).rules.get(rule, "") if rule else ""
        return Eyes(language=language).say, said

    @property
    def programs(self) -> set[int]:
        """The seats that programs play, as far as they are there."""
        sockets = [connection for connection in self.connections if connection.is_program]
        return {self.eyes_of(socket).seat for socket in sockets} - {SPECTATOR}

    def _mark(self) -> None:
        """Note who is there and how the clocks stand."""
        self.used, sitting = time.monotonic(), self.sitting
        seats = [self.eyes_of(connection).seat for connection in self.connections]
        self.live.present = {seat for seat in seats if seat != SPECTATOR}
        self.live.programs = self.programs
        self.live.watching = sum(seat == SPECTATOR for seat in seats)
        left = {seat: self.clocks.left_ms(seat) for seat in range(sitting.table.seats)}
        self.live.left_ms = {seat: ms for seat, ms in left.items() if ms is not None}
        self.live.running = self.clocks.running
        self.live.late = self.clocks.over
        self.live.gone = {
            place.seat
            for place in sitting.seats
            if place.person_id is not None and self.is_gone(place.person_id)
        }
        self.live.window_ms = self.countdown.left_ms
