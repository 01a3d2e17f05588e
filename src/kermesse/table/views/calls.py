"""What a table calls out above everything else: questions to its people, and who is missing."""

from __future__ import annotations

from markupsafe import Markup

from kermesse.core.html import div, p, span
from kermesse.core.record import SPECTATOR
from kermesse.table.state.log_events import BOT, OPEN, PERSON, PLAYING
from kermesse.table.views.screen import Screen
from kermesse.table.views.seat_cards import do_button

PRIMARY = "button primary small"
CALLS = div(id="table-call", class_="calls")
NO_CALLS = CALLS[""]


def call(screen: Screen) -> Markup:
    """All current announcements to a viewer; the browser signals each new one."""
    calls = [own_seat(screen), taking_back(screen), *missing(screen)]
    said = [each for each in calls if each]
    return CALLS[said] if said else NO_CALLS


def one(name: str, words: str, *buttons: Markup) -> Markup:
    """One call; its name tells the browser whether it is new."""
    return div(class_="calling", role="group", aria_label=words, data_call=name)[
        p(role="status")[words], buttons and span(class_="call-buttons")[buttons]
    ]


def own_seat(screen: Screen) -> Markup | None:
    """To somebody for whom a bot decides: how to decide again."""
    state, say, audience = screen.state, screen.say, screen.audience
    if state.status != PLAYING:
        return None
    if audience.seat in state.away:
        words = (
            say("Nobody is at the table. The match waits for you.")
            if state.is_deserted
            else say("A bot decides for you until you touch the table.")
        )
        return one("away", words, do_button(say("I am here"), {"do": "here"}, kind=PRIMARY))
    if audience.seat != SPECTATOR or not audience.kept:
        return None
    seat = audience.kept[0]
    is_bots = state.seats[seat].kind == BOT
    words = say("A bot plays at your seat.") if is_bots else say("Your seat is free.")
    back = {"do": "sit", "seat": seat}
    return one("kept", words, do_button(say("Take your seat back"), back, kind=PRIMARY))


def taking_back(screen: Screen) -> Markup | None:
    """The question whether somebody may take a decision back."""
    say, seat, request = screen.say, screen.audience.seat, screen.facts.request
    if request is None or seat == SPECTATOR:
        return None
    if seat == request.seat:
        return div(class_="calling")[p(role="status")[say("Waiting for the others to agree.")]]
    name = screen.names[request.seat]
    if seat not in request.waits_for:
        words = say("{name} asks to take a decision back.", name=name)
        return div(class_="calling")[p(role="status")[words]]
    return one(
        f"undo-{request.seat}",
        say("{name} asks to take a decision back. Do you agree?", name=name),
        do_button(say("Agree"), {"do": "consent", "yes": True}, kind=PRIMARY),
        do_button(say("Refuse"), {"do": "consent", "yes": False}),
    )


def missing(screen: Screen) -> list[Markup]:
    """The seats that others wait for, and that a bot could help out at."""
    state, say = screen.state, screen.say
    calls: list[Markup] = []
    if state.status != PLAYING:
        return calls
    for place in state.seats:
        seat, name = place.seat, screen.names[place.seat]
        if seat == screen.audience.seat or seat in screen.audience.kept:
            continue
        if place.kind == OPEN:
            who = screen.people.get(place.kept_for or 0)
            words = (
                say("{name} has left seat {number}.", name=who, number=seat)
                if who
                else say("Nobody sits at seat {number}.", number=seat)
            )
            calls.append(stand_in(screen, seat, words, say("Let a bot play")))
        elif place.kind == PERSON and seat in (screen.facts.gone & screen.due) - state.away.keys():
            words = say("{name} is not here, and it is their turn.", name=name)
            calls.append(stand_in(screen, seat, words, say("Let a bot decide")))
    return calls


def stand_in(screen: Screen, seat: int, words: str, label: str) -> Markup:
    """Somebody is missing; who may, can let a bot step in."""
    if not screen.audience.may_replace:
        return one(f"missing-{seat}", words)
    bot = {"do": "bot", "seat": seat, "name": screen.state.terms.bot}
    return one(f"missing-{seat}", words, do_button(label, bot, kind=PRIMARY))
