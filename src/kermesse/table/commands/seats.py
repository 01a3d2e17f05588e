"""Who sits where: coming, leaving, bots in seats, invitations, and what a host may do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from kermesse.bots import bot_names
from kermesse.core.record import SPECTATOR
from kermesse.store import NewEvent, Person, Seat
from kermesse.table import messages
from kermesse.table.commands.change import NOTHING, Change, check_goes_on, check_host, seat_at
from kermesse.table.commands.new_tables import first_event, new_token
from kermesse.table.refusals import Refused
from kermesse.table.state.live_facts import LiveFacts
from kermesse.table.state.log_events import (
    AWAY,
    BACK,
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
)
from kermesse.table.state.table_state import TableState

# --- sitting down and getting up ------------------------------------------------------------------


def sit(state: TableState, facts: LiveFacts, person: Person, message: messages.Sit) -> Change:
    """Sit down at a listed table or at a seat that is kept for one, or change seats."""
    place, here = seat_at(state, message.seat), state.seat_of(person.id)
    if here != SPECTATOR and state.status == GATHERING:
        return moved(state, person, here, place)
    if place.kept_for != person.id and not state.table.listed:
        raise Refused("not_allowed")
    return seat_taken(state, person, message.seat)


def moved(state: TableState, person: Person, here: int, place: Seat) -> Change:
    """Change places before the match with nobody or a bot; the host may with anybody."""
    if place.seat == here or (place.kind == PERSON and state.host != person.id):
        raise Refused("full")
    mine = state.seats[here]
    exchanged = (  # old links are to a seat, not to a person
        replace(mine, seat=place.seat, invite=place.invite),
        replace(place, seat=here, invite=mine.invite),
    )
    return Change((NewEvent(SIT, None, place.seat, person.id),), exchanged)


def take_back(state: TableState, person: Person) -> Change:
    """Sit down where a seat is kept for one."""
    kept = [place.seat for place in state.seats if place.kept_for == person.id]
    if not kept:
        raise Refused("not_allowed")
    return seat_taken(state, person, kept[0])


def invited(state: TableState, person: int | None, token: str) -> list[int]:
    """The seats that a link leads somebody to; refuses a link that is worth nothing any more.

    Somebody who had a seat comes back to it.
    """
    if token == state.table.invite:
        kept = [place.seat for place in state.seats if person and place.kept_for == person]
        return kept or state.free
    seats = [place.seat for place in state.seats if place.invite == token]
    if not seats:
        raise Refused("bad_link")
    return seats


def accept(state: TableState, person: Person, token: str, wanted: int | None = None) -> Change:
    """Sit down by invitation, on the wanted seat if it is free."""
    seats = invited(state, person.id, token)
    if wanted is not None and wanted not in seats:
        raise Refused("full")
    if not seats:
        raise Refused("no_seat")
    return seat_taken(state, person, seats[0] if wanted is None else wanted)


def seat_taken(state: TableState, person: Person, seat: int) -> Change:
    """Give a free seat or a bot's to a person.

    At a table for two the second one starts the match. At any other people may want to change
    seats first.
    """
    place = seat_at(state, seat)
    check_welcome(state, person, place)
    taken = Seat(place.table_id, seat, PERSON, person.id, muted=person.id in state.muted)
    no_longer_kept = [
        replace(other, kept_for=None)
        for other in state.seats
        if other.kept_for == person.id and other.seat != seat
    ]
    seats, sat = [taken, *no_longer_kept], NewEvent(SIT, None, seat, person.id)
    others = [other.kind for other in state.seats if other.seat != seat]
    if state.status != GATHERING or len(others) != 1 or OPEN in others:
        return Change((sat,), tuple(seats), newcomer=person)
    start, seats = first_event(state.game, state.table, changed(state, seats))
    return Change((sat, start), tuple(seats), status=PLAYING, newcomer=person)


def check_welcome(state: TableState, person: Person, place: Seat) -> None:
    """May this person sit there?"""
    if person.banned or person.id in state.kicked:
        raise Refused("not_allowed")
    if state.seat_of(person.id) != SPECTATOR:
        raise Refused("seated")
    if place.kind == PERSON:
        raise Refused("full")
    if state.status == PLAYING and state.match is None:
        raise Refused("not_ready")
    if state.seats_seen(person.id) - {place.seat}:
        raise Refused("not_allowed")  # who has seen one hand of this match plays no other


def leave(state: TableState, facts: LiveFacts, person: Person, message: messages.Leave) -> Change:
    """Get up; the person may return to the seat until somebody else takes it."""
    seat = state.seat_of(person.id)
    if seat == SPECTATOR:
        raise Refused("not_allowed")
    seat_at(state, seat)
    left = Seat(state.id, seat, OPEN, kept_for=person.id)
    return Change((NewEvent(LEAVE, None, seat, person.id),), (left,))


def come_back(state: TableState, person: Person) -> Change:
    """Somebody touches the table: whatever they owe is theirs to decide again."""
    seat = state.seat_of(person.id)
    if seat not in state.away or state.status != PLAYING:
        return NOTHING
    return Change((NewEvent(BACK, None, seat, person.id),))


def here(state: TableState, facts: LiveFacts, person: Person, message: messages.Here) -> Change:
    """Somebody only says that they are there, which every message does."""
    return NOTHING


def start(state: TableState, facts: LiveFacts, person: Person, message: messages.Start) -> Change:
    """Begin the match; the cards are dealt as soon as the game is ready."""
    check_goes_on(state)
    if not state.may_start(state.seat_of(person.id), facts.present):
        raise Refused("not_allowed")
    if state.status != GATHERING or not (state.is_full or message.fill):
        raise Refused("not_allowed")
    bot = state.terms.bot
    filled = [replace(p, kind=BOT, bot=bot) for p in state.seats if p.kind == OPEN]
    came = [NewEvent(SEAT_BOT, {"bot": bot}, place.seat, person.id) for place in filled]
    first, seats = first_event(state.game, state.table, changed(state, filled))
    return Change((*came, first), tuple(seats), status=PLAYING)


def changed(state: TableState, changes: Sequence[Seat]) -> list[Seat]:
    """All seats, some of them changed."""
    seats = {place.seat: place for place in state.seats}
    return list((seats | {place.seat: place for place in changes}).values())


# --- what a host may do ---------------------------------------------------------------------------


def seat_bot(state: TableState, facts: LiveFacts, person: Person, message: messages.Bot) -> Change:
    """Let a bot play a seat where nobody sits, or decide for somebody who is gone."""
    if not state.may_replace(person.id, host_is_gone=facts.host_is_gone):
        raise Refused("not_allowed")
    place = seat_at(state, message.seat)
    if message.name not in bot_names():
        raise Refused("not_allowed")
    if place.person_id is not None:
        check_gone(facts, message.seat)
    elif person.id != state.host and place.kind != OPEN:
        raise Refused("not_allowed")
    body: dict[str, object] = {"bot": message.name}
    if place.kind == PERSON and state.status == PLAYING:  # the seat stays theirs
        return Change((NewEvent(AWAY, body | {"by": person.id}, message.seat, place.person_id),))
    kept_for = place.person_id or place.kept_for
    seated = replace(place, kind=BOT, bot=message.name, person_id=None, kept_for=kept_for)
    body |= {"for": kept_for} if place.kind == PERSON else {}
    return Change((NewEvent(SEAT_BOT, body, message.seat, person.id),), (seated,))


def check_gone(facts: LiveFacts, seat: int) -> None:
    """Nobody takes a seat from somebody whose line broke a moment ago."""
    if seat in facts.present:
        raise Refused("not_allowed")
    if left := facts.missing.get(seat):
        raise Refused("just_gone", seconds=math.ceil(left))


def free(state: TableState, facts: LiveFacts, person: Person, message: messages.Open) -> Change:
    """Take a bot away."""
    check_host(state, person)
    place = seat_at(state, message.seat)
    if place.kind != BOT:
        raise Refused("not_allowed")
    freed = replace(place, kind=OPEN, bot=None)
    return Change((NewEvent(FREE, None, message.seat, person.id),), (freed,))


def invite(state: TableState, facts: LiveFacts, person: Person, message: messages.Invite) -> Change:
    """A new link to the table; nobody sits down by an older one."""
    check_host(state, person)
    if state.status not in (GATHERING, PLAYING):
        raise Refused("not_allowed")
    return Change(table={"invite": new_token()})


def other_person(state: TableState, person: Person, seat: int) -> int:
    """Who sits at another seat; the person who asks is the host."""
    check_host(state, person)
    place = seat_at(state, seat)
    if place.kind != PERSON or place.person_id is None or place.person_id == person.id:
        raise Refused("not_allowed")
    return place.person_id


def kick(state: TableState, facts: LiveFacts, person: Person, message: messages.Kick) -> Change:
    """Send somebody away for good."""
    gone = other_person(state, person, message.seat)
    left = Seat(state.id, message.seat, OPEN)
    return Change((NewEvent(KICK, None, message.seat, gone),), (left,))


def mute(state: TableState, facts: LiveFacts, person: Person, message: messages.Mute) -> Change:
    """Mute somebody in the chat, or let them speak again."""
    return Change(muted=(other_person(state, person, message.seat), message.yes))


def show_in_lobby(
    state: TableState, facts: LiveFacts, person: Person, message: messages.List
) -> Change:
    """List the table in the lobby, or hide it."""
    check_host(state, person)
    return Change(table={"listed": message.yes})
