"""The chat at a table, as far as each viewer may read it."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from kermesse.core.customs import TO_TABLE, TO_TEAM
from kermesse.core.html import li, ol, span
from kermesse.core.record import SPECTATOR
from kermesse.store import ChatLine
from kermesse.table.pages.table import talk_form
from kermesse.table.state.channels import may_read
from kermesse.table.state.table_state import TableState
from kermesse.table.views.screen import Audience, Screen, names


def talk(screen: Screen) -> Markup:
    """Whether the viewer may write, and to whom."""
    seated, allowed = screen.audience.seat != SPECTATOR, screen.state.channels
    if not seated:  # whom a seat is kept for has no team, but the whole table to talk to
        allowed = tuple(channel for channel in allowed if channel == TO_TABLE)
    return talk_form(allowed, seated=seated or bool(screen.audience.kept), say=screen.say)


def chat(state: TableState, audience: Audience, people: Mapping[int, str]) -> Markup:
    """What was said, as far as an audience may read it."""
    return ol(id="chat")[[chat_line(state, line, audience, people) for line in state.lines]]


def chat_line(
    state: TableState, line: ChatLine, audience: Audience, people: Mapping[int, str]
) -> Markup | None:
    """One line of chat, or nothing for those it was not meant for.

    It has no id: a number would count what was said to others.
    """
    if not may_read(state.game.teams(state.table.seats), line, audience.seat):
        return None
    name = people.get(line.person_id or 0) or audience.say("Guest")
    if line.seat is not None and state.seats[line.seat].person_id == line.person_id:
        name = names(state, people, audience.say)[line.seat]
    if line.text is None:
        return li(class_="gone")[audience.say("This line was deleted.")]
    return li(class_="team" if line.channel == TO_TEAM else None)[
        span(class_="who", dir="auto")[name], " ", span(class_="what", dir="auto")[line.text]
    ]
