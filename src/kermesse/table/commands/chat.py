"""Saying something at a table."""

from __future__ import annotations

from kermesse.core.customs import TO_TEAM
from kermesse.core.record import SPECTATOR
from kermesse.store import Person
from kermesse.table import messages
from kermesse.table.commands.change import Change, NewLine
from kermesse.table.forms import FormError, read_chat
from kermesse.table.refusals import Refused
from kermesse.table.state.channels import has_teams
from kermesse.table.state.live_facts import LiveFacts
from kermesse.table.state.table_state import TableState


def say(state: TableState, facts: LiveFacts, person: Person, message: messages.Say) -> Change:
    """Say something to the table or to the team."""
    seat = state.place_of(person.id)
    sits = state.seat_of(person.id) != SPECTATOR
    knows_team = sits and has_teams(state.game.teams(state.table.seats))
    if seat == SPECTATOR or (message.to == TO_TEAM and not knows_team):
        raise Refused("not_allowed")
    if not state.terms.chat:
        raise Refused("no_chat")
    if message.to not in state.channels:
        raise Refused("no_talk")
    if person.id in state.muted:
        raise Refused("muted")
    try:
        text = read_chat(message.text)
    except FormError:
        raise Refused("bad_message") from None
    return Change(line=NewLine(person.id, seat, message.to, text, message.id))
