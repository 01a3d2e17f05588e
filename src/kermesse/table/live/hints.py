"""Hints: what the strongest bot would do with a person's own view, told to that person alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from html.parser import HTMLParser
from typing import Any, Protocol

import structlog

from kermesse.core.customs import Way
from kermesse.core.position import Action, View
from kermesse.table.commands.change import HintRequest
from kermesse.table.live.partners import seed_of
from kermesse.table.live.services import Services
from kermesse.table.refusals import Refused
from kermesse.table.state.picks import Tree
from kermesse.table.state.table_state import TableState
from kermesse.table.views.screen import Screen

HINTER = "expert"
THEN = " → "  # between the picks of a path

log = structlog.get_logger()


class TableOfHints(Protocol):
    """What hints may touch of their table."""

    state: TableState

    def screen_of(self, seat: int) -> Screen:
        """The table as a seat sees it."""
        ...


class HintAnswers(Protocol):
    """Who tells people what was found."""

    def person(self, person: int, render: Callable[[Screen], dict[str, Any]]) -> None:
        """Send one person, and nobody else, what is made for their eyes."""
        ...

    def refuse(self, seat: int, refused: Refused) -> None:
        """Tell one seat why something is not done."""
        ...


class Hints:
    """The hints at one table: computed in the background, sent to the person who asked."""

    def __init__(
        self, table: TableOfHints, answers: HintAnswers, secret: bytes, services: Services
    ) -> None:
        self._table = table
        self._answers = answers
        self._secret = secret
        self._services = services
        self._awaited: dict[int, int] = {}  # the moment that a seat awaits a hint for

    def ask(self, request: HintRequest) -> None:
        """Begin to think about a hint, unless it is thought about already."""
        state, services = self._table.state, self._services
        hinter = HINTER, state.game, state.table.seats
        if not services.compilation.can_think(*hinter):
            services.compilation.hasten_search(state.game)
            raise Refused("no_hints_yet")
        if self._awaited.get(request.seat) == request.at:
            return
        if not services.hints.take(request.person):
            raise Refused("busy")
        self._awaited[request.seat] = request.at
        services.spawn(self.answer(request))

    async def answer(self, request: HintRequest) -> None:
        """Think, then tell the one who asked, unless the table has moved on meanwhile."""
        seat = request.seat
        screen = self._table.screen_of(seat)
        try:
            turn = await self.suggested(request, screen.now, screen.picks())
        except Exception as broken:
            game = self._table.state.game.name
            log.warning("no hint", game=game, error=type(broken).__name__)
            turn = []
        finally:
            if self._awaited.get(seat) == request.at:
                del self._awaited[seat]
        if not self._is_open(request):
            return
        if turn:
            self._answers.person(request.person, lambda screen: shown(screen, request.at, turn))
        else:
            self._answers.refuse(seat, Refused("no_hint"))

    def _is_open(self, request: HintRequest) -> bool:
        """Whether the person still has to decide what the request was about."""
        state, seat = self._table.state, request.seat
        same = state.seat_of(request.person) == seat and state.moment(seat) == request.at
        return same and seat in state.due and state.may_have_hints(seat)

    async def suggested(self, request: HintRequest, view: View, offered: Tree) -> list[Action]:
        """The decisions that the strongest bot would take, one after the other as offered.

        It knows the seat's view and nothing else. Asked again at the same moment, it says the same.
        """
        turn: list[Action] = []
        while offered:
            seed = seed_of(self._secret, f"hint {request.seat} {request.at} {len(turn)}")
            # a partner is a person or a bot that plays its own game: nobody to think as one with
            action = await self._services.bots.think(HINTER, view, seed=seed, alone=True)
            turn.append(action)
            offered = beyond(offered, view.game.ways(action.text)[0])
            if offered:
                view = view_after(view, action)
        return turn


def beyond(offered: Tree, way: Way) -> Tree:
    """What is offered after a decision, whichever way it was picked."""
    return reduce(lambda branch, part: branch[part], way, offered)


def view_after(view: View, action: Action) -> View:
    """What the seat will know after a decision by which nothing is revealed: in any world."""
    world = view.imagine(0)
    world.decide(view.seat, action)
    return world.view(view.seat)


# --- in words, and on the board -------------------------------------------------------------------


def shown(screen: Screen, at: int, turn: Sequence[Action]) -> dict[str, Any]:
    """The `hint` of the protocol: the picks to take, and what they are called on the board."""
    labels = Labels(screen.board(screen.now)).found
    ways = [best_way(screen.state.game.ways(action.text), labels) for action in turn]
    path = [part for way in ways for part in way]
    words = [labels[part] for part in path if part in labels] or [action.text for action in turn]
    text = screen.say("Hint: {picks}", picks=THEN.join(words))
    return {"hint": {"at": at, "path": path, "text": text}}


def best_way(ways: Sequence[Way], labels: Mapping[str, str]) -> Way:
    """The first of the ways that are on the board with the fewest gaps."""
    return min(ways, key=lambda way: sum(part not in labels for part in way))


class Labels(HTMLParser):
    """What each pick on a board is called: its `aria-label`, else what is written on it."""

    def __init__(self, board: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._reading = ""  # the pick whose words come next
        self.feed(board)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A button begins: it may be a pick."""
        if tag == "button":
            named = dict(attrs)
            pick, label = named.get("data-pick") or "", named.get("aria-label") or ""
            self._reading = "" if label else pick
            if pick:
                self.found.setdefault(pick, label)

    def handle_data(self, data: str) -> None:
        """Words on a button."""
        if self._reading:
            self.found[self._reading] = f"{self.found[self._reading]} {data.strip()}".strip()

    def handle_endtag(self, tag: str) -> None:
        """A button ends."""
        if tag == "button":
            self._reading = ""
