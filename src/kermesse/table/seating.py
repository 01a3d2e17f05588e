"""Who sits where: coming, leaving, bots in seats, invitations, and what a host may do."""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import TypeVar

from kermesse.bots import bot_names
from kermesse.core.fairness import seat_order
from kermesse.core.game import Game
from kermesse.core.record import SPECTATOR
from kermesse.store import NewEvent, Person, Seat, StoreError, Table
from kermesse.table import messages
from kermesse.table.connection import NOT_WELCOME
from kermesse.table.refusals import Refused
from kermesse.table.room import Room
from kermesse.table.sitting import (
    AWAY,
    BOT,
    FREE,
    GATHERING,
    KICK,
    LEAVE,
    OPEN,
    PERSON,
    PLAYING,
    SEAT_BOT,
    SIT,
    START,
    Sitting,
)

T = TypeVar("T")


async def kept(future: Awaitable[T]) -> T:
    """Wait until something is on disk."""
    try:
        return await future
    except StoreError:
        raise Refused("unavailable") from None


def place_of(room: Room, seat: int) -> Seat:
    """A seat of a table that has not ended."""
    if room.sitting.trouble:
        raise Refused(room.sitting.trouble)
    if room.sitting.state not in (GATHERING, PLAYING) or seat >= room.sitting.table.seats:
        raise Refused("not_allowed")
    return room.sitting.seats[seat]


def check_host(room: Room, person: Person) -> None:
    """Only the host goes on from here."""
    if room.sitting.trouble:
        raise Refused(room.sitting.trouble)
    if room.host != person.id:
        raise Refused("not_allowed")


# --- sitting down and getting up --------------------------------------------------------------


async def sit(room: Room, person: Person, message: messages.Sit) -> None:
    """Sit down at a listed table or at a seat that is kept for one, or change seats."""
    sitting, place = room.sitting, place_of(room, message.seat)
    here = sitting.seat_of(person.id)
    if here != SPECTATOR and sitting.state == GATHERING:
        await move(room, person, here, place)
        return
    kept = [other.seat for other in sitting.seats if other.kept_for == person.id]
    if place.seat not in kept and not sitting.table.listed:
        raise Refused("not_allowed")
    await take_seat(room, person, message.seat)


async def move(room: Room, person: Person, here: int, place: Seat) -> None:
    """Change places before the match with nobody or a bot; the host may with anybody."""
    if place.seat == here or (place.kind == PERSON and room.host != person.id):
        raise Refused("full")
    mine = room.sitting.seats[here]
    exchanged = [  # old links are to a seat, not to a person
        replace(mine, seat=place.seat, invite=place.invite),
        replace(place, seat=here, invite=mine.invite),
    ]
    await room.write(NewEvent(SIT, None, place.seat, person.id), seats=exchanged)
    after_change(room)


async def take_back(room: Room, person: Person) -> None:
    """Sit down where a seat is kept for one."""
    kept_seats = [place.seat for place in room.sitting.seats if place.kept_for == person.id]
    if not kept_seats:
        raise Refused("not_allowed")
    await take_seat(room, person, kept_seats[0])


def invited(sitting: Sitting, person: int | None, token: str) -> list[int]:
    """The seats that a link leads somebody to; refuses a link that is worth nothing any more.

    Somebody who had a seat comes back to it.
    """
    if token == sitting.table.invite:
        kept = [place.seat for place in sitting.seats if person and place.kept_for == person]
        return kept or sitting.free
    seats = [place.seat for place in sitting.seats if place.invite == token]
    if not seats:
        raise Refused("bad_link")
    return seats


async def accept(room: Room, person: Person, token: str, wanted: int | None = None) -> None:
    """Sit down by invitation, on the wanted seat if it is free."""
    seats = invited(room.sitting, person.id, token)
    if wanted is not None and wanted not in seats:
        raise Refused("full")
    if not seats:
        raise Refused("no_seat")
    await take_seat(room, person, seats[0] if wanted is None else wanted)


async def take_seat(room: Room, person: Person, seat: int) -> None:
    """Give a free seat or a bot's to a person.

    At a table for two the second one starts the match. At any other people may want to change
    seats first.
    """
    place = place_of(room, seat)
    check_welcome(room, person, place)
    taken = Seat(place.table_id, seat, PERSON, person.id, muted=person.id in room.muted)
    others_kept = [
        replace(other, kept_for=None)
        for other in room.sitting.seats
        if other.kept_for == person.id and other.seat != seat
    ]
    room.house.learn_name(person.id)
    others = [other.kind for other in room.sitting.seats if other.seat != seat]
    begins = room.sitting.state == GATHERING and len(others) == 1 and OPEN not in others
    events, seats = [NewEvent(SIT, None, seat, person.id)], [taken, *others_kept]
    if begins:
        start, seats = first_event(room.sitting.game, room.sitting.table, changed(room, seats))
        events.append(start)
    await room.write(*events, seats=seats, state=PLAYING if begins else None)
    if begins:
        room.wake_soon()
    room.go_on()
    room.tell_notes(room.sitting.last_notes(len(events)))


def with_person(seats: Sequence[Seat], seat: int, person: int) -> list[Seat]:
    """Seats of which one that was kept for a person is theirs again."""
    return [
        replace(place, kind=PERSON, person_id=person, bot=None, kept_for=None)
        if place.seat == seat
        else place
        for place in seats
    ]


def check_welcome(room: Room, person: Person, place: Seat) -> None:
    """May this person sit there?"""
    if person.banned or person.id in room.kicked:
        raise Refused("not_allowed")
    if room.sitting.seat_of(person.id) != SPECTATOR:
        raise Refused("seated")
    if place.kind == PERSON:
        raise Refused("full")
    if room.sitting.state == PLAYING and room.sitting.match is None:
        raise Refused("not_ready")
    if room.sitting.seats_seen(person.id) - {place.seat}:
        raise Refused("not_allowed")  # who has seen one hand of this match plays no other
    room.house.check_tables_of(person)


async def leave(room: Room, person: Person, message: messages.Leave) -> None:
    """Get up; the seat stays free for coming back until somebody else has it."""
    seat = room.sitting.seat_of(person.id)
    if seat == SPECTATOR:
        raise Refused("not_allowed")
    place_of(room, seat)
    left = Seat(room.id, seat, OPEN, kept_for=person.id)
    await room.write(NewEvent(LEAVE, None, seat, person.id), seats=[left])
    after_change(room)


def after_change(room: Room, notes: int = 1) -> None:
    """Seats have changed: let whoever is due go on, and show it."""
    room.live.asking = None
    room.go_on()
    room.tell_notes(room.sitting.last_notes(notes))


async def start(room: Room, person: Person, message: messages.Start) -> None:
    """Begin the match; the cards are dealt as soon as the game is ready."""
    sitting = room.sitting
    if sitting.trouble:
        raise Refused(sitting.trouble)
    if not sitting.may_start(sitting.seat_of(person.id), room.present):
        raise Refused("not_allowed")
    if sitting.state != GATHERING or not (sitting.is_full or message.fill):
        raise Refused("not_allowed")
    bot = sitting.terms.bot
    filled = [replace(p, kind=BOT, bot=bot) for p in sitting.seats if p.kind == OPEN]
    came = [NewEvent(SEAT_BOT, {"bot": bot}, place.seat, person.id) for place in filled]
    event, seats = first_event(sitting.game, sitting.table, changed(room, filled))
    await room.write(*came, event, seats=seats, state=PLAYING)
    room.wake_soon()
    room.tell_notes(sitting.last_notes(len(came) + 1))


def changed(room: Room, changes: Sequence[Seat]) -> list[Seat]:
    """All seats, some of them changed."""
    seats = {place.seat: place for place in room.sitting.seats}
    return list((seats | {place.seat: place for place in changes}).values())


def first_event(game: Game, table: Table, seats: list[Seat]) -> tuple[NewEvent, list[Seat]]:
    """The event that begins a match, and the seats: as they are, or drawn by lot.

    The lot follows from the secret that was fixed before anybody sat down. Links to seats that
    now are others' no longer work.
    """
    if not game.seats_by_lot(game.choose(table.options, table.seats)):
        return NewEvent(START), seats
    order = seat_order(table.secret, table.seats)
    drawn = [replace(seats[taken], seat=seat, invite=None) for seat, taken in enumerate(order)]
    return NewEvent(START, {"lot": order}), drawn


# --- what a host may do -------------------------------------------------------------------------


async def seat_bot(room: Room, person: Person, message: messages.Bot) -> None:
    """Let a bot play a seat where nobody sits, or decide for somebody who is gone."""
    if not room.may_replace(person.id):
        raise Refused("not_allowed")
    place = place_of(room, message.seat)
    if message.name not in bot_names():
        raise Refused("not_allowed")
    if place.person_id is not None:
        check_gone(room, place.person_id)
    elif person.id != room.host and place.kind != OPEN:
        raise Refused("not_allowed")
    body: dict[str, object] = {"bot": message.name}
    if place.kind == PERSON and room.sitting.state == PLAYING:  # the seat stays theirs
        event = NewEvent(AWAY, body | {"by": person.id}, message.seat, place.person_id)
        await room.write(event)
        room.clocks.restart(message.seat)
    else:
        kept_for = place.person_id or place.kept_for
        seated = replace(place, kind=BOT, bot=message.name, person_id=None, kept_for=kept_for)
        body |= {"for": kept_for} if place.kind == PERSON else {}
        await room.write(NewEvent(SEAT_BOT, body, message.seat, person.id), seats=[seated])
    room.forget_thoughts(message.seat)  # of the bot that played there
    after_change(room)


def check_gone(room: Room, person: int) -> None:
    """Nobody takes a seat from somebody whose line broke a moment ago."""
    if room.is_here(person):
        raise Refused("not_allowed")
    left = room.absences.left(person)
    if left:
        raise Refused("just_gone", seconds=math.ceil(left))


async def free(room: Room, person: Person, message: messages.Open) -> None:
    """Take a bot away."""
    check_host(room, person)
    place = place_of(room, message.seat)
    if place.kind != BOT:
        raise Refused("not_allowed")
    await room.write(
        NewEvent(FREE, None, message.seat, person.id),
        seats=[replace(place, kind=OPEN, bot=None)],
    )
    after_change(room)


async def invite(room: Room, person: Person, message: messages.Invite) -> None:
    """A new link to the table; nobody sits down by an older one."""
    check_host(room, person)
    sitting = room.sitting
    if sitting.state not in (GATHERING, PLAYING):
        raise Refused("not_allowed")
    token = new_token()
    await kept(asyncio.wrap_future(room.house.store.set_invite(room.id, token)))
    sitting.change_table(invite=token)
    sitting.change_seats([replace(place, invite=None) for place in sitting.seats])
    room.tell_notes()


def new_token() -> str:
    """A link that nobody guesses: 128 bits."""
    return secrets.token_urlsafe(16)


async def kick(room: Room, person: Person, message: messages.Kick) -> None:
    """Send somebody away for good."""
    check_host(room, person)
    place = place_of(room, message.seat)
    if place.kind != PERSON or place.person_id in (None, person.id):
        raise Refused("not_allowed")
    gone = place.person_id
    assert gone is not None
    left = Seat(room.id, message.seat, OPEN)
    await room.write(NewEvent(KICK, None, message.seat, gone), seats=[left])
    room.kicked.add(gone)
    await kept(asyncio.wrap_future(room.house.store.kick(room.id, gone)))
    await room.dismiss(gone, NOT_WELCOME)
    after_change(room)


async def mute(room: Room, person: Person, message: messages.Mute) -> None:
    """Mute somebody in the chat, or let them speak again."""
    check_host(room, person)
    place = place_of(room, message.seat)
    if place.kind != PERSON or place.person_id in (None, person.id):
        raise Refused("not_allowed")
    quiet = place.person_id
    assert quiet is not None
    await kept(asyncio.wrap_future(room.house.store.mute(room.id, quiet, message.yes)))
    (room.muted.add if message.yes else room.muted.discard)(quiet)
    room.sitting.change_seats([replace(place, muted=message.yes)])
    room.tell_notes()


async def show_in_lobby(room: Room, person: Person, message: messages.List) -> None:
    """List the table in the lobby, or hide it."""
    check_host(room, person)
    await kept(asyncio.wrap_future(room.house.store.set_listed(room.id, message.yes)))
    room.sitting.change_table(listed=message.yes)
    room.tell_notes()
