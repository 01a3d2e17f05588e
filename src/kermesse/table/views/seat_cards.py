"""The card of a seat: who sits there, how they stand, what the viewer may do about it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from kermesse.core.html import article, button, details, div, span, strong, summary
from kermesse.core.record import SPECTATOR
from kermesse.core.words import Words, mark, sentence_case
from kermesse.table.levels import bot_manner, bot_title, offered_bots
from kermesse.table.state.channels import has_teams
from kermesse.table.state.log_events import BOT, GATHERING, OPEN, PERSON, PLAYING
from kermesse.table.views.screen import Screen

KEPT = 1 << 11  # cards: most are the same from message to message
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


class SeatCard(NamedTuple):
    """Everything that a card shows."""

    seat: int
    name: str
    kind: str  # who is there: nobody, a person or a bot
    bot: str | None
    is_you: bool
    is_host: bool
    is_program: bool
    is_muted: bool
    is_here: bool
    is_away: bool  # a bot decides for the person
    is_due: bool
    is_thinking: bool
    team: int | None
    points: int | None
    clock: Markup | None
    actions: Actions | None


class Actions(NamedTuple):
    """Who looks at a card, as far as it matters to what they may do about the seat."""

    status: str  # of the table
    sits: bool
    may_sit: bool
    is_kept: bool  # the seat, for the viewer
    hosts: bool


def seat_card(screen: Screen, seat: int) -> Markup:
    """One seat."""
    return drawn(card_of(screen, seat), screen.say)


def card_of(screen: Screen, seat: int) -> SeatCard:
    """What is to be seen of a seat."""
    state, facts = screen.state, screen.facts
    place, teams = state.seats[seat], state.game.teams(state.table.seats)
    is_person, is_due = place.kind == PERSON, seat in screen.due
    shows_team = has_teams(teams) and state.status != GATHERING  # there they stand together
    return SeatCard(
        seat=seat,
        name=screen.names[seat],
        kind=place.kind,
        bot=place.bot,
        is_you=seat == screen.audience.seat,
        is_host=is_person and place.person_id == state.table.host,
        is_program=seat in facts.programs,
        is_muted=place.muted,
        is_here=seat in facts.present,
        is_away=seat in state.away and state.status == PLAYING,
        is_due=is_due,
        is_thinking=is_due and (place.kind == BOT or seat in facts.late),
        team=teams[seat] if shows_team else None,
        points=None if state.match is None else screen.points[seat],
        clock=clock(screen, seat),
        actions=actions_of(screen, seat),
    )


def actions_of(screen: Screen, seat: int) -> Actions | None:
    """What the viewer's choices about a seat follow from."""
    state, audience = screen.state, screen.audience
    if state.trouble or state.status not in (GATHERING, PLAYING):
        return None
    return Actions(
        status=state.status,
        sits=audience.seat != SPECTATOR,
        may_sit=audience.may_sit,
        is_kept=seat in audience.kept,
        hosts=audience.host and seat != audience.seat,
    )


def clock(screen: Screen, seat: int) -> Markup | None:
    """The time left; it runs for a seat that is due, whose person is warned before its end."""
    left = screen.facts.left_ms.get(seat)
    if left is None:
        return None
    runs = seat in screen.facts.running and not screen.is_step
    warned = runs and seat == screen.audience.seat and seat not in screen.state.away
    warning = int(1000 * screen.state.terms.warning_seconds) if warned else None
    return span(
        class_="clock" + " running" * runs,
        data_deadline=left if runs else None,
        data_warning=warning,
    )[clock_text(left)]


def clock_text(left_ms: int) -> str:
    """A time as hours, minutes and seconds."""
    minutes, seconds = divmod(max(0, left_ms) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


# --- drawn ----------------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT)
def drawn(card: SeatCard, say: Words) -> Markup:
    """A card as HTML."""
    classes = f"seat seat-{card.seat}" + " due" * card.is_due + " you" * card.is_you
    points = card.points
    return article(id=f"seat-{card.seat}", class_=classes)[
        div(class_="seat-who")[
            strong(class_="seat-name", dir="auto")[card.name],
            [span(class_="tag")[text] for text in tags(card, say)],
            presence(card, say),
        ],
        div(class_="seat-stand")[
            points is not None
            and span(class_="points")[say.count("{n} point", "{n} points", points)],
            card.is_due and turn_badge(card, say),
            card.clock,
        ],
        seat_actions(card, say),
    ]


def turn_badge(card: SeatCard, say: Words) -> Markup:
    """Whose turn it is. That a bot thinks is seen to go on, as long as it does."""
    if card.is_thinking:
        return span(class_="badge turn thinking")[say("thinking")]
    return span(class_="badge turn")[say("to move")]


def tags(card: SeatCard, say: Words) -> list[str]:
    """Small words beside a name."""
    words = (
        (card.is_you, say("you")),
        (card.kind == BOT, say("bot")),
        (card.is_program, say("program")),
        (card.is_host, say("host")),
        (card.is_muted, say("muted")),
        (card.team is not None, say("team {number}", number=card.team)),
    )
    return [text for is_said, text in words if is_said]


def presence(card: SeatCard, say: Words) -> Markup | None:
    """Whether the person is there."""
    if card.kind != PERSON:
        return None
    if card.is_away:
        text = say("away: a bot decides")
        return span(class_="presence away", data_tip=say(UNTIL_TOUCHED))[text]
    text = say("here") if card.is_here else say("away")
    return span(class_="presence here" if card.is_here else "presence away")[text]


def seat_actions(card: SeatCard, say: Words) -> Markup | None:
    """What the viewer may do with a seat."""
    viewer = card.actions
    if viewer is None:
        return None
    actions: list[Markup] = []
    free = card.kind in (OPEN, BOT)
    sit: dict[str, object] = {"do": "sit", "seat": card.seat}
    called = viewer.is_kept and viewer.status == PLAYING  # offered above everything else
    if not viewer.sits and free and (viewer.is_kept or viewer.may_sit) and not called:
        label = say("Take your seat back") if viewer.is_kept else say("Sit here")
        actions.append(do_button(label, sit))
    elif viewer.sits and free and viewer.status == GATHERING:
        actions.append(do_button(say("Sit here"), sit))
    menu = host_menu(card, viewer, say) if viewer.hosts else []
    if menu:
        title = say("Change seat {number}", number=card.seat)
        actions.append(
            details(id=f"menu-{card.seat}", class_="menu")[
                summary(class_="button small", aria_label=title)[say("Change")],
                div(class_="menu-items")[menu],
            ]
        )
    return div(class_="seat-actions")[actions] if actions else None


def host_menu(card: SeatCard, viewer: Actions, say: Words) -> list[Markup]:
    """What a host may do with another's seat."""
    if card.kind == PERSON:
        items = [] if card.is_here else bot_buttons(card, say)
        if viewer.status == GATHERING and viewer.sits:
            items.append(do_button(say("Change places"), {"do": "sit", "seat": card.seat}))
        return [*items, *host_powers(card, say)]
    items = bot_buttons(card, say)
    if card.kind == BOT:
        items.append(do_button(say("Free the seat"), {"do": "open", "seat": card.seat}))
    if viewer.status == PLAYING:
        invite = say("Invite a friend")
        items.append(button(type="button", class_="button small", data_open="invite")[invite])
    return items


def host_powers(card: SeatCard, say: Words) -> list[Markup]:
    """What a host may do about a person."""
    mute = say("Let them talk") if card.is_muted else say("Mute in the chat")
    away = say("Send {name} away? The seat becomes free.", name=card.name)
    return [
        do_button(mute, {"do": "mute", "seat": card.seat, "yes": not card.is_muted}),
        do_button(say("Send away"), {"do": "kick", "seat": card.seat}, ask=away),
    ]


def bot_buttons(card: SeatCard, say: Words) -> list[Markup]:
    """Which bots could play a seat."""
    return [
        do_button(
            say("Let {bot} play", bot=bot_title(name, say)),
            {"do": "bot", "seat": card.seat, "name": name},
            data_tip=sentence_case(bot_manner(name, say)) or None,
        )
        for name in offered_bots()
        if name != card.bot
    ]
