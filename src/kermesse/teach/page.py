"""How to play on one page: five boxes, each a sentence and a picture by the game's own board.

A game's `lessons/page.toml` holds them. A picture is a position as text, seen by a seat or by a
spectator, with rings around what the sentence speaks of and numbered arrows between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from kermesse.core.game import Game
from kermesse.core.position import View
from kermesse.core.record import SPECTATOR
from kermesse.teach.lesson import Data, read_data, room_of

BOXES = 5
MOST_WORDS = 25  # of a box


class Box(Data, frozen=True):
    """A heading, a sentence, and the position that shows it."""

    title: str
    say: str
    position: str
    seat: int = SPECTATOR  # who looks at it
    names: tuple[str, ...] = ("Ana", "Rosa", "Iko", "Tom", "Mia", "Leo")
    show: list[str] = msgspec.field(default_factory=list)
    arrows: list[tuple[str, str]] = msgspec.field(
        default_factory=list
    )  # from one part of the board to another, numbered

    def view(self, game: Game) -> View:
        """What the picture shows: a position seen by the seat, or a view as text."""
        if "viewer:" in self.position:
            return game.view(self.position)
        return game.position(self.position).view(self.seat)


class HowTo(Data, frozen=True, rename={"boxes": "box"}):
    """The whole page."""

    boxes: list[Box]

    def sentences(self) -> Iterator[str]:
        """All sentences, for translators."""
        for box in self.boxes:
            yield from (box.title, box.say)


@cache
def how_to(game: Game) -> HowTo | None:
    """The page of a game, if it has one."""
    path = room_of(game) / "page.toml"
    if not path.is_file():
        return None
    found: HowTo = read_data(path, HowTo)
    return found


def page_faults(game: Game, page: HowTo) -> Iterator[str]:
    """Boxes that cannot be drawn, or say too much."""
    from kermesse.teach.check import parts_of

    if len(page.boxes) != BOXES:
        yield f"page.toml: {len(page.boxes)} boxes instead of {BOXES}"
    for box in page.boxes:
        words = len(box.say.split())
        if words > MOST_WORDS:
            yield f"page.toml: {box.title} has {words} words, more than {MOST_WORDS}"
        parts = parts_of(box.view(game), box.names)
        named = [*box.show, *(end for arrow in box.arrows for end in arrow)]
        yield from (
            f"page.toml: nothing on the board of {box.title} is called {part!r}"
            for part in named
            if part not in parts
        )
