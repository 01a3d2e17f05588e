"""Hints: what the strongest bot would do with a person's own view, told to that person alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from html.parser import HTMLParser
from typing import Any

import structlog

from kermesse.core.customs import Way
from kermesse.core.position import Action, View
from kermesse.store import Person
from kermesse.table import messages
from kermesse.table.acting import seat_of
from kermesse.table.deciding import match_of
from kermesse.table.partners import seed_of
from kermesse.table.picks import Tree
from kermesse.table.refusals import Refused
from kermesse.table.room import Room
from kermesse.table.scene import Eyes, Scene

HINTER = "expert"
THEN = " → "  # between the picks of a path

log = structlog.get_logger()


@dataclass(frozen=True)
class Question:
    """Who wants a hint, and for which moment."""

    person: int
    seat: int
    at: int


async def hint(room: Room, person: Person, message: messages.Hint) -> None:
    """Somebody asks for a hint: it comes when it is found, and holds up nothing until then."""
    seat = seat_of(room, person)
    sitting = room.sitting
    match_of(room)
    if not sitting.may_have_hints(seat):
        raise Refused("no_hints")
    if message.at != sitting.moment(seat):
        raise Refused("stale")
    if seat not in sitting.due:
        raise Refused("not_due")
    hinter = HINTER, sitting.game, sitting.table.seats
    if not room.house.preparing.can_think(*hinter):
        room.house.preparing.hasten(*hinter)
        raise Refused("no_hints_yet")
    if room.live.hinting.get(seat) == message.at:
        return  # it is being thought about
    if not room.house.hints.take(person.id):
        raise Refused("busy")
    room.live.hinting[seat] = message.at
    room.house.spawn(answer(room, Question(person.id, seat, message.at)))


async def answer(room: Room, question: Question) -> None:
    """Think, then tell the one who asked, unless the table has moved on meanwhile."""
    seat = question.seat
    scene = room.scene(Eyes(seat))
    try:
        turn = await suggested(room, question, scene.now, scene.picks())
    except Exception as broken:
        log.warning("no hint", game=room.sitting.game.name, error=type(broken).__name__)
        turn = []
    finally:
        if room.live.hinting.get(seat) == question.at:
            del room.live.hinting[seat]
    if not is_open(room, question):
        return
    if turn:
        room.tell_person(question.person, lambda scene: shown(scene, question.at, turn))
    else:
        room.refuse_seat(seat, Refused("no_hint"))


def is_open(room: Room, question: Question) -> bool:
    """Whether the person still has to decide what the question was about."""
    sitting, seat = room.sitting, question.seat
    same = sitting.seat_of(question.person) == seat and sitting.moment(seat) == question.at
    return same and seat in sitting.due and sitting.may_have_hints(seat)


async def suggested(room: Room, question: Question, view: View, offered: Tree) -> list[Action]:
    """The decisions that the strongest bot would take, one after the other as they are offered.

    It knows the seat's view and nothing else. Asked again at the same moment, it says the same.
    """
    turn: list[Action] = []
    while offered:
        seed = seed_of(room.secret, f"hint {question.seat} {question.at} {len(turn)}")
        # a partner is a person or a bot that plays its own game: nobody to think as one with
        action = await room.house.thinking.think(HINTER, view, seed=seed, alone=True)
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


def shown(scene: Scene, at: int, turn: Sequence[Action]) -> dict[str, Any]:
    """The `hint` of the protocol: the picks to take, and what they are called on the board."""
    labels = Labels(scene.board(scene.now)).found
    ways = [best_way(scene.sitting.game.ways(action.text), labels) for action in turn]
    path = [part for way in ways for part in way]
    words = [labels[part] for part in path if part in labels] or [action.text for action in turn]
    text = scene.say("Hint: {picks}", picks=THEN.join(words))
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
