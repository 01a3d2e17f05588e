"""The panels around a board: who sits where, whose turn it is, what one can do besides playing."""

from __future__ import annotations

import json

from markupsafe import Markup

from kermesse.core.html import (
    a,
    article,
    button,
    details,
    div,
    p,
    section,
    span,
    strong,
    summary,
)
from kermesse.core.record import SPECTATOR
from kermesse.core.words import mark, sentence_case
from kermesse.table.clocks import warning_seconds
from kermesse.table.levels import bot_manner, bot_title, offered_bots
from kermesse.table.live import Live
from kermesse.table.pages.parts import who_won
from kermesse.table.scene import Scene
from kermesse.table.sitting import BOT, CLOSED, GATHERING, OPEN, OVER, PERSON, PLAYING

AN_HOUR_MS = 3_600_000
UNTIL_TOUCHED = mark("As soon as they touch the table, they decide again.")


def do_button(
    label: str,
    message: dict[str, object],
    *,
    ask: str = "",
    kind: str = "button small",
    **attributes: object,
) -> Markup:
    """A button that sends a message, after a question if there is one."""
    asked = {"data_do": json.dumps(message), "data_ask": ask or None}
    return button(type="button", class_=kind, **asked, **attributes)[label]


def seats_panel(scene: Scene, live: Live) -> Markup:
    """Everybody at the table; before the match they are in the waiting room."""
    gathers = scene.sitting.state == GATHERING
    seats = range(0 if gathers else scene.sitting.table.seats)
    rows = [seat_card(scene, live, seat) for seat in seats]
    watching = live.watching
    named = scene.say("Players")
    return section(id="seats", class_="seats", aria_label=named, hidden=gathers and not watching)[
        rows,
        watching > 0
        and p(class_="watching quiet")[
            scene.say.count("{n} person is watching", "{n} people are watching", watching)
        ],
    ]


def seat_card(scene: Scene, live: Live, seat: int) -> Markup:
    """One seat: who, how they stand, whether it is their turn, what may be done with it."""
    due = seat in scene.due
    classes = f"seat seat-{seat}" + " due" * due + " you" * (seat == scene.eyes.seat)
    return article(id=f"seat-{seat}", class_=classes)[
        div(class_="seat-who")[
            strong(class_="seat-name", dir="auto")[scene.names[seat]],
            tags(scene, live, seat),
            presence(scene, live, seat),
        ],
        div(class_="seat-stand")[
            points(scene, seat),
            due and turn_badge(scene, live, seat),
            clock(scene, live, seat),
        ],
        seat_actions(scene, live, seat),
    ]


def turn_badge(scene: Scene, live: Live, seat: int) -> Markup:
    """Whose turn it is. That a bot thinks is seen to go on, as long as it does."""
    if scene.sitting.seats[seat].kind == BOT or seat in live.late:
        return span(class_="badge turn thinking")[scene.say("thinking")]
    return span(class_="badge turn")[scene.say("to move")]


def tags(scene: Scene, live: Live, seat: int) -> list[Markup]:
    """Small words beside a name."""
    sitting, say = scene.sitting, scene.say
    place = sitting.seats[seat]
    said = []
    if seat == scene.eyes.seat:
        said.append(say("you"))
    if place.kind == BOT:
        said.append(say("bot"))
    if seat in live.programs:
        said.append(say("program"))
    if place.kind == PERSON and place.person_id == sitting.table.host:
        said.append(say("host"))
    if place.muted:
        said.append(say("muted"))
    team = sitting.game.teams(sitting.table.seats)
    if len(set(team)) < len(team) and sitting.state != GATHERING:  # there they stand together
        said.append(say("team {number}", number=team[seat]))
    return [span(class_="tag")[text] for text in said]


def presence(scene: Scene, live: Live, seat: int) -> Markup | None:
    """Whether the person is there."""
    if scene.sitting.seats[seat].kind != PERSON:
        return None
    here = seat in live.present
    if seat in scene.sitting.away and scene.sitting.state == PLAYING:
        text = scene.say("away: a bot decides")
        return span(class_="presence away", data_tip=scene.say(UNTIL_TOUCHED))[text]
    text = scene.say("here") if here else scene.say("away")
    return span(class_="presence here" if here else "presence away")[text]


def points(scene: Scene, seat: int) -> Markup | None:
    """Points as they stand, as far as the viewer knows."""
    if scene.sitting.match is None:
        return None
    total = scene.points[seat]
    return span(class_="points")[scene.say.count("{n} point", "{n} points", total)]


def clock(scene: Scene, live: Live, seat: int) -> Markup | None:
    """The time left; it runs for a seat that is due, whose person is warned before its end."""
    left, sitting = live.left_ms.get(seat), scene.sitting
    if left is None:
        return None
    runs = seat in live.running and not scene.is_step
    warned = runs and seat == scene.eyes.seat and seat not in sitting.away
    return span(
        class_="clock" + " running" * runs,
        data_deadline=left if runs else None,
        data_warning=int(1000 * warning_seconds(sitting.terms)) if warned else None,
    )[clock_text(left)]


def clock_text(left_ms: int) -> str:
    """A time as hours, minutes and seconds."""
    minutes, seconds = divmod(max(0, left_ms) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def seat_actions(scene: Scene, live: Live, seat: int) -> Markup | None:
    """What the viewer may do with a seat."""
    sitting, say, eyes = scene.sitting, scene.say, scene.eyes
    place = sitting.seats[seat]
    if sitting.trouble or sitting.state not in (GATHERING, PLAYING):
        return None
    actions: list[Markup] = []
    free = place.kind in (OPEN, BOT)
    kept = seat in eyes.kept
    called = kept and sitting.state == PLAYING  # it is offered above everything else
    if eyes.seat == SPECTATOR and free and (kept or eyes.may_sit) and not called:
        label = say("Take your seat back") if kept else say("Sit here")
        actions.append(do_button(label, {"do": "sit", "seat": seat}))
    elif eyes.seat != SPECTATOR and free and sitting.state == GATHERING:
        actions.append(do_button(say("Sit here"), {"do": "sit", "seat": seat}))
    menu = host_menu(scene, live, seat) if eyes.host and seat != eyes.seat else []
    if menu:
        title = say("Change seat {number}", number=seat)
        actions.append(
            details(id=f"menu-{seat}", class_="menu")[
                summary(class_="button small", aria_label=title)[say("Change")],
                div(class_="menu-items")[menu],
            ]
        )
    return div(class_="seat-actions")[actions] if actions else None


def host_menu(scene: Scene, live: Live, seat: int) -> list[Markup]:
    """What a host may do with another's seat."""
    say, place = scene.say, scene.sitting.seats[seat]
    if place.kind == PERSON:
        items = bot_buttons(scene, seat) if seat not in live.present else []
        if scene.sitting.state == GATHERING and scene.eyes.seat != SPECTATOR:
            items.append(do_button(say("Change places"), {"do": "sit", "seat": seat}))
        return [*items, *host_powers(scene, seat)]
    items = bot_buttons(scene, seat)
    if place.kind == BOT:
        items.append(do_button(say("Free the seat"), {"do": "open", "seat": seat}))
    if scene.sitting.state == PLAYING:
        invite = say("Invite a friend")
        items.append(button(type="button", class_="button small", data_open="invite")[invite])
    return items


def host_powers(scene: Scene, seat: int) -> list[Markup]:
    """What a host may do about a person."""
    say, place = scene.say, scene.sitting.seats[seat]
    mute = say("Let them talk") if place.muted else say("Mute in the chat")
    away = say("Send {name} away? The seat becomes free.", name=scene.names[seat])
    return [
        do_button(mute, {"do": "mute", "seat": seat, "yes": not place.muted}),
        do_button(say("Send away"), {"do": "kick", "seat": seat}, ask=away),
    ]


def bot_buttons(scene: Scene, seat: int) -> list[Markup]:
    """Which bots could play a seat."""
    say, place = scene.say, scene.sitting.seats[seat]
    return [
        do_button(
            say("Let {bot} play", bot=bot_title(name, say)),
            {"do": "bot", "seat": seat, "name": name},
            data_tip=sentence_case(bot_manner(name, say)) or None,
        )
        for name in offered_bots()
        if name != place.bot
    ]


def status_line(scene: Scene, live: Live) -> Markup:
    """Whose turn it is, or what is awaited."""
    gathers = scene.sitting.state == GATHERING and not scene.sitting.trouble
    text = standing(scene, live) if gathers else status_text(scene)
    return p(id="status", role="status", class_="status" + " yours" * scene.is_due)[text]


def standing(scene: Scene, live: Live) -> str:
    """Before the match: who is waited for, and who may start, as it is true for this viewer."""
    sitting, say = scene.sitting, scene.say
    missing = sum(place.kind == OPEN for place in sitting.seats)
    if missing:
        return say.count("Waiting for {n} more player.", "Waiting for {n} more players.", missing)
    here = len(live.present) == len(sitting.people)
    together = say("Everybody is here.") if here else say("Every seat is taken.")
    if sitting.may_start(scene.eyes.seat, live.present):
        return together + " " + say("You can start.")
    host = sitting.seat_of(sitting.host)
    if host not in live.present:  # then everybody who sits here may
        return together
    return together + " " + say("{name} can start.", name=scene.names[host])


def countdown(scene: Scene, live: Live) -> Markup:
    """The time that matters now: to answer what is asked, else of the clock that runs."""
    left = live.window_ms if live.window_ms is not None else running_clock(scene, live)
    if left is None or scene.sitting.state != PLAYING or scene.is_step:
        return div(id="countdown", hidden=True)[""]
    classes = "countdown long" if left >= AN_HOUR_MS else "countdown"
    # a timer is not read out every second, and the status line says what is asked
    return div(id="countdown", class_=classes, role="timer", aria_label=scene.say("Time left"))[
        span(class_="clock running", data_deadline=left)[clock_text(left)]
    ]


def running_clock(scene: Scene, live: Live) -> int | None:
    """The viewer's own clock while it runs, else the one that ends first."""
    running = {seat: left for seat, left in live.left_ms.items() if seat in live.running}
    return running.get(scene.eyes.seat, min(running.values(), default=None))


def status_text(scene: Scene) -> str:
    """The sentence of the status line."""
    sitting, say = scene.sitting, scene.say
    if sitting.state == CLOSED:
        reason = sitting.closed_because
        if reason:
            return say("The operator of this server closed the table: {reason}", reason=reason)
        return say("This table was closed.")
    if sitting.trouble:
        return say("This table has stopped.")
    if sitting.match is None:
        return say("The game is getting ready. The first time on a machine takes a little while.")
    if scene.is_step:
        return step_text(scene)
    if sitting.state == OVER:
        return result_text(scene)
    if sitting.is_deserted:
        return say("Everybody is away: the match waits.")
    empty = [seat for seat in sorted(scene.due) if sitting.seats[seat].kind == OPEN]
    if empty:
        return say("Waiting for somebody at seat {number}.", number=empty[0])
    page = sitting.game.page
    if page is not None:
        return page.prompt(scene.now, sitting.game.words(scene.eyes.language))
    if scene.is_due:
        return say("Your turn.")
    return say("{name} is thinking.", name=", ".join(scene.names[s] for s in sorted(scene.due)))


def step_text(scene: Scene) -> str:
    """What goes on while steps are shown; nobody is asked for what was decided already."""
    page = scene.sitting.game.page
    if page is None or scene.eyes.seat in scene.due:
        return scene.sentence(scene.now)
    return page.prompt(scene.now, scene.sitting.game.words(scene.eyes.language))


def result_text(scene: Scene) -> str:
    """Who won."""
    match, say = scene.sitting.match, scene.say
    assert match is not None
    assert match.outcome is not None
    return who_won(match.outcome.places, scene.names, scene.eyes.seat, say)


def bar(scene: Scene) -> Markup:
    """What a seat can do besides playing."""
    sitting, say, eyes = scene.sitting, scene.say, scene.eyes
    seated = eyes.seat != SPECTATOR
    items: list[Markup | None] = []
    if seated and sitting.state == PLAYING and sitting.may_have_hints(eyes.seat):
        items.append(hint_button(scene))
    if seated and sitting.state == PLAYING and has_decided(scene):
        items.append(do_button(say("Take back"), {"do": "undo"}))
    if sitting.state == OVER:
        if seated or eyes.kept:
            items.append(do_button(say("Rematch"), {"do": "rematch"}, kind="button primary"))
        items.append(a(class_="button", href=f"/replay/{sitting.table.id}")[say("Replay")])
    if seated and sitting.state in (GATHERING, PLAYING) and not sitting.trouble:
        question = say("Leave the table? You can come back as long as nobody takes your seat.")
        items.append(do_button(say("Leave"), {"do": "leave"}, ask=question))
    return div(id="bar", class_="bar")[items]


def hint_button(scene: Scene) -> Markup:
    """Asks what a strong player would do; it keeps its place while there is nothing to ask."""
    asked = {"do": "hint", "at": scene.sitting.moment(scene.eyes.seat)}
    return do_button(scene.say("Hint"), asked, id="ask-hint", disabled=not scene.is_due)


def has_decided(scene: Scene) -> bool:
    """Whether the viewer has a decision to take back."""
    match = scene.sitting.match
    return match is not None and any(d.seat == scene.eyes.seat for d in match.decisions)
