"""Chat at a table."""

from __future__ import annotations

import asyncio

from kermesse.core.customs import TO_TEAM
from kermesse.core.record import SPECTATOR
from kermesse.store import Person
from kermesse.table import messages
from kermesse.table.chat import channels, has_teams, latest
from kermesse.table.forms import FormError, read_chat
from kermesse.table.refusals import Refused
from kermesse.table.room import Room
from kermesse.table.seating import kept


async def say(room: Room, person: Person, message: messages.Say) -> None:
    """Say something to the table or to the team."""
    seat = room.sitting.place_of(person.id)
    sits = room.sitting.seat_of(person.id) != SPECTATOR
    if seat == SPECTATOR or (message.to == TO_TEAM and not (sits and has_teams(room.sitting))):
        raise Refused("not_allowed")
    if not room.sitting.terms.chat:
        raise Refused("no_chat")
    if message.to not in channels(room.sitting):
        raise Refused("no_talk")
    if person.id in room.muted:
        raise Refused("muted")
    room.house.check_space()
    if not room.house.chatter.take(person.id):
        raise Refused("busy")
    try:
        text = read_chat(message.text)
    except FormError:
        raise Refused("bad_message") from None
    known = {line.id for line in room.lines}
    line = await kept(
        asyncio.wrap_future(
            room.house.store.say(room.id, person.id, seat, message.to, text, message.id)
        )
    )
    if line.id not in known:  # sent twice: said once
        room.lines = latest(room.sitting, [*room.lines, line])
        room.tell_line(line)
