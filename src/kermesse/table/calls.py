"""What a table calls out above everything else: questions to its people, and who is missing."""

from __future__ import annotations

from markupsafe import Markup

from kermesse.core.html import div, p, span
from kermesse.core.record import SPECTATOR
from kermesse.table.live import Live
from kermesse.table.panels import do_button
from kermesse.table.scene import Scene
from kermesse.table.sitting import BOT, OPEN, PERSON, PLAYING

PRIMARY = "button primary small"


def call(scene: Scene, live: Live) -> Markup:
    """All that is called out to a viewer now; the browser gives a sign for each new one."""
    calls = [own_seat(scene), taking_back(scene, live), *missing(scene, live)]
    return div(id="table-call", class_="calls")[[each for each in calls if each]]


def one(name: str, words: str, *buttons: Markup) -> Markup:
    """One call; its name tells the browser whether it is new."""
    return div(class_="calling", role="group", aria_label=words, data_call=name)[
        p(role="status")[words], buttons and span(class_="call-buttons")[buttons]
    ]


def own_seat(scene: Scene) -> Markup | None:
    """To somebody for whom a bot decides: how to decide again."""
    sitting, say, eyes = scene.sitting, scene.say, scene.eyes
    if sitting.state != PLAYING:
        return None
    if eyes.seat in sitting.away:
        words = (
            say("Nobody is at the table. The match waits for you.")
            if sitting.is_deserted
            else say("A bot decides for you until you touch the table.")
        )
        return one("away", words, do_button(say("I am here"), {"do": "here"}, kind=PRIMARY))
    if eyes.seat != SPECTATOR or not eyes.kept:
        return None
    seat = eyes.kept[0]
    is_bots = sitting.seats[seat].kind == BOT
    words = say("A bot plays at your seat.") if is_bots else say("Your seat is free.")
    back = {"do": "sit", "seat": seat}
    return one("kept", words, do_button(say("Take your seat back"), back, kind=PRIMARY))


def taking_back(scene: Scene, live: Live) -> Markup | None:
    """The question whether somebody may take a decision back."""
    say, eyes = scene.say, scene.eyes
    if live.asking is None or eyes.seat == SPECTATOR:
        return None
    if eyes.seat == live.asking:
        return div(class_="calling")[p(role="status")[say("Waiting for the others to agree.")]]
    name = scene.names[live.asking]
    if eyes.seat not in live.to_answer:
        words = say("{name} asks to take a decision back.", name=name)
        return div(class_="calling")[p(role="status")[words]]
    return one(
        f"undo-{live.asking}",
        say("{name} asks to take a decision back. Do you agree?", name=name),
        do_button(say("Agree"), {"do": "consent", "yes": True}, kind=PRIMARY),
        do_button(say("Refuse"), {"do": "consent", "yes": False}),
    )


def missing(scene: Scene, live: Live) -> list[Markup]:
    """The seats that others wait for, and that a bot could help out at."""
    sitting, say = scene.sitting, scene.say
    calls: list[Markup] = []
    if sitting.state != PLAYING:
        return calls
    for place in sitting.seats:
        seat, name = place.seat, scene.names[place.seat]
        if seat == scene.eyes.seat or seat in scene.eyes.kept:
            continue
        if place.kind == OPEN:
            who = scene.people.get(place.kept_for or 0)
            words = (
                say("{name} has left seat {number}.", name=who, number=seat)
                if who
                else say("Nobody sits at seat {number}.", number=seat)
            )
            calls.append(stand_in(scene, seat, words, say("Let a bot play")))
        elif place.kind == PERSON and seat in (live.gone & scene.due) - sitting.away.keys():
            words = say("{name} is not here, and it is their turn.", name=name)
            calls.append(stand_in(scene, seat, words, say("Let a bot decide")))
    return calls


def stand_in(scene: Scene, seat: int, words: str, label: str) -> Markup:
    """Somebody is missing; who may, can let a bot step in."""
    if not scene.eyes.may_replace:
        return one(f"missing-{seat}", words)
    bot = {"do": "bot", "seat": seat, "name": scene.sitting.terms.bot}
    return one(f"missing-{seat}", words, do_button(label, bot, kind=PRIMARY))
