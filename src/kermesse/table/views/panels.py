"""The panels around a board: who sits where, whose turn it is, what else one can do."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from kermesse.core.html import a, div, p, section, span
from kermesse.core.record import SPECTATOR
from kermesse.core.words import Words
from kermesse.table.pages.parts import who_won
from kermesse.table.state.log_events import CLOSED, GATHERING, OPEN, OVER, PLAYING
from kermesse.table.views.screen import Screen
from kermesse.table.views.seat_cards import SeatCard, card_of, clock_text, do_button, drawn

AN_HOUR_MS = 3_600_000
KEPT = 1 << 10  # of each panel: most are the same from message to message
NO_COUNTDOWN = div(id="countdown", hidden=True)[""]


def seats_panel(screen: Screen) -> Markup:
    """Everybody at the table; before the match they are in the waiting room."""
    gathers = screen.state.status == GATHERING
    seats = range(0 if gathers else screen.state.table.seats)
    cards = tuple([card_of(screen, seat) for seat in seats])
    watching = screen.facts.watching
    return drawn_seats(cards, watching, gathers and not watching, screen.say)


@lru_cache(maxsize=KEPT)
def drawn_seats(cards: tuple[SeatCard, ...], watching: int, is_hidden: bool, say: Words) -> Markup:
    """The seats as HTML."""
    return section(id="seats", class_="seats", aria_label=say("Players"), hidden=is_hidden)[
        [drawn(card, say) for card in cards],
        watching > 0
        and p(class_="watching quiet")[
            say.count("{n} person is watching", "{n} people are watching", watching)
        ],
    ]


def status_line(screen: Screen) -> Markup:
    """Whose turn it is, or what is awaited."""
    gathers = screen.state.status == GATHERING and not screen.state.trouble
    return drawn_status(standing(screen) if gathers else status_text(screen), screen.is_due)


@lru_cache(maxsize=KEPT)
def drawn_status(text: str, is_yours: bool) -> Markup:
    """The status line as HTML."""
    return p(id="status", role="status", class_="status" + " yours" * is_yours)[text]


def standing(screen: Screen) -> str:
    """Before the match: who is awaited, and who may start, from the viewer's perspective."""
    state, say = screen.state, screen.say
    missing = sum(place.kind == OPEN for place in state.seats)
    if missing:
        return say.count("Waiting for {n} more player.", "Waiting for {n} more players.", missing)
    here = len(screen.facts.present) == len(state.people)
    together = say("Everybody is here.") if here else say("Every seat is taken.")
    if state.may_start(screen.audience.seat, screen.facts.present):
        return together + " " + say("You can start.")
    host = state.seat_of(state.host)
    if host not in screen.facts.present:  # then everybody who sits here may
        return together
    return together + " " + say("{name} can start.", name=screen.names[host])


def countdown(screen: Screen) -> Markup:
    """The time that matters now: to answer what is asked, else of the clock that runs."""
    left = screen.facts.window_ms if screen.facts.window_ms is not None else running_clock(screen)
    if left is None or screen.state.status != PLAYING or screen.is_step:
        return NO_COUNTDOWN
    classes = "countdown long" if left >= AN_HOUR_MS else "countdown"
    # a timer is not read out every second, and the status line says what is asked
    return div(id="countdown", class_=classes, role="timer", aria_label=screen.say("Time left"))[
        span(class_="clock running", data_deadline=left)[clock_text(left)]
    ]


def running_clock(screen: Screen) -> int | None:
    """The viewer's own clock while it runs, else the one that ends first."""
    running = {
        seat: left for seat, left in screen.facts.left_ms.items() if seat in screen.facts.running
    }
    return running.get(screen.audience.seat, min(running.values(), default=None))


def status_text(screen: Screen) -> str:
    """The sentence of the status line."""
    state, say = screen.state, screen.say
    if state.status == CLOSED:
        reason = state.closed_because
        if reason:
            return say("The operator of this server closed the table: {reason}", reason=reason)
        return say("This table was closed.")
    if state.trouble:
        return say("This table has stopped.")
    if state.match is None:
        return say("The game is getting ready. The first time on a machine takes a little while.")
    if screen.is_step:
        return step_text(screen)
    if state.status == OVER:
        return result_text(screen)
    if state.is_deserted:
        return say("Everybody is away: the match waits.")
    empty = [seat for seat in sorted(screen.due) if state.seats[seat].kind == OPEN]
    if empty:
        return say("Waiting for somebody at seat {number}.", number=empty[0])
    page = state.game.page
    if page is not None:
        return page.prompt(screen.now, state.game.words(screen.audience.language))
    if screen.is_due:
        return say("Your turn.")
    return say("{name} is thinking.", name=", ".join(screen.names[s] for s in sorted(screen.due)))


def step_text(screen: Screen) -> str:
    """What goes on while steps are shown; nobody is asked for what was decided already."""
    page = screen.state.game.page
    if page is None or screen.audience.seat in screen.due:
        return screen.sentence(screen.now)
    return page.prompt(screen.now, screen.state.game.words(screen.audience.language))


def result_text(screen: Screen) -> str:
    """Who won."""
    match, say = screen.state.match, screen.say
    assert match is not None
    assert match.outcome is not None
    return who_won(match.outcome.places, screen.names, screen.audience.seat, say)


def bar(screen: Screen) -> Markup:
    """What a seat can do apart from playing."""
    state, audience = screen.state, screen.audience
    seated, plays = audience.seat != SPECTATOR, state.status == PLAYING
    hints = seated and plays and state.may_have_hints(audience.seat)
    return drawn_bar(
        Bar(
            table=state.id if state.status == OVER else "",
            may_rematch=seated or bool(audience.kept),
            hint_at=state.moment(audience.seat) if hints else None,
            is_due=hints and screen.is_due,
            may_take_back=seated and plays and has_decided(screen),
            may_leave=seated and state.status in (GATHERING, PLAYING) and not state.trouble,
        ),
        screen.say,
    )


class Bar(NamedTuple):
    """What the bar offers."""

    table: str  # whose match is over
    may_rematch: bool
    hint_at: int | None  # the moment that a hint would be about
    is_due: bool
    may_take_back: bool
    may_leave: bool


@lru_cache(maxsize=KEPT)
def drawn_bar(shown: Bar, say: Words) -> Markup:
    """The bar as HTML."""
    items: list[Markup | None] = []
    if shown.hint_at is not None:  # it keeps its place while there is nothing to ask
        asked: dict[str, object] = {"do": "hint", "at": shown.hint_at}
        items.append(do_button(say("Hint"), asked, id="ask-hint", disabled=not shown.is_due))
    if shown.may_take_back:
        items.append(do_button(say("Take back"), {"do": "undo"}))
    if shown.table:
        if shown.may_rematch:
            items.append(do_button(say("Rematch"), {"do": "rematch"}, kind="button primary"))
        items.append(a(class_="button", href=f"/replay/{shown.table}")[say("Replay")])
    if shown.may_leave:
        question = say("Leave the table? You can come back as long as nobody takes your seat.")
        items.append(do_button(say("Leave"), {"do": "leave"}, ask=question))
    return div(id="bar", class_="bar")[items]


def has_decided(screen: Screen) -> bool:
    """Whether the viewer has a decision to take back."""
    match = screen.state.match
    return match is not None and any(d.seat == screen.audience.seat for d in match.decisions)
