"""`Game`: the rooms of a game put together, and the door through which positions are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar

import numpy as np
from markupsafe import Markup
from rich.text import Text

from kermesse.core.batch.batch import Batch
from kermesse.core.batch.making import make_batch
from kermesse.core.binding import bind
from kermesse.core.chance import checked_seed
from kermesse.core.contract import KERNELS
from kermesse.core.customs import (
    Way,
    Window,
    any_options,
    as_written,
    in_one_piece,
    lowest_seat,
    no_window,
    not_said,
    open_talk,
    seats_as_taken,
)
from kermesse.core.differences import note
from kermesse.core.errors import KermesseError, SetupRefused, UnreadablePosition, brief, whole
from kermesse.core.game_fields import check_fields
from kermesse.core.graph import Copies, is_compiled, reached
from kermesse.core.kernel import PLAIN
from kermesse.core.measures import Measure
from kermesse.core.options import Option, Value, complete
from kermesse.core.position import Actions, Position, View
from kermesse.core.reading import check_record
from kermesse.core.recipes import Levels, usual_levels
from kermesse.core.record import (
    NO_FIELDS,
    TABLE,
    Counts,
    Layout,
    Record,
    Records,
    record_type,
)
from kermesse.core.rulebook import Figures, Rulebook, filled, option_figures
from kermesse.core.sheet import Sheet
from kermesse.core.sights import Sight
from kermesse.core.single import Single, single
from kermesse.core.tables import Tables
from kermesse.core.variant import Origin, Variant
from kermesse.core.words import LANGUAGES, Words, words

P = ParamSpec("P")
R = TypeVar("R")

MOST_KEPT = 2  # the name of a note, and one option


class Notation(Protocol):
    """A game's `notation.py`: actions, positions and events as text."""

    def action_text(self, action: int) -> str:
        """The stable text of an action number."""

    def read_action(self, text: str) -> int:
        """The action number of a text; raises `UnreadableAction`."""

    def position_text(self, s: Record) -> str:
        """A position or a view as text that `read_position` takes back."""

    def read_position(self, text: str, blank: Records) -> None:
        """Fill a fresh record from text; raises `UnreadablePosition`."""

    def event_text(self, s: Record, names: Sequence[str] = ..., say: Words = ...) -> str:
        """The last event as a sentence, as far as this record knows it."""

    def refusal(self, s: Record, seat: int, action: int, say: Words = ...) -> tuple[str, str]:
        """Why a seat may not act so: the rule's id and a sentence, from the seat's own view."""


class Board(Protocol):
    """A game's `terminal.py`: a view as styled text."""

    def __call__(self, s: Record, names: Sequence[str] = ...) -> Text:
        """The whole view; ``names`` are the players'."""


class Page(Protocol):
    """A game's `board.py`: a view as HTML for the table in the browser.

    Everything is made from the view and nothing else. An element that can be chosen carries
    `data-pick` with an action's text, or with one part of it as the game's `ways` cut it.
    """

    def board(self, view: View, names: Sequence[str], say: Words) -> Markup:
        """The whole view, in one element with id `board`."""

    def prompt(self, view: View, say: Words) -> str:
        """What the viewer's seat is asked to decide now; without a seat, what is awaited."""

    def about(self, view: View) -> Sequence[str]:
        """The ids of the elements that the last event speaks of."""

    def sound(self, view: View) -> str:
        """The sound of the last event: one of the house's, or an empty string."""

    def sheet(self, view: View, names: Sequence[str], say: Words) -> Sheet | None:
        """What a round or the match came to, if the last event ends one."""

    def summary(self, say: Words) -> str:
        """The game in a sentence or two, for the lobby."""

    def cover(self) -> Markup:
        """A picture for the lobby."""

    def art(self) -> Markup:
        """The symbols that the board uses, put once into every page that shows one."""


@dataclass(frozen=True, eq=False)
class Game:
    """A complete game: what the registry returns and everything else is built on."""

    name: str
    title: str
    package: str
    version: str
    seats: range
    fields: list[tuple[Any, ...]]
    options: tuple[Option, ...]
    kernels: Mapping[str, Callable[..., Any]]
    notation: Notation
    board: Board
    phases: type[IntEnum]
    events: type[IntEnum]
    endings: type[IntEnum]
    actions: int
    features: int
    box: Counts
    bound: Callable[[Mapping[str, Value]], int]
    sealed: frozenset[int] = frozenset()
    staged: frozenset[int] = frozenset()  # sealed phases whose choices are few enough to weigh
    forgetting: frozenset[int] = frozenset()
    teams: Callable[[int], tuple[int, ...]] = lambda seats: tuple(range(seats))
    legend: str = ""  # what the codes on the terminal's board mean
    page: Page | None = None
    # refuses options that do not go together, or not with so many seats, where that is known
    agree: Callable[[Mapping[str, Value], int | None], None] = any_options
    measures: tuple[Measure, ...] = ()  # what the kernel `note` counts
    sights: tuple[Sight, ...] = ()  # what the kernel `features` tells, in words
    layout: Layout = NO_FIELDS  # the declared fields
    is_open: bool = False  # whether every view knows all but the draws to come
    # earlier versions of the rules whose decisions still mean the same
    same_rules: frozenset[str] = frozenset()
    open_at_end: bool = True  # whether a finished match may be looked at with all hands open
    usual_seats: int | None = None  # unless another number is asked for; by default the fewest
    # how an action's text is picked on the page: each way is a path of parts
    ways: Callable[[str], Sequence[Way]] = in_one_piece
    # the option that an action means which names equal things in another order
    meant: Callable[[Record, int], int] = as_written
    # how long the due seats have to answer, told from what everybody knows
    window: Callable[[View], Window | None] = no_window
    # to whom players may talk while they play: "table", "team"
    talk: Callable[[Mapping[str, Value]], Sequence[str]] = open_talk
    # whether the seats are drawn by lot before the match
    seats_by_lot: Callable[[Mapping[str, Value]], bool] = seats_as_taken
    # the options by which the rules distinguish seats, as chosen; none: seats are alike
    seats_apart: Callable[[Mapping[str, Value], int], Sequence[str] | None] = not_said
    # which of several bots takes a decision that the first answer ends
    speaker: Callable[[View, Set[int]], int] = lowest_seat
    # how bots of each level think, for a number of seats
    levels: Callable[[int], Levels] = usual_levels
    # reads the tables of the folder `data`, and refuses those that it cannot be played with
    tables: Callable[[Tables], object] | None = None
    # the values of the rulebook's gaps apart from the options, in a language
    figures: Callable[[Mapping[str, Value], Words], Figures] = lambda options, say: {}
    origin: Origin | None = None  # of a variant: what differs, and from which game
    _made: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)
    _parts: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        check_fields(self)
        missing = [name for name in KERNELS if name not in self.kernels]
        if missing:
            raise KermesseError(f"{self.name} lacks the kernels {', '.join(missing)}")
        reached(*self.kernels.values())  # or refused

    @property
    def variant(self) -> Variant | None:
        """What differs from the original, if this is not it."""
        return self.origin.variant if self.origin else None

    @property
    def base(self) -> Game | None:
        """The game whose kernels a variant plays with."""
        return self.origin.base if self.origin else None

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The record of this game: the common header and the game's own fields."""
        return record_type(self.fields)

    @cached_property
    def single(self) -> Single:
        """The kernels for one match by itself."""
        return single(self.bind)

    @cached_property
    def known_actions(self) -> Actions:
        """The actions by their numbers."""
        return Actions(self.notation.action_text)

    @cached_property
    def home(self) -> Path:
        """The folder with the game's sources."""
        return Path(str(resources.files(self.package)))

    @cached_property
    def plain_kernels(self) -> Mapping[str, Callable[..., Any]]:
        """The same kernels as ordinary Python functions."""
        copies = Copies(follows=is_compiled)
        return {name: copies.called(function) for name, function in self.kernels.items()}

    def bind(self, template: Callable[P, R], *, plain: bool = PLAIN) -> Callable[P, R]:
        """A generic kernel made for this game; made once and kept.

        Machine code can call nothing else, so a game of plain functions is bound plainly.
        """
        if self.base is not None:
            return self.base.bind(template, plain=plain)
        plain = plain or not is_compiled(self.kernels["legal"])
        key = (template, plain)
        if key not in self._made:
            kernels = self.plain_kernels if plain else self.kernels
            self._made[key] = bind(template, kernels, self.name, plain=plain, parts=self._parts)
        bound: Callable[P, R] = self._made[key]
        return bound

    def new(
        self,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Position:
        """A position at the first decision. Equal seeds give equal games."""
        batch = self.blank(seats=seats, options=options)
        batch["rng"] = checked_seed(seed)
        self.deal(batch)
        return Position(self, batch)

    def deal(self, table: Records) -> None:
        """Set up a blank record, up to the first decision."""
        self.kernels["setup"](table[0])
        while table["due"].item() == 0 and not table["over"].item():
            self.kernels["step"](table[0])

    def blank(
        self, count: int = 1, seats: int | None = None, options: Mapping[str, Any] | None = None
    ) -> Records:
        """Records with header and options filled in, ready for `setup`."""
        batch = np.zeros(count, self.dtype)
        batch["seats"] = self.checked_seats(seats)
        batch["viewer"] = TABLE
        chosen = self.choose(options, self.checked_seats(seats))
        for option in self.options:
            batch[option.name] = option.code(chosen[option.name])
        return batch

    def batch(
        self,
        games: int,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        device: str = "cpu",
        threads: int | None = None,
        observe: bool = True,
    ) -> Batch:
        """Many games, moved on together by one decision each; ``device`` is "cpu" or "cuda"."""
        return make_batch(
            self, games, seats, seed, options, device=device, threads=threads, observe=observe
        )

    def choose(
        self, options: Mapping[str, Any] | None, seats: int | None = None
    ) -> dict[str, Value]:
        """All options with their values; refuses unknown names, and values that do not fit."""
        chosen = complete(self.options, options)
        self.agree(chosen, seats)
        return chosen

    def seats_for(self, options: Mapping[str, Any] | None = None) -> tuple[int, ...]:
        """The numbers of seats with which these options can be chosen, or the usual ones."""
        key = ("seats", *(options or {}).items())
        if key in self._made:
            known: tuple[int, ...] = self._made[key]
            return known
        found = tuple(number for number in self.seats if self._fits(options, number))
        if len(key) <= MOST_KEPT:  # what forms ask for again and again
            self._made[key] = found
        return found

    def _fits(self, options: Mapping[str, Any] | None, seats: int) -> bool:
        try:
            self.choose(options, seats)
        except SetupRefused:
            return False
        return True

    def checked_seats(self, seats: int | None) -> int:
        """The number of seats, if the game can be played by so many."""
        least, most = self.seats[0], self.seats[-1]
        if seats is None:  # of a variant whose options want more seats, the fewest of those
            usual, fit = self.usual_seats or least, self.seats_for()
            return usual if usual in fit or not fit else fit[0]
        number = whole(seats)
        if number is None or number not in self.seats:
            wanted = f"exactly {least}" if least == most else f"{least} to {most}"
            raise SetupRefused(f"{self.title} is for {wanted} seats, not {brief(seats)}")
        return number

    def position(self, text: str) -> Position:
        """The position that a text describes (`position.text` writes one)."""
        batch = self._read(text)
        if batch["viewer"] != TABLE:
            raise UnreadablePosition("the text is what one viewer knows: read it by game.view")
        return Position(self, batch)

    def view(self, text: str) -> View:
        """The view that a text describes (`view.text` writes one)."""
        batch = self._read(text)
        if batch["viewer"] == TABLE:
            raise UnreadablePosition("the text knows the whole table: read it by game.position")
        return View(self, batch)

    def _read(self, text: str) -> Records:
        if not isinstance(text, str):
            raise UnreadablePosition(f"a position is read from a text, not from {brief(text)}")
        batch = self.blank()
        self.notation.read_position(text, batch)
        check_record(self, batch[0])
        return batch

    def rulebook(self, language: str = "en") -> Rulebook:
        """The rules in our own words, with the numbers of this game's options and tables."""
        if not isinstance(language, str) or language not in LANGUAGES:
            raise KermesseError(
                f"no rulebook in {brief(language)}; there are {', '.join(LANGUAGES)}"
            )
        key = (Rulebook, language)
        if key not in self._made:
            self._made[key] = self._read_rulebook(language)
        book: Rulebook = self._made[key]
        return book

    def _read_rulebook(self, language: str) -> Rulebook:
        page = resources.files(self.package) / "rulebook" / f"{language}.md"
        if not page.is_file():
            raise KermesseError(f"{self.title} has no rulebook in {language!r}")
        options, say = self.choose(None), self.words(language)
        figures = option_figures(self.options) | dict(self.figures(options, say))
        book = Rulebook(language, filled(page.read_text(encoding="utf-8"), figures, language))
        return book if self.origin is None else book.with_note(note(self, language))

    def words(self, language: str = "en") -> Words:
        """What the game says in a language."""
        return words(self.package, language)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"
