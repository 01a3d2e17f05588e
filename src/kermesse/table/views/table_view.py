"""`TableView`: what a table shows at one moment, to each audience; each piece is made once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from kermesse.core.html import changes, div, p
from kermesse.core.position import Position, View
from kermesse.table.assets import version
from kermesse.table.network import Network
from kermesse.table.pages.table import Pieces
from kermesse.table.state.live_facts import LiveFacts
from kermesse.table.state.log_events import CLOSED, GATHERING, OVER, Note
from kermesse.table.state.table_state import TableState
from kermesse.table.views.calls import call
from kermesse.table.views.chat import chat, talk
from kermesse.table.views.panels import bar, countdown, seats_panel, status_line
from kermesse.table.views.screen import Audience, Screen
from kermesse.table.views.sheet import sheet_panel, tempo_of_step
from kermesse.table.views.stopped_board import stopped_board
from kermesse.table.views.waiting_room import invite_panel, waiting_room

Message = dict[str, Any]
Step = dict[str, Any]


class ShownBoard(NamedTuple):
    """The board that those with the same seat and language have on their pages."""

    frame: Position | None  # of the match; None while their own answer is shown on it
    names: list[str]
    board: Markup


Boards = dict[tuple[int, str], ShownBoard]


class TableView:
    """A table at one moment. Nothing is sent from here."""

    def __init__(
        self,
        state: TableState,
        facts: LiveFacts,
        people: Mapping[int, str],
        network: Network,
        shown: Boards,
    ) -> None:
        self.state = state
        self.facts = facts
        self._people = people
        self._network = network
        self._shown = shown
        self._before = dict(shown)  # as it was when this moment began
        self._made: dict[tuple[int, str], list[tuple[Step, View]]] = {}

    def screen(self, audience: Audience) -> Screen:
        """The table as an audience sees it."""
        return Screen(self.state, audience, self._people, self.facts)

    # --- all of it ----------------------------------------------------------------------------

    def whole(self, audience: Audience) -> Message:
        """Everything, for somebody who comes or has missed something."""
        screen = self.screen(audience)
        put = {
            "board": self.board(screen),
            **self.panels(screen),
            "log": screen.log(),
            "chat": chat(self.state, audience, self._people),
            "talk": talk(screen),
        }
        hello = {"hello": {"version": version()}, "whole": True, "steps": [{"put": put}]}
        return hello | moment(screen)

    def pieces(self, audience: Audience) -> Pieces:
        """The parts of the page, for somebody whose socket is not open yet."""
        screen = self.screen(audience)
        return Pieces(
            id=self.state.id,
            game=self.state.game,
            board=self.board(screen),
            log=screen.log(),
            chat=chat(self.state, audience, self._people),
            commitment=self.state.table.commitment,
            talk=talk(screen),
            **{name.replace("-", "_"): part for name, part in self.panels(screen).items()},
        )

    def board(self, screen: Screen) -> Markup:
        """The board as it stands, or what is there instead."""
        state = self.state
        if state.match is not None:
            board = screen.board(screen.now)
            frame = None if screen.audience.seat in state.held else state.match.frames[-1]
            self._show(screen, frame, board)
            return board
        if state.trouble or state.status == CLOSED:
            return stopped_board(screen)
        if state.status == GATHERING:
            return waiting_room(screen, self._network)
        return div(id="board", class_="getting-ready")[p[screen.say("The game is getting ready")]]

    def panels(self, screen: Screen) -> dict[str, Markup]:
        """What stands around the board."""
        return {
            "seats": seats_panel(screen),
            "table-call": call(screen),
            "status": status_line(screen),
            "countdown": countdown(screen),
            "bar": bar(screen),
            "invite-panel": invite_panel(screen, self._network),
        }

    # --- what is new --------------------------------------------------------------------------

    def frames(self, screen: Screen, first: int) -> Message:
        """The steps of the match from a frame on; nothing for who noticed nothing."""
        made = self._steps(screen, first)
        if not made:
            return {}
        steps: list[Step] = []
        around: dict[str, Markup] = {}
        standing: object = None
        for step, view in made:
            steps.append(step | {"put": step["put"].copy()})
            if len(steps) == len(made):
                break
            then, before = screen.at(view), around
            around = {
                "seats": before["seats"]
                if standing == (then.points, then.due)
                else seats_panel(then),
                "status": status_line(then),
                "countdown": countdown(then),
            }
            standing = then.points, then.due
            for name, element in around.items():
                steps[-1]["put"] |= renewed(before.get(name), element, name)
        steps[-1]["put"] |= self.panels(screen)
        if self.state.status == OVER:  # what was not to be said during the match
            steps[-1]["put"]["talk"] = talk(screen)
        return {"steps": steps, **moment(screen)}

    def held(self, screen: Screen, seat: int) -> Message:
        """Show a seat that its answer is in; nobody else is to notice."""
        if screen.audience.seat != seat:
            return {}
        put = {"board": self.board(screen), **self.panels(screen)}
        return {"steps": [{"put": put}], **moment(screen)}

    def notes(self, screen: Screen, notes: Sequence[Note]) -> Message:
        """What changed around the match."""
        step: Step = {"put": self.panels(screen)}
        if self.state.match is None:
            step["put"] |= {"board": self.board(screen), "talk": talk(screen)}
        elif self._base(screen) is None:  # somebody on it is called otherwise now
            step["put"]["board"] = self.board(screen)
        if notes:
            step["add"] = {"log": "".join(screen.note_line(note) for note in notes)}
        return {"steps": [step], **moment(screen)}

    def _steps(self, screen: Screen, first: int) -> list[tuple[Step, View]]:
        """The steps that everybody with this seat and language is shown."""
        key = screen.audience.seat, screen.audience.language
        if key not in self._made:
            assert self.state.match is not None
            frames, numbers = self.state.match.frames, screen.frames(first)
            seen = self.state.histories[screen.audience.seat].frames
            before = seen[: len(seen) - len(numbers)]
            base = self._base(screen, frames[before[-1]]) if before else None
            self._made[key] = []
            for number in numbers:
                view = screen.view(frames[number])
                board = screen.board(view)
                self._made[key].append((self._step(screen, number, view, board, base), view))
                base = board
                self._show(screen, frames[number], board)
        return self._made[key]

    def _step(
        self, screen: Screen, number: int, view: View, board: Markup, base: Markup | None
    ) -> Step:
        """What is shown when the match comes to a frame, of which this is the view."""
        page = self.state.game.page
        about = page.about(view) if page else ()
        shown: Step = {
            "put": renewed(base, board, "board"),
            "add": {"log": screen.frame_line(number, view, about)},
            "sound": page.sound(view) if page else "card",
            "about": list(about),
            "kind": int(view.record.event),
            "tempo": tempo_of_step(view).name.lower(),
            "sheet": sheet_panel(screen, view),
        }
        return {name: value for name, value in shown.items() if value or name in ("put", "kind")}

    def _base(self, screen: Screen, frame: Position | None = None) -> Markup | None:
        """The board on the pages of these viewers, if it is of a frame and has today's names."""
        shown = self._before.get((screen.audience.seat, screen.audience.language))
        if shown is None or shown.names != screen.names:
            return None
        return shown.board if frame is None or shown.frame is frame else None

    def _show(self, screen: Screen, frame: Position | None, board: Markup) -> None:
        key = screen.audience.seat, screen.audience.language
        self._shown[key] = ShownBoard(frame, screen.names, board)


def renewed(old: Markup | None, new: Markup, name: str) -> dict[str, str]:
    """What has to be put on a page so that an element becomes another."""
    parts = None if old is None else changes(old, new)
    return {name: new} if parts is None else parts


def moment(screen: Screen) -> Message:
    """Where the table is for a viewer, and what the viewer may do there."""
    at = screen.state.moment(screen.audience.seat)
    said: Message = {"at": at, "picks": screen.picks(), "yours": screen.is_due}
    return said | {"phase": screen.now.phase} if screen.is_due else said
