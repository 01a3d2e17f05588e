"""Who looks at a page, and what the pages list: plain data that the pages render."""

from __future__ import annotations

from dataclasses import dataclass, field

from kermesse.core.game import Game
from kermesse.core.words import LANGUAGES, Words, words

PACKAGE = "kermesse.table"
THEMES = ("auto", "light", "dark")


@dataclass(frozen=True)
class Visitor:
    """The person for whom a page is rendered; without an id until they first do something."""

    id: int | None = None
    name: str = ""
    language: str = "en"
    theme: str = "auto"
    has_passphrase: bool = False

    @property
    def say(self) -> Words:
        """The table's words in the visitor's language."""
        return words(PACKAGE, self.language)

    def speaks(self, game: Game) -> Words:
        """A game's words in the visitor's language."""
        return game.words(self.language)


@dataclass(frozen=True)
class SeatLine:
    """A seat as the lobby shows it."""

    name: str  # empty: nobody sits there
    is_bot: bool = False
    points: int | None = None  # once the match is over
    won: bool = False


@dataclass(frozen=True)
class TableLine:
    """A table as the lobby and a person's own list show it."""

    id: str
    game: Game
    seats: tuple[SeatLine, ...]
    state: str  # "gathering", "playing" or "over"
    yours: bool = False  # the visitor sits there
    your_turn: bool = False
    open_seats: tuple[int, ...] = ()  # where the visitor could sit down
    minutes_idle: int = 0
    options: dict[str, object] = field(default_factory=dict)
    result: str = ""  # who won, in words, once the match is over and that is known
    ended: int = 0  # when, in milliseconds since 1970


__all__ = ["LANGUAGES", "PACKAGE", "THEMES", "SeatLine", "TableLine", "Visitor"]
