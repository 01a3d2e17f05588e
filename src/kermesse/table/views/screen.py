"""What one viewer of a table is sent: the only way from a match to a browser.

Everything is made from the viewer's `View` of a frame and from what is public about the table.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup
from rich.console import Console
from rich.text import Text

from kermesse.core.html import button, div, h2, join, li, ol, p, pre, span, strong
from kermesse.core.position import Position, View
from kermesse.core.record import SPECTATOR
from kermesse.core.words import Words, sentence_case, words
from kermesse.table.letters import skeleton
from kermesse.table.levels import bot_title
from kermesse.table.state.live_facts import LiveFacts
from kermesse.table.state.log_events import BOT, PERSON, PLAYING, Note
from kermesse.table.state.picks import Tree, tree
from kermesse.table.state.table_state import TableState
from kermesse.table.views.notes import note_text
from kermesse.table.visitor import PACKAGE

LOG_LINES = 120  # shown at the table; the replay has them all

NO_FACTS = LiveFacts()


class Audience(NamedTuple):
    """A class of viewers who see exactly the same."""

    seat: int = SPECTATOR
    language: str = "en"
    host: bool = False
    may_replace: bool = False  # let a bot decide for somebody who is gone
    kept: tuple[int, ...] = ()  # seats that this viewer may take back
    may_sit: bool = False
    origin: str = ""  # of links to pass on; only the host gets any
    operator: bool = False  # a host who sits at the server's own machine

    @property
    def say(self) -> Words:
        """The table's words."""
        return words(PACKAGE, self.language)


def audience_of(
    state: TableState,
    facts: LiveFacts,
    person: int | None,
    language: str,
    origin: str,
    *,
    operator: bool = False,
) -> Audience:
    """The audience to which a person belongs."""
    kept = tuple(p.seat for p in state.seats if person is not None and p.kept_for == person)
    host = person is not None and person == state.host
    return Audience(
        seat=state.seat_of(person),
        language=language,
        host=host,
        may_replace=state.may_replace(person, host_is_gone=facts.host_is_gone),
        kept=kept,
        may_sit=state.table.listed and person not in state.kicked,
        origin=origin if host else "",
        operator=operator and host,
    )


class Screen:
    """A table as an audience sees it."""

    is_step = False  # of what is played to the viewer, who will act or wait only after the last one

    def __init__(
        self,
        state: TableState,
        audience: Audience,
        people: Mapping[int, str],
        facts: LiveFacts = NO_FACTS,
    ) -> None:
        self.state = state
        self.audience = audience
        self.people = people
        self.facts = facts
        self.say = audience.say
        self.names = names(state, people, self.say)

    @cached_property
    def now(self) -> View:
        """The match as the viewer sees it now, with its own answer that waits for others."""
        ahead = self.state.ahead(self.audience.seat)
        assert ahead is not None
        return self.view(ahead.frames[-1])

    def at(self, view: View) -> Screen:
        """The same table as it is while a step is shown, which leads to a view."""
        then = copy(self)
        for known in ("points", "due", "is_due"):
            vars(then).pop(known, None)
        then.now, then.is_step = view, True
        return then

    @cached_property
    def points(self) -> list[int]:
        """Points as they stand, as far as the viewer knows."""
        return self.now.points

    def view(self, frame: Position) -> View:
        """A frame as the viewer sees it."""
        return self.state.view(frame, self.audience.seat)

    def board(self, view: View) -> Markup:
        """The board of a view: the game's own, or a plain one for a game without."""
        return board(view, self.names, self.audience.language)

    def frames(self, first: int) -> list[int]:
        """The frames from a number on, as far as the viewer may notice them."""
        history = self.state.histories[self.audience.seat]
        return history.frames[history.place(first) :]

    def sentences(self, first: int) -> list[str]:
        """What the viewer noticed from one of its frames on, in English, by seats not names.

        For a program: a name is somebody else's words, and must not speak for the table.
        """
        assert self.state.match is not None
        frames, notation = self.state.match.frames, self.state.game.notation
        noticed = self.state.histories[self.audience.seat].frames[first:]
        return [notation.event_text(self.view(frames[number]).record) for number in noticed]

    def sentence(self, view: View) -> str:
        """What happened last, in the viewer's words."""
        game_words = self.state.game.words(self.audience.language)
        return self.state.game.notation.event_text(view.record, self.names, game_words)

    def frame_line(self, number: int, view: View, about: Sequence[str]) -> Markup:
        """The log line of a frame, and what it speaks of."""
        text = self.sentence(view)
        place = self.state.histories[self.audience.seat].place(number)
        return li(id=f"l{place}", data_about=" ".join(about) or None)[text]

    def note_line(self, note: Note) -> Markup:
        """The log line of something that is not of the game."""
        return li(class_="note")[note_text(note, self.people, self.say)]

    def log(self) -> Markup:
        """The latest lines, from the beginning if there are not too many."""
        latest = list(islice(self.state.seen_by(self.audience.seat), LOG_LINES))
        return ol(id="log")[[self.line(line) for line in reversed(latest)]]

    def line(self, line: int | Note) -> Markup:
        """One line of the story."""
        if isinstance(line, Note):
            return self.note_line(line)
        assert self.state.match is not None
        view, page = self.view(self.state.match.frames[line]), self.state.game.page
        return self.frame_line(line, view, page.about(view) if page else ())

    def picks(self) -> Tree:
        """What the viewer may choose now."""
        match = self.state.match
        if match is None or not self.is_due:
            return {}
        return tree(match.frames[-1], self.audience.seat)

    @cached_property
    def is_due(self) -> bool:
        """Whether the viewer's seat owes a decision."""
        return not self.is_step and self.audience.seat in self.state.due

    @cached_property
    def due(self) -> set[int]:
        """The seats that owe a decision, as far as the viewer knows."""
        if self.state.match is None or (self.state.status != PLAYING and not self.is_step):
            return set()
        return self.now.due


def board(view: View, players: Sequence[str], language: str) -> Markup:
    """A view as HTML."""
    game = view.game
    if game.page is None:
        return plain_board(view, players, language)
    return game.page.board(view, players, game.words(language))


def plain_board(view: View, players: Sequence[str], language: str) -> Markup:
    """A game without a web board: its text board, and its legal actions as buttons."""
    say = words(PACKAGE, language)
    actions = [
        button(type="button", class_="button pick", data_pick=action.text, disabled=True)[
            sentence_case(action.text)
        ]
        for action in view.legal()
    ]
    waits = not actions and view.seat != SPECTATOR
    return div(id="board", class_="plain-board")[
        pre(tabindex="0")[styled(view.game.board(view.record, players))],
        actions and join(h2[say("Your choices")], div(class_="choices")[actions]),
        waits and p(class_="quiet")[say("There is nothing for you to choose now.")],
    ]


def styled(board: Text) -> list[Markup | str]:
    """A text with what is bold or dim in it; colours are the page's own."""
    parts: list[Markup | str] = []
    for text, style, _ in board.render(Console(file=io.StringIO())):
        if style and style.bold:
            parts.append(strong[text])
        elif style and style.dim:
            parts.append(span(class_="quiet")[text])
        else:
            parts.append(text)
    return parts


def names(state: TableState, people: Mapping[int, str], say: Words) -> list[str]:
    """The names of the seats: people's, bots', or what an empty seat is called.

    Names that look alike are told apart by the number of the seat.
    """
    called = [seat_name(state, seat, people, say) for seat in range(state.table.seats)]
    looks = [skeleton(name) for name in called]
    return [
        f"{name} ({seat})" if looks.count(looks[seat]) > 1 else name
        for seat, name in enumerate(called)
    ]


def seat_name(state: TableState, seat: int, people: Mapping[int, str], say: Words) -> str:
    """The name of the person or bot who sits there."""
    place = state.seats[seat]
    if place.kind == PERSON:
        return people.get(place.person_id or 0) or say("Guest")
    if place.kind == BOT:
        return bot_label(place.bot or "", state, seat, say)
    return say("Seat {number}", number=seat)


def bot_label(name: str, state: TableState, seat: int, say: Words) -> str:
    """A bot's name, numbered where several of the same sit at one table."""
    label = bot_title(name, say)
    same = [place.seat for place in state.seats if place.bot == name and place.kind == BOT]
    return label if len(same) == 1 else f"{label} {same.index(seat) + 1}"
